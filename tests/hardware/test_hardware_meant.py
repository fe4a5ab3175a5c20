"""A press does only what its player can have meant. It never acts on a page that came just before it, and never acts
twice."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.answers import Answers, Group, Option
from companion.core.view import Question
from companion.core.words import text
from companion.snapshot.panel import NextHolder, PanelSnapshot
from hardware.navigator import DOUBLED, READ
from tests.hardware.box import BACK, BEN, NEXT, OK, Bench, FakeBox, asking, claiming, lobby, playing, revealed, troubled
from tests.hardware.rig import Rig

A_MOMENT = 0.01
TURN_UP = Option({"type": "reveal"}, text("bali.name"), panel=text("bali.name"))
SHORE = Question("1.reveal-2", "reveal", Answers((Group((TURN_UP,), 1),)))


def leading_on() -> PanelSnapshot:
    """Return a reveal in which OK shows the next region."""
    return replace(revealed(), asks=(SHORE,))


ENTERED = ("answer", "1.reveal-2", {"type": "reveal"})


def test_an_ok_for_a_question_that_just_went_does_not_press_the_page_below() -> None:
    bench = Bench(leading_on())
    assert bench.hold(BACK) == "take_back"
    bench.wait(20)
    bench.time += READ - A_MOMENT
    bench.press(OK)
    assert bench.box.bidden == []
    bench.time += A_MOMENT
    bench.press(OK)
    assert bench.box.bidden == [ENTERED]


BY_ITSELF: list[tuple[PanelSnapshot, PanelSnapshot]] = [
    (playing(), leading_on()),
    (asking(), asking(due="1.scored-2")),
    (playing(), claiming()),
    (playing(), troubled()),
    (lobby(), leading_on()),
]


@pytest.mark.parametrize(("before", "after"), BY_ITSELF)
def test_an_ok_just_after_a_page_changed_by_itself_does_nothing_and_a_moment_later_it_does(
    before: PanelSnapshot, after: PanelSnapshot
) -> None:
    bench = Bench(before)
    bench.time += 60
    bench.box.becomes(after)
    bench.panel.tick()
    for seconds in (0.0, READ - A_MOMENT):
        bench.time += seconds
        bench.press(OK)
        assert bench.box.bidden == []
    bench.time += A_MOMENT
    bench.press(OK)
    assert bench.box.bidden


@pytest.mark.parametrize(("before", "after"), BY_ITSELF)
def test_a_press_too_early_gets_a_message_and_the_next_one_counts(before: PanelSnapshot, after: PanelSnapshot) -> None:
    bench = Bench(before)
    bench.time += 60
    bench.box.becomes(after)
    bench.press(OK)
    assert bench.lines[-1] == "Too soon: press again"
    bench.time += READ
    bench.press(OK)
    assert bench.box.bidden
    assert "Too soon: press again" not in bench.lines


class Handed(FakeBox):
    """A box that goes to another player after an answer."""

    def answer(self, due: str | None, do: dict[str, Any], key: str) -> None:
        super().answer(due, do, key)
        self.becomes(playing(hands=True, hand_to=NextHolder(BEN, 1)))


def test_the_next_press_confirms_the_next_holder_but_a_double_press_does_not() -> None:
    bench = Bench(asking(), Handed)
    bench.press(OK, OK)
    assert bench.page == "hand"
    assert bench.box.bidden[1:] == []
    bench.time += DOUBLED
    bench.press(OK)
    assert bench.box.bidden[1:] == [("take", BEN)]


def test_a_page_that_changes_while_ok_is_down_takes_no_press_of_it() -> None:
    box = Bench(playing()).box
    rig = Rig(box)
    rig.down(OK)
    rig.wait(0.1)
    box.becomes(leading_on())
    rig.wait(0.3)
    rig.up(OK)
    rig.wait(0.1)
    assert box.bidden == []


def test_a_page_that_changes_by_itself_and_means_the_same_takes_a_press_immediately() -> None:
    bench = Bench(leading_on())
    bench.box.becomes(replace(leading_on(), fingerprint="AAAABBBBCCCC"))
    bench.press(OK)
    assert bench.box.bidden == [ENTERED]


def test_a_page_that_a_press_turned_to_takes_a_press_immediately() -> None:
    bench = Bench(leading_on())
    bench.press(NEXT, BACK, OK)
    assert bench.box.bidden == [ENTERED]


def test_holding_ok_switches_off_even_if_another_page_comes_up() -> None:
    bench = Bench(playing())
    bench.box.becomes(claiming())
    assert bench.hold(OK) == "closing"


class Going(FakeBox):
    """A box that asks the next question after each answer."""

    def answer(self, due: str | None, do: dict[str, Any], key: str) -> None:
        super().answer(due, do, key)
        self.becomes(asking(due=f"{due}-2"))


def test_the_second_of_a_double_press_does_not_answer_the_question_that_the_first_one_brought() -> None:
    bench = Bench(asking(), Going)
    bench.press(OK)
    bench.time += DOUBLED - A_MOMENT
    bench.press(OK)
    assert [due for _, due, _ in bench.box.bidden] == ["1.scored"]
    bench.time += A_MOMENT
    bench.press(OK)
    assert [due for _, due, _ in bench.box.bidden] == ["1.scored", "1.scored-2"]


class Claimed(FakeBox):
    """A box at which somebody claims a seat at the moment of an answer."""

    def answer(self, due: str | None, do: dict[str, Any], key: str) -> None:
        super().answer(due, do, key)
        self.becomes(claiming())


def test_a_claim_that_comes_with_the_page_of_a_press_is_still_read_first() -> None:
    bench = Bench(asking(), Claimed)
    bench.press(OK)
    assert bench.page == "new_phone"
    bench.time += READ - A_MOMENT
    bench.press(OK)
    assert len(bench.box.bidden) == 1
    bench.time += A_MOMENT
    bench.press(OK)
    assert bench.box.bidden[1][0] == "settle_claim"
