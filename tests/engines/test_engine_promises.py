"""Promises that an engine could break: a secret's cover, a finger, a stream, a page that comes back."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Box
from tests.engines.conftest import Boxes, Phone, Phones

pytestmark = pytest.mark.browser

SIZES = ((320, 568), (390, 844), (844, 390))
TELEVISION = (1280, 720)
ANSWER = ".asks .ask .option[data-do]:not(.no)"
LAID_OUT = "measured({ thumbs: true })"
ON_TV = "measured({ thumbs: false })"
AXE = """async () => (await axe.run({ resultTypes: ["violations"] })).violations
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${location.pathname} ${id}: ${html.slice(0, 160)}`))"""
FILLED = """(words) => {
  const field = document.querySelector("main:not([hidden]) [name=name]");
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
ZOOMING = """[...document.querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea")]
  .filter((at) => parseFloat(getComputedStyle(at).fontSize) < 16).map((at) => at.outerHTML)"""
"""Finds fields with letters under 16 px. Safari on an iPhone enlarges the page for such a field, and leaves it enlarged."""


def bali(boxes: Boxes, phone: Phones, name: str = "Ben") -> tuple[Box, Phone]:
    box = boxes("Ana", "Ben", game="bali")
    return box, phone(box, name)


def test_a_guest_comes_in_and_sits_down_by_tapping(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    guest = phone(box, path=f"/J/{box.house.guests.door.code}")
    guest.misses(".too-old")
    assert guest.evaluate(ZOOMING) == []
    guest.evaluate(FILLED, "Ben")
    guest.tap("button.main", "Sit down as Ben")
    guest.arrives()
    guest.sees(".me .name", "Ben")
    assert "Ben" in box.house.guests.seating.seats


def test_a_secret_shows_while_the_cover_is_held_and_never_after(boxes: Boxes, phone: Phones) -> None:
    _, ben = bali(boxes, phone)
    ben.misses("#panel")
    ben.window.press(*ben.place(".cover"))
    ben.sees("#panel", "Yours alone")
    ben.window.lift()
    ben.misses("#panel")


def opened(phone: Phone) -> None:
    """Open the cover by two taps, so that it stays open."""
    place = phone.place(".cover")
    phone.window.tap(*place)
    phone.sees(".cover", "tap again to keep it open")
    phone.misses("#panel")
    phone.window.tap(*place)
    phone.sees("#panel", "Yours alone")


def test_two_taps_keep_the_cover_open_and_a_third_closes_it(boxes: Boxes, phone: Phones) -> None:
    _, ben = bali(boxes, phone)
    opened(ben)
    ben.tap(".cover")
    ben.misses("#panel")


def test_the_cover_closes_when_something_is_in_front_of_the_page(boxes: Boxes, phone: Phones) -> None:
    _, ben = bali(boxes, phone)
    opened(ben)
    with ben.window.behind():
        ben.misses("#panel")


def test_the_cover_closes_when_the_page_is_in_the_background(boxes: Boxes, phone: Phones) -> None:
    _, ben = bali(boxes, phone)
    opened(ben)
    with ben.window.hidden():
        ben.misses("#panel")
    ben.misses("#panel")


def test_a_double_tap_answers_once(boxes: Boxes, phone: Phones) -> None:
    box, ana = bali(boxes, phone, "Ana")
    ana.window.tap(*ana.place(ANSWER), times=2)
    ana.sees(".undo")
    assert box.entries == 1


def test_a_page_follows_the_game_again_after_the_box_was_away(boxes: Boxes, phone: Phones) -> None:
    box, ben = bali(boxes, phone)
    ben.sees("#now", "Ana may buy")
    box.stop()
    ben.sees(".quiet")
    box.restart()
    box.play("Ana", "turn", type="play", card="priest")
    ben.sees("#now", "Tap the scored card")
    ben.misses(".quiet")


def test_an_answer_that_was_given_while_the_box_was_away_is_sent_once(boxes: Boxes, phone: Phones) -> None:
    box, ana = bali(boxes, phone, "Ana")
    ana.sees("#now", "Your turn")
    box.stop()
    ana.tap(ANSWER)
    ana.sees(".unsent")
    box.restart()
    ana.sees(".undo")
    assert box.entries == 1


def test_a_page_that_was_in_the_background_shows_the_present_screen(boxes: Boxes, phone: Phones) -> None:
    box, ben = bali(boxes, phone)
    ben.sees("#now", "Ana may buy")
    with ben.window.hidden():
        box.play("Ana", "turn", type="play", card="priest")
    ben.sees("#now", "Tap the scored card")


def test_a_page_that_comes_back_from_the_cache_shows_the_present_screen(boxes: Boxes, phone: Phones) -> None:
    box, ben = bali(boxes, phone)
    ben.sees("#now", "Ana may buy")
    ben.opens("/table")
    box.play("Ana", "turn", type="play", card="priest")
    ben.window.back()  # with the scripts of the tests, if the browser kept the page
    if not ben.evaluate("'engine' in window"):
        ben.learns()
    ben.sees("#now", "Tap the scored card")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_cut_or_covered_on_a_phone_in_a_game(boxes: Boxes, phone: Phones, size: tuple[int, int]) -> None:
    box = boxes("Ana", "Ben", game="bali")
    for name in ("Ana", "Ben"):
        one = phone(box, name, size=size)
        assert one.evaluate(LAID_OUT) == []
        opened(one)
        assert one.evaluate(LAID_OUT) == []


def test_nothing_is_cut_or_covered_on_the_television(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", game="bali")
    room = phone(box, path="/table", size=TELEVISION)
    room.sees(".room .banner", "Ana")
    box.play("Ana", "turn", type="play", card="priest")
    room.sees(".room .scene .paint")
    assert room.evaluate(ON_TV) == []


def test_axe_finds_nothing(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", game="bali")
    for one in (
        phone(box, "Ana"),
        phone(box, path="/table", size=TELEVISION),
        phone(box, path=f"/J/{box.house.guests.door.code}"),
    ):
        one.evaluate(f"() => {{ {Axe().axe_script}\n }}")
        assert one.evaluate(AXE) == []


def cell(row: int, column: int) -> str:
    return f"[data-cell='{row},{column}']"


def drawn(phone: Phone, row: int) -> None:
    """Draw over the first three cells of a row, without letting go."""
    first, last = phone.place(cell(row, 0)), phone.place(cell(row, 2))
    phone.window.press(*first)
    phone.window.move(*last)
    phone.window.lift()
    phone.sees(cell(row, 1), f"Row {row + 1}, column 2: area 1")


def test_a_sheet_is_copied_with_a_finger_that_taps_and_draws_and_with_a_mouse(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    ana = phone(box, "Ana", "/kept/animism/layout")
    ana.tap("button", "Start a new one")
    ana.arrives()
    assert ana.evaluate(ZOOMING) == []
    ana.tap(".link-row", "Map")
    ana.tap(".palette button", "area 1")
    ana.tap(cell(1, 1))
    ana.sees(cell(1, 1), "Row 2, column 2: area 1")
    drawn(ana, 0)
    ana.window.takes_mouse()
    ana.tap(cell(2, 3))
    ana.sees(cell(2, 3), "Row 3, column 4: area 1")
    drawn(ana, 3)
    ana.sees(".saved.saved")
    ana.misses(".saving")
    (kept,) = (one for one in box.house.owner_things.all("animism", "layout") if not one.sample)
    assert [row[:4] for row in kept.thing.draft["map"][:4]] == ["aaa.", ".a..", "...a", "aaa."]
