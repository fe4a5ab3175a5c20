"""The course of a game: what each kind of step asks, shows and does."""

import pytest

from companion.core.blocks import Secret
from companion.core.words import Malformed
from companion.games.own.tests.playing import all_pick, all_seen, points, sitting, text_of
from companion.speech.say import say

COUNTER = 'counter = [{ id = "c", name = "c", high = 9 }]'


def game(steps: str, head: str = "", seats: int = 3, tail: str = ""):
    """Return a game of a plan with these steps."""
    return sitting(text_of(f"step = [\n{steps}\n]\n{tail}", head), seats)


def counters(playing) -> tuple[int, ...]:
    return playing.public.counters[0]


@pytest.mark.rule("OWN-03")
def test_a_counter_starts_within_its_bounds_and_stops_at_them():
    work = '{ do = "work", then = [{ add = "c", n = "5 * me" }] }, { do = "say", text = "x" }'
    playing = game(work, 'counter = [{ id = "c", name = "c", start = "me * 4", high = 9 }]')
    assert counters(playing) == (9, 9, 9)


@pytest.mark.rule("OWN-03")
def test_screens_say_by_how_much_an_open_counter_moved_and_nothing_of_a_hidden_one():
    head = """counter = [{ id = "c", name = "c", start = 7, high = 9 }, { id = "h", name = "h", who_sees = "owner" }]"""
    then = '{ add = "c", n = 5, where = "me == 1" }, { add = "h", n = 5 }'
    playing = game(f'{{ do = "say", text = "x", then = [{then}] }}, {{ do = "say", text = "y" }}', head)
    playing.answer(None, "next", step="s1")
    assert playing.public.moved.rows == ((0, 0, 2),)


@pytest.mark.rule("OWN-07")
def test_the_start_goes_clockwise_to_the_next_seat_that_is_in():
    playing = game('{ do = "say", text = "x" }', tail="[rounds]\nnumber = 4\nstarter = 'ask'")
    playing.answer(None, "starter", seat="Ben").answer(None, "set", seat="Cho", in_=False)
    assert playing.public.starter == 1
    playing.answer(None, "next", step="s1")
    assert playing.public.starter == 0


@pytest.mark.rule("OWN-07")
def test_the_table_may_stop_after_each_round():
    playing = game('{ do = "say", text = "x" }', tail="[rounds]\nnumber = 9\nask = true")
    playing.answer(None, "next", step="s1").answer(None, "again", yes=True).answer(None, "next", step="s1")
    assert playing.score() is None
    playing.answer(None, "again", yes=False)
    assert playing.score() is not None


@pytest.mark.rule("OWN-08")
def test_a_skipped_step_has_no_effects():
    steps = '{ do = "work", when = "0", then = [{ add = "c", n = 1 }] }, { do = "say", text = "x", when = "round == 2" }'
    playing = game(steps, COUNTER, tail="[rounds]\nnumber = 3")
    assert (playing.public.round, counters(playing)) == (2, (0, 0, 0))


@pytest.mark.rule("OWN-08")
def test_a_step_that_asks_nobody_is_over_and_still_has_its_effects():
    steps = '{ do = "enter", question = "?", who = "0", then = [{ add = "c", n = 1 }] }, { do = "say", text = "x" }'
    assert counters(game(steps, COUNTER)) == (1, 1, 1)


@pytest.mark.rule("OWN-08")
def test_a_skipped_step_does_not_end_the_game():
    tail = 'end = [{ when = "round == 2", text = "Two" }]\n[rounds]\nnumber = 3'
    playing = game('{ do = "work", when = "0" }, { do = "say", text = "x" }', tail=tail)
    playing.answer(None, "next", step="s2")
    assert (playing.public.round, playing.public.ended) == (2, None)
    assert playing.answer(None, "next", step="s2").public.ended == 0


@pytest.mark.rule("OWN-09")
def test_a_clock_starts_with_its_step():
    playing = game('{ do = "say", text = "x", seconds = 90 }, { do = "say", text = "y" }')
    assert playing.view(None).clock.seconds == 90
    assert playing.answer(None, "next", step="s1").view(None).clock is None


@pytest.mark.rule("OWN-09")
def test_texts_take_turns_by_round():
    playing = game('{ do = "say", text = ["one", "two"] }', tail="[rounds]\nnumber = 3")
    shown = []
    for _ in range(3):
        shown.append(playing.public.text[0][1][0])
        playing.answer(None, "next", step="s1")
    assert shown == ["one", "two", "one"]


