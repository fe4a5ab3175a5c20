"""Questions of every shape, answered with a finger: steps, numbers and choices that may be left out, lots."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.answers import Answers
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Boxes, Phones, rest
from tests.browser.conftest import tap as tap_at
from tests.browser.stage import Stage
from tests.browser.test_browser_looks import NAMES, NOTHING, OVERFLOW, SMALLER
from tests.support.asked import bid, commit, first, gain, refill, reveal, sail, swap, take
from tests.support.houses import start

pytestmark = pytest.mark.browser

Stages = Callable[..., Stage]


@pytest.fixture
def stage(boxes: Boxes, phone: Phones) -> Stages:
    """Return a function: `stage(answers)` is Ana's phone with this question alone."""
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    return lambda answers, **look: Stage(box, phone, answers, **look)


def tap(stage: Stage, *ids: str) -> None:
    for id_ in ids:
        tap_at(stage.page.locator(f"[data-id='{id_}']"))


def chosen(stage: Stage) -> list[str | None]:
    """Return the ids of the answers that look chosen, or that readers hear as pressed."""
    found = stage.page.locator(".asks").locator(".chosen, .sent, [aria-pressed=true]").all()
    return [button.get_attribute("data-id") for button in found]


def test_a_bid_is_two_taps_and_only_the_place_is_drawn_as_chosen(stage: Stages) -> None:
    ana = stage(bid())
    tap(ana, "s0.1")
    assert chosen(ana) == ["s0.1"]
    assert ana.dos == []
    tap(ana, "s1.3")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "bid", "at": "rice", "token": 3}]


def test_an_answer_whose_effect_is_not_announced_is_confirmed_to_readers(stage: Stages) -> None:
    ana = stage(bid(), clock=True)
    tap(ana, "s0.1", "s1.3")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    ana.page.clock.fast_forward(1000)
    expect(ana.page.get_by_role("log")).to_have_text("Done")


def test_a_secret_tap_is_never_drawn_while_it_waits_to_be_sent(stage: Stages) -> None:
    ana = stage(bid())
    ana.silent = True
    tap(ana, "s0.1", "s1.3")
    expect(ana.page.locator(".unsent")).to_be_visible()
    assert chosen(ana) == ["s0.1"]


def test_another_tap_changes_an_answer_that_was_not_sent_yet(stage: Stages) -> None:
    ana = stage(bid())
    ana.silent = True
    tap(ana, "s0.1", "s1.3")
    expect(ana.page.locator(".unsent")).to_be_visible()
    tap(ana, "s1.5")
    ana.silent = False
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "bid", "at": "rice", "token": 5}]


def test_the_first_step_can_be_changed_before_the_last(stage: Stages) -> None:
    ana = stage(bid())
    tap(ana, "s0.1", "s0.4")
    assert chosen(ana) == ["s0.4"]
    tap(ana, "s1.1")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "bid", "at": "pepper", "token": 1}]


def test_a_second_tap_frees_a_choice(stage: Stages) -> None:
    ana = stage(bid(), clock=True)
    tap(ana, "s0.1")
    rest(ana.page)
    tap(ana, "s0.1")
    assert chosen(ana) == []
    tap(ana, "s1.1")
    assert ana.dos == []


def test_a_later_step_asks_for_the_first_one(stage: Stages) -> None:
    ana = stage(bid())
    tap(ana, "s1.2")
    expect(ana.page.get_by_role("alert")).to_contain_text("First: Which card do you sacrifice?")
    assert ana.dos == []


def test_blocked_answers_of_a_secret_question_look_and_are_sent_like_the_rest(stage: Stages) -> None:
    ana = stage(bid(used=4))
    drawn = ana.page.locator(".part").last.inner_html()
    assert drawn == stage(bid(used=1)).page.locator(".part").last.inner_html()
    tap(ana, "s0.1")
    tap(ana, "s1.4")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "bid", "at": "rice", "token": 4}]


