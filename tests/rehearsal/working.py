"""A process that does what another asks it, over a pipe, and ends when nobody can ask any more."""

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
"""That it has to end in good order; then it is killed."""


class Died(Exception):
    """A process of the rehearsal ended by itself, with this exit code. Its own words are above on the terminal."""


class Worker:
    """A process of this `module`, whose `serve` hands out what does the work, made with these words."""

    def __init__(self, module: str, *words: str) -> None:
        ours, theirs = socket.socketpair()
        self._pipe = Connection(ours.detach())
        said = [sys.executable, "-m", module, str(theirs.fileno()), *words]
        # A session of its own: Ctrl-C is for us, and then nobody asks it any more.
        self._process = subprocess.Popen(said, pass_fds=[theirs.fileno()], start_new_session=True, cwd=ROOT)
        self.pid: Final = self._process.pid
        theirs.close()

    def begin(self, name: str, *said: Any) -> None:
        """Ask for something: its method of this name."""
        try:
            self._pipe.send((name, said))
        except OSError:
            self._mourn()

    def answer(self) -> Any:
        """To what was asked first of what it has not answered yet. Raises Died."""
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            self._mourn()

    def ask(self, name: str, *said: Any) -> Any:
        """Ask, and wait for the answer."""
        self.begin(name, *said)
        return self.answer()

    def kill(self) -> None:
        """It dies at once, as by a power cut."""
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """It does nothing any more, until `go_on`."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """It does what it was at."""
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """It ends in good order."""
        self._pipe.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def _mourn(self) -> NoReturn:
        raise Died(self._process.wait())


def asked(workers: Sequence[Worker], name: str, *said: Any) -> list[Any]:
    """The same of each of them, side by side."""
    for worker in workers:
        worker.begin(name, *said)
    return [worker.answer() for worker in workers]


def serve(made: Callable[..., Any]) -> None:
    """Do what is asked, until nobody asks any more; then `close` it. For the process that a Worker began."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    place, *words = sys.argv[1:]
    pipe, serving = Connection(int(place)), made(*words)
    try:
        while True:
            name, said = pipe.recv()
            pipe.send(getattr(serving, name)(*said))
    except (EOFError, OSError):
        serving.close()
