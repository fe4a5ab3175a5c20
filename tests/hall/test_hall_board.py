"""A board follows a real store: it shows every change, reads the changes that it missed, and tidies old values away."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from threading import Event, Semaphore
from time import monotonic
from typing import Any

import msgspec
import pytest

from companion.hall import layout
from companion.hall.access import OPEN, Access, access_of
from companion.hall.board import TIDY_SECONDS, Board
from companion.hall.etcd import Connection, Drop, Put, request
from companion.hall.layout import Box, Ended, Open
from companion.hall.organising import Organiser
from companion.hall.own_store import Node, cluster, free_places, own_store, until_they_answer
from companion.hall.rounds import RoundClock
from companion.hall.store import Store
from tests.support.halls import Member
from tests.support.houses import sit_down, start
from tests.support.liars import Passing, lying

BEAT = 0.05
SECONDS = 60.0
"""The longest time, in seconds, that a busy machine may need for a quick act."""


class Watched:
    """A board that tells a test about each change."""

    def __init__(self, *stores: str, access: Access = OPEN, organiser: Organiser | None = None) -> None:
        self._changed = Event()
        self.board = Board(stores, access, BEAT, organiser)
        self.board.watch(self._changed.set)
        self.board.start()

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the board's parts, as soon as `holds` is true of them."""
        until = monotonic() + SECONDS
        while not holds(parts := self.parts):
            assert self._changed.wait(max(0, until - monotonic())), parts
            self._changed.clear()
        return parts

    @property
    def parts(self) -> dict[str, Any]:
        return {name: msgspec.json.decode(part) for name, part in self.board.parts().items()}


Boards = Callable[..., Watched]


@pytest.fixture
def board() -> Iterator[Boards]:
    with ExitStack() as stack:

        def new(*stores: str, access: Access = OPEN, organiser: Organiser | None = None) -> Watched:
            made = Watched(*stores, access=access, organiser=organiser)
            stack.callback(made.board.close)
            return made

        yield new


def put(store: Store, key: str, value: Any) -> None:
    store.commit([], [Put(key, layout.encode(value))])


def left(table: str) -> list[Put | Drop]:
    """Return the writes of a box that leaves its table. A board puts back one that was deleted without the table's end."""
    return [Put(layout.table_key(table, "last"), b"sealed"), Drop(layout.table_key(table, "open"))]


def ended(at: int) -> Ended:
    score = {"ranking": [["Ana"], ["Ben"]]}
    return Ended(box="b", game="bali", seats=("Ana", "Ben"), score=score, fingerprint="", began=0, ended=at)  # type: ignore[arg-type]


def opened(since: int) -> Open:
    return Open(box="b", game="bali", seats=("Ana",), pieces={"Ana": 1}, began=0, since=since)  # type: ignore[arg-type,dict-item]


