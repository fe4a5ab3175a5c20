"""The box hears the end of an evening at any instant."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.running import Shutdown

AT_EVERY_LINE = """
import signal, sys
from itertools import count
from companion.box.running import Shutdown

def wait(shutdown, line):
    "Send the signal at this line of the wait. Return whether the wait has so many lines."
    seen = 0
    def traced(frame, event, argument):
        nonlocal seen
        seen += event == "line"
        if event == "line" and seen == line:
            signal.raise_signal(signal.SIGTERM)
        return traced
    sys.settrace(traced)
    shutdown.wait()
    sys.settrace(None)
    return seen >= line

for line in count(1):
    shutdown = Shutdown()
    shutdown.listen()
    signal.signal(signal.SIGALRM, lambda *_: shutdown.request())
    signal.setitimer(signal.ITIMER_REAL, 0.3)  # ends a wait that has fewer lines
    if not wait(shutdown, line):
        break
    signal.setitimer(signal.ITIMER_REAL, 0)
    shutdown.close()
print(line - 1)
"""


@pytest.fixture
def shutdown() -> Iterator[Shutdown]:
    made = Shutdown()
    yield made
    made.close()


def test_a_signal_ends_the_wait_at_every_moment() -> None:
    ended = subprocess.run([sys.executable, "-c", AT_EVERY_LINE], capture_output=True, text=True, timeout=20, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert int(ended.stdout) > 0


def test_a_box_that_is_stopped_while_it_still_starts_ends_in_good_order(tmp_path: Path) -> None:
    (tmp_path / "early.py").write_text("import signal\ndef start(shared):\n    signal.raise_signal(signal.SIGTERM)\n")
    (tmp_path / "box.toml").write_text('frontends = ["early"]\n')
    command = [sys.executable, "-m", "companion", "run", "--state", str(tmp_path), "--settings", str(tmp_path / "box.toml")]
    path = os.pathsep.join(["", str(tmp_path)])
    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, timeout=20, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def waits(shutdown: Shutdown) -> threading.Thread:
    """Return a thread that waits for the end of the evening."""
    waiting = threading.Thread(target=shutdown.wait, daemon=True)
    waiting.start()
    return waiting


def has_ended(waiting: threading.Thread) -> bool:
    waiting.join(20)
    return not waiting.is_alive()


def test_a_request_before_the_wait_ends_it_too(shutdown: Shutdown) -> None:
    shutdown.request()
    assert has_ended(waits(shutdown))


def test_another_thread_ends_the_wait(shutdown: Shutdown) -> None:
    waiting = waits(shutdown)
    shutdown.request()
    assert has_ended(waiting)
