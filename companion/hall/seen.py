"""The public part of a table, and its seats and phones for a spare box alone: what the hall gets besides the entries."""

from typing import NamedTuple

import msgspec

from companion.core.journal import TableHead
from companion.core.view import merged, screen_groups
from companion.hall.keys import box_name
from companion.hall.layout import Open
from companion.house import takeover
from companion.house.house import House
from companion.house.snapshots import Snapshots
from companion.snapshot.people import GuestBook


class Guests(msgspec.Struct, frozen=True):
    """Everything a spare box needs besides head and entries. Each copy seals it again, so nobody can remove the last entries
    or restore older ones unnoticed."""

    book: GuestBook
    """Seats, phones by their tokens' hashes, and languages."""
    witness: dict[str, str]
    """The box's notes on what phones remember and on what nobody has confirmed yet, by their names in the journal."""
    number: int
    """The table's number at that box."""
    entries: int
    """The number of entries."""
    hash: str
    """The last entry's hash, or the head's if there is none."""
    at: int = 0
    """The second, by the store's clock, up to which every answer of that box is here, or 0 if nobody knows."""
    box: str = ""
    """The id of the box that had the table at that time."""
    epoch: int = 0
    """That box's epoch. An owner with an earlier epoch was put back."""


class Seen(NamedTuple):
    """A table at one instant that is on, or over and not yet left."""

    number: int
    head: TableHead
    entries: int
    shown: int
    """The number of entries that the room's screen showed."""
    view: Open
    """The screen without times and without the box."""
    book: GuestBook
    witness: dict[str, str]


class Look:
    """Reads a house without its lock. It reuses the last screen if nothing changed."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: tuple[object, Open] | None = None

    def __call__(self) -> Seen | None:
        """Return the running table of the hall, or None if there is none."""
        looks = self._house.looks
        table, moment = looks.state.table, looks.moment
        if table is None or moment is None or not table.head.name:
            return None
        book = self._house.guests.book
        kept = GuestBook(book.seating, book.tokens, book.languages, book.revision, in_front=book.in_front, wants=book.wants)
        view = self._view(looks, table.head)
        return Seen(table.number, table.head, moment.entries, moment.seqs[None] - 1, view, kept, self._notes)

    @property
    def _notes(self) -> dict[str, str]:
        return {**self._house.witnesses.notes, **takeover.unconfirmed(self._house)}

    def _view(self, looks: Snapshots, head: TableHead) -> Open:
        key = looks.key(None)
        if self._known is None or self._known[0] != key:
            hall = self._house.settings.hall
            self._known = key, _view(looks, head, box_name(hall) if hall is not None else "")
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
        over=frame.screen.over and not looks.waits_for_the_room(None),  # no board shows a result before the room's screen
        fingerprint=frame.fingerprint,
        awaited=oled.awaited or ((oled.seat,) if oled.seat is not None else ()),
        parts=merged(*screen_groups(frame.screen)),
    )
