"""Disks that fail, and disks that take their time."""

import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from companion.core.journal import Entry
from tests.support.forgetful import ForgetfulJournal, Pages

PATIENCE = 20.0
"""Seconds after which something that never comes is a failure. No test waits for them to pass."""


@contextmanager
def no_byte_more() -> Iterator[None]:
    """Let no file of this process grow, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class Slow(ForgetfulJournal):
    """A disk that keeps an answer only when the test lets it, or refuses it."""

    def __init__(self, pages: Pages | None = None) -> None:
        super().__init__(pages)
        self.asked = threading.Semaphore(0)
        """Is released each time the disk is asked to keep an answer."""
        self._verdicts: SimpleQueue[Exception | None] = SimpleQueue()

    def append(self, table: int, expected: int, entry: Entry) -> None:
        self.asked.release()
        verdict = self._verdicts.get(timeout=PATIENCE)
        if verdict is not None:
            raise verdict
        super().append(table, expected, entry)

    def is_asked(self) -> None:
        """Wait until the disk is asked to keep an answer."""
        assert self.asked.acquire(timeout=PATIENCE)

    def takes(self, answers: int = 1) -> None:
        """Keep the next `answers` entries."""
        for _ in range(answers):
            self._verdicts.put(None)

    def fails(self, error: Exception) -> None:
        """Raise this error at the next entry."""
        self._verdicts.put(error)
