"""A seat's secret changes nothing on any other screen, whether its answers are accepted or refused."""

from typing import Any

import pytest

from companion.core.blocks import Secret, Undo
from companion.core.state import Seat
from companion.core.view import Screen
from companion.core.words import Text
from companion.games.babel.tests.playing import Sitting
from companion.games.babel.tests.test_promises import Dice
from companion.games.babel.tests.test_reversal import complete
from companion.games.babel.tests.test_round import P, commits
from companion.speech.say import say


def others(sitting: Sitting, *but: str) -> list[Any]:
    """Return the screens of all seats not in `but` and of the room, with their numbers and hashes."""
    moment = sitting.moment
    seats = [name for name in (*sitting.names, None) if name not in but]
    seen = [(sitting.screen(name), moment.seqs[name]) for name in seats]
    return [seen, moment.asks(None), moment.undo_of(), moment.fingerprint, sitting.awaited()]


# BABEL-20: roles and hands


@pytest.mark.rule("BABEL-20")
@pytest.mark.parametrize("messenger", ["Ana", "Ben", "Cho"])
@pytest.mark.parametrize("hands", ["cardboard", "phones"])
def test_no_other_screen_shows_who_the_messenger_is(messenger, hands):
    usual, other = Sitting(5, hands).deal("Dai"), Sitting(5, hands).deal(messenger)
    for name in {"Ana", "Ben", "Cho", "Eva", None} - {messenger}:
        assert usual.screen(name) == other.screen(name)


@pytest.mark.rule("BABEL-20")
def test_a_whole_evening_does_not_show_who_the_messenger_is():
    """Two evenings differ in the roles of two phones. Other screens are equal up to the last card, which reveals the
    zealots."""
    evenings = [evening(messenger) for messenger in ("Ben", "Cho")]
    for one, other in zip(*evenings, strict=True):
        assert one == other


def evening(messenger: str) -> list[Any]:
    """Return the screens of everybody but Ben and Cho, step by step."""
    sitting, seen = Sitting(8), []
    for name in sitting.names:
        sitting.answer(name, "role", role="messenger" if name == messenger else "architect")
        seen.append(screens(sitting, "Ben", "Cho"))
    sitting.answer(None, "blueprint", cells={"A1": 9}).answer(None, "master", seat="Ana")
    while sitting.public.round < sitting.public.last_round:
        sitting.idle()
        seen.append(screens(sitting, "Ben", "Cho"))
        sitting.master("master", seat=sitting.names[sitting.public.round])
    sitting.idle()
    for name in sitting.names[:-1]:
        sitting.answer(name, "zealot", now=name == messenger)
        seen.append(screens(sitting, "Ben", "Cho"))
    return [*seen, [sitting.moment.seqs[name] for name in ("Ana", "Dai", None)]]


@pytest.mark.rule("BABEL-20")
def test_the_zealots_screens_differ_behind_the_cover_alone():
    sitting = Sitting(5, "phones").begun("Eva", Ben=(P, "row-1", "row-1"), Cho=("row-2",) * 3)
    zealot, architect, messenger = (uncovered(sitting.screen(name)) for name in ("Ben", "Cho", "Eva"))
    assert zealot == architect == messenger


def uncovered(screen: Screen) -> Any:
    blocks = tuple(block for block in screen.view.blocks if not isinstance(block, Secret))
    return screen.view.now, screen.view.phase, blocks, [ask.kind for ask in screen.asks], screen.asks


@pytest.mark.rule("BABEL-20")
def test_every_phone_is_asked_in_the_same_words_for_any_hand():
    """The choices of a commit are covered cards. They show neither the cards nor which of them may be played."""
    sitting = Sitting(5, "phones").begun("Eva", Ben=(P, "row-1", "row-1"), Cho=("row-2", "seal", "storm")).appoint()
    steps = [sitting.screen(name).asks[0].answers.steps for name in ("Ben", "Cho")]
    assert all(one.covered and one.one_grid for one in steps)
    assert [[len(step.choices) for step in one.steps] for one in steps] == [[3, 3], [3, 3]]
    assert all(sitting.screen(name).asks[0].answers.secret for name in ("Ben", "Cho"))


@pytest.mark.rule("BABEL-20")
def test_a_builder_draws_on_its_own_screen_alone():
    sittings = [
        drawn(["storm", "storm", "lightning", "lightning", "deliberation", card]) for card in ("storm", "deliberation")
    ]
    assert screens(sittings[0], "Dai") == screens(sittings[1], "Dai")
    assert sittings[0].screen("Dai") != sittings[1].screen("Dai")


