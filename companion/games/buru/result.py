"""The screens of the end: the ranking, its reasons, and people's counts beside the box's."""

from collections.abc import Iterator
from functools import partial

from companion.core.blocks import Block, Cell, Chart, Curve, Grid, Note, Row, ScoreRow
from companion.core.caching import cached_by_identity
from companion.core.game import Tale
from companion.core.score import Score, ScoreLine, ranking_of, score_lines
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now
from companion.core.words import Text, joined, text
from companion.games.buru.naming import called
from companion.games.buru.score import score_at_the_end
from companion.games.buru.state import Final, Public

COUNTED_SIGNS = {"track": "esteem", "tributes": "tribute", "elders": "elder"}
Item = tuple[str, int, int]
"""A kind of piece, the number that people counted, and the box's number."""


def _counted(public: Public) -> Iterator[tuple[Seat, tuple[Item, ...]]]:
    """Yield each seat that has counted, with its items."""
    assert public.final is not None
    for seat, player, counted in zip(public.names, public.players, public.final.counted, strict=False):
        if counted is not None:
            tributes = ("tributes", counted.tributes, sum(player.tributes))
            yield seat, (("track", counted.esteem, player.esteem), tributes, ("elders", counted.elders, player.elders))


@cached_by_identity
def comparisons(public: Public) -> tuple[Grid, ...]:
    """Return a grid for each seat that has counted, with both numbers."""
    return tuple(_grid(seat, items) for seat, items in _counted(public))


def _grid(seat: Seat, items: tuple[Item, ...]) -> Grid:
    rows = (
        Row(
            text(f"buru.label.{item}"),
            (
                Cell(_n(counted), differs=counted != known),
                Cell(_n(known), differs=counted != known, agrees=counted == known),
            ),
            sign=COUNTED_SIGNS[item],
        )
        for item, counted, known in items
    )
    return Grid((text("buru.seat", seat=seat), text("buru.end.counted"), text("buru.end.companion")), tuple(rows))


def _n(n: int) -> Text:
    return text("buru.power", n=n)


def differences(public: Public) -> tuple[Note, ...]:
    """Return a note for each number that people counted differently from the box, with the total that it would change."""
    return tuple(
        Note(
            text("buru.end.differs", seat=seat, what=text(f"buru.label.{item}"), told=counted, known=known),
            alert=True,
            more=_would(public, seat, item, counted - known),
        )
        for seat, items in _counted(public)
        for item, counted, known in items
        if counted != known
    )


def agreed(public: Public) -> bool:
    """Return True if all people have counted and nothing differs (BURU-45)."""
    return public.final is not None and None not in public.final.counted and not differences(public)


def _would(public: Public, seat: Seat, item: str, off: int) -> tuple[Text, ...]:
    """Return the total that another number on the track would give. For cards return nothing, as only their holder knows
    what they are worth."""
    if item != "track":
        return ()
    total = score_at_the_end(public).total(seat)
    return (text("buru.end.would", seat=seat, would=total + off, was=total),)


def checked(public: Public) -> tuple[Text, ...]:
    """Return the sentence that says whether all counts so far agree. Return nothing before the first count."""
    counts = tuple(_counted(public))
    if not counts:
        return ()
    if found := len(differences(public)):
        return (text("buru.end.differ", count=found),)
    return (text("buru.end.agree", count=len(counts), seats=public.people),)


SIGNS = {"track": "esteem", "tributes": "tribute", "elders": "elder", "islanders": "islander"}


def _final(public: Public) -> Final:
    assert public.final is not None
    return public.final


def end_now(public: Public, place: int | None) -> Now:
    """Return the headline of the end. It is lit while this seat has to count."""
    score = score_at_the_end(public)
    lit = place is not None and _final(public).counted[place] is None
    return Now(_won(public, score, place), (*_tie(public, score), *checked(public)), lit=lit)


def _won(public: Public, score: Score, place: int | None) -> Text:
    """Return the sentence on the winner. A winner reads "you"."""
    first = score.ranking[0][0]
    if place is not None and public.names[place] == first:
        return text("buru.end.you_win", total=score.total(first))
    return text("buru.end.win", seat=_called(public, first), total=score.total(first))


def _called(public: Public, seat: Seat) -> Text:
    return called(public, public.names.index(seat))


def _tie(public: Public, score: Score) -> tuple[Text, ...]:
    """Return what broke the tie for the first place (BURU-21)."""
    if score.tie_break is None:
        return ()
    (first,), *others = score.ranking
    tied = joined(_called(public, seat) for (seat,) in others if score.total(seat) == score.total(first))
    return (text("buru.end.tie", seat=_called(public, first), others=tied, reason=text(score.tie_break)),)


def end_display(public: Public) -> DisplayLines:
    """Return the display's lines: the winner and its points."""
    score = score_at_the_end(public)
    first = score.ranking[0][0]
    right, sub = text("buru.display.end_right"), text("buru.display.wins", total=score.total(first))
    if public.is_rival(public.names.index(first)):
        return DisplayLines(right=right, main=text("buru.display.rival", rival=first), sub=sub)
    return DisplayLines(right=right, seat=first, sub=sub)


def end_blocks(public: Public, place: int | None) -> tuple[Block, ...]:
    """Return the blocks of the end: differences in the counts, the seat's own lines, the ranking, all counts, and the
    chart."""
    score = score_at_the_end(public)
    own = () if place is None else (score_lines(_yours(score, public.names[place]), score, public.names[place], _row),)
    ranking = ranking_of(score, partial(_why, public, score), _row)
    return (*differences(public), *own, ranking, *comparisons(public), _chart(public))


def _yours(score: Score, seat: Seat) -> Text:
    return text("buru.end.yours", count=score.total(seat))


def _why(public: Public, score: Score, group: tuple[Seat, ...], after: tuple[Seat, ...]) -> Text | None:
    """Return why a player is ahead of others with as many points, or None. No place is shared."""
    tied = [seat for seat in after if score.total(seat) == score.total(group[0])]
    return text("buru.end.before", seat=_called(public, tied[0])) if tied else None


@cached_by_identity
def _chart(public: Public) -> Chart:
    """Return the esteem track, from the first dawn to the last dusk."""
    tracks = ((0,) * len(public.names), *public.dusks)
    ticks = tuple(text("buru.power", n=n) for n in range(len(tracks)))
    curves = (Curve(seat, tuple(track[by] for track in tracks)) for by, seat in enumerate(public.names))
    return Chart(text("buru.end.chart"), ticks, tuple(curves))


def _row(line: ScoreLine) -> ScoreRow:
    name = line.key.rpartition(".")[2]
    how = text(f"buru.how.{name}", count=line.values["n"])
    return ScoreRow(text(line.key), how, line.rule, line.points, sign=SIGNS[name], rule_words=text(f"buru.rule.{line.rule}"))


def tale(public: Public) -> Tale:
    """Return the story: how many tributes and elders the players took, and which one had the most islanders."""
    tributes, elders = sum(sum(one.tributes) for one in public.players), sum(one.elders for one in public.players)
    deeds: tuple[Text, ...] = (text("buru.tale.taken", tributes=tributes, elders=elders),)
    crowds = [sum(one.islanders) for one in public.players]
    most = [by for by, n in enumerate(crowds) if n and n == max(crowds)]
    if len(most) == 1:
        deeds = (*deeds, text("buru.tale.islanders", seat=called(public, most[0]), count=max(crowds)))
    return Tale(deeds, called={name: called(public, by) for by, name in enumerate(public.names) if public.is_rival(by)})
