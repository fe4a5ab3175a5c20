"""The scene of Babel Builders, the tower, and its highlights: storms, and a complete tower."""

from collections.abc import Iterator

from companion.core.moment import Moment
from companion.core.view import screen_groups
from companion.games.babel import GAME
from companion.kits.board import StackScene
from companion.promises.tapes import tapes_of
from tests.promises.settings import settings_of


def moments(hands: str) -> Iterator[Moment]:
    """Yield the moments of some games with the cards in these hands, one after the other."""
    for setting in settings_of(GAME):
        if setting.options.get("hands", "cardboard") == hands:
            for tape in tapes_of(setting):
                yield from tape.moments


def scenes(hands: str) -> list[tuple[Moment, StackScene]]:
    drawn = [(moment, moment.screen(None).view.scene) for moment in moments(hands)]
    return [(moment, scene) for moment, scene in drawn if isinstance(scene, StackScene)]


def test_storms_and_a_complete_tower_fill_the_screen():
    kinds = {one.kind for moment in moments("cardboard") for one in moment.highlights}
    assert kinds == {"storm", "complete"}


def test_a_complete_tower_is_drawn_with_its_heights():
    complete = [one for moment in moments("cardboard") for one in moment.highlights if one.kind == "complete"]
    assert complete
    assert all(sum(map(sum, one.stacks)) > 0 for one in complete)


def test_a_sealed_question_shows_how_many_have_answered_and_not_who():
    sealed = [scene for moment, scene in scenes("phones") if moment.screen(None).view.phase == "commit"]
    assert {scene.progress.n for scene in sealed if scene.progress} > {0, 1}
    assert all(scene.progress is None or scene.progress.of == len(scene.workers) for scene in sealed)


def test_all_point_together_only_where_punishments_are_given_because_seals_are_discussed_first():
    for hands in ("cardboard", "phones"):
        for moment, scene in scenes(hands):
            phase = moment.screen(None).view.phase
            assert (scene.point is not None) == (phase == "punish")
            assert (scene.point_words is not None) == (phase in ("aloud", "seal", "punish"))


def test_the_rooms_screen_says_of_no_seat_what_others_do():
    screens = [moment.screen(None) for moment, _ in scenes("cardboard")]
    drawn = [screen_groups(screen)[0] for screen in screens if screen.view.phase == "storms"]
    assert drawn
    assert [one for one in drawn if "turn" not in one or "act" in one] == []


def test_the_blocks_of_the_last_card_are_new():
    for hands in ("cardboard", "phones"):
        changed = [scene.changed for _, scene in scenes(hands) if any(scene.changed)]
        assert changed
        assert all(len(one) == 9 and -2 <= sum(one) <= 3 for one in changed)
