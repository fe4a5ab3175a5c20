"""Makes houses in a folder, with seeded dice and a clock that a test sets."""

import sqlite3
from pathlib import Path
from typing import Any

from companion.box.running import open_journal
from companion.clock import Calendar
from companion.core.state import Seat
from companion.house import prompts
from companion.house.dice import SeededDice
from companion.house.guests import Guests
from companion.house.house import House
from companion.journals.box_journal import BoxJournal
from companion.journals.sqlite import SqliteJournal
from companion.settings import Settings

ADDRESS = "192.168.1.20"


class HandClock:
    """A clock in seconds that only a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds


def undated() -> None:
    """Return no date, as on a box whose clock nobody has set."""


def open_house(
    folder: Path, seed: int = 1, clock: HandClock | None = None, calendar: Calendar = undated, **settings: Any
) -> House:
    """Return the house whose file is in `folder`. After a restart this is the same house. Its lobby has Bali unless somebody
    picked another game."""
    fields = {"state": str(folder), "listen": "127.0.0.1:0", "frontends": ("web",), **settings}
    journal = open_journal(folder)
    house = House(Settings(**fields), journal, SeededDice(seed), clock or HandClock(), calendar)
    house.store.set(picked=journal.note("picked") or "bali")
    return house


def sit_down(house: House, *names: str) -> dict[str, str]:
    """Let these people join in this order. Return the phones' tokens by name."""
    tokens = {}
    for name in names:
        with house.changing() as guests:
            seat, token = guests.join(guests.door.code, name, ADDRESS)
        tokens[seat] = token
    return tokens


def start(house: House, *names: str, game: str = "bali", is_set_up: bool = True, **options: Any) -> None:
    """Start a game. With `is_set_up` its table is ready immediately."""
    house.start({"game": game, "seats": list(names), "options": options})
    if is_set_up:
        prompts.skip(house, house.store.state.ticks.table)


def playing(folder: Path, *names: str, seed: int = 1, game: str = "bali", is_set_up: bool = True, **options: Any) -> House:
    """Return a house in which these people have just begun a game."""
    house = open_house(folder, seed)
    sit_down(house, *names)
    start(house, *names, game=game, is_set_up=is_set_up, **options)
    return house


def settle(guests: Guests, yes: bool) -> None:
    """Say yes or no to the claim that is shown."""
    shown = guests.claims.first()
    assert shown is not None
    guests.settle_claim(shown, yes)


def facts(house: House) -> dict[str, Any]:
    """Return everything that a restart must not change."""
    book, table = house.guests.book, house.table
    moment = table.moment if table else None
    return {
        "book": book,
        "code": house.guests.door.code,
        "picked": house.snapshots.lobby.picked,
        "agreed": house.agreed.notes,
        "head": table.head if table else None,
        "number": table.number if table else None,
        "entries": (moment.entries, moment.hash) if moment else (),
        "fingerprint": moment.fingerprint if moment else "",
        "seqs": dict(moment.seqs) if moment else {},
        "screens": {seat: moment.screen(seat) for seat in moment.seqs} if moment else {},
    }


def connection(journal: BoxJournal) -> sqlite3.Connection:
    """Return the journal's own connection, for a test to read or to break."""
    assert isinstance(journal, SqliteJournal)
    return journal._open()


def seats_of(house: House) -> tuple[Seat, ...]:
    assert house.table is not None
    return house.table.head.seats
