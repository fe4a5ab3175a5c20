"""The reversal after a complete tower: seals, punishment cards, and the winners."""

from typing import Any

import pytest

from companion.games.babel.state import Final
from companion.games.babel.tests.playing import Sitting
from companion.games.babel.tests.test_round import P, all_shown, commits

Points = dict[str, tuple[str, int]]
"""For each giver of punishment cards, the receiver and the number."""


def reversed_(seats: int = 8, seals: dict[str, str] | None = None, messenger: str = "Eva") -> Sitting:
    """Return a game with cards of cardboard after the seals were given."""
    sitting = Sitting(seats).reversal(messenger)
    for name in sitting.names:
        sitting.answer(name, "seal", target=(seals or {}).get(name))
    return sitting


def punished(sitting: Sitting, points: Points) -> Sitting:
    for name in sitting.names:
        target, cards = points.get(name, (None, 0))
        more = {"cards": cards} if target else {}
        sitting.answer(name, "punish", target=target, **more)
    return sitting


def final_of(sitting: Sitting) -> Final:
    assert sitting.public.final is not None
    return sitting.public.final


# BABEL-16


@pytest.mark.rule("BABEL-16")
def test_on_cardboard_everybody_is_asked_for_a_seal():
    sitting = Sitting().reversal()
    assert sitting.awaited() == [("seal", name) for name in sitting.names]


@pytest.mark.rule("BABEL-16")
def test_targets_are_shown_when_all_have_pointed():
    sitting = Sitting().reversal().answer("Ana", "seal", target="Eva")
    assert sitting.public.seals == ()
    for name in sitting.names[1:]:
        sitting.answer(name, "seal", target=None)
    assert [(given.by, given.to) for given in sitting.public.seals] == [(0, 4)]


@pytest.mark.rule("BABEL-16")
def test_nobody_seals_itself():
    assert Sitting().reversal().refused("Ana", "seal", target="Ana").key == "malformed"


@pytest.mark.rule("BABEL-16")
def test_with_more_seals_than_there_are_all_are_asked_again():
    sitting = reversed_(5, {"Ana": "Eva", "Ben": "Eva", "Cho": "Eva", "Dai": "Eva"}, "Ana")
    assert sitting.awaited() == [("seal", name) for name in sitting.names]
    assert (sitting.public.answered, sitting.public.seals) == (0, ())


@pytest.mark.rule("BABEL-16")
def test_seals_that_cannot_be_true_together_go_back_as_one():
    sitting = reversed_(5, {"Ana": "Eva", "Ben": "Eva", "Cho": "Eva", "Dai": "Eva"}, "Ana").back(None)
    assert sitting.public.answered == 0
    assert all(sitting.own(name).sealed is None for name in sitting.names)


@pytest.mark.rule("BABEL-16")
def test_on_phones_only_a_seat_that_holds_a_seal_may_declare_one():
    sitting = complete(Ana=("seal", "row-1", "row-1"))
    assert sitting.refused("Ben", "declare", seal=True).key == "babel.not_held"
    for name in sitting.names:
        sitting.answer(name, "declare", seal=name == "Ana")
    assert sitting.public.declared == (0,)
    assert sitting.awaited() == [("seal", "Ana")]


def complete(seats: int = 5, **hands: tuple[str, ...]) -> Sitting:
    """Return a game on phones whose tower is complete after the first round. Eva is the Messenger. Ben is a zealot, unless
    `hands` give another seat the punishment card."""
    plain = ("pair-A1-A2", "pair-B1-B2", "pair-C1-C2")
    named = {"Ben": (P, "row-2", "row-2"), "Cho": ("column-A", "column-B", "column-C"), "Dai": plain, **hands}
    sitting = Sitting(seats, "phones").begun("Eva", {"B2": 1}, **named).appoint()
    return all_shown(commits(sitting).answer(None, "set", cells={"B2": 9}))


@pytest.mark.rule("BABEL-16")
@pytest.mark.rule("BABEL-17")
def test_if_nobody_declares_a_seal_the_zealots_are_asked_next():
    sitting = complete()
    for name in sitting.names:
        sitting.answer(name, "declare", seal=False)
    assert sitting.awaited() == [("punish", "Ben")]
    assert sitting.public.zealots == (1,)


# BABEL-17


@pytest.mark.rule("BABEL-17")
def test_without_seals_and_zealots_the_tower_is_judged_immediately():
    sitting = complete(Ben=("row-2",) * 3, Eva=(P, "column-A", "column-B"))
    for name in sitting.names:
        sitting.answer(name, "declare", seal=False)
    assert (final_of(sitting).winner, final_of(sitting).rule) == ("messenger", "BABEL-18")


