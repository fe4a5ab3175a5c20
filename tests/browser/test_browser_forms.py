"""Every form that pages draw, of any game, can be filled in by hand and sent, and what it sends is an answer of the game."""

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.answers import Answers, Form
from companion.promises.tapes import tape_of
from tests.browser.conftest import Boxes, Phones, rest, tap
from tests.browser.stage import Stage
from tests.promises.settings import SHELF, settings_of
from tests.support.houses import start

pytestmark = pytest.mark.browser


@cache
def asked(game: Any) -> list[Answers]:
    """Return the questions of whole games that have a drawn form, one of each shape. Boards are left out, because they have
    a test of their own."""
    shapes: dict[str, Answers] = {}
    for setting in settings_of(game):
        for moment in tape_of(setting, 1).moments:
            for due in moment.history.dues:
                if due.kind != "set" and any(map(drawn, (answers := moment.answers(due)).forms)):
                    shapes.setdefault(f"{due.kind} {[shape(form) for form in answers.forms]}", answers)
    return list(shapes.values())


def drawn(form: Form) -> bool:
    return form.drawn and form.columns is None


def shape(form: Form) -> tuple[Any, ...]:
    """Return the shape of a form: its words and the kinds of its fields. The number of inputs is not part of it."""
    return form.words.key, tuple((field.name, bool(field.of), bool(field.keys), bool(field.many)) for field in form.fields)


def opened(page: Page, place: int) -> Locator:
    """Return the form at this place in the question, after opening the folds around it by taps."""
    form = page.locator(".asks form.compose").nth(place)
    for fold in form.locator("xpath=ancestor::details").all():
        rest(page)
        fold.locator("> summary").tap()
        expect(fold).to_have_attribute("open", "")
    return form


def fill(page: Page, form: Locator) -> None:
    """Choose the first of each required choice, and tap unseen numbers one after the other. The last of them sends."""
    for row in form.locator(".options:has(input)").all():
        fewest = int(row.get_attribute("data-fewest") or (1 if row.locator("input[required]").count() else 0))
        for n in range(fewest):
            rest(page)
            row.locator("label").nth(n).tap()
    for palette in form.locator(".palette").all():
        for _ in range(int(palette.get_attribute("data-fewest") or 0)):
            rest(page)
            palette.locator("[data-tell]:not(.no)").first.tap()
    unseen = form.locator("[data-kind=unseen]").count()
    for _ in range(unseen):
        rest(page)
        form.locator(".covered:visible").first.tap()
        form.locator("[data-number-lifted]").tap()
    while form.locator("[data-leaf='1']:visible").count():
        rest(page)
        tap(form.locator("[data-leaf='1']"))
    if not unseen and form.get_attribute("data-posts") is None:  # the last unseen number sends by itself
        rest(page)
        form.locator("> .main").or_(form.locator(".leaf > .main:visible")).tap()


def test_some_game_has_forms_of_its_own() -> None:
    assert any(map(asked, SHELF))


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_every_form_that_a_page_draws_can_be_sent(boxes: Boxes, phone: Phones, game: Any) -> None:
    """One form of each shape is sent."""
    found, tried = asked(game), set[Any]()
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    stage = Stage(box, phone, found[0], clock=True, viewport={"width": 390, "height": 844}) if found else None
    for n, answers in enumerate(found):
        for place, form_of in enumerate(form for form in answers.forms if form.drawn):
            if shape(form_of) in tried:
                continue
            tried.add(shape(form_of))
            assert stage is not None
            stage.comes(answers, f"1.{n}-{place}")
            before = len(stage.sent)
            form = opened(stage.page, place)
            with stage.page.expect_response("**/play"):
                fill(stage.page, form)
            assert len(stage.sent) > before, f"{n}.{place}: {form.inner_html()}"
            assert any(one.takes(stage.dos[-1]) for one in answers.forms), stage.dos[-1]
