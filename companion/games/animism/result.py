"""The screens of the end: the winners, the lines of all scores, and the story."""

from functools import partial
from typing import Final

from companion.core.blocks import Block, Lines, ScoreRow
from companion.core.game import Tale
from companion.core.score import Score, ScoreLine, ranking_of, score_lines, tie_lines, winners_line
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now
from companion.core.words import Text, names, text
from companion.games.animism.score import score_of
from companion.games.animism.sheets import sheet_title
from companion.games.animism.state import Public


def _score(public: Public) -> Score:
    score = score_of(public)
    assert score is not None
    return score


def end_now(public: Public, place: int | None) -> Now:
    """Return the headline of the end: the winner, and what broke a tie for the first place."""
    score = _score(public)
    seat = public.seats[place] if place is not None else None
    return Now(winners_line("animism", score, seat), tie_lines("animism", score))  # ANIM-22


def end_display(public: Public) -> DisplayLines:
    """Return the display's lines: the winner with its points, or how many seats share the first place."""
    score = _score(public)
    first, right = score.ranking[0], text("animism.display.end")
    sub = text("animism.display.wins", total=score.total(first[0]))
    if len(first) > 1:
        return DisplayLines(right=right, main=text("animism.display.shared", count=len(first)), sub=sub)
    return DisplayLines(right=right, seat=first[0], sub=sub)


FACTORS: Final = ("hexagons", "altars")
"""The numbers that a line for altars multiplies (ANIM-20)."""


def end_blocks(public: Public, place: int | None) -> tuple[Block, ...]:
    """Return the ranking with each seat's lines, and the seat's own lines."""
    score = _score(public)
    row = partial(_row, public)
    ranking = ranking_of(score, partial(_why_so, score), row)
    return (ranking,) if place is None else (_yours(public, score, place), ranking)


def _yours(public: Public, score: Score, place: int) -> Lines:
    seat = public.seats[place]
    return score_lines(text("animism.end.yours", count=score.total(seat)), score, seat, partial(_row, public))


def _row(public: Public, line: ScoreLine) -> ScoreRow:
    name = line.key.rpartition(".")[2]
    return ScoreRow(
        sheet_title(public, line.values["sheet"] - 1),
        text(f"animism.how.{name}", **{**line.values, **_counted(line)}),
        line.rule,
        line.points,
        rule_words=text(f"animism.rule.{name}"),
    )


def _counted(line: ScoreLine) -> dict[str, Text]:
    """Return the numbers that a line multiplies, in words."""
    return {name: text(f"animism.how.n_{name}", count=line.values[name]) for name in FACTORS if name in line.values}


def _why_so(score: Score, group: tuple[Seat, ...], after: tuple[Seat, ...]) -> Text | None:
    """Return why `group` shares a place, or why it is ahead of `after` with as many points (ANIM-22). Return None if the
    points alone decide."""
    if after and score.total(group[0]) == score.total(after[0]):
        return text("animism.end.before", seats=names(after), reason=text("animism.tie.resources"))
    return text("animism.end.shared") if len(group) > 1 else None


def tale(public: Public) -> Tale:
    """Return the story: how many pieces were drawn, and which seat painted the most cells. It is empty with sheets on paper
    alone."""
    if not public.past:
        return Tale()
    drawn = [[one for turn in public.past for one in turn[place].drawn] for place in range(len(public.seats))]
    cells = [sum(one.cells.bit_count() for one in mine) for mine in drawn]
    number, all_cells = sum(len(mine) for mine in drawn), sum(cells)
    pieces = text("animism.tale.pieces", count=number, cells=all_cells)
    most = [place for place, n in enumerate(cells) if n == max(cells)]
    if len(most) != 1:
        return Tale((pieces,))
    return Tale((pieces, text("animism.tale.most", seat=public.seats[most[0]], count=max(cells))))
