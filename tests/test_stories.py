"""The story of a game, in chapters."""

from itertools import groupby
from pathlib import Path

import pytest

from companion.core.blocks import Count, Timeline
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.house.stories import Story, StoryChapter, StoryLine, story
from companion.house.tale import MOST_ACTS, SENTENCES
from companion.records.record import replay
from companion.snapshot.people import PeopleNews, Progress
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.promises.settings import SHELF

WHOLE = [file for game in SHELF for file in sorted((Path("companion/games") / game.id / "playthroughs").glob("*.jsonl"))]


def story_of(file: Path) -> Story:
    return story(replay(file.read_text("utf-8")).moment, ())


def lines(tale: Story) -> list[StoryLine]:
    return [line for chapter in chapters(tale) for passage in chapter.passages for line in passage.lines]


def chapters(tale: Story) -> list[StoryChapter]:
    return [chapter for act in tale.acts for chapter in act.chapters]


def record(game: str, name: str) -> Path:
    return Path("companion/games") / game / "playthroughs" / f"{name}.jsonl"


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_every_answer_is_there_once_in_its_order_if_the_game_has_no_story_of_its_own(file: Path) -> None:
    moment = replay(file.read_text("utf-8")).moment
    numbers = [n for line in lines(story(moment, ())) for n in line.numbers]
    assert numbers == ([] if tells_itself(moment) else [one.n for one in moment.story()])


def tells_itself(moment: Moment) -> bool:
    return any(isinstance(block, Timeline) for block in moment.screen(None).view.blocks)


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_one_line_names_all_seats_that_answered_the_same(file: Path) -> None:
    moment = replay(file.read_text("utf-8")).moment
    tale = {one.n: one for one in moment.story()}
    for line in lines(story(moment, ())):
        numbered = [tale[n] for n in line.numbers]
        assert [one.seat for one in numbered if one.seat] == list(dict.fromkeys(line.seats)), "nobody twice"
        assert all((one.words, one.hidden, one.moves) == (line.words, line.hidden, line.moves) for one in numbered)


def test_no_total_is_repeated() -> None:
    for file in WHOLE:
        before: dict[Seat, tuple[Count, ...]] = {}
        for chapter in chapters(story_of(file)):
            assert not [seat for seat, counts in chapter.totals if before.get(seat) == counts], (file, chapter.title)
            before |= dict(chapter.totals)


def test_a_seat_on_a_new_phone_is_named_in_a_games_own_story_too() -> None:
    file = next(file for file in WHOLE if tells_itself(replay(file.read_text("utf-8")).moment))
    moment = replay(file.read_text("utf-8")).moment
    seat, third = moment.history.state.public.seats[0], moment.story()[2].n
    assert comings(moment, (seat, third)) == [((third,), (seat,))]


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_every_seat_on_a_new_phone_is_named_after_any_entry(file: Path) -> None:
    """Some entries are in no story: lasting secrets, answers under seal that were changed later, blank entries."""
    moment = replay(file.read_text("utf-8")).moment
    came = [(seat, n) for n in range(moment.entries + 1) for seat in [*filter(None, moment.seqs)][:2]]
    assert [seats for _, seats in comings(moment, *came)] == [(seat,) for seat, _ in came]


def comings(moment: Moment, *came: tuple[Seat, int]) -> list[tuple[tuple[int, ...], tuple[Seat, ...]]]:
    """Return the answers after which the story names new phones, with their seats."""
    news = tuple(PeopleNews(seat, Progress(moment.number, n)) for seat, n in came)
    tale = [line for line in lines(story(moment, news)) if line.words.key == "story.new_phone"]
    return [(line.numbers, line.seats) for line in tale]


def test_a_face_down_card_is_named_as_such_and_no_more() -> None:
    hidden = {
        line.words.key.rpartition(".")[2] for line in lines(story_of(record("bali", "oracle_and_demon"))) if line.hidden
    }
    assert "sacrifice" in hidden
    assert hidden.isdisjoint({"play", "play_for", "buy", "scored"})