@pytest.mark.rule("OWN-10")
def test_a_number_beyond_its_bounds_is_refused():
    playing = game('{ id = "n", do = "ask", question = "?", pick = "number", low = 2, high = "players" }')
    assert playing.refused("Ana", "pick", step="n", n=1).key == "own.beyond"
    assert playing.refused("Ana", "pick", step="n", n=4).key == "own.beyond"
    assert all_pick(playing, "n", 2, 3, 2).public.shown[0].values == (2, 3, 2)


@pytest.mark.rule("OWN-10")
def test_every_number_takes_as_many_taps_as_the_highest_possible_one():
    playing = game('{ id = "n", do = "ask", question = "?", pick = "number", high = "players * 8" }')
    tens, ones = playing.answers(playing.dues("pick")[0]).steps.steps
    assert (len(tens.choices), len(ones.choices)) == (5, 10), "for 5 players it could be 40"


@pytest.mark.rule("OWN-10")
def test_a_condition_that_forbids_every_answer_forbids_none():
    ask = '{ id = "y", do = "ask", question = "?", pick = "yes", only = { no = "me > 1", yes = "me > 2" } }'
    playing = game(ask)
    playing.answer("Ana", "pick", step="y", n=1)
    assert playing.refused("Ben", "pick", step="y", n=1).key == "own.not_allowed"


@pytest.mark.rule("OWN-10")
def test_if_the_highest_number_is_below_the_lowest_only_the_lowest_may_be_given():
    playing = game('{ id = "n", do = "ask", question = "?", pick = "number", low = 5, high = 2 }')
    assert playing.refused("Ana", "pick", step="n", n=2).key == "own.beyond"
    assert all_pick(playing, "n", 5, 5, 5).public.shown[0].values == (5, 5, 5)


@pytest.mark.rule("OWN-10")
@pytest.mark.parametrize(("wanted", "taken"), [(9, 2), (0, 0), ("1 / 0", 0)])
def test_no_more_players_are_picked_than_can_be_picked(wanted, taken):
    ask = (
        f'{{ id = "p", do = "ask", question = "?", pick = "players", how_many = "{wanted}", not_me = true, shown = "open" }}'
    )
    playing = game(ask).answer("Ana", "pick", step="p", seats=["Ben", "Cho"][:taken])
    assert playing.public.shown[0].values[0] == taken


@pytest.mark.rule("OWN-10")
def test_a_seat_that_can_pick_nobody_is_not_asked():
    ask = '{ id = "p", do = "ask", question = "?", pick = "player", not_me = true }, { do = "say", text = "x" }'
    playing = game(f'{{ do = "work", then = [{{ out = true, where = "me > 1" }}] }}, {ask}')
    assert playing.awaited() == [("next", None)]


@pytest.mark.rule("OWN-10")
def test_as_many_players_are_picked_as_the_plan_says():
    ask = '{ id = "p", do = "ask", question = "?", pick = "players", how_many = 2, not_me = true, who = "me == 1" }'
    playing = game(ask, COUNTER, seats=4)
    with pytest.raises(Malformed):
        playing.answer("Ana", "pick", step="p", seats=["Ben"])
    with pytest.raises(Malformed):
        playing.answer("Ana", "pick", step="p", seats=["Ana", "Ben"])
    playing.answer("Ana", "pick", step="p", seats=["Dai", "Ben"])
    assert playing.public.shown[0].got == (0, 1, 0, 1)


@pytest.mark.rule("OWN-11")
@pytest.mark.parametrize(("shown", "values", "counts"), [
    ("each", (1, 0, 1), ((0, 1), (1, 2))), ("counts", None, ((0, 1), (1, 2))), ("nothing", None, None),
])  # fmt: skip
def test_answers_are_shown_as_the_plan_says(shown, values, counts):
    ask = f'{{ id = "y", do = "ask", question = "?", pick = "yes", shown = "{shown}" }}, {{ do = "say", text = "x" }}'
    playing = all_pick(game(ask), "y", 1, 0, 1)
    assert (playing.public.shown[0].values, playing.public.shown[0].counts) == (values, counts)


