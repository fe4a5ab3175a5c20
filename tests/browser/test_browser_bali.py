"""Bali's tracked offer on the smallest phone. A turn takes one tap for the play and one for each card. A column takes one
tap a card. Nobody else sees a hand."""

import pytest
from playwright.sync_api import Page, expect

from companion.games.bali.tests.playing import COLUMNS
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones, tap
from tests.browser.test_browser_buru import lift
from tests.browser.test_browser_looks import NOTHING, OVERFLOW, SMALLER
from tests.support.houses import start

pytestmark = pytest.mark.browser


def setup(boxes: Boxes, **options: bool) -> Box:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="bali", offer="tracked", **options)
    return box


def begun(boxes: Boxes, **options: bool) -> Box:
    """Return a box on which Ana has the first turn, and each hand has three farmers."""
    box = setup(boxes, **options)
    for number, cards in enumerate(COLUMNS, 1):
        box.play("Ana", "column", type="column", column=number, cards=cards)
    for seat in ("Ana", "Ben"):
        box.play(seat, "hand", type="hand", farmers=["rice", "peanut", "banana"])
    return box


def emptied(boxes: Boxes, **options: bool) -> Box:
    """Return a box on which column 2 is empty."""
    box = begun(boxes, **options)
    for kind in ("rice", "peanut"):
        for seat in ("Ana", "Ben"):
            box.play(seat, "turn", type="play", card=kind, count=1)
            box.play(seat, "take", type="take", column=2)
    return box


def button(phone: Page, name: str) -> None:
    phone.locator("#asks").get_by_role("button", name=name, exact=True).tap()


def cards(phone: Page, *names: str) -> None:
    """Tap cards of the palette. The last match is tapped, because chosen cards of the same name come before it."""
    for name in names:
        tap(phone.locator("#asks [data-tell]").get_by_text(name, exact=True).last)


def test_a_turn_takes_one_tap_for_the_play_and_one_on_the_card_in_its_column(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes, demon=True)
    ana, before = phone(box, "Ana"), box.entries
    button(ana, "1 rice: play")
    button(ana, "rice: take it from column 2")
    expect(ana.locator("#now")).to_contain_text("Ben may buy")
    assert box.entries == before + 2


def test_a_tap_on_the_demons_column_says_why_not(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes, demon=True)
    ana, before = phone(box, "Ana"), box.entries
    button(ana, "1 rice: play")
    ana.locator("#asks .column").first.locator("button").tap()
    expect(ana.get_by_role("alert")).to_contain_text("The demon is on column 1")
    assert box.entries == before + 1


def test_a_new_column_is_four_taps(boxes: Boxes, phone: Phones) -> None:
    box = emptied(boxes)
    ana, before = phone(box, "Ana"), box.entries
    cards(ana, "priest", "rice", "priest", "shrine")
    expect(ana.locator("#now")).to_contain_text("Your turn")
    assert box.entries == before + 1
    lies = ana.locator(".columns .column").nth(1).locator("li")
    assert [words.replace("\u00ad", "").strip() for words in lies.all_inner_texts()] == [
        "shrine",
        "priest",
        "rice",
        "priest",
    ]


def test_a_hand_is_a_covered_card_and_on_no_open_screen(boxes: Boxes, phone: Phones) -> None:
    box = setup(boxes)
    ana, ben = phone(box, "Ana"), phone(box, "Ben")
    lift(ana, "rice, peanut, pepper")
    expect(ana.locator(".undo")).to_contain_text("Start farmers entered")
    assert not [page for page in (ana, ben) if "pepper" in page.locator(".blocks").inner_text()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_needs_no_scrolling(boxes: Boxes, phone: Phones, language: str) -> None:
    ana = phone(begun(boxes, demon=True, oracle=True), "Ana", locale=language)
    expect(ana.locator(".tally")).to_be_in_viewport(ratio=1)
    assert ana.evaluate(OVERFLOW) == NOTHING
    assert ana.evaluate(SMALLER) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_taking_and_a_new_column_need_no_scrolling(boxes: Boxes, phone: Phones, language: str) -> None:
    box = emptied(boxes, oracle=True)
    ana = phone(box, "Ana", locale=language)
    expect(ana.locator("#asks button").first).to_be_visible()
    assert ana.evaluate(OVERFLOW) == NOTHING
    assert ana.evaluate(SMALLER) == []
    box.play("Ana", "refill", type="refill", cards=["stonemason", "priest", "priest", "rice"])
    box.play("Ana", "turn", type="play", card="banana", count=1)
    expect(ana.locator("#asks .column button")).to_have_count(4)
    assert ana.evaluate(OVERFLOW) == NOTHING
    assert ana.evaluate(SMALLER) == []


def test_everybody_can_read_the_offer(boxes: Boxes, phone: Phones) -> None:
    box = emptied(boxes, demon=True, oracle=True)
    for page in (phone(box, "Ana"), phone(box, path="/table")):
        assert violations(page) == []
    box.play("Ana", "refill", type="refill", cards=["stonemason", "priest", "priest", "rice"])
    box.play("Ana", "turn", type="play", card="banana", count=1)
    assert violations(phone(box, "Ana")) == []
