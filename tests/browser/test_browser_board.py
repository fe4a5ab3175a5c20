"""Pieces that have places on the table: phones and the room draw them there, and a tap on one answers."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from companion.core.answers import Answers, Group, Option
from companion.core.blocks import Block
from companion.core.state import Seat
from companion.core.view import Question
from companion.core.words import text
from companion.kits.board import Areas
from companion.snapshot.phone import PhoneSnapshot
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones, rest, stop_clock
from tests.browser.conftest import tap as tap_at
from tests.browser.drawn import Drawing
from tests.browser.fitting import FONTS, ROOMS, SIZES, Easel, Look, in_turn
from tests.browser.held import SCRIPT
from tests.browser.stage import Stage
from tests.browser.test_browser_looks import NAMES
from tests.promises.settings import SHELF, settings_of
from tests.support.asked import CIRCLE, OFFER, refill, sail, take
from tests.support.boards import BOARDS, CARDS, LYING, SHOWN
from tests.support.houses import start
from tests.support.markup import Tag, read

pytestmark = pytest.mark.browser

Stages = Callable[..., Stage]
Draw = Callable[..., Tag]

SETTING = settings_of(SHELF[0])[0]
"""The setting of the screens. It may be any, because the tests draw samples and play no game."""


@pytest.fixture
def box(boxes: Boxes) -> Box:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    return box


@pytest.fixture
def stage(box: Box, phone: Phones) -> Stages:
    """Return a function: `stage(answers)` is Ana's phone with this question alone."""
    return lambda answers, **look: Stage(box, phone, answers, **look)


@pytest.fixture
def draw(box: Box, drawing: Drawing) -> Draw:
    """Return a function that draws Ana's phone with these blocks and this question."""
    return lambda *blocks, asked=None: read(drawing.html(snapshot(box, "Ana", blocks, asked)))


def snapshot(box: Box, name: str | None, blocks: tuple[Block, ...], asked: Answers | None = None) -> PhoneSnapshot:
    """Return the screen of a seat, or (None) of the room, with these blocks and this question."""
    seen = box.house.snapshot(Seat(name) if name else None)
    assert seen.screen is not None
    asks = (Question("1.asked", "asked", asked),) if asked else ()
    view = replace(seen.screen.view, blocks=blocks)
    return replace(seen, screen=replace(seen.screen, view=view, asks=asks), set_right=None)


def labels(tag: Tag) -> list[str | None]:
    return [found.attributes["aria-label"] for found in tag.all() if "aria-label" in found.attributes]


# Drawn


def test_readers_get_the_cards_of_a_column_from_the_top_down_with_their_pieces(draw: Draw) -> None:
    columns = draw(OFFER).classed("column")
    assert [column.attributes["aria-label"] for column in columns] == ["×1", "×2", "×3", "×4"]
    assert [card.words for card in columns[0].classed("lies")] == ["rice", "peanut", "banana", "pepper"]
    assert columns[2].classed("marker")[0].words == "Bali"


def test_empty_places_are_drawn(draw: Draw) -> None:
    assert [len(column.classed("free")) for column in draw(OFFER).classed("column")] == [0, 2, 1, 4]


def test_a_ring_says_what_each_space_gives_and_who_is_there(draw: Draw) -> None:
    ring = draw(CIRCLE).classed("ring")[0]
    spaces = ring.classed("space")
    assert len(spaces) == 12
    assert spaces[11].words.split() == ["12", "pepper", "11"]
    assert labels(spaces[11]) == ["Ben, green triangle"]
    assert labels(ring.classed("middle")[0]) == ["Ana, blue disc"]


def test_each_sign_of_a_ring_is_explained_once(draw: Draw) -> None:
    legend = draw(CIRCLE).classed("legend")[0]
    assert [one.words for one in legend.all() if one.name == "li"] == ["rice", "peanut", "banana", "pepper"]


@pytest.mark.parametrize("n", [4, 6, 8, 10, 12, 14, 16])
def test_spaces_of_a_ring_go_clockwise_from_the_top_left(draw: Draw, n: int) -> None:
    places = [place(one) for one in draw(replace(CIRCLE, spaces=(CIRCLE.spaces * 2)[:n])).classed("space")]
    assert len(set(places)) == n
    assert places[:2] == [(1, 1), (1, 2)]
    assert places[-1] == (2, 1)
    beside = zip(places, [*places[1:], places[0]], strict=True)
    assert all(abs(row - below) + abs(left - right) == 1 for (row, left), (below, right) in beside)


