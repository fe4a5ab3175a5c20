"""The screens of Animism, seat by seat and step by step."""

import msgspec
import pytest

from companion.core.blocks import Grid, Note, Ranking, Seats, Secret, Timeline
from companion.core.words import Text
from companion.games.animism import GAME
from companion.games.animism.ground import longest
from companion.games.animism.layout import SAMPLE
from companion.games.animism.sheets import LETTERS
from companion.games.animism.tests.playing import rich
from companion.house.dice import SeededDice
from companion.kits.paper import Map, Sheet, Strip
from companion.promises.sitting import Sitting
from companion.promises.tapes import tape_of
from companion.speech.say import say
from tests.promises.settings import settings_of
from tests.promises.shown import shown, texts


def paper(seats: int = 3, **options: object) -> Sitting:
    return Sitting(GAME, seats, **options)


def twin(seats: int = 3, **options: object) -> Sitting:
    return Sitting(GAME, seats, sheets="twin", **options)


def played(seed: int, seats: int = 3, turns: int = 99, **options: object) -> Sitting:
    """Return a game of bots, up to this turn or the end."""
    sitting, pick = twin(seats, **options), SeededDice(seed).pick
    while sitting.dues() and sitting.public.turn < turns:
        due = sitting.dues()[pick(len(sitting.dues()))]
        sitting.post(due.seat, sitting.liked(due, pick))
    return sitting


def first_piece(sitting: Sitting, seat: str) -> None:
    """Play a turn of the first round up to its `done`."""
    sitting.answer(seat, "roll", black=1)
    sitting.answer(seat, "draw", cells=[[3, 5], [2, 5]])


def blocks(sitting: Sitting, seat: str | None, kind: type) -> list:
    return [block for block in sitting.view(seat).blocks if isinstance(block, kind)]


# A turn


@pytest.mark.rule("ANIM-05")
def test_until_all_are_done_others_see_a_sheet_as_the_turn_began():
    sitting = twin()
    before = [sitting.view(seat) for seat in (None, "Ben", "Cho")]
    first_piece(sitting, "Ana")
    assert [sitting.view(seat) for seat in (None, "Ben", "Cho")] == before
    sitting.answer("Ana", "done")
    shown = [sheet.map.paint for sheet in blocks(sitting, "Ben", Sheet)]
    assert not any(row.strip(".") for paint in shown for row in paint)


@pytest.mark.rule("ANIM-05")
def test_when_all_are_done_everybody_sees_all_sheets_painted():
    sitting = twin()
    for seat in sitting.names:
        first_piece(sitting, seat)
        sitting.answer(seat, "done")
    for paint in (sheet.map.paint for sheet in blocks(sitting, None, Sheet)):
        assert "".join(paint).replace(".", "") in ("bb", "gg", "rr")


@pytest.mark.rule("ANIM-05")
def test_a_seat_sees_the_sheet_that_it_works_on_with_all_that_it_has_done():
    sitting = twin()
    first_piece(sitting, "Ana")
    (mine,) = blocks(sitting, "Ana", Map)
    assert "".join(mine.paint).count("b") == 2
    assert [sheet.title.values["seat"] for sheet in blocks(sitting, "Ana", Sheet)] == ["Ben", "Cho"]


@pytest.mark.rule("ANIM-05")
def test_while_a_piece_is_drawn_the_question_has_the_map_and_no_block_has_it_again():
    sitting = twin()
    sitting.answer("Ana", "roll", black=1)
    assert blocks(sitting, "Ana", Map) == []


@pytest.mark.rule("ANIM-05")
@pytest.mark.rule("ANIM-27")
def test_a_turn_begins_with_passing_the_sheets():
    sitting = paper()
    assert sitting.view(None).display.main.key == "animism.display.begin"
    for seat in sitting.names:
        sitting.answer(seat, "done")
    assert sitting.view(None).display.main.key == "animism.display.pass"
    assert all(sitting.view(seat).now.small[0].key == "animism.now.pass" for seat in sitting.names)
    sitting.answer("Ben", "done")
    assert all(sitting.view(seat).now.small[0].key == "animism.now.pass_when_done" for seat in sitting.names)


@pytest.mark.rule("ANIM-05")
def test_in_the_first_turn_nobody_reads_of_passing_before_being_done():
    sitting = paper()
    assert sitting.view("Ana").now.small == ()
    sitting.answer("Ana", "done")
    assert [small.key for small in sitting.view("Ana").now.small] == ["animism.now.pass_when_done"]


@pytest.mark.rule("ANIM-17")
@pytest.mark.parametrize(("each", "step", "small"), [(1, "closing", "pass_when_done_phones"), (3, "choose", "extra")])
def test_the_extra_action_is_named_to_a_seat_that_can_pay_for_it(each, step, small):
    view = rich(green=each, red=each, yellow=each).view("Ana")
    assert (view.phase, view.now.line.key) == (step, f"animism.now.{step}")
    assert [words.key for words in view.now.small] == [f"animism.now.{small}"]


