"""Screens name what people do in the order of the rules, so that people with cards of cardboard need nothing else."""

import pytest

from companion.core.blocks import SeatRow, Seats, Timeline, Undo
from companion.core.view import View
from companion.games.babel.state import present_round
from companion.games.babel.tests.playing import Sitting
from companion.games.babel.tests.test_reversal import complete, punished, reversed_
from companion.games.babel.tests.test_round import commits
from companion.speech.languages import LANGUAGES
from companion.speech.say import say


def view(sitting: Sitting, seat: str | None) -> View:
    return sitting.screen(seat).view


def line(sitting: Sitting, seat: str | None) -> str:
    return say(view(sitting, seat).now.line, "en")


def small(sitting: Sitting, seat: str | None) -> str:
    return " ".join(say(words, "en") for words in view(sitting, seat).now.small)


def chapters(sitting: Sitting) -> list[str]:
    """Return all lines of the timelines, in order."""
    timelines = [block for block in view(sitting, None).blocks if isinstance(block, Timeline)]
    return [say(deed.words, "en") for block in timelines for chapter in block.chapters for deed in chapter.deeds]


def rows(sitting: Sitting) -> tuple[SeatRow, ...]:
    return next(block for block in view(sitting, None).blocks if isinstance(block, Seats)).rows


@pytest.mark.rule("BABEL-06")
@pytest.mark.parametrize(("seats", "dealt", "top"), [(5, 14, None), (6, 17, (12, 1)), (10, 29, (20, 3))])
def test_the_dealer_reads_the_numbers_for_this_table(seats, dealt, top):
    lines = chapters(Sitting(seats))
    assert f"First shuffle {dealt} cards of the pile with 1 punishment card." in lines
    cards = "" if top is None else "punishment card" if top[1] == 1 else f"{top[1]} punishment cards"
    assert [line for line in lines if "more cards" in line] == (
        [f"Shuffle {top[0]} more cards with the other {cards}"] if top else []
    )


@pytest.mark.rule("BABEL-06")
def test_once_the_game_goes_on_the_deal_is_on_no_screen():
    assert chapters(Sitting().begun()) == []


@pytest.mark.rule("BABEL-05")
@pytest.mark.parametrize("hands", ["cardboard", "phones"])
def test_after_the_deal_of_roles_everybody_is_asked_to_look(hands):
    look, all_look = "Hold the cover below to see your role", "All players look at their role on their phone"
    assert not any(look in small(Sitting(5, hands), name) for name in Sitting().names)
    assert all_look not in small(Sitting(5, hands), None)
    for sitting in (Sitting(5, hands).deal(), Sitting(5, hands).begun()):
        assert all(look in small(sitting, name) for name in sitting.names)
        assert all_look in small(sitting, None)
    assert look not in small(sitting.appoint(), "Ben")


@pytest.mark.rule("BABEL-05")
def test_a_player_who_is_asked_once_more_reads_why():
    again = "These answers do not fit together: everyone answers again."
    sitting = Sitting()
    for name in sitting.names:
        assert again not in small(sitting, name)
        sitting.answer(name, "role", role="architect")
    assert all(again in small(sitting, name) for name in (*sitting.names, None))
    for name in sitting.names:
        sitting.answer(name, "role", role="messenger" if name == "Ana" else "architect")
    assert not any(again in small(sitting, name) for name in (*sitting.names, None))


@pytest.mark.rule("BABEL-05")
def test_nobody_reads_that_everyone_answers_again_once_the_box_has_dealt():
    sitting = Sitting()
    for name in sitting.names:
        sitting.answer(name, "role", role="architect")
    sitting.begun(blueprint={"A1": 1}).appoint().master("storms", count=1).answer(None, "set", cells={"A1": 1})
    sitting.master("reveal", card="seal")
    assert not any("everyone answers again" in small(sitting, name) for name in (*sitting.names, None))


@pytest.mark.rule("BABEL-17")
def test_a_player_who_is_asked_once_more_at_the_end_reads_why():
    sealed = reversed_(5, {"Ana": "Eva", "Ben": "Eva", "Cho": "Eva", "Dai": "Eva"}, "Ana")
    for sitting in (sealed, punished(reversed_(), {"Ana": ("Eva", 2), "Ben": ("Eva", 2)})):
        assert all("everyone answers again" in small(sitting, name) for name in (*sitting.names, None))


