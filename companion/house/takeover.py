"""A table that moves between boxes: when another box takes this box's table, and when this box takes one over."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.core.journal import Entry, TableHead
from companion.core.words import Refused
from companion.house.doors import new_code
from companion.house.house import House
from companion.house.moved import Apart, MovedTable, Taken, encoded, read_taken
from companion.house.store import APART, CODE, ELSEWHERE, GUESTS, TAKEN
from companion.house.tables import begin
from companion.snapshot.people import GuestBook


def fence(house: House, number: int, box: str, address: str, shown: int | None) -> None:
    """Accept no more answers for table `number`, because the box of this name has it now. `shown` is the number of answers
    that the room saw here. None: nobody knows. Raise Refused if the disk refuses the note. The table is then closed only
    until a restart."""
    with house.store.lock:
        table, apart = house.table, house.store.state.apart
        if table is None or table.number != number:
            return
        if apart is not None:
            _go_on_apart(house, Apart(apart.table, box))
            return
        # Count under the lock: it holds all answers until now, and none comes after.
        behind = None if shown is None else max(0, table.moment.seqs[None] - 1 - shown)
        elsewhere = MovedTable(number, box, address, behind)
        house.store.publish(elsewhere=elsewhere, is_unsure=False)
        house.journal.keep_note(ELSEWHERE, encoded(elsewhere))


def doubt(house: House, number: int) -> bool:
    """Accept no answers until `assure` or `fence`, because another box may have this table. Return False if the table goes
    on without the hall, or is not on."""
    with house.store.lock:
        state = house.store.state
        is_on = state.table is not None and state.table.number == number
        if is_on and state.apart is None and state.elsewhere is None:
            house.store.publish(is_unsure=True)
        return is_on and state.apart is None


def assure(house: House, number: int) -> None:
    """Accept answers again, because the hall says that this box owns the table."""
    with house.store.lock:
        state = house.store.state
        if state.is_unsure and state.table is not None and state.table.number == number:
            house.store.publish(is_unsure=False)


def play_apart(house: House, number: int) -> None:
    """Go on with this table without the hall, as somebody at the table decides. Raise Refused if the hall has answered in
    between, or if the disk refuses the note."""
    with house.changing():
        state = house.store.state
        if state.table is None or not state.is_unsure or state.table.number != number:
            raise Refused("other_shown")
        _go_on_apart(house, Apart(state.table.head.name))


def _go_on_apart(house: House, apart: Apart) -> None:
    house.journal.keep_note(APART, encoded(apart))
    house.store.publish(apart=apart, is_unsure=False)


def unconfirmed(house: House) -> dict[str, str]:
    """Return the notes that go with this table to its next box: the warning, if nobody has confirmed it."""
    taken = house.store.state.taken
    return {} if taken is None else {TAKEN: encoded(taken)}


def reclaim(house: House, number: int) -> None:
    """Ask the hall to give back the table that was on here under this number, and that another box has. Return before the
    hall answers. Raise Refused if no other box has it."""
    state, others = house.store.state, house.store.others
    if state.table is None or state.elsewhere is None or state.table.number != number or others is None:
        raise Refused("other_shown")
    others.bring_back(state.table.head.name)


def check_takes(house: House) -> None:
    """Raise Refused while a game is on here, because this box can then take no other table over."""
    state = house.store.state
    if state.table is not None and not state.table.moment.over and state.elsewhere is None:
        raise Refused("game_on")


def take_over(
    house: House,
    head: TableHead,
    entries: Sequence[Entry],
    least: int,
    book: GuestBook,
    notes: Mapping[str, str],
    taken: Taken | None = None,
) -> int:
    """Go on with the table and the people of another box. Return the table's number on this box, which is at least `least`.
    `notes` are kept with the table. `taken` is the warning that answers may be missing. None: the warning in `notes` that
    nobody confirmed. Raise Refused while a game is on, or if the box cannot keep the table."""
    with house.changing() as guests:
        check_takes(house)
        code, people = new_code(), msgspec.json.encode(book).decode()
        taken = taken or read_taken(notes.get(TAKEN, encoded(None)))
        of_a_hall = {APART: encoded(None), TAKEN: encoded(taken)}
        number = house.journal.add_table(head, entries, least, {**notes, **of_a_hall, GUESTS: people, CODE: code})
        guests.take_over(book, code)
        house.rollback.inherited()
        begin(house, number, head)
        house.store.set(taken=taken)
        return number
