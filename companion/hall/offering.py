"""What a table of the hall is, in words for people; and which ones a box has lost."""

from collections.abc import Sequence
from typing import Final

from companion.core.knowledge import Seat
from companion.core.words import Text, reread, text
from companion.hall import layout
from companion.hall.adopting import LONGEST, Offer, named, offer_of, owners_of
from companion.hall.seals import Seals
from companion.hall.store import Store
from companion.ports.hall import Offered
from companion.ports.journal import Following
from companion.shelf import games
from companion.speech.i18n import LANGUAGES, say

MOST_SEATS: Final = 10
AT_A_LOOK: Final = 30
"""Tables of the journal that are read at once."""
NEVER: Final = 2**63 - 1
"""Higher than any table's number."""


def offered(offer: Offer, seals: Seals, me: str, now: int | None) -> Offered:
    """As people are shown it; `me`: the box where they look, `now`: the store's clock."""
    until = offer.until or offer.open.since
    return Offered(
        table=offer.table,
        owner=(offer.owner.box, offer.owner.epoch),
        box=named(offer),
        where=where(offer),
        seats=tuple(Seat(seat[:LONGEST]) for seat in offer.open.seats[:MOST_SEATS]),
        silent=offer.box is None,
        heard=offer.heard,
        age=max(0, (now or until) - until),
        own=offer.owner.box == me and seals.is_true(offer.table, offer.owner),
    )


def where(offer: Offer) -> Text:
    """Which game it is, and how far, as its screens say it; what the store says is said only if it can be."""
    game = offer.open.game
    name = text(f"{game}.name") if game in games() else text("seat", seat=game[:LONGEST])
    said = reread(offer.open.parts.get("where"))
    return said if isinstance(said, Text) and said.key.startswith(f"{game}.") and _can_be_said(said) else name


def is_lost(store: Store, seals: Seals, me: str, journal: Following, on: str) -> Sequence[Offer]:
    """The first table that is this box's, is not over and not on here (`on`), and whose last entry the journal does not
    have, or the journal does not know the table at all. Raises Away, Unread."""
    for name, owner in owners_of(store):
        if owner.box != me or name == on or not seals.is_true(name, owner):
            continue
        found = [offer for offer in offer_of(store, name) if not offer.open.over]
        if found and not _has_all(store, journal, name):
            return found
    return ()


def _has_all(store: Store, journal: Following, name: str) -> bool:
    number = next(iter(_numbers(journal, name)), None)
    last = store.last(layout.entries(name))
    key = layout.named(last.key) if last is not None else None
    if number is None:
        return False
    return key is None or journal.entry(number, key.number) is not None


def _numbers(journal: Following, name: str) -> Sequence[int]:
    """Under which numbers the box has had a table, the newest first."""
    found: list[int] = []
    before = NEVER
    while tables := journal.tables(before, AT_A_LOOK):
        found += [number for number, head in tables if head.name == name]
        before = tables[-1][0]
    return found


def _can_be_said(words: Text) -> bool:
    try:
        return all(len(say(words, language)) <= LONGEST for language in LANGUAGES)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return False
