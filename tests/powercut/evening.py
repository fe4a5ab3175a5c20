"""The evening whose power is cut: people sit down, start Bali and answer. Run as a child, so that its writes are traced.

`python -m tests.powercut.evening FOLDER ANSWERS [LOG SYNCHRONOUS TRUSTS_SECTORS]`. As soon as phones could be told of a
change, one write to stdout says all that a cut must not undo from then on (`Kept`), a line of JSON.
"""

import os
import sys
from pathlib import Path

import msgspec

from companion.core.journal import Entry, Head
from companion.house import House
from companion.journals.sqlite import CAREFUL, Care, SqliteJournal
from companion.lots import SeededLots
from companion.seating import GuestBook
from companion.settings import Settings
from tests.support.games import answers
from tests.support.houses import HandClock, sit_down, start

NAMES = ("Ana", "Ben", "Cho")


class Kept(msgspec.Struct, frozen=True):
    """What a journal holds that people were told of."""

    guests: GuestBook = GuestBook()
    code: str | None = None
    table: tuple[int, Head] | None = None
    entries: tuple[Entry, ...] = ()


def kept_by(journal: SqliteJournal) -> Kept:
    table = journal.current_table()
    entries = tuple(journal.read(table[0])) if table else ()
    return Kept(journal.guest_book(), journal.note("code"), table, entries)


def main(folder: str, most: str, care: Care) -> None:
    journal = SqliteJournal(Path(folder) / "companion.db", care)
    settings = Settings(state=folder, listen="127.0.0.1:0", frontends=("web",))
    house = House(settings, journal, SeededLots(1), HandClock())
    # Whoever watches is told when a phone is: before the log is brought home.
    house.watch(lambda: tell(journal))
    sit_down(house, *NAMES)
    start(house, *NAMES, oracle=True)
    for _ in answers(house, most=int(most)):
        pass
    journal.close()


def tell(journal: SqliteJournal) -> None:
    os.write(1, msgspec.json.encode(kept_by(journal)) + b"\n")


if __name__ == "__main__":
    log, synchronous, trusts = sys.argv[3:] or (*CAREFUL[:2], "")
    main(sys.argv[1], sys.argv[2], Care(log, synchronous, bool(trusts)))
