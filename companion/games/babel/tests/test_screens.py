"""The screens of phones: the tower, the rounds, the last events, and everything at the end."""

import pytest

from companion.core.blocks import Grid, Ranking, Secret, Timeline
from companion.core.words import Text
from companion.games.babel.pieces import BASE
from companion.games.babel.tests.playing import Sitting
from companion.games.babel.tests.test_round import P, commits, three_punishments_as_master
from companion.speech.say import say


def evening(sitting: Sitting, seat: str | None = None) -> list[str]:
    """Return the lines of the timeline, with the titles of its chapters."""
    timelines = (block for block in sitting.screen(seat).view.blocks if isinstance(block, Timeline))
    chapters = next(timelines).chapters
    return [say(words, "en") for chapter in chapters for words in (chapter.title, *(deed.words for deed in chapter.deeds))]


def tower(sitting: Sitting) -> Grid:
    return next(block for block in sitting.screen(None).view.blocks if isinstance(block, Grid))


def heights(sitting: Sitting) -> list[list[str]]:
    cells = [[(say(cell.words, "en"), cell.of) for cell in row.cells] for row in tower(sitting).rows]
    return [[height if of is None else f"{height}/{of}" for height, of in row] for row in cells]


def just_now(sitting: Sitting, seat: str | None = None) -> list[str]:
    """Return the small lines of the headline."""
    return [say(words, "en") for words in sitting.screen(seat).view.now.small]


def cover(sitting: Sitting, seat: str) -> Secret:
    return next(block for block in sitting.screen(seat).view.blocks if isinstance(block, Secret))


def hand(sitting: Sitting, seat: str) -> list[str]:
    return [say(words, "en") for words in cover(sitting, seat).hand]


@pytest.mark.rule("BABEL-23")
def test_heights_are_beside_the_blueprint():
    sitting = Sitting().begun(blueprint={"C1": 3, "B2": 8}).answer(None, "set", cells={"C1": 1, "A3": 2})
    assert heights(sitting) == [["0", "0", "1/3"], ["0", "0/8", "0"], ["2", "0", "0"]]


@pytest.mark.rule("BABEL-23")
def test_missing_answers_are_named():
    sitting = Sitting().begun(blueprint={"C1": 3, "B2": 8}).answer(None, "set", cells={"C1": 4, "B2": 3})
    assert tower(sitting).words == Text("babel.missing", {"count": 5, "left": 18})


@pytest.mark.rule("BABEL-24")
def test_the_public_part_of_each_round_is_listed():
    sitting = Sitting().begun().appoint().master("storms", count=0)
    sitting.master("reveal", card="cell-B2").master("reveal", card="deliberation", seat="Cho")
    assert evening(sitting) == [
        "Round 1",
        "Builders: Ben, Cho and Dai",
        "Built with B2 alone: B2 has 3",
        "Deliberation: Cho reveals the discard",
    ]


@pytest.mark.rule("BABEL-24")
def test_after_the_end_roles_are_shown_by_side():
    sitting = Sitting(8).begun("Hana").appoint().master("show", what="hand").asked_for_zealots("Cho")
    places = next(block for block in sitting.screen(None).view.blocks if isinstance(block, Ranking)).places
    ranking = [(place.place, place.seat, say(place.note, "en")) for place in places if place.note]
    assert evening(sitting)[-1] == "Cho is a zealot"
    assert ranking[:3] == [(1, "Cho", "Zealot"), (1, "Hana", "Messenger of God"), (2, "Ana", "Architect")]


@pytest.mark.rule("BABEL-24")
def test_after_the_end_plays_and_discards_are_shown():
    sitting = commits(three_punishments_as_master())
    assert any("plays storm" in line for line in evening(sitting))


@pytest.mark.rule("BABEL-12")
@pytest.mark.parametrize(
    ("do", "line"),
    [
        ({"card": "deliberation", "seat": "Ben"}, "Deliberation: Ben reveals the discard"),
        ({"card": "seal"}, "Seal: no effect here"),
    ],
)
def test_everybody_reads_the_last_effect_in_one_line(do, line):
    sitting = Sitting().begun().answer(None, "set", cells={"B2": 5}).appoint().master("storms", count=0)
    sitting.master("reveal", **do)
    assert [just_now(sitting, name) for name in sitting.names] == [[line]] * 5


