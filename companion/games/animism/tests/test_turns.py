"""Turns: the sheet of each seat, passing, supplies at the start, and the limit at the end."""

from dataclasses import replace

import pytest

from companion.core.blocks import Timeline
from companion.core.meanwhile import recent
from companion.core.state import with_own
from companion.core.words import BadFile, text
from companion.games.animism import GAME
from companion.games.animism.state import Options, holder, sheet_of
from companion.games.animism.tests.playing import NARROW, TIGHT, Sitting
from companion.games.animism.turns import first_state
from companion.kits.paper import Map
from companion.promises.sitting import Sitting as Rules
from tests.promises.settings import NAMES


@pytest.mark.rule("ANIM-03")
def test_seats_get_the_colours_in_order_or_those_that_they_chose():
    assert Sitting(3).public.colours == ("blue", "green", "red")
    assert Sitting(3, colours=["yellow", "blue", "green"]).public.colours == ("yellow", "blue", "green")


@pytest.mark.rule("ANIM-03")
@pytest.mark.parametrize("colours", [["blue", "green"], ["blue", "green", "red", "yellow"], []])
def test_a_colour_too_few_or_too_many_is_refused(colours):
    with pytest.raises(BadFile, match="colour_each"):
        first_state(NAMES[:3], Options(colours=tuple(colours)))


@pytest.mark.rule("ANIM-03")
def test_no_two_seats_have_the_same_colour():
    with pytest.raises(BadFile, match="colour_twice"):
        Options(colours=("blue", "blue", "green"))


@pytest.mark.rule("ANIM-05")
@pytest.mark.parametrize("seats", [3, 4])
def test_sheets_go_to_the_left_neighbour_when_all_are_done(seats):
    sitting = Sitting(seats)
    assert [sheet_of(sitting.public, i) for i in range(seats)] == [*range(seats)]
    sitting.done(*sitting.names[:-1])
    assert sheet_of(sitting.public, 1) == 1
    sitting.done(sitting.names[-1])
    assert [sheet_of(sitting.public, i) for i in range(seats)] == [seats - 1, *range(seats - 1)]
    assert [holder(sitting.public, i) for i in range(seats)] == [*range(1, seats), 0]


@pytest.mark.rule("ANIM-05")
@pytest.mark.parametrize("sheets", ["score", "twin"])
def test_everybody_acts_at_the_same_time(sheets):
    sitting = Sitting(4, sheets=sheets)
    assert sitting.awaited() == [("turn", seat) for seat in sitting.names]


@pytest.mark.rule("ANIM-06")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_round_ends_when_all_sheets_are_home_and_the_game_after_four(seats):
    sitting = Sitting(seats)
    rounds = [sitting.turns(1).public.round for _ in range(4 * seats)]
    assert rounds == [1] * (seats - 1) + [2] * seats + [3] * seats + [4] * seats + [4]
    assert not sitting.dues("turn")


@pytest.mark.rule("ANIM-04")
def test_resources_never_run_out():
    sitting = Sitting(3)
    for seat in sitting.names:
        others = [c for c in ("blue", "green", "red", "yellow") if c != sitting.public.colours[sitting.names.index(seat)]]
        sitting.answer(seat, "hand", resources=dict.fromkeys(others, 99))
    assert sitting.hand("Cho") == {"blue": 99, "green": 99, "yellow": 99}


# On phones


@pytest.mark.rule("ANIM-10")
@pytest.mark.rule("ANIM-13")
def test_the_black_die_gives_a_free_piece_that_touches_the_centre():
    sitting = Sitting(3, sheets="twin").answer("Ana", "roll", black=2)
    assert sitting.own("Ana").piece == "three"
    assert sitting.own("Ana").paper.bought[1] == (0,)
    assert sitting.refused("Ana", "draw", cells=[[0, 0], [0, 1], [0, 2]]).key == "animism.hindrance.apart_centre"
    sitting.answer("Ana", "draw", cells=[[3, 4], [3, 5], [3, 6]]).answer("Ana", "done")
    assert sitting.public.done == (0,)


@pytest.mark.rule("ANIM-10")
def test_the_first_turn_has_no_extra_action_and_nothing_to_choose():
    sitting = Sitting(3, sheets="twin")
    assert {do["type"] for do in sitting.legal("Ana")} == {"roll"}
    sitting.answer("Ana", "roll", black=1).answer("Ana", "draw", cells=[[3, 5], [3, 6]])
    assert sitting.legal("Ana") == [{"type": "done"}]


