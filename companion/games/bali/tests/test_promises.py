"""Promises that hold in every game, with any answers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.words import Refused, Text
from companion.games.bali import GAME
from companion.games.bali.pieces import KINDS
from companion.games.bali.tests.playing import Sitting, all_views, random_game


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.booleans(), st.booleans())
def test_every_game_of_legal_answers_ends_with_a_score(seed, seats, oracle, demon):
    sitting = random_game(seed, seats, oracle=oracle, demon=demon)
    assert GAME.score(sitting.state).ranking
    assert len(set(sitting.ids)) == len(sitting.ids)


@pytest.mark.parametrize("seed", range(10))
def test_a_record_played_again_gives_the_same_game(seed):
    sitting = random_game(seed, oracle=True, demon=True)
    again = Sitting(3, oracle=True, demon=True)
    for line in sitting.record:
        again.post(line["seat"], line["do"])
    assert again.state == sitting.state


def blocked_and_legal(sitting: Sitting) -> None:
    for option in sitting.answers().options():
        twin = Sitting(state=sitting.state)
        if option.why is None:
            twin.post(twin.due().seat, option.do)
        else:
            assert refusal(twin, option.do) == option.why


def refusal(sitting: Sitting, do: dict[str, object]) -> Text:
    fields = {name: value for name, value in do.items() if name != "type"}
    return sitting.refused_now(str(do["type"]), **fields).text


@pytest.mark.parametrize("seed", range(12))
def test_offered_answers_are_taken_and_blocked_ones_are_refused_with_their_reason(seed):
    sitting = Sitting(2 + seed % 3, oracle=True)
    for line in random_game(seed, 2 + seed % 3, oracle=True).record:
        blocked_and_legal(sitting)
        sitting.post(line["seat"], line["do"])


@pytest.mark.rule("BALI-09")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("other", KINDS)
def test_the_builders_card_changes_nobody_elses_screen_before_it_is_shown(seed, other):
    """In two games that differ in one secret sacrifice the same answers follow."""
    game = next(game for n in range(100) if (game := random_game(100 * seed + n, **VARIANTS)).secrets)
    secret = game.secrets[0]
    record = [line["do"] for line in game.record]
    changed = [*record[:secret], {**record[secret], "kind": other}, *record[secret + 1 :]]
    one, twin = Sitting(3, **VARIANTS), Sitting(3, **VARIANTS)
    compared = 0
    for this, that in zip(record, changed, strict=True):
        one.post(one.due().seat, this)
        try:
            twin.post(twin.due().seat, that)
        except Refused:  # in this game its seat does not hold the card that it gave in the other one
            break
        if one.state.shown or twin.state.shown:
            break
        assert screens(one, game.record[secret]["seat"]) == screens(twin, game.record[secret]["seat"])
        compared += 1
    assert compared >= secret


VARIANTS = {"altar_log": True}


def screens(sitting: Sitting, but: str) -> list[object]:
    """Return every screen except one seat's, with its questions."""
    views = zip((None, *sitting.names), all_views(sitting.state), strict=True)
    return [*(view for name, view in views if name != but), GAME.due(sitting.state)]


def test_bots_weigh_each_legal_answer():
    sitting = Sitting(3)
    answers = sitting.answers()
    weights = GAME.taste(all_views(sitting.state)[1], answers)
    assert len(weights) == len(answers.legal())
    assert all(type(weight) is int and weight >= 0 for weight in weights)
    assert any(weights)
