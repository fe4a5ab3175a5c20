"""The subjects of the bench: a game of the shelf, and `companion run` in a process of its own."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.bots import next_answer
from companion.bounds import SECONDS_A_CHANGE
from companion.core.journal import MemoryJournal, TableHead
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.words import Refused
from companion.house.dice import SeededDice
from companion.records.record import parse_head
from tests.support.following import Following
from tests.support.wire import Listeners, Poster, request


@dataclass(frozen=True)
class Plan:
    """The game that the bench plays, its seats and options."""

    game: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]

    @property
    def head(self) -> TableHead:
        return TableHead(self.game, self.seats, self.options)

    def table(self, number: int, journal: MemoryJournal | None = None) -> Table:
        lots, (head, game, options) = SeededDice(number), parse_head(self.head.fields())
        return Table(game, head, options, journal or MemoryJournal(), number, lots.bits, lots.pick)

    def whole_game(self, number: int) -> Table:
        """Return game number `number`, played to its end."""
        on, lots = self.table(number), SeededDice(number)
        while not on.moment.over:
            answer = next_answer(on, self.seats, lots.pick)
            assert answer is not None
            seat, due, do = answer
            with suppress(Refused):  # a bot may fill a form with nonsense
                on.answer(seat, due, do, "")
        return on


class Server:
    """`companion run` in a process of its own."""

    def __init__(self, folder: Path, plan: Plan, more: str = "", python: Sequence[str] = (sys.executable,)) -> None:
        self.plan, self._folder = plan, folder
        settings = folder / "box.toml"
        settings.write_text(f'frontends = ["web"]\n{more}')
        listen = ["--listen", "127.0.0.1:0", "--panel", "none", "--state", str(folder), "--settings", str(settings)]
        started = time.perf_counter()
        self.process = subprocess.Popen([*python, "-m", "companion", "run", *listen], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        address, _, self.code = self.process.stdout.readline().split()[1].rpartition("/J/")
        self.port = int(address.rpartition(":")[2])
        self.poster = Poster(self.port)
        assert self.poster.ask(request("GET", "/table"))[0] == 200
        self.start_seconds = time.perf_counter() - started
        self.tokens: dict[Seat, str] = {}
        self.game = 0

    def sit_down(self) -> None:
        for name in self.plan.seats:
            status, head, _ = self._post("/join", {"code": self.code, "name": name})
            assert status == 200
            self.tokens[name] = head.split(b"seat=")[1].split(b";")[0].decode()

    def begin(self) -> None:
        """Begin the next game. A running game is given up."""
        if self.game:
            self._post("/abandon", {}, self.plan.seats[0])
        request = {"game": self.plan.game, "seats": self.plan.seats, "options": self.plan.options}
        assert self._post("/start", request, self.plan.seats[0])[0] == 204
        self.game += 1

    def _post(self, path: str, fields: Any, seat: Seat | None = None) -> tuple[int, bytes, bytes]:
        """Post, and wait whenever the box says 429: a host who begins one game after the other must wait at times
        (`companion/bounds.py`)."""
        asked = request("POST", path, msgspec.json.encode(fields), self.tokens[seat] if seat else "")
        while (reply := self.poster.ask(asked))[0] == 429:
            time.sleep(SECONDS_A_CHANGE)
        return reply

    def answers(self) -> Iterator[tuple[bytes, Mapping[Seat | None, int] | None]]:
        """Yield each answer of the game that has begun as a request, with the number that every screen has after it. None:
        nobody can know, because the box draws."""
        for n, answer in enumerate(Following(self._folder, self.game).answers()):
            encoded = msgspec.json.encode({"due": answer.due, "key": f"{n}", "do": answer.do})
            if answer.needs_confirmation:
                first = next(seat for seat in self.plan.seats if seat != answer.seat)
                assert self.poster.ask(request("POST", "/play", encoded, self.tokens[first]))[0] == 202
            yield request("POST", "/play", encoded, self.tokens[answer.seat]), answer.seqs

    def listeners(self, phones: int, settled: bool = True) -> Listeners:
        """Return `phones` open streams: one for each seat first, then screens of the table."""
        opened, seats = Listeners(), self.plan.seats
        for n in range(phones):
            seat = seats[n] if n < len(seats) else None
            opened.open(self.port, seat, self.tokens[seat] if seat else "")
        if settled:
            opened.settle()
        return opened

    def rss_mib(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return round(int(status.split("VmRSS:")[1].split()[0]) / 1024, 1)

    def own_mib(self) -> float:
        """Return the MiB that no other process can share. Pages of a library's file are shared."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return round(int(rollup.split("\nPrivate_Dirty:")[1].split()[0]) / 1024, 1)

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def bytes_written(self) -> int:
        content = Path(f"/proc/{self.process.pid}/io").read_text()
        return int(content.split("\nwrite_bytes:")[1].split()[0])

    def stop(self) -> float:
        """Stop the process. Return the seconds until it has stopped."""
        start = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return time.perf_counter() - start


@contextmanager
def server(plan: Plan, more: str = "") -> Iterator[Server]:
    """Yield a running box. `more` is added to its settings."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        running = Server(Path(folder), plan, more)
        try:
            yield running
        finally:
            running.stop() if running.process.poll() is None else None