@pytest.mark.rule("ANIM-10")
def test_the_die_is_rolled_again_while_its_piece_cannot_be_drawn():
    layout = {**NARROW, "pieces": [{"id": "two", "level": 1, "cells": ["##"]}, *NARROW["pieces"]]}
    sitting = Sitting(3, sheets="twin", layout={**layout, "black": ["two", *NARROW["black"][1:]]})
    ids = [due.id for due in sitting.answer("Ana", "roll", black=4).dues()]
    assert ids[0] == "turn-1.1-0-2"
    assert sitting.answer("Ana", "roll", black=4).own("Ana").piece is None
    assert sitting.answer("Ana", "roll", black=1).own("Ana").piece == "two"


@pytest.mark.rule("ANIM-10")
def test_a_piece_that_is_painted_full_is_rolled_again():
    sitting = Sitting(4, sheets="twin")
    for _ in range(2):
        for seat in sitting.names:
            sitting.answer(seat, "roll", black=1)
            sitting.post(seat, sitting.legal(seat, "draw")[0]).done(seat)
    assert sitting.answer("Ana", "roll", black=1).own("Ana").piece is None


@pytest.mark.rule("ANIM-09")
@pytest.mark.rule("ANIM-10")
def test_if_no_piece_of_the_die_fits_the_single_cell_comes_without_a_roll():
    sitting = Sitting(3, sheets="twin", layout=NARROW)
    assert sitting.legal("Ana") == [{"type": "draw", "cells": [[r, c]]} for r, c in ((0, 2), (2, 0), (2, 4), (4, 2))]


@pytest.mark.rule("ANIM-10")
def test_where_not_even_the_single_cell_fits_the_turn_can_only_end():
    sitting = Sitting(3, sheets="twin", layout=TIGHT).until(2)
    assert sitting.public.round == 1
    assert all(sitting.legal(seat) == [{"type": "done"}] for seat in sitting.names)
    assert sitting.until(12).table.moment.over


def ending(turn: int) -> Rules:
    """Return a game in which each seat can only end this turn. On Ana's sheet, green has painted a circle and a hexagon of
    the blue track, and red another hexagon. Ana has five red and two green resources."""
    sitting = Rules(GAME, 3, sheets="twin").open(turn=turn)
    painted = replace(sitting.public.papers[0], tracks=((1, 1, 2, 1, 2), (), (), ()))
    sitting.open(papers=(painted, *sitting.public.papers[1:]))
    for place, seat in enumerate(sitting.names):
        paper = sitting.public.papers[sheet_of(sitting.public, place)]
        sitting.state = with_own(sitting.state, seat, phase="closing", paper=paper)
    sitting.state = with_own(sitting.state, sitting.names[0], hand=(0, 2, 5, 0))
    return sitting


@pytest.mark.rule("ANIM-07")
def test_each_painted_hexagon_of_the_own_track_on_this_sheet_brings_what_painted_it():
    sitting = ending(turn=2)
    for seat in sitting.names:
        sitting.answer(seat, "done")
    assert sitting.public.hands == ((0, 2 + 1, 3 + 1, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    assert sitting.own("Ana").hand == (0, 3, 4, 0)


@pytest.mark.rule("ANIM-07")
def test_in_round_1_nobody_is_supplied_and_on_anothers_sheet_only_its_own_track_counts():
    for turn in (0, 3):
        sitting = ending(turn)
        for seat in sitting.names:
            sitting.answer(seat, "done")
        assert sum(map(sum, sitting.public.hands)) == 5


@pytest.mark.rule("ANIM-18")
def test_five_red_and_two_green_are_trimmed_and_open_when_all_are_done():
    sitting = ending(turn=3).answer("Ana", "done")
    assert sitting.own("Ana").hand == (0, 2, 3, 0)
    assert sitting.public.hands[0] == (0, 0, 0, 0)
    sitting.answer("Ben", "done").answer("Cho", "done")
    assert sitting.public.past[-1][0].given_back == (0, 0, 2, 0)


@pytest.mark.rule("ANIM-12")
def test_the_present_drawing_may_be_drawn_again_until_its_seat_is_done():
    sitting = Sitting(3, sheets="twin").answer("Ana", "roll", black=1).answer("Ana", "draw", cells=[[3, 5], [3, 6]])
    sitting.answer("Ben", "roll", black=1).answer("Ben", "draw", cells=[[3, 5], [3, 6]]).done("Ben")
    sitting.back("Ana").answer("Ana", "draw", cells=[[3, 4], [3, 5]]).done("Ana")
    assert sitting.own("Ana").drawn[0].cells == 1 << 3 * 11 + 4 | 1 << 3 * 11 + 5
    sitting.back("Ana").back("Ana")
    assert sitting.own("Ana").piece == "two"


@pytest.mark.rule("ANIM-12")
@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ([[4, 4], [4, 5]], "centre"),
        ([[1, 2], [1, 3]], "altar"),
        ([[3, 5], [4, 6]], "other_piece"),
        ([[0, 0], [0, 1]], "apart_centre"),
    ],
)
def test_the_obstacle_of_a_drawing_is_named(cells, why):
    sitting = Sitting(3, sheets="twin").answer("Ana", "roll", black=1)
    assert sitting.refused("Ana", "draw", cells=cells).key == f"animism.hindrance.{why}"