@pytest.mark.rule("OWN-11")
def test_open_answers_come_one_after_the_other_from_the_starter():
    ask = '{ id = "y", do = "ask", question = "?", pick = "yes", shown = "open" }'
    playing = game(ask)
    assert playing.awaited() == [("pick", "Ana")]
    playing.answer("Ana", "pick", step="y", n=1)
    assert playing.public.shown[0].values == (1, None, None)
    assert playing.awaited() == [("pick", "Ben")]


ROLES = """role = [
  { id = "wolf", name = "Wolf", count = 1, knows = ["wolf"] }, { id = "lamb", name = "Lamb", count = "rest" },
]"""
DEALT = {"Ana": "wolf", "Ben": "lamb", "Cho": "lamb"}
HUNT = """{ id = "hunt", do = "ask", who = "is_wolf", question = "Whom?", else_question = "Who?", pick = "player", \
shown = "nothing", then = [{ out = true, where = "got_hunt > 0" }] }, { do = "say", text = "Morning" }"""


def hunting():
    playing = game(HUNT, ROLES).answer(None, "roles", roles={"Ana": "lamb", "Ben": "wolf", "Cho": "lamb"})
    return all_seen(playing, "role")


@pytest.mark.rule("OWN-12")
def test_all_seats_get_the_same_kind_of_question_and_only_the_secret_actor_s_answer_counts():
    playing = hunting()
    assert len(playing.awaited()) == 3
    lines = {playing.view(seat).now.line.key for seat in (None, *playing.names)}
    assert lines == {"own.now.all"}
    assert {own.text[0][1][0] for own in playing.state.own.values()} == {"Whom?", "Who?"}
    playing.answer("Ana", "pick", step="hunt", seats=["Ana"]).answer("Cho", "pick", step="hunt", seats=["Ana"])
    playing.answer("Ben", "pick", step="hunt", seats=["Cho"])
    assert playing.public.inside == (True, True, False)


@pytest.mark.rule("OWN-05")
def test_the_box_deals_each_role_as_often_as_the_plan_says():
    playing = game(HUNT, ROLES)
    assert playing.refused(None, "roles", roles=dict.fromkeys(playing.names, "lamb")).key == "own.other_roles"


@pytest.mark.rule("OWN-13")
def test_numbers_that_break_the_plan_s_condition_are_refused():
    enter = '{ id = "t", do = "enter", question = "?", must = "total(t) == 13", why = "13!" }'
    playing = game(enter, seats=4)
    refused = playing.refused(None, "enter", step="t", numbers={"Ana": 5, "Ben": 4, "Cho": 3, "Dai": 2})
    assert refused.key == "own.must"
    playing.answer(None, "enter", step="t", numbers={"Ana": 5, "Ben": 4, "Cho": 3, "Dai": 1})
    assert playing.public.shown[0].values == (5, 4, 3, 1)


@pytest.mark.rule("OWN-13")
def test_the_table_enters_a_single_number():
    playing = game('{ id = "t", do = "enter", by = "table", question = "?", then = [{ add = "c", n = "t" }] }', COUNTER)
    assert counters(playing.answer(None, "enter", step="t", n=4)) == (4, 4, 4)


@pytest.mark.rule("OWN-14")
def test_players_change_their_own_counters_in_turn():
    playing = game('{ do = "turns", may = ["c"] }', COUNTER, tail="[rounds]\nnumber = 2")
    playing.answer("Ana", "turn", step="s1", add={"c": 3}).answer("Ben", "turn", step="s1", add={})
    assert playing.awaited() == [("turn", "Cho")]
    assert counters(playing.answer("Cho", "turn", step="s1", add={"c": 9})) == (3, 0, 9)


@pytest.mark.rule("OWN-15")
def test_only_their_seat_knows_secret_dice_until_a_step_shows_them():
    steps = """{ id = "d", do = "roll", dice = "me", secret = true }, { id = "me_first", do = "call", question = "Stop" },
      { do = "show", what = ["d"] }, { do = "say", text = "{total(d)}" }"""
    playing = game(steps)
    playing.answer(None, "roll", step="d", dice={"Ana": [6], "Ben": [1, 2], "Cho": [3, 3, 3]})
    assert playing.public.shown[0].dice is None
    assert playing.own("Ben").given[0].dice == (1, 2)
    playing.answer("Cho", "call", step="me_first")
    assert playing.public.shown[1].values == (0, 0, 1)
    assert playing.public.shown[0].dice == ((6,), (1, 2), (3, 3, 3))
    assert playing.public.text == (("en", ("18",)),)