def drawn(cards: list[str]) -> Sitting:
    sitting = Sitting(5, "phones").begun("Eva", Ana=(P, "column-A", "column-A")).appoint()
    commits(sitting)
    while not sitting.dues("draw"):
        due = sitting.dues()[0]
        do = dict(sitting.legal(due.kind, due.seat)[0])
        sitting.answer(due.seat, do.pop("type"), **do)
    return sitting.answer(None, "draw", cards=cards)


@pytest.mark.rule("BABEL-20")
def test_a_swap_shows_on_the_masters_screen_alone():
    sittings = []
    for n in (0, -1):
        sitting = commits(Sitting(7, "phones").begun("Gala", Ana=("seal", "storm", "storm")).appoint())
        swap = sitting.legal("swap", "Ana")[n]
        sittings.append(sitting.answer("Ana", "swap", take=swap["take"], give=swap["give"]))
    assert sittings[0].own("Ana") != sittings[1].own("Ana")
    assert screens(sittings[0], "Ana") == screens(sittings[1], "Ana")


def screens(sitting: Sitting, *but: str) -> list[Screen]:
    return [sitting.screen(name) for name in (*sitting.names, None) if name not in but]


# BABEL-21: under seal


@pytest.mark.rule("BABEL-21")
@pytest.mark.parametrize("then", ["architect", "messenger"])
def test_the_undo_card_does_not_show_whether_a_sealed_answer_was_changed(then):
    """Neighbours see the card. After another answer of the same seat it must say the same for both."""
    sitting, blueprint = Sitting(), {"type": "blueprint", "cells": {"A3": 8}}
    for n, (kind, do) in enumerate((("role", role_of("architect")), ("blueprint", blueprint), ("role", role_of(then)))):
        due = next(due for due in sitting.dues(kind) if due.seat in ("Cho", None))
        sitting.table.answer(Seat("Cho"), sitting.moment.full_id(due.id), do, f"key {n}")
    undo = [block.words.key for block in sitting.screen("Cho").view.blocks if isinstance(block, Undo)]
    assert undo == []


def role_of(role: str) -> dict[str, str]:
    return {"type": "role", "role": role}


@pytest.mark.rule("BABEL-21")
def test_everybody_sees_how_many_have_answered_and_not_who():
    ben, cho = (Sitting(5, "phones").begun().appoint() for _ in range(2))
    choose(ben, "Ben")
    choose(cho, "Cho")
    assert screens(ben, "Ben", "Cho") == screens(cho, "Ben", "Cho")
    assert (ben.public.answered, ben.screen(None).view.display.answered, ben.screen(None).view.display.asked) == (1, 1, 3)
    assert ben.awaited() == cho.awaited()


def choose(sitting: Sitting, name: str, n: int = 0) -> None:
    do = sitting.legal("commit", name)[n]
    sitting.commit(name, do["play"], do["discard"])


@pytest.mark.rule("BABEL-21")
def test_a_choice_can_be_changed_unseen_until_the_last_answer():
    sitting = Sitting(5, "phones").begun(Ben=("storm", "seal", "row-1")).appoint()
    choose(sitting, "Ben")
    before = others(sitting, "Ben")
    choose(sitting, "Ben", 3)
    assert others(sitting, "Ben") == before
    last = sitting.own("Ben").sealed
    choose(sitting, "Cho")
    choose(sitting, "Dai")
    assert sitting.moment.history.state.box.deeds[-1].commits[0] == (1, last)
    assert not sitting.dues("commit")


@pytest.mark.rule("BABEL-21")
def test_no_undo_card_shows_who_has_answered_under_seal():
    sitting = Sitting(5, "phones", draws=True)
    sitting.answer(None, "blueprint", cells={"A1": 9}).answer(None, "master", seat="Ana").appoint()
    due = next(due for due in sitting.dues("commit") if due.seat == "Ben")
    sitting.table.answer(due.seat, sitting.moment.full_id(due.id), sitting.legal("commit", "Ben")[0], "a key")
    assert not any(isinstance(block, Undo) for block in sitting.screen("Ben").view.blocks)


@pytest.mark.rule("BABEL-21")
def test_an_entered_role_shows_as_a_number_alone():
    sittings = [Sitting().answer("Ben", "role", role=role) for role in ("messenger", "architect")]
    assert others(sittings[0], "Ben") == others(sittings[1], "Ben")


@pytest.mark.rule("BABEL-21")
def test_a_declared_seal_is_hidden_until_the_last_has_answered():
    sittings = []
    for seal in (True, False):
        sitting = complete(Cho=("seal", "row-1", "row-1"))
        sittings.append(sitting.answer("Cho", "declare", seal=seal).answer("Ana", "declare", seal=False))
    assert screens(sittings[0], "Cho") == screens(sittings[1], "Cho")
    assert sittings[0].awaited() == sittings[1].awaited()


