"""The parts of a table that the hall gets besides its entries: the public screen, and for spare boxes alone the seats and
phones."""

from typing import NamedTuple

from companion.core.journal import TableHead
from companion.core.view import merged, screen_groups
from companion.hall.keys import box_name
from companion.hall.layout import Open
from companion.house import takeover
from companion.house.house import House
from companion.house.snapshots import Snapshots
from companion.snapshot.people import GuestBook


class Seen(NamedTuple):
    """A table at one instant. Its game runs, or is over and people have not left it yet."""

    number: int
    head: TableHead
    entries: int
    shown: int
    """The number of entries that the room's screen showed."""
    view: Open
    """The public screen. Its times are 0 and its box is empty: the copy fills them in."""
    book: GuestBook
    witness: dict[str, str]


class Look:
    """Reads a house's table without its lock. The public screen is only made again if it changed."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: tuple[object, Open] | None = None

    def __call__(self) -> Seen | None:
        """Return the running table of the hall, or None if there is none."""
        snapshots = self._house.snapshots
        table, moment = snapshots.state.table, snapshots.moment
        if table is None or moment is None or not table.head.name:
            return None
        book = self._house.guests.book
        copy = GuestBook(
            book.seating,
            book.tokens,
            book.languages,
            book.revision,
            in_front=book.in_front,
            endings=book.endings,  # a phone that comes back after a take-back is known by its old token
            wants=book.wants,
        )
        view = self._view(snapshots, table.head)
        return Seen(table.number, table.head, moment.entries, moment.seqs[None] - 1, view, copy, self._notes)

    @property
    def _notes(self) -> dict[str, str]:
        return {**self._house.rollback.notes, **takeover.unconfirmed(self._house)}

    def _view(self, snapshots: Snapshots, head: TableHead) -> Open:
        key = snapshots.phone(None).key
        if self._known is None or self._known[0] != key:
            hall = self._house.settings.hall
            self._known = key, _view(snapshots, head, box_name(hall) if hall is not None else "")
        return self._known[1]


def _view(snapshots: Snapshots, head: TableHead, name: str) -> Open:
    snapshot = snapshots.phone(None).snapshot
    assert snapshot.screen is not None
    display = snapshot.screen.view.display
    return Open(
        box="",
        name=name,
        game=head.game,
        seats=head.seats,
        pieces={seat: snapshot.place.pieces[seat] for seat in head.seats if seat in snapshot.place.pieces},
        began=0,
        since=0,
        over=snapshot.screen.over
        and not snapshots.waits_for_the_room(None),  # no board shows a result before the room's screen
        fingerprint=snapshot.fingerprint,
        awaited=display.awaited or ((display.seat,) if display.seat is not None else ()),
        parts=merged(*screen_groups(snapshot.screen)),
    )
