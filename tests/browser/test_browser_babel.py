"""Babel Builders on real screens: a covered phone is the same, dot by dot, for every role."""

import pytest
from playwright.sync_api import Page, expect

from companion.core.state import Data, Seat
from companion.speech.languages import LANGUAGES
from tests.browser.conftest import HIDES, Box, Boxes, Phones, pictures_there
from tests.browser.test_browser_looks import NOTHING, OVERFLOW
from tests.support.houses import start

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
SEEDS = {"architect": 2, "zealot": 6, "messenger": 1}
"""For each role, a seed with which the box deals it to Ben."""


def begun(box: Box, hands: str, ben: str) -> Box:
    """Return a box on which Ben has this role, and Ana is Master. If the cards are of cardboard, the box does not know who
    is a zealot."""
    start(box.house, *NAMES, game="babel", hands=hands)
    if hands == "cardboard":
        roles = dict.fromkeys(NAMES, "architect") | {"Ben" if ben == "messenger" else "Eva": "messenger"}
        box.play("Ana", "deal", type="deal", roles=roles)
    box.play("Ana", "blueprint", type="blueprint", cells={"B2": 8, "C1": 3})
    box.play("Ana", "master", type="master", seat="Ana")
    return box


def pictures(pages: list[Page], now: str) -> list[bytes]:
    """Return a picture of each page, without the time since the turn began, because each page counts for itself."""
    for page in pages:
        expect(page.locator("#now h1")).to_have_text(now)
        pictures_there(page)
        page.evaluate(HIDES, ".since")
    return [page.screenshot() for page in pages]


def hold(page: Page) -> None:
    box = page.locator(".cover").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    page.mouse.down()
    expect(page.locator("#panel")).to_be_visible()


def phones_of_ben(boxes: Boxes, phone: Phones, hands: str) -> tuple[list[Box], list[Page]]:
    """Return three boxes, on which Ben is an architect, a zealot and the Messenger, and his phone at each."""
    tables = [begun(boxes(*NAMES, seed=seed), hands, ben) for ben, seed in SEEDS.items()]
    return tables, [phone(box, "Ben") for box in tables]


@pytest.mark.parametrize(
    ("hands", "asked"),
    [("cardboard", "You build: play 1, discard 1, keep 1"), ("phones", "You build: play 1 card, discard 1")],
)
def test_the_covered_screens_of_the_three_roles_are_equal_dot_by_dot(
    boxes: Boxes, phone: Phones, hands: str, asked: str
) -> None:
    tables, pages = phones_of_ben(boxes, phone, hands)
    seen = pictures(pages, "Ana is Master and appoints builders")
    assert seen[0] == seen[1] == seen[2]
    for box in tables:
        box.play("Ana", "appoint", type="appoint", seats=["Ben", "Cho", "Dai"])
    seen = pictures(pages, asked)
    assert seen[0] == seen[1] == seen[2]


def test_the_panel_has_the_same_place_and_rows_for_the_three_roles(boxes: Boxes, phone: Phones) -> None:
    _, pages = phones_of_ben(boxes, phone, "phones")
    for page in pages:
        hold(page)
    assert [page.locator("#panel .title").inner_text() for page in pages] == ["Architect", "Zealot", "Messenger of God"]
    rows = [[row.bounding_box() for row in page.locator("#panel, #panel :is(.title, .goal, .hand)").all()] for page in pages]
    assert rows[0] == rows[1] == rows[2]


@pytest.mark.parametrize("hands", ["cardboard", "phones"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_up_needs_no_scrolling_on_the_smallest_phone(boxes: Boxes, phone: Phones, language: str, hands: str) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES, game="babel", hands=hands)
    ben = phone(box, "Ben", locale=language)
    expect(ben.locator("#now.lit")).to_be_visible()
    assert ben.evaluate(OVERFLOW) == NOTHING
    ben.locator('.ask[data-due*="blueprint"] summary').tap()
    expect(ben.locator(".asks .places")).to_be_visible()
    assert ben.evaluate(OVERFLOW) == NOTHING


def test_each_cell_of_the_blueprint_takes_two_taps_and_the_tower_grows(boxes: Boxes, phone: Phones) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES, game="babel")
    ben = phone(box, "Ben")
    ben.locator('.ask[data-due*="blueprint"] summary').tap()
    ben.locator(".asks .pad").get_by_text("7", exact=True).tap()
    expect(ben.locator(".refusal")).to_contain_text("Tap a place first.")
    for cell, number in (("B2", "8"), ("C1", "3")):
        ben.locator(".asks .places label", has_text=cell).tap()
        ben.locator(".asks .pad").get_by_text(number, exact=True).tap()
    expect(ben.locator(".growing [data-block]")).to_have_count(8 + 3)
    ben.get_by_role("button", name="Confirm").tap()
    expect(ben.locator(".blocks .board")).to_contain_text("/8")
    assert box.house.table is not None
    assert box.house.table.moment.history.state.public.blueprint == (0, 0, 0, 0, 8, 0, 3, 0, 0)