@pytest.mark.rule("ANIM-06")
def test_in_the_last_turn_on_phones_no_next_sheet_is_promised():
    sitting = rich()
    assert [words.key for words in sitting.view("Ana").now.small] == ["animism.now.pass_when_done_phones"]
    sitting.open(turn=sitting.public.turns - 1)
    assert [words.key for words in sitting.view("Ana").now.small] == ["animism.now.score_when_done_phones"]


@pytest.mark.rule("ANIM-06")
def test_after_the_last_turn_the_sheets_are_passed_before_they_are_read():
    sitting = closed(paper())
    assert [small.key for small in sitting.view("Ana").now.small] == ["animism.now.pass"]
    assert not read_off(paper()).view("Ana").now.small


@pytest.mark.rule("ANIM-06")
def test_a_round_begins_with_marking_its_box():
    sitting = paper()
    for _ in range(3):
        for seat in sitting.names:
            sitting.answer(seat, "done")
    small = sitting.view("Ana").now.small[0]
    assert (small.key, small.values) == ("animism.now.pass_round", {"round": 2})


@pytest.mark.rule("ANIM-27")
def test_the_display_names_the_seats_that_are_not_done_and_a_single_one_in_large():
    sitting = paper()
    sitting.answer("Ben", "done")
    assert sitting.view(None).display.awaited == ("Ana", "Cho")
    sitting.answer("Cho", "done")
    assert (sitting.view(None).display.awaited, sitting.view(None).display.seat) == ((), "Ana")


@pytest.mark.rule("ANIM-27")
def test_everybody_sees_who_works_on_whose_sheet_and_who_is_done():
    sitting = paper()
    for seat in sitting.names:
        sitting.answer(seat, "done")
    sitting.answer("Ben", "done")
    (rows,) = [block.rows for block in blocks(sitting, None, Seats)]
    assert [row.active for row in rows] == [True, False, True]
    assert rows[0].note.values["sheet"].values == {"seat": "Cho"}
    assert rows[1].note.key == "animism.is_done"


@pytest.mark.rule("ANIM-27")
def test_entries_in_the_helper_are_behind_the_seats_own_cover_alone():
    sitting = paper()
    before = [sitting.view(seat) for seat in (None, "Ben", "Cho")]
    sitting.answer("Ana", "hand", resources={"green": 2, "red": 1})
    (cover,) = blocks(sitting, "Ana", Secret)
    assert [(count.n, count.sign) for count in cover.counts] == [(2, "piece2"), (1, "piece3")]
    assert [sitting.view(seat) for seat in (None, "Ben", "Cho")] == before


@pytest.mark.rule("ANIM-07")
def test_a_seat_reads_what_its_track_brings_as_its_turn_begins():
    found = 0
    for seed in range(6):
        sitting = played(seed, turns=7)
        for seat in sitting.names:
            found += any(small.key == "animism.now.supply" for small in sitting.view(seat).now.small)
    assert found


@pytest.mark.rule("ANIM-02")
def test_a_sample_is_called_one_on_every_screen_that_shows_a_sheet_and_a_copied_sheet_is_not():
    copied = msgspec.to_builtins(msgspec.structs.replace(SAMPLE, sample=False, name="ours"))
    for sitting, is_sample in ((twin(), True), (twin(layout=copied), False)):
        for seat in (None, *sitting.names):
            shown = blocks(sitting, seat, Sheet)
            assert all((any(note.key == "animism.sample" for note in sheet.notes)) == is_sample for sheet in shown)
        assert [note.words.key for note in blocks(sitting, "Ana", Note)] == ["animism.sample_note"] * is_sample


# The end


@pytest.mark.rule("ANIM-28")
def test_each_is_asked_to_read_off_its_own_sheet_first_then_to_check_the_right_neighbours():
    sitting = read_off(paper())
    assert sitting.view("Ben").now.line.values == {"seat": "Ana"}
    sitting.answer("Ben", "sheet", owner="Ana", tracks={"blue": 9}, hexagons={}, altars={})
    assert sitting.view("Ana").now.line.key == "animism.now.differs_yours"
    to_check, entered, _ = blocks(sitting, "Cho", Grid)
    assert [grid.title.values["seat"] for grid in (to_check, entered)] == ["Ben", "Ana"]
    assert [cell.words.values for cell in entered.rows[0].cells] == [{"n": 9}, {"n": 0}, {"n": 0}]
    assert sitting.view(None).display.sub.key == "animism.display.sheets"


def closed(sitting: Sitting) -> Sitting:
    """Play all turns."""
    for _ in range(12):
        for seat in sitting.names:
            sitting.answer(seat, "done")
    return sitting


