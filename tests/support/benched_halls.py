"""Halls for the bench: none, one that accepts everything, one that never answers."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from companion.commands.hall import new_key
from companion.hall.own_store import cluster, until_they_answer
from tests.support.liars import hangs, lying

HALLS = ("without", "with", "hanging")


@contextmanager
def halls() -> Iterator[dict[str, str]]:
    """Yield the settings of a box in each of HALLS."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-hall-") as folder, ExitStack() as stack:
        (node,) = cluster(Path(folder), 1)
        stack.enter_context(closing(node.start()))
        until_they_answer([node])
        liar = stack.enter_context(lying(hangs))
        yield {"without": "", "with": _settings(node.address), "hanging": _settings(liar.address)}


def _settings(address: str) -> str:
    return f"[hall]\nkey = {json.dumps(new_key())}\nstores = [{json.dumps(address)}]\n"
