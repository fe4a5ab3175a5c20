"""What stands in a box file, field by field (BURU-01)."""

import re
from collections.abc import Iterator
from typing import Final

from companion.core.owner_things import Fault
from companion.games.buru.pieces import ALTARS, BONUSES, GOODS, GROUPS, MOST_AT_ONCE, REGIONS, SPIRITS
from companion.kits.cards import Check, Entry, Kinds, line, one_of, only_true, several, some_of, twice, whole
from companion.kits.cards import faults as field_faults

WITH_SPACES: Final = ("shore", "village", "lake")
LANGUAGES: Final = ("en", "fr", "ja")

LONGEST_NAME: Final = 40
MOST_WAYS: Final = 4
MOST_COPIES: Final = 9
MOST_GEMS: Final = 3
MOST_SPACES: Final = 5
LEVELS: Final = 2

_HASH: Final = re.compile(r"[0-9a-fA-F]{64}")


def is_hash(said: str) -> bool:
    """Whether it is written as a SHA-256 is."""
    return bool(_HASH.fullmatch(said))


def _goods(*names: str) -> Check:
    return some_of(dict.fromkeys(names, whole(1, MOST_AT_ONCE)))


_GOODS: Final = _goods(*GOODS)
_PRICE: Final = _goods(*(name for name in GOODS if name != "esteem"))
_WAYS: Final = several(some_of({"pay": _PRICE, "gain": _GOODS, "guide": only_true}), 1, MOST_WAYS)

_NAME: Final = Entry(some_of(dict.fromkeys(LANGUAGES, line(LONGEST_NAME))))
_DOES: Final = Entry(_WAYS, needed=False)
_GEMS: Final = Entry(whole(0, MOST_GEMS), needed=False)

KINDS: Final[Kinds] = {
    "islander": {
        "name": _NAME,
        "group": Entry(one_of(*GROUPS)),
        "cost": Entry(whole(0, MOST_AT_ONCE), needed=False),
        "does": _DOES,
        "scroll": Entry(some_of(dict.fromkeys(SPIRITS, _GOODS)), needed=False),
        "copies": Entry(whole(1, MOST_COPIES), needed=False),
    },
    "forest": {"name": _NAME, "does": Entry(_WAYS), "gems": _GEMS},
    "space": {
        "name": _NAME,
        "region": Entry(one_of(*WITH_SPACES)),
        "space": Entry(whole(1, MOST_SPACES)),
        "does": _DOES,
        "gems": _GEMS,
    },
    "decree": {"name": _NAME, "place": Entry(one_of(*REGIONS, *SPIRITS)), "reward": Entry(_GOODS, needed=False)},
    "altar": {"name": _NAME, "spirit": Entry(one_of(*ALTARS)), "cost": Entry(_PRICE)},
    "plot": {
        "name": _NAME,
        "a": Entry(one_of(*REGIONS)),
        "b": Entry(one_of(*REGIONS)),
        "lake": Entry(one_of(*BONUSES)),
    },
    "tokoh": {"name": _NAME, "start": Entry(_GOODS, needed=False), "does": _DOES},
    "elder": {"name": _NAME, "esteem": Entry(several(whole(0, MOST_AT_ONCE), LEVELS, LEVELS))},
}
"""The kinds of cards, each with its fields in the order in which a file is written."""


def faults(cards: object) -> Iterator[Fault]:
    """Everything that is wrong in a file. `cards` by their IDs, as JSON, or as the structs of `cards.py`."""
    yield from field_faults(cards, KINDS)
    yield from twice(cards, "space", KINDS, "region", "space")