@pytest.mark.rule("ANIM-12")
def test_nobody_draws_over_paint():
    sitting = Sitting(3, sheets="twin")
    for seat in sitting.names:
        sitting.answer(seat, "roll", black=1).answer(seat, "draw", cells=[[3, 5], [3, 6]]).done(seat)
    sitting.answer("Ana", "roll", black=1)
    assert sitting.refused("Ana", "draw", cells=[[3, 5], [3, 4]]).key == "animism.hindrance.paint"


@pytest.mark.rule("ANIM-05")
def test_until_all_are_done_a_sheet_is_open_as_the_turn_began():
    sitting = Sitting(3, sheets="twin").answer("Ana", "roll", black=1).answer("Ana", "draw", cells=[[3, 5], [3, 6]])
    before = sitting.public.papers
    sitting.done("Ana").idly("Ben")
    assert sitting.public.papers == before
    sitting.idly("Cho")
    assert sitting.public.papers[0].painted == 1 << 3 * 11 + 5 | 1 << 3 * 11 + 6
    assert sitting.state.shown == (None,)


@pytest.mark.rule("ANIM-05")
def test_past_the_last_done_only_the_box_takes_back_and_then_each_may_again():
    sitting = Sitting(3, sheets="twin").idly()
    sitting.back(None)
    assert sitting.public.turn == 0
    assert sitting.awaited() == [("turn", "Cho")]
    sitting.back("Ana").back("Ana")
    assert sitting.awaited() == [("turn", "Ana"), ("turn", "Cho")]


@pytest.mark.rule("ANIM-05")
def test_others_learn_only_that_a_turn_is_done():
    sitting = Sitting(3, sheets="twin", advanced=True)
    before, fingerprint = dict(sitting.moment.seqs), sitting.moment.fingerprint
    sitting.answer("Ana", "roll", black=1).answer("Ana", "draw", cells=[[3, 5], [3, 6]]).answer("Ana", "bonus", mark="I")
    sitting.back("Ana")
    assert {seat: n for seat, n in sitting.moment.seqs.items() if n != before[seat]} == {"Ana": before["Ana"] + 4}
    assert sitting.moment.fingerprint == fingerprint
    sitting.done("Ana")
    assert all(n > before[seat] for seat, n in sitting.moment.seqs.items())
    assert sitting.moment.fingerprint != fingerprint


def test_the_end_of_a_turn_is_not_among_the_last_moves():
    sitting = Sitting(3, sheets="twin").idly("Ana", "Ben")
    assert recent(sitting.moment.history) == ()


def test_a_seat_that_waits_reads_first_what_all_drew_in_the_turn_before():
    sitting = Sitting(3, sheets="twin").idly().idly("Ana")
    shown = [[type(block) for block in sitting.screen(seat).view.blocks] for seat in ("Ana", "Ben")]
    assert [blocks.index(Timeline) < blocks.index(Map) for blocks in shown] == [True, False]


@pytest.mark.rule("ANIM-25")
def test_a_bonus_is_offered_until_it_is_circled_and_stands_below_its_sheet():
    sitting = Sitting(3, sheets="twin", advanced=True)
    assert sitting.legal("Ana", "bonus")
    sitting.answer("Ana", "bonus", mark="II")
    assert not sitting.legal("Ana", "bonus")
    (sheet,) = (block for block in sitting.screen("Ana").view.blocks if isinstance(block, Map))
    assert sheet.words == (text("animism.circled", mark="II"),)