def test_half_an_answer_outlives_a_new_screen(stage: Stages) -> None:
    ana = stage(bid(used=4))
    tap(ana, "s0.2")
    with ana.page.expect_event("requestfinished", lambda request: "stream" in request.url):
        ana.asks(bid(used=5), "1.asked")
    expect(ana.page.locator("[data-id='s0.2']")).to_have_class("option chosen")
    tap(ana, "s1.1")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "bid", "at": "peanut", "token": 1}]


def test_another_question_begins_with_nothing_chosen(stage: Stages) -> None:
    ana = stage(bid())
    tap(ana, "s0.2")
    ana.asks(bid(), "1.other")
    expect(ana.page.locator(".ask")).to_have_attribute("data-due", '"1.other"')
    assert chosen(ana) == []


def test_cards_in_one_grid_differ_by_their_mark(stage: Stages) -> None:
    ana = stage(commit())
    tap(ana, "s0.2")
    expect(ana.page.locator(".asks .chosen .mark")).to_have_text("rice")
    tap(ana, "s0.3")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "commit", "play": 1, "off": 2}]


def test_a_chosen_card_is_freed_by_a_tap_and_another_is_played(stage: Stages) -> None:
    ana = stage(commit(), clock=True)
    tap(ana, "s0.2")
    rest(ana.page)
    tap(ana, "s0.2", "s0.3", "s0.4")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "commit", "play": 2, "off": 3}]


def test_a_wrong_first_choice_gives_its_reason(stage: Stages) -> None:
    ana = stage(commit())
    tap(ana, "s0.4")
    expect(ana.page.get_by_role("alert")).to_contain_text("First: rice")


def test_no_choice_in_a_question_of_secret_steps_is_drawn(stage: Stages) -> None:
    ana = stage(commit(shown=False))
    before = ana.page.locator(".steps .options").inner_html()
    tap(ana, "s0.2")
    assert ana.page.locator(".steps .options").inner_html() == before
    with ana.page.expect_response("**/play"):
        tap(ana, "s0.1")
    assert ana.dos == [{"type": "commit", "play": 1, "off": 0}]


def test_an_open_question_shows_only_choices_that_are_still_possible(stage: Stages) -> None:
    ana = stage(reveal(), clock=True)
    expect(ana.page.locator("[data-choice]:visible")).to_have_count(3)
    tap(ana, "s0.1")
    rest(ana.page)
    expect(ana.page.locator("[data-id^='s1']:visible")).to_have_count(2)
    tap(ana, "s1.1")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "reveal", "card": "rice", "cell": 1}]


def test_one_tap_is_enough_if_nothing_is_left_to_choose(stage: Stages) -> None:
    ana = stage(reveal())
    with ana.page.expect_response("**/play"):
        tap(ana, "s0.2")
    expect(ana.page.locator(".asks .sent")).to_have_count(0)
    assert ana.dos == [{"type": "reveal", "card": "peanut"}]


@pytest.mark.parametrize("taps", [("s0.3",), ("s0.1", "s1.2")])
def test_a_choice_that_leads_only_to_blocked_answers_is_dashed_and_gives_its_reason(
    stage: Stages, taps: tuple[str, ...]
) -> None:
    ana = stage(reveal())
    tap(ana, *taps)
    last = ana.page.locator(f"[data-id='{taps[-1]}']")
    expect(last).to_contain_class("no")
    expect(last).to_have_accessible_name(re.compile("You already bought a card this turn"))
    expect(ana.page.get_by_role("alert")).to_be_visible()
    assert ana.dos == []


def test_an_answer_is_composed_by_keys_alone(stage: Stages) -> None:
    ana = stage(bid(), clock=True)
    ana.page.locator("[data-id='s0.1']").focus()
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("[data-id='s0.1']")).to_have_attribute("aria-pressed", "true")
    expect(ana.page.locator("[data-id='s1.1']")).to_be_focused()
    rest(ana.page)
    ana.page.keyboard.press("Space")
    expect(ana.page.locator(".asks .chosen")).to_have_count(0)
    assert ana.dos == [{"type": "bid", "at": "rice", "token": 1}]


