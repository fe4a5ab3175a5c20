"""Measures the size of the code, and counts the calls of one tap and one press: `python -m tests.house_numbers`. Nothing
passes or fails."""

import ast
import os
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.docstrings import HOUSE, ROOT
from tests.promises.proof import Clock, started
from tests.promises.proof_wire import Phone, Stream

PLAYERS = ("Ana", "Ben", "Cho", "Dai")
LISTEN = f"127.47.{os.getpid() >> 8 & 255}.{os.getpid() & 255}:17312"
"""An address that no other process has."""


# Files


def files() -> tuple[list[Path], list[Path]]:
    """Return the Python files of the product, and those of its tests."""
    found = [file for room in (*HOUSE, "tests") for file in sorted((ROOT / room).rglob("*.py"))]
    tests = [file for file in found if "tests" in file.relative_to(ROOT).parts]
    return [file for file in found if file not in set(tests)], tests


def line_count(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


def import_lines(tree: ast.Module) -> int:
    """Return the number of lines that imports take."""
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in found)


def module_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.Module, known: set[str]) -> set[str]:
    """Return the modules of ours that a module imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (inside & known) or {node.module}
    return found & known


def file_numbers() -> dict[str, object]:
    """Return the numbers that need no running box."""
    product, tests = files()
    trees = {module_of(file): ast.parse(file.read_text("utf-8")) for file in product}
    lines = {file: line_count(file) for file in product}
    users = Counter(one for name, tree in trees.items() for one in imported(tree, set(trees)) - {name})
    largest = max(product, key=lines.__getitem__)
    imports = sum(map(import_lines, trees.values()))
    return {
        "product files": len(product),
        "product lines": sum(lines.values()),
        "lines that are imports": f"{100 * imports / sum(lines.values()):.1f} %",
        "files imported by exactly one other": sum(n == 1 for n in users.values()),
        "largest file": f"{lines[largest]} ({largest.relative_to(ROOT)})",
        "lines of tests": sum(map(line_count, tests)),
    }


# The way of a tap, and of a press


@dataclass
class Trace:
    """Counts the calls of our own code in all threads, while it is on."""

    calls: Counter[CodeType] = field(default_factory=Counter)
    threads: Counter[str] = field(default_factory=Counter)
    """Calls by the name of the thread."""
    is_on: bool = False

    def hook(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call, or a step of a generator. For `threading.setprofile`."""
        if self.is_on and event == "call" and _is_ours(frame.f_code.co_filename):
            self.calls[frame.f_code] += 1
            self.threads[threading.current_thread().name.partition("_")[0]] += 1

    def by_room(self) -> dict[str, int]:
        """Return the number of calls in each package, the most frequent first."""
        found: Counter[str] = Counter()
        for code, n in self.calls.items():
            found["/".join(Path(code.co_filename).relative_to(ROOT).parts[:2])] += n
        return dict(found.most_common())

    @contextmanager
    def counting(self) -> Iterator[None]:
        self.calls.clear()
        self.threads.clear()
        self.is_on = True
        yield
        self.is_on = False

    def __str__(self) -> str:
        of = {code.co_filename for code in self.calls}
        return f"{self.calls.total()} calls of {len(self.calls)} functions in {len(of)} files"


def _is_ours(name: str) -> bool:
    return any(name.startswith(f"{ROOT / room}/") for room in HOUSE)


def traces() -> dict[str, Trace]:
    """Count the calls of one answer in Bali, from its first byte until four phones and the display show it, and of a press
    that turns a page. Each is done three times and the last one counts, because the first ones fill caches."""
    trace, found = Trace(), dict[str, Trace]()
    threading.setprofile(trace.hook)
    sys.setprofile(trace.hook)
    try:
        with tempfile.TemporaryDirectory(prefix="numbers-") as folder, ExitStack() as stack:
            evening = Evening(Path(folder), stack)
            for name, act in (("one tap", evening.tap), ("one press", evening.press)):
                for _ in range(3):
                    act(trace.counting())
                found[name] = replace(trace, calls=Counter(trace.calls), threads=Counter(trace.threads))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return found


class Evening:
    """Bali at a whole box, with four phones and a display."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._clock = Clock()
        self._draw = started(folder, LISTEN, "en", 1, self._clock, stack)
        self._panel = Phone(LISTEN, "panel")
        self._phones = [Phone(LISTEN, name) for name in PLAYERS]
        code = self._panel.get("/table")["join"]["code"]
        for phone in self._phones:
            phone.ask("POST", "/join", {"code": code, "name": phone.name})
        self._phones[0].ask("POST", "/start", {"game": "bali", "seats": PLAYERS})
        self._streams = [Stream(LISTEN, phone, "data", room=False) for phone in self._phones]
        for each in (*self._phones, self._panel, *self._streams):
            stack.callback(each.close)
        self._draw()
        self._read(dict.fromkeys(self._streams))

    def _read(self, before: dict[Stream, bytes | None]) -> None:
        """Read until every stream shows another screen."""
        while any(stream.parts.get("seq") == seq for stream, seq in before.items()):
            for stream in self._streams:
                stream.read()

    def tap(self, counting: AbstractContextManager[None]) -> None:
        """Post the first ready answer, and wait until everything shows it."""
        asks = ((phone, ask) for phone in self._phones for ask in phone.get("/screen")["asks"] if ask["answers"])
        phone, ask = next(asks)
        before = {stream: stream.parts.get("seq") for stream in self._streams}
        with counting:
            phone.ask("POST", "/play", {"due": ask["due"], "key": ask["due"], "do": ask["answers"][0]})
            self._read(before)
            self._draw()

    def press(self, counting: AbstractContextManager[None]) -> None:
        """Press Next, and draw the page that it turns to."""
        self._clock.now += 5.0
        with counting:
            self._panel.ask("POST", "/panel/press", {"button": "next"})
            self._draw()


def main() -> int:
    """Print the table."""
    for name, number in {**file_numbers(), **traces()}.items():
        print(f"{name}: {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
