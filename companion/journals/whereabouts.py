"""Where the file of a journal is, and its log: what is written to one that was deleted or replaced beneath is nowhere."""

from pathlib import Path
from typing import Final

from companion.journals.care import log_of
from companion.journals.folder import place
from companion.journals.mishaps import Moved


class Whereabouts:
    """The file that was opened first and its log, known by what they are and not by their names."""

    def __init__(self, file: Path) -> None:
        self._file: Final = file
        self._log: Final = log_of(file)
        self.forget()

    def forget(self) -> None:
        """Another file is begun in its place."""
        self._opened = False
        self._at: tuple[int, int] | None = None
        self._log_at: tuple[int, int] | None = None
        self._is_replaced = False

    def note(self) -> None:
        """It was opened."""
        self._opened, self._at, self._log_at = True, place(self._file), place(self._log)

    @property
    def is_moved(self) -> bool:
        """Whether the file was deleted or replaced since it was opened first."""
        return self._is_replaced or (self._opened and self._at != place(self._file))

    def make_sure(self) -> None:
        """Raises Moved if what was just written is nowhere."""
        log_now = place(self._log)
        if self.is_moved or self._log_at not in (None, log_now):
            self._is_replaced = True
            raise Moved
        self._log_at = log_now
