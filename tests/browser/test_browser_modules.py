"""Buru with its modules on the smallest phone: bids, choices and a rival's tokens take as few taps as without modules."""

import pytest
from playwright.sync_api import Page, expect

from companion.core.words import text
from companion.speech.say import say
from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.test_browser_buru import choice, lift
from tests.support.houses import start

pytestmark = pytest.mark.browser

EVERYTHING = dict.fromkeys(("ukum", "ambelau", "blessing", "liaison", "kuda"), True)


def dawn(boxes: Boxes, *places: str, **options: object) -> Box:
    """Return a box on which Ana is the first Emissary, and bids first."""
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru", **options)
    box.play("Ana", "first", type="first", seat="Ana")
    for place in places or ("village", "banyu"):
        box.play("Ana", "decree", type="decree", place=place)
    return box


def bids(box: Box, mine: str, rest: str) -> None:
    """Place Ana's 2 in one region, and all other tokens in another."""
    for n, token in enumerate((2, 1, 3, 4)):
        box.play("Ana", "place", type="place", token=token, region=rest if n else mine)
        box.play("Ben", "place", type="place", token=token, region=rest)


def in_sight(phone: Page, step: int, *places: int) -> None:
    """Check that these choices of a step can be tapped without scrolling."""
    for place in places:
        expect(phone.locator(f".asks [data-id='s{step}.{place}']")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_with_five_regions_a_bid_is_three_taps_and_nothing_of_it_has_to_be_scrolled_for(
    boxes: Boxes, phone: Phones, language: str
) -> None:
    box = dawn(boxes, **EVERYTHING)
    ana, before = phone(box, "Ana", locale=language), box.entries
    in_sight(ana, 0, *range(1, 6))
    choice(ana, 0, 4)
    in_sight(ana, 1, *range(1, 7))
    choice(ana, 1, 6)
    ana.locator(".asks [data-sent]").tap()
    expect(ana.locator("#now.lit")).to_have_count(0)
    assert box.entries == before + 1


def test_a_tap_on_a_region_also_places_the_blessing(boxes: Boxes, phone: Phones) -> None:
    box = dawn(boxes, "forest", "shore", blessing=True)
    bids(box, "village", "lake")
    for _ in range(2):
        box.play("Ana", "reveal", type="reveal")
    box.play("Ana", "choose", type="choose", take="blessing")
    for seat in ("Ana", None, "Ben", "Ana"):
        box.play(seat or "Ana", "act" if seat else "reveal", type="done" if seat else "reveal")
    for place in ("forest", "shore"):
        box.play("Ana", "decree", type="decree", place=place)
    ana, before = phone(box, "Ana"), box.entries
    expect(ana.locator(".asks [data-id='s0.5']")).to_contain_text("Village")
    choice(ana, 0, 5)
    lift(ana, 3)
    expect(ana.locator("#now.lit")).to_have_count(0)
    assert box.entries == before + 1
    public = box.house.table.moment.history.state.public
    assert [one.region for one in public.blessings if one.on is not None] == ["village"]


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_the_only_seat_with_power_chooses_with_a_tap_and_no_word_is_cut(boxes: Boxes, phone: Phones, language: str) -> None:
    box = dawn(boxes, blessing=True)
    bids(box, "village", "lake")
    for _ in range(2):
        box.play("Ana", "reveal", type="reveal")
    ana, before = phone(box, "Ana", locale=language), box.entries
    both = ana.locator(".asks .option")
    expect(both).to_have_count(2)
    assert all(both.nth(n).evaluate("at => at.scrollWidth <= at.clientWidth") for n in range(2))
    both.nth(1).tap()
    expect(ana.locator(".asks .main[data-id=main]")).to_be_visible()
    assert box.entries == before + 1


def test_two_of_a_rivals_seven_tokens_are_two_taps(boxes: Boxes, phone: Phones) -> None:
    box = dawn(boxes, lawan=1, **EVERYTHING)
    for token, place in ((1, "forest"), (2, "forest"), (3, "shore"), (4, "shore"), (5, "village")):
        for seat in ("Ana", "Ben"):
            box.play(seat, "place", type="place", token=token, region="lake")
        box.play("Ana", "plot", type="plot", a=place)
    box.play("Ana", "plot", type="plot", a="village")
    box.play("Ana", "reveal", type="reveal")
    box.play("Ana", "show", type="show", rival="A", powers=[1])
    box.play("Ana", "reveal", type="reveal")
    ana, before = phone(box, "Ana"), box.entries
    choice(ana, 0, 4)
    in_sight(ana, 1, 7)
    with ana.expect_response("**/play"):
        choice(ana, 1, 7)
    expect(ana.locator("#now")).not_to_contain_text("reveal")
    assert box.entries == before + 1


def test_the_cards_of_modules_are_below_the_card_of_the_phase_behind_more(boxes: Boxes, phone: Phones) -> None:
    ana = phone(dawn(boxes, **EVERYTHING), "Ana")
    ana.locator("[data-id=more]").tap()
    ana.locator("[data-id='more:phase'] > summary").tap()
    cards = ana.locator("#sheet .phase-card")
    expect(cards).to_have_count(3)
    expect(cards.nth(0)).to_contain_text(words("buru.card.morning"))
    expect(cards.nth(2)).to_contain_text(words("buru.card.blessing_laid"))


def words(key: str) -> str:
    """Return what a card's first line says."""
    return say(text(key), "en").split("\n")[0]
