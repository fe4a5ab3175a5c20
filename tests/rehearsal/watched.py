"""The process of a rehearsal's board. It notes the time of each revision that the board shows."""

from collections import deque
from time import monotonic

from companion.hall.board import Board
from tests.rehearsal.messages import marked
from tests.rehearsal.working import serve

BESIDE = ("table", "away")
"""The parts of a table's screen that the board itself adds."""


class Watched:
    """A board with the times of its revisions. The rehearsal calls its methods over the pipe."""

    def __init__(self, *stores: str) -> None:
        self._reached: deque[tuple[int, float]] = deque()
        self._board = Board(stores)
        self._board.watch(self._note)
        self._board.start()

    def reached(self) -> list[tuple[int, float]]:
        """Return the store's revisions that the board has reached since the last call, with their times."""
        count = len(self._reached)
        return [self._reached.popleft() for _ in range(count)]

    def shows(self) -> dict[str, bytes]:
        """Return the mark of the public screen of every table that the board shows."""
        tables = [name.removeprefix("table ") for name in self._board.parts() if name.startswith("table ")]
        return {table: self._screen(table) for table in tables}

    def close(self) -> None:
        """Let the board stop following the store."""
        self._board.close()

    def _screen(self, table: str) -> bytes:
        parts = self._board.screen(table)
        return marked({name: part for name, part in parts.items() if name not in BESIDE})

    def _note(self) -> None:
        self._reached.append((self._board.revision, monotonic()))


if __name__ == "__main__":
    serve(Watched)
