"""The highlights of Bali: a shrine, a card for the altar, a card that paid."""

from typing import Any

import pytest

from companion.core.blocks import Highlight
from companion.core.state import Seat
from companion.games.bali import GAME
from companion.games.bali.tests.playing import Sitting
from companion.promises.sitting import TableSitting
from companion.speech.in_words import worded


class Watched(Sitting):
    """A game that keeps its last highlight, made from the open part of an answer."""

    newest: Highlight | None = None

    def post(self, by: str | None, do: dict[str, Any]) -> Any:
        before = self.public
        super().post(by, do)
        due_is_open = len(self.record) - 1 not in self.secrets
        known = do if due_is_open else {"type": do["type"]}
        self.newest = GAME.highlight(before, self.public, None if by is None else Seat(by), GAME.actions.read(known))
        return self


def built() -> Watched:
    """Return a game in which Ana has built a shrine."""
    sitting = Watched(3)
    sitting.give(0, stones=8)
    sitting.now("play", card="shrine")
    return sitting


def test_a_shrine_says_how_many_there_are_now_and_what_it_cost():
    highlight = built().newest
    assert highlight is not None
    assert (highlight.kind, highlight.seat) == ("built", "Ana")
    assert [(count.sign, count.n, count.change) for count in highlight.counts] == [("shrine", 1, 1), ("stone", None, -7)]


def test_a_card_for_the_altar_shows_its_face_only_where_all_see_it():
    sitting = built().now("sacrifice", kind="peanut")
    assert (sitting.newest.kind, sitting.newest.seat, sitting.newest.picture) == ("given", "Ben", "sacrifice_peanut")
    sitting.now("sacrifice", kind="banana").now("sacrifice", kind="rice")
    assert (sitting.newest.kind, sitting.newest.seat, sitting.newest.picture) == ("given", "Ana", "sacrifice_back")
    assert "rice" not in str(worded(sitting.newest, "en"))


class Paid(TableSitting):
    """A real table at which Ana's priest was scored."""

    def __init__(self) -> None:
        super().__init__(GAME, 3)
        self.tap("turn", "Ana", type="play", card="priest").score()

    def tap(self, kind: str, by: str, **do: Any) -> "Paid":
        self.answer_due(self.dues(kind)[0], do, Seat(by))
        return self

    def score(self) -> "Paid":
        return self.tap("scored", "Ben", type="scored", card="priest")


def test_a_card_that_pays_says_what_each_seat_gets():
    (highlight,) = Paid().moment.highlights
    assert highlight.kind == "scored"
    assert [(row.seat, row.counts[0].n, row.counts[0].sign) for row in highlight.rows] == [("Ana", 1, "point")]


def test_an_answer_that_is_taken_back_leaves_no_highlight():
    assert Paid().back(None).moment.highlights == ()


def test_the_same_answer_given_again_has_a_higher_number():
    table = Paid()
    first = table.moment.highlights[-1].number
    table.back(None).score()
    assert table.moment.highlights[-1].number > first


def test_a_correction_of_a_number_is_no_highlight():
    table = Paid()
    before = table.moment.highlights
    table.tap("set", "Ben", type="set", seat="Ben", points=4)
    assert table.moment.highlights == before


@pytest.mark.parametrize(("demon", "shut"), [(False, None), (True, 0)])
def test_the_scene_names_the_column_that_is_shut(demon: bool, shut: int | None):
    scene: Any = Sitting(3, demon=demon).view(None).scene
    assert scene.shut == shut


def test_no_seat_has_a_scene():
    assert all(view.scene is None for view in Sitting(3).views()[1:])


@pytest.mark.parametrize(("card", "gains"), [("priest", True), ("shrine", False)])
def test_the_scene_says_that_a_scored_card_pays_nobody(card: str, gains: bool):
    table = TableSitting(GAME, 3)
    table.answer_due(table.dues("turn")[0], {"type": "play", "card": "priest"}, Seat("Ana"))
    table.answer_due(table.dues("scored")[0], {"type": "scored", "card": card}, Seat("Ben"))
    words = str(worded(table.moment.screen(None).view.scene, "en"))
    assert ("Nobody gets anything" in words) is not gains
