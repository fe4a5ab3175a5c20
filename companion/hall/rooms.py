"""Several rooms, each with a board and a store of its own, seen together: a board of boards asks the other boards."""

import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from http.client import HTTPException
from typing import Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec

from companion.clock import Clock
from companion.core.words import Text
from companion.hall.evening import Finished, PersonRank, standings
from companion.hall.layout import UNREADABLE
from companion.records.results import Rank

ASKED_SECONDS: Final = 5.0
"""Seconds between two requests to a board. It must answer within as many."""
MOST_BYTES: Final = 8 * 1024 * 1024
"""The most bytes of an answer: the results of some thousand games have two million."""


class RoomNow(msgspec.Struct, frozen=True):
    """A room as its board describes it to other programs (`/room.json`)."""

    tables: int
    """The number of tables with a game."""
    silent: int
    """The number of those whose box is silent."""
    ended: int
    """The number of games that have ended this evening."""
    rounds: tuple[Text, ...] = ()
    """The open rounds with the minutes that are left, in words."""
    away: bool = False
    """True if the room's store does not answer its board."""


class _Seat(msgspec.Struct, frozen=True):
    seat: str
    place: int
    won: bool
    points: int | None = None
    number: str = ""


class _Result(msgspec.Struct, frozen=True):
    """The fields of `/results.json` from which standings are made."""

    id: str
    game: str
    agreed: bool
    seats: tuple[_Seat, ...]


class RoomLine(NamedTuple):
    """A room for the page."""

    name: str
    url: str
    now: RoomNow | None
    """None: its board has not answered yet."""
    heard: int | None
    """The seconds since its board answered, or None if it never did."""


Ask = Callable[[str], bytes]


def asked(url: str) -> bytes:
    """Return what is at this address. Raises OSError."""
    with urlopen(url, timeout=ASKED_SECONDS) as reply:
        found: bytes = reply.read(MOST_BYTES)
    return found


class Rooms:
    """All rooms, by their names. `start` begins to ask their boards on a thread for each, until `close`."""

    def __init__(self, urls: Mapping[str, str], ask: Ask = asked, clock: Clock = time.monotonic) -> None:
        self._urls = dict(urls)
        self._ask = ask
        self._clock = clock
        self._now: dict[str, tuple[RoomNow, float]] = {}
        self._results: dict[str, tuple[_Result, ...]] = {}
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._follow, args=(name,), daemon=True) for name in self._urls]

    def start(self) -> "Rooms":
        """Ask all boards again and again."""
        for thread in self._threads:
            thread.start()
        return self

    def close(self) -> None:
        """Stop asking. A request that is under way ends by itself."""
        self._stop.set()

    def look(self, name: str) -> None:
        """Ask one room's board once. Without an answer, or with one that makes no sense, the room stays as it was."""
        url = self._urls[name].rstrip("/")
        with suppress(OSError, HTTPException, *UNREADABLE):
            now = msgspec.json.decode(self._ask(f"{url}/room.json"), type=RoomNow)
            results = msgspec.json.decode(self._ask(f"{url}/results.json"), type=tuple[_Result, ...])
            self._now[name], self._results[name] = (now, self._clock()), results

    def lines(self) -> list[RoomLine]:
        """Return all rooms, in the order in which they were named."""
        found = []
        for name, url in self._urls.items():
            now, at = self._now.get(name, (None, 0.0))
            found.append(RoomLine(name, url, now, None if now is None else round(self._clock() - at)))
        return found

    def standings(self) -> list[PersonRank]:
        """Return the ranking of all rooms together. A number and a name are one person in every room."""
        return standings(_finished(one) for results in list(self._results.values()) for one in results)

    def _follow(self, name: str) -> None:
        while not self._stop.is_set():
            self.look(name)
            self._stop.wait(ASKED_SECONDS)


def _finished(one: _Result) -> Finished:
    seats = tuple(Rank(seat.seat, seat.place, seat.points, seat.won) for seat in one.seats)  # type: ignore[arg-type]
    numbers = {seat.seat: seat.number for seat in one.seats if seat.number}
    return Finished(one.id, "", one.game, 0, None, one.agreed, seats, numbers=numbers)  # type: ignore[arg-type]


def rooms_named(words: Iterable[str]) -> dict[str, str]:
    """Return the addresses of boards by the names of their rooms, from words like NAME=URL. Raises ValueError."""
    found: dict[str, str] = {}
    for word in words:
        name, _, url = (part.strip() for part in word.partition("="))
        if not name or name in found or not _is_address(url):
            raise ValueError(word)
        found[name] = url
    return found


def _is_address(url: str) -> bool:
    """Return True if a request can be sent there: the port is a number, and no space is within."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not re.search(r"\s", url)
    except ValueError:
        return False
