"""The acts of the table beside the steps of a plan: starters, more rounds, corrections, and the end."""

import pytest

from companion.core.blocks import Secret
from companion.core.game import score_sheet
from companion.core.words import BadFile, Refused
from companion.games.own import GAME
from companion.games.own.reading import data_of
from companion.games.own.tests.playing import all_pick, at_table, box_plan, points, sitting, text_of
from companion.house.stories import story
from companion.speech.say import say

SAY = '{ do = "say", text = "x" }'
YES = '{ id = "y", do = "ask", question = "?", pick = "yes" }'
COUNTER = 'counter = [{ id = "c", name = "c", start = 5, low = 2, high = 9 }]'


def game(steps: str, head: str = "", seats: int = 3, tail: str = ""):
    return sitting(text_of(f"step = [{steps}]\n{tail}", head), seats)


@pytest.mark.rule("OWN-07")
def test_the_table_names_the_starter_once_and_is_not_asked_for_a_round_after_the_last():
    playing = game(SAY, tail="[rounds]\nnumber = 2\nask = true\nstarter = 'ask'")
    playing.answer(None, "starter", seat="Cho").answer(None, "next", step="s1").answer(None, "again", yes=True)
    assert (playing.public.starter, playing.awaited()) == (0, [("next", None)])
    assert playing.answer(None, "next", step="s1").score() is not None


@pytest.mark.rule("OWN-14")
def test_turns_go_clockwise_from_the_starter_and_keep_to_the_bounds_of_a_counter():
    playing = game('{ do = "turns", may = ["c"], who = "me != 1" }', COUNTER, 4, "[rounds]\nstarter = 'ask'")
    playing.answer(None, "starter", seat="Cho")
    assert playing.awaited() == [("turn", "Cho")]
    assert playing.refused("Cho", "turn", step="s1", add={"c": -4}).key in ("own.beyond", "malformed")
    playing.answer("Cho", "turn", step="s1", add={"c": -3}).answer("Dai", "turn", step="s1", add={"c": 4})
    assert playing.awaited() == [("turn", "Ben")]
    assert playing.answer("Ben", "turn", step="s1", add={}).public.counters[0] == (5, 5, 2, 9)


@pytest.mark.rule("OWN-14")
def test_a_hidden_counter_is_changed_under_the_cover_and_nobody_else_learns_its_number():
    head = 'counter = [{ id = "h", name = "h", who_sees = "owner", high = 20 }]'
    playing = game(f'{{ do = "turns", may = ["h"] }}, {SAY}', head)
    answers = playing.answers(playing.dues("turn")[0])
    assert answers.secret
    assert len(answers.steps.steps) == 2, "20 has two digits"
    seen = playing.view("Ben")
    after = [
        game(f'{{ do = "turns", may = ["h"] }}, {SAY}', head).answer("Ana", "turn", step="s1", add=add)
        for add in ({}, {"h": 7})
    ]
    assert after[0].view("Ben") == after[1].view("Ben") != seen
    assert after[1].own("Ana").counters == (7,)


@pytest.mark.rule("OWN-16")
def test_an_effect_without_a_number_changes_nothing_and_a_table_s_counter_changes_once():
    head = f'{COUNTER[:-1]}, {{ id = "t", name = "t", of = "table", start = 1 }}]'
    then = """{ add = "c", n = "1 / 0" }, { set = "c", n = "me + 1", where = "me < 3" },
      { add = "t", n = "total(c)", when = "1 == 1" }, { set = "t", n = 0, when = "1 == 2" }"""
    playing = game(f'{{ do = "work", then = [{then}] }}, {SAY}', head)
    assert playing.public.counters == ((2, 3, 5), (11,))


@pytest.mark.rule("OWN-16")
def test_seats_that_are_out_take_part_in_no_effect():
    then = '{ out = true, where = "me == 2" }, { add = "c", n = 1 }'
    assert game(f'{{ do = "work", then = [{then}] }}, {SAY}', COUNTER).public.counters[0] == (6, 5, 6)


