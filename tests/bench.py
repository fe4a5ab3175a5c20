"""`make bench` measures the real server, in time and in bytes, and prints one JSON object.

Nothing here passes or fails. The server runs in a process of its own. The phones are bare sockets in this process.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from typing import Any

from companion.core.history import begin
from companion.core.journal import Entry, MemoryJournal
from companion.core.screens import Screens
from companion.core.state import Seat
from companion.records.record import parse_head
from companion.speech.say import say
from tests.house_numbers import traces
from tests.support.benched import Plan, Server, server
from tests.support.benched_halls import HALLS, halls
from tests.support.drawing import drawing
from tests.support.painting import painting
from tests.support.wire import Listeners
from web.drawing import catalogues, files

NAMES = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon")))
PHONES = 10
"""The number of phones in most measurements."""
HALL_PAUSE = 0.03
"""Seconds after which a box has copied an answer to its hall."""
MODULES = ("ukum", "ambelau", "tokoh", "blessing", "liaison", "kuda")
FULLEST = {
    "bali_tracked": Plan("bali", NAMES[:4], {"offer": "tracked", "oracle": True, "demon": True}),
    "buru_with_all": Plan("buru", NAMES[:4], {"long": True, **dict.fromkeys(MODULES, True)}),
}
"""Games for four whose screens say the most. They are measured beside the game that the caller asks for."""


# The engine alone


def seconds(act: Callable[[], object], least: float) -> float:
    """Return the seconds that `act` takes: the best of repeated runs."""
    runs, until = [], time.perf_counter() + least
    while not runs or time.perf_counter() < until:
        start = time.perf_counter()
        act()
        runs.append(time.perf_counter() - start)
    return min(runs)


def engine(plan: Plan, least: float) -> dict[str, float]:
    over = plan.whole_game(1)
    kept = _kept(over.entries)
    moments = [plan.table(1, _kept(over.entries[:n])).moment for n in range(len(over.entries) + 1)]

    def fold() -> None:
        _, game, options = parse_head(plan.head.fields())
        history = begin(game, plan.seats, options)
        for entry in over.entries:
            history = history.plus(entry)

    def screens() -> None:
        for moment in moments:
            anew = Screens(moment.history, moment.number)
            for seat in plan.seats:
                anew.screen(seat)

    drawn = seconds(screens, least)
    return {
        "answers_folded_per_second": round(len(over.entries) / seconds(fold, least)),
        "screens_per_second": round(len(plan.seats) * len(moments) / drawn),
        "screens_of_the_table_ms": round(1000 * drawn / len(moments), 2),
        "refold_of_a_game_ms": round(1000 * seconds(lambda: plan.table(1, kept), least), 2),
        "answers_in_that_game": len(over.entries),
    }


def _kept(entries: Sequence[Entry]) -> MemoryJournal:
    journal = MemoryJournal()
    for entry in entries:
        journal.append(1, entry.n - 1, entry)
    return journal


# Measurements


def quantiles(found: list[float]) -> dict[str, float]:
    ordered = sorted(found)
    return {
        "p50_ms": round(1000 * statistics.median(ordered), 2),
        "p99_ms": round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 2),
        "answers": len(ordered),
    }


def latency(box: Server, phones: int, games_played: int) -> dict[str, float]:
    """Return the seconds from the first byte of an answer to the last byte of every phone's new screen."""
    found: list[float] = []
    pushed = 0
    with_phones = box.listeners(phones)
    for _ in range(games_played):
        box.begin()
        with_phones.settle()
        for took in timed(box, with_phones):
            found.append(took)
            pushed += with_phones.bytes
            time.sleep(0.001)  # as people do, so that the work after an answer does not slow the next one
    with_phones.close()
    return quantiles(found) | {"bytes_per_answer_and_phone": round(pushed / len(found) / phones)}


