"""If somebody deletes or overwrites values in the store without the right to, the board puts them back and reports it."""

from collections.abc import Callable, Iterator
from contextlib import closing
from threading import Event

import msgspec
import pytest

from companion.hall import layout
from companion.hall.board import Board
from companion.hall.etcd import Act, Change, Drop, Put
from companion.hall.guarding import MOST_TIMES, Guarding
from companion.hall.own_store import Node
from companion.hall.store import Store
from tests.support.games import play
from tests.support.halls import Member, Members, Room, letting, owned
from tests.support.houses import start

SECONDS = 60.0
"""The longest time, in seconds, that a busy machine may need for a quick act."""


class Guarded:
    """A watching board, with the values that it has put back."""

    def __init__(self, store: str, misses: Callable[[], object] = lambda: None) -> None:
        self._changed = Event()
        self.board = Board([store], beat_seconds=2 * SECONDS)  # else each heartbeat would look like a change
        self.board.watch(self._changed.set)
        self.board._read()
        misses()
        self.board.start()

    @property
    def mended(self) -> dict[str, object]:
        return msgspec.json.decode(self.board.parts()["mended"])

    def until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            assert self._changed.wait(SECONDS), self.mended
            self._changed.clear()


@pytest.fixture
def guarded(node: Node, old: Member) -> Iterator[Guarded]:
    found = Guarded(node.address)
    found.until(lambda: f"table {old.table}" in found.board.parts())
    yield found
    found.board.close()


def tables(store: Store) -> dict[str, bytes]:
    return {key: value for key, value in Room(store).raw.items() if key.startswith(layout.TABLES)}


HARMS: dict[str, Callable[[str], Act]] = {
    "an entry is deleted": lambda table: Drop(layout.entry_key(table, 3)),
    "all entries are deleted": lambda table: Drop(layout.entries_prefix(table), all=True),
    "the whole table is deleted": lambda table: Drop(layout.table_prefix(table), all=True),
    "every table is deleted": lambda table: Drop(layout.TABLES, all=True),
    "the head is deleted": lambda table: Drop(layout.table_key(table, "head")),
    "the guests are deleted": lambda table: Drop(layout.table_key(table, "guests")),
    "the end is deleted": lambda table: Drop(layout.table_key(table, "last")),
    "the owner is deleted": lambda table: Drop(layout.table_key(table, "owner")),
    "the screen is deleted": lambda table: Drop(layout.table_key(table, "open")),
    "an entry is overwritten": lambda table: Put(layout.entry_key(table, 3), b"x"),
    "the head is overwritten": lambda table: Put(layout.table_key(table, "head"), b"x"),
    "the first owner is put back": lambda table: owned(table, "old", 1),
    "the owner is rubbish": lambda table: Put(layout.table_key(table, "owner"), b"x"),
    "another box's screen": lambda table: Put(layout.table_key(table, "open"), screen("another")),
}


def screen(box: str) -> bytes:
    return layout.encode(layout.Open(box=box, game="bali", seats=(), pieces={}, began=0, since=0))


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_a_deleted_or_overwritten_value_is_put_back_and_reported(
    harm: Callable[[str], Act], old: Member, member: Members, guarded: Guarded, store: Store
) -> None:
    table = old.table
    spare = member("spare")
    old.is_silent()
    spare.adopts(table)
    spare.copies_all()
    before = tables(store)
    store.commit([], [harm(table)])
    guarded.until(lambda: tables(store) == before)
    guarded.until(lambda: guarded.mended["tables"] == [table])


def test_no_allowed_change_of_a_box_is_undone(old: Member, member: Members, guarded: Guarded, store: Store) -> None:
    """The test plays a whole game, a take-over, a table that goes back, a table that is left, and the next game."""
    spare, table = member("spare"), old.table
    spare.adopts(table)
    play(spare.house, seed=2)
    spare.copies_all()
    spare.house.leave_game()
    spare.copies_all()
    start(spare.house, "Ana", "Ben")
    play(spare.house, seed=5, most=4)
    spare.copies_all()
    spare.house.leave_game(unfinished=True)
    spare.copies_all()
    after = tables(store)
    store.commit([], [Put(layout.table_key("LAST", "result"), b"x")])
    store.commit([], [Drop(layout.table_key("LAST", "result"))])
    guarded.until(lambda: guarded.mended["tables"] == ["LAST"])
    assert {key: value for key, value in tables(store).items() if "LAST" not in key} == after


SILENTLY: dict[str, Callable[[str], list[Act]]] = {
    "once": lambda guests: [Put(guests, b"x")],
    "twice": lambda guests: [Put(guests, b"x"), Put(guests, b"y")],
    "and deleted": lambda guests: [Put(guests, b"x"), Drop(guests)],
}


@pytest.mark.parametrize("harm", SILENTLY.values(), ids=SILENTLY)
def test_the_guests_of_a_silent_box_that_somebody_overwrites_are_put_back(
    harm: Callable[[str], list[Act]], old: Member, guarded: Guarded, store: Store
) -> None:
    before = tables(store)
    old.is_silent()
    for act in harm(layout.table_key(old.table, "guests")):
        store.commit([], [act])
    guarded.until(lambda: tables(store) == before and guarded.mended["tables"] == [old.table])


