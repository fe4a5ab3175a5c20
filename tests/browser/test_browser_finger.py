"""A tap never answers a question that its finger cannot have seen. Nothing moves under a finger, and no words reveal a
secret."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page, expect

from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.words import text
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.browser.conftest import Box, Boxes, Phones, pictures_there, rest, stop_clock, tapped
from tests.browser.stage import Stage
from tests.support.asked import KINDS, USED, bid, kind
from tests.support.houses import start

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho", "Dai")
Stages = Callable[..., Stage]
EDGE = 24  # shades of 256. A colour with a meaning differs by far more
PLACES = """[...document.querySelectorAll('.asks :is(button, summary, label), .cover, .dots')]
  .map((at) => [at.textContent, at.getBoundingClientRect().toJSON()])"""


@pytest.fixture
def stage(boxes: Boxes, phone: Phones) -> Stages:
    """Return a function: `stage(answers)` is Ana's phone with this question alone, and with a clock that a test turns."""
    box = boxes(*NAMES)
    start(box.house, *NAMES)

    def new(answers: Answers, **look: Any) -> Stage:
        ana = Stage(box, phone, answers, clock=True, **look)
        pictures_there(ana.page)
        stop_clock(ana.page)
        return ana

    return new


def four(type_: str = "take", **options: Any) -> Answers:
    made = (Option({"type": type_, "kind": name}, kind(name), sign=name, **options) for name in KINDS)
    return Answers((Group(tuple(made), 2),))


