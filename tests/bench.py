"""`make bench`: what the real server does in a second and in a byte (DESIGN 10), as one JSON object.

Nothing here passes or fails. The server runs in a process of its own; the phones are bare sockets in this one.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.bots import choose
from companion.core.history import begin
from companion.core.journal import Head, MemoryJournal
from companion.core.knowledge import Seat
from companion.core.table import Table
from companion.i18n import say
from companion.lots import SeededLots
from companion.shelf import games
from tests.support.wire import Listeners, Poster, request

NAMES = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai")))
HEAD = Head("bali", NAMES, {})
Answers = list[tuple[Seat, str, dict[str, Any]]]


def table(number: int, journal: MemoryJournal | None = None) -> Table:
    game, lots = games()["bali"], SeededLots(number)
    return Table(game, HEAD, game.options(), journal or MemoryJournal(), number, lots.bits, lots.pick)


def whole_game(number: int) -> tuple[Answers, Table]:
    """The answers of game `number` of a box from start to end, and the table they lead to."""
    on, lots, answers = table(number), SeededLots(number), Answers()
    while not on.moment.over:
        seat, ask = next((seat, ask) for seat in NAMES for ask in on.moment.screen(seat).asks)
        do = choose(on.game, on.moment.screen(seat).view, ask.answers, lots.pick)
        on.chair(seat).play(ask.due, do, f"{number}-{len(answers)}")
        answers.append((seat, ask.due, do))
    return answers, on


# The engine alone


def seconds(act: Callable[[], object], least: float) -> float:
    """How long `act` takes: the best of repeated runs."""
    runs, until = [], time.perf_counter() + least
    while not runs or time.perf_counter() < until:
        start = time.perf_counter()
        act()
        runs.append(time.perf_counter() - start)
    return min(runs)


def engine(least: float) -> dict[str, float]:
    _, over = whole_game(1)
    entries = over._journal.read(1)
    game = games()["bali"]
    moments = list(_moments(entries))

    def fold() -> None:
        history = begin(game, NAMES, game.options())
        for entry in entries:
            history = history.plus(entry)

    def screens() -> None:
        for moment in moments:
            for seat in NAMES:
                moment._build(seat)

    return {
        "answers_folded_per_second": round(len(entries) / seconds(fold, least)),
        "screens_per_second": round(4 * len(moments) / seconds(screens, least)),
        "refold_of_a_game_ms": round(1000 * seconds(lambda: table(1, over._journal), least), 2),  # type: ignore[arg-type]
        "answers_in_that_game": len(entries),
    }


def _moments(entries: Any) -> Iterator[Any]:
    journal = MemoryJournal()
    for entry in entries:
        yield table(1, journal).moment
        journal.append(1, entry.n - 1, entry)


# The server


class Server:
    """`companion run` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        settings = folder / "box.toml"
        settings.write_text('frontends = ["web"]\n')
        listen = ["--listen", "127.0.0.1:0", "--panel", "none", "--state", str(folder), "--settings", str(settings)]
        started = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", *listen], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        address, _, self.code = self.process.stdout.readline().split()[1].rpartition("/J/")
        self.port = int(address.rpartition(":")[2])
        self.poster = Poster(self.port)
        assert self.poster.ask(request("GET", "/table"))[0] == 200
        self.start_seconds = time.perf_counter() - started
        self.tokens: dict[Seat, str] = {}
        self.game = 0

    def sit_down(self) -> None:
        for name in NAMES:
            status, head, _ = self._post("/join", {"code": self.code, "name": name})
            assert status == 200
            self.tokens[name] = head.split(b"seat=")[1].split(b";")[0].decode()

    def begin(self) -> None:
        """The next game; one that is on is given up."""
        if self.game:
            self._post("/abandon", {}, NAMES[0])
        said = {"game": "bali", "seats": NAMES, "options": {}}
        assert self._post("/start", said, NAMES[0])[0] == 204
        self.game += 1

    def _post(self, path: str, said: Any, seat: Seat | None = None) -> tuple[int, bytes, bytes]:
        return self.poster.ask(request("POST", path, msgspec.json.encode(said), self.tokens[seat] if seat else ""))

    def answers(self) -> list[bytes]:
        """The game that has begun, each answer as it is posted."""
        told, _ = whole_game(self.game)
        return [
            request("POST", "/play", msgspec.json.encode({"due": due, "key": f"{n}", "do": do}), self.tokens[seat])
            for n, (seat, due, do) in enumerate(told)
        ]

    def listeners(self, phones: int) -> Listeners:
        """So many phones: the seats', and beyond them the table's screens."""
        opened = Listeners()
        for n in range(phones):
            opened.open(self.port, "/stream" if n < len(NAMES) else "/stream?table", self.tokens[NAMES[n]] if n < 4 else "")
        opened.wait(1)
        return opened

    def rss_mib(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return round(int(status.split("VmRSS:")[1].split()[0]) / 1024, 1)

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def bytes_written(self) -> int:
        said = Path(f"/proc/{self.process.pid}/io").read_text()
        return int(said.split("\nwrite_bytes:")[1].split()[0])

    def stop(self) -> float:
        """Seconds until it has stopped."""
        start = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return time.perf_counter() - start


@contextmanager
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        running = Server(Path(folder))
        try:
            yield running
        finally:
            running.stop() if running.process.poll() is None else None


# What is measured


def quantiles(found: list[float]) -> dict[str, float]:
    ordered = sorted(found)
    return {
        "p50_ms": round(1000 * statistics.median(ordered), 2),
        "p99_ms": round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 2),
        "answers": len(ordered),
    }


