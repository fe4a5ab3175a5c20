"""A round: builders, cards, the Master's action, the check, the next Master."""

from typing import Any

import pytest

from companion.games.babel import GAME
from companion.games.babel.tests.playing import Sitting
from companion.house.dice import SeededDice

P = "punishment"


def dealt(seats: int = 5, **hands: tuple[str, ...]) -> Sitting:
    """Return a game on phones in which Ana has appointed the seats after her."""
    ana = hands.pop("Ana", ("row-1", "row-1", "row-1"))
    return Sitting(seats, "phones").begun(blueprint={"B2": 25}, Ana=ana, **hands).appoint()


def commits(sitting: Sitting, **plays: str) -> Sitting:
    """Let every builder play the named card, and discard another one that it may."""
    for i in sitting.public.rounds[-1].builders:
        name = sitting.names[i]
        wanted = plays.get(name)
        legal = [do for do in sitting.legal("commit", name) if wanted in (None, do["play"])]
        sitting.commit(name, legal[0]["play"], legal[0]["discard"])
    return sitting


def all_shown(sitting: Sitting) -> Sitting:
    """Return a game on phones in which the Master has swapped, and revealed all cards."""
    while (due := sitting.dues()[0]).kind in ("swap", "reveal"):
        do: dict[str, Any] = sitting.legal(due.kind, due.seat)[0]
        sitting.answer(due.seat, do["type"], **{name: value for name, value in do.items() if name != "type"})
    return sitting


# BABEL-08, BABEL-09


@pytest.mark.rule("BABEL-08")
@pytest.mark.parametrize(("seats", "builders"), [(5, 3), (6, 3), (7, 4), (8, 4), (9, 4), (10, 4)])
def test_the_master_appoints_three_or_four_builders(seats, builders):
    sitting = Sitting(seats).begun()
    for wrong in (builders - 1, builders + 1):
        assert sitting.refused("Ana", "appoint", seats=list(sitting.names[1 : wrong + 1])).key == "malformed"
    assert sitting.appoint(*sitting.names[1 : builders + 1]).public.rounds[-1].builders == tuple(range(1, builders + 1))


@pytest.mark.rule("BABEL-08")
@pytest.mark.parametrize("seats", [["Ana", "Ben", "Cho"], ["Ben", "Ben", "Cho"], ["Ben", "Cho", "Jo"]])
def test_builders_are_different_others(seats):
    assert Sitting().begun().refused("Ana", "appoint", seats=seats).key == "malformed"


@pytest.mark.rule("BABEL-08")
def test_only_the_master_appoints():
    assert Sitting().begun().refused("Ben", "appoint", seats=["Cho", "Dai", "Eva"])


@pytest.mark.rule("BABEL-09")
def test_with_the_cards_in_hand_nothing_is_asked_of_the_builders():
    assert Sitting().begun().appoint().awaited() == [("storms", "Ana")]


@pytest.mark.rule("BABEL-09")
def test_on_phones_all_builders_choose_at_the_same_time():
    sitting = dealt()
    assert sitting.awaited() == [("commit", "Ben"), ("commit", "Cho"), ("commit", "Dai")]
    assert commits(sitting).awaited() == [("swap", "Ana")]
    assert all(len(sitting.own(name).hand) == 1 for name in ("Ben", "Cho", "Dai"))


@pytest.mark.rule("BABEL-10")
def test_everybody_knows_which_builder_discarded_nothing():
    assert commits(three_punishments()).public.rounds[-1].nothing == (1,)


def three_punishments() -> Sitting:
    """Return a game of eight on phones in which Ben, a zealot, has three punishment cards."""
    sitting = dealt(8, Ben=(P, "storm", "storm"))
    sitting = all_shown(commits(sitting, Ben="storm"))
    sitting.answer(None, "draw", cards=[P, P, *["lightning"] * 4, "deliberation", "deliberation"])
    return sitting.answer("Ana", "master", seat="Hana").appoint("Ben", "Cho", "Dai", "Eva")


