"""Buru on the smallest phone: a bid takes two taps, the second unseen by others, and a turn needs no scrolling."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones, rest, tap
from tests.browser.test_browser_looks import NOTHING, OVERFLOW, SMALLER
from tests.support.houses import start

pytestmark = pytest.mark.browser

REGIONS = ("forest", "shore", "village", "lake")
CHOSEN = "document.querySelectorAll('.asks [data-choice].chosen, .asks [data-choice][aria-pressed=true]').length"


def morning(boxes: Boxes, **options: str) -> Box:
    """Return a box on which Ana is the first Emissary, and bids first."""
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru", **options)
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("village", "banyu"):
        box.play("Ana", "decree", type="decree", place=place)
    return box


def turn(boxes: Boxes, region: str, **options: str) -> Box:
    """Return a box on which Ana acts in a region, and has gained something there."""
    box = morning(boxes, **options)
    for token in (5, 4, 3, 2):
        box.play("Ana", "place", type="place", token=token, region=region)
        box.play("Ben", "place", type="place", token=token, region="lake")
    for _ in range(2):
        box.play("Ana", "reveal", type="reveal")
    box.play("Ana", "act", type="gain", fish=1)
    return box


def end(boxes: Boxes) -> Box:
    """Return a box after the last dusk. Ana has two elders, and a tribute whose worth she entered early. Ben has nothing."""
    box = morning(boxes)
    for _ in range(4):
        to_the_lake(box)
        for seat in ("Ana", "Ben"):
            box.play(seat, "act", type="done")
        for place in ("village", "banyu"):
            box.play("Ana", "decree", type="decree", place=place)
    to_the_lake(box)
    box.play("Ana", "act", type="tribute", spirit="manuk", value=4)
    for seat, does in (("Ana", "elder"), ("Ana", "elder"), ("Ana", "done"), ("Ben", "done")):
        box.play(seat, "act", type=does)
    return box


def to_the_lake(box: Box) -> None:
    """Place all explorers at the lake, and reveal them."""
    for token in (5, 4, 3, 2):
        for seat in ("Ana", "Ben"):
            box.play(seat, "place", type="place", token=token, region="lake")
    for _ in range(2):
        box.play("Ana", "reveal", type="reveal")


def choice(phone: Page, step: int, place: int) -> None:
    """Tap one of a step's choices, counted from 1."""
    tap(phone.locator(f".asks [data-id='s{step}.{place}']"))


def lift(phone: Page, *faces: object) -> None:
    """Lift the covered cards with these faces, and send them."""
    for face in faces:
        turned = phone.locator(f".turned .words:text-is('{face}'), .turned:text-is('{face}')")
        phone.locator(".asks .covered:visible").filter(has=turned).tap()
    phone.locator(".asks [data-sent]").tap()


def test_a_bid_is_a_region_a_covered_token_and_one_tap_that_sends_both(boxes: Boxes, phone: Phones) -> None:
    box = morning(boxes)
    ana, before = phone(box, "Ana"), box.entries
    choice(ana, 0, 2)
    assert ana.evaluate(CHOSEN) == 1
    lift(ana, 4)
    expect(ana.locator("#now")).to_contain_text("Ben places an explorer")
    assert box.entries == before + 1
    expect(ana.locator(".undo")).to_contain_text("Shore")
    expect(ana.locator(".undo")).not_to_contain_text("4")


def test_a_bid_is_taken_back_until_the_next_seat_has_placed(boxes: Boxes, phone: Phones) -> None:
    box = morning(boxes)
    ana = phone(box, "Ana")
    choice(ana, 0, 1)
    lift(ana, 1)
    ana.get_by_role("button", name="Take back").tap()
    expect(ana.locator("#now.lit")).to_contain_text("place an explorer")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("region", REGIONS)
