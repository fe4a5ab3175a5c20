"""Measures the size of the code, and counts the calls of one tap and one press: `python -m tests.house_numbers`. Nothing
passes or fails."""

import ast
import json
import os
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.docstrings import HOUSE, ROOT
from tests.promises.proof import Clock, started
from tests.promises.proof_wire import Phone, Stream

PEOPLE = "people"
PYTHON = "python and libraries"
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
    """Counts the calls of our own code, and the interpreter's instructions in all code, in all threads, while it is on."""

    calls: Counter[CodeType] = field(default_factory=Counter)
    threads: Counter[str] = field(default_factory=Counter)
    """Calls by the name of the thread."""
    instructions: Counter[str] = field(default_factory=Counter)
    """Instructions by package. `python` is everything that is not ours."""
    thread_instructions: Counter[str] = field(default_factory=Counter)
    is_on: bool = False

    def hook(self, frame: FrameType, event: str, _: Any) -> Any:
        """Count a call, or a step of a generator. Return what counts its instructions. For `threading.settrace`."""
        thread = threading.current_thread().name.partition("_")[0]
        if not self.is_on or thread == PEOPLE:
            return None
        package = _package(frame.f_code.co_filename)
        if package != PYTHON:
            self.calls[frame.f_code] += 1
            self.threads[thread] += 1
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return partial(self._step, package, thread)

    def _step(self, package: str, thread: str, frame: FrameType, event: str, _: Any) -> Any:
        if event == "opcode" and self.is_on:
            self.instructions[package] += 1
            self.thread_instructions[thread] += 1
        return frame.f_trace

    def by_room(self) -> dict[str, int]:
        """Return the number of calls in each package, the most frequent first."""
        found: Counter[str] = Counter()
        for code, n in self.calls.items():
            found[_package(code.co_filename)] += n
        return dict(found.most_common())

    def numbers(self) -> dict[str, object]:
        """Return all counts, for JSON."""
        return {
            "calls": self.calls.total(),
            "functions": len(self.calls),
            "calls_by_thread": dict(self.threads.most_common()),
            "calls_by_package": self.by_room(),
            "instructions": self.instructions.total(),
            "instructions_by_thread": dict(self.thread_instructions.most_common()),
            "instructions_by_package": dict(self.instructions.most_common()),
        }

    @contextmanager
    def counting(self) -> Iterator[None]:
        for counter in (self.calls, self.threads, self.instructions, self.thread_instructions):
            counter.clear()
        self.is_on = True
        yield
        self.is_on = False

    def copied(self) -> "Trace":
        """Return the numbers so far, which do not change any more."""
        return Trace(+self.calls, +self.threads, +self.instructions, +self.thread_instructions)

    def __str__(self) -> str:
        of, steps = {code.co_filename for code in self.calls}, self.instructions.total()
        return f"{self.calls.total()} calls of {len(self.calls)} functions in {len(of)} files, {steps} instructions"


@cache
def _package(name: str) -> str:
    """Return the package of a file of ours, such as `companion/core`, or PYTHON."""
    is_ours = any(name.startswith(f"{ROOT / room}/") for room in HOUSE)
    return "/".join(Path(name).relative_to(ROOT).parts[:2]) if is_ours else PYTHON


def traces() -> dict[str, Trace]:
    """Count the calls of one answer in Bali, from its first byte until four phones and the display show it, and of a press
    that turns a page. Each is done three times and the last one counts, because the first ones fill caches."""
    trace, found = Trace(), dict[str, Trace]()
    threading.settrace(trace.hook)
    sys.settrace(trace.hook)
    try:
        with tempfile.TemporaryDirectory(prefix="numbers-") as folder, ExitStack() as stack:
            evening = Evening(Path(folder), stack)
            for name, act in (("one tap", evening.tap), ("one press", evening.press)):
                for _ in range(3):
                    act(trace.counting())
                found[name] = trace.copied()
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
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

    @property
    def url(self) -> str:
        return f"http://{LISTEN}"

    @property
    def token(self) -> str:
        """The token of the first phone."""
        return self._phones[0].cookie.partition("=")[2]

    def _read(self, before: dict[Stream, bytes | None]) -> None:
        """Read until every stream shows another screen."""
        while any(stream.parts.get("seq") == seq for stream, seq in before.items()):
            for stream in self._streams:
                stream.read()

    def answer(self) -> None:
        """Post the first ready answer."""
        phone, answer = self._ready()
        phone.ask("POST", "/play", answer)

    def _ready(self) -> tuple[Phone, dict[str, object]]:
        asks = ((phone, ask) for phone in self._phones for ask in phone.get("/screen")["asks"] if ask["answers"])
        phone, ask = next(asks)
        return phone, {"due": ask["due"], "key": ask["due"], "do": ask["answers"][0]}

    def tap(self, counting: AbstractContextManager[None]) -> None:
        """Post the first ready answer, and wait until everything shows it."""
        phone, answer = self._ready()
        before = {stream: stream.parts.get("seq") for stream in self._streams}
        with counting:
            _elsewhere(lambda: phone.ask("POST", "/play", answer))
            _elsewhere(lambda: self._read(before))
            self._draw()

    def press(self, counting: AbstractContextManager[None]) -> None:
        """Press Next, and draw the page that it turns to."""
        self._clock.now += 5.0
        with counting:
            _elsewhere(lambda: self._panel.ask("POST", "/panel/press", {"button": "next"}))
            self._draw()


def _elsewhere(act: Callable[[], object]) -> None:
    """Do what people's phones do, in a thread whose calls are not counted."""
    thread = threading.Thread(target=act, name=PEOPLE)
    thread.start()
    thread.join()


def start() -> dict[str, object]:
    """Count a start from the first import until a box has sent its first page. Nothing of the box may be imported before."""
    trace, before = Trace(), set(sys.modules)
    threading.settrace(trace.hook)
    sys.settrace(trace.hook)
    with tempfile.TemporaryDirectory(prefix="start-") as folder, ExitStack() as stack:
        with trace.counting():
            started(Path(folder), LISTEN, "en", 1, Clock(), stack)
            _elsewhere(lambda: Phone(LISTEN, "room").get("/table"))
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
    modules = Counter(name.partition(".")[0] for name in set(sys.modules) - before)
    packages = {name: n for name, n in modules.most_common() if n >= 5}
    return {"modules": modules.total(), "modules_by_package": packages, **trace.numbers()}


def main() -> int:
    """Print the table, or the counts of a start as JSON."""
    if "--start" in sys.argv:
        print(json.dumps(start()))
        return 0
    for name, number in {**file_numbers(), **traces()}.items():
        print(f"{name}: {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