def test_a_copied_table_shows_on_the_board_and_a_left_one_is_gone(
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
    store.commit([], left(table))
    shown.until(lambda parts: f"table {table}" not in parts)
    box.close()


def test_a_board_that_comes_later_shows_the_same(node: Node, store: Store, board: Boards) -> None:
    first = board(node.address)
    for n in range(100):
        put(store, layout.table_key(f"T{n}", "open"), opened(n + 1))
    put(store, layout.box_key("b"), Box("Window", "", "1"))
    assert first.until(_is_whole) == board(node.address).until(_is_whole)


def _is_whole(parts: dict[str, Any]) -> bool:
    return sum(isinstance(part, dict) and part.get("box") == "Window" for part in parts.values()) == 100


def test_the_board_says_that_a_store_is_away_and_reads_later_what_it_missed(tmp_path: Path, board: Boards) -> None:
    (alone,) = cluster(tmp_path, 1)
    until_they_answer([alone.start()])
    shown = board(alone.address)
    store = Store([alone.address])
    put(store, layout.table_key("T", "open"), opened(1))
    shown.until(lambda parts: "table T" in parts and not parts["away"])
    alone.kill()
    assert "table T" in shown.until(lambda parts: parts["away"] > 0)
    until_they_answer([alone.start()])
    store.close()
    put(store, layout.table_key("U", "open"), opened(1))
    shown.until(lambda parts: "table U" in parts and not parts["away"])
    store.close()
    alone.close()


def test_a_board_without_a_store_draws_its_countdowns_in_every_beat() -> None:
    told = Semaphore(0)
    with closing(Board(["http://127.0.0.1:1"], beat_seconds=BEAT)) as alone:
        alone.watch(told.release)
        alone.start()
        assert all(told.acquire(timeout=SECONDS) for _ in range(3))


@pytest.mark.parametrize("organiser", [None, Organiser(("http://127.0.0.1:1",), OPEN)], ids=["shows only", "writes in vain"])
def test_the_beat_finds_a_watch_that_hangs_silently_and_nothing_is_missed(
    organiser: Organiser | None, node: Node, store: Store, board: Boards
) -> None:
    store.commit([], [Put(layout.CLOCKS, msgspec.json.encode([RoundClock("2", 1, 600, True, (store.now() or 0) - 100)]))])
    passing = Passing(node.address)
    with lying(passing) as between:
        shown = board(between.address, organiser=organiser)
        put(store, layout.table_key("T", "open"), opened(1))
        shown.until(lambda parts: "table T" in parts)
        passing.is_silent.set()
        put(store, layout.table_key("U", "open"), opened(1))
        shown.until(lambda parts: "table U" in parts)
        shown.board.close()


def test_changes_that_the_store_forgot_before_the_watch_are_read_again(node: Node, store: Store, board: Boards) -> None:
    def changes_and_forgets() -> None:
        with closing(Store([node.address])) as other:
            for name in ("T", "U"):
                put(other, layout.table_key(name, "open"), opened(1))
        line = Connection(node.address, None)
        revision = store.all("/").revision
        assert line.ask("/v3/kv/compaction", request(revision=str(revision))).status == 200
        line.close()

    passing = Passing(node.address, changes_and_forgets)
    with lying(passing) as between:
        shown = board(between.address)
        shown.until(lambda parts: {"table T", "table U"} <= parts.keys())
        put(store, layout.table_key("V", "open"), opened(1))
        shown.until(lambda parts: "table V" in parts)
        shown.board.close()
        assert passing.watches >= 2


def test_only_holders_of_certificates_see_a_store_that_asks_for_them(node: Node, tmp_path: Path, board: Boards) -> None:
    own = own_store(tmp_path, "127.0.0.1", int(free_places(1)[0].split(":")[1]))
    with closing(own), closing(Store(own.hall.stores, access_of(own.hall))) as store:
        put(store, layout.table_key("T", "open"), opened(1))
        shown = board(*own.hall.stores, access=access_of(own.hall))
        shown.until(lambda parts: "table T" in parts)
        put(store, layout.table_key("U", "open"), opened(1))
        shown.until(lambda parts: "table U" in parts)
        shown.board.close()
        stranger = board(*own.hall.stores, access=access_of(replace(own.hall, certificate="", private="")))
        assert "table T" not in stranger.until(lambda parts: parts["away"] > 0)
        stranger.board.close()


def test_two_boards_of_one_room_show_the_same_and_do_not_disturb_each_other(node: Node, store: Store, board: Boards) -> None:
    first, second = board(node.address), board(node.address)
    put(store, layout.table_key("T", "open"), opened(1))
    assert first.until(_has_t) == second.until(_has_t)
    first.board.close()
    store.commit([], left("T"))
    second.until(lambda parts: not _has_t(parts))


def _has_t(parts: dict[str, Any]) -> bool:
    return "table T" in parts


def test_sealed_values_of_old_tables_are_dropped_and_nothing_else_is_written(
    node: Node, store: Store, board: Boards
) -> None:
    for table, at in (("old", 1), ("open", 1), ("new", 2**40)):
        put(store, layout.table_key(table, "result"), ended(at))
        sealed = (layout.entry_key(table, 1), layout.table_key(table, "head"), layout.table_key(table, "guests"))
        store.commit([], [Put(key, b"sealed") for key in (*sealed, layout.table_key(table, "owner"))])
    put(store, layout.table_key("open", "open"), opened(1))
    before = set(store.names("/"))
    gone = layout.entry_key("old", 1)
    shown = board(node.address)
    shown.until(lambda parts: "table open" in parts)
    shown.until(lambda _: gone not in store.names("/"))
    assert before - set(store.names("/")) == {gone, layout.table_key("old", "head"), layout.table_key("old", "guests")}


def test_a_board_tidies_immediately_and_then_every_hour_even_if_it_may_not_write_clocks(node: Node, store: Store) -> None:
    clock = RoundClock("2", 1, 600, True, (store.now() or 0) - 100)
    store.commit([], [Put(layout.CLOCKS, msgspec.json.encode([clock]))])
    board = Board([node.address], beat_seconds=TIDY_SECONDS / 6, organiser=Organiser(("http://127.0.0.1:1",), OPEN))
    with closing(board):
        beats = board._beats()
        first, second = layout.entry_key("T1", 1), layout.entry_key("T2", 1)
        grown_old(board, store, "T1")
        next(beats)
        assert first not in store.read(first)
        grown_old(board, store, "T2")
        for _ in range(5):
            next(beats)
        assert second in store.read(second)
        next(beats)
        assert second not in store.read(second)


def grown_old(board: Board, store: Store, table: str) -> None:
    """Let a table end long ago, and let the board know."""
    put(store, layout.table_key(table, "result"), ended(1))
    store.commit([], [Put(layout.entry_key(table, 1), b"sealed")])
    board._read()
