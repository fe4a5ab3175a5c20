"""At the box OK confirms only things that were shown: a new phone for a seat, and everything else."""

import pytest
from msgspec.structs import replace

from companion.snapshot.panel import Button, PanelSnapshot
from hardware.navigator import READ
from tests.hardware.box import (
    ANA,
    BACK,
    BEN,
    NEXT,
    OK,
    Bench,
    asking,
    claiming,
    finished,
    lobby,
    playing,
    returning,
    troubled,
)


def test_a_claim_comes_up_with_its_two_digits() -> None:
    bench = Bench(playing())
    bench.box.becomes(claiming())
    assert bench.page == "new_phone"
    assert bench.lines == ("New phone?", "Ana  42", "same number there?")


@pytest.mark.parametrize(("button", "yes"), [(OK, True), (BACK, False)])
def test_a_claim_is_settled_by_ok_or_back(button: str, yes: bool) -> None:
    bench = Bench(claiming())
    bench.wait(READ)
    bench.press(NEXT, button)
    assert bench.box.bidden == [("settle_claim", claiming().claim, yes)]


@pytest.mark.parametrize("button", [OK, BACK])
def test_a_claim_takes_no_answer_before_anybody_can_have_read_it(button: Button) -> None:
    bench = Bench(asking())
    bench.press(OK)
    bench.box.becomes(claiming())
    assert bench.press(button, button) == "new_phone"
    bench.wait(READ - 0.01)
    bench.press(button)
    assert [what for what, *_ in bench.box.bidden] == ["answer"]


@pytest.mark.parametrize("button", [OK, BACK])
def test_a_press_is_for_the_claim_that_was_shown(button: Button) -> None:
    bench = Bench(claiming(seat=ANA))
    bench.wait(READ)
    bench.box.becomes(claiming(seat=BEN))
    bench.panel.press(button, False)
    assert bench.box.bidden == []
    assert bench.lines[1] == "Ben  42"


def test_several_who_come_back_are_named_with_their_digits_and_one_yes_lets_them_in() -> None:
    bench = Bench(playing())
    bench.box.becomes(returning())
    assert (bench.page, bench.lines) == ("new_phone", ("3 phones back?", "Ana  42", "Ben  43", "Cho  44"))
    bench.wait(READ)
    bench.press(OK)
    assert bench.box.bidden == [("settle_claim", returning().claim, True, *returning().returning)]


def test_nobody_is_let_in_before_all_have_been_read() -> None:
    bench = Bench(returning(names=("Ana", "Ben", "Cho", "Dea")))
    bench.wait(READ)
    bench.press(OK)
    assert bench.box.bidden == []
    bench.press(NEXT)
    assert bench.lines == ("4 phones back?  2/2", "Dea  45")
    bench.press(OK)
    assert len(bench.box.bidden) == 1


@pytest.mark.parametrize(("button", "yes"), [(OK, True), (BACK, False)])
def test_several_returning_guests_are_let_in_or_denied_one_by_one(button: Button, yes: bool) -> None:
    bench = Bench(returning())
    bench.wait(READ)
    bench.press(BACK)
    assert bench.lines == ("New phone?", "Ana  42", "same number there?")
    bench.wait(READ)
    bench.press(button)
    assert bench.box.bidden == [("settle_claim", returning().claim, yes)]


def test_a_press_is_for_those_who_were_shown() -> None:
    bench = Bench(returning(names=("Ana", "Ben")))
    bench.wait(READ)
    bench.box.becomes(returning())
    bench.panel.press(OK, False)
    assert bench.box.bidden == []


CONFIRMED: dict[str, tuple[PanelSnapshot, PanelSnapshot, tuple[Button, ...]]] = {
    "start": (lobby(), replace(lobby(), lobby=replace(lobby().lobby, seats=(ANA, BEN))), (OK,)),
    "another game": (lobby(), replace(lobby(), lobby=replace(lobby().lobby, game="buru")), (OK,)),
    "options": (lobby(), replace(lobby(), lobby=replace(lobby().lobby, at_box=1)), (OK,)),
    "again": (replace(finished(), number=1), replace(finished(), number=2), (OK, OK)),
    "leave": (replace(finished(), number=1), replace(finished(), number=2), (OK, NEXT)),
    "retry": (troubled(), troubled(key="trouble.back_in_time"), ()),
    "abandon": (replace(playing(), number=1), replace(playing(), number=2), (BACK, NEXT, NEXT, NEXT, NEXT, OK, OK)),
}  # fmt: skip
"""The page that was shown, the state after the change, and the presses up to the OK that confirms."""


@pytest.mark.parametrize("what", CONFIRMED)
def test_ok_confirms_what_was_shown_and_nothing_newer(what: str) -> None:
    before, after, presses = CONFIRMED[what]
    bench = Bench(before)
    bench.press(*presses)
    bench.box.becomes(after)
    bench.panel.press(OK, False)
    assert bench.box.bidden == []
    bench = Bench(before)
    bench.press(*presses, OK)
    assert len(bench.box.bidden) == 1, "where nothing came, the same press does it"


def test_a_claim_does_not_come_up_under_a_finger_that_is_choosing() -> None:
    bench = Bench(lobby())
    bench.press(OK, NEXT)
    bench.box.becomes(replace(lobby(), claim=claiming().claim))
    assert bench.page == "lobby"
    assert bench.press(OK) == "new_phone", "the choice is made"
    assert bench.box.bidden == [("turn_games", 1), ("start", "bali")]