@pytest.mark.rule("BABEL-12")
def test_everybody_reads_a_storm_in_one_line():
    sitting = Sitting().begun().appoint().master("storms", count=1)
    assert "1 storm: nothing is built this round" in just_now(sitting)


@pytest.mark.rule("BABEL-21")
def test_unfinished_answers_are_on_no_screen():
    sitting = Sitting(5, "phones").begun("Eva").appoint()
    before = sitting.screen("Cho").view.now
    card, other = sitting.own("Ben").hand[:2]
    sitting.commit("Ben", card, other)
    assert sitting.screen("Ben").view.now == sitting.screen("Cho").view.now
    assert sitting.screen("Cho").view.now.line == before.line
    assert just_now(sitting, "Cho") == just_now(sitting, "Dai") == ["1 of 3 builders is ready"]


@pytest.mark.rule("BABEL-21")
def test_an_answer_under_seal_leaves_its_question_as_it_was():
    sitting = Sitting(5, "phones").begun("Eva").appoint()
    asked = sitting.screen("Ben").asks
    card, other = sitting.own("Ben").hand[:2]
    sitting.commit("Ben", card, other)
    assert sitting.screen("Ben").asks == asked


@pytest.mark.rule("BABEL-10")
def test_behind_the_cover_each_card_says_what_may_not_become_of_it():
    sitting = Sitting(5, "phones").begun("Eva", Ben=(P, "row-1", "seal"), Cho=("row-1", "row-2", "row-3")).appoint()
    assert hand(sitting, "Ben") == ["1. punishment (keep it)", "2. row 1: 1 block", "3. seal: for the end"]
    assert hand(sitting, "Cho") == ["1. row 1: 1 block", "2. row 2: 1 block", "3. row 3: 1 block"]
    sitting = Sitting(5, "phones").begun("Eva", Ana=(P, "row-1", "seal")).appoint()
    assert hand(sitting, "Ana") == [
        "1. punishment: for the Messenger",
        "2. row 1: 1 block",
        "3. seal: for the end",
    ], "the Master is not asked"


@pytest.mark.rule("BABEL-20")
def test_every_role_is_behind_the_cover_in_the_same_rows():
    sitting = Sitting(5, "phones").begun("Eva", Ben=(P, "row-1", "seal"))
    rows = [(len(cover(sitting, seat).goal), len(cover(sitting, seat).hand)) for seat in sitting.names]
    assert rows == [(1, 3)] * 5


@pytest.mark.rule("BABEL-22")
def test_in_hand_the_cover_says_what_a_punishment_card_does_as_long_as_there_is_a_hand():
    sitting = Sitting(8).begun("Hana").appoint()
    assert [len(cover(sitting, seat).hand) for seat in sitting.names] == [1] * 8
    sitting.master("show", what="hand").asked_for_zealots("Cho")
    assert [len(cover(sitting, seat).hand) for seat in sitting.names] == [0] * 8


def test_the_master_reveals_covered_cards_that_show_their_faces_to_him_alone():
    sitting = commits(Sitting(5, "phones").begun("Eva").appoint())
    swap = sitting.legal("swap", "Ana")[0]
    sitting.master("swap", take=swap["take"], give=swap["give"])
    steps = sitting.screen("Ana").asks[0].answers.steps
    assert steps is not None
    cards = steps.steps[0]
    assert cards.covered
    assert sorted(say(choice.words, "en") for choice in cards.choices) == ["B1 alone", "B3/C3"]
    assert {say(choice.panel, "en") for choice in cards.choices if choice.panel} == {"4", "5"}
    assert len(cover(sitting, "Ana").counts) == 2


def test_a_blueprint_looks_as_on_the_base_card():
    form = next(ask for ask in Sitting().screen("Ana").asks if ask.kind == "blueprint").answers.forms[0]
    assert (form.columns, form.fields[0].keys) == (3, BASE)


@pytest.mark.rule("BABEL-24")
def test_before_the_end_neither_roles_nor_hands_are_on_the_table():
    sitting = Sitting(5, "phones").begun("Eva", Ben=(P, "row-1", "row-1")).appoint()
    assert not [block for block in sitting.screen(None).view.blocks if isinstance(block, Ranking)]
    assert sitting.public.final is None