def test_a_turn_needs_no_scrolling_with_everything_in_the_ledger(
    boxes: Boxes, phone: Phones, region: str, language: str
) -> None:
    box = turn(boxes, region, ledger="full")
    ana = phone(box, "Ana", locale=language)
    expect(ana.locator(".asks .main[data-id=main]")).to_be_in_viewport(ratio=1)
    assert ana.evaluate(OVERFLOW) == NOTHING
    expect(ana.locator(".undo .link")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("region", REGIONS)
def test_the_winner_of_a_region_sees_the_order_the_tie_and_the_gain(
    boxes: Boxes, phone: Phones, region: str, language: str
) -> None:
    """The winner is also the player who revealed, so her phone has a card for that answer, too. Only the box can take it
    back."""
    box = morning(boxes, ledger="full")
    for token in (5, 4, 3, 2):
        for seat in ("Ana", "Ben"):
            box.play(seat, "place", type="place", token=token, region=region)
    for _ in range(2):
        box.play("Ana", "reveal", type="reveal")
    ana = phone(box, "Ana", locale=language)
    small = ana.locator("#now.lit p")
    expect(small.nth(0)).to_contain_text("14")
    expect(small).to_have_count(3)
    for line in range(3):
        expect(small.nth(line)).to_be_in_viewport(ratio=1)
    expect(ana.locator(".tally")).to_be_in_viewport(ratio=1)
    assert ana.evaluate(OVERFLOW) == NOTHING
    expect(ana.locator(".moves .moved li")).to_have_count(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_sees_moved_pieces_before_the_card_that_takes_its_answer_back(
    boxes: Boxes, phone: Phones, language: str
) -> None:
    box = boxes("Ana")
    start(box.house, "Ana", game="buru", lawan=2, ledger="full")
    box.play("Ana", "first", type="first", seat="Ana")
    ana = phone(box, "Ana", locale=language)
    expect(ana.locator(".moves .moved li")).to_have_count(3)
    for row in range(3):
        expect(ana.locator(".moves .moved li").nth(row)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_who_moves_a_rival_reads_all_its_steps_in_the_forest(boxes: Boxes, phone: Phones, language: str) -> None:
    box = boxes("Ana")
    start(box.house, "Ana", game="buru", lawan=1, ledger="full")
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("village", "banyu"):
        box.play("Ana", "decree", type="decree", place=place)
    for token, plot in zip((5, 4, 3, 2), ("forest", "forest", "lake", "shore"), strict=True):
        box.play("Ana", "place", type="place", token=token, region="lake")
        box.play("Ana", "plot", type="plot", a=plot)
    box.play("Ana", "reveal", type="reveal")
    box.play("Ana", "show", type="show", rival="A", powers=[1])
    box.play("Ana", "reveal", type="reveal")
    box.play("Ana", "show", type="show", rival="A", powers=[2, 3])
    ana = phone(box, "Ana", locale=language)
    steps = ana.locator("#now p")
    expect(steps).to_have_count(3)
    for step in range(3):
        expect(steps.nth(step)).to_be_in_viewport(ratio=1)
    expect(ana.locator(".moves")).to_be_in_viewport(ratio=1)
    assert ana.evaluate(OVERFLOW) == NOTHING


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_who_moves_a_rival_reads_all_its_steps(boxes: Boxes, phone: Phones, language: str) -> None:
    box = boxes("Ana")
    start(box.house, "Ana", game="buru", lawan=1, ledger="full")
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("village", "banyu"):
        box.play("Ana", "decree", type="decree", place=place)
    for token, plot in zip((5, 4, 3, 2), ("shore", "shore", "lake", "lake"), strict=True):
        box.play("Ana", "place", type="place", token=token, region="lake")
        box.play("Ana", "plot", type="plot", a=plot)
    box.play("Ana", "reveal", type="reveal")
    box.play("Ana", "show", type="show", rival="A", powers=[1])
    box.play("Ana", "plan", type="plan", rival="A", lake="esteem")
    box.play("Ana", "reveal", type="reveal")
    box.play("Ana", "show", type="show", rival="A", powers=[2, 3])
    ana = phone(box, "Ana", locale=language)
    steps = ana.locator("#now p")
    for step in range(1, 4):
        expect(steps.nth(step)).to_contain_text(f"{step}. ")
        expect(steps.nth(step)).to_be_in_viewport(ratio=1)
    expect(ana.locator(".moves")).to_be_in_viewport(ratio=1)


def test_a_recruit_is_two_taps_and_nothing_moves_between_them(boxes: Boxes, phone: Phones) -> None:
    box = turn(boxes, "shore")
    ana, before = phone(box, "Ana"), box.entries
    places = "[...document.querySelectorAll('.asks button')].map((at) => JSON.stringify(at.getBoundingClientRect()))"
    stood = ana.evaluate(places)
    choice(ana, 0, 2)
    assert ana.evaluate(places) == stood
    choice(ana, 1, 1)
    expect(ana.locator(".undo")).to_contain_text("Gatherer")
    assert box.entries == before + 1


def test_the_value_of_a_card_is_typed_without_a_trace(boxes: Boxes, phone: Phones) -> None:
    ana = phone(turn(boxes, "lake"), "Ana")
    ana.locator(".last > .fold > summary").tap()
    ana.locator("form[data-secret]").locator("xpath=..").locator("summary").first.tap()
    ana.locator("form[data-secret] label").nth(1).tap()
    lift(ana, 7)
    expect(ana.locator(".undo")).to_contain_text("Gunung")
    expect(ana.locator(".undo")).not_to_contain_text("7")
    ana.locator(".cover").hover()
    ana.mouse.down()
    expect(ana.locator("#panel")).to_contain_text("Gunung: 7")


def test_a_seat_enters_its_remaining_cards_one_by_one(boxes: Boxes, phone: Phones) -> None:
    """Ana has elders, and no tribute without a value. The page asks for every value that the rules need."""
    box = end(boxes)
    ana, ben = phone(box, "Ana"), phone(box, "Ben")
    expect(ben.locator("#now")).to_contain_text("Ana")
    expect(ben.locator("#now.lit")).to_have_count(0)
    ana.locator(".asks .fold > summary").tap()
    lift(ana, 3)
    expect(ana.locator(".unseen-numbers .question:visible")).to_contain_text("2/2")
    assert ana.locator(".asks .chosen, .asks .sent, .asks [aria-pressed=true], .asks output:visible").count() == 0
    lift(ana, 0)
    expect(ben.locator("#now.lit")).to_contain_text("wins")
    ben.locator(".ranking > li > details > summary").first.tap()
    expect(ben.locator(".ranking .lines").first).to_be_visible()


NOT_OURS = """() => [...document.querySelectorAll('button')].filter((at) => at.checkVisibility()
  && getComputedStyle(at).backgroundColor === 'rgb(239, 239, 239)').map((at) => at.outerHTML)"""
"""Finds buttons in the browser's own grey."""


def test_every_button_has_the_colours_of_the_box_during_the_set_up(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru", is_set_up=False, tokoh=True)
    ana = phone(box, "Ana", color_scheme="light")
    expect(ana.locator(".from-above")).to_be_visible()
    assert ana.evaluate(NOT_OURS) == []


def test_the_host_leads_the_room_from_the_last_place_to_the_first(boxes: Boxes, phone: Phones) -> None:
    box = end(boxes)
    room, ana = phone(box, path="/table", viewport={"width": 1280, "height": 720}), phone(box, "Ana", clock=True)
    box.is_watched()
    box.play("Ana", "final", type="final", tributes={}, elders=[3, 0])
    leads = ana.locator("[data-id='stage:next']")
    expect(leads).to_be_in_viewport()
    expect(room.locator("main.on-stage")).not_to_contain_text("wins")
    leads.tap()
    expect(room.locator(".drops")).to_contain_text("Ben")
    expect(room.locator("main.on-stage")).not_to_contain_text("Ana")
    expect(ana.locator(".onward")).to_contain_text("1 of 2")
    rest(ana)
    leads.tap()
    expect(room.locator("main.winner text").first).to_have_text("Ana")
    expect(room.locator("#now")).to_contain_text("Ana wins")
    expect(ana.locator(".onward")).to_contain_text("2 of 2")
    rest(ana)
    leads.tap()
    expect(room.locator("main.on-stage .zero")).to_be_visible()
    expect(leads).to_have_attribute("data-body", re.compile('"step":4'))
    rest(ana)
    leads.tap()
    expect(leads).to_have_count(0)
    expect(room.locator("#now")).to_contain_text("Ana wins")


def test_a_region_is_led_on_by_the_smallest_phone_which_is_asked_when_all_is_shown(boxes: Boxes, phone: Phones) -> None:
    box = morning(boxes)
    room, ana = phone(box, path="/table", viewport={"width": 1280, "height": 720}), phone(box, "Ana", clock=True)
    box.is_watched()
    to_the_lake(box)
    leads = ana.locator("[data-id='stage:next']")
    for n, shown in enumerate(("Ana", "Ben", "Ana dominates")):
        expect(ana.locator(".onward")).to_contain_text(f"{n} of 3")
        expect(ana.locator(".asks .ask")).to_have_count(0)
        expect(leads).to_be_in_viewport(ratio=1)
        rest(ana)
        leads.tap()
        expect(room.locator(".newest")).to_contain_text(shown)
    expect(ana.locator(".asks .ask")).not_to_have_count(0)
    expect(leads).to_be_in_viewport(ratio=1)
    rest(ana)
    leads.tap()
    expect(room.locator(".newest")).to_have_count(0)
    expect(leads).to_have_count(0)


def test_rare_choices_are_behind_one_button(boxes: Boxes, phone: Phones) -> None:
    ana = phone(turn(boxes, "shore"), "Ana")
    assert ana.locator(".asks .option:visible").count() == 12
    ana.locator(".last > .fold > summary").tap()
    expect(ana.get_by_role("button", name="3: take this space")).to_be_visible()
    expect(ana.locator(".asks .main[data-id=main]")).to_be_hidden()
    assert ana.evaluate(SMALLER) == []


def test_axe_finds_nothing_in_a_bid_and_in_a_turn(boxes: Boxes, phone: Phones) -> None:
    bid, act = morning(boxes), turn(boxes, "shore", ledger="full")
    found = violations(phone(bid, "Ana"))
    ana, ben = phone(act, "Ana"), phone(act, "Ben")
    found += violations(ana) + violations(ben) + violations(phone(act, path="/table"))
    ana.locator(".last > .fold > summary").tap()
    found += violations(ana)
    assert found == []


BROKEN = """() => [...document.querySelectorAll(".asks .option")].filter(place => place.offsetParent).flatMap(place => {
  const found = [], walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/[^\\s\\u200b\\u00ad]+/g)) {
    if (walker.currentNode.parentElement.closest(".unseen, .turned")) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, word.index);
    range.setEnd(walker.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) found.push(word[0]);
  }
  return found;
})"""
"""Finds words of an ask's buttons that are painted on more than one line."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [320, 360, 390])
def test_a_region_with_a_decree_is_never_broken_in_a_word(boxes: Boxes, phone: Phones, language: str, width: int) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("lake", "forest"):
        box.play("Ana", "decree", type="decree", place=place, reward={"esteem": 1, "fish": 2})
    ana = phone(box, "Ana", locale=language)
    ana.set_viewport_size({"width": width, "height": 568})
    expect(ana.locator(".asks [data-choice]").first).to_be_visible()
    assert ana.evaluate(BROKEN) == []
    assert ana.evaluate(OVERFLOW) == NOTHING


def test_another_reward_keeps_the_place_that_was_chosen(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    box.play("Ana", "first", type="first", seat="Ana")
    ana = phone(box, "Ana", clock=True)
    choice(ana, 0, 3)
    rest(ana)
    ana.locator("summary", has_text="Another reward").tap()
    expect(ana.locator(".compose .option:has(:checked) .words")).to_have_text("Village")
    assert ana.evaluate(OVERFLOW) == NOTHING


LAID_OVER = """() => {
  const over = document.querySelector("#panel .refused").getBoundingClientRect();
  const under = [...document.querySelectorAll("#panel :is(.title, .goal p, .hand p, .held-counts)")];
  return under.filter((part) => part.getBoundingClientRect().bottom > over.top).map((part) => part.textContent);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_of_a_bid_covers_nothing_under_the_cover(boxes: Boxes, phone: Phones, language: str) -> None:
    box = morning(boxes)
    for seat in ("Ana", "Ben"):
        box.play(seat, "place", type="place", token=4, region="shore")
    ana = phone(box, "Ana", locale=language)
    choice(ana, 0, 2)
    with ana.expect_response("**/play"):
        lift(ana, 4)
    expect(ana.locator(".said")).to_have_count(0)
    ana.locator(".cover").focus()
    ana.keyboard.down(" ")
    expect(ana.locator("#panel .refused")).to_be_visible()
    assert ana.evaluate(LAID_OVER) == []


def test_a_digit_chooses_a_covered_card_by_its_place_never_by_its_face(boxes: Boxes, phone: Phones) -> None:
    ana = phone(morning(boxes), "Ana")
    for n in (1, 2, 3, 4, 5):
        ana.locator("[data-id='s1.1']").focus()
        ana.keyboard.press(str(n))
        expect(ana.locator(".asks .covered[aria-pressed=true]")).to_have_attribute("data-id", f"s1.{n}")
