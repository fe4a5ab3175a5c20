"""Questions as pages draw them. A secret answer shows nothing of its kind, and every button and number has words."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.answers import Answers, Cards, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.state import Seat
from companion.core.view import Question
from companion.core.words import text
from companion.house.house import House
from companion.snapshot.phone import PhoneSnapshot
from companion.speech.say import say
from tests.browser.drawn import Drawing
from tests.support.asked import bid, first, gain, kind, swap
from tests.support.houses import playing
from tests.support.markup import Tag, read

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho", "Dai")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = playing(tmp_path, *NAMES, oracle=True)
    yield house
    house.journal.close()


def asking(house: House, asked: Answers) -> PhoneSnapshot:
    """Return Ana's screen with this question alone."""
    shown = house.snapshot(Seat("Ana"))
    assert shown.screen is not None
    ask = Question("1.test", "test", asked)
    return msgspec.structs.replace(shown, screen=msgspec.structs.replace(shown.screen, asks=(ask,)))


# Secret ones


def sacrifice(blocked: bool, spoken: bool = False) -> Option:
    why = text("bali.not_held") if blocked else None
    aloud = text("bali.kind.rice") if spoken else None
    return Option({"type": "sacrifice", "kind": "rice"}, text("bali.kind.rice"), sign="rice", why=why, spoken=aloud)


def places(option: Option) -> Iterator[Answers]:
    """Yield secret questions with this answer. In each, it has another one of the places that an answer may have."""
    yield Answers((Group((option,), 2),), secret=True)
    yield Answers((Group((option,), 2, seldom=True),), seldom=text("more.close"), secret=True)
    yield Answers(main=option, secret=True)
    yield Answers(lots=option, secret=True)
    step = Step((Choice(text("bali.kind.rice")),), 1)
    for one_grid in (True, False):
        yield Answers(steps=Steps((step,), (msgspec.structs.replace(option, path=(0,)),), one_grid=one_grid), secret=True)


@pytest.mark.parametrize("spoken", [False, True])
def test_a_blocked_answer_to_a_secret_question_looks_like_any_other(drawing: Drawing, house: House, spoken: bool) -> None:
    both = zip(places(sacrifice(False, spoken)), places(sacrifice(True, spoken)), strict=True)
    for legal, blocked in both:
        assert drawing.html(asking(house, legal)) == drawing.html(asking(house, blocked))


def test_an_answer_to_a_secret_question_is_marked_so_that_it_is_never_drawn_as_chosen(
    drawing: Drawing, house: House
) -> None:
    (button,) = read(drawing.html(asking(house, next(places(sacrifice(False)))))).classed("option")[:1]
    assert "data-secret" in button.attributes


def test_in_a_secret_question_what_open_facts_forbid_is_dashed_with_the_reason_in_short(
    drawing: Drawing, house: House
) -> None:
    why, short = text("bali.too_few_stones", need=7, have=5), text("bali.short_of", n=2)
    shrine = Option({"type": "play"}, text("bali.short.shrine"), cards=Cards("shrine"), why=why, short=short)
    (button,) = read(drawing.html(asking(house, Answers((Group((shrine,), 4),), secret=True)))).classed("no")
    assert button.attributes["data-why"] == say(why, "en")
    assert say(short, "en") in button.words


def test_in_an_open_question_a_dashed_answer_has_its_reason_in_two_words(drawing: Drawing, house: House) -> None:
    why = text("buru.too_little", what=text("buru.good.fish"), need=3, have=1, n=2)
    pay = Option({"type": "pay", "fish": 3}, text("buru.pays", what=text("buru.some.fish", count=3)), why=why)
    few = say(text("buru.reason.too_little", n=2), "en")
    (button,) = read(drawing.html(asking(house, Answers((Group((pay,), 4),))))).classed("no")
    assert few in button.words
    assert few not in drawing.html(asking(house, Answers((Group((pay,), 4),), secret=True)))


# Questions


def test_a_blocked_answer_is_dashed_and_says_why(drawing: Drawing, house: House) -> None:
    why = text("bali.too_few_stones", need=7, have=2)
    shrine = Option({"type": "play", "card": "shrine"}, text("bali.short.shrine"), why=why)
    (button,) = read(drawing.html(asking(house, Answers((Group((shrine,), 4),))))).classed("no")
    assert button.attributes["data-why"] == say(why, "en")
    assert say(why, "en") in (button.attributes["aria-label"] or "")


def test_readers_hear_the_printed_words_of_an_answer_then_a_whole_sentence(drawing: Drawing, house: House) -> None:
    spoken = text("bali.say.play_for", what=text("bali.farmers.rice", count=2), count=1)
    two = Option({"type": "play"}, text("bali.ask.oracle"), spoken=spoken)
    screen = read(drawing.html(asking(house, Answers((Group((two,), 4),)))))
    heard = text("said.named", words=say(two.words, "en"), what=say(spoken, "en"))
    assert screen.find(**{"aria-label": say(heard, "en")})