def place(space: Tag) -> tuple[int, int]:
    _, row, column, *_ = (space.attributes["class"] or "").split()
    return int(row.removeprefix("row")), int(column.removeprefix("col"))


def test_readers_get_each_mark_of_a_region_with_its_owner(draw: Draw) -> None:
    lying = draw(Areas((LYING,))).classed("lying")[0]
    assert [mark.words for mark in lying.classed("marker")] == ["pepper", "rice"]
    assert labels(lying) == ["Ben, green triangle", "Ana, blue disc", "Ben, green triangle"]


def test_a_piece_on_a_space_of_a_row_is_drawn_in_place_of_the_number(draw: Draw) -> None:
    spaces = draw(Areas((LYING,))).classed("spaces")[0]
    assert [one.words for one in spaces.all() if one.name == "li"] == ["1", "2 rice points", "3", "4 rice stonespoints", "5"]


def test_tokens_without_a_number_look_different_from_numbers(draw: Draw) -> None:
    tokens = draw(Areas((SHOWN,))).classed("token")
    assert [(token.words, "kind" in (token.attributes["class"] or "")) for token in tokens][:2] == [
        ("×4", False),
        ("priest", True),
    ]


def test_an_open_card_before_a_seat_is_named_beside_it(draw: Draw) -> None:
    rows = draw(CARDS).classed("seats")[0]
    assert [row.classed("chip")[0].words for row in rows.inside if isinstance(row, Tag)] == ["stonemason"] * 3


def test_the_board_of_a_question_is_drawn_once(draw: Draw) -> None:
    drawn = draw(OFFER, CIRCLE, asked=take())
    assert len(drawn.classed("columns")) == 1
    assert drawn.find(id="asks")[0].classed("columns")
    assert len(drawn.classed("ring")) == 1


def test_cards_of_a_secret_question_look_alike_whether_blocked_or_not(draw: Draw) -> None:
    asked = take()
    free = replace(asked.groups[0], options=tuple(replace(option, why=None) for option in asked.groups[0].options))
    other = replace(asked, groups=(free,), secret=True)
    assert draw(asked=replace(asked, secret=True)) == draw(asked=other)


# Tapped


def tap(stage: Stage, *ids: str) -> None:
    for id_ in ids:
        tap_at(stage.page.locator(f"[data-id='{id_}']"))


def answered(stage: Stage, *ids: str) -> dict[str, Any]:
    """Return the post that these taps send."""
    *first, last = ids
    tap(stage, *first)
    assert stage.dos == []
    with stage.page.expect_response("**/play"):
        tap(stage, last)
    return stage.dos[0]


def places(stage: Stage) -> Locator:
    return stage.page.locator(".told-places > li")


def test_one_tap_on_a_card_in_its_column_takes_it(stage: Stages) -> None:
    ana = stage(take())
    assert answered(ana, "0.2") == {"type": "take", "column": 2}


def test_a_card_that_may_not_be_taken_says_why(stage: Stages) -> None:
    ana = stage(take())
    tap(ana, "0.3")
    expect(ana.page.get_by_role("alert")).to_contain_text("You already bought a card this turn.")
    assert ana.dos == []


def test_answers_without_a_place_on_the_board_are_below_it(stage: Stages) -> None:
    ana = stage(take())
    expect(ana.page.locator(".ask .options > *")).to_have_count(1)
    assert answered(ana, "0.4") == {"type": "none"}


def test_a_space_is_tapped_where_a_number_of_steps_leads(stage: Stages) -> None:
    ana = stage(sail())
    assert [one.inner_text() for one in ana.page.locator(".leads").all()] == ["×2", "×1"]
    assert answered(ana, "0.1") == {"type": "sail", "steps": 1}


def test_the_first_of_several_answers_for_one_space_is_given(stage: Stages) -> None:
    ana = stage(sail())
    expect(ana.page.locator("[data-id='0.3']")).to_have_count(0)
    assert answered(ana, "0.2") == {"type": "sail", "steps": 2}


