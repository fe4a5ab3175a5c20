"""Evenings under the tracer."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from companion.journals.durability import CAREFUL, WriteSafety
from tests.powercut.trace import Call, traced

ANSWERS = 30
MOST_CALLS = 100
"""The most calls of one kind in an evening that a test makes fail."""
BEGINS = b"evening "


def evening(folder: Path, safety: WriteSafety = CAREFUL) -> list[Call]:
    """Play an evening in `folder`, and return its calls."""
    state = folder / "state"
    state.mkdir()
    how = (safety.log, safety.synchronous, "yes" if safety.trusts_sectors else "")
    return traced("tests.powercut.evening", state, str(ANSWERS), *how, log=folder / "trace")


def unsynced(state: Path, answers: int, times: int, numbers: Iterable[int]) -> Iterator[tuple[int, Path, list[Call]]]:
    """Play evenings whose syncs fail, and yield each with its number, its folder and its calls.

    In evening N each thread's syncs fail from its Nth on, `times` times in a row.
    """
    fault = f"fdatasync,fsync:error=EIO:when={MOST_CALLS}..{MOST_CALLS + times - 1}"
    arguments = (str(answers), str(MOST_CALLS), *map(str, numbers))
    calls = traced("tests.powercut.unsynced", state, *arguments, log=state.with_suffix(".trace"), inject=fault)
    n = 0
    for begins, group in groupby(calls, key=lambda call: call.name == "write" and call.data.startswith(BEGINS)):
        if begins:
            n = int([*group][-1].data.split()[1])
        elif n:
            yield n, state.with_name(f"{state.name}-{n}"), [*group]
