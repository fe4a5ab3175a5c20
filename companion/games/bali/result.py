"""What the end shows: who won, and by which lines."""

from companion.core.knowledge import Seat
from companion.core.score import Line, Score
from companion.core.view import Block, Lines, Now, Oled, Place, Ranking, ScoreRow
from companion.core.words import Text, names, text
from companion.games.bali import end
from companion.games.bali.check import check, differences
from companion.games.bali.pieces import KINDS
from companion.games.bali.score import score_of
from companion.games.bali.state import Final, Public


def _score(public: Public) -> Score:
    altar, pieces = end.standing(public)
    return score_of(public.seats, pieces, altar, public.options.stones_per_point)


def _final(public: Public) -> Final:
    assert public.final is not None
    return public.final


def end_now(public: Public, place: int | None) -> Now:
    """Lit while this seat has still something to press: its count."""
    score, final = _score(public), _final(public)
    winners = score.ranking[0]
    line = text("bali.end.win", count=len(winners), seats=names(winners), total=score.total(winners[0]))
    lit = place is not None and final.counted[place] is None
    return Now(line, (*_tie(public, score), *_checked(public)), lit=lit)


def _tie(public: Public, score: Score) -> tuple[Text, ...]:
    """What gave one of those with most points the first place."""
    if score.tie_break is None:
        return ()
    first = score.ranking[0][0]
    others = [seat for seat in public.seats if seat != first and score.total(seat) == score.total(first)]
    return (text("bali.end.tie", seat=first, others=names(others), reason=text(score.tie_break)),)


def _checked(public: Public) -> tuple[Text, ...]:
    final = _final(public)
    if not final.any_count:
        return ()
    if final.accepted:
        return (text(f"bali.end.accepted_{final.accepted}"),)
    if found := len(tuple(differences(public))):
        return (text("bali.end.differ", count=found),)
    counted = sum(pieces is not None for pieces in final.counted)
    key = "bali.end.agree" if final.altar_counted is None else "bali.end.agree_altar"
    return (text(key, count=counted, seats=len(public.seats)),)


def end_oled(public: Public) -> Oled:
    score = _score(public)
    first, right = score.ranking[0], text("bali.oled.end")
    sub = text("bali.oled.wins", total=score.total(first[0]))
    if len(first) > 1:
        return Oled(right=right, main=text("bali.oled.shared", count=len(first)), sub=sub)
    return Oled(right=right, seat=first[0], sub=sub)


def end_blocks(public: Public, place: int | None) -> tuple[Block, ...]:
    score = _score(public)
    own = () if place is None else (_lines(score, public.seats[place]),)
    result = (*own, _ranking(score))
    # While the table looks for a piece, what differs is needed first; once it is settled, the score.
    return (*check(public), *result) if _final(public).accepted is None else (*result, *check(public))


def _lines(score: Score, seat: Seat) -> Lines:
    title = text("bali.end.yours", count=score.total(seat))
    return Lines(title, tuple(_score_row(line) for line in score.seats[seat]))


def _score_row(line: Line) -> ScoreRow:
    name = line.key.rpartition(".")[2]
    none = name in KINDS and not line.values["altar"]  # BALI-23
    how = text(f"bali.how.{'none' if none else 'kind' if name in KINDS else name}", **line.values)
    sign = name if name in KINDS else name.removesuffix("s")
    return ScoreRow(text(line.key), how, line.rule, line.points, sign=sign, rule_words=text(f"bali.rule.{line.rule}"))


def _ranking(score: Score) -> Ranking:
    places: list[Place] = []
    for group in score.ranking:
        n = len(places) + 1
        places += [Place(n, seat, score.total(seat)) for seat in group]
    return Ranking(tuple(places))
