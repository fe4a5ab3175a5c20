"""What the hall is told of a table besides its entries: what everybody may see, and for a spare box alone who sits there."""

from typing import NamedTuple

import msgspec

from companion.core.journal import TableHead
from companion.core.view import merged, screen_groups
from companion.hall.keys import called
from companion.hall.layout import Open
from companion.house import takeover
from companion.house.house import House
from companion.house.snapshots import Snapshots
from companion.snapshot.people import GuestBook


class Guests(msgspec.Struct, frozen=True):
    """What a spare box needs beside head and entries. It is sealed anew with every copy, so that nothing at the end can be
    missing, or older, unnoticed."""

    book: GuestBook
    """Seats, phones by the hashes of their tokens, and languages."""
    witness: dict[str, str]
    """By what this box knows what phones remember, and what nobody has confirmed yet; by the journal's names."""
    number: int
    """Of the table at that box."""
    entries: int
    """How many there are."""
    hash: str
    """Of the last one; of the head, where there is none yet."""
    at: int = 0
    """The second, by the store's clock, up to which all that was answered at that box is here; 0: nobody knows."""
    box: str = ""
    """The id of the box that had the table by then."""
    epoch: int = 0
    """That box's epoch. An owner of an earlier epoch was put back."""


class Seen(NamedTuple):
    """A table that is on, or over and not yet left, at one instant."""

    number: int
    head: TableHead
    entries: int
    shown: int
    """How many of them the room's screen showed."""
    view: Open
    """Without times and without the box."""
    book: GuestBook
    witness: dict[str, str]


class Look:
    """Looks at a house without its lock. What has not changed is not made again."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: tuple[object, Open] | None = None

    def __call__(self) -> Seen | None:
        """The table that is on and belongs to the hall; None: there is none."""
        looks = self._house.looks
        table, moment = looks.state.table, looks.moment
        if table is None or moment is None or not table.head.name:
            return None
        book = self._house.guests.book
        kept = GuestBook(book.seating, book.tokens, book.languages, book.revision, in_front=book.in_front)
        view = self._view(looks, table.head)
        return Seen(table.number, table.head, moment.entries, moment.seqs[None] - 1, view, kept, self._notes)

    @property
    def _notes(self) -> dict[str, str]:
        return {**self._house.witnesses.notes, **takeover.unconfirmed(self._house)}

    def _view(self, looks: Snapshots, head: TableHead) -> Open:
        key = looks.key(None)
        if self._known is None or self._known[0] != key:
            hall = self._house.settings.hall
            self._known = key, _view(looks, head, called(hall) if hall is not None else "")
        return self._known[1]


def _view(looks: Snapshots, head: TableHead, name: str) -> Open:
    frame = looks.frame(None)
    assert frame.screen is not None
    oled = frame.screen.view.oled
    return Open(
        box="",
        name=name,
        game=head.game,
        seats=head.seats,
        pieces={seat: frame.place.pieces[seat] for seat in head.seats if seat in frame.place.pieces},
        began=0,
        since=0,
        over=frame.screen.over,
        fingerprint=frame.fingerprint,
        awaited=oled.awaited or ((oled.seat,) if oled.seat is not None else ()),
        parts=merged(*screen_groups(frame.screen)),
    )