def test_a_builder_lifts_the_card_to_play_and_the_one_to_discard_and_sends_both(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes(*NAMES, seed=SEEDS["architect"]), "phones", "architect")
    box.play("Ana", "appoint", type="appoint", seats=["Ben", "Cho", "Dai"])
    ben = phone(box, "Ben")
    cards, faces = ben.locator(".asks .covered"), ben.locator(".asks .turned .choice")
    expect(cards).to_have_count(3)
    cards.nth(0).tap()
    expect(cards.nth(0)).to_contain_text("play")
    cards.nth(1).tap()
    expect(cards.nth(1)).to_contain_text("discard")
    expect(faces.first).to_be_hidden()
    ben.locator("[data-lifted]").tap()
    expect(ben.locator("#now p").first).to_have_text("1 of 3 builders is ready")
    expect(ben.locator(".asks .chosen")).to_have_count(0)


def legal(box: Box, seat: str, kind: str) -> Data:
    """Return the first legal answer of this seat to its question of this kind."""
    assert box.house.table is not None
    return next(ask.answers.legal()[0] for ask in box.house.table.moment.screen(Seat(seat)).asks if ask.kind == kind)


def test_the_master_reads_his_cards_where_he_taps_them_at_the_reveal(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes(*NAMES, seed=SEEDS["zealot"]), "phones", "architect")
    box.play("Ana", "appoint", type="appoint", seats=["Ben", "Cho", "Dai"])
    for seat, kind in (("Ben", "commit"), ("Cho", "commit"), ("Dai", "commit"), ("Ana", "swap")):
        box.play(seat, kind, **legal(box, seat, kind))
    ana = phone(box, "Ana")
    faces = ana.locator(".asks .turned .choice")
    expect(faces.first).to_be_hidden()
    hold(ana)
    expect(faces.first).to_be_visible()
    ana.mouse.up()
    expect(faces.first).to_be_hidden()
    with ana.expect_response("**/play") as response:
        ana.locator(".asks .covered", has_text="lightning").tap()
    assert response.value.status == 204


def test_a_chosen_card_is_shown_alone_until_it_is_tapped_again(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes(*NAMES), "cardboard", "architect")
    box.play("Ana", "appoint", type="appoint", seats=["Ben", "Cho", "Dai"])
    box.play("Ana", "storms", type="storms", count=0)
    ana = phone(box, "Ana")
    sorts = ana.locator(".part").first.locator(".option:visible")
    expect(sorts).to_have_count(7)
    sorts.filter(has_text="Two cells").tap()
    expect(sorts).to_have_count(1)
    ana.locator(".part").nth(1).get_by_text("A3/B3").tap()
    expect(ana.locator(".part").nth(2)).to_be_in_viewport(ratio=0.99)  # the sheet begins at a fraction of a dot
    assert ana.evaluate(OVERFLOW) == NOTHING
    sorts.first.tap()
    expect(sorts).to_have_count(7)


def test_one_builder_too_many_takes_the_place_of_the_first(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes(*NAMES), "cardboard", "architect")
    ana = phone(box, "Ana")
    for name in ("Ben", "Cho", "Dai", "Eva"):
        ana.locator(".asks .option", has_text=name).tap()
    ana.get_by_role("button", name="Confirm").tap()
    expect(ana.locator("#now h1")).to_have_text("You are Master: take the builders’ cards")
    assert box.house.table is not None
    assert box.house.table.moment.history.answered[-1].entry.do["seats"] == ["Cho", "Dai", "Eva"]
