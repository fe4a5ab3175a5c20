"""Covered phones, dot by dot: a neighbour sees the same for any secret, answer or refusal of a seat.

The tests compare the phone of one seat in two games that differ in its secret, and the phones of two seats in one game.
"""

from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from companion.bots import next_answer
from companion.core.state import Seat
from companion.house.dice import SeededDice
from tests.browser.conftest import Box, Boxes, Phones, rest, tapped
from tests.browser.test_browser_finger import differ, looks
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.tapes import Draw, Op, Tell, tape_of
from tests.promises.twins import Twins, due_of, kind_of, secrets, twins
from tests.support.houses import start

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
KINDS = 2
"""The number of kinds of secrets in each setting: a browser costs much time."""
STEPS = 4
"""Answers after the secret."""

HIDES = """(what) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${what} { visibility: hidden !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""

LOOKED_AT = [
    setting
    for game in SHELF
    for setting in settings_of(game)
    if game.id != "animism"  # what is a seat's own lies before it there
    and (setting is settings_of(game)[0] or (game.id == "bali" and setting is settings_of(game)[-1]))
]
"""The smallest table of each game, and one of Bali where hands are known."""


def stories(setting: Setting) -> Iterator[tuple[Seat, int, Twins]]:
    """Yield one story of each kind of secret, with the seat of the secret and the place of its answer in the story."""
    found: set[str] = set()
    for seed in range(20, 50):
        tape = tape_of(setting, seed)
        for i in secrets(tape):
            op = tape.ops[i]
            seat = None if isinstance(op, Draw) or not isinstance(op, Tell) else due_of(tape.moments[i], op).seat
            if seat is None or kind_of(tape, i) in found or any(isinstance(one, Draw) for one in tape.ops):
                continue
            pair = twins(tape, i, SeededDice(seed).pick)
            if pair is not None and len(pair.story) > i + STEPS:
                found.add(kind_of(tape, i))
                yield seat, i, pair


def do(box: Box, op: Op, key: str) -> None:
    """Do an act of a story as people do it at a table."""
    table = box.house.table
    assert table is not None
    if isinstance(op, Tell):
        due = None if op.due is None else table.moment.full_id(op.due)
        if op.by is None:
            box.house.tell(due, op.do, key)
        elif not box.house.play(op.by, due, op.do, key):  # it takes two
            box.house.tell(due, op.do, f"{key} again")
    elif op.by is None:  # type: ignore[union-attr]
        box.house.take_back(key)
    else:
        box.house.back(op.by, key)  # type: ignore[union-attr]


def are_alike(one: bytes, other: bytes) -> bool:
    """Return whether no dot differs."""
    return not differ(looks(one), looks(other))


def newest(page: Page) -> bytes:
    """Return the present page, drawn afresh, without the time since the turn began: two boxes play at two times."""
    page.evaluate("sessionStorage.clear()")  # no tap of before makes one too early
    page.reload()
    expect(page.locator("#now")).to_be_visible()
    page.evaluate(HIDES, ".since")
    return page.screenshot()


def lifted(page: Page, place: int = 0) -> bytes:
    """Return the same with the covered card at this place lifted, in every row of them."""
    for row in page.locator(".asks .steps[data-closed] .part:visible").all():
        if row.locator(".covered").count():
            row.locator(".covered").nth(place).tap()
    tapped(page)
    return page.screenshot()


@pytest.mark.parametrize("setting", LOOKED_AT, ids=str)
def test_a_covered_phone_is_the_same_whatever_its_seat_keeps_to_itself(
    boxes: Boxes, phone: Phones, setting: Setting
) -> None:
    compared = 0
    for seat, at, pair in islice(stories(setting), KINDS):
        names = [str(name) for name in setting.table().head.seats]
        both = [boxes(*names) for _ in range(2)]
        for box in both:
            start(box.house, *names, game=setting.game.id, **setting.options)
        pages: list[Page] = []
        for n, (one, other, _) in enumerate(pair.story[: at + STEPS]):
            for box, op in zip(both, (one, other), strict=True):
                do(box, op, f"key {n}")
            if n >= at:
                pages = pages or [phone(box, seat) for box in both]
                here, there = map(newest, pages)
                assert are_alike(here, there), (str(seat), n, one, other)
                here, there = map(lifted, pages)
                assert are_alike(here, there), (str(seat), n, "lifted")
                compared += 1
    assert compared


# Two seats


def main(page: Page) -> bytes:
    """Return all but the seat's bar, which lies over the now-line of a small phone."""
    page.evaluate(HIDES, ".me")
    return page.locator("main").screenshot()