def test_each_tap_enters_a_card_and_the_last_one_sends(stage: Stages) -> None:
    ana = stage(refill())
    expect(ana.page.locator(".asks .main")).to_have_count(0)
    entered = answered(ana, "f1:1:1", "f1:1:1", "f1:1:4", "f1:1:1")
    assert entered == {"type": "refill", "cards": ["rice", "rice", "pepper", "rice"]}


def test_chosen_things_are_shown_in_order_and_a_tap_removes_one(stage: Stages) -> None:
    ana = stage(refill())
    tap(ana, "f1:1:1", "f1:1:2", "f1:1:4")
    assert [one.inner_text() for one in places(ana).all()] == ["rice", "peanut", "pepper", "4"]
    tap(ana, "f1:1:chosen:1")
    assert [one.inner_text() for one in places(ana).all()] == ["peanut", "pepper", "3", "4"]
    expect(places(ana).nth(1).get_by_role("button")).to_have_accessible_name("pepper, 2 of 4. Tap to remove it")


def test_used_up_choices_are_dashed_with_their_reason_until_one_comes_back(stage: Stages) -> None:
    ana = stage(refill(), clock=True)
    banana = ana.page.locator("[data-id='f1:1:3']")
    tap(ana, "f1:1:3", "f1:1:3")
    expect(banana).to_have_class("option no")
    rest(ana.page)
    tap(ana, "f1:1:3")
    expect(ana.page.get_by_role("alert")).to_contain_text("You already bought a card this turn.")
    assert places(ana).nth(2).inner_text() == "3"
    tap(ana, "f1:1:chosen:2")
    expect(banana).to_have_class("option")


def test_a_new_screen_may_know_that_more_is_used_up(stage: Stages) -> None:
    ana = stage(refill())
    tap(ana, "f1:1:3")
    ana.asks(refill(bananas=1), "1.asked")
    expect(ana.page.locator("[data-id='f1:1:3']")).to_have_class("option no")


def test_chosen_things_stay_after_a_new_screen_and_after_a_refusal(stage: Stages) -> None:
    ana = stage(refill())
    tap(ana, "f1:1:1", "f1:1:2")
    with ana.page.expect_event("requestfinished", lambda request: "stream" in request.url):
        ana.asks(replace(refill(), hint=text("bali.ask.buy_hint")), "1.asked")
    expect(ana.page.locator(".asks .question .hint")).to_be_visible()
    ana.refuses = "Not so."
    tap(ana, "f1:1:1", "f1:1:2")
    expect(ana.page.get_by_role("alert")).to_contain_text("Not so.")
    assert [one.inner_text() for one in places(ana).all()] == ["rice", "peanut", "rice", "peanut"]
    tap(ana, "f1:1:1")
    expect(ana.page.get_by_role("alert")).to_contain_text("All entered.")
    ana.refuses = ""
    tap(ana, "f1:1:chosen:4")
    assert answered(ana, "f1:1:4")["cards"] == ["rice", "peanut", "rice", "pepper"]


def test_beside_a_palette_the_button_that_lets_the_box_draw_is_plain(draw: Draw) -> None:
    lots = Option({"type": "refill"}, text("bali.ask.oracle"))
    (draws,) = draw(asked=replace(refill(), lots=lots)).find(**{"data-id": "lots"})
    assert draws.attributes["class"] == "plain"


def test_beside_a_single_choice_the_button_that_lets_the_box_draw_is_plain(draw: Draw) -> None:
    lots = Option({"type": "refill"}, text("bali.ask.oracle"))
    last = replace(lots, do={"type": "refill", "cards": ["rice", "rice"]})
    (draws,) = draw(asked=Answers((Group((last,), 1),), lots=lots)).find(**{"data-id": "lots"})
    assert draws.attributes["class"] == "plain"


def test_if_the_number_of_cards_may_vary_the_main_button_sends(stage: Stages) -> None:
    ana = stage(refill(many=(1, 3)))
    tap(ana, "f1:send")
    expect(ana.page.get_by_role("alert")).to_contain_text("Choose first.")
    assert answered(ana, "f1:1:2", "f1:1:2", "f1:send") == {"type": "refill", "cards": ["peanut", "peanut"]}


