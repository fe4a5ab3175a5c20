"""The evening whose power is cut: people sit down, copy a sheet, start Bali and answer by their phones.

It runs as a child process, so that strace records its writes.

`python -m tests.powercut.evening FOLDER ANSWERS [LOG SYNCHRONOUS TRUSTS_SECTORS]`. When phones may hear of a change, the
evening writes a line of JSON to stdout (`Kept`). A later cut must not undo anything in this line.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.bots import choose
from companion.box.running import open_journal
from companion.core.journal import AnswerEntry, TableHead
from companion.core.words import Refused
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.house.store import guest_book
from companion.journals.box_journal import BoxJournal, Thing
from companion.journals.durability import CAREFUL, WriteSafety
from companion.settings import Settings
from companion.snapshot.people import GuestBook
from tests.support.games import waiting
from tests.support.houses import HandClock, sit_down, start
from tests.support.phones import Phone, serving

NAMES = ("Ana", "Ben", "Cho")
COPIED = (("a" * 32, 0), ("a" * 32, 1), ("b" * 32, 0), ("a" * 32, 2))
"""The sheets that are changed, each with its revision."""
Result = TypeVar("Result")


class Kept(msgspec.Struct, frozen=True):
    """The part of a journal that people have been shown."""

    guests: GuestBook = GuestBook()
    code: str | None = None
    table: tuple[int, TableHead] | None = None
    entries: tuple[AnswerEntry, ...] = ()
    """The answers. In these evenings nobody corrects one."""
    things: tuple[Thing, ...] = ()
    """The copied sheets, sorted by id."""


def kept_by(journal: BoxJournal) -> Kept:
    table = journal.current_table()
    entries = tuple(journal.read(table[0])) if table else ()
    return Kept(guest_book(journal), journal.note("code"), table, entries, by_id(journal.things()))


def by_id(things: Iterable[Thing]) -> tuple[Thing, ...]:
    return tuple(sorted(things, key=lambda thing: thing.id))


def main(folder: str, most: str, safety: WriteSafety) -> None:
    journal = again(lambda: open_journal(Path(folder), safety))
    settings = Settings(state=folder, listen="127.0.0.1:0", frontends=("web",))
    house = again(lambda: House(settings, journal, SeededDice(1), HandClock()))
    # The line is written when phones hear of a change, which is before SQLite checkpoints its log.
    house.store.subscribe("maintenance", lambda: tell(house))
    tokens: dict[str, str] = {}
    for name in NAMES:
        tokens |= again(lambda name=name: sit_down(house, name))
    for id_, revision in COPIED:
        again(lambda id_=id_, revision=revision: copy(house, id_, revision))
    again(lambda: start(house, *NAMES, oracle=True))
    with serving(house) as port:
        for n in range(int(most)):
            again(lambda n=n: post(house, port, tokens, n))
            again(journal.checkpoint)  # as in a quiet moment. The trace can be read only if one thread writes at a time
    journal.close()


def copy(house: House, id_: str, revision: int) -> None:
    """Let the host copy more of a sheet. Raises Refused if the box cannot keep it."""
    with house.changing():
        house.owner_things.write("animism", "layout", id_, revision, {"name": f"{id_[:1]} {revision}"})


def post(house: House, port: int, tokens: Mapping[str, str], n: int) -> None:
    """Answer from a phone that is asked. An answer that needs two people is repeated by another phone.

    Raises Refused if the box cannot keep it.
    """
    found = waiting(house)
    assert found is not None
    assert house.table is not None
    seat, ask = found
    do = choose(house.table.game, house.table.moment.screen(seat).view, ask.answers, SeededDice(n).pick)
    for one in (seat, *(other for other in tokens if other != seat)):
        with Phone(port, cookies={"seat": tokens[one]}) as phone:
            reply = phone.play(ask.due, do, f"key-{n}")
        if reply.status == 503:
            raise Refused(reply.refused)
        if reply.status == 204:
            break
        assert reply.status == 202, reply.body


TRIES = 20


def again(act: Callable[[], Result]) -> Result:
    """Call `act`, and repeat it if the disk refuses, as people do. Raises Refused after TRIES calls."""
    for _ in range(TRIES):
        try:
            return act()
        except Refused as why:
            refused = why
    raise refused


def tell(house: House) -> None:
    """Write the state in the box's memory, from which all screens are made.

    The code is left out while the journal cannot keep anything, because it is then temporary, and every screen says so.
    """
    table = house.table
    head, entries = ((table.number, table.head), table.entries) if table else (None, ())
    code = house.guests.door.code if house.journal.trouble is None else None
    kept = Kept(house.guests.book, code, head, entries, by_id(house.owner_things.things))
    os.write(1, msgspec.json.encode(kept) + b"\n")


if __name__ == "__main__":
    log, synchronous, trusts = sys.argv[3:] or (*CAREFUL[:2], "")
    main(sys.argv[1], sys.argv[2], WriteSafety(log, synchronous, bool(trusts)))
