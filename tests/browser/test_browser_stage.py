"""The room's screen during a game: one mark for the seat whose turn it is, the code on request, highlights, and motion."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Box, Boxes, Phones, stop_clock
from tests.browser.drawn import Drawing
from tests.support.houses import start

TV: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "path": "/table"}
NAMES = ("Ana", "Ben", "Cho")
FIVE = ("Ana", "Ben", "Cho", "Dai", "Eva")
NO_ANIMATIONS = "delete Element.prototype.animate;"


def begun(boxes: Boxes) -> Box:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    play(box)
    return box


def play(box: Box) -> None:
    box.play("Ana", "turn", type="play", card="priest")


def score(box: Box) -> None:
    box.play("Ana", "scored", type="scored", card="priest")


def watching(boxes: Boxes, phone: Phones, **look: Any) -> tuple[Box, Page]:
    """Return a room's screen that has got a change by its stream, so that a score comes as news. Afterwards its clock moves
    only when a test turns it."""
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    room = phone(box, clock=True, **look, **TV)
    expect(room.locator(".name-of")).to_have_text("Ana")
    stop_clock(room)
    play(box)
    expect(room.locator(".name-of")).to_have_count(0)
    room.clock.run_for(100)
    return box, room


def after(room: Page, ms: int) -> None:
    """Wait until the page shows whose turn it is, then turn its clock by `ms` milliseconds."""
    expect(room.locator(".name-of")).to_have_text("Ben")
    room.clock.run_for(ms)


def test_only_the_seat_whose_turn_it_is_has_a_coloured_field(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes)
    score(box)
    room = phone(box, **TV)
    expect(room.locator(".banner .name-of")).to_have_text("Ben")
    expect(room.locator(".on-turn")).to_have_count(1)
    expect(room.locator(".on-turn")).to_contain_text("Ben")


def test_the_code_is_small_during_a_game_and_large_on_request(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes)
    room = phone(box, clock=True, **TV)
    expect(room.locator(".corner .code")).to_be_visible()
    expect(room.locator(".join-card")).to_be_hidden()
    room.keyboard.press("Enter")
    expect(room.locator(".join-card .qr")).to_be_visible()
    room.clock.fast_forward(30000)
    expect(room.locator(".join-card")).to_be_hidden()


def test_the_first_screen_plays_no_highlight(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes)
    score(box)
    room = phone(box, clock=True, **TV)
    after(room, 200)
    expect(room.locator(".highlight")).to_have_count(0)


def test_a_new_highlight_fills_the_screen_once_and_goes(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone)
    score(box)
    after(room, 200)
    expect(room.locator(".highlight")).to_contain_text("Priest")
    expect(room.locator("#live")).to_contain_text("priest")
    room.clock.run_for(3000)
    expect(room.locator(".highlight")).to_have_count(0)
    box.play("Ben", "turn", type="play", card="stonemason")
    expect(room.locator(".name-of")).to_have_count(0)
    room.clock.run_for(200)
    expect(room.locator(".highlight")).to_have_count(0)


def test_an_answer_that_is_taken_back_leaves_the_screen(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone)
    score(box)
    after(room, 200)
    expect(room.locator(".highlight")).to_be_visible()
    box.house.take_back("a key of the panel")
    expect(room.locator(".name-of")).to_have_count(0)
    room.clock.run_for(200)
    expect(room.locator(".highlight")).to_have_count(0)


GIVEN = """() => window.ours('picture.js').then(({ show }) => show({ changed: {
  highlights: [{ kind: "given", words: ["room.here", {}], line: ["room.here", {}], picture: "sacrifice_rice", number: 99 }],
} }))"""
"""Shows a highlight of a card that comes face down and turns."""


def test_with_less_motion_nothing_moves_and_all_is_there(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone)
    score(box)
    after(room, 200)
    expect(room.locator(".highlight")).to_be_visible()
    assert room.evaluate("document.getAnimations().length") == 0
    room.evaluate(GIVEN)
    room.clock.run_for(300)
    expect(room.locator(".highlight .face-of-it")).to_be_visible()
    expect(room.locator(".highlight .back-of-it")).to_have_count(0)  # nothing would turn the card


def test_a_browser_without_animations_shows_everything_by_cuts(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone, script=NO_ANIMATIONS, reduced_motion="no-preference")
    score(box)
    after(room, 200)
    expect(room.locator(".highlight")).to_be_visible()
    room.clock.run_for(3000)
    expect(room.locator(".highlight, .flying")).to_have_count(0)
    expect(room.locator('[data-count="Ana point"] b')).to_have_text("1")


def test_the_next_screen_ends_all_motion_and_leaves_the_true_numbers(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone, reduced_motion="no-preference")
    score(box)
    after(room, 200)
    box.play("Ben", "turn", type="play", card="stonemason")
    expect(room.locator(".name-of")).to_have_count(0)
    room.clock.run_for(3000)
    expect(room.locator('[data-count="Ana point"] b')).to_have_text("1")
    expect(room.locator(".flying")).to_have_count(0)


def test_without_pictures_signs_and_words_stay(boxes: Boxes, phone: Phones) -> None:
    box = begun(boxes)
    score(box)
    room = phone(box, before=lambda page: page.route("**/art/**", lambda route: route.abort()), **TV)
    expect(room.locator(".scene .face-of .sign").first).to_be_visible()
    expect(room.locator(".ribbon")).to_contain_text("priest")


DRAWN = """(drawn) => window.ours('picture.js').then(({ show }) => show({ changed: {
  scene: { scene: "sheets", lying: [{ title: ["room.here", {}], holder: "Ana" }], drawn },
  highlights: [{ kind: "drawn", words: ["room.here", {}], line: ["room.here", {}], number: 99 }],
} }))"""
"""Shows a highlight of new drawings, without the sheets that they are on."""


def test_a_drawing_without_its_sheet_leaves_the_words(boxes: Boxes, phone: Phones) -> None:
    _, room = watching(boxes, phone)
    room.evaluate(DRAWN, [{"seat": "Ana", "sheet": 3, "words": ["room.here", {}], "cells": [[0, 0]]}])
    expect(room.locator(".sheets, .of-sheets")).to_have_count(1)
    room.clock.run_for(200)
    expect(room.locator(".highlight text").first).to_be_visible()
    room.clock.run_for(3000)
    expect(room.locator(".highlight")).to_have_count(0)


LARGE = """() => window.ours('picture.js').then(({ show }) => show({ changed: {
  blocks: ["sheet"],
  "block sheet": { block: "sheet", title: ["room.here", {}], holder: "Ana", inks: {},
    map: { rows: ["aa"], grounds: {}, paint: [".."], inks: {} } },
  scene: { scene: "sheets", drawn: [{ seat: "Ana", sheet: 0, words: ["room.here", {}], cells: [[0, 0]] }] },
  highlights: [{ kind: "drawn", words: ["room.here", {}], line: ["room.here", {}], number: 99 }],
} }))"""
"""Shows a highlight of a new drawing with its sheet."""


def test_a_screen_that_comes_while_a_drawing_shows_leaves_it_in_sight(boxes: Boxes, phone: Phones) -> None:
    _, room = watching(boxes, phone)
    room.evaluate(LARGE)
    room.clock.run_for(200)
    expect(room.locator(".highlight .fresh")).to_be_visible()
    room.evaluate("() => window.ours('picture.js').then(({ show }) => show({ changed: { over: false } }))")
    room.clock.run_for(17)  # one frame
    assert room.locator(".highlight .paint").evaluate("(at) => at.style.contentVisibility") == ""


def test_a_highlight_whose_picture_is_broken_leaves_the_sign_and_the_words(boxes: Boxes, phone: Phones) -> None:
    def broken(page: Page) -> None:
        page.route("**/art/**", lambda route: route.fulfill(body="<svg", content_type="image/svg+xml"))

    box, room = watching(boxes, phone, before=broken)
    score(box)
    after(room, 200)
    expect(room.locator(".highlight .of-it .sign")).to_be_visible()
    expect(room.locator(".highlight")).to_contain_text("Priest")


POINTS = """(point) => window.ours('picture.js').then(({ show }) => show({ changed: {
  scene: { scene: "stacks", point, point_words: ["room.here", {}], progress: { words: ["room.here", {}], n: 0, of: 5 } },
  "block grid": { block: "grid", rows: [{ cells: [{ words: ["room.here", {}], of: 2 }] }] },
} }))"""
"""Shows a screen on which all players are about to point at each other."""


def pointing(boxes: Boxes, phone: Phones, **look: Any) -> Page:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    room = phone(box, clock=True, **look, **TV)
    expect(room.locator(".name-of")).to_have_text("Ana")
    stop_clock(room)
    play(box)
    expect(room.locator(".name-of")).to_have_count(0)
    room.clock.run_for(100)
    room.evaluate(POINTS, "seal-1-1")
    expect(room.locator(".tower")).to_have_count(1)
    return room


def test_before_all_point_the_screen_counts_from_three_to_one(boxes: Boxes, phone: Phones) -> None:
    room, heard = pointing(boxes, phone), []
    room.clock.run_for(1600)
    for _ in range(3):
        heard.append(room.locator(".counting text").text_content())
        room.clock.run_for(1000)
    assert heard == ["3", "2", "1"]
    expect(room.locator(".counting")).to_have_count(0)


def test_the_same_screen_again_counts_no_second_time(boxes: Boxes, phone: Phones) -> None:
    room = pointing(boxes, phone)
    room.clock.run_for(4600)  # later, after a silence, the page would ask the box for its screen
    room.evaluate(POINTS, "seal-1-1")
    room.clock.run_for(2000)
    expect(room.locator(".counting")).to_have_count(0)


def test_parts_that_took_turns_are_forgotten_once_a_scene_is_drawn(boxes: Boxes, phone: Phones) -> None:
    box = boxes(*FIVE)
    start(box.house, *FIVE, game="babel")
    room = phone(box, path="/table", clock=True, viewport={"width": 640, "height": 360})
    expect(room.locator(".scene")).to_be_visible()
    room.evaluate("() => ours('picture.js').then(({ show }) => show({ changed: { scene: undefined } }))")
    expect(room.locator(".blocks .later").first).to_be_attached()
    room.evaluate("dispatchEvent(new Event('online'))")  # the stream opens again, with the whole screen
    expect(room.locator(".scene")).to_be_visible()
    room.clock.run_for(9000)


HEARS = """
  window.sounded = [];
  window.said = [];
  document.addEventListener("sounded", ({ detail }) => window.sounded.push(detail));
  const voices = [{ lang: "en-GB", localService: LOCAL, name: "A voice" }];
  const speechSynthesis = { getVoices: () => voices, speak: ({ text }) => window.said.push(text), cancel() {} };
  Object.defineProperty(window, "speechSynthesis", { value: speechSynthesis });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
