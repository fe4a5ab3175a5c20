"""The thread that copies games to the store: it follows the table by itself, reports its progress, and never keeps anybody
waiting."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import NoReturn

import pytest

from companion.box.running import HouseForPanel, Shared
from companion.core.words import Text
from companion.hall.copier import CopyProgress
from companion.hall.etcd import Away
from companion.hall.member import progress_words, start_copying
from companion.hall.member import start as copying
from companion.hall.own_store import Node
from companion.hall.store import Store
from companion.house.house import House
from tests.support.games import play
from tests.support.halls import HALL, Room, arrives
from tests.support.houses import open_house, sit_down, start
from tests.support.liars import MANNERS, Manner, lying

LONG = 60.0


@contextmanager
def box(folder: Path, *stores: str) -> Iterator[House]:
    """Yield a box of a hall with a running copier thread."""
    house = open_house(folder, hall=replace(HALL, stores=stores))
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    with closing(copying(Shared(house, HouseForPanel(house, lambda: None)))):
        yield house
    house.journal.close()


def says(house: House, key: str) -> bool:
    """Return whether the box, now or later, has the hall's message of this key."""
    reached = Event()

    def look() -> None:
        if house.store.hall is not None and house.store.hall.key == key:
            reached.set()

    house.store.subscribe("maintenance", look)
    look()
    return reached.wait(LONG)


def test_a_box_copies_answers_by_itself(tmp_path: Path, node: Node, store: Store) -> None:
    with box(tmp_path, node.address) as house:
        play(house, most=15)
        arrives(node, house)
        assert house.table is not None
        assert Room(store).entries(house.table.head.name) == list(house.table.entries)
        assert says(house, "hall.word.all_there")


def test_if_one_store_is_dead_the_next_one_gets_the_copy(tmp_path: Path, node: Node, store: Store) -> None:
    with box(tmp_path, "http://127.0.0.1:1", node.address) as house:
        play(house, most=5)
        arrives(node, house)
        assert says(house, "hall.word.all_there")


@pytest.mark.parametrize("manner", [MANNERS[name] for name in ("hangs", "says no JSON", "hangs up", "dribbles its body")])
def test_a_whole_game_is_played_beside_a_listener_that_is_no_store(tmp_path: Path, manner: Manner) -> None:
    with lying(manner) as liar, box(tmp_path, liar.address) as house:
        play(house)
        assert house.table is not None
        assert house.table.moment.over
        assert house.trouble is None


def test_a_box_whose_hall_is_away_shows_how_much_waits(tmp_path: Path) -> None:
    with box(tmp_path, "http://127.0.0.1:1") as house:
        assert says(house, "hall.word.away")
        play(house, most=3)
        assert says(house, "hall.word.to_send")


def test_the_progress_of_a_copy_is_one_word() -> None:
    assert progress_words(CopyProgress(), is_away=False) == Text("hall.word.all_there")
    assert progress_words(CopyProgress(known=False), is_away=False) is None
    assert progress_words(CopyProgress(), is_away=True) == Text("hall.word.away")
    assert progress_words(CopyProgress(12), is_away=True) == Text("hall.word.to_send", {"count": 12})
    assert progress_words(CopyProgress(torn=True), is_away=False) == Text("hall.word.torn")


class Stalling(Store):
    """A store that takes every request, and does not reply until the test is over."""

    def __init__(self) -> None:
        super().__init__(["http://127.0.0.1:1"])
        self.asked, self.over = Event(), Event()

    def _stall(self, *_: object) -> NoReturn:
        self.asked.set()
        self.over.wait()
        raise Away("it has stalled")

    lease = renew = read = commit = last = _stall


def test_no_answer_screen_or_guest_waits_for_a_store_that_stalls(tmp_path: Path) -> None:
    house, store = open_house(tmp_path, hall=HALL), Stalling()
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    with closing(start_copying(house, store)):
        assert store.asked.wait(LONG)  # from now on the thread that copies waits

        def evening() -> None:
            play(house)
            sit_down(house, "Cho")
            house.snapshot(None)

        at_the_table = Thread(target=evening, daemon=True)
        at_the_table.start()
        at_the_table.join(LONG)
        is_held_up = at_the_table.is_alive()
        store.over.set()
    assert not is_held_up
    assert house.table is not None
    assert house.table.moment.over
    house.journal.close()
