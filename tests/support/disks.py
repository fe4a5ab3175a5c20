"""Disks that fail, and disks that take their time."""

import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from companion.core.journal import Entry
from tests.support.forgetful import ForgetfulJournal, Pages

PATIENCE = 20.0
"""Seconds after which something that never comes is a failure. No test passes by waiting."""


@contextmanager
def no_byte_more() -> Iterator[None]:
    """Let no file of this process grow, as on a disk that has gone."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class Slow(ForgetfulJournal):
    """A disk that takes an answer when the test lets it, or refuses it then."""

    def __init__(self, pages: Pages | None = None) -> None:
        super().__init__(pages)
        self.asked = threading.Semaphore(0)
        """Grows when the disk is asked to keep an answer."""
        self._verdicts: SimpleQueue[Exception | None] = SimpleQueue()

    def append(self, table: int, expected: int, entry: Entry) -> None:
        self.asked.release()
        verdict = self._verdicts.get(timeout=PATIENCE)
        if verdict is not None:
            raise verdict
        super().append(table, expected, entry)

    def is_asked(self) -> None:
        """Wait until it is."""
        assert self.asked.acquire(timeout=PATIENCE)

    def takes(self, answers: int = 1) -> None:
        """Keep so many of the next entries."""
        for _ in range(answers):
            self._verdicts.put(None)

    def fails(self, error: Exception) -> None:
        """Raise this over one of them."""
        self._verdicts.put(error)
