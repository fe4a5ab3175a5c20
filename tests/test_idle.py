"""Work that can wait is done while nobody answers. In a game that never rests it is done, too."""

import gc
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bounds import PUT_OFF, QUIET_SECONDS
from companion.box.idle import ENOUGH, IdleMaintenance, Memory
from companion.box.running import OpenBox, Shutdown
from companion.core.words import Refused
from tests.support.games import play
from tests.support.houses import connection, facts, open_house, playing

PATIENCE = 20.0


class Table:
    """A pause function that plays people who give `answers` answers, each before the box counts as idle."""

    def __init__(self, answers: int) -> None:
        self.left = answers
        self.waited: list[float] = []
        self.done: list[int] = []
        self.idle = IdleMaintenance((lambda: self.done.append(len(self.waited)),), self.pause)

    def pause(self, seconds: float) -> bool:
        self.waited.append(seconds)
        if self.left:
            self.left -= 1
            self.idle.note_change()
        return False


@pytest.mark.bound("QUIET_SECONDS", "PUT_OFF")
@pytest.mark.parametrize(
    ("answers", "waits"), [(0, 1), (1, 2), (PUT_OFF - 1, PUT_OFF), (PUT_OFF, PUT_OFF), (PUT_OFF + 9, PUT_OFF)]
)
def test_a_lull_comes_without_answers_or_after_a_bounded_number_of_waits(answers: int, waits: int) -> None:
    table = Table(answers)
    assert table.idle.wait_for_quiet()
    assert table.waited == [QUIET_SECONDS] * waits


def test_a_box_that_closes_waits_for_no_lull() -> None:
    idle = IdleMaintenance((), pause=lambda seconds: True)
    assert not idle.wait_for_quiet()


def test_a_box_that_closes_while_a_lull_begins_ends() -> None:
    """The last event comes after the box said that it closes. Nothing more is done then."""
    idle = IdleMaintenance((), pause=lambda seconds: True).start()
    idle.note_change()
    idle._thread.join(PATIENCE)
    try:
        assert not idle._thread.is_alive()
    finally:
        idle.close()


def test_an_act_that_is_refused_while_idle_is_tried_the_next_time_and_holds_up_no_other() -> None:
    tried: list[str] = []

    def refuses() -> None:
        tried.append("disk")
        raise Refused("trouble.disk")

    idle = IdleMaintenance((refuses, lambda: tried.append("memory")))
    idle.do_all()
    idle.do_all()
    assert tried == ["disk", "memory"] * 2


def test_a_lull_follows_what_happened_and_none_follows_nothing() -> None:
    done = threading.Semaphore(0)
    paused: list[float] = []
    idle = IdleMaintenance((done.release,), pause=lambda seconds: paused.append(seconds)).start()
    try:
        for _ in range(3):
            idle.note_change()
            assert done.acquire(timeout=PATIENCE)
        assert len(paused) == 3
    finally:
        idle.close()
    assert not done.acquire(blocking=False)


# The work of an idle time


def test_the_log_is_checkpointed_in_a_pause_of_the_evening(tmp_path: Path) -> None:
    house = open_house(tmp_path, frontends=())
    evening = OpenBox(house, Shutdown())
    try:
        with house.changing() as guests:
            guests.change_code()
        code = house.guests.door.code.encode()
        file = tmp_path / "companion.db"
        deadline = threading.Event()
        for _ in range(int(PATIENCE / 0.05)):
            if code in file.read_bytes():
                break
            deadline.wait(0.05)
        assert code in file.read_bytes()
    finally:
        evening.close()


@pytest.fixture
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("usual")
def test_no_answer_runs_a_full_garbage_collection(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    memory = Memory().start()
    before = gc.get_stats()[2]["collections"]
    assert play(house) > 10
    made = [[n] for n in range(500_000)]  # as much as a whole evening
    assert gc.get_stats()[2]["collections"] == before
    memory.sweep()
    assert gc.get_stats()[2]["collections"] == before + 1
    assert made
    memory.close()
    house.journal.close()


@pytest.mark.usefixtures("usual")
def test_little_garbage_is_not_collected() -> None:
    memory = Memory().start()
    before = gc.get_stats()[2]["collections"]
    assert gc.get_count()[1] < ENOUGH
    memory.sweep()
    assert gc.get_stats()[2]["collections"] == before
    memory.close()


@pytest.mark.usefixtures("usual")
def test_objects_from_before_the_start_are_not_collected_and_are_again_after_the_end() -> None:
    before = gc.get_threshold()
    memory = Memory().start()
    assert gc.get_freeze_count() > 0
    memory.close()
    assert (gc.get_freeze_count(), gc.get_threshold()) == (0, before)


# The log


def test_while_the_log_is_checkpointed_an_answer_is_kept(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=2)
    journal = house.journal
    assert journal._may_checkpoint()  # type: ignore[attr-defined]
    assert play(house, seed=2, most=3) == 3
    journal._checkpointer.checkpoint()  # type: ignore[attr-defined]
    journal.close()
    assert open_house(tmp_path).table.moment.entries >= 5  # type: ignore[union-attr]


def test_two_who_bring_the_log_home_do_not_wait_for_each_other(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    assert house.journal._may_checkpoint()  # type: ignore[attr-defined]
    house.journal.checkpoint()
    house.journal._checkpointer.checkpoint()  # type: ignore[attr-defined]
    house.journal.close()


def test_the_log_is_checkpointed_by_a_connection_that_writes_nothing_else(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    mine = connection(house.journal)
    house.journal.checkpoint()
    assert house.journal._checkpointer._connection not in (None, mine)  # type: ignore[attr-defined]
    house.journal.close()


def test_a_log_that_is_checkpointed_all_the_time_by_another_thread_loses_nothing(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", oracle=True)
    over = threading.Event()
    carried = 0

    def carry() -> None:
        nonlocal carried
        while not over.is_set():
            house.journal.checkpoint()
            carried += 1

    carrying = threading.Thread(target=carry)
    carrying.start()
    try:
        play(house)
    finally:
        over.set()
        carrying.join()
    assert carried > 1
    assert house.trouble is None
    before = facts(house)
    house.journal.close()
    assert facts(open_house(tmp_path)) == before
