"""A box's games are copied: all of them, in order, once, and sealed except for the public part."""

import random
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.core.journal import CHAIN, AnswerEntry, Visibility
from companion.core.view import merged, screen_groups
from companion.hall import layout
from companion.hall.copier import CopyProgress
from companion.hall.copy import CopiedEntries
from companion.hall.etcd import Drop, Put
from companion.hall.layout import Box, Owner
from companion.hall.own_store import Node
from companion.hall.store import Store
from companion.house import prompts
from companion.house.dice import SeededDice
from companion.house.doors import ROOM
from companion.house.house import House
from companion.house.moved import MovedTable
from tests.support.counts import bali
from tests.support.games import play, step
from tests.support.halls import Member, Members, Room, Unlucky, owned, secretly
from tests.support.houses import sit_down, start


@pytest.fixture
def box(member: Members) -> Member:
    box = member()
    sit_down(box.house, "Ana", "Ben")
    return box


def entries(house: House) -> list[object]:
    assert house.table is not None
    return list(house.table.entries)


def test_a_table_is_there_as_soon_as_it_is_open(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    box.copies()
    room = Room(store)
    assert room.owner(box.table) == Owner("box1", 1)
    assert room.head(box.table) == box.house.table.head  # type: ignore[union-attr]
    assert room.head(box.table).chain == CHAIN
    assert room.guests(box.table).book.tokens == box.house.guests.book.tokens
    shown = room.open(box.table)
    assert shown is not None
    assert (shown.box, shown.game, shown.seats, shown.pieces) == ("box1", "bali", ("Ana", "Ben"), {"Ana": 1, "Ben": 2})


def test_a_whole_game_is_in_the_store_entry_by_entry(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    lots = SeededDice(3)
    n = 0
    while step(box.house, lots, f"key-{n}"):
        n += 1
        box.copies()
        box.clock.pass_(0.3)
    box.copies_all()
    room = Room(store)
    assert room.entries(box.table) == entries(box.house)
    assert room.last(box.table).entries == len(entries(box.house))
    assert room.last(box.table).hash.hex() == box.house.table.moment.hash  # type: ignore[union-attr]


def test_the_copied_screen_is_the_public_one(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    lots = SeededDice(3)
    for n in range(25):
        step(box.house, lots, f"key-{n}")
        box.copies_all()
        shown, table = Room(store).open(box.table), box.house.table
        assert shown is not None
        assert table is not None
        seen = msgspec.json.encode(merged(*screen_groups(table.moment.screen(None))))
        assert shown.parts == msgspec.json.decode(seen)
        assert shown.fingerprint == table.moment.fingerprint


def test_a_game_that_is_over_leaves_its_result_and_one_that_was_left_is_shown_no_more(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    name = box.table
    play(box.house)
    box.copies_all()
    room, table = Room(store), box.house.table
    assert table is not None
    ended, score = room.ended(name), table.moment.score()
    assert ended is not None
    assert score is not None
    assert ended.score == score.as_data()
    assert (ended.game, ended.seats, ended.fingerprint) == ("bali", ("Ana", "Ben"), table.moment.fingerprint)
    assert ended.ended >= ended.began > 0
    shown = room.open(name)
    assert shown is not None
    assert shown.over
    box.house.leave_game()
    box.copies()
    room = Room(store)
    assert room.open(name) is None
    assert room.ended(name) == ended
    assert len(room.entries(name)) == table.moment.entries


def test_no_board_shows_a_result_that_the_room_s_screen_is_still_to_reveal(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    box.house.presence.came(ROOM)
    play(box.house)
    stage = box.house.snapshots.stage
    assert stage is not None
    for step_ in (0, stage.steps - 1):
        prompts.stage(box.house, stage.of, step_)
        box.copies_all()
        shown = Room(store).open(box.table)
        assert shown is not None
        assert (Room(store).ended(box.table), shown.over) == (None, False)
    prompts.stage(box.house, stage.of, stage.steps)
    box.copies_all()
    assert Room(store).ended(box.table) is not None


def test_the_fingerprint_of_a_result_stays_where_an_answer_was_secret() -> None:
    """People compare the result's code with the box. It may change only with answers that everybody saw."""
    before = CopiedEntries(4, "fourth", 4, "fourth")
    secret, public = (
        AnswerEntry(n=5, do={}, bits="", hash="fifth", news=Visibility(open=is_open)) for is_open in (False, True)
    )
    assert before.plus(secret) == CopiedEntries(5, "fifth", 4, "fourth")
    assert before.plus(public) == CopiedEntries(5, "fifth", 5, "fifth")


def test_a_result_holds_once_people_have_counted_the_same_as_the_box(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    play(box.house)
    box.copies_all()
    before, table = Room(store).ended(box.table), box.house.table
    assert table is not None
    for seat, do in bali(table.moment.history.state.public):
        due = next(due for due in table.moment.history.dues if (due.kind, due.seat) == ("count", seat))
        full = table.moment.full_id(due.id)
        box.house.play_at_panel(full, do, "altar") if seat is None else box.house.play(seat, full, do, f"count {seat}")
    box.copies_all()
    after = Room(store).ended(box.table)
    assert before is not None
    assert after is not None
    assert (before.agreed, after.agreed, after.accepted) == (False, True, None)


def test_answers_of_a_time_without_the_store_are_copied_in_order(box: Member, store: Store) -> None:
    """There are three games, of which the first was given up. The store could not be reached while they were played."""
    kept = {}
    for game in range(3):
        start(box.house, "Ana", "Ben")
        play(box.house, seed=game, most=7 if game == 0 else 2000)
        kept[box.table] = entries(box.house)
        if game < 2:
            box.house.leave_game(unfinished=True)
    box.copies_all()
    room = Room(store)
    assert {name: room.entries(name) for name in kept} == kept
    assert [room.open(name) is None for name in kept] == [True, True, False]
    assert [room.ended(name) is None for name in kept] == [True, False, False]


@pytest.mark.parametrize("steps", range(1, 7))
@pytest.mark.parametrize("between", ["the box starts again", "another game begins"])
def test_a_left_table_is_copied_whole_even_if_interrupted(between: str, steps: int, box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    play(box.house)
    name, entries = box.table, box.house.table.entries if box.house.table else ()
    box.house.leave_game()
    box.copies(steps)
    if between == "the box starts again":
        box.restarts()
    else:
        start(box.house, "Ana", "Ben")
    box.copies_all()
    room = Room(store)
    assert room.entries(name) == list(entries)
    assert room.ended(name) is not None


def test_a_left_table_that_was_tidied_away_is_not_copied_again(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    play(box.house)
    name = box.table
    box.house.leave_game()
    box.copies_all()
    sealed = [
        Drop(layout.table_key(name, "head")),
        Drop(layout.table_key(name, "guests")),
        Drop(layout.entries_prefix(name), all=True),
    ]
    store.commit([], sealed)
    before = Room(store).raw.keys()
    box.restarts()
    box.copies_all()
    assert Room(store).raw.keys() == before


def test_no_transaction_is_longer_than_the_store_takes(member: Members, node: Node) -> None:
    with closing(Unlucky(node.address)) as store:
        box = member(at=store)
        sit_down(box.house, "Ana", "Ben")
        start(box.house, "Ana", "Ben", game="buru")
        play(box.house, most=150)
        box.copies_all()
        assert len(entries(box.house)) > 128
        assert max(map(len, store.commits)) <= 64 + 3


def test_every_entry_is_there_once_and_in_order_though_replies_get_lost(member: Members, node: Node) -> None:
    lots = random.Random(5)
    with closing(Unlucky(node.address, lambda: lots.choice(("well", "lost", "deaf")))) as store:
        box = member(at=store)
        sit_down(box.house, "Ana", "Ben")
        start(box.house, "Ana", "Ben")
        dice, once = SeededDice(3), dict[str, bytes]()
        for n in range(60):
            step(box.house, dice, f"key-{n}")
            box.tries(lots.randrange(4))
            now = {key: value for key, value in Room(store).raw.items() if "/entry/" in key}
            assert once.items() <= now.items()
            once = now
            box.clock.pass_(lots.choice((0.1, 3)))
            if not lots.randrange(12):
                box.restarts()
        store.luck = lambda: "well"
        box.copies_all()
        assert Room(store).entries(box.table) == entries(box.house)


def test_a_restarted_copy_sends_nothing_that_is_there(member: Members, node: Node) -> None:
    with closing(Unlucky(node.address)) as store:
        box = member(at=store)
        sit_down(box.house, "Ana", "Ben")
        start(box.house, "Ana", "Ben")
        play(box.house, most=30)
        box.copies_all()
        before = Room(store).raw
        store.commits.clear()
        box.restarts()
        box.copies_all()
        assert [act.key for acts in store.commits for act in acts if isinstance(act, Put)] == [layout.box_key("box1")]
        assert Room(store).raw == before


# Secrets


@pytest.mark.parametrize("later", [0.0, 0.1, 0.3, 0.4])
def test_entries_hidden_from_the_room_are_copied_on_a_fixed_beat(member: Members, store: Store, later: float) -> None:
    box = member()
    sit_down(box.house, "Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    secret = secretly(box)
    began = box.clock.now
    box.clock.pass_(later)
    copied = []
    for _ in range(10):
        box.copies()
        if Room(store).last(box.table).entries == secret:
            copied.append(round(box.clock.now, 1))
        box.clock.pass_(0.1)
    assert copied[0] == began + 0.5


# Owners


def test_a_table_that_another_box_has_is_not_written_any_more(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    play(box.house, most=6)
    box.copies_all()
    store.commit([], [owned(box.table, "box2", 2)])
    before = Room(store).raw
    play(box.house, seed=2, most=6)
    box.copies_all()
    assert Room(store).raw == before
    assert box.fenced == [MovedTable(1, "box2", "", 6)]
    box.restarts()
    box.copies_all()
    assert Room(store).raw == before


@pytest.mark.parametrize("stored", [b'{"box":"box2","epoch":9}', b'{"box":"box2","epoch":9,"proof":"00"}', b"{}", b""])
def test_no_store_takes_a_table_from_a_box(box: Member, store: Store, stored: bytes) -> None:
    start(box.house, "Ana", "Ben")
    box.copies_all()
    mine = Room(store).raw[layout.table_key(box.table, "owner")]
    elsewhere = owned("ANOTHERTABLE", "box2", 9).value
    for forged in (stored, elsewhere):
        store.commit([], [Put(layout.table_key(box.table, "owner"), forged)])
        play(box.house, seed=len(forged), most=2)
        box.clock.pass_(6)
        box.tries(9)
        box.restarts()
        box.tries(9)
    assert box.fenced == []
    store.commit([], [Put(layout.table_key(box.table, "owner"), mine)])
    box.copies_all()
    assert Room(store).entries(box.table) == entries(box.house)


def test_an_owner_of_an_earlier_time_has_no_say(box: Member, store: Store) -> None:
    start(box.house, "Ana", "Ben")
    store.commit([], [owned(box.table, "box1", 3)])
    box.copies_all()
    store.commit([], [owned(box.table, "box2", 2)])
    box.clock.pass_(6)
    box.tries(9)
    assert box.fenced == []


def test_one_of_two_boxes_that_open_the_same_name_has_it(member: Members, store: Store) -> None:
    one, other = member("box1"), member("box2")
    for box in (one, other):
        sit_down(box.house, "Ana", "Ben")
        start(box.house, "Ana", "Ben")
    store.commit([], [owned(other.table, "box1", 1)])
    one.copies_all()
    other.copies_all()
    assert len(other.fenced) == 1
    assert one.fenced == []


def copied_files(of: Path, to: Path) -> None:
    """Copy the files of a closed journal."""
    to.mkdir(exist_ok=True)
    for file in of.glob("companion.db*"):
        (to / file.name).write_bytes(file.read_bytes())


@pytest.mark.parametrize("has_fewer", [True, False], ids=["fewer entries", "as many entries"])
def test_a_box_that_went_back_in_time_copies_nothing_over_what_the_store_knows(
    has_fewer: bool, member: Members, store: Store, tmp_path: Path
) -> None:
    box = member()
    sit_down(box.house, "Ana", "Ben")
    start(box.house, "Ana", "Ben")
    play(box.house, most=5)
    box.copies_all()
    box.close()
    copied_files(tmp_path / "box1", tmp_path / "before")
    box = member()
    box.copies()
    play(box.house, seed=7, most=0 if has_fewer else 9)
    box.close()
    copied_files(tmp_path / "box1", tmp_path / "other")
    copied_files(tmp_path / "before", tmp_path / "box1")
    box = member()
    box.copies()
    play(box.house, seed=2, most=9)
    box.copies_all()
    before, known = Room(store).raw, entries(box.house)
    box.close()
    copied_files(tmp_path / "other", tmp_path / "box1")
    old = member()
    assert (len(entries(old.house)) < len(known)) is has_fewer
    old.copies()
    play(old.house, seed=8, most=9)
    old.copies_all()
    assert Room(store).raw == before
    assert old.copier.progress().torn


# Progress: the answers still to be sent


def test_the_number_still_to_send_counts_only_entries_that_the_room_saw(box: Member) -> None:
    start(box.house, "Ana", "Ben")
    box.copies_all()
    assert box.copier.progress() == CopyProgress()
    play(box.house, most=9)
    moment = box.house.table.moment  # type: ignore[union-attr]
    assert box.copier.progress().to_send == moment.seqs[None] - 1
    box.copies_all()
    assert box.copier.progress() == CopyProgress()


# Signs of life


def test_a_box_is_there_as_long_as_it_is_heard(box: Member, store: Store) -> None:
    box.copies()
    raw = Room(store).raw[layout.box_key("box1")]
    assert msgspec.json.decode(raw, type=Box).address == "192.168.1.20:8080"
    lease = store.read(layout.box_key("box1"))[layout.box_key("box1")].lease
    assert 0 < store.left(lease) <= 15
    store.end(lease)
    assert store.read(layout.box_key("box1")) == {}
    box.clock.pass_(5)
    box.copies()
    assert Room(store).raw[layout.box_key("box1")] == raw