@pytest.mark.rule("BABEL-05")
def test_an_entered_role_can_be_looked_at():
    sitting = Sitting().answer("Ben", "role", role="messenger")
    names = [block.name for block in view(sitting, "Ben").blocks if block.__struct_config__.tag == "secret"]
    assert [say(name, "en") for name in names] == ["Messenger of God"]


@pytest.mark.rule("BABEL-09")
def test_with_cards_of_cardboard_builders_read_what_to_do_with_them():
    sitting = Sitting().begun().appoint()
    assert line(sitting, "Ben") == "You build: play 1, discard 1, keep 1"
    assert "Never discard a punishment card." in small(sitting, "Ben")
    assert [line(sitting, name) for name in ("Eva", None)] == ["Builders: play 1, discard 1, keep 1"] * 2
    assert small(sitting, "Ana").startswith("Builders play 1, discard 1.")


@pytest.mark.rule("BABEL-11")
def test_storms_are_shown_before_the_swap():
    assert "Then reveal all storms. Take one other card" in small(Sitting().begun().appoint(), "Ana")


@pytest.mark.rule("BABEL-11")
@pytest.mark.parametrize("hands", ["cardboard", "phones"])
def test_the_master_always_reads_that_a_punishment_card_must_come_in(hands):
    sitting = Sitting(5, hands).begun("Eva").appoint()
    sitting = commits(sitting) if hands == "phones" else sitting
    assert "If there is a punishment card, you must take it" in small(sitting, "Ana")


@pytest.mark.rule("BABEL-11")
def test_after_the_end_storms_come_before_the_swap():
    sitting = commits(Sitting(5, "phones").begun("Eva", {"B2": 25}, Ben=("storm", "row-1", "row-1")).appoint(), Ben="storm")
    swap = sitting.legal("swap", "Ana")[0]
    sitting.answer("Ana", "swap", take=swap["take"], give=swap["give"])
    lines = over(sitting)
    assert lines.index("1 storm: nothing is built this round") < next(
        i for i, words in enumerate(lines) if "Ana takes" in words
    )


def over(sitting: Sitting) -> list[str]:
    """Return the timeline after the end of a game with a complete tower."""
    sitting.answer(None, "set", cells={"B2": 25})
    for kind in ("reveal", "declare", "punish"):
        while dues := [due for due in sitting.dues(kind) if sitting.own(str(due.seat)).sealed is None]:
            do = dict(sitting.legal(kind, dues[0].seat)[-1])
            sitting.answer(dues[0].seat, do.pop("type"), **do)
    assert sitting.moment.over
    return chapters(sitting)


@pytest.mark.rule("BABEL-12")
def test_the_line_shows_the_number_of_the_shown_card_and_of_all():
    sitting = Sitting().begun().appoint().master("storms", count=0)
    assert line(sitting, "Eva") == "Ana reveals card 1 of 2"
    assert line(sitting.master("reveal", card="seal"), "Ana") == "You are Master: reveal card 2 of 2"


@pytest.mark.rule("BABEL-13")
@pytest.mark.parametrize("hands", ["cardboard", "phones"])
def test_before_the_next_master_builders_are_asked_to_draw_or_to_look(hands):
    sitting = Sitting(5, hands).begun("Eva", {"B2": 25}).appoint()
    if hands == "cardboard":
        sitting.master("storms", count=3)
        assert "First the builders draw back to 3 cards." in small(sitting, "Ben")
        return
    commits(sitting)
    while not sitting.dues("draw"):
        due = sitting.dues()[0]
        do = dict(sitting.legal(due.kind, due.seat)[0])
        sitting.answer(due.seat, do.pop("type"), **do)
    sitting.answer(None, "draw", cards=["storm"] * 5 + ["lightning"])
    has_drawn = {name: "You drew: look at your hand." in small(sitting, name) for name in (*sitting.names, None)}
    built = {sitting.names[i] for i in present_round(sitting.public).builders}
    assert {name for name, is_told in has_drawn.items() if is_told} == built
    assert all("The builders have drawn back to 3 cards." in small(sitting, name) for name in set(has_drawn) - built)