@pytest.fixture
def builders(boxes: Boxes, phone: Phones) -> tuple[Page, Page]:
    """Return the phones of Ben, who has a punishment card, and of Cho, who has none. Both choose their cards."""
    box = boxes(*NAMES, seed=6)
    start(box.house, *NAMES, game="babel", hands="phones")
    box.play("Ana", "blueprint", type="blueprint", cells={"B2": 8, "C1": 3})
    box.play("Ana", "master", type="master", seat="Ana")
    box.play("Ana", "appoint", type="appoint", seats=["Ben", "Cho", "Dai"])
    ben, cho = phone(box, "Ben"), phone(box, "Cho")
    for page in (ben, cho):
        expect(page.locator(".asks .covered")).to_have_count(3)
    return ben, cho


def send(page: Page, *cards: int) -> int:
    """Lift these cards and send them; what the box says."""
    for place in cards:
        page.locator(".asks .covered").nth(place).tap()
    with page.expect_response("**/play") as said:
        page.locator("[data-lifted]").tap()
    return said.value.status


def test_two_phones_are_equal_at_rest_with_cards_lifted_and_after_a_yes_and_a_no(builders: tuple[Page, Page]) -> None:
    ben, cho = builders
    assert are_alike(main(ben), main(cho)), "at rest"
    for page in builders:
        page.locator(".asks .covered").nth(1).tap()
        tapped(page)
    assert are_alike(main(ben), main(cho)), "lifted"
    for page in builders:
        newest(page)
    punishment = next(n for n, face in enumerate(faces(ben)) if "punishment" in face)
    other = (punishment + 1) % 3
    assert send(ben, other, punishment) == 409, "a punishment card is never discarded"
    assert send(cho, 0, 1) == 204
    for page in builders:
        expect(page.locator("#now")).to_contain_text("1 of 3 builders is ready")
        expect(page.locator(".asks .chosen")).to_have_count(0)
    assert are_alike(main(ben), main(cho)), "sent and refused"
    hold(ben)
    expect(ben.locator("#panel .refused")).to_be_visible()


def faces(page: Page) -> list[str]:
    return [str(card.text_content()) for card in page.locator(".asks .turned .choice").all()]


def hold(page: Page) -> None:
    page.locator(".cover").hover()
    page.mouse.down()
    expect(page.locator("#panel")).to_be_visible()


def turn(page: Page, place: int) -> dict[str, float]:
    """Hold a covered card until it turns. Return the place of its frame."""
    page.locator(".asks .covered").nth(place).hover()
    page.mouse.down()
    frame = page.locator(".held-card")
    expect(frame).to_be_visible()
    box = frame.bounding_box()
    assert box is not None
    return dict(box)


def test_a_held_card_turns_alone_in_one_frame_and_is_not_chosen(builders: tuple[Page, Page]) -> None:
    ben, _ = builders
    frames = []
    for place in range(3):
        frames.append(turn(ben, place))
        expect(ben.locator(".held-card .choice")).to_have_text(faces(ben)[place])
        expect(ben.locator(".asks .turned").nth((place + 1) % 3)).to_be_hidden()
        ben.mouse.up()
        expect(ben.locator(".held-card")).to_have_count(0)
    assert frames[0] == frames[1] == frames[2]
    tapped(ben)
    expect(ben.locator(".asks .chosen")).to_have_count(0)


def test_the_frame_of_a_held_card_hangs_on_no_secret(builders: tuple[Page, Page]) -> None:
    ben, cho = builders
    assert turn(ben, 0) == turn(cho, 2)


@pytest.mark.parametrize("leaving", ["blur", "visibilitychange", "pagehide"])
def test_who_leaves_the_page_covers_the_held_card(builders: tuple[Page, Page], leaving: str) -> None:
    ben, _ = builders
    turn(ben, 0)
    ben.evaluate("(kind) => window.dispatchEvent(new Event(kind))", leaving)
    expect(ben.locator(".held-card")).to_have_count(0)


