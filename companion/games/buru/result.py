"""What the end shows: who won, by which lines, and what people counted beside what the companion knows."""

from collections.abc import Iterator

from companion.core.knowledge import Seat
from companion.core.score import Line, Score
from companion.core.view import Block, Lines, Note, Now, Oled, Place, Ranking, ScoreRow
from companion.core.words import Text, text
from companion.games.buru.score import score_at_the_end
from companion.games.buru.state import Final, Public

SIGNS = {"track": "esteem", "tributes": "tribute", "elders": "elder", "islanders": "islander"}


def _final(public: Public) -> Final:
    assert public.final is not None
    return public.final


def end_now(public: Public, place: int | None) -> Now:
    """Lit while this seat has still something to press: its count."""
    score = score_at_the_end(public)
    first = score.ranking[0][0]
    tie = (text("buru.end.tie", reason=text(score.tie_break)),) if score.tie_break else ()
    lit = place is not None and _final(public).counted[place] is None
    return Now(text("buru.end.win", seat=first, total=score.total(first)), tie, lit=lit)


def end_oled(public: Public) -> Oled:
    score = score_at_the_end(public)
    first = score.ranking[0][0]
    right, sub = text("buru.oled.end_right"), text("buru.oled.wins", total=score.total(first))
    if public.is_rival(public.names.index(first)):
        return Oled(right=right, main=text("buru.oled.rival", rival=first), sub=sub)
    return Oled(right=right, seat=first, sub=sub)


def end_blocks(public: Public, place: int | None) -> tuple[Block, ...]:
    score = score_at_the_end(public)
    own = () if place is None else (_lines(score, public.names[place]),)
    places = tuple(Place(n, seat, score.total(seat)) for n, (seat,) in enumerate(score.ranking, 1))
    return (*differences(public), *own, Ranking(places))


def _lines(score: Score, seat: Seat) -> Lines:
    return Lines(text("buru.end.yours", count=score.total(seat)), tuple(_score_row(line) for line in score.seats[seat]))


def _score_row(line: Line) -> ScoreRow:
    name = line.key.rpartition(".")[2]
    how = text(f"buru.how.{name}", **line.values)
    return ScoreRow(text(line.key), how, line.rule, line.points, sign=SIGNS[name], rule_words=text(f"buru.rule.{line.rule}"))


def differences(public: Public) -> Iterator[Note]:
    """BURU-45: what was counted otherwise than the companion knows it."""
    for seat, player, counted in zip(public.names, public.players, _final(public).counted, strict=False):
        if counted is not None:
            known = (player.esteem, sum(player.tributes), player.elders)
            told = (counted.esteem, counted.tributes, counted.elders)
            yield from _differences(seat, told, known)


def _differences(seat: Seat, told: tuple[int, ...], known: tuple[int, ...]) -> Iterator[Note]:
    if told == known:
        yield Note(text("buru.end.agrees", seat=seat))
    for name, one, other in zip(("track", "tributes", "elders"), told, known, strict=True):
        if one != other:
            what: Text = text(f"buru.label.{name}")
            yield Note(text("buru.end.differs", seat=seat, what=what, told=one, known=other), alert=True)