def test_an_owner_that_is_written_again_lets_nobody_write_the_guests_of_a_silent_box(
    old: Member, guarded: Guarded, store: Store
) -> None:
    before, owner = tables(store), layout.table_key(old.table, "owner")
    old.is_silent()
    store.commit([], [Put(owner, before[owner]), Put(layout.table_key(old.table, "guests"), b"x")])
    guarded.until(lambda: tables(store) == before and guarded.mended["tables"] == [old.table])


def test_the_guests_that_a_box_wrote_before_it_fell_silent_stay_though_the_board_hears_of_them_late(
    node: Node, old: Member, store: Store
) -> None:
    def goes_on() -> None:
        play(old.house, seed=3, most=5)
        old.copies_all()
        old.is_silent()
        store.commit([], [Put(layout.table_key("LAST", "result"), b"x")])
        store.commit([], [Drop(layout.table_key("LAST", "result"))])

    late = Guarded(node.address, goes_on)
    with closing(late.board):
        late.until(lambda: late.mended["tables"] == ["LAST"])
        assert Room(store).guests(old.table).book == old.look().book  # type: ignore[union-attr]


def test_the_guests_of_a_table_that_is_handed_to_a_box_which_is_not_heard_stay(
    old: Member, member: Members, guarded: Guarded, store: Store
) -> None:
    play(old.house, seed=3, most=5)
    member("spare").adopts(old.table, letting(old))
    old.is_silent()
    after = tables(store)
    store.commit([], [Put(layout.table_key("LAST", "result"), b"x")])
    store.commit([], [Drop(layout.table_key("LAST", "result"))])
    guarded.until(lambda: guarded.mended["tables"] == ["LAST"])
    assert {key: value for key, value in tables(store).items() if "LAST" not in key} == after


@pytest.mark.parametrize("kept", ["entry", "head", "owner", "guests", "last", "result"])
def test_lasting_values_are_put_back_even_if_the_end_is_written_with_them(kept: str) -> None:
    """A box that leaves a table writes its end, and deletes the screen. It may delete nothing else."""
    key, end = f"{layout.table_prefix('T')}{'entry/00000001' if kept == 'entry' else kept}", layout.table_key("T", "last")
    written = [Change(end, b"new", b"old", 9), Change(key, None, b"was", 9)]
    assert [one.value for one in Guarding(lambda table: False).wrong(written)] == [b"was"]


def test_changes_that_the_board_missed_are_put_back_later(node: Node, old: Member, store: Store) -> None:
    before = tables(store)
    late = Guarded(node.address, lambda: store.commit([], [Drop(layout.table_prefix(old.table), all=True)]))
    with closing(late.board):
        late.until(lambda: tables(store) == before)


def test_two_boards_put_it_back_once(node: Node, old: Member, guarded: Guarded, store: Store) -> None:
    second = Guarded(node.address)
    second.until(lambda: f"table {old.table}" in second.board.parts())
    before = tables(store)
    store.commit([], [Drop(layout.entries_prefix(old.table), all=True)])
    guarded.until(lambda: tables(store) == before)
    store.commit([], [Put(layout.table_key("LAST", "open"), screen("box"))])
    for board in (guarded, second):
        board.until(lambda board=board: "table LAST" in board.board.parts())
    assert tables(store).items() >= before.items()
    second.board.close()
    counts = [int(str(board.mended["count"])) for board in (guarded, second)]
    assert sum(counts) == len(Room(store).entries(old.table))


def test_a_board_does_not_quarrel_for_ever() -> None:
    guarding, key = Guarding(lambda table: False), layout.table_key("T", "head")
    puts = [list(guarding.wrong([Change(key, b"bad", b"good", n)])) for n in range(MOST_TIMES + 2)]
    assert [len(one) for one in puts] == [1] * MOST_TIMES + [0, 0]


def test_tidied_values_stay_away() -> None:
    guarding = Guarding(lambda table: table == "OLD")
    for table, stays in (("OLD", False), ("NEW", True)):
        gone = Change(layout.entry_key(table, 1), None, b"sealed", 9)
        assert bool([*guarding.wrong([gone])]) is stays


def test_nothing_is_tidied_of_a_table_that_is_on_again(node: Node, store: Store) -> None:
    """When the board tidies, it does not know yet that the table is in use again."""
    result = {"box": "b", "game": "bali", "seats": ["Ana"], "fingerprint": "", "began": 1, "ended": 1}
    score = {"ranking": [["Ana"]], "seats": {"Ana": {"total": 1}}}
    kept = layout.entry_key("T", 1)
    store.commit(
        [], [Put(layout.table_key("T", "result"), msgspec.json.encode({**result, "score": score})), Put(kept, b"sealed")]
    )
    board = Board([node.address])
    board._read()
    board._beating.all(layout.BOXES)
    store.commit([], [Put(layout.table_key("T", "open"), screen("b"))])
    board._tidy()
    assert kept in store.read(kept)
    store.commit([], [Drop(layout.table_key("T", "open"))])
    board._tidy()
    assert kept not in store.read(kept)
    board._reading.close()
    board._beating.close()
