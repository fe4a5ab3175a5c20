"""What a turn in each region is about, and how a rival acts there: order by order, with what the companion knows of it."""

from collections.abc import Mapping
from typing import Final

from companion.core.caching import cached_by_identity
from companion.core.words import Text, text
from companion.games.buru import forbids
from companion.games.buru.pieces import Region
from companion.games.buru.state import Public

ORDERS: Final[Mapping[Region, int]] = {"forest": 2, "shore": 3, "village": 2, "ambelau": 0, "lake": 3}
"""How many orders a rival's turn has: BURU-26 in the forest, BURU-26 and 27 at the shore, BURU-26 and 28 beyond.
On Ambelau the module says them, each in its time."""


def known(public: Public, rival: int) -> Text:
    """One small line: what the companion knows of a rival here."""
    name, player = public.names[rival], public.players[rival]
    if not forbids.is_pair(public, rival):
        return text("buru.rival.fish", rival=name, count=player.fish)
    if public.region == "lake":
        return text(f"buru.rival.pair_{player.plan}", rival=name)
    return text(f"buru.rival.pair_{public.region}", rival=name, count=player.fish)


@cached_by_identity
def orders(public: Public) -> tuple[Text, ...]:
    """BURU-26 to BURU-29, for whoever moves the pieces of the rival that acts here."""
    assert public.region is not None
    usual = (text(f"buru.guide.{public.region}.{n}") for n in range(1, ORDERS[public.region] + 1))
    return (*usual, *(order for module in public.modules for order in module.orders(public)))