"""Gives the page a browser with one voice, and keeps the sounds and words."""


def heard(room: Page) -> tuple[list[str], list[str]]:
    sounds, words = room.evaluate("[window.sounded, window.said]")
    return sounds, words


def switched_on(room: Page, *names: str) -> None:
    room.keyboard.press("Enter")
    for name in names:
        room.get_by_role("button", name=name).click()
        expect(room.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    room.clock.run_for(1000)  # while a finger is down the page draws nothing


def scored(box: Box, room: Page) -> tuple[list[str], list[str]]:
    """Let a kind score. Return the sounds and the words of its highlight."""
    score(box)
    after(room, 200)
    expect(room.locator(".highlight")).to_be_visible()
    return heard(room)


def test_the_screen_is_silent_until_somebody_switches_it_on(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone, script=HEARS.replace("LOCAL", "true"))
    assert scored(box, room) == ([], [])


def test_a_highlight_has_a_sound_and_a_sentence_when_they_are_on(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone, script=HEARS.replace("LOCAL", "true"))
    switched_on(room, "Sound", "Voice")
    sounds, words = scored(box, room)
    assert sounds == ["coin", "turn", "coin"]  # the first sound shows that sound is on
    assert any("priest" in sentence for sentence in words)


def test_the_screen_is_silent_while_the_host_wants_silence(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone, script=HEARS.replace("LOCAL", "true"))
    switched_on(room, "Sound", "Voice")
    ana = phone(box, "Ana")
    ana.locator("[data-id=more]").tap()
    ana.locator("[data-id='more:host'] > summary").tap()
    ana.get_by_text("Silence the TV").tap()
    expect(ana.get_by_text("Let the TV be heard again")).to_be_attached()
    room.evaluate("window.sounded.length = window.said.length = 0")
    assert scored(box, room) == ([], [])


NO_SOUND = (
    "for (const name of ['AudioContext', 'speechSynthesis']) Object.defineProperty(window, name, { value: undefined });"
)


def test_a_browser_without_sound_and_voice_offers_neither_and_shows_everything(boxes: Boxes, phone: Phones) -> None:
    box, room = watching(boxes, phone, script=NO_SOUND + NO_ANIMATIONS)
    room.keyboard.press("Enter")
    room.clock.run_for(1000)
    expect(room.locator(".join-card .qr")).to_be_visible()
    expect(room.locator("[data-loud]")).to_have_count(0)
    score(box)
    after(room, 200)
    expect(room.locator(".highlight")).to_contain_text("Priest")


def test_a_phone_without_sound_shows_that_it_is_asked_although_it_should_knock(boxes: Boxes, phone: Phones) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    ben = phone(box, "Ben", script=NO_SOUND)
    ben.locator("[data-setting=sound]").evaluate("(at) => at.click()")
    play(box)
    expect(ben.locator("#now.lit.woken")).to_be_visible()
    expect(ben.locator(".cover")).to_have_attribute("aria-expanded", "false")


def test_a_voice_that_may_send_names_out_is_not_offered(boxes: Boxes, phone: Phones) -> None:
    _, room = watching(boxes, phone, script=HEARS.replace("LOCAL", "false"))
    switched_on(room, "Sound")
    expect(room.get_by_role("button", name="Voice")).to_have_count(0)


TAKEN = """async () => {
  const { move } = await ours("stage/motion.js");
  const at = (left, named) => `<b ${named} style="position: fixed; left: ${left}px; top: 0; width: 10px; height: 10px"></b>`;
  const plates = at(100, 'data-seat-plate="Ana"') + at(900, 'data-seat-plate="Ben"');
  const shows = (cards) => (document.body.innerHTML = `<main data-game="bali">${cards}${plates}</main>`);
  shows(at(500, 'data-card="0 0" data-face="rice"'));
  move({ turn: "Ana" }, true);
  shows("");
  move({ turn: "Ben" }, false);
  await new Promise((soon) => setTimeout(soon, 0));
  return document.querySelector(".flying").getAnimations()[0].effect.getKeyframes().at(-1).transform;
}"""
"""Moves a card to Ana, whose turn ends with that."""


def test_a_card_goes_to_the_seat_that_took_it(drawing: Drawing) -> None:
    assert drawing.run(TAKEN).startswith("translate(-400px")


COUNTED = """async () => {
  const { move } = await ours("stage/motion.js");
  const { draw } = await ours("drawing/nodes.js");
  const { plates } = await ours("stage/plates.js");
  const room = document.body.appendChild(document.createElement("main"));
  const show = (n, whole) => {
    const row = { seat: "Ana", counts: [{ sign: "stone", n, words: ["room.here", {}] }] };
    draw(room, plates({ "block seats": { rows: ["Ana"] }, "row seats Ana": row }, { game: "bali", pieces: {} }));
    move({}, whole);
  };
  show(6, true);
  show(8, false);
  show(1, false);
  return room.querySelector("[data-count] > b").textContent;
}"""
"""Shows three screens with Ana's stones: 6, 8 and 1. Returns the number before it counts down from 8."""


def test_a_number_that_changes_on_two_screens_in_a_row_is_the_newest_one(drawing: Drawing) -> None:
    drawing.speak("en")
    assert drawing.run(COUNTED) == "1"


LAST = """async (over) => {
  const { play, isPlaying } = await ours("stage/highlights.js");
  const screen = (parts) => ({ notice: {}, place: { table: 1, game: "bali", pieces: {} }, ...parts });
  const one = { kind: "scored", words: ["room.here", {}], line: ["room.here", {}], number: 1 };
  play(screen({}), true);
  play(screen({ over, highlights: [one] }), false);
  return isPlaying();
}"""
"""Plays an answer that nobody on this page has seen. `over`: the game has ended with it."""


@pytest.mark.parametrize("over", [False, True])
def test_after_the_end_no_highlight_covers_the_result(drawing: Drawing, over: bool) -> None:
    drawing.speak("en")
    assert drawing.run(LAST, over) is not over


COVERED = """async () => {
  const { play } = await ours("stage/highlights.js");
  document.body.innerHTML = '<main class="on-stage"><b class="banner"></b><b class="scene"></b><b></b></main>';
  const screen = (parts) => ({ notice: {}, place: { table: 1, game: "bali", pieces: {} }, ...parts });
  const one = { kind: "scored", words: ["room.here", {}], line: ["room.here", {}], number: 1 };
  const frame = () => new Promise((soon) => requestAnimationFrame(soon));
  const counts = [];
  play(screen({}), true);
  play(screen({ highlights: [one] }), false);
  for (let n = 0; n < 8; n += 1) {
    counts.push([...document.querySelectorAll("main > *")].filter((at) => at.style.contentVisibility === "hidden").length);
    await frame();
  }
  return counts;
}"""
"""Plays a highlight over a screen with a banner and two parts. Returns how many parts are hidden before each of the next
frames."""


def test_the_parts_under_a_highlight_return_one_a_frame(drawing: Drawing) -> None:
    drawing.speak("en")
    hidden = drawing.run(COVERED)
    assert hidden[0] == 2
    assert [before - after for before, after in pairwise(hidden) if before != after] == [1, 1]
