"""Punishment cards in a hand: they make zealots, and limit what may be played, discarded and swapped."""

from itertools import product

import pytest

from companion.games.babel import rounds
from companion.games.babel.state import Own
from companion.games.babel.tests.playing import Sitting

P = "punishment"


def may(role: str, *hand: str) -> set[tuple[str, str | None]]:
    """Return all that a builder may play and discard."""
    own = Own(role, is_zealot=role == "architect" and P in hand, hand=tuple(sorted(hand)))
    ways = product((*own.hand, "seal"), (*own.hand, "seal", None))
    return {(play, discard) for play, discard in ways if rounds.why_not_commit(own, play, discard) is None}


@pytest.mark.rule("BABEL-09")
@pytest.mark.parametrize("role", ["messenger", "architect"])
def test_a_builder_plays_one_card_and_discards_another(role):
    ways = {(a, b) for a in ("storm", "row-1", "row-2") for b in ("storm", "row-1", "row-2") if a != b}
    assert may(role, "storm", "row-1", "row-2") == ways


@pytest.mark.rule("BABEL-09")
def test_one_of_two_equal_cards_may_be_played_and_the_other_discarded():
    assert may("architect", "storm", "storm", "row-1") == {("storm", "storm"), ("storm", "row-1"), ("row-1", "storm")}


@pytest.mark.rule("BABEL-10")
def test_a_messenger_plays_the_punishment_card_that_he_holds():
    assert may("messenger", P, "row-1", "row-2") == {(P, "row-1"), (P, "row-2")}


@pytest.mark.rule("BABEL-10")
@pytest.mark.parametrize("role", ["messenger", "architect"])
def test_with_two_punishment_cards_one_is_played_and_one_kept(role):
    assert may(role, P, P, "row-1") == {(P, "row-1")}


@pytest.mark.rule("BABEL-10")
def test_a_zealots_only_punishment_card_is_kept():
    assert may("architect", P, "row-1", "row-2") == {("row-1", "row-2"), ("row-2", "row-1")}


@pytest.mark.rule("BABEL-10")
@pytest.mark.parametrize("role", ["messenger", "architect"])
def test_a_builder_with_three_cards_plays_one_and_discards_nothing(role):
    assert may(role, P, P, P) == {(P, None)}


@pytest.mark.rule("BABEL-10")
def test_a_refusal_says_nothing_of_the_hand():
    sitting = Sitting(5, "phones").begun(Ben=(P, "row-1", "row-2")).appoint()
    tries = [(P, "row-1"), ("row-1", P), ("row-1", None), ("storm", "row-1"), ("row-1", "row-1")]
    whys = [sitting.refused("Ben", "commit", play=play, discard=discard) for play, discard in tries]
    assert {why.key for why in whys} == {"babel.not_held"}


@pytest.mark.rule("BABEL-10")
@pytest.mark.parametrize("fields", [{"play": "row-1"}, {"play": "row-4", "discard": "seal"}, {"play": 1, "discard": None}])
def test_an_answer_without_a_known_card_is_no_answer(fields):
    sitting = Sitting(5, "phones").begun(Ben=(P, "row-1", "row-2")).appoint()
    assert sitting.refused("Ben", "commit", **fields).key == "malformed"


# BABEL-04: zealots


@pytest.mark.rule("BABEL-04")
def test_an_architect_who_is_dealt_a_punishment_card_is_a_zealot_from_the_start():
    sitting = Sitting(5, "phones").deal(Ben=(P, "row-1", "row-2"))
    assert [sitting.own(name).zealot_since for name in sitting.names] == [None, 0, None, None, None]


@pytest.mark.rule("BABEL-04")
def test_a_messenger_stays_what_he_is():
    sitting = Sitting(5, "phones").deal(Eva=(P, "row-1", "row-2"))
    assert not any(sitting.own(name).is_zealot for name in sitting.names)


@pytest.mark.rule("BABEL-04")
def test_a_master_who_must_take_a_punishment_card_becomes_a_zealot():
    sitting = punished()
    sitting.answer("Ana", "swap", take=P, give="row-2")
    assert sitting.own("Ana").zealot_since == 1
    assert P in sitting.own("Ana").hand


def punished() -> Sitting:
    """Return a game in which Ana is Master and received one punishment card."""
    sitting = Sitting(5, "phones").begun("Ben", Ana=("row-2", "seal", "row-3"), Ben=(P, "row-1", "row-1")).appoint()
    sitting.commit("Ben", P, "row-1")
    for name in ("Cho", "Dai"):
        hand = sitting.own(name).hand
        sitting.commit(name, hand[0], hand[1])
    return sitting


@pytest.mark.rule("BABEL-04")
def test_a_builder_who_draws_a_punishment_card_is_a_zealot_from_that_round():
    sitting = Sitting(6, "phones").begun(Ana=("row-1", "row-1", "seal"), Eva=(P, "seal", "seal")).appoint()
    for name in ("Ben", "Cho", "Dai"):
        hand = sitting.own(name).hand
        sitting.commit(name, hand[0], hand[1])
    own = sitting.own("Ana")
    sitting.answer("Ana", "swap", take=own.received[0], give="seal")
    while not sitting.dues("draw"):
        sitting.master("reveal", **{k: v for k, v in sitting.legal("reveal", "Ana")[0].items() if k != "type"})
    sitting.answer(None, "draw", cards=["storm", "storm", "lightning", P, "storm", "storm"])
    assert [sitting.own(name).zealot_since for name in ("Ben", "Cho", "Dai")] == [None, 1, None]
    assert all(len(sitting.own(name).hand) == 3 for name in sitting.names)


@pytest.mark.rule("BABEL-11")
@pytest.mark.parametrize(
    "fields", [{"take": P, "give": P}, {"take": "row-2", "give": "seal"}, {"take": "storm", "give": "seal"}]
)
def test_a_punishment_card_received_must_come_in_and_none_goes_out(fields):
    assert punished().refused("Ana", "swap", **fields).key == "babel.not_held"


@pytest.mark.rule("BABEL-11")
def test_a_punishment_card_in_the_masters_hand_never_goes_out():
    own = Own("architect", is_zealot=True, hand=(P, "row-1", "seal"), received=("row-2", "storm"))
    assert rounds.why_not_swap(own, "row-2", P) is not None
    assert rounds.why_not_swap(own, "row-2", "seal") is None