def test_a_finger_that_drifts_off_covers_the_held_card(builders: tuple[Page, Page]) -> None:
    ben, _ = builders
    turn(ben, 0)
    box = ben.locator(".asks .covered").first.bounding_box()
    assert box is not None
    ben.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 30)
    expect(ben.locator(".held-card")).to_have_count(0)


def test_a_long_press_on_a_card_brings_up_no_menu(builders: tuple[Page, Page]) -> None:
    ben, _ = builders
    stopped = """() => !document.querySelector(".asks .covered").dispatchEvent(
      new MouseEvent("contextmenu", { bubbles: true, cancelable: true }))"""
    assert ben.evaluate(stopped)


def test_a_phone_that_is_asked_nothing_has_its_seats_cards_covered_and_a_tap_sends_nothing(
    boxes: Boxes, phone: Phones
) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="bali")
    ben = phone(box, "Ben")
    expect(ben.locator(".asks .covered")).to_have_count(4)
    expect(ben.locator(".asks .turned").first).to_be_hidden()
    entries = box.entries
    ben.locator(".asks .covered").first.tap()
    tapped(ben)
    expect(ben.locator(".asks .chosen")).to_have_count(0)
    assert box.entries == entries
    turn(ben, 3)
    expect(ben.locator(".held-card .words")).to_have_text(str(ben.locator(".asks .covered .words").nth(3).text_content()))


def test_the_button_that_sends_names_the_open_choice(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("lake", "forest"):
        box.play("Ana", "decree", type="decree", place=place, reward={"fish": 2})
    ana = phone(box, "Ana")
    expect(ana.locator("[data-lifted]")).to_have_text("Place the lifted explorer")
    ana.locator(".asks [data-choice]").nth(1).tap()
    expect(ana.locator("[data-lifted]")).to_have_text("Place the lifted explorer: Shore")


def test_another_finger_lifts_a_card_while_one_holds_the_cover(builders: tuple[Page, Page]) -> None:
    ben, _ = builders
    hold(ben)
    ben.evaluate("""() => {
      const card = document.querySelector('.asks .covered');
      for (const type of ['pointerdown', 'pointerup'])
        card.dispatchEvent(new PointerEvent(type, { pointerId: 7, isPrimary: false, bubbles: true }));
    }""")
    expect(ben.locator(".asks .chosen")).to_have_count(1)
    expect(ben.locator("#panel")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_cards_are_read_where_they_are_and_nothing_lies_over_them(boxes: Boxes, phone: Phones, language: str) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES, game="babel")
    ben = phone(box, "Ben", locale=language)
    ben.locator(".ask:has(.covered) summary").tap()
    before = [card.bounding_box() for card in ben.locator(".asks .covered, .asks [data-lifted], .cover").all()]
    hold(ben)
    after = [card.bounding_box() for card in ben.locator(".asks .covered, .asks [data-lifted], .cover").all()]
    assert after == before
    panel = ben.locator("#panel").bounding_box()
    assert panel is not None
    assert all(one is not None and panel["y"] + panel["height"] <= one["y"] for one in after)


def test_what_is_seldom_told_in_secret_is_asked_on_the_page_where_the_cover_is_in_reach(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="bali", offer="tracked")
    table, lots = box.house.table, SeededDice(1)
    assert table is not None
    while not any(due.kind == "turn" for due in table.moment.history.dues):
        answer = next_answer(table, table.head.seats, lots.pick)
        assert answer is not None
        box.house.play(*answer, f"key {box.entries}")
    ana = phone(box, "Ana", clock=True)
    expect(ana.locator(".asks .set-by")).to_be_hidden()
    ana.locator("[data-id=more]").tap()
    ana.locator("[data-id='more:scores'] > summary").or_(ana.locator("[data-id=scores] > summary")).tap()
    rest(ana)
    ana.locator("#sheet [data-unfold]").tap()
    expect(ana.locator(".asks .set-by .covered")).to_have_count(4)
    hold(ana)
    expect(ana.locator(".asks .set-by .turned").first).to_be_visible()
