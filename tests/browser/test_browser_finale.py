"""The finale on the room's screen: the cards, the places from the last to the first, the winner alone, the points, the
table."""

from itertools import count
from typing import Any

from playwright.sync_api import expect

from companion.bots import next_answer
from companion.house import prompts
from companion.house.dice import SeededDice
from companion.house.doors import ROOM
from companion.snapshot.table import Stage
from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.drawn import Drawing
from tests.support.games import play
from tests.support.houses import start

TV: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
NAMES = ("Ana", "Ben", "Cho")


def ended(boxes: Boxes) -> Box:
    """Return a box at the end of a game of Bali, with a room's screen. Nothing is revealed yet."""
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    box.house.presence.came(ROOM)
    play(box.house)
    return box


def stage(box: Box) -> Stage:
    found = box.house.snapshot(None).notice.stage
    assert found is not None
    return found


def at_step(box: Box, step: int) -> None:
    prompts.stage(box.house, stage(box).of, step)


def name_of_winner(box: Box) -> str:
    assert box.house.table is not None
    score = box.house.table.moment.score()
    assert score is not None
    return str(score.ranking[0][0])


def test_no_step_of_the_room_s_screen_is_empty_and_none_names_the_winner_too_early(boxes: Boxes, phone: Phones) -> None:
    box = ended(boxes)
    room = phone(box, path="/table", **TV)
    for step in range(stage(box).steps):
        at_step(box, step)
        expect(room.locator("main.on-stage svg.paint")).to_be_visible()
        expect(room.locator("main.winner")).to_have_count(0)
        expect(room.locator("main")).not_to_contain_text(" wins with ")


def test_the_winner_is_alone_and_large(boxes: Boxes, phone: Phones) -> None:
    box = ended(boxes)
    room = phone(box, path="/table", **TV)
    at_step(box, stage(box).steps)
    expect(room.locator("main.winner")).to_be_visible()
    words = room.locator("main.winner text").all_text_contents()
    others = {*NAMES} - {name_of_winner(box)}
    assert words[0] == name_of_winner(box)
    assert not others & {*words}
    assert room.locator("main.winner .paint").bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 720}


def test_all_bars_begin_at_one_line_and_their_lengths_are_the_points(boxes: Boxes, phone: Phones) -> None:
    box = ended(boxes)
    room = phone(box, path="/table", reduced_motion="reduce", **TV)
    at_step(box, stage(box).steps + 1)
    expect(room.locator("main.points .zero")).to_be_visible()
    assert box.house.table is not None
    score = box.house.table.moment.score()
    assert score is not None
    bars = room.evaluate(LENGTHS)
    totals = [score.total(seat) for place in score.ranking for seat in place]
    drawn = [right - left for left, right in bars if right]
    assert len({round(left) for left, right in bars if right}) == 1
    assert [round(length / drawn[0] * totals[0]) for length in drawn] == [total for total in totals if total]


LENGTHS = """() => [...document.querySelectorAll("main.points g[class^=p]:has(> .total)")].map((bar) => {
  const at = ({ x, width }) => [x.baseVal.value - 2, x.baseVal.value + width.baseVal.value + 2];
  const ends = [...bar.querySelectorAll("rect")].map(at);
  return ends.length ? [Math.min(...ends.map(([left]) => left)), Math.max(...ends.map(([, right]) => right))] : [0, 0];
})"""
"""Returns where each seat's bar begins and ends, in dots of the drawing. The bar of a seat without points has no length."""


def test_if_sides_win_the_winners_are_side_by_side(boxes: Boxes, phone: Phones) -> None:
    seats = ("Ana", "Ben", "Cho", "Dai", "Eva")
    box = boxes(*seats)
    box.house.presence.came(ROOM)
    start(box.house, *seats, game="babel")
    assert box.house.table is not None
    lots, keys = SeededDice(1), count()
    while found := next_answer(box.house.table, seats, lots.pick):
        box.house.play(*found, f"{next(keys)}")
    room = phone(box, path="/table", **TV)
    at_step(box, 1)
    expect(room.locator("main.on-stage .turns")).to_be_visible()
    at_step(box, stage(box).steps)
    expect(room.locator("main.winner.shared .grows").first).to_be_visible()


def test_reduced_motion_shows_cuts(boxes: Boxes, phone: Phones) -> None:
    box = ended(boxes)
    room = phone(box, path="/table", reduced_motion="reduce", **TV)
    for step in range(stage(box).steps + 2):
        at_step(box, step)
        expect(room.locator("main.on-stage")).to_be_visible()
        assert room.evaluate("document.getAnimations().length") == 0


TOKENS = """async () => {
  const { turnedUp } = await ours("stage/area.js");
  const { draw, h } = await ours("drawing/nodes.js");
  const said = ["room.here", {}];
  const reveal = { picture: "panorama_forest", left: 1, rows: [{ seat: "Ana", tokens: [said, said], total: 8 }] };
  draw(document.body, h("svg", {}, turnedUp(reveal, { game: "buru", pieces: { Ana: 1 } })));
  const count = (kind) => document.querySelectorAll(kind).length;
  return [count(".octagon"), count(".free"), [...document.querySelectorAll("text")].at(-1).textContent];
}"""
"""Ana has revealed two tokens, and the next is another seat's."""


def test_a_reveal_of_tokens_shows_each_of_them_their_sum_and_who_is_still_to_come(drawing: Drawing) -> None:
    drawing.speak("en")
    assert drawing.run(TOKENS) == [2, 1, "8"]
