"""The ten plans, as whole games whose results were worked out by hand."""

import pytest

from companion.core.blocks import Seats
from companion.games.own.tests.playing import all_pick, all_seen, points, sitting
from companion.speech.say import say


@pytest.mark.rule("OWN-07")
def test_score_pad_adds_up_until_the_table_stops():
    game = sitting("score_pad", 2)
    game.answer(None, "enter", step="won", numbers={"Ana": 7, "Ben": 12}).answer(None, "again", yes=True)
    game.answer(None, "enter", step="won", numbers={"Ana": 9, "Ben": -2}).answer(None, "again", yes=False)
    assert points(game) == {"Ana": 16, "Ben": 10}
    assert game.score().ranking == (("Ana",), ("Ben",))


@pytest.mark.rule("OWN-20")
@pytest.mark.rule("OWN-21")
def test_harvest_works_a_category_out_and_breaks_a_tie():
    game = sitting("harvest", 3)
    game.answer(None, "enter", step="f", numbers={"Ana": 6, "Ben": 10, "Cho": 1})
    game.answer(None, "enter", step="k", numbers={"Ana": 4, "Ben": 3, "Cho": 1})
    game.answer(None, "enter", step="e", numbers={"Ben": 1})
    game.answer(None, "enter", step="c", numbers={"Ana": 9, "Ben": 17})
    # Ana 12 + 16 + 0 + 1, Ben 20 + 9 - 3 + 3, Cho 2 + 1: Ana has more kinds of crops.
    assert points(game) == {"Ana": 29, "Ben": 29, "Cho": 3}
    assert game.score().ranking == (("Ana",), ("Ben",), ("Cho",))
    assert game.score().as_data()["tie_break"] == 1


@pytest.mark.rule("OWN-13")
def test_a_right_bid_scores_10_and_its_number_of_tricks():
    game = sitting("tricks", 3).answer(None, "starter", seat="Ben")
    for n in range(1, 11):
        game.answer(None, "next", step="s1")
        all_pick(game, "said", n, 0, 0)
        assert game.refused(None, "enter", step="won", numbers={"Ana": n, "Cho": 1}).key in ("own.must", "own.beyond_of")
        game.answer(None, "enter", step="won", numbers={"Ana": n} if n < 10 else {"Cho": 10})
    # Ana: 11 to 19, then 10 tricks missed. Ben: 10 each time. Cho: 10 nine times, then 10 too many.
    assert points(game) == {"Ana": sum(range(11, 20)) - 50, "Ben": 100, "Cho": 90 - 50}


@pytest.mark.rule("OWN-21")
def test_shooting_the_moon_gives_the_points_to_all_others_and_the_fewest_win():
    game = sitting("hearts", 4)
    assert game.refused(None, "enter", step="took", numbers={"Ana": 20, "Ben": 5}).key == "own.must"
    for _ in range(3):
        game.answer(None, "enter", step="took", numbers={"Ben": 26})
    assert game.public.counters[0] == (78, 0, 78, 78)
    game.answer(None, "enter", step="took", numbers={"Ana": 22, "Cho": 4})
    assert points(game) == {"Ana": 100, "Ben": 0, "Cho": 82, "Dai": 78}
    assert game.score().ranking == (("Ben",), ("Dai",), ("Cho",), ("Ana",))


@pytest.mark.rule("OWN-10")
def test_the_highest_bid_pays_its_money():
    game = sitting("auction", 3)
    for bids in ((10, 9, 9), (10, 10, 0), (10, 9, 9), (0, 0, 0), (0, 0, 20), (0, 20, 5)):
        game.answer(None, "next", step="s1")
        all_pick(game, "bid", *bids)
    # Ana pays 10 three times: in round 2 she starts and wins the equal bids. Cho pays 20, Ben pays 20.
    assert points(game) == {"Ana": 30, "Ben": 15, "Cho": 15}
    assert game.public.counters == ((0, 10, 10), (3, 1, 1))
    assert game.score().ranking == (("Ana",), ("Ben", "Cho"))


@pytest.mark.rule("OWN-10")
def test_a_bid_above_the_seat_s_own_money_is_refused():
    game = sitting("auction", 3).answer(None, "next", step="s1")
    assert game.refused("Ana", "pick", step="bid", n=31).key == "own.beyond"