@pytest.mark.rule("OWN-15")
def test_a_roll_without_dice_is_over_and_every_seat_has_the_value_0():
    playing = game('{ id = "d", do = "roll", dice = 0 }, { do = "say", text = "{total(d)} {count(has(d))}" }')
    assert playing.public.text == (("en", ("0", " ", "3")),)


@pytest.mark.rule("OWN-15")
def test_a_tell_asks_all_seats_to_say_seen():
    tell = '{ do = "tell", who = "is_wolf", text = "{name:me} hunts", else_text = "sleep" }, { do = "say", text = "x" }'
    playing = all_seen(game(tell, ROLES).answer(None, "roles", roles=DEALT), "role")
    assert [kind for kind, _ in playing.awaited()] == ["seen"] * 3
    assert playing.own("Ben").text == (("en", ("sleep",)),)
    all_seen(playing, "s1")
    assert playing.awaited() == [("next", None)]


@pytest.mark.rule("OWN-16")
def test_an_effect_reads_the_changes_of_earlier_effects_but_not_its_own():
    then = '{ set = "c", n = "me" }, { set = "c", n = "of(me % players + 1, c)" }, { add = "c", n = "c", where = "c > 2" }'
    assert counters(game(f'{{ do = "work", then = [{then}] }}, {{ do = "say", text = "x" }}', COUNTER)) == (2, 6, 1)


@pytest.mark.rule("OWN-17")
def test_stop_skips_the_rest_of_the_round():
    work = '{ do = "work", then = [{ stop = true, when = "round < 3" }, { add = "c", n = 1 }] }, { do = "say", text = "x" }'
    playing = game(work, COUNTER, tail="[rounds]\nnumber = 3")
    assert (playing.public.round, counters(playing)) == (3, (1, 1, 1))


@pytest.mark.rule("OWN-17")
def test_effects_take_a_seat_out_and_name_the_next_starter():
    then = '{ out = true, where = "me == 2" }, { starts = true, where = "me == 3" }'
    playing = game(f'{{ do = "say", text = "x", then = [{then}] }}', tail="[rounds]\nnumber = 3")
    playing.answer(None, "next", step="s1")
    assert (playing.public.inside, playing.public.starter) == ((True, False, True), 2)


@pytest.mark.rule("OWN-17")
def test_the_last_effect_that_finds_a_seat_names_the_starter_and_skips_a_seat_that_is_out():
    then = '{ starts = true, where = "me == 2" }, { starts = true, where = "me > 9" }, { out = true, where = "me == 2" }'
    playing = game(f'{{ do = "say", text = "x", then = [{then}] }}', tail="[rounds]\nnumber = 3")
    assert playing.answer(None, "next", step="s1").public.starter == 2


@pytest.mark.rule("OWN-18")
def test_a_stop_may_end_the_game():
    stop = '{ do = "say", text = "x", then = [{ stop = true }] }, { do = "say", text = "y" }'
    playing = game(stop, tail='end = [{ when = "round == 1", text = "One" }]')
    assert playing.answer(None, "next", step="s1").public.ended == 0


@pytest.mark.rule("OWN-18")
def test_the_first_end_that_is_true_ends_the_game_in_mid_round():
    tail = 'end = [{ when = "round == 2", text = "Two" }, { when = "1 == 1", text = "One" }]'
    playing = game('{ do = "say", text = "x" }, { do = "say", text = "y" }', tail=tail)
    playing.answer(None, "next", step="s1")
    assert playing.public.ended == 1
    assert playing.public.text == (("en", ("One",)),)


@pytest.mark.rule("OWN-19")
def test_at_the_end_everything_hidden_is_shown():
    head = ROLES + '\ncounter = [{ id = "c", name = "c", who_sees = "nobody", start = 7 }]'
    playing = game('{ do = "say", text = "x" }', head).answer(None, "roles", roles=DEALT)
    all_seen(playing, "role")
    assert counters(playing) == (None,) * 3
    playing.answer(None, "next", step="s1")
    assert counters(playing) == (7, 7, 7)
    assert playing.public.roles == ("wolf", "lamb", "lamb")