def test_the_places_where_the_table_was_part_a_chapter() -> None:
    first = chapters(story_of(record("buru", "four_seats")))[0]
    places = [passage.title for passage in first.passages]
    assert places[0] is None
    assert {place.key for place in places if place} == {
        f"buru.region.{name}" for name in ("forest", "shore", "village", "lake")
    }


@pytest.mark.parametrize(("game", "name"), [("bali", "oracle_and_demon"), ("buru", "four_seats")])
def test_curves_have_a_value_for_each_seat_at_each_tick(game: str, name: str) -> None:
    curves = story_of(record(game, name)).curves
    assert curves is not None
    assert len(curves.ticks) >= 3
    assert {len(curve.values) for curve in curves.curves} == {len(curves.ticks)}


def test_a_curve_ends_with_the_total_which_includes_hidden_points() -> None:
    file = record("bali", "tracked_four_seats")
    moment, curves = replay(file.read_text("utf-8")).moment, story_of(file).curves
    score = moment.score()
    assert score is not None
    assert curves is not None
    assert {curve.seat: curve.values[-1] for curve in curves.curves} == {seat: score.total(seat) for seat in score.seats}
    before = moment.story()[-1].standing
    assert {curve.seat: curve.values[-2] for curve in curves.curves} == before


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_a_story_has_five_sentences_at_most_in_every_language(file: Path) -> None:
    tale = story_of(file)
    assert 1 <= len(tale.sentences) <= SENTENCES
    assert tale.highlight is not None
    words = [say(one, language) for language in LANGUAGES for one in (*tale.sentences, tale.highlight)]
    assert all(one[-1] in ".。" for one in words)


@pytest.mark.parametrize(
    ("game", "name", "sentences"),
    [
        (
            "buru",
            "four_seats",
            (
                "Dai won with 20 points, one more than Ana.",
                "Ana led from round 1 to round 4.",
                "The players took 8 tributes and 6 elders.",
                "Most islanders at the end: Ana, with 6.",
                "Dai overtook Ana in round 5.",
            ),
        ),
        (
            "babel",
            "seven_on_phones",
            (
                "The tower falls: the Messenger’s side wins.",
                "Ben was the Messenger, Ana and Dai were zealots.",
                "The players built 11 blocks. Lightning took away 2.",
                "After round 5, 9 blocks were still missing.",
            ),
        ),
        (
            "animism",
            "three_on_paper",
            ("Ana won with 52 points, as many as Cho. Tie-break: more resources left.",),
        ),
    ],
)
def test_the_sentences_say_who_won_who_led_when_what_people_did_and_what_turned_it(
    game: str, name: str, sentences: tuple[str, ...]
) -> None:
    assert tuple(say(one, "en") for one in story_of(record(game, name)).sentences) == sentences


def test_a_story_calls_a_rival_a_rival() -> None:
    assert next(say(one, "en") for one in story_of(record("buru", "alone_with_a_rival")).sentences).startswith("Rival A won")


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_a_story_has_few_chapters_and_each_turn_is_in_one(file: Path) -> None:
    tale, moment = story_of(file), replay(file.read_text("utf-8")).moment
    assert len(tale.acts) <= MOST_ACTS + 2, "set-up and end stay apart"
    where = [chapter.title for chapter in chapters(tale)]
    assert where == ([] if tells_itself(moment) else [where for where, _ in groupby(one.where for one in moment.story())])


def test_a_game_of_sides_has_no_leader_and_its_keepsake_shows_the_tower() -> None:
    tale = story_of(record("babel", "five_on_cardboard"))
    assert tale.curves is None
    assert tale.stacks == ((3, 0, 0), (0, 6, 2), (4, 0, 3))


def test_totals_are_those_of_the_seats_that_play() -> None:
    tale = story_of(record("bali", "two_seats"))
    seats = {seat for chapter in chapters(tale) for seat, _ in chapter.totals}
    assert seats == {Seat("Ana"), Seat("Ben")}