@pytest.mark.rule("BABEL-17")
def test_on_phones_a_zealot_gives_all_its_punishment_cards():
    sitting = complete()
    for name in sitting.names:
        sitting.answer(name, "declare", seal=False)
    assert sitting.refused("Ben", "punish", target="Ben").key == "malformed"
    assert sitting.refused("Ben", "punish", target="Eva", cards=1).key == "malformed"
    sitting.answer("Ben", "punish", target="Eva")
    assert [(given.by, given.to, given.cards) for given in final_of(sitting).given] == [(1, 4, 1)]


@pytest.mark.rule("BABEL-17")
def test_on_cardboard_the_messenger_can_give_none():
    sitting = reversed_(messenger="Eva")
    assert sitting.refused("Eva", "punish", target="Ana", cards=1).key == "babel.not_held"


@pytest.mark.rule("BABEL-17")
@pytest.mark.parametrize("cards", [0, 4, None])
def test_on_cardboard_a_zealot_gives_one_to_all_of_the_punishment_cards(cards):
    assert reversed_().refused("Ana", "punish", target="Eva", cards=cards).key == "malformed"


@pytest.mark.rule("BABEL-17")
def test_with_more_punishment_cards_than_there_are_all_are_asked_again():
    sitting = punished(reversed_(), {"Ana": ("Eva", 2), "Ben": ("Eva", 2)})
    assert sitting.awaited() == [("punish", name) for name in sitting.names]
    assert not sitting.own("Ana").is_zealot


@pytest.mark.rule("BABEL-17")
def test_punishments_that_cannot_be_true_together_go_back_as_one():
    sitting = punished(reversed_(), {"Ana": ("Eva", 2), "Ben": ("Eva", 2)}).back(None)
    assert sitting.public.answered == 0
    assert all(sitting.own(name).sealed is None for name in sitting.names)


@pytest.mark.rule("BABEL-17")
def test_on_cardboard_only_seats_that_punish_are_zealots():
    sitting = Sitting(8).reversal("Eva")
    for name in sitting.names:
        sitting.answer(name, "seal", target=None)
    assert final_of(punished(sitting, {"Ana": ("Eva", 1)})).zealots == (0,)


# BABEL-18


@pytest.mark.rule("BABEL-18")
@pytest.mark.parametrize(
    ("seals", "punishments", "winner"),
    [(2, 1, "architects"), (2, 2, "messenger"), (0, 0, "messenger"), (1, 0, "architects"), (0, 1, "messenger")],
)
def test_as_many_punishment_cards_as_seals_destroy_the_tower(seals, punishments, winner):
    sealing = dict.fromkeys(("Ana", "Ben")[:seals], "Eva")
    points: Points = {"Cho": ("Eva", punishments)} if punishments else {}
    final = final_of(punished(reversed_(8, sealing, "Eva"), points))
    assert (final.winner, final.seals, final.punishments) == (winner, seals, punishments)


@pytest.mark.rule("BABEL-18")
def test_cards_given_to_others_change_nothing():
    final = final_of(punished(reversed_(8, {"Ana": "Eva", "Ben": "Dai"}, "Eva"), {"Cho": ("Dai", 3)}))
    assert (final.winner, final.seals, final.punishments) == ("architects", 1, 0)


@pytest.mark.rule("BABEL-18")
def test_a_punishment_card_in_the_messengers_own_hand_does_not_count():
    sitting = complete(Ben=("row-2",) * 3, Eva=(P, "column-A", "column-B"), Ana=("seal", "row-1", "row-1"))
    for name in sitting.names:
        sitting.answer(name, "declare", seal=name == "Ana")
    assert final_of(sitting.answer("Ana", "seal", target="Eva")).winner == "architects"


# BABEL-19


@pytest.mark.rule("BABEL-19")
@pytest.mark.parametrize(
    ("sealing", "ranking"),
    [
        ({}, [["Cho", "Eva"], ["Ana", "Ben", "Dai", "Farid", "Gala", "Hana"]]),
        ({"Ana": "Eva", "Ben": "Eva"}, [["Ana", "Ben", "Dai", "Farid", "Gala", "Hana"], ["Cho", "Eva"]]),
    ],
)
def test_the_messenger_wins_with_the_zealots_or_the_architects_alone(sealing, ranking):
    sitting = punished(reversed_(8, sealing, "Eva"), {"Cho": ("Eva", 1)})
    assert score(sitting)["ranking"] == ranking


def score(sitting: Sitting) -> dict[str, Any]:
    found = sitting.moment.score()
    assert found is not None
    return found.as_data()


@pytest.mark.rule("BABEL-19")
def test_after_the_end_only_the_tower_is_set_right():
    sitting = Sitting(8).begun().appoint().master("show", what="hand").asked_for_zealots("Ben")
    assert sitting.refused("Ana", "master", seat="Ben")
    assert sitting.refused("Ben", "zealot", now=False)
    assert {due.kind for due in sitting.moment.history.dues} == {"set"}
