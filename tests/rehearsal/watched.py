"""The process of a rehearsal's board: it notes when the board shows what."""

from collections import deque
from time import monotonic

from companion.hall.board import Board
from tests.rehearsal.told import marked
from tests.rehearsal.working import serve

BESIDE = ("table", "away")
"""Of the parts of a table's screen those that are the board's own."""


class Watched:
    """A board, and when it was how far. What it is asked are its methods."""

    def __init__(self, *stores: str) -> None:
        self._reached: deque[tuple[int, float]] = deque()
        self._board = Board(stores)
        self._board.watch(self._note)
        self._board.start()

    def reached(self) -> list[tuple[int, float]]:
        """Revisions of the store, and when it showed all up to there, since this was asked last."""
        count = len(self._reached)
        return [self._reached.popleft() for _ in range(count)]

    def shows(self) -> dict[str, bytes]:
        """Every table that it shows, with the mark of its public screen."""
        tables = [name.removeprefix("table ") for name in self._board.parts() if name.startswith("table ")]
        return {table: self._screen(table) for table in tables}

    def close(self) -> None:
        """It follows no more."""
        self._board.close()

    def _screen(self, table: str) -> bytes:
        parts = self._board.screen(table)
        return marked({name: part for name, part in parts.items() if name not in BESIDE})

    def _note(self) -> None:
        self._reached.append((self._board.revision, monotonic()))


if __name__ == "__main__":
    serve(Watched)