@pytest.mark.rule("OWN-17")
def test_a_seat_that_is_out_is_asked_nothing_and_sees_what_is_open():
    then = '{ out = true, where = "me == 2" }'
    playing = game(f'{{ do = "work", then = [{then}] }}, {YES}, {SAY}')
    assert [seat for _, seat in playing.awaited()] == ["Ana", "Cho"]
    playing.answer("Ana", "pick", step="y", n=1).answer("Cho", "pick", step="y", n=0)
    seen = tuple(block for block in playing.view("Ben").blocks if not isinstance(block, Secret))
    assert seen == playing.view(None).blocks


@pytest.mark.rule("OWN-19")
def test_after_the_end_the_story_has_the_hidden_answers_of_each_round():
    playing = at_table(text_of(f"step = [{YES[:-2]}, shown = 'nothing' }}]\n[rounds]\nnumber = 2"), 3)
    for answers in ((1, 0, 0), (0, 0, 1)):
        all_pick(playing, "y", *answers)
    chapters = [chapter for act in story(playing.moment, ()).acts for chapter in act.chapters]
    lines = [[line for passage in chapter.passages for line in passage.lines] for chapter in chapters]
    told = [[(line.seats, say(line.words, "en")) for line in of] for of in lines]
    no, yes = "Chose no", "Chose yes"
    assert told == [[(("Ana",), yes), (("Ben", "Cho"), no)], [(("Ana", "Ben"), no), (("Cho",), yes)]]


@pytest.mark.rule("OWN-28")
def test_a_seat_that_the_table_takes_out_answers_the_present_question_and_none_until_it_is_back():
    playing = game(YES, tail="[rounds]\nnumber = 4")
    playing.answer(None, "set", seat="Ben", in_=False)
    assert len(playing.awaited()) == 3
    all_pick(playing, "y", 1, 1, 0)
    assert [seat for _, seat in playing.awaited()] == ["Ana", "Cho"]
    playing.answer(None, "set", seat="Ben", in_=True)
    assert len(playing.awaited()) == 2
    playing.answer("Ana", "pick", step="y", n=1).answer("Cho", "pick", step="y", n=0)
    assert len(playing.awaited()) == 3


@pytest.mark.rule("OWN-28")
def test_a_correction_ends_the_game_only_after_the_next_step():
    tail = 'end = [{ when = "most(c) >= 8", text = "Eight" }]\nscore = [{ name = "c", n = "c" }]'
    playing = game(f"{SAY}, {SAY}", COUNTER, tail=tail).answer(None, "set", seat="Ana", counter="c", n=8)
    assert playing.score() is None
    assert playing.answer(None, "next", step="s1").public.ended == 0
    assert points(playing) == {"Ana": 8, "Ben": 5, "Cho": 5}
    with pytest.raises(Refused):
        playing.answer(None, "next", step="s2")


SHEET = {"seats": {"Ana": {"fields": 6, "kinds": 4}, "Ben": {"fields": 1, "coins": 9}}}


@pytest.mark.rule("OWN-20")
@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({}, None),
        ({"seats": {"Ana": {"fields": 6}}}, "$.seats"),
        ({"seats": {"Ana": {"fild": 6}, "Ben": {}}}, "$.seats.Ana.fild"),
        ({"seats": {"Ana": {"fields": "x"}, "Ben": {}}}, "$.seats.Ana.fields"),
        ({"seats": {"Ana": {"fields": 10**7}, "Ben": {}}}, "$.seats.Ana.fields"),
        ({"seats": {"Ana": {"role": "wolf"}, "Ben": {}}}, "$.seats.Ana.role"),
        ({"table": {"fields": 1}}, "$.table.fields"),
    ],
)
def test_a_score_sheet_has_the_counters_of_its_plan_and_nothing_else(changes, where):
    sheet = {"plan": dict(data_of(box_plan("harvest"))), **SHEET, **changes}
    if where is None:
        assert score_sheet(GAME, sheet).total("Ana") == 12 + 16
        return
    with pytest.raises(BadFile) as refused:
        score_sheet(GAME, sheet)
    assert refused.value.text.values["where"] == where
