"""The screens of a table's own game: what was shown, what was taken back, how it ended."""

import pytest

from companion.core.blocks import Ranking, Seats
from companion.games.own.tests.playing import all_pick, all_seen, at_table, sitting, text_of
from companion.house.reveals import kinds_of, staged
from companion.house.stories import story
from companion.records.record import title_of
from companion.speech.say import say

PAIRS = """counter = [{ id = "won", name = "won" }]
side = [{ id = "odd", name = "odd", where = "me % 2 == 1" }, { id = "even", name = "even", where = "me % 2 == 0" }]
score = [{ name = "won", n = "won" }]
[rounds]
number = 3
[win]
by = "side\""""
ENTER = 'step = [{ do = "enter", id = "t", question = "?", then = [{ add = "won", n = "t" }] }]'


def english_story(moment):
    """Return the sentences of a story in English, and the titles of its acts."""
    found = story(moment, ())
    return [say(one, "en") for one in found.sentences], [say(act.title, "en") for act in found.acts]


@pytest.mark.rule("OWN-15")
def test_a_show_with_a_condition_shows_only_the_seats_that_fulfil_it():
    head = 'counter = [{ id = "c", name = "c", who_sees = "owner", start = "me" }]'
    ask = '{ id = "y", do = "ask", question = "?", pick = "yes", shown = "nothing" }'
    show = '{ do = "show", what = ["c", "y"], where = "me == 2" }, { do = "say", text = "x" }'
    playing = all_pick(sitting(text_of(f"step = [{ask}, {show}]", head)), "y", 1, 1, 0)
    assert playing.public.counters[0] == (None, 2, None)
    notes = [row.note for block in playing.view(None).blocks if isinstance(block, Seats) for row in block.rows]
    assert [note and say(note, "en") for note in notes] == [None, "chose yes", None]


@pytest.mark.rule("OWN-27")
def test_a_new_roll_removes_the_dice_of_the_round_before():
    playing = sitting("dice", 2)
    for _ in range(2):
        playing.answer(None, "roll", step="thrown", dice={"Ana": [1] * 5, "Ben": [6] * playing.public.counters[0][1]})
        notes = [row.note for block in playing.view(None).blocks if isinstance(block, Seats) for row in block.rows]
        assert "rolled" not in " ".join(say(note, "en") for note in notes if note)
        playing.answer(None, "next", step="s2").answer("Ana", "call", step="doubt")
        playing.answer("Ana", "pick", step="loser", seats=["Ben"])


@pytest.mark.rule("OWN-27")
def test_if_the_fewest_points_win_the_fewest_lead():
    game = at_table("hearts", 4)
    for _ in range(4):
        game.answer(None, "enter", step="took", numbers={"Ben": 26})
    sentences, acts = english_story(game.moment)
    history = game.moment.history
    assert history.game.lead(history.state.public) == "fewest"
    assert sentences == ["Ben finished with 0 points.", "Ben led from start to finish."]
    assert "Ben leads" in acts


@pytest.mark.rule("OWN-27")
def test_curves_draw_the_open_points_of_each_round():
    game = at_table("score_pad", 2)
    for n, yes in ((3, True), (4, True), (-5, False)):
        game.answer(None, "enter", step="won", numbers={"Ana": n}).answer(None, "again", yes=yes)
    curves = story(game.moment, ()).curves
    assert {curve.seat: curve.values for curve in curves.curves} == {"Ana": (3, 7, 2, 2), "Ben": (0, 0, 0, 0)}


def night_and_vote():
    """Return a game of werewolves after a night in which a villager dies, and a vote against the wolf."""
    game = all_seen(at_table("werewolves", 5), "role")
    wolf = next(seat for seat in game.names if game.own(seat).role == "wolf")
    victim = next(seat for seat in game.names if seat != wolf)
    for step in ("hunt", "look"):
        for seat in game.names:
            game.answer(seat, "pick", step=step, seats=[victim if seat != victim else wolf])
    all_seen(game, "s3").answer(None, "next", step="s4")
    for _, seat in game.awaited():
        game.answer(seat, "pick", step="vote", seats=[wolf if seat != wolf else game.awaited()[0][1]])
    return game


