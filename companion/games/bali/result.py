"""The screens of the end: the winners, the lines of all scores, the counts, and the story."""

from collections.abc import Sequence
from functools import partial

from companion.core.blocks import Block, Cell, Grid, Row, ScoreRow
from companion.core.game import Tale
from companion.core.score import Score, ScoreLine, ranking_of, score_lines, tie_lines, winners_line
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now, RevealedItem, RevealSteps
from companion.core.words import Text, names, text
from companion.games.bali import end
from companion.games.bali.end import count_blocks, differences, disagree
from companion.games.bali.pieces import KINDS
from companion.games.bali.score import score_of, tie_break, worths
from companion.games.bali.state import Public


def _score(public: Public) -> Score:
    altar, pieces = end.valid_pieces(public)
    return score_of(public.seats, pieces, altar, public.options.stones_per_point)


def end_now(public: Public, place: int | None) -> Now:
    """Return the headline of the end. It is lit while this seat still has something to tap."""
    score, final = _score(public), end.final_of(public)
    differ = disagree(public) and final.accepted is None
    won = winners_line("bali", score, public.seats[place] if place is not None else None)
    lit = place is not None and (differ or final.counted[place] is None)
    if differ:
        return Now(text("bali.end.differ", count=len(tuple(differences(public)))), (won,), lit=lit)
    return Now(won, (*tie_lines("bali", score), *_checked(public, place)), lit=lit)


def _checked(public: Public, place: int | None) -> tuple[Text, ...]:
    """Return how far the counts are. An onlooker is not asked to count."""
    final = end.final_of(public)
    if final.accepted and disagree(public):
        return (text(f"bali.end.accepted_{final.accepted}"),)
    if not final.any_count:
        return (text("bali.end.count_all" if place is None else "bali.end.count"),)
    if final.all_counted:
        return (text("bali.end.all_agree"),)
    counted = sum(pieces is not None for pieces in final.counted)
    key = "bali.end.agree" if final.altar_counted is None else "bali.end.agree_altar"
    return (text(key, count=counted, seats=len(public.seats)),)


def end_display(public: Public) -> DisplayLines:
    """Return the display's lines: the winner with its points, or how many seats share the first place."""
    score = _score(public)
    first, right = score.ranking[0], text("bali.display.end")
    sub = text("bali.display.wins", count=len(first), total=score.total(first[0]))
    if len(first) > 1:
        return DisplayLines(right=right, main=text("bali.display.shared", count=len(first)), sub=sub)
    return DisplayLines(right=right, seat=first[0], sub=sub)


def reveal_steps(public: Public) -> RevealSteps | None:
    """Return the reveal: the altar card by card from the top, then the worth of each kind, the highest first. An empty altar
    has none."""
    final = end.final_of(public)
    if not final.pile:
        return None
    cards = [
        RevealedItem(
            text(f"bali.kind.{kind}"), sign=kind, face=f"sacrifice_{kind}", worth=_worth_after(final.pile[: at + 1])
        )
        for at, kind in enumerate(final.pile)
    ]
    kinds = sorted(zip(worths(final.altar), KINDS, strict=True), reverse=True)
    worth = [_worth_shown(kind, n) for n, kind in kinds if n]
    return RevealSteps("end", text("bali.end.opened"), (*cards, *worth))


def _worth_shown(kind: str, n: int) -> RevealedItem:
    spoken = text("bali.end.worth", kind=text(f"bali.kind.{kind}"), count=n)
    return RevealedItem(text("bali.times", n=n), sign=kind, sums_up=True, spoken=spoken)


def _worth_after(pile: Sequence[str]) -> dict[str, int]:
    """Return the worth of each kind if the altar had only these cards."""
    rice, peanut, banana, pepper = (pile.count(kind) for kind in KINDS)
    return dict(zip(KINDS, worths((rice, peanut, banana, pepper)), strict=True))


