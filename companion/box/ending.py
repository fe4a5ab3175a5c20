"""What ends an evening: a signal of the system, or somebody who switches off at the panel."""

import os
import signal
from types import FrameType


class Ending:
    """Waited for by the main thread, said by a signal or by another thread, and heard at whatever instant it comes. It goes
    through a pipe: a signal's handler runs in the middle of the wait, where a lock that the wait holds is never let go."""

    def __init__(self) -> None:
        self._ear, self._mouth = os.pipe()
        os.set_blocking(self._mouth, False)  # signals ask for that
        self._before: int | None = None
        """Who heard signals before, once this does."""

    def listen(self) -> None:
        """From now on Ctrl-C and systemd's stop are heard. The main thread alone may ask for that."""
        self._before = signal.set_wakeup_fd(self._mouth, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _heard)

    def say(self) -> None:
        """The evening ends. From any thread."""
        os.write(self._mouth, b"\0")

    def wait(self) -> None:
        """Until somebody says it, or has said it."""
        os.read(self._ear, 1)

    def close(self) -> None:
        """Hear no more: a signal that comes now changes nothing."""
        if self._before is not None:
            signal.set_wakeup_fd(self._before)
        os.close(self._ear)
        os.close(self._mouth)


def _heard(_number: int, _frame: FrameType | None) -> None:
    """A signal without a handler of its own would kill the process; that it came stands in the pipe."""
