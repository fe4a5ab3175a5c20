"""An evening under the tracer."""

from pathlib import Path

from companion.journals.care import CAREFUL, Care
from tests.powercut.trace import Call, traced

ANSWERS = 30


def evening(folder: Path, care: Care = CAREFUL, answers: int = ANSWERS, fault: str = "") -> list[Call]:
    """The calls of an evening that was played in `folder`."""
    state = folder / "state"
    state.mkdir()
    how = (care.log, care.synchronous, "yes" if care.trusts_sectors else "")
    return traced("tests.powercut.evening", state, str(answers), *how, log=folder / "trace", inject=fault)