@pytest.mark.rule("OWN-22")
@pytest.mark.parametrize(
    ("numbers", "coins"), [((5, 5, 3, 2), (0, 0, 3, 0)), ((6, 6, 4, 4), (0, 0, 0, 0)), ((1, 2, 3, 6), (0, 0, 0, 6))]
)
def test_highest_alone_takes_its_number(numbers, coins):
    assert all_pick(sitting("highest", 4), "n", *numbers).public.counters[0] == coins


def village():
    game = sitting("werewolves", 7)
    roles = dict(zip(game.names, ("wolf", "wolf", "seer", *["villager"] * 4), strict=True))
    return all_seen(game.answer(None, "roles", roles=roles), "role")


def night(game, victim, looked):
    """Play a night: both wolves pick this villager, and the seer looks at `looked`."""
    for seat in [seat for _, seat in game.awaited()]:
        game.answer(seat, "pick", step="hunt", seats=[victim if seat != victim else "Ana"])
    for seat in [seat for _, seat in game.awaited()]:
        game.answer(seat, "pick", step="look", seats=[looked if seat != looked else "Gala"])


def vote(game, **votes):
    game.answer(None, "next", step="s4")
    for seat in [seat for _, seat in game.awaited()]:
        game.answer(seat, "pick", step="vote", seats=[votes[seat]])


@pytest.mark.rule("OWN-12")
@pytest.mark.rule("OWN-05")
def test_the_wolves_know_each_other_and_the_seer_reads_a_side():
    game = village()
    assert game.own("Ana").knows == ((1, "wolf"),)
    assert game.own("Cho").knows == ()
    night(game, "Dai", "Ana")
    assert [str(piece) for piece in game.own("Cho").text[0][1][1:2]] == [" is with "]
    all_seen(game, "s3")
    assert game.public.inside.count(True) == 6
    assert not game.public.inside[3]


@pytest.mark.rule("OWN-17")
@pytest.mark.parametrize(("against", "left"), [(3, 6), (4, 5)])
def test_more_than_half_of_the_votes_send_somebody_away(against, left):
    game = village()
    night(game, "Dai", "Ana")
    all_seen(game, "s3")
    seats = [seat for seat in game.names if seat != "Dai"]
    others = dict(zip(seats, ("Ben", "Cho", "Eva", "Farid", "Gala", "Ben"), strict=True))
    wanted = [seat for seat in seats if seat != "Ana"][:against]
    vote(game, **{**others, **dict.fromkeys(wanted, "Ana")})
    assert game.public.inside.count(True) == left


@pytest.mark.rule("OWN-18")
def test_the_wolves_win_in_mid_round_as_soon_as_they_are_half():
    game = village()
    night(game, "Cho", "Ana")
    all_seen(game, "s3")
    seats = [seat for seat in game.names if seat != "Cho"]
    vote(game, **{**dict.fromkeys(seats, "Dai"), "Dai": "Ana"})
    assert game.public.round == 2
    assert len(game.awaited()) == 5
    night(game, "Eva", "Ana")
    all_seen(game, "s3")
    assert game.score().as_data() == {
        "winner": "wolves",
        "ranking": [["Ana", "Ben"], ["Cho", "Dai", "Eva", "Farid", "Gala"]],
    }
    assert game.public.round == 2


def missions():
    """Return a game of missions in which Ana and Ben are the spies."""
    game = sitting("missions", 5)
    roles = dict(zip(game.names, ("spy", "spy", "rebel", "rebel", "rebel"), strict=True))
    return all_seen(game.answer(None, "roles", roles=roles), "role")


def team_picked(game, team, votes_for=5):
    """Let the leader pick a team, and `votes_for` seats vote for it."""
    game.answer(game.awaited()[0][1], "pick", step="team", seats=list(team))
    for i, seat in enumerate(game.names):
        game.answer(seat, "pick", step="vote", n=int(i < votes_for))
    return game


def mission(game, team, fails=0):
    """Play a mission with this team, of which `fails` spies make it fail."""
    for _, seat in team_picked(game, team).awaited():
        game.answer(seat, "pick", step="card", n=2 if seat in ("Ana", "Ben")[:fails] else 1)


@pytest.mark.rule("OWN-10")
def test_everybody_sees_the_team_that_the_leader_picked():
    game = missions()
    leader = game.awaited()[0][1]
    game.answer(leader, "pick", step="team", seats=["Cho", "Dai"])
    rows = {row.seat: row.note for block in game.view(None).blocks if isinstance(block, Seats) for row in block.rows}
    assert say(rows[leader], "en") == "chose Cho and Dai"


