"""What every phone shows: the tower, the rounds, and all of it at the end."""

import pytest

from companion.core.view import Grid, Note, Seats
from companion.core.words import Text
from companion.games.babel.tests.playing import Sitting
from companion.games.babel.tests.test_round import P, commits, three_punishments_as_master
from companion.i18n import say


def words(sitting: Sitting, seat: str | None = None) -> list[str]:
    notes = [block for block in sitting.screen(seat).view.blocks if isinstance(block, Note)]
    return [say(line, "en") for note in notes for line in (note.words, *note.more)]


def tower(sitting: Sitting) -> list[list[str]]:
    grid = next(block for block in sitting.screen(None).view.blocks if isinstance(block, Grid))
    return [[say(cell.words, "en") for cell in row.cells] for row in grid.rows]


@pytest.mark.rule("BABEL-23")
def test_heights_stand_beside_the_blueprint():
    sitting = Sitting().begun(blueprint={"C1": 3, "B2": 8}).tell(None, "set", cells={"C1": 1, "A3": 2})
    assert tower(sitting) == [["0", "0", "1/3"], ["0", "0/8", "0"], ["2", "0", "0"]]


@pytest.mark.rule("BABEL-23")
def test_what_is_still_missing_is_said():
    sitting = Sitting().begun(blueprint={"C1": 3, "B2": 8}).tell(None, "set", cells={"C1": 4, "B2": 3})
    grid = next(block for block in sitting.screen("Ana").view.blocks if isinstance(block, Grid))
    assert grid.heads[0] == Text("babel.missing", {"count": 5})


@pytest.mark.rule("BABEL-24")
def test_what_all_saw_of_each_round_is_listed():
    sitting = Sitting().begun().appoint().master("storms", count=0)
    sitting.master("reveal", card="cell-B2").master("reveal", card="deliberation", seat="Cho")
    assert words(sitting) == [
        "Round 1: Ana is Master, builders Ben, Cho, Dai",
        "B2 alone: B2 has 3",
        "deliberation: Cho shows the discard",
    ]


@pytest.mark.rule("BABEL-24")
def test_after_the_end_roles_are_shown_and_who_turned_when():
    sitting = Sitting(8).begun("Hana").tell("Cho", "zealot", now=True).appoint().master("show", what="hand")
    rows = next(block for block in sitting.screen(None).view.blocks if isinstance(block, Seats)).rows
    said = [say(row.note, "en") for row in rows if row.note]
    assert said == ["Architect", "Architect", "Zealot since round 1", *["Architect"] * 4, "Messenger of God"]


@pytest.mark.rule("BABEL-24")
def test_after_the_end_plays_and_discards_are_shown():
    sitting = commits(three_punishments_as_master())
    assert any("played storm" in line for line in words(sitting))


@pytest.mark.rule("BABEL-24")
def test_before_the_end_neither_roles_nor_hands_are_on_the_table():
    sitting = Sitting(5, "phones").begun("Eva", Ben=(P, "row-1", "row-1")).appoint()
    assert not [block for block in sitting.screen(None).view.blocks if isinstance(block, Seats)]
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