@pytest.mark.rule("OWN-20")
@pytest.mark.rule("OWN-21")
def test_the_points_of_a_side_are_the_sum_of_its_seats():
    head = """side = [{ id = "odd", name = "odd", where = "me % 2" }, { id = "even", name = "even", where = "me % 2 == 0" }]
counter = [{ id = "c", name = "c", start = "me" }]"""
    tail = 'score = [{ name = "c", n = "c" }, { name = "none", n = "1 / 0" }]\n[win]\nby = "side"'
    playing = game('{ do = "say", text = "x" }', head, 4, tail).answer(None, "next", step="s1")
    assert points(playing) == {"Ana": 1, "Ben": 2, "Cho": 3, "Dai": 4}
    assert playing.score().ranking == (("Ben", "Dai"), ("Ana", "Cho"))


@pytest.mark.rule("OWN-21")
def test_the_first_formula_that_differs_breaks_a_tie_and_the_record_has_its_number():
    tail = 'score = [{ name = "x", n = 1 }]\n[win]\nties = ["nothing", "me if me < 3 else nothing"]'
    playing = game('{ do = "say", text = "x" }', tail=tail).answer(None, "next", step="s1")
    assert playing.score().ranking == (("Ben",), ("Ana",), ("Cho",))
    assert playing.score().as_data()["tie_break"] == 2


@pytest.mark.rule("OWN-21")
def test_without_score_lines_and_a_winning_side_all_seats_share_the_first_place():
    playing = game('{ do = "say", text = "x" }').answer(None, "next", step="s1")
    assert playing.score().ranking == (("Ana", "Ben", "Cho"),)


@pytest.mark.rule("OWN-26")
def test_a_text_names_seats_roles_and_sides():
    head = """side = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
role = [{ id = "wolf", name = "Wolf", side = "a", count = 1 }, { id = "lamb", name = "Lamb", side = "b", count = "rest" }]"""
    words = "{name:2} {role:1} {side:2} {name:9} {1 / 0}"
    tell = f'{{ do = "show", what = ["role"] }}, {{ do = "say", text = "{words}" }}'
    playing = all_seen(game(tell, head).answer(None, "roles", roles=DEALT), "role")
    assert say(playing.view(None).now.line, "en") == "Ben Wolf B nobody –"


@pytest.mark.rule("OWN-27")
def test_every_seat_has_the_same_rows_under_the_cover():
    playing = hunting()
    blocks = [next(b for b in playing.view(seat).blocks if isinstance(b, Secret)) for seat in playing.names]
    assert len({(len(block.goal), len(block.hand), len(block.counts)) for block in blocks}) == 1
    assert not any(isinstance(block, Secret) for block in playing.view(None).blocks)


@pytest.mark.rule("OWN-28")
def test_only_its_owner_sets_a_hidden_counter_right_and_nobody_sees_it():
    head = 'counter = [{ id = "c", name = "c", who_sees = "owner", high = 9 }]'
    playing = game('{ do = "say", text = "x" }', head)
    before = playing.view(None), playing.view("Ana")
    playing.answer("Cho", "set", counter="c", n=4)
    assert playing.own("Cho").counters == (4,)
    assert (playing.view(None), playing.view("Ana")) == before
    with pytest.raises(Malformed):
        playing.answer(None, "set", seat="Cho", counter="c", n=4)


@pytest.mark.rule("OWN-28")
def test_the_table_sets_an_open_counter_right_within_its_bounds():
    playing = game('{ do = "say", text = "x" }', COUNTER).answer(None, "set", seat="Ben", counter="c", n=4)
    assert counters(playing) == (0, 4, 0)
    with pytest.raises(Malformed):
        playing.answer(None, "set", seat="Ben", counter="c", n=10)


@pytest.mark.rule("OWN-30")
def test_a_record_that_begins_with_the_whole_plan_gives_the_same_game():
    playing = all_pick(sitting("highest", 4), "n", 5, 5, 3, 2)
    again = sitting("highest", 4)
    for line in playing.record:
        again.post(line["seat"], line["do"])
    assert again.state == playing.state


@pytest.mark.rule("OWN-23")
@pytest.mark.parametrize(
    ("condition", "count"), [("a == seat", "1"), ("seat == a", "1"), ("1 == is_in", "3"), ("a == c", "0")]
)
def test_count_compares_any_two_numbers_of_a_seat(condition, count):
    ask = '{ id = "a", do = "ask", question = "?", pick = "number", high = 9 }'
    playing = game(f'{ask}, {{ do = "say", text = "{{count({condition})}}" }}', 'counter = [{ id = "c", name = "c" }]')
    all_pick(playing, "a", 3, 2, 1)
    assert playing.public.text == (("en", (count,)),)