def latency(box: Server, phones: int, games_played: int) -> dict[str, float]:
    """From the answer's first byte out to the last byte of every phone's new screen in."""
    found: list[float] = []
    pushed = 0
    with_phones = box.listeners(phones)
    for _ in range(games_played):
        box.begin()
        with_phones.settle()
        for n, said in enumerate(box.answers(), 1):
            start = time.perf_counter()
            box.poster.socket.sendall(said)
            with_phones.wait(n)
            found.append(time.perf_counter() - start)
            assert box.poster.answer()[0] == 204
            time.sleep(0.001)  # people do not answer at once; what the server does afterwards is not the next answer's
        pushed += with_phones.bytes
    with_phones.close()
    return quantiles(found) | {"bytes_per_answer_and_phone": round(pushed / len(found) / phones)}


def throughput(box: Server, phones: int, games_played: int) -> dict[str, float]:
    """Answers a second, one after the other, while so many phones read; and what the server's processor spends on one,
    which says more on a machine with other things to do."""
    with_phones = box.listeners(phones)
    spent, given, cpu = 0.0, 0, box.cpu_seconds()
    for _ in range(games_played):
        box.begin()
        answers = box.answers()
        start = time.perf_counter()
        for said in answers:
            assert box.poster.ask(said)[0] == 204
            with_phones.drain()
        spent += time.perf_counter() - start
        given += len(answers)
        with_phones.settle()
    with_phones.close()
    return {"per_second": round(given / spent), "server_cpu_ms": round(1000 * (box.cpu_seconds() - cpu) / given, 2)}


def back_at_once(box: Server, phones: int) -> float:
    """Milliseconds until so many phones that open at the same moment all have their screen."""
    start = time.perf_counter()
    box.listeners(phones).close()
    return round(1000 * (time.perf_counter() - start), 1)


def idle(box: Server, phones: int, seconds_long: float) -> float:
    """Percent of a core while nobody answers."""
    with_phones = box.listeners(phones)
    with_phones.settle()
    before, until = box.cpu_seconds(), time.monotonic() + seconds_long
    while time.monotonic() < until:
        with_phones.drain(until - time.monotonic())
    found = round(100 * (box.cpu_seconds() - before) / seconds_long, 2)
    with_phones.close()
    return found


def written(box: Server) -> int:
    """Bytes to the disk for each answer, at a human pace: each is on disk alone."""
    box.begin()
    answers, before = box.answers(), box.bytes_written()
    for said in answers:
        assert box.poster.ask(said)[0] == 204
    return round((box.bytes_written() - before) / len(answers))


def measure(quick: bool) -> dict[str, Any]:
    say_all_once()
    found: dict[str, Any] = {"engine": engine(0.2 if quick else 2.0)}
    rounds = 1 if quick else 4
    with server() as box:
        found |= {"start_seconds": round(box.start_seconds, 2), "rss_mib": {"fresh": box.rss_mib()}}
        box.sit_down()
        box.begin()
        box.listeners(10).close()
        found["rss_mib"]["10_phones"] = box.rss_mib()
        found["idle_percent_of_a_core"] = idle(box, 10, 5 if quick else 30)
        latency(box, 5, 1)  # warm
        found["answer_to_every_phone"] = {n: latency(box, n, rounds) for n in (5, 10, 50, 200)}
        found["answers_one_after_the_other"] = {n: throughput(box, n, rounds) for n in (5, 10, 50)}
        found["back_at_once_ms"] = {n: back_at_once(box, n) for n in (50, 200)}
        found["bytes_written_per_answer"] = written(box)
        while box.game < (10 if quick else 50):
            throughput(box, 5, 1)
        found["rss_mib"][f"{box.game}_games"] = box.rss_mib()
        with_phones = box.listeners(10)
        found["stop_seconds_with_10_streams"] = round(box.stop(), 2)
        with_phones.close()
    return found


def say_all_once() -> None:
    """Catalogues are read once; that is not what is measured."""
    for seat in NAMES:
        say(table(1).moment.screen(seat).view.now.line, "en")


if __name__ == "__main__":
    print(json.dumps(measure("--quick" in sys.argv[1:]), indent=2))