# BABEL-10


@pytest.mark.rule("BABEL-10")
def test_the_second_tap_of_three_punishment_cards_is_made_all_the_same_and_counts_as_none():
    """Buttons and words are those of any other hand, so that nobody learns of it by watching the taps."""
    sitting = three_punishments()
    three, plain = (sitting.screen(name).asks[0].answers for name in ("Ben", "Cho"))
    assert three.steps is not None
    assert plain.steps is not None
    assert [len(step.choices) for step in three.steps.steps] == [len(step.choices) for step in plain.steps.steps]
    assert [option.path for option in three.options()] == [option.path for option in plain.options()]
    assert {(option.do["discard"], option.why) for option in three.options()} == {(None, None)}
    assert {option.spoken for option in three.options()} == {option.spoken for option in plain.options()}


# BABEL-11


@pytest.mark.rule("BABEL-11")
def test_on_phones_the_master_sees_the_cards_by_name_without_their_authors():
    hands = {"Ben": ("row-3", "seal", "seal"), "Cho": ("cell-A1", "seal", P), "Dai": ("pair-A1-A2", "row-2", "row-2")}
    sitting = commits(dealt(**hands), Ben="row-3", Cho="cell-A1", Dai="pair-A1-A2")
    assert sitting.own("Ana").received == ("cell-A1", "pair-A1-A2", "row-3")


@pytest.mark.rule("BABEL-11")
def test_storms_are_shown_and_one_of_the_others_is_swapped():
    """An instruction, a storm and lightning were played. Lightning takes effect if the Master does not take it."""
    hands = {"Ben": ("cell-A1", "seal", P), "Cho": ("storm", "seal", "seal"), "Dai": ("lightning", "row-2", "row-2")}
    sitting = commits(dealt(**hands), Ben="cell-A1", Cho="storm", Dai="lightning")
    assert sitting.public.rounds[-1].storms == 1
    assert sitting.refused("Ana", "swap", take="storm", give="row-1").key == "babel.not_held"
    sitting.answer("Ana", "swap", take="cell-A1", give="row-1").answer(None, "set", cells={"B2": 4})
    assert sitting.master("reveal", card="lightning").public.heights[4] == 2
    assert sitting.own("Ana").hand == ("cell-A1", "row-1", "row-1")


@pytest.mark.rule("BABEL-11")
def test_punishment_cards_of_a_messenger_and_a_zealot_end_the_game_immediately():
    sitting = Sitting(8, "phones").begun("Cho", {"B2": 25}, Ana=("row-1",) * 3, Ben=(P, "storm", "storm")).appoint()
    all_shown(commits(sitting, Ben="storm"))
    sitting.answer(None, "draw", cards=[P, "storm", P, "lightning", *["lightning"] * 2, "deliberation", "deliberation"])
    sitting.answer("Ana", "master", seat="Gala").appoint("Ben", "Cho", "Dai", "Eva")
    final = commits(sitting).public.final
    assert final is not None
    assert (final.winner, final.rule) == ("messenger", "BABEL-11")
    assert sitting.public.rounds[-1].shown == "received"


@pytest.mark.rule("BABEL-11")
def test_a_master_who_holds_only_punishment_cards_cannot_swap():
    sitting = three_punishments_as_master()
    final = commits(sitting).public.final
    assert final is not None
    assert (final.winner, final.rule) == ("messenger", "BABEL-11")
    assert sitting.public.rounds[-1].shown == "hand"


def three_punishments_as_master() -> Sitting:
    sitting = dealt(8, Ben=(P, "storm", "storm"))
    all_shown(commits(sitting, Ben="storm"))
    sitting.answer(None, "draw", cards=[P, P, *["lightning"] * 4, "deliberation", "deliberation"])
    return sitting.answer("Ana", "master", seat="Ben").appoint("Cho", "Dai", "Eva", "Farid")


