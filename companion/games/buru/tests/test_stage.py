"""The highlight of a region that somebody won, and the scene: the present region, and the reach of a canoe."""

from typing import Any

from companion.core.view import RevealSteps
from companion.games.buru import GAME
from companion.games.buru.tests.playing import Sitting
from companion.promises.tapes import Tape, tape_of
from companion.speech.say import say
from tests.promises.settings import Setting


def tape(**options: Any) -> Tape:
    return tape_of(Setting(GAME, 3, options), 0)


def test_every_region_that_is_won_is_a_highlight_with_its_reveal():
    for moment in tape().moments:
        newest = moment.highlights[-1:]
        if newest and newest[0].number == moment.open_entries:
            reveal = moment.screen(None).view.reveal
            assert isinstance(reveal, RevealSteps)
            assert newest[0].of == reveal.of
            assert reveal.rows[-1].sums_up


def test_the_canoe_on_turn_has_a_step_for_each_point_of_its_total():
    scenes: list[Any] = [moment.screen(None).view.scene for moment in tape(ambelau=True).moments]
    far = [len(scene.steps) for scene in scenes if scene is not None and scene.steps]
    assert far
    assert all(len(scene.pictures) == 5 for scene in scenes if scene is not None)


def test_a_reveal_shows_the_tokens_of_each_seat_and_their_sum():
    views = [moment.screen(None).view for moment in tape().moments]
    rows = [row for view in views if view.reveal for row in view.reveal.rows if row.total is not None]
    assert rows
    assert all(sum(int(str(token.values["n"])) for token in row.tokens) == row.total for row in rows)


def test_the_rooms_screen_names_the_decrees_beside_altars_while_all_regions_show():
    sitting = Sitting(2).dawn({"place": "gunung", "reward": {"esteem": 1}}, {"place": "forest"})
    scene = sitting.view(None).scene
    assert scene is not None
    assert scene.line is not None
    assert say(scene.line, "en") == "Decree, altar of Gunung: 1 esteem"
