"""The end explains itself: the altar's cards, the reason of each line, and the reason of each place."""

from dataclasses import replace

import pytest

from companion.core.blocks import Grid, Lines, Note, Ranking
from companion.core.state import changed
from companion.games.bali import GAME
from companion.games.bali.end import by_companion
from companion.games.bali.pieces import KINDS
from companion.games.bali.state import Revealed
from companion.games.bali.tests.playing import Sitting, all_views


def over(altar: tuple[int, ...] = (5, 4, 4, 0), seats: int = 3, **stones: int) -> Sitting:
    """Return a game that ended with this altar. Each seat holds one sacrifice card of each kind."""
    sitting = Sitting(seats)
    for place, n in enumerate(stones.values()):
        sitting.give(place, stones=n)
    sitting.now("play", card="priest").now("deck_empty")
    final = replace(sitting.public.final, altar=altar)
    sitting.state = changed(sitting.state, public=changed(sitting.public, final=final))
    return sitting


def block(sitting: Sitting, kind: type, place: int | None = 0) -> object:
    view = all_views(sitting.state)[0 if place is None else place + 1]
    return next(block for block in view.blocks if isinstance(block, kind))


@pytest.mark.rule("BALI-22")
@pytest.mark.parametrize("place", [0, None])
def test_the_altars_cards_and_their_worth_are_on_every_screen_before_anybody_counts(place):
    grid = block(over(), Grid, place)
    assert isinstance(grid, Grid)
    cells = [(row.sign, *(cell.words.values["n"] for cell in row.cells)) for row in grid.rows]
    assert cells == [("rice", 5, 3), ("peanut", 4, 2), ("banana", 4, 2), ("pepper", 0, 0)]


@pytest.mark.rule("BALI-24")
def test_each_line_of_a_score_has_a_sentence_of_its_own():
    lines = block(over((5, 4, 3, 0)), Lines)
    assert isinstance(lines, Lines)
    sentences = [row.rule_words.key.rpartition(".")[2] for row in lines.rows if row.rule_words]
    assert sentences == ["points", "shrines", "stones_5", "worth_3", "worth_2", "worth_1", "none"]


@pytest.mark.rule("BALI-25")
def test_a_tie_for_second_is_explained():
    ranking = block(over(ana=10, ben=4, cho=3), Ranking)
    assert isinstance(ranking, Ranking)
    notes = {place.seat: place.note for place in ranking.places}
    assert notes["Ben"] is not None
    assert (notes["Ana"], notes["Ben"].key, notes["Cho"]) == (None, "bali.end.before", None)
    assert notes["Ben"].values["reason"].key == "bali.tie.stones"


@pytest.mark.rule("BALI-25")
def test_a_shared_place_says_what_is_equal():
    ranking = block(over(ana=10, ben=4, cho=4), Ranking)
    assert isinstance(ranking, Ranking)
    assert [place.note.key if place.note else None for place in ranking.places] == [None, *["bali.end.shared"] * 2]


def test_the_winner_reads_it():
    lines = [view.now.line.key for view in all_views(over(ana=10).state)]
    assert lines == ["bali.end.win", "bali.end.you_win", "bali.end.win", "bali.end.win"]


def test_a_difference_is_the_news_until_it_is_settled():
    sitting = over(ana=10)
    sitting.answer("Ben", "count", sacrifices=dict.fromkeys(KINDS, 1), stones=4, points=1, shrines=0)
    assert {view.now.line.key for view in all_views(sitting.state)} == {"bali.end.differ"}
    sitting.answer(None, "accept", of="companion")
    assert all_views(sitting.state)[1].now.line.key == "bali.end.you_win"


def all_counted() -> Sitting:
    """Return a game in which all people counted the companion's numbers."""
    sitting = over((0, 0, 0, 0), ana=10)
    for name, pieces in zip(sitting.names, by_companion(sitting.public), strict=True):
        counted = {"stones": pieces.stones, "points": pieces.points, "shrines": pieces.shrines}
        sitting.answer(name, "count", sacrifices=dict.fromkeys(KINDS, 1), **counted)
    return sitting.answer(None, "count", altar={})


@pytest.mark.rule("BALI-37")
def test_when_all_agrees_the_winner_has_the_first_word():
    sitting = all_counted()
    final = sitting.public.final
    assert isinstance(final, Revealed)
    assert final.all_counted
    view = all_views(sitting.state)[1]
    assert view.now.small[-1].key == "bali.end.all_agree"
    assert view.now.line.key == "bali.end.you_win"
    assert not [block for block in GAME.view(sitting.public, None, None).blocks if isinstance(block, Note)]