@pytest.mark.rule("BABEL-16")
def test_with_the_cards_in_hand_seals_are_declared_aloud_and_everybody_answers():
    sitting = Sitting().reversal()
    assert {line(sitting, name) for name in (*sitting.names, None)} == {"Tower complete: using a seal? Say so aloud"}
    assert "Discuss. Point all together. Then everyone answers." in small(sitting, "Ben")


@pytest.mark.rule("BABEL-21")
def test_sealed_answers_are_no_longer_called_face_down_once_they_count():
    sitting = Sitting().reversal()
    for step in ("seal", "punish"):
        for due in sitting.dues(step):
            do = {"type": step, "target": None}
            sitting.table.answer(due.seat, sitting.moment.full_id(due.id), do, f"{step} {due.seat}")
    cards = [block for name in sitting.names for block in view(sitting, name).blocks if isinstance(block, Undo)]
    sentences = " ".join(say(card.words, language) for card in cards for language in LANGUAGES)
    assert len(cards) == 5
    assert not any(word in sentences for word in ("face down", "face cachée", "伏せ"))


@pytest.mark.rule("BABEL-18")
@pytest.mark.parametrize(
    ("seals", "cards", "reason"),
    [
        (1, 0, "On the Messenger Eva: seals 1, punishment cards 0. More seals save the tower."),
        (1, 1, "On the Messenger Eva: seals 1, punishment cards 1. More seals would have saved the tower."),
        (0, 0, "On the Messenger Eva: no seal, no punishment card. At 0 to 0 the tower falls."),
    ],
)
def test_the_end_says_in_numbers_why_that_side_won(seals, cards, reason):
    sitting = Sitting().reversal()
    for name in sitting.names:
        sitting.answer(name, "seal", target="Eva" if seals and name == "Ana" else None)
    for name in sitting.names:
        given = {"target": "Eva", "cards": 1} if cards and name == "Ben" else {"target": None}
        sitting.answer(name, "punish", **given)
    assert small(sitting, None).startswith(reason)


@pytest.mark.rule("BABEL-19")
def test_everybody_reads_whether_it_won():
    sitting = Sitting(8).begun("Hana").appoint().master("show", what="hand").asked_for_zealots("Cho")
    assert [small(sitting, name).partition(". ")[2] for name in ("Ana", "Cho", "Hana")] == [
        "You lost.",
        "You won.",
        "You won.",
    ]
    assert small(sitting, None).endswith("Winners: Cho and Hana.")


@pytest.mark.rule("BABEL-16")
def test_every_seat_has_a_row_with_its_job_and_what_it_was_given():
    sitting = Sitting().begun().appoint()
    assert [say(row.note, "en") if row.note else None for row in rows(sitting)] == [
        "Master",
        "builds",
        "builds",
        "builds",
        None,
    ]
    reversal = Sitting().reversal()
    for name in reversal.names:
        reversal.answer(name, "seal", target="Eva" if name in ("Ana", "Ben") else None)
    assert [[(count.sign, count.n) for count in row.counts] for row in rows(reversal)] == [[], [], [], [], [("seal", 2)]]


@pytest.mark.rule("BABEL-16")
@pytest.mark.rule("BABEL-17")
def test_on_phones_everybody_reads_who_uses_a_seal_and_then_who_is_a_zealot():
    sitting = complete(Ana=("seal", "row-1", "row-1"))
    for name in sitting.names:
        sitting.answer(name, "declare", seal=name == "Ana")
    assert all("Using a seal: Ana" in small(sitting, name) for name in (*sitting.names, None))
    assert {row.seat: say(row.note, "en") for row in rows(sitting) if row.note} == {"Ana": "uses a seal"}
    sitting.answer("Ana", "seal", target="Cho")
    assert all("Zealots: Ben" in small(sitting, name) for name in (*sitting.names, None))
    assert {row.seat: say(row.note, "en") for row in rows(sitting) if row.note} == {"Ana": "Master", "Ben": "zealot"}
