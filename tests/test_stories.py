"""The story of a game, in chapters."""

from pathlib import Path

import pytest

from companion.core.blocks import Count, Timeline
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import Text
from companion.house.stories import Story, StoryLine, story
from companion.records.record import replay
from companion.snapshot.people import PeopleNews, Progress
from tests.promises.settings import SHELF

WHOLE = [file for game in SHELF for file in sorted((Path("companion/games") / game.id / "playthroughs").glob("*.jsonl"))]


def told(file: Path) -> Story:
    return story(replay(file.read_text("utf-8")).moment, ())


def lines(said: Story) -> list[StoryLine]:
    return [line for chapter in said.chapters for passage in chapter.passages for line in passage.lines]


def record(game: str, name: str) -> Path:
    return Path("companion/games") / game / "playthroughs" / f"{name}.jsonl"


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_every_answer_stands_once_in_its_order_where_the_game_does_not_tell_itself(file: Path) -> None:
    moment = replay(file.read_text("utf-8")).moment
    numbers = [n for line in lines(story(moment, ())) for n in line.numbers]
    assert numbers == ([] if tells_itself(moment) else [one.n for one in moment.story()])


def tells_itself(moment: Moment) -> bool:
    return any(isinstance(block, Timeline) for block in moment.screen(None).view.blocks)


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_on_one_line_everybody_said_just_that(file: Path) -> None:
    moment = replay(file.read_text("utf-8")).moment
    told = {one.n: one for one in moment.story()}
    for line in lines(story(moment, ())):
        said = [told[n] for n in line.numbers]
        assert [one.seat for one in said if one.seat] == list(dict.fromkeys(line.seats)), "nobody twice"
        assert all((one.words, one.hidden, one.moves) == (line.words, line.hidden, line.moves) for one in said)


def test_no_total_is_told_again() -> None:
    for file in WHOLE:
        before: dict[Seat, tuple[Count, ...]] = {}
        for chapter in told(file).chapters:
            assert not [seat for seat, counts in chapter.totals if before.get(seat) == counts], (file, chapter.title)
            before |= dict(chapter.totals)


def test_who_came_on_a_new_phone_is_told_where_a_game_tells_itself_too() -> None:
    file = next(file for file in WHOLE if tells_itself(replay(file.read_text("utf-8")).moment))
    moment = replay(file.read_text("utf-8")).moment
    seat, third = moment.history.state.public.seats[0], moment.story()[2].n
    assert comings(moment, (seat, third)) == [((third,), (seat,))]


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_everybody_who_came_on_a_new_phone_is_told_whatever_entry_was_the_last(file: Path) -> None:
    """Some entries are in no story: answers that stay secret, those under seal that were given again, blank ones."""
    moment = replay(file.read_text("utf-8")).moment
    came = [(seat, n) for n in range(moment.entries + 1) for seat in [*filter(None, moment.seqs)][:2]]
    assert [seats for _, seats in comings(moment, *came)] == [(seat,) for seat, _ in came]


def comings(moment: Moment, *came: tuple[Seat, int]) -> list[tuple[tuple[int, ...], tuple[Seat, ...]]]:
    """Return the answers after which the story names new phones, with their seats."""
    news = tuple(PeopleNews(seat, Progress(moment.number, n)) for seat, n in came)
    told = [line for line in lines(story(moment, news)) if line.words.key == "story.new_phone"]
    return [(line.numbers, line.seats) for line in told]


def test_what_lay_face_down_says_so_and_nothing_else() -> None:
    hidden = {line.words.key.rpartition(".")[2] for line in lines(told(record("bali", "oracle_and_demon"))) if line.hidden}
    assert "sacrifice" in hidden
    assert hidden.isdisjoint({"play", "play_for", "buy", "scored"})


def test_the_places_where_the_table_was_part_a_chapter() -> None:
    chapters = told(record("buru", "four_seats")).chapters
    places = [passage.title for passage in chapters[0].passages]
    assert places[0] is None
    assert {place.key for place in places if place} == {
        f"buru.region.{name}" for name in ("forest", "shore", "village", "lake")
    }


@pytest.mark.parametrize(("game", "name"), [("bali", "oracle_and_demon"), ("buru", "four_seats")])
def test_curves_have_a_value_for_each_seat_at_each_tick(game: str, name: str) -> None:
    curves = told(record(game, name)).curves
    assert curves is not None
    assert 3 <= len(curves.ticks) <= 12
    assert {len(curve.values) for curve in curves.curves} == {len(curves.ticks)}


def test_who_won_by_what_lay_hidden_is_told_so() -> None:
    """The seat that led by public points and the winner are not always the same."""
    found: dict[str, Text] = {}
    for file in WHOLE:
        turning = told(file).turning
        if turning is not None:
            found[turning.key] = turning
    assert found.keys() <= {"story.led", "story.led_always", "story.by_hidden"}
    assert found


def test_of_sides_nobody_leads() -> None:
    said = told(record("babel", "five_on_cardboard"))
    assert said.turning is None
    assert said.curves is None
    assert all(isinstance(seat, str) for chapter in said.chapters for seat, _ in chapter.totals)


def test_totals_are_those_of_the_seats_that_play() -> None:
    said = told(record("bali", "two_seats"))
    seats = {seat for chapter in said.chapters for seat, _ in chapter.totals}
    assert seats == {Seat("Ana"), Seat("Ben")}