def middle(page: Page, id_: str) -> tuple[float, float]:
    box = page.locator(f"[data-id='{id_}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(stage: Stage, place: tuple[float, float]) -> None:
    stage.page.touchscreen.tap(*place)
    tapped(stage.page)
    stage.page.clock.run_for(1)


def answers(stage: Stage, place: tuple[float, float]) -> None:
    """Tap at this place, and wait for the box's reply."""
    with stage.page.expect_response("**/play"):
        touch(stage, place)


def test_a_second_tap_does_not_answer_the_question_that_the_first_one_brought(stage: Stages) -> None:
    ana = stage(four())
    place = middle(ana.page, "0.1")
    answers(ana, place)
    ana.comes(four("pay"))
    for ms in (0, 100, 290):
        ana.page.clock.run_for(ms)
        touch(ana, place)
    ana.page.clock.run_for(10)
    answers(ana, place)
    assert ana.dos == [{"type": "take", "kind": "rice"}, {"type": "pay", "kind": "rice"}]


def test_a_tap_after_a_pause_counts_the_first_time(stage: Stages) -> None:
    ana = stage(four())
    ana.comes(four("pay"))
    answers(ana, middle(ana.page, "0.1"))
    assert ana.dos == [{"type": "pay", "kind": "rice"}]


def test_a_finger_that_moves_elsewhere_counts_right_away(stage: Stages) -> None:
    ana = stage(four())
    answers(ana, middle(ana.page, "0.1"))
    ana.comes(four("pay"))
    answers(ana, middle(ana.page, "0.4"))
    assert ana.dos == [{"type": "take", "kind": "rice"}, {"type": "pay", "kind": "pepper"}]


def test_keys_that_repeat_do_not_answer_the_next_question(stage: Stages) -> None:
    ana = stage(four())

    def press() -> None:
        ana.page.locator("[data-id='0.1']").focus()
        ana.page.keyboard.press("Enter")

    with ana.page.expect_response("**/play"):
        press()
    ana.comes(four("pay"))
    press()
    ana.comes(four("eat"), "1.third")
    rest(ana.page)
    with ana.page.expect_response("**/play"):
        press()
    assert ana.dos == [{"type": "take", "kind": "rice"}, {"type": "eat", "kind": "rice"}]


def test_a_button_that_was_there_before_a_new_screen_counts_right_away(stage: Stages) -> None:
    form = Form({"type": "pay"}, (Field("n", 0, 9, 0),), text("bali.ask.count_done"), ((text("bali.label.stones"), None),))
    ana = stage(Answers(forms=(form,)))
    more = ana.page.get_by_role("button", name="One more")
    more.tap()
    ana.comes(Answers(forms=(form,), hint=text("bali.ask.buy_hint")), "1.asked")
    more.tap()
    expect(ana.page.locator("output")).to_have_text("2")


def test_a_screen_that_comes_under_a_finger_waits_until_it_is_lifted(stage: Stages) -> None:
    ana = stage(four())
    x, y = middle(ana.page, "0.1")
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.comes(four("pay"), shown=False)
    with ana.page.expect_response("**/play"):
        ana.page.mouse.up()
    ana.page.clock.run_for(100)
    expect(ana.page.locator(".ask")).to_have_attribute("data-due", '"1.next"')
    assert ana.dos == [{"type": "take", "kind": "rice"}]


def test_a_refusal_moves_nothing_that_can_be_tapped(stage: Stages) -> None:
    ana = stage(four(why=USED))
    before = ana.page.evaluate(PLACES)
    ana.page.locator("[data-id='0.1']").tap()
    expect(ana.page.get_by_role("alert")).to_contain_text("Nothing changed.")
    assert ana.page.evaluate(PLACES) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_refusal_in_double_size_begins_on_the_screen_and_can_be_read_to_its_end(stage: Stages, language: str) -> None:
    """The phone is the smallest one, on which the first words were once above the upper edge."""
    ana = stage(four(why=text("bali.too_many_out", most=9, card=text("bali.card_name.pepper"))), locale=language)
    ana.page.evaluate("document.documentElement.dataset.size = '200'")
    ana.page.locator("[data-id='0.1']").tap()
    alert = ana.page.get_by_role("alert")
    expect(alert.locator("strong")).to_be_visible()
    assert alert.evaluate("(card) => card.getBoundingClientRect().top") >= 0
    alert.locator("span").scroll_into_view_if_needed()
    expect(alert.locator("span")).to_be_in_viewport(ratio=0.9)


def test_a_refusal_goes_with_the_question_that_it_was_about(stage: Stages) -> None:
    ana = stage(four(why=USED))
    touch(ana, middle(ana.page, "0.1"))
    ana.comes(four("pay", why=USED), "1.asked")
    expect(ana.page.get_by_role("alert")).to_contain_text("Nothing changed.")
    ana.comes(four("pay"))
    expect(ana.page.get_by_role("alert")).to_have_count(0)


def test_an_answer_that_cannot_be_undone_is_asked_again_in_its_place(stage: Stages) -> None:
    ana = stage(four(confirm=text("bali.ask.accept")))
    before, place = ana.page.evaluate(PLACES), middle(ana.page, "0.1")
    touch(ana, place)
    touch(ana, place)
    touch(ana, place)
    expect(ana.page.get_by_role("alert")).to_contain_text("Sure? Then tap it again.")
    assert ana.page.evaluate(PLACES) == before
    rest(ana.page)
    answers(ana, place)
    expect(ana.page.get_by_role("alert")).to_have_count(0)
    assert ana.dos == [{"type": "take", "kind": "rice"}]


def test_a_player_who_is_not_sure_taps_something_else(stage: Stages) -> None:
    ana = stage(four(confirm=text("bali.ask.accept")))
    for id_ in ("0.1", "0.4", "0.1"):
        ana.page.locator(f"[data-id='{id_}']").tap()
        rest(ana.page)
    assert ana.dos == []


def looks(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def differ(one: Image.Image, other: Image.Image) -> bool:
    """Return whether an eye can see a difference. A busy machine may draw the edge of a curve a shade lighter."""
    return any(high > EDGE for _, high in ImageChops.difference(one, other).getextrema())


def refused(stage: Stage, words: str) -> Image.Image:
    """Return a picture of the screen after the rules have refused a secret answer."""
    stage.refuses = words
    touch(stage, middle(stage.page, "s0.1"))
    before = looks(stage.page.locator(".asks").screenshot())
    touch(stage, middle(stage.page, "s1.4"))
    expect(stage.page.locator("#panel .refused")).to_have_text(words)
    expect(stage.page.locator(".said")).to_have_count(0)
    stage.page.locator("#now").tap()  # afterwards no button looks pressed
    assert not differ(looks(stage.page.locator(".asks").screenshot()), before)
    return looks(stage.page.screenshot())


def test_an_answer_that_cannot_be_undone_is_asked_again_at_its_last_step(stage: Stages) -> None:
    rows = tuple(
        Step(tuple(Choice(kind(name)) for name in KINDS), 2, text(f"bali.ask.{what}")) for what in ("buy", "supply")
    )
    made = tuple(
        Option({"type": "take", "n": 4 * i + j}, kind(KINDS[j]), path=(i, j), confirm=text("bali.ask.accept") if j else None)
        for i in range(4)
        for j in range(4)
    )
    ana = stage(Answers(steps=Steps(rows, made)))
    last = ana.page.locator(".part").nth(1).locator("button:visible")
    ana.page.locator(".part").first.locator("button").nth(2).tap()
    rest(ana.page)
    last.nth(1).tap()
    expect(ana.page.get_by_role("alert")).to_contain_text("Sure? Then tap it again.")
    assert ana.dos == []
    rest(ana.page)
    with ana.page.expect_response("**/play"):
        last.nth(1).tap()
    assert ana.dos == [{"type": "take", "n": 9}]


def test_only_its_owner_sees_the_refusal_of_a_secret_answer(stage: Stages) -> None:
    one, other = (stage(replace(bid(), question=None)) for _ in range(2))
    assert not differ(refused(one, "Short."), refused(other, "That is already laid, and this is longer than it."))
    expect(one.page.get_by_role("alert")).to_have_count(0)
    x, y = middle(one.page, "cover")
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    one.page.clock.run_for(200)
    expect(one.page.locator("#panel .refused")).to_have_text("Short.")
    expect(one.page.locator("#panel .refused")).to_be_visible()


def test_a_new_question_is_read_from_its_top(boxes: Boxes, phone: Phones) -> None:
    box: Box = boxes(*NAMES)
    ana = phone(box, "Ana")
    ana.locator(".blocks").evaluate("blocks => blocks.scrollTop = 400")
    start(box.house, *NAMES)
    expect(ana.locator("#panel")).to_have_count(1)
    assert ana.locator(".blocks").evaluate("blocks => blocks.scrollTop") == 0
    ana.locator(".blocks").evaluate("blocks => blocks.scrollTop = 400")
    assert ana.locator(".blocks").evaluate("blocks => blocks.scrollTop") > 0
    box.play("Ana", "turn", type="play", card="priest")
    expect(ana.get_by_role("button", name="Take back")).to_be_in_viewport(ratio=1)


def test_the_page_itself_says_what_is_still_to_be_chosen(stage: Stages) -> None:
    field = Field("seats", of=NAMES, many=2)
    ana = stage(Answers(forms=(Form({"type": "appoint"}, (field,), text("bali.ask.set_done")),)))
    for name, message in (("Ben", "Choose 2 first."), ("Cho", None)):
        ana.page.locator("label", has_text=name).tap()
        rest(ana.page)
        if message is None:
            answers(ana, middle(ana.page, "f1:send"))
        else:
            touch(ana, middle(ana.page, "f1:send"))
            expect(ana.page.get_by_role("alert")).to_contain_text(message)
    assert ana.dos == [{"type": "appoint", "seats": ["Ben", "Cho"]}]


def test_an_empty_field_is_sent_as_empty(stage: Stages) -> None:
    fields = (Field("tributes", 0, 9, 0, many={"ukum": 0}), Field("elders", 0, 9, many=0), Field("altar", 0, 9, keys=KINDS))
    form = Form({"type": "final"}, fields, text("bali.ask.set_done"), tuple((kind(name), None) for name in KINDS))
    ana = stage(Answers(forms=(form,)))
    answers(ana, middle(ana.page, "f1:send"))
    expect(ana.page.locator(".refusal")).to_have_count(0)
    assert ana.dos == [{"type": "final", "tributes": {}, "elders": [], "altar": {}}]
    assert form.takes(ana.dos[0])


# A tap that brings another page


def test_the_second_tap_on_sit_down_does_not_answer_the_page_that_it_brought(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    page = phone(box, path=f"/J/{box.house.guests.door.code}", clock=True)
    stop_clock(page)
    name, sit = (page.locator(f"main:not([hidden]) {part}") for part in ("[name=name]", "form .main"))
    other = page.get_by_role("button", name=say(text("claim.other"), "en"))

    def leads_on(place: tuple[float, float]) -> None:
        with page.expect_navigation():
            page.touchscreen.tap(*place)
            tapped(page)
            page.clock.run_for(100)

    name.fill("Ben")
    leads_on(centre(sit))
    there = centre(other)
    page.clock.run_for(2000)
    leads_on(there)
    name.fill("Ben")
    sit.evaluate(LAY, list(there))
    page.clock.run_for(2000)
    leads_on(there)
    page.touchscreen.tap(*there)
    tapped(page)
    page.clock.run_for(100)
    expect(other).to_be_visible()
    assert box.house.guests.claims.first() is not None
    page.clock.run_for(500)
    leads_on(there)
    assert box.house.guests.claims.first() is None


LAY = """(at, [x, y]) =>
  Object.assign(at.style, { position: 'fixed', left: `${x - 40}px`, top: `${y - 22}px`, width: '80px' })"""


def centre(at: Locator) -> tuple[float, float]:
    box = at.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