# BABEL-22: zealots of cardboard


@pytest.mark.rule("BABEL-22")
@pytest.mark.parametrize("hands", ["cardboard", "phones"])
def test_while_the_game_goes_on_nobody_is_asked_for_zealots(hands):
    sitting = Sitting(5, hands)
    for moment in (sitting, sitting.begun("Eva"), sitting.appoint()):
        assert not moment.dues("zealot")
        assert moment.refused("Ana", "zealot", now=True)


def fell(messenger: str = "Eva") -> Sitting:
    """Return a game with cards of cardboard that punishment cards have ended."""
    return Sitting(8).begun(messenger).appoint().master("show", what="hand")


@pytest.mark.rule("BABEL-22")
def test_an_end_without_a_reversal_asks_every_seat_the_same_question():
    sitting = fell()
    assert sitting.awaited() == [("zealot", name) for name in sitting.names]
    asks = [sitting.screen(name).asks[0].answers for name in sitting.names]
    assert [(one.question, one.hint, one.collapsed, one.secret) for one in asks] == [
        (asks[0].question, asks[0].hint, None, True)
    ] * 8
    for one in asks:
        assert sorted(str((option.do["now"], option.why)) for option in one.options()) == ["(False, None)", "(True, None)"]


@pytest.mark.rule("BABEL-22")
def test_a_reversal_asks_for_no_zealots():
    sitting = Sitting().reversal()
    for kind in ("seal", "punish"):
        for name in sitting.names:
            assert not sitting.dues("zealot")
            sitting.answer(name, kind, target=None)
    assert sitting.public.stage == "end"


@pytest.mark.rule("BABEL-22")
def test_while_it_is_asked_all_read_which_side_won_and_how_many_are_in():
    sitting = fell().answer("Cho", "zealot", now=True)
    for name in (*sitting.names, None):
        now = sitting.screen(name).view.now
        assert say(now.line, "en") == "The tower falls: the Messenger’s side wins"
        assert say(now.small[0], "en") == "1 of 8 has answered"
    assert say(sitting.screen(None).view.display.sub, "en") == "Messenger’s side won"


@pytest.mark.rule("BABEL-22")
def test_the_score_comes_with_the_last_answer_alone():
    sitting = fell()
    for name in sitting.names[:-1]:
        sitting.answer(name, "zealot", now=name == "Cho")
    assert sitting.moment.score() is None
    found = sitting.answer("Hana", "zealot", now=False).moment.score()
    assert found is not None
    assert found.as_data()["ranking"][0] == ["Cho", "Eva"]


@pytest.mark.rule("BABEL-22")
def test_an_answer_under_seal_is_changed_and_the_last_word_counts():
    sitting = fell().answer("Ben", "zealot", now=True).answer("Ben", "zealot", now=False)
    for name in sitting.names:
        if name != "Ben":
            sitting.answer(name, "zealot", now=False)
    assert sitting.public.final is not None
    assert sitting.public.final.zealots == ()


@pytest.mark.rule("BABEL-22")
@pytest.mark.parametrize("came", [(), ("Eva",)])
def test_the_messengers_answer_changes_nothing(came):
    final = fell("Eva").asked_for_zealots("Ana", *came).public.final
    assert final is not None
    assert (final.messenger, final.zealots) == (4, (0,))


@pytest.mark.rule("BABEL-22")
@pytest.mark.parametrize("name", ["Ben", "Eva"])
def test_an_answer_about_zealots_says_nothing_on_any_other_screen(name):
    sittings = [fell().answer(name, "zealot", now=now) for now in (True, False)]
    assert screens(sittings[0], name) == screens(sittings[1], name)
    assert sittings[0].moment.fingerprint == sittings[1].moment.fingerprint


@pytest.mark.rule("BABEL-22")
def test_the_master_of_cardboard_never_says_what_he_took_or_gave():
    sitting = Sitting().begun().appoint()
    assert sitting.refused("Ana", "swap", take="row-1", give="row-2")
    assert not sitting.dues("swap")


@pytest.mark.rule("BABEL-20")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("hands", ["cardboard", "phones"])
def test_every_secret_question_refuses_in_one_and_the_same_words(hands, seed):
    """Neighbours see a refusal: it must not say which of the seat's cards forbids the answer."""
    dice, whys = Dice(seed, 8, hands), set()
    while not dice.sitting.moment.over:
        moment = dice.sitting.moment
        secret = [answers for due in moment.history.dues if (answers := moment.answers(due)).secret]
        whys |= {say(option.why, "en") for answers in secret for option in answers.options() if option.why}
        dice.step()
    assert whys <= {say(Text("babel.not_held"), "en")}
    assert whys or hands == "cardboard"
