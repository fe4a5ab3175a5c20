"""A form for the values of a printed sheet: one leaf at a time, from the known values. On a track a tap marks the last
painted cell."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.answers import Answers, Field, Form
from companion.core.words import text
from companion.kits.paper import Mark, Section
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Boxes, Phones, rest, stop_clock, tap
from tests.browser.stage import Stage
from tests.browser.test_browser_looks import NAMES, NOTHING, OVERFLOW, SMALLER
from tests.support.houses import start

pytestmark = pytest.mark.browser

Stages = Callable[..., Stage]

KEYS = ("blue", "green", "red", "yellow")
MARKS = (Mark(1), Mark(2, "hexagon"), Mark(3), Mark(5, "hexagon"), Mark(5), Mark(8), Mark(12, "hexagon"))


@pytest.fixture
def stage(boxes: Boxes, phone: Phones) -> Stages:
    """Return a function: `stage(answers)` is Ana's phone with this question alone."""
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    return lambda answers, **look: Stage(box, phone, answers, **look)


def sheet(stands: Any = None, marks: tuple[Mark, ...] = MARKS) -> Answers:
    """Return a question with four tracks and four numbers, in the colours of the first four pieces."""
    fields = (Field("tracks", 0, 99, 0, keys=KEYS), Field("hexagons", 0, 99, 0, keys=KEYS))
    labels = tuple((text(f"piece.{n}"), f"piece{n}") for _ in fields for n in (1, 2, 3, 4))
    parts = (Section("tracks", text("bali.ask.supply"), marks=marks), Section("hexagons", text("bali.ask.buy")))
    form = Form({"type": "sheet"}, fields, text("bali.ask.keep"), labels=labels, initial=stands or {}, parts=parts)
    return Answers(forms=(form,))


def leaf(stage: Stage, by: int = 1) -> None:
    rest(stage.page)
    tap(stage.page.locator(f"[data-leaf='{by}']"))


def send(stage: Stage) -> dict[str, Any]:
    rest(stage.page)
    with stage.page.expect_response("**/play"):
        stage.page.locator(".leaf .main:visible").tap()
    return stage.dos[-1]


def test_the_right_most_painted_cell_is_tapped_and_numbers_are_counted(stage: Stages) -> None:
    ana = stage(sheet(), clock=True)
    ana.page.locator(".marks:visible label").nth(3).tap()
    for _ in range(4):
        leaf(ana)
    ana.page.get_by_role("button", name="One more: red square").tap()
    assert send(ana) == {"type": "sheet", "tracks": {"blue": 3}, "hexagons": {"red": 1}}


def test_earlier_entries_are_shown_field_by_field(stage: Stages) -> None:
    ana = stage(sheet({"tracks": {"blue": 5, "green": 12}, "hexagons": {"blue": 2}}), clock=True)
    expect(ana.page.locator(".marks:visible label:has(:checked)")).to_have_text("55")  # the second of two cells with a 5
    for _ in range(4):
        leaf(ana)
    assert send(ana) == {"type": "sheet", "tracks": {"blue": 5, "green": 12}, "hexagons": {"blue": 2}}


def test_a_tap_changes_an_earlier_entry(stage: Stages) -> None:
    ana = stage(sheet({"tracks": {"blue": 5}}), clock=True)
    ana.page.locator(".marks:visible label").first.tap()
    for _ in range(4):
        leaf(ana)
    assert send(ana) == {"type": "sheet", "tracks": {}, "hexagons": {}}


def test_leaves_are_turned_back_and_keep_what_was_tapped(stage: Stages) -> None:
    ana = stage(sheet(), clock=True)
    ana.page.locator(".marks:visible label").nth(1).tap()
    leaf(ana)
    expect(ana.page.locator(".reading .part:visible .question")).to_contain_text("2/5")
    leaf(ana, -1)
    expect(ana.page.locator(".marks:visible label:has(:checked)")).to_have_text("11")
    expect(ana.page.locator("[data-leaf='-1']")).to_be_hidden()


def test_a_double_tap_turns_one_leaf(stage: Stages) -> None:
    ana = stage(sheet(), clock=True)
    stop_clock(ana.page)
    for _ in range(2):
        tap(ana.page.locator("[data-leaf='1']"))
        ana.page.clock.run_for(100)
    expect(ana.page.locator(".reading .part:visible .question")).to_contain_text("2/5")


def test_the_key_that_sends_a_form_turns_a_leaf_until_the_last(stage: Stages) -> None:
    ana = stage(sheet(marks=()))
    ana.page.locator(".reading").evaluate("(form) => form.requestSubmit()")
    expect(ana.page.locator(".reading .part:visible .question")).to_contain_text("2/2")
    assert ana.dos == []
    with ana.page.expect_response("**/play"):
        ana.page.locator(".reading").evaluate("(form) => form.requestSubmit()")
    assert ana.dos == [{"type": "sheet", "tracks": {}, "hexagons": {}}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_leaf_fits_the_smallest_phone(stage: Stages, language: str) -> None:
    ana = stage(sheet(), locale=language, clock=True)
    for _ in range(4):
        assert ana.page.evaluate(OVERFLOW) == NOTHING
        assert ana.page.evaluate(SMALLER) == []
        leaf(ana)
    assert ana.page.evaluate(OVERFLOW) == NOTHING


def test_axe_finds_nothing_on_a_leaf(stage: Stages) -> None:
    ana = stage(sheet({"tracks": {"blue": 5}}))
    assert violations(ana.page) == []