@pytest.mark.rule("BABEL-25")
def test_the_master_and_the_panel_may_time_the_talk():
    sitting = Sitting().begun()
    assert [name for name in (*sitting.names, None) if sitting.screen(name).view.timer] == ["Ana", None]


@pytest.mark.rule("BABEL-25")
@pytest.mark.parametrize("when", ["before the first round", "after the end"])
def test_there_is_no_talk_to_time(when):
    sitting = Sitting(8)
    if when == "after the end":
        sitting.begun().appoint().master("show", what="hand")
    assert not any(sitting.screen(name).view.timer for name in (*sitting.names, None))


@pytest.mark.rule("BABEL-15")
def test_setting_the_tower_right_starts_from_its_known_heights():
    sitting = Sitting().begun().answer(None, "set", cells={"B2": 5, "A3": 1})
    ask = sitting.moment.set_right_question()
    assert ask is not None
    assert {cell: n for cell, n in ask.answers.forms[0].initial["cells"].items() if n} == {"B2": 5, "A3": 1}


@pytest.mark.rule("BABEL-09")
@pytest.mark.parametrize("seat", [None, "Ana", "Ben", "Eva"])
def test_with_cards_in_hand_every_phone_says_what_builders_do_while_the_master_waits(seat):
    sitting = Sitting().begun().appoint()
    sentences = " ".join((say(sitting.screen(seat).view.now.line, "en"), *just_now(sitting, seat)))
    assert "play 1, discard 1" in sentences


def test_a_round_that_completes_the_tower_says_so():
    sitting = Sitting().begun(blueprint={"B2": 3}).appoint().master("storms", count=0)
    sitting.master("reveal", card="deliberation", seat="Cho").master("reveal", card="cell-B2")
    (timeline,) = [block for block in sitting.screen(None).view.blocks if isinstance(block, Timeline)]
    assert [say(chapter.note, "en") for chapter in timeline.chapters if chapter.note] == ["Master: Ana, tower complete"]


@pytest.mark.rule("BABEL-11")
def test_a_received_card_keeps_its_number_until_it_is_shown():
    hands = {"Ben": ("cell-A1", "seal", "seal"), "Cho": ("pair-A1-A2", "row-1", "row-1"), "Dai": ("row-3", "row-2", "row-2")}
    sitting = Sitting(5, "phones").begun("Eva", Ana=("column-A", "column-B", "column-C"), **hands).appoint()
    commits(sitting, Ben="cell-A1", Cho="pair-A1-A2", Dai="row-3").answer("Ana", "swap", take="cell-A1", give="column-A")
    assert received(sitting) == ["4. A1/A2: 2 blocks on one", "5. row 3: 1 block"]
    assert backs(sitting) == ["4", "5"]
    sitting.answer("Ana", "reveal", card="pair-A1-A2", cell="A1")
    assert received(sitting) == ["5. row 3: 1 block"]
    assert backs(sitting) == ["5"]


@pytest.mark.rule("BABEL-11")
@pytest.mark.parametrize("taken", ["cell-A1", "pair-A1-A2", "row-3"])
def test_no_number_shows_which_card_the_master_took(taken):
    """A neighbour sees the numbers on the display. They have the order of the cards' names."""
    hands = {"Ben": ("cell-A1", "seal", "seal"), "Cho": ("pair-A1-A2", "row-1", "row-1"), "Dai": ("row-3", "row-2", "row-2")}
    sitting = Sitting(5, "phones").begun("Eva", Ana=("column-A", "column-B", "column-C"), **hands).appoint()
    commits(sitting, Ben="cell-A1", Cho="pair-A1-A2", Dai="row-3").answer("Ana", "swap", take=taken, give="column-A")
    assert backs(sitting) == ["4", "5"]


def received(sitting: Sitting) -> list[str]:
    return [say(count.words, "en") for count in cover(sitting, "Ana").counts]


def backs(sitting: Sitting) -> list[str]:
    """Return the numbers of the cards that Ana may choose, as the display shows them."""
    steps = next(ask.answers.steps for ask in sitting.screen("Ana").asks if ask.kind == "reveal")
    assert steps is not None
    return sorted(say(choice.panel, "en") for choice in steps.steps[0].choices if choice.panel)