@pytest.mark.rule("OWN-27")
def test_the_story_names_the_question_of_each_answer():
    """Otherwise nobody could distinguish the picks of one step from those of the next."""
    game = night_and_vote()
    passages = [passage for act in story(game.moment, ()).acts for one in act.chapters for passage in one.passages]
    titles = [passage.title and say(passage.title, "en") for passage in passages]
    assert titles == [
        None,
        "Who is to leave tonight? · Whom do you trust least? (This counts for nothing.)",
        "Whom do you look at? · Whom do you trust most? (This counts for nothing.)",
        "Everybody reads in secret",
        "Morning. Talk it over.",
        "Who is to leave?",
    ]


@pytest.mark.rule("OWN-27")
def test_no_seat_leads_if_sides_count_together():
    game = at_table(f"{text_of(ENTER, players='[4, 4]')}{PAIRS}", 4)
    for numbers in ({"Ben": 5}, {"Ana": 3, "Dai": 1}, {"Ana": 1, "Cho": 1}):
        game.answer(None, "enter", step="t", numbers=numbers)
    sentences, acts = english_story(game.moment)
    assert sentences == ["Ben and Dai win."]
    assert not any("lead" in act for act in acts)
    places = next(block for block in game.moment.screen(None).view.blocks if isinstance(block, Ranking)).places
    assert [(place.place, place.seat, place.points) for place in places[:2]] == [(1, "Ben", 5), (1, "Dai", 1)]


SHARED = """side = [{ id = "us", name = "us", where = "1" }, { id = "them", name = "them", where = "0" }]"""
LOST = 'step = [{ do = "say", text = "Go" }]\nend = [{ when = "1", text = "All lose."'


@pytest.mark.rule("OWN-21")
@pytest.mark.parametrize(
    ("winner", "points"),
    [("", ""), (', wins = "them"', ""), (', wins = "them"', 'score = [{ name = "won", n = 3 }]')],
)
def test_an_end_that_names_no_seat_as_the_winner_puts_nobody_first(winner, points):
    """All share, as before anybody wins. A wreath for all would contradict a plan that says that all lose."""
    game = at_table(text_of(f"{LOST}{winner} }}]\n{points}", SHARED), 3).answer(None, "next", step="s1")
    view = game.moment.screen(None).view
    places = next(block for block in view.blocks if isinstance(block, Ranking)).places
    assert {place.place for place in places} == {0}
    assert game.moment.score().ranking == (("Ana", "Ben", "Cho"),)
    assert [say(one, "en") for one in view.now.small] == ["All lose."]
    assert staged(game.moment, None, 0) is None or "winner" not in kinds_of(view)
    assert not any("won" in one or "win." in one for one in english_story(game.moment)[0])


@pytest.mark.rule("OWN-21")
def test_a_plan_that_names_no_winner_ends_without_one_after_its_last_round():
    game = at_table(text_of(), 3).answer(None, "next", step="s1")
    assert say(game.moment.screen(None).view.now.line, "en") == "The game is over"


@pytest.mark.rule("OWN-21")
def test_a_side_with_everybody_on_it_wins_together():
    game = at_table(text_of(f'{LOST}, wins = "us" }}]', SHARED), 3).answer(None, "next", step="s1")
    places = next(block for block in game.moment.screen(None).view.blocks if isinstance(block, Ranking)).places
    assert {place.place for place in places} == {1}


@pytest.mark.rule("OWN-27")
def test_an_answer_taken_back_asks_nobody_to_return_a_number_that_the_box_keeps():
    game = at_table("hearts", 4).answer("Ana", "enter", step="took", numbers={"Ben": 13, "Cho": 13}).back("Ana")
    assert not game.moment.screen("Ben").hands
    assert say(game.moment.screen(None).back.title, "en").endswith("Recorded now:")


@pytest.mark.rule("OWN-30")
def test_a_finished_game_has_the_name_of_its_plan():
    plan = at_table("hearts", 4).table.head.options
    assert say(title_of("own", plan), "en") == "Hearts to 100"
    assert title_of("gone", plan) is None


@pytest.mark.rule("OWN-27")
@pytest.mark.parametrize(("plan", "hides"), [("hearts", False), ("auction", True), ("werewolves", True)])
def test_phones_have_a_cover_only_if_the_plan_has_secrets(plan, hides):
    game = at_table(plan, 5)
    assert {game.moment.screen(seat).view.hides_nothing for seat in (None, *game.names)} == {not hides}