def fill(stage: Stage, *ids: str) -> dict[str, Any]:
    """Tap the buttons with these ids, and send the form. Return the answer that was sent."""
    tap(stage, *ids)
    with stage.page.expect_response("**/play"):
        stage.page.locator(".asks .compose .main").tap()
    return stage.dos[-1]


def test_fields_left_out_are_not_sent(stage: Stages) -> None:
    ana = stage(gain())
    less = ana.page.get_by_role("button", name="One less: stones")
    less.tap()
    less.tap()
    ana.page.locator(".asks label", has_text="stones").tap()
    assert fill(ana) == {"type": "gain", "as": "s"}


def test_a_number_that_may_be_left_out_begins_where_the_field_says(stage: Stages) -> None:
    ana = stage(gain())
    ana.page.get_by_role("button", name="One more: points").tap()
    ana.page.get_by_role("button", name="One more: shrines").tap()
    for words in ("points", "banana"):
        ana.page.locator(".asks label", has_text=words).tap()
    assert fill(ana) == {"type": "gain", "fish": 2, "clay": 3, "pay": {"palm": 1}, "as": "p", "of": "b"}


def test_the_main_button_lets_the_box_draw(stage: Stages) -> None:
    ana = stage(first())
    expect(ana.page.locator(".asks .main:visible")).to_have_count(1)
    with ana.page.expect_response("**/play"):
        tap(ana, "lots")
    assert ana.dos == [{"type": "first"}]


SHAPES: dict[str, Answers] = {
    "bid": bid(), "commit": commit(), "reveal": reveal(), "gain": gain(), "first": first(),
    "take": take(), "sail": sail(), "refill": refill(), "swap": swap(),
}  # fmt: skip


def each(stage: Stages, shapes: Iterable[str] = SHAPES, **look: Any) -> Iterator[tuple[str, Stage]]:
    """Yield one phone with a question of each shape, one after the other. Loading a page for each would take long."""
    first, *others = shapes
    ana = stage(SHAPES[first], clock=True, **look)
    rest(ana.page)
    yield first, ana
    for shape in others:
        ana.comes(SHAPES[shape], f"1.{shape}")
        rest(ana.page)
        yield shape, ana


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_needs_no_scrolling_on_the_smallest_phone(stage: Stages, language: str) -> None:
    for shape, ana in each(stage, ("bid", "commit", "reveal", "first", "take", "sail", "refill"), locale=language):
        assert ana.page.evaluate(OVERFLOW) == NOTHING, shape
        if SHAPES[shape].steps:
            tap(ana, "s0.1")
            assert ana.page.evaluate(OVERFLOW) == NOTHING, shape


def test_every_choice_has_room_for_a_thumb(stage: Stages) -> None:
    assert {shape: small for shape, ana in each(stage) if (small := ana.page.evaluate(SMALLER))} == {}


def test_at_double_size_nothing_leaves_the_screen(stage: Stages) -> None:
    for shape, ana in each(stage):
        ana.page.evaluate("document.documentElement.dataset.size = '200'")
        found = ana.page.evaluate(OVERFLOW)
        assert (found["page"], found["aside"], found["cut"]) == (0, 0, 0), shape
        last = ana.page.locator(".asks :is(.option, .main):visible").last
        last.scroll_into_view_if_needed()
        expect(last, shape).to_be_in_viewport(ratio=0.98)  # scrolling ends on whole dots


def test_axe_finds_nothing_in_a_question(stage: Stages) -> None:
    for shape, ana in each(stage):
        if SHAPES[shape].steps:
            tap(ana, "s0.1")
        assert violations(ana.page) == [], shape
