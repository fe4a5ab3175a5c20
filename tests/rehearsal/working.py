"""A process that serves another over a pipe, and ends when the pipe closes."""

import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NoReturn

ROOT: Final = Path(__file__).parents[2]
END_SECONDS: Final = 20.0
"""Seconds that a process has to end in good order before it is killed."""


class Died(Exception):
    """A process of the rehearsal ended by itself, with this exit code. Its own output is on the terminal."""


class Worker:
    """A process that runs `module`. The module's `serve` makes the working object with these words as its arguments."""

    def __init__(self, module: str, *words: str) -> None:
        ours, theirs = socket.socketpair()
        self._pipe = Connection(ours.detach())
        command = [sys.executable, "-m", module, str(theirs.fileno()), *words]
        # A session of its own: Ctrl-C is for the rehearsal, which then closes the pipe.
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], start_new_session=True, cwd=ROOT)
        self.pid: Final = self._process.pid
        theirs.close()

    def begin(self, name: str, *arguments: Any) -> None:
        """Call the method of this name, and do not wait for the answer."""
        try:
            self._pipe.send((name, arguments))
        except OSError:
            self._mourn()

    def answer(self) -> Any:
        """Wait for the answer to the oldest open call, and return it. Raises Died."""
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            self._mourn()

    def ask(self, name: str, *arguments: Any) -> Any:
        """Call the method of this name, and return its answer."""
        self.begin(name, *arguments)
        return self.answer()

    def kill(self) -> None:
        """Kill the process without a warning, as a power cut would."""
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """Stop the process until `go_on`."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a paused process continue."""
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Close the pipe, so that the process ends in good order."""
        self._pipe.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def _mourn(self) -> NoReturn:
        raise Died(self._process.wait())


def asked(workers: Sequence[Worker], name: str, *arguments: Any) -> list[Any]:
    """Call the same method of each worker, side by side, and return their answers."""
    for worker in workers:
        worker.begin(name, *arguments)
    return [worker.answer() for worker in workers]


def serve(made: Callable[..., Any]) -> None:
    """Make the working object, serve calls until the pipe closes, then call its `close`. Runs in a Worker's process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    place, *words = sys.argv[1:]
    pipe, serving = Connection(int(place)), made(*words)
    try:
        while True:
            name, received = pipe.recv()
            pipe.send(getattr(serving, name)(*received))
    except (EOFError, OSError):
        serving.close()
