"""`make rehearse WITH="--tables 500"`: start a hall on this machine, play the acts, and check everything after each."""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.commands.terminal import UNFIT, guarded, print_json, tell
from companion.hall.etcd import Away
from tests.rehearsal import measuring
from tests.rehearsal.acts import ACTS, Say
from tests.rehearsal.figures import Figures
from tests.rehearsal.ledger import Judgement
from tests.rehearsal.measuring import CaughtUp
from tests.rehearsal.nemesis import hunted
from tests.rehearsal.nemesis import lines as nemesis_lines
from tests.rehearsal.plan import Plan
from tests.rehearsal.stage import Stage
from tests.rehearsal.words import Line, line

FASTER: Final = {"evening": 1, "tenfold": 10}
CATCH_UP: Final = "catch-up"
NEMESIS: Final = "nemesis"
NAMES: Final = (*FASTER, CATCH_UP, *ACTS, NEMESIS)
"""The names of all acts, in the order in which they are played."""

MOST_LINES: Final = 20
"""The most failures that are printed after one act, as the rest is alike."""


class Played(NamedTuple):
    """One act."""

    act: str
    seconds: float
    wrong: Sequence[Line]
    """The promises that were broken. It is empty if none was."""
    figures: Figures | CaughtUp | Judgement | None
    """The measurements, or None if the act measures nothing."""


@guarded
def main(words: Sequence[str] | None = None) -> None:
    """Rehearse as these arguments say. Exits with 1 if a promise was broken."""
    options = vars(_parser().parse_args(words))
    acts, as_json = options.pop("acts"), options.pop("json")
    plan = Plan(**options)
    played = rehearsed(plan, acts or NAMES, _quiet if as_json else _tell)
    if as_json:
        print_json({"plan": plan._asdict(), "acts": [_as_json(one) for one in played]})
    if any(one.wrong for one in played):
        sys.exit(UNFIT)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "make rehearse", description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=20, help="boxes that play, 4 at least")
    parser.add_argument("--act", dest="acts", action="append", choices=NAMES, default=[], help="this one alone, or several")
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between two answers of a table")
    parser.add_argument("--seconds", type=float, default=60.0, help="to measure a pace for")
    parser.add_argument("--backlog", type=int, default=60, help="answers of each box to catch up with")
    parser.add_argument("--seed", type=int, default=1, help="another one plays differently")
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end, and nothing else")
    return parser


def _tell(words: Line) -> None:
    tell(str(words))


def _quiet(words: Line) -> None:
    """Print nothing on the way."""


def _as_json(played: Played) -> dict[str, Any]:
    wrong = [str(words) for words in played.wrong]
    figures = _by_name(played.figures)
    return {"act": played.act, "seconds": played.seconds, "holds": not wrong, "wrong": wrong, "figures": figures}


def _by_name(value: Any) -> Any:
    return {key: _by_name(one) for key, one in value._asdict().items()} if hasattr(value, "_asdict") else value


def rehearsed(plan: Plan, acts: Sequence[str], say: Say) -> list[Played]:
    """Play these acts of NAMES. `say` prints the progress. No process and no file is left afterwards, also after an error.

    Raises Refused if the hall cannot be started.
    """
    with tempfile.TemporaryDirectory(prefix="companion-rehearsal-") as folder, ExitStack() as closing:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: everything is closed
        closing.callback(signal.signal, signal.SIGTERM, before)
        stage = Stage(plan, Path(folder), closing)
        copying_mib = measuring.begun(stage)
        say(line("stands", count=plan.tables))
        return [_played(stage, act, copying_mib, say) for act in NAMES if act in acts]


def _played(stage: Stage, act: str, copying_mib: float, say: Say) -> Played:
    began = time.monotonic()
    say(line("begins", act=act, what=line(f"act.{act.replace('-', '_')}")))
    figures: Figures | CaughtUp | Judgement | None = None
    wrong: list[Line] = []
    try:
        if act in FASTER:
            figures = measuring.evening(stage, stage.plan.pace / FASTER[act], copying_mib)
        elif act == CATCH_UP:
            figures = measuring.catch_up(stage)
            wrong.extend([] if figures else [line("wrong.copied")])
        elif act == NEMESIS:
            figures, unsettled = hunted(stage)
            wrong.extend((*unsettled, *nemesis_lines(figures)))
        else:
            wrong.extend(ACTS[act](stage, say))
        wrong.extend(stage.wrong())
    except Away as why:
        wrong.append(line("wrong.away", why=str(why)))
    for words in [] if figures is None else measuring.lines(figures):
        say(words)
    seconds = round(time.monotonic() - began, 1)
    for words in wrong[:MOST_LINES]:
        say(line("fails", act=act, why=words))
    if not wrong:
        say(line("holds", act=act, seconds=f"{seconds:g}"))
    return Played(act, seconds, wrong, figures)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(UNFIT)