def timed(box: Server, with_phones: Listeners) -> Iterator[float]:
    """Yield the seconds from each answer of the game that has begun until all phones show it. Answers after which the box
    draws are left out."""
    for answer, seqs in box.answers():
        if seqs is None:
            assert box.poster.ask(answer)[0] == 204
            with_phones.settle()
            continue
        with_phones.bytes = 0
        start = time.perf_counter()
        box.poster.socket.sendall(answer)
        with_phones.wait(seqs)
        took = time.perf_counter() - start
        assert box.poster.answer()[0] == 204
        yield took


def throughput(box: Server, phones: int, games_played: int) -> dict[str, float]:
    """Return how many answers a second the box takes, one after the other, while `phones` phones read. Return also the
    server's processor seconds for an answer, which say more on a busy machine."""
    with_phones = box.listeners(phones)
    spent, given, cpu = 0.0, 0, box.cpu_seconds()
    for _ in range(games_played):
        box.begin()
        for answer, _seqs in box.answers():
            start = time.perf_counter()
            assert box.poster.ask(answer)[0] == 204
            with_phones.drain()
            spent += time.perf_counter() - start
            given += 1
        with_phones.settle()
    with_phones.close()
    return {"per_second": round(given / spent), "server_cpu_ms": round(1000 * (box.cpu_seconds() - cpu) / given, 2)}


def back_at_once(box: Server, phones: int) -> float:
    """Return the milliseconds until all of these phones, which open together, have their screen."""
    start = time.perf_counter()
    opened = box.listeners(phones, settled=False)
    while not all(opened.got.values()):
        opened.drain(1.0)
    found = round(1000 * (time.perf_counter() - start), 1)
    opened.close()
    return found


def idle(box: Server, phones: int, seconds_long: float) -> float:
    """Return the percent of a processor core that the box uses while nobody answers."""
    with_phones = box.listeners(phones)
    with_phones.settle()
    before, until = box.cpu_seconds(), time.monotonic() + seconds_long
    while time.monotonic() < until:
        with_phones.drain(until - time.monotonic())
    found = round(100 * (box.cpu_seconds() - before) / seconds_long, 2)
    with_phones.close()
    return found


def written(box: Server) -> int:
    """Return the bytes written to disk for each answer at a human pace, when each answer is written alone."""
    box.begin()
    before, given = box.bytes_written(), 0
    for answer, _ in box.answers():
        assert box.poster.ask(answer)[0] == 204
        given += 1
    return round((box.bytes_written() - before) / given)


def fullest(quick: bool, least: float) -> dict[str, Any]:
    """Measure the games of FULLEST: the engine alone, and the time of an answer until every seat's phone has it."""
    found: dict[str, Any] = {}
    for name, plan in FULLEST.items():
        with server(plan) as box:
            box.sit_down()
            latency(box, len(plan.seats), 1)  # warm
            heard = latency(box, len(plan.seats), 1 if quick else 4)
        found[name] = {"engine": engine(plan, least), "answer_to_every_phone": heard}
    return found


def counts() -> dict[str, Any]:
    """Count the calls of our own functions and the interpreter's instructions for one answer, one press and a start, by
    thread and by package. Unlike times, they do not depend on other work of the machine."""
    numbers = subprocess.run([sys.executable, "-m", "tests.house_numbers", "--start"], stdout=subprocess.PIPE, check=True)
    return {**{name: trace.numbers() for name, trace in traces().items()}, "start": json.loads(numbers.stdout)}


def first_page() -> dict[str, int]:
    """Return the compressed bytes of the script, the styles and the words that a phone loads beside its page."""
    script, sheet = (len(files.packed(files.page_file(name).content)) for name in ("companion.js", "phone.css"))
    return {"script": script, "styles": sheet, "words": len(files.packed(catalogues.words("en", "bali").content))}


