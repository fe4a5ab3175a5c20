"""What the end shows: who won, by which lines, and how the esteem went."""

from functools import partial

from companion.core.blocks import Block, Chart, Curve, ScoreRow
from companion.core.caching import cached_by_identity
from companion.core.score import Line, Score, ranking_of, score_lines
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now
from companion.core.words import Text, joined, text
from companion.games.buru.check import checked, comparisons, differences
from companion.games.buru.score import score_at_the_end
from companion.games.buru.state import Public
from companion.games.buru.stories import called
from companion.games.buru.worth import Final

SIGNS = {"track": "esteem", "tributes": "tribute", "elders": "elder", "islanders": "islander"}


def _final(public: Public) -> Final:
    assert public.final is not None
    return public.final


def end_now(public: Public, place: int | None) -> Now:
    """Lit while this seat has still something to press: its count."""
    score = score_at_the_end(public)
    lit = place is not None and _final(public).counted[place] is None
    return Now(_won(public, score, place), (*_tie(public, score), *checked(public)), lit=lit)


def _won(public: Public, score: Score, place: int | None) -> Text:
    """Who won, and on its own phone that it is oneself."""
    first = score.ranking[0][0]
    if place is not None and public.names[place] == first:
        return text("buru.end.you_win", total=score.total(first))
    return text("buru.end.win", seat=_called(public, first), total=score.total(first))


def _called(public: Public, seat: Seat) -> Text:
    return called(public, public.names.index(seat))


def _tie(public: Public, score: Score) -> tuple[Text, ...]:
    """BURU-21: what gave one of those with most points the first place."""
    if score.tie_break is None:
        return ()
    (first,), *others = score.ranking
    tied = joined(_called(public, seat) for (seat,) in others if score.total(seat) == score.total(first))
    return (text("buru.end.tie", seat=_called(public, first), others=tied, reason=text(score.tie_break)),)


def end_oled(public: Public) -> DisplayLines:
    """Who won, in the box's few letters."""
    score = score_at_the_end(public)
    first = score.ranking[0][0]
    right, sub = text("buru.oled.end_right"), text("buru.oled.wins", total=score.total(first))
    if public.is_rival(public.names.index(first)):
        return DisplayLines(right=right, main=text("buru.oled.rival", rival=first), sub=sub)
    return DisplayLines(right=right, seat=first, sub=sub)


def end_blocks(public: Public, place: int | None) -> tuple[Block, ...]:
    """While the table looks for a difference, that is needed first. Whose points they are anybody may look at."""
    score = score_at_the_end(public)
    own = () if place is None else (score_lines(_yours(score, public.names[place]), score, public.names[place], _row),)
    ranking = ranking_of(score, partial(_why, public, score), _row)
    return (*differences(public), *own, ranking, *comparisons(public), _chart(public))


def _yours(score: Score, seat: Seat) -> Text:
    return text("buru.end.yours", count=score.total(seat))


def _why(public: Public, score: Score, group: tuple[Seat, ...], after: tuple[Seat, ...]) -> Text | None:
    """With as many points as the next one, why it stands before it. No place is shared."""
    tied = [seat for seat in after if score.total(seat) == score.total(group[0])]
    return text("buru.end.before", seat=_called(public, tied[0])) if tied else None


@cached_by_identity
def _chart(public: Public) -> Chart:
    """The esteem track, from the first dawn to the last dusk."""
    tracks = ((0,) * len(public.names), *public.dusks)
    ticks = tuple(text("buru.power", n=n) for n in range(len(tracks)))
    curves = (Curve(seat, tuple(track[by] for track in tracks)) for by, seat in enumerate(public.names))
    return Chart(text("buru.end.chart"), ticks, tuple(curves))


def _row(line: Line) -> ScoreRow:
    name = line.key.rpartition(".")[2]
    how = text(f"buru.how.{name}", count=line.values["n"])
    return ScoreRow(text(line.key), how, line.rule, line.points, sign=SIGNS[name], rule_words=text(f"buru.rule.{line.rule}"))
