"""A spare box, at a terminal: which tables there are, and taking one over."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TypeVar

from companion.core.words import Refused, Text, joined, names, text
from companion.hall.access import known_by
from companion.hall.adopting import Offer, adopt, offers
from companion.hall.identity import box_id
from companion.hall.line import Away
from companion.hall.seals import Seals
from companion.hall.store import Store
from companion.house.house import House
from companion.settings import Hall
from companion.shelf import games

Found = TypeVar("Found")


def listed(hall: Hall) -> Iterator[Text]:
    """A line for each table that is on. Raises Refused where no store answers."""
    found = _asked(hall, offers)
    yield from map(line, found)
    if not found:
        yield text("hall.no_tables")


def adopted(house: House, hall: Hall, table: str) -> Text:
    """The table of this name, or at the box of this name, goes on at this house. Raises Refused with the reason."""
    with closing(house.journal):
        offer, me = _asked(hall, lambda store: chosen(offers(store), table)), box_id(house)
        if offer.owner.box == me and offer.heard is not None:
            raise Refused("hall.doubled")
        _asked(hall, lambda store: adopt(house, store, Seals(hall.secret()), me, offer))
        return text("hall.adopted", table=line(offer))


def chosen(found: list[Offer], said: str) -> Offer:
    """The table that is meant. Raises Refused where it is none, or more than one."""
    meant = [offer for offer in found if said.upper() == offer.table or (offer.box and said == offer.box.name)]
    if len(meant) != 1:
        raise Refused("hall.no_such_table", tables=joined(offer.table for offer in found))
    return meant[0]


def line(offer: Offer) -> Text:
    """One table: what people must know before they take it."""
    game = text(f"{offer.open.game}.name") if offer.open.game in games() else offer.open.game
    heard = text("hall.silent") if offer.heard is None else text("hall.heard", count=offer.heard)
    box = offer.box.name if offer.box else offer.open.name or offer.owner.box
    return text("hall.offer", table=offer.table, box=box, game=game, seats=names(offer.open.seats), heard=heard)


def _asked(hall: Hall, act: Callable[[Store], Found]) -> Found:
    """What a store says, the first one that answers; an act that was begun goes on at the next. Raises Refused."""
    with closing(Store(hall.stores, known_by(hall))) as store:
        for _ in hall.stores:
            try:
                return act(store)
            except Away:
                continue
    raise Refused("hall.no_store", store=", ".join(hall.stores))
