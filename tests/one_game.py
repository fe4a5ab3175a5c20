"""Run everything about one game: `python -m tests.one_game NAME`, or `make game NAME=skull`.

First `companion check-game`, then the game's own tests and the promises of all games without a browser, then those in a
browser. It stops after the first of the three that fails. `--quick` leaves the browser out.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FOR_EACH_GAME = re.compile(r"promises\.settings import .*\b(SHELF|GAMES|settings)\b")
"""The pattern of a file of promises: it imports the games under one of these names."""
ELSEWHERE = ("test_demands", "test_proof")
"""Files that test `companion check-game` and the proof of a change, with games of their own."""
IN_A_BROWSER = ("browser", "web")


def promises() -> tuple[list[str], list[str]]:
    """Return the files of promises: those that need neither a browser nor a box that listens, and the others."""
    found = [file for file in sorted(HERE.rglob("test_*.py")) if FOR_EACH_GAME.search(file.read_text("utf-8"))]
    found = [file for file in found if file.stem not in ELSEWHERE]
    listening = [file for file in found if file.parent.name in IN_A_BROWSER]
    return [str(file) for file in found if file not in listening], list(map(str, listening))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.one_game", description=__doc__)
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    folder, (alone, listening) = HERE.parent / "companion" / "games" / asked.name, promises()
    pytest = (sys.executable, "-m", "pytest", "-q", "--numprocesses", "auto", "--dist", "worksteal", "-k", asked.name)
    steps = [
        (sys.executable, "-m", "companion", "check-game", str(folder)),
        (*pytest, str(folder), *alone),
        (*pytest, *listening),
    ]
    env = {**os.environ, "ONE_GAME": asked.name}
    codes = (subprocess.run(step, env=env, check=False).returncode for step in steps[: 2 if asked.quick else 3])
    return next(filter(None, codes), 0)


if __name__ == "__main__":
    sys.exit(main())
