"""A score in which every number explains itself, and the blocks that show it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from companion.core.blocks import Lines, Place, Ranking, ScoreRow
from companion.core.state import Seat
from companion.core.words import Text, names, text


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score: the message key of what it counts, the points, and the number of the rule."""

    key: str
    points: int
    rule: str
    values: Mapping[str, int] = field(default_factory=dict)
    """The numbers for the words of the line."""
    own: Text | None = None
    """The words of the line if the table wrote them itself. `key` is then its name in the table's plan."""
    how: Text | None = None
    """The formula of the points with its numbers, if the table wrote the line itself."""

    @property
    def words(self) -> Text:
        """Return what the line counts, in words."""
        return Text(self.key, dict(self.values)) if self.own is None else self.own


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a game: the places, the lines of each seat (none where sides win), the message key of what broke a tie,
    and the game's own fields."""

    ranking: tuple[tuple[Seat, ...], ...]
    seats: Mapping[Seat, tuple[ScoreLine, ...]] = field(default_factory=dict)
    tie_break: str | None = None
    own: Mapping[str, Any] = field(default_factory=dict)
    own_tie: Text | None = None
    """The words of `tie_break` if the table wrote them itself."""
    why: Text | None = None
    """The side that won, and the reason, in a game of sides."""
    is_won: bool = True
    """False: no seat won. The ranking then has all seats in one place."""

    def total(self, seat: Seat) -> int:
        """Return the points of all lines of a seat. Raise KeyError where sides win, because no seat has lines there."""
        return sum(line.points for line in self.seats[seat])

    @property
    def ahead(self) -> int | None:
        """Return how many points the first place has more than the second, below 0 if the fewest points win. None: the
        points of single seats decide nothing, because a side won, or nobody is second."""
        totals = [{self.total(seat) for seat in place} for place in self.ranking[:2]] if self.seats else []
        if self.why is not None or len(totals) < 2 or len(totals[0]) > 1:
            return None
        return max(totals[0]) - max(totals[1])

    @property
    def tie_words(self) -> Text | None:
        """Return what broke a tie, in words."""
        return self.own_tie or (Text(self.tie_break) if self.tie_break else None)

    def as_data(self) -> dict[str, Any]:
        """Return the score in the form of docs/records.md, ready for JSON."""
        ranking = [list(place) for place in self.ranking]
        own = self.own if self.is_won else {**self.own, "won": False}
        if not self.seats:
            return {**own, "ranking": ranking}
        seats = {
            seat: {
                "total": self.total(seat),
                "lines": [{"key": line.key, "points": line.points, "rule": line.rule} for line in lines],
            }
            for seat, lines in self.seats.items()
        }
        return {"seats": seats, "ranking": ranking, "tie_break": self.tie_break, **own}


def ranked(seats: Iterable[Seat], worth: Mapping[Seat, tuple[int, ...]]) -> tuple[tuple[Seat, ...], ...]:
    """Return the places, the best first. `worth` has the points of each seat, then the numbers that break a tie. Equal seats
    share a place, in the order of `seats`."""
    in_order = tuple(seats)
    places = sorted(set(worth.values()), reverse=True)
    return tuple(tuple(seat for seat in in_order if worth[seat] == place) for place in places)


Rows = Callable[[ScoreLine], ScoreRow]
"""A function that puts a line of a score in words."""
Why = Callable[[tuple[Seat, ...], tuple[Seat, ...]], Text | None]
"""A function that returns a remark on the seats of one place: why they share it, or why they are before those of the next
place. The next place is empty after the last one."""


def score_lines(title: Text, score: Score, seat: Seat, row: Rows) -> Lines:
    """Return the block with all score lines of a seat."""
    return Lines(title, tuple(map(row, score.seats[seat])))


def ranking_of(score: Score, why: Why, row: Rows | None = None) -> Ranking:
    """Return the places of all seats. With `row` each seat has its lines. After a shared place the next numbers are left
    out."""
    places: list[Place] = []
    for group, after in zip_longest(score.ranking, score.ranking[1:], fillvalue=()):
        n, note = len(places) + 1 if score.is_won else 0, why(group, after)
        rows = {seat: tuple(map(row, score.seats[seat])) if row else () for seat in group}
        places += [Place(n, seat, score.total(seat), note, rows[seat]) for seat in group]
    return Ranking(tuple(places))


def winners_line(game: str, score: Score, seat: Seat | None) -> Text:
    """Return the sentence on the winners for this seat, or (None) for the public, from the texts `win`, `you_win` and
    `you_share` of GAME.end."""
    winners = score.ranking[0]
    total = score.total(winners[0])
    if seat not in winners:
        return text(f"{game}.end.win", count=len(winners), seats=names(winners), total=total)
    others = [one for one in winners if one != seat]
    if not others:
        return text(f"{game}.end.you_win", total=total)
    return text(f"{game}.end.you_share", others=names(others), total=total)


def tie_lines(game: str, score: Score) -> tuple[Text, ...]:
    """Return why the winner is ahead of seats with as many points, from the text GAME.end.tie. Return nothing if no tie was
    broken."""
    if score.tie_break is None:
        return ()
    first = score.ranking[0][0]
    others = [seat for seat in score.seats if seat != first and score.total(seat) == score.total(first)]
    return (text(f"{game}.end.tie", seat=first, others=names(others), reason=text(score.tie_break)),)