@pytest.mark.rule("BABEL-11")
def test_if_all_cards_are_storms_there_is_no_swap():
    hands = {"Ben": ("storm", "seal", P), "Cho": ("storm", "seal", "row-2"), "Dai": ("storm", "row-2", "row-2")}
    sitting = commits(dealt(**hands), Ben="storm", Cho="storm", Dai="storm")
    assert sitting.public.rounds[-1].storms == 3
    assert sitting.awaited() == [("draw", None)]


@pytest.mark.rule("BABEL-11")
@pytest.mark.parametrize(("storms", "shown"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_on_cardboard_the_master_enters_the_number_of_storms(storms, shown):
    sitting = Sitting().begun().appoint().master("storms", count=storms)
    for n in range(shown):
        assert sitting.awaited() == [("reveal", "Ana")], n
        sitting.master("reveal", card="seal")
    assert sitting.awaited() == [("master", "Ana")]


@pytest.mark.rule("BABEL-11")
@pytest.mark.parametrize("what", ["received", "hand"])
def test_on_cardboard_the_master_shows_what_ends_the_game(what):
    final = Sitting(8).begun().appoint().master("show", what=what).asked_for_zealots().public.final
    assert final is not None
    assert (final.winner, final.rule) == ("messenger", "BABEL-11")


@pytest.mark.rule("BABEL-11")
@pytest.mark.parametrize("seats", [5, 6, 7])
def test_with_fewer_than_three_punishment_cards_nobody_can_show_that(seats):
    assert Sitting(seats).begun().appoint().refused("Ana", "show", what="hand").key == "malformed"


@pytest.mark.rule("BABEL-01")
def test_no_more_storms_come_up_than_there_are():
    sitting = Sitting().begun().appoint().master("storms", count=3).master("master", seat="Ben").appoint()
    assert sitting.refused("Ben", "storms", count=3).key == "babel.all_shown"
    assert sitting.master("storms", count=2).awaited() == [("master", "Ben")]


# BABEL-12


@pytest.mark.rule("BABEL-12")
@pytest.mark.parametrize("card", ["storm", "punishment"])
def test_on_cardboard_storms_and_punishment_cards_take_no_effect(card):
    sitting = Sitting().begun().appoint().master("storms", count=0)
    assert sitting.refused("Ana", "reveal", card=card).key == "babel.never_shown_so"


@pytest.mark.rule("BABEL-12")
def test_no_card_comes_up_more_often_than_there_are():
    sitting = Sitting().begun(blueprint={"A1": 9}).appoint().master("storms", count=0).master("reveal", card="cell-A1")
    assert sitting.refused("Ana", "reveal", card="cell-A1").key == "babel.all_shown"


@pytest.mark.rule("BABEL-12")
def test_on_phones_only_the_cards_that_are_left_take_effect():
    sitting = commits(dealt())
    swap = sitting.legal("swap", "Ana")[0]
    sitting.answer("Ana", "swap", take=swap["take"], give=swap["give"])
    left = set(sitting.own("Ana").received)
    assert {do["card"] for do in sitting.legal("reveal", "Ana")} == left
    other = next(card for card in ("lightning", "storm") if card not in left)
    assert sitting.refused("Ana", "reveal", card=other).key == "babel.not_received"


@pytest.mark.rule("BABEL-12")
def test_deliberation_shows_all_what_a_builder_discarded():
    hands = {"Ben": ("deliberation", "seal", P), "Cho": ("row-2", "cell-B1", "row-2"), "Dai": ("row-3", "seal", "seal")}
    sitting = dealt(**hands).commit("Ben", "deliberation", "seal").commit("Cho", "row-2", "cell-B1")
    sitting.commit("Dai", "row-3", "seal").answer("Ana", "swap", take="row-3", give="row-1")
    assert sitting.refused("Ana", "reveal", card="deliberation", seat="Eva").key == "malformed"
    sitting.master("reveal", card="deliberation", seat="Cho")
    assert sitting.public.rounds[-1].effects[-1].discard == "cell-B1"


@pytest.mark.rule("BABEL-12")
def test_a_builder_who_discarded_nothing_may_be_named():
    sitting = commits(three_punishments(), Eva="deliberation")
    give = next(card for card in sitting.own("Hana").hand if card != P)
    sitting.answer("Hana", "swap", take=P, give=give).master("reveal", card="deliberation", seat="Ben")
    assert sitting.public.rounds[-1].effects[-1].discard is None


# BABEL-13, BABEL-14


@pytest.mark.rule("BABEL-13")
def test_a_complete_tower_leads_to_the_reversal():
    assert Sitting().reversal().awaited()[0] == ("seal", "Ana")


@pytest.mark.rule("BABEL-13")
def test_the_tower_is_checked_after_the_last_card_alone():
    sitting = Sitting().begun(blueprint={"A1": 3}).appoint().master("storms", count=0).master("reveal", card="cell-A1")
    assert sitting.awaited() == [("reveal", "Ana")]
    assert sitting.master("reveal", card="lightning").awaited() == [("master", "Ana")]


@pytest.mark.rule("BABEL-13")
@pytest.mark.parametrize(("seats", "last"), [(5, 8), (6, 8), (7, 5), (8, 5), (9, 5), (10, 5)])
def test_a_tower_that_is_not_complete_after_the_last_round_falls(seats, last):
    sitting = rounds_before_the_last(seats)
    assert sitting.public.round == last
    final = sitting.idle().asked_for_zealots().public.final
    assert final is not None
    assert (final.winner, final.rule) == ("messenger", "BABEL-13")


def rounds_before_the_last(seats: int) -> Sitting:
    sitting = Sitting(seats).begun(blueprint={"A1": 1})
    while sitting.public.round < sitting.public.last_round:
        sitting.idle().master("master", seat=sitting.names[sitting.public.round % 2])
    return sitting


@pytest.mark.rule("BABEL-13")
def test_completion_comes_before_the_end_of_the_last_round():
    sitting = rounds_before_the_last(5).appoint().master("storms", count=1).answer(None, "set", cells={"A1": 1})
    assert sitting.master("reveal", card="seal").awaited()[0] == ("seal", "Ana")


@pytest.mark.rule("BABEL-13")
def test_the_builders_draw_back_to_three():
    sitting = all_shown(commits(dealt()))
    assert sitting.awaited() == [("draw", None)]
    assert sitting.refused(None, "draw", cards=["storm"] * 5).key == "malformed"
    sitting.answer(None, "draw", cards=["storm"] * 5 + ["lightning"])
    assert all(len(sitting.own(name).hand) == 3 for name in sitting.names)
    assert {"lightning", "storm"} <= set(sitting.own("Dai").hand)
    assert sitting.awaited() == [("master", "Ana")]


@pytest.mark.rule("BABEL-13")
def test_a_builder_who_discarded_nothing_draws_one_card():
    sitting = all_shown(commits(three_punishments()))
    draw = GAME.draw(sitting.moment.history.state, sitting.dues("draw")[0], SeededDice(1).pick)
    assert len(draw.cards) == 7
    assert len(sitting.answer(None, "draw", cards=draw.cards).own("Ben").hand) == 3


@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize("cards", [["storm"] * 6, ["punishment"] + ["storm"] * 5])
def test_cards_that_the_pile_cannot_have_are_not_drawn(cards):
    assert all_shown(commits(dealt())).refused(None, "draw", cards=cards).key == "babel.no_such_draw"


@pytest.mark.rule("BABEL-14")
def test_the_master_names_any_other_seat_the_next_one():
    sitting = Sitting().begun().idle()
    assert sitting.refused("Ana", "master", seat="Ana").key == "babel.another_master"
    assert sitting.answer("Ana", "master", seat="Eva").awaited() == [("appoint", "Eva")]
