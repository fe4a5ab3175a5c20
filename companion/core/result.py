"""A score as the blocks that show it."""

from collections.abc import Callable
from itertools import zip_longest

from companion.core.blocks import Lines, Place, Ranking, ScoreRow
from companion.core.knowledge import Seat
from companion.core.score import Line, Score
from companion.core.words import Text

Rows = Callable[[Line], ScoreRow]
"""How a game says a line of a score."""
Why = Callable[[tuple[Seat, ...], tuple[Seat, ...]], Text | None]
"""Why these seats share their place, or stand before those after them (none: they are the last)."""


def lines(title: Text, score: Score, seat: Seat, row: Rows) -> Lines:
    """All that a seat scores."""
    return Lines(title, tuple(map(row, score.seats[seat])))


def ranking(score: Score, why: Why, row: Rows | None = None) -> Ranking:
    """Who stands where; with `row` each seat's lines, for who opens it. Who shares a place leaves the next ones out."""
    places: list[Place] = []
    for group, after in zip_longest(score.ranking, score.ranking[1:], fillvalue=()):
        n, note = len(places) + 1, why(group, after)
        rows = {seat: tuple(map(row, score.seats[seat])) if row else () for seat in group}
        places += [Place(n, seat, score.total(seat), note, rows[seat]) for seat in group]
    return Ranking(tuple(places))
