"""A box reports to the hall that it is on. If a card was copied, both boxes learn of it."""

from dataclasses import replace

from companion.core.words import Text
from companion.hall import layout
from companion.hall.copier import TIMES_SEEN, Announcement
from companion.hall.layout import Box
from companion.hall.member import Ahead, progress_words
from companion.hall.store import Store
from tests.support.halls import Member, Members
from tests.support.houses import HandClock


class Box1:
    """One of several boxes whose id is box1, as after somebody copied a card."""

    def __init__(self, store: Store, name: str = "Table 7") -> None:
        self.clock, self.name = HandClock(), name
        self.calling = Announcement("box1", store, lambda: Box(self.name, "10.0.0.7", "1"), self.clock)

    def beat(self, times: int = 1) -> None:
        for _ in range(times):
            self.clock.pass_(5)
            self.calling.call()


def test_a_box_alone_is_sure_of_it_after_a_while(store: Store) -> None:
    box = Box1(store)
    box.beat(1)
    assert (box.calling.is_alone, box.calling.is_doubled) == (False, False)
    box.beat(TIMES_SEEN)
    assert (box.calling.is_alone, box.calling.is_doubled) == (True, False)


def test_two_boxes_of_one_card_both_learn_of_it_and_who_stays_is_alone_again(store: Store) -> None:
    one, copied = Box1(store), Box1(store)
    one.beat(3)
    for _ in range(3):
        copied.beat()
        one.beat()
    assert one.calling.is_doubled
    assert copied.calling.is_doubled
    assert not copied.calling.is_alone
    one.beat(TIMES_SEEN + 1)
    assert (one.calling.is_alone, one.calling.is_doubled) == (True, False)


def test_a_box_that_restarts_is_not_taken_for_two(store: Store) -> None:
    Box1(store).beat(3)
    again = Box1(store)
    again.beat(1)
    assert not again.calling.is_doubled
    again.beat(TIMES_SEEN)
    assert again.calling.is_alone


def test_the_announcement_of_a_box_changes_immediately_and_comes_back_after_it_was_lost(store: Store) -> None:
    box = Box1(store)
    box.beat()
    box.name = "Table 8"
    box.calling.call()
    key = layout.box_key("box1")
    assert b"Table 8" in store.read(key)[key].value
    store.end(store.read(key)[key].lease)
    box.beat()
    assert b"Table 8" in store.read(key)[key].value


def test_the_hall_word_of_a_box_names_the_trouble(member: Members) -> None:
    one, copied = member("box1"), member("copy")
    copied.parts = replace(copied.parts, id="box1")
    copied.restarts()
    beats(one, copied)
    assert one.copier.progress().doubled
    assert progress_words(one.copier.progress(), is_away=False) == Text("hall.word.doubled")


def beats(*boxes: Member) -> None:
    for _ in range(3):
        for box in boxes:
            box.clock.pass_(5)
            box.copies()


def test_a_clock_that_is_half_a_minute_off_is_announced_once() -> None:
    clock = HandClock()
    ahead = Ahead(clock)
    assert [ahead.minutes(int(clock() - off)) for off in (31, 29, 33, 25, 15, 29, 45)] == [1, 1, 1, 1, 0, 0, 1]
    assert ahead.minutes(None) is None