def end_blocks(public: Public, place: int | None) -> tuple[Block, ...]:
    """Return the blocks of the end, in the order in which the table needs them: differences first, then points."""
    score, final = _score(public), end.final_of(public)
    ranking, worth = ranking_of(score, partial(_why_so, public, score), _score_row), _worth(public)
    missing = final.accepted is None and disagree(public)
    if place is None:  # the room's screen is too small for the numbers of all seats
        return (*(note for _, note in differences(public) if missing), ranking, worth)
    seat = public.seats[place]
    own = score_lines(text("bali.end.yours", count=score.total(seat)), score, seat, _score_row)
    if missing:
        return (*count_blocks(public), own, ranking, worth)
    return (own, ranking, worth, *count_blocks(public))


def _worth(public: Public) -> Grid:
    """Return a grid: how many cards of each kind are on the altar, and what one is worth. The commonest kind comes first
    (BALI-22)."""
    altar, _ = end.valid_pieces(public)
    kinds = sorted(zip(KINDS, altar, worths(altar), strict=True), key=_most_first)
    heads = (text("bali.end.altar"), text("bali.end.altar_cards"), text("bali.end.altar_worth"))
    rows = (
        Row(text(f"bali.kind.{kind}"), (Cell(text("bali.number", n=n)), Cell(text("bali.times", n=worth))), sign=kind)
        for kind, n, worth in kinds
    )
    return Grid(heads, tuple(rows))


def _most_first(kind: tuple[str, int, int]) -> int:
    return -kind[1]


def _score_row(line: ScoreLine) -> ScoreRow:
    name = line.key.rpartition(".")[2]
    none = name in KINDS and not line.values["altar"]  # BALI-23
    how = text(f"bali.how.{'none' if none else 'kind' if name in KINDS else name}", **line.values)
    sign = name if name in KINDS else name.removesuffix("s")
    return ScoreRow(text(line.key), how, line.rule, line.points, sign=sign, rule_words=_rule(name, line))


def _rule(name: str, line: ScoreLine) -> Text:
    """Return the rule behind a line, as a sentence."""
    if name == "stones":
        return text(f"bali.rule.stones_{line.values['per']}")
    if name not in KINDS:
        return text(f"bali.rule.{name}", **line.values)
    if not line.values["altar"]:
        return text("bali.rule.none")
    return text(f"bali.rule.worth_{line.values['worth']}", altar=line.values["altar"])


def _why_so(public: Public, score: Score, group: tuple[Seat, ...], after: tuple[Seat, ...]) -> Text | None:
    """Return why `group` shares a place, or why it is ahead of `after` with as many points (BALI-25). Return None if the
    points alone decide."""
    if after and score.total(group[0]) == score.total(after[0]):
        pieces = dict(zip(public.seats, end.valid_pieces(public)[1], strict=True))
        reason = tie_break(pieces[group[0]], pieces[after[0]])
        assert reason is not None
        return text("bali.end.before", seats=names(after), reason=text(reason))
    return text("bali.end.shared") if len(group) > 1 else None


def tale(public: Public) -> Tale:
    """Return the story: how many shrines were built, how many cards were given, and which kind most."""
    altar, pieces = end.valid_pieces(public)
    shrines = sum(one.shrines for one in pieces)
    if not shrines:
        return Tale((text("bali.tale.none"),))
    given = sum(altar)
    built = text("bali.tale.built", count=shrines, cards=given)
    most = [place for place, n in enumerate(altar) if n and n == max(altar)]
    if len(most) != 1:
        return Tale((built,))
    (place,) = most
    keepers = [seat for seat, one in zip(public.seats, pieces, strict=True) if one.held[place]]
    kind = text(f"bali.offerings.{KINDS[place]}")
    kept = text("bali.tale.kept", kind=kind, seat=keepers[0]) if len(keepers) == 1 else None
    return Tale((built, kept or text("bali.tale.most", kind=kind, count=altar[place])))