@pytest.mark.rule("OWN-11")
def test_a_mission_fails_by_a_secret_card_and_nobody_sees_whose():
    game = missions()
    mission(game, ("Cho", "Dai"))
    mission(game, ("Ana", "Cho", "Dai"), fails=1)
    assert game.public.counters[:2] == ((1,), (1,))
    assert game.public.earlier[2].counts == ((1, 2), (2, 1))
    assert game.public.earlier[2].values is None


@pytest.mark.rule("OWN-10")
def test_a_rebel_cannot_make_a_mission_fail():
    game = team_picked(missions(), ("Ana", "Cho"))
    assert game.refused("Cho", "pick", step="card", n=2).key == "own.not_allowed"


@pytest.mark.rule("OWN-18")
def test_the_spies_win_by_three_failed_missions_although_a_team_was_refused():
    game = missions()
    mission(game, ("Ana", "Cho"), fails=1)
    mission(game, ("Ana", "Cho", "Dai"), fails=1)
    team_picked(game, ("Ana", "Ben"), votes_for=2)
    assert game.public.counters[2] == (1,)
    mission(game, ("Ana", "Ben"), fails=1)
    assert game.score().as_data() == {"winner": "spies", "ranking": [["Ana", "Ben"], ["Cho", "Dai", "Eva"]]}


@pytest.mark.rule("OWN-15")
def test_players_lose_dice_one_by_one_until_only_one_has_any():
    game = sitting("dice", 2)
    for n in (5, 4, 3, 2, 1):
        game.answer(None, "roll", step="thrown", dice={"Ana": [1] * 5, "Ben": [6] * n})
        game.answer(None, "next", step="s2").answer("Ana", "call", step="doubt")
        game.answer("Ana", "pick", step="loser", seats=["Ben"])
    assert points(game) == {"Ana": 5, "Ben": 0}
    assert game.score().ranking == (("Ana",), ("Ben",))


@pytest.mark.rule("OWN-23")
def test_a_clue_scores_by_how_many_were_right():
    game = sitting("clues", 4)

    def clue(votes, places):
        game.answer(None, "next", step="s1")
        guessing = [seat for _, seat in game.awaited()]
        for seat, n in zip(guessing, votes, strict=True):
            game.answer(seat, "pick", step="vote", n=n)
        game.answer(None, "enter", step="card", numbers=dict(zip(game.names, places, strict=True)))
        return game.public.counters[0]

    # Ana gives the clue, card 1. Ben is right, Cho and Dai take Ben's card: 3 for Ana, 3 + 2 for Ben.
    assert clue((1, 2, 2), (1, 2, 3, 4)) == (3, 5, 0, 0)
    # Ben gives the clue, card 2. All are right: 2 for all others.
    assert clue((2, 2, 2), (1, 2, 3, 4)) == (5, 5, 2, 2)
    # Cho gives the clue, card 3. Nobody is right, and all three take another's card: 2 for all others, and a point for each
    # vote.
    assert clue((2, 1, 1), (1, 2, 3, 4)) == (9, 8, 2, 4)


@pytest.mark.rule("OWN-27")
def test_the_rooms_screen_shows_a_lone_winner_of_a_step_and_who_goes_out():
    game = sitting("highest", 4)
    before = game.public
    all_pick(game, "n", 5, 5, 3, 2)
    moment = game.game.highlight(before, game.public, None, None)
    assert (moment.kind, moment.seat, moment.counts[0].change) == ("scored", "Cho", 3)
    village_ = village()
    night(village_, "Dai", "Ana")
    before = village_.public
    all_seen(village_, "s3")
    assert village_.game.highlight(before, village_.public, None, None).seat == "Dai"


@pytest.mark.rule("OWN-27")
def test_a_plan_without_secrets_has_no_cover_and_its_first_minute_is_its_own_words():
    assert not any(block.__class__.__name__ == "Secret" for block in sitting("hearts", 4).view("Ana").blocks)
    game = sitting("auction", 3)
    assert any(block.__class__.__name__ == "Secret" for block in game.view("Ana").blocks)
    pages = game.game.minute(game.names, game.game.options())
    assert [dict(page.words.values)["en"] for page in pages][1] == ("Have the most coins after five rounds.",)
