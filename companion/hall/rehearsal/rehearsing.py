"""A rehearsal from its beginning to its end: everything is put up, what was asked for is played, and checked each time."""

import signal
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from companion.core.words import Text, text
from companion.hall.line import Away
from companion.hall.rehearsal import measuring
from companion.hall.rehearsal.acts import ACTS, Say
from companion.hall.rehearsal.figures import Figures
from companion.hall.rehearsal.measuring import CaughtUp
from companion.hall.rehearsal.plan import Plan
from companion.hall.rehearsal.stage import Stage

FASTER: Final = {"evening": 1, "tenfold": 10}
CATCH_UP: Final = "catch-up"
NAMES: Final = (*FASTER, CATCH_UP, *ACTS)
"""Everything that can be rehearsed, in this order."""

MOST_LINES: Final = 20
"""Of what does not hold after one act: the rest is alike."""


class Played(NamedTuple):
    """One act."""

    act: str
    seconds: float
    wrong: Sequence[Text]
    """What did not hold; nothing, if all did."""
    figures: Figures | CaughtUp | None
    """What was measured; None: nothing was."""


def rehearsed(plan: Plan, acts: Sequence[str], say: Say) -> list[Played]:
    """Play these acts of NAMES. `say` hears of each as it is played. Nothing is left running or lying, whatever happens.
    Raises Refused where it cannot be put up."""
    with tempfile.TemporaryDirectory(prefix="companion-rehearsal-") as folder, ExitStack() as closing:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: everything is closed
        closing.callback(signal.signal, signal.SIGTERM, before)
        stage = Stage(plan, Path(folder), closing)
        copying_mib = measuring.begun(stage)
        say(text("hall.rehearse.stands", count=plan.tables))
        return [_played(stage, act, copying_mib, say) for act in NAMES if act in acts]


def _played(stage: Stage, act: str, copying_mib: float, say: Say) -> Played:
    began = time.monotonic()
    say(text("hall.rehearse.begins", act=act, what=text(f"hall.rehearse.act.{act.replace('-', '_')}")))
    figures: Figures | CaughtUp | None = None
    wrong: list[Text] = []
    try:
        if act in FASTER:
            figures = measuring.evening(stage, stage.plan.pace / FASTER[act], copying_mib)
        elif act == CATCH_UP:
            figures = measuring.catch_up(stage)
            wrong.extend([] if figures else [text("hall.rehearse.wrong.copied")])
        else:
            wrong.extend(ACTS[act](stage, say))
        wrong.extend(stage.wrong())
    except Away as why:
        wrong.append(text("hall.rehearse.wrong.away", why=str(why)))
    for line in [] if figures is None else measuring.lines(figures):
        say(line)
    seconds = round(time.monotonic() - began, 1)
    for line in wrong[:MOST_LINES]:
        say(text("hall.rehearse.fails", act=act, why=line))
    if not wrong:
        say(text("hall.rehearse.holds", act=act, seconds=f"{seconds:g}"))
    return Played(act, seconds, wrong, figures)