def measure(plan: Plan, quick: bool) -> dict[str, Any]:
    say_all_once(plan)
    least = 0.2 if quick else 2.0
    found: dict[str, Any] = {"counts": counts(), "first_page": first_page(), "drawing_on_a_phone": painting()}
    found |= {"engine": engine(plan, least), "drawing": drawing(lambda act: seconds(act, least))}
    found["fullest"] = fullest(quick, least)
    rounds = 1 if quick else 4
    with server(plan) as box:
        found |= {"start_seconds": round(box.start_seconds, 2), "rss_mib": {"fresh": box.rss_mib()}}
        box.sit_down()
        box.begin()
        box.listeners(PHONES).close()
        found["rss_mib"]["10_phones"] = box.rss_mib()
        found["idle_percent_of_a_core"] = idle(box, PHONES, 5 if quick else 30)
        latency(box, 5, 1)  # warm
        found["answer_to_every_phone"] = {n: latency(box, n, rounds) for n in (5, PHONES, 50, 200)}
        found["answers_one_after_the_other"] = {n: throughput(box, n, rounds) for n in (5, PHONES, 50)}
        found["back_at_once_ms"] = {n: back_at_once(box, n) for n in (50, 200)}
        found["bytes_written_per_answer"] = written(box)
        while box.game < (10 if quick else 50):
            throughput(box, 5, 1)
        found["rss_mib"][f"{box.game}_games"] = box.rss_mib()
        with_phones = box.listeners(PHONES)
        found["stop_seconds_with_10_streams"] = round(box.stop(), 2)
        with_phones.close()
    return found


def beside_a_hall(plan: Plan, quick: bool) -> dict[str, Any]:
    """Compare a box without a hall, one with a hall, and one whose hall never answers: the time of an answer until every
    seat's phone has it. The boxes get the answers in turn, with time to copy, so that other work of this machine slows all
    three alike."""
    with halls() as settings, ExitStack() as stack:
        boxes = {name: stack.enter_context(server(plan, settings[name])) for name in HALLS}
        for box in boxes.values():
            box.sit_down()
            latency(box, len(plan.seats), 1)  # warm
        found = by_turns(list(boxes.values()), len(plan.seats), 1 if quick else 20)
        memory = [{"own_mib": box.own_mib(), "rss_mib": box.rss_mib()} for box in boxes.values()]
    return {name: quantiles(took) | mib for name, took, mib in zip(HALLS, found, memory, strict=True)}


def by_turns(boxes: Sequence[Server], phones: int, games_played: int) -> list[list[float]]:
    """Play the same games at each of these boxes in turn. Return the seconds of each answer, by box."""
    found: list[list[float]] = [[] for _ in boxes]
    for _ in range(games_played):
        opened = [box.listeners(phones) for box in boxes]
        for box, with_phones in zip(boxes, opened, strict=True):
            box.begin()
            with_phones.settle()
        games = [timed(box, with_phones) for box, with_phones in zip(boxes, opened, strict=True)]
        for turn in count():
            took: dict[int, float | None] = {}
            for n in range(turn, turn + len(games)):
                took[n % len(games)] = next(games[n % len(games)], None)
                time.sleep(HALL_PAUSE)
            if None in took.values():
                break
            for n, seconds_ in took.items():
                found[n].append(seconds_ or 0.0)
        for with_phones in opened:
            with_phones.close()
    return found


def say_all_once(plan: Plan) -> None:
    """Say a sentence for each seat, so that reading the catalogues is not measured."""
    for seat in plan.seats:
        say(plan.table(1).moment.screen(seat).view.now.line, "en")


def planned(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--hall", action="store_true", help="nothing but what a hall costs a box; needs etcd")
    parser.add_argument("--game", default="bali")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--options", type=json.loads, default={}, help="the game's options as JSON")
    return parser.parse_args(words)


if __name__ == "__main__":
    options = planned(sys.argv[1:])
    plan = Plan(options.game, NAMES[: options.seats], options.options)
    print(json.dumps((beside_a_hall if options.hall else measure)(plan, options.quick), indent=2))
