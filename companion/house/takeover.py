"""A table that changes boxes: what this box does when another one takes its table, and when it takes one over itself."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.core.journal import Entry, TableHead
from companion.core.words import Refused
from companion.house.doors import new_code
from companion.house.house import House
from companion.house.moved import Apart, MovedTable, Taken, kept, read_taken
from companion.house.store import APART, CODE, ELSEWHERE, GUESTS, TAKEN
from companion.house.tables import begin
from companion.snapshot.people import GuestBook


def fence(house: House, number: int, box: str, address: str, shown: int | None) -> None:
    """Accept no more answers for table `number`: the box of this name has it now. `shown`: how many answers the room saw
    here. None: nobody knows. Raises Refused if the disk takes nothing. Then the table is closed until a restart."""
    with house.store.lock:
        table, apart = house.table, house.store.state.apart
        if table is None or table.number != number:
            return
        if apart is not None:
            _go_on_apart(house, Apart(apart.table, box))
            return
        # Counted under the lock: every answer until now is among them, and none comes after.
        behind = None if shown is None else max(0, table.moment.seqs[None] - 1 - shown)
        elsewhere = MovedTable(number, box, address, behind)
        house.store.publish(elsewhere=elsewhere, is_unsure=False)
        house.journal.keep_note(ELSEWHERE, kept(elsewhere))


def doubt(house: House, number: int) -> bool:
    """Accept no answers until `assure` or `fence`: another box may have this table. False: the table goes on without the
    hall, or is not on."""
    with house.store.lock:
        state = house.store.state
        is_on = state.table is not None and state.table.number == number
        if is_on and state.apart is None and state.elsewhere is None:
            house.store.publish(is_unsure=True)
        return is_on and state.apart is None


def assure(house: House, number: int) -> None:
    """Accept answers again: the hall says that this table is this box's."""
    with house.store.lock:
        state = house.store.state
        if state.is_unsure and state.table is not None and state.table.number == number:
            house.store.publish(is_unsure=False)


def play_apart(house: House, number: int) -> None:
    """Go on with this table without the hall, as somebody at the table decides. Raises Refused where the hall was heard in
    between, or the disk takes nothing."""
    with house.changing():
        state = house.store.state
        if state.table is None or not state.is_unsure or state.table.number != number:
            raise Refused("other_shown")
        _go_on_apart(house, Apart(state.table.head.name))


def _go_on_apart(house: House, apart: Apart) -> None:
    house.journal.keep_note(APART, kept(apart))
    house.store.publish(apart=apart, is_unsure=False)


def unconfirmed(house: House) -> dict[str, str]:
    """Return the notes that go with this table to its next box: the warning that nobody has confirmed."""
    taken = house.store.state.taken
    return {} if taken is None else {TAKEN: kept(taken)}


def reclaim(house: House, number: int) -> None:
    """Ask the hall for the table that was on here under this number, and that another box has. Returns before the hall
    answers. Raises Refused where no other box has it."""
    state, others = house.store.state, house.store.others
    if state.table is None or state.elsewhere is None or state.table.number != number or others is None:
        raise Refused("other_shown")
    others.take_back(state.table.head.name)


def check_takes(house: House) -> None:
    """Raise Refused while a game is on here: this box can take no other table over."""
    state = house.store.state
    if state.table is not None and not state.table.moment.over and state.elsewhere is None:
        raise Refused("game_on")


def take(
    house: House,
    head: TableHead,
    entries: Sequence[Entry],
    least: int,
    book: GuestBook,
    notes: Mapping[str, str],
    taken: Taken | None = None,
) -> int:
    """Go on with the table and the people of another box, and return its number here. `notes`: what else is kept with it.
    `taken`: the warning that answers may be missing. None: the one that nobody confirmed at its last box. Raises Refused
    while a game is on, or if the box cannot keep it."""
    with house.changing() as guests:
        check_takes(house)
        code, people = new_code(), msgspec.json.encode(book).decode()
        taken = taken or read_taken(notes.get(TAKEN, kept(None)))
        of_a_hall = {APART: kept(None), TAKEN: kept(taken)}
        number = house.journal.take_table(head, entries, least, {**notes, **of_a_hall, GUESTS: people, CODE: code})
        guests.arrived(book, code)
        house.witnesses.inherited()
        begin(house, number, head)
        house.store.set(taken=taken)
        return number