def test_no_place_of_a_secret_question_shows_the_chosen_answer(stage: Stages) -> None:
    ana = stage(refill(secret=True))
    tap(ana, "f1:1:1", "f1:1:3", "f1:1:3")
    assert [one.inner_text() for one in places(ana).all()] == ["✓", "✓", "✓", "4"]
    expect(ana.page.locator(".asks .no")).to_have_count(0)
    expect(places(ana).nth(0).get_by_role("button")).to_have_accessible_name("✓, 1 of 4. Tap to remove it")
    ana.silent = True
    tap(ana, "f1:1:2")
    expect(ana.page.locator(".unsent")).to_be_visible()
    expect(ana.page.locator(".asks .sent")).to_have_count(0)


def test_a_palette_is_used_by_keys_alone(stage: Stages) -> None:
    ana = stage(refill())
    ana.page.locator("[data-id='f1:1:1']").focus()
    for key in ("Enter", "Enter", "ArrowRight", "Enter"):
        ana.page.keyboard.press(key)
    assert [one.inner_text() for one in places(ana).all()] == ["rice", "rice", "peanut", "4"]
    ana.page.locator("[data-id='f1:1:chosen:1']").press("Enter")
    expect(ana.page.locator(":focus")).to_have_attribute("data-id", "f1:1:chosen:1")


def test_a_question_in_the_menu_takes_no_room_from_the_turn(box: Box, phone: Phones, stage: Stages) -> None:
    offered = replace(refill(), in_menu=True, collapsed=text("bali.ask.count"))
    ana = stage(offered)
    expect(ana.page.locator(".asks .ask")).to_have_count(0)
    tap(ana, "more", "more:scores")
    ana.page.locator("#sheet .ask summary").tap()
    assert answered(ana, "f1:1:1", "f1:1:1", "f1:1:1", "f1:1:2")["cards"] == ["rice", "rice", "rice", "peanut"]


# Laid out


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_a_board_is_cut_or_broken_on_a_phone(box: Box, phone: Phones, language: str) -> None:
    easel, wrong = measuring(box, phone, "/"), []
    questions = {"nothing": None, "take": take(), "sail": sail(), "refill": refill()}
    boards = product(BOARDS.items(), questions.items())
    looks = [Look(SETTING, snapshot(box, "Ana", on, asked), f"{name}, {what}") for (name, on), (what, asked) in boards]
    for name, (width, height) in SIZES.items():
        easel.page.set_viewport_size({"width": width, "height": height})
        found = looks if name == "small" else in_turn(looks, language)
        wrong += easel.faults_of(found, language, FONTS)
        wrong += easel.faults_of(found, language, {"wide": FONTS["wide"]}, 200)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_a_board_is_cut_or_broken_in_the_room(box: Box, phone: Phones, language: str) -> None:
    easel, wrong = measuring(box, phone, "/table"), []
    for width, height in ROOMS.values():
        easel.page.set_viewport_size({"width": width, "height": height})
        for name, blocks in BOARDS.items():
            look = Look(SETTING, snapshot(box, None, blocks), name)
            wrong += [
                f"{width} {name}: {fault}" for _, faults in easel.turns(look, language, FONTS["wide"]) for fault in faults
            ]
    assert wrong == [], "\n".join(wrong)


def measuring(box: Box, phone: Phones, path: str, **look: Any) -> Easel:
    page = phone(box, "Ana", path, clock=True, script=SCRIPT, **look)
    expect(page.locator("#screen main").first).to_be_visible()  # the page reads its stream after its first drawing
    stop_clock(page)
    return Easel(page)


@pytest.mark.parametrize(("name", "path"), [("Ana", "/"), (None, "/table")], ids=["phone", "room"])
def test_axe_finds_nothing_on_a_board(box: Box, phone: Phones, name: str | None, path: str) -> None:
    easel = measuring(box, phone, path)
    easel.page.clock.resume()  # axe waits at times, so the clock must run
    for board, blocks in BOARDS.items():
        easel.faults_of([Look(SETTING, snapshot(box, name, blocks), "")], "en", {"Noto": FONTS["Noto"]})
        assert violations(easel.page) == [], board