@pytest.mark.parametrize(
    ("made", "paths"),
    [
        (Field("stones", min=0, max=9), [["stones"]]),
        (Field("altar", min=0, max=9, keys=("rice", "banana")), [["altar", "rice"], ["altar", "banana"]]),
        (Field("elders", min=0, max=9, many=2), [["elders", 0], ["elders", 1]]),
        (Field("bids", min=0, max=9, many={"a": 2, "b": 1}), [["bids", "a", 0], ["bids", "a", 1], ["bids", "b", 0]]),
        (Field("seat", of=("Ana", "Ben")), [["seat"]]),
    ],
)
def test_every_number_of_a_form_has_its_place_in_the_answer(
    drawing: Drawing, made: Field, paths: list[list[str | int]]
) -> None:
    assert [one["path"] for one in inputs(drawing, made)] == paths


def test_a_form_begins_at_its_least_number_and_leaves_zeros_out_only_by_key(drawing: Drawing) -> None:
    one, keyed = inputs(drawing, Field("n", min=2, max=9), Field("kinds", min=0, max=9, keys=("rice",)))
    assert (one["start"], one["sparse"]) == (2, False)
    assert (keyed["start"], keyed["sparse"]) == (0, True)


INPUTS = 'async (form) => (await ours("drawing/inputs.js")).inputsOf(form)'


def inputs(drawing: Drawing, *made: Field) -> Any:
    """Return the numbers and choices that a phone draws for these fields."""
    drawing.speak("en")
    form = Form({}, made, text("bali.ask.count_done"))
    return drawing.run(INPUTS, msgspec.json.decode(msgspec.json.encode(form)))


# Steps, values in words, lots


def drawn(drawing: Drawing, house: House, asked: Answers) -> Tag:
    """Return the part of Ana's phone with this question."""
    return read(drawing.html(asking(house, asked))).find(id="asks")[0]


def test_a_secret_composition_says_nothing_of_what_is_blocked(drawing: Drawing, house: House) -> None:
    one, other = (drawing.html(asking(house, bid(used))) for used in (1, 5))
    assert one == other


def test_only_an_open_step_of_a_secret_question_may_be_drawn_as_chosen(drawing: Drawing, house: House) -> None:
    steps = drawn(drawing, house, bid()).classed("steps")[0]
    assert json.loads(steps.attributes["data-said"])["shows"] == [True, False]
    closed = [tag for tag in steps.all() if "data-choice" in tag.attributes and "data-secret" not in tag.attributes]
    assert {tag.attributes["data-at"] for tag in closed} == {"0"}


def test_the_places_of_seats_are_drawn_and_announced(drawing: Drawing, house: House) -> None:
    rice = drawn(drawing, house, bid()).find(**{"data-id": "s0.1"})[0]
    assert [tag.attributes["aria-label"] for tag in rice.classed("piece")] == ["Ben, green triangle", "Cho, red square"]


def test_a_form_for_records_is_on_no_screen(drawing: Drawing, house: House) -> None:
    assert [tag.attributes["data-body"] for tag in drawn(drawing, house, gain()).classed("compose")] == ['{"type":"gain"}']


def test_values_are_called_by_their_words(drawing: Drawing, house: House) -> None:
    words = [tag.words.strip() for tag in drawn(drawing, house, gain()).classed("option")]
    assert words == ["stones", "points", "rice", "banana", "without"]


def test_one_button_lets_the_box_draw(drawing: Drawing, house: House) -> None:
    (main,) = [tag for tag in drawn(drawing, house, first()).classed("main") if "data-do" in tag.attributes]
    assert json.loads(main.attributes["data-do"]) == {"type": "first"}


@pytest.mark.parametrize(("n", "columns"), [(4, "c4"), (5, "c5"), (6, "c3"), (7, "c4"), (10, "c5"), (21, "c5")])
def test_more_columns_than_a_phone_has_room_for_are_rows(drawing: Drawing, house: House, n: int, columns: str) -> None:
    choice, option = Choice(kind("rice")), Option({"type": "x"}, kind("rice"), path=(0,))
    steps = Answers(steps=Steps((Step((choice,) * n, n),), (option,)))
    for asked in (Answers((Group((option,) * n, n),)), steps):
        (grid,) = drawn(drawing, house, asked).classed("options")
        assert columns in (grid.attributes["class"] or "").split()


def test_choices_of_the_same_values_say_what_each_is_for(drawing: Drawing, house: House) -> None:
    asked = drawn(drawing, house, swap())
    heads = [question.words for question in asked.classed("question")]
    assert heads == ["Which card do you sacrifice?", "Which card do you keep?"]
    assert [group.attributes["aria-label"] for group in asked.find(role="group")] == heads
