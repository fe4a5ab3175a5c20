"""Counts the instructions of a Cortex-A53 for a start, a first page and an answer, for an estimate of a slow machine.

`python -m tests.instructions --emulator FILE --root DIR --site DIR` runs the box by QEMU, and prints JSON for each game.
Nothing passes or fails. docs/performance.md says how to make the three. Only the box's own instructions count, not those of
Linux.
"""

import argparse
import json
import mmap
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from tests.bench import FULLEST, NAMES
from tests.support.benched import Plan, Server
from tests.support.wire import request

TREE: Final = Path(__file__).parents[1]
PLUGIN: Final = TREE / "tests" / "support" / "instructions.c"
PLANS: Final = {"bali": Plan("bali", NAMES[:4], {}), "babel": Plan("babel", NAMES[:5], {}), **FULLEST}
QUIET: Final = 0.02
"""Seconds after an answer in which the box still works for it."""


class Counter:
    """The number of instructions so far, in a file that the plugin writes."""

    def __init__(self, file: Path) -> None:
        file.write_bytes(bytes(8))
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), 8)

    @property
    def millions(self) -> float:
        return int.from_bytes(self._shared[:8], "little") / 1e6


def emulated(options: argparse.Namespace, folder: Path) -> tuple[list[str], Counter]:
    """Return the command of an emulated Python, and the counter of its instructions."""
    plugin, file = folder / "instructions.so", folder / "count"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", plugin, PLUGIN], check=True)
    counter = Counter(file)
    python = [options.emulator, "-L", options.root, "-cpu", "cortex-a53", "-plugin", f"{plugin},to={file}"]
    python += ["-E", f"PYTHONPATH={TREE}:{options.site}", "-E", f"PYTHONPYCACHEPREFIX={options.site}/cache"]
    return [*python, f"{options.root}/usr/bin/python3"], counter


def of_a_game(plan: Plan, phones: int, python: list[str], counter: Counter) -> dict[str, Any]:
    """Return the millions of instructions of a start, of a player's third page, and of an answer of one game."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        before = counter.millions
        box = Server(Path(folder), plan, python=python)
        found: dict[str, Any] = {"start": round(counter.millions - before)}
        box.sit_down()
        box.begin()
        page = request("GET", "/", cookie=box.tokens[plan.seats[0]]).replace(b"application/json", b"text/html")
        for _ in range(3):  # the first ones read files
            before = counter.millions
            box.poster.ask(page)
            found["page"] = round(counter.millions - before, 2)
        found["answer"] = of_answers(box, phones, counter)
        box.process.kill()
        box.stop()
    return found


def of_answers(box: Server, phones: int, counter: Counter) -> dict[str, float]:
    """Return the millions of instructions of the answers of one game. Answers after which the box draws are left out."""
    found, with_phones = list[float](), box.listeners(phones)
    for answer, seqs in box.answers():
        before = counter.millions
        assert box.poster.ask(answer)[0] == 204
        if seqs is None:
            with_phones.settle()
            continue
        with_phones.wait(seqs)
        time.sleep(QUIET)
        found.append(counter.millions - before)
    with_phones.close()
    figures = {"median": statistics.median(found), "mean": statistics.mean(found), "most": max(found)}
    return {name: round(millions, 2) for name, millions in figures.items()}


def planned(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emulator", required=True, help="a qemu-aarch64 that takes plugins")
    parser.add_argument("--root", required=True, help="a Debian for arm64 with python3")
    parser.add_argument("--site", required=True, help="the folder with the packages of lock/run.txt for that Python")
    parser.add_argument("--games", nargs="+", default=["bali"], choices=PLANS)
    parser.add_argument("--phones", type=int, default=0, help="0: one for each seat")
    return parser.parse_args(words)


def main(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="instructions-") as folder:
        python, counter = emulated(options, Path(folder))
        for name in options.games:
            plan = PLANS[name]
            print(json.dumps({name: of_a_game(plan, options.phones or len(plan.seats), python, counter)}))


if __name__ == "__main__":
    main(planned(sys.argv[1:]))
