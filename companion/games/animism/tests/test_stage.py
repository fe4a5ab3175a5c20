"""The scene of Animism, which is its sheets, and the highlight at a turn's end: the drawings of each seat."""

from itertools import pairwise

import pytest

from companion.core.state import Seat
from companion.games.animism import GAME
from companion.kits.paper import SheetScene
from companion.promises.tapes import Tape, tape_of
from companion.speech.say import say
from tests.promises.settings import Setting

GAME_TURNS = 16
NAMES = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai")))


def tape(sheets: str) -> Tape:
    return tape_of(Setting(GAME, 4, {"sheets": sheets}), 0)


def test_while_seats_draw_the_screen_changes_only_in_who_is_done():
    """ANIM-05: nobody looks at another's sheet."""
    for before, after in pairwise(tape("twin").moments):
        if before.screen(None).view.round == after.screen(None).view.round:
            assert before.screen(None).view.scene == after.screen(None).view.scene


def test_when_all_are_done_each_new_drawing_is_shown():
    turns = 0
    for before, after in pairwise(tape("twin").moments):
        newest = after.highlights[-1:]
        if newest and newest != before.highlights[-1:]:
            turns += 1
            scene = after.screen(None).view.scene
            assert newest[0].kind == "drawn"
            assert isinstance(scene, SheetScene)
            assert sorted(drawing.sheet for drawing in scene.drawn) == [0, 1, 2, 3]
            assert {drawing.seat for drawing in scene.drawn} == set(after.history.state.public.seats)
    assert turns == GAME_TURNS - 1  # after the last turn people read the score


@pytest.mark.rule("ANIM-23")
def test_three_players_with_paper_outline_altars_in_the_colour_that_nobody_has():
    three, four = (GAME.set_up_steps(NAMES[:n], GAME.options()) for n in (3, 4))
    (step,) = [step for step in three if step.name == "fourth"]
    assert say(step.words, "en") == "On your sheet, outline the four altars outside all areas in yellow"
    assert "fourth" not in [step.name for step in four]


def test_with_paper_alone_the_screen_shows_who_has_which_sheet():
    scene = tape("score").moments[1].screen(None).view.scene
    assert isinstance(scene, SheetScene)
    assert [one.holder for one in scene.unknown] == list(tape("score").moments[0].history.state.public.seats)
    assert scene.drawn == ()