def read_off(sitting: Sitting) -> Sitting:
    closed(sitting)
    for seat in sitting.names:
        sitting.answer(seat, "sheet", owner=seat, tracks={}, hexagons={}, altars={})
    return sitting


@pytest.mark.rule("ANIM-22")
def test_where_points_are_equal_all_see_who_counts_resources():
    sitting = read_off(paper())
    for right, left in (("Ana", "Ben"), ("Ben", "Cho"), ("Cho", "Ana")):
        sitting.answer(left, "confirm", owner=right)
    sitting.answer("Ben", "resources", left=4)
    assert sitting.view(None).display.awaited == ("Ana", "Cho")
    sitting.answer("Ana", "resources", left=4)
    sitting.answer("Cho", "resources", left=2)
    (ranking,) = blocks(sitting, None, Ranking)
    assert [(place.place, place.seat) for place in ranking.places] == [(1, "Ana"), (1, "Ben"), (3, "Cho")]
    assert ranking.places[0].note.key == "animism.end.before"


@pytest.mark.rule("ANIM-21")
@pytest.mark.rule("ANIM-29")
@pytest.mark.parametrize("seats", [3, 4])
def test_at_the_end_the_longest_chain_of_each_colour_is_lit_on_every_sheet(seats):
    sitting = played(5, seats)
    ground = sitting.public.ground
    shown = blocks(sitting, None, Sheet)
    assert len(shown) == seats
    for sheet, drawn in zip(shown, sitting.public.papers, strict=True):
        chains = [longest(ground, paint) for paint in drawn.paint]
        wanted = {cell for chain in chains for cell in ground.cells(chain.routes | chain.altars)}
        lit = {(r, c) for r, row in enumerate(sheet.map.lit) for c, sign in enumerate(row) if sign == "#"}
        assert lit == wanted
        (words,) = sheet.map.words
        joined = [one.values["n"] for one in words.values["colours"].values["words"]]
        assert joined == [chain.n for chain in chains[:seats]]


def with_two_pieces_in_a_turn(seats: int) -> Sitting:
    """Return a game in which a seat took the extra action."""
    games = (played(seed, seats) for seed in range(50))
    return next(game for game in games if any(len(deeds.drawn) > 1 for turn in game.public.past for deeds in turn))


@pytest.mark.rule("ANIM-29")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_pictures_of_a_sheet_are_what_it_was_after_each_turn(seats):
    sitting = with_two_pieces_in_a_turn(seats)
    public = sitting.public
    strips = blocks(sitting, None, Strip)
    assert [strip.title.values["seat"] for strip in strips] == list(sitting.names)
    for sheet, strip in enumerate(strips):
        painted = dict.fromkeys(LETTERS, 0)
        assert len(strip.strokes) == 4 * seats
        for stroke, after in zip(strip.strokes, public.sheets_after, strict=True):
            painted[stroke.ink] |= public.ground.board(stroke.cells)
            assert tuple(painted.values()) == after[sheet].paint


@pytest.mark.rule("ANIM-29")
def test_every_turn_lists_what_each_seat_did():
    sitting = played(3)
    (story,) = blocks(sitting, None, Timeline)
    assert len(story.chapters) == 12
    assert all([deed.seat for deed in chapter.deeds] == list(sitting.names) for chapter in story.chapters)


@pytest.mark.rule("ANIM-20")
@pytest.mark.rule("ANIM-22")
def test_every_line_of_a_score_names_its_sheet_and_what_was_multiplied():
    sitting = played(3)
    score = sitting.score()
    (ranking,) = blocks(sitting, "Ana", Ranking)
    for place in ranking.places:
        assert sum(row.points for row in place.lines) == place.points == score.total(place.seat)
        assert [row.words.values["seat"] for row in place.lines] == [name for name in sitting.names for _ in range(2)]


PAPER = {
    "en": ("paper", "pencil", " pass", "by hand", "give the rest back"),
    "fr": ("papier", "crayon", "passez", "rendez"),
    "ja": ("紙", "鉛筆", "渡"),
}
"""Words for printed sheets, by language. No screen may have one if the sheets are on phones."""


@pytest.mark.parametrize("language", PAPER)
def test_where_the_sheets_are_on_phones_nothing_speaks_of_paper(language):
    tape = next(tape_of(setting, 3) for setting in settings_of(GAME) if setting.options.get("sheets") == "twin")
    sentences = [*shown(tape), *texts((tape.table.set_up.steps, tape.table.minute))]
    first = [Text(f"animism.first.turn.{phase}") for phase in ("die", "buy", "draw", "choose", "dice", "closing")]
    plain = [say(words, language).replace("\u200b", "").lower() for words in (*sentences, *first)]
    assert len(plain) > 100
    assert [words for words in plain if any(word in words for word in PAPER[language])] == []
