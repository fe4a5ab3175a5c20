"""A board follows a real store: what changes there it shows, what it missed it reads, and it drops what is to be tidied."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from companion.hall import layout
from companion.hall.board import Board
from companion.hall.layout import Box, Ended, Open
from companion.hall.node import Node, cluster, until_they_answer
from companion.hall.store import Store
from companion.hall.wire import Drop, Put
from tests.support.halls import Member
from tests.support.houses import sit_down, start

BEAT = 0.05
SECONDS = 60.0
"""That a machine under load may take for what it does at once."""


class Watched:
    """A board, and whether it has shown what a test waits for."""

    def __init__(self, *stores: str) -> None:
        self._changed = Event()
        self.board = Board(stores, beat_seconds=BEAT)
        self.board.watch(self._changed.set)
        self.board.start()

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Its parts, as soon as they are so."""
        while not holds(parts := self.parts):
            assert self._changed.wait(SECONDS), parts
            self._changed.clear()
        return parts

    @property
    def parts(self) -> dict[str, Any]:
        return {name: msgspec.json.decode(part) for name, part in self.board.parts().items()}


Boards = Callable[..., Watched]


@pytest.fixture
def board() -> Iterator[Boards]:
    with ExitStack() as stack:

        def new(*stores: str) -> Watched:
            made = Watched(*stores)
            stack.callback(made.board.close)
            return made

        yield new


def put(store: Store, key: str, value: Any) -> None:
    store.commit([], [Put(key, layout.written(value))])


def ended(at: int) -> Ended:
    score = {"ranking": [["Ana"], ["Ben"]]}
    return Ended(box="b", game="bali", seats=("Ana", "Ben"), score=score, fingerprint="", began=0, ended=at)  # type: ignore[arg-type]


def opened(since: int) -> Open:
    return Open(box="b", game="bali", seats=("Ana",), pieces={"Ana": 1}, began=0, since=since)  # type: ignore[arg-type,dict-item]


def test_what_a_box_copies_shows_on_the_board_and_what_it_leaves_is_gone(
    tmp_path: Path, node: Node, store: Store, board: Boards
) -> None:
    shown = board(node.address)
    box = Member(tmp_path / "box", store)
    sit_down(box.house, "Ana", "Ben")
    start(box.house, "Ana", "Ben")
    box.copies_all()
    parts = shown.until(lambda parts: f"table {box.table}" in parts)
    assert parts[f"table {box.table}"]["seats"] == ["Ana", "Ben"]
    screen = {name: msgspec.json.decode(part) for name, part in shown.board.screen(box.table).items()}
    assert screen["blocks"]
    table = box.table
    store.commit([], [Drop(layout.of(table, "open"))])
    shown.until(lambda parts: f"table {table}" not in parts)
    box.close()


def test_a_board_that_comes_later_shows_the_same(node: Node, store: Store, board: Boards) -> None:
    first = board(node.address)
    for n in range(100):
        put(store, layout.of(f"T{n}", "open"), opened(n + 1))
    put(store, layout.box("b"), Box("Window", "", "1"))
    assert first.until(_is_whole) == board(node.address).until(_is_whole)


def _is_whole(parts: dict[str, Any]) -> bool:
    return sum(isinstance(part, dict) and part["box"] == "Window" for part in parts.values()) == 100


def test_a_store_that_was_away_is_said_to_be_and_what_was_missed_is_read(tmp_path: Path, board: Boards) -> None:
    (alone,) = cluster(tmp_path, 1)
    until_they_answer([alone.start()])
    shown = board(alone.address)
    store = Store([alone.address])
    put(store, layout.of("T", "open"), opened(1))
    shown.until(lambda parts: "table T" in parts and not parts["away"])
    alone.kill()
    assert "table T" in shown.until(lambda parts: parts["away"] > 0)
    until_they_answer([alone.start()])
    store.close()
    put(store, layout.of("U", "open"), opened(1))
    shown.until(lambda parts: "table U" in parts and not parts["away"])
    store.close()
    alone.close()


def test_the_entries_of_what_ended_long_ago_are_dropped_and_nothing_else_is_ever_written(
    node: Node, store: Store, board: Boards
) -> None:
    for table, at in (("old", 1), ("open", 1), ("new", 2**40)):
        put(store, layout.of(table, "result"), ended(at))
        store.commit([], [Put(layout.entry(table, 1), b"sealed")])
    put(store, layout.of("open", "open"), opened(1))
    before = set(store.names("/"))
    gone = layout.entry("old", 1)
    shown = board(node.address)
    shown.until(lambda parts: "table open" in parts)
    shown.until(lambda _: gone not in store.names("/"))
    assert before - set(store.names("/")) == {gone}
