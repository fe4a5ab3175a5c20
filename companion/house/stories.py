"""How a game went, once it is over: chapter by chapter its answers, and what happened beside them at the table."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.core.blocks import Chart, Count, Curve, Move, SeatRow
from companion.core.knowledge import Seat
from companion.core.moment import Moment, Recalled
from companion.core.words import Text, names, text
from companion.ports.arrivals import Arrival


class StoryLine(NamedTuple):
    """One answer, or what came between two."""

    number: int
    seat: Seat | None
    words: Text
    moves: tuple[Move, ...] = ()
    """The pieces that moved with it by themselves."""
    hidden: bool = False
    """Not everybody knew then what it says."""


class Passage(NamedTuple):
    """The lines of one stop, or of a whole chapter that has none."""

    title: Text | None
    lines: tuple[StoryLine, ...]


class StoryChapter(NamedTuple):
    """A round, a turn: whatever seat bars said then."""

    title: Text
    passages: tuple[Passage, ...]
    totals: tuple[tuple[Seat, tuple[Count, ...]], ...]
    """What each seat had when it was over."""


class Story(NamedTuple):
    """The whole of it; without chapters before the end."""

    chapters: tuple[StoryChapter, ...] = ()
    turning: Text | None = None
    """Where it was decided, as far as what lay open says it."""
    curves: Chart | None = None


def story(moment: Moment, arrivals: tuple[Arrival, ...]) -> Story:
    """Every answer that may be told, and each seat that came on a new phone where it did. Empty before the end."""
    told = moment.story()
    if not told:
        return Story()
    came = {arrival.at.entries: arrival.seat for arrival in arrivals if arrival.at.table == moment.number}
    chapters = [list(said) for _, said in groupby(told, key=lambda one: one.where)]
    worth = [(said[-1].where, said[-1].standing) for said in chapters]
    drawn = tuple(_chapter(said, came) for said in chapters)
    return Story(drawn, _turning(moment, worth), _curves(worth))


def _chapter(said: Sequence[Recalled], came: Mapping[int, Seat]) -> StoryChapter:
    passages = tuple(
        Passage(title, tuple(line for one in lines for line in _lines(one, came)))
        for title, lines in groupby(said, key=lambda one: one.part)
    )
    # The room's last screen has a ranking in their place.
    rows = next((one.rows for one in reversed(said) if one.rows), ())
    return StoryChapter(said[0].where, passages, tuple(_totals(rows)))


def _lines(one: Recalled, came: Mapping[int, Seat]) -> Iterable[StoryLine]:
    yield StoryLine(one.n, one.seat, one.words, one.moves, one.hidden)
    if one.n in came:
        yield StoryLine(one.n, came[one.n], text("story.new_phone", seat=came[one.n]))


def _totals(rows: Iterable[SeatRow]) -> Iterable[tuple[Seat, tuple[Count, ...]]]:
    for row in rows:
        counts = tuple(count for count in row.counts if count.n is not None)
        if counts:
            yield row.seat, counts


# What lay open was worth


Worth = Sequence[tuple[Text, Mapping[Seat, int]]]
"""For each chapter what everybody had at its end."""


def _curves(worth: Worth) -> Chart | None:
    """A line a seat; of more chapters than fit beside each other every second one, or third, and the last."""
    known = [standing for _, standing in worth if standing]
    if len(known) < FEWEST:
        return None
    step = -(-len(known) // MOST)
    shown = [n for n in range(len(known)) if (len(known) - 1 - n) % step == 0]
    ticks = tuple(text("story.tick", n=n + 1) for n in shown)
    curves = tuple(Curve(seat, tuple(known[n].get(seat, 0) for n in shown)) for seat in known[-1])
    return Chart(text("story.curves"), ticks, curves)


FEWEST = 3
MOST = 12
"""Chapters in a chart: fewer are no curve, more would write over each other."""


def _turning(moment: Moment, worth: Worth) -> Text | None:
    """From which chapter on who won has led, alone or with others."""
    score = moment.score()
    known = [(where, _leaders(standing)) for where, standing in worth if standing]
    if score is None or not known or len(score.ranking[0]) != 1:
        return None
    (winner,) = score.ranking[0]
    last = known[-1][1]
    if winner not in last:
        return text("story.by_hidden", seat=winner, others=names(last), count=len(last))
    since = 1 + max((n for n, (_, leaders) in enumerate(known) if winner not in leaders), default=-1)
    return text("story.led", seat=winner, where=known[since][0]) if since else text("story.led_always", seat=winner)


def _leaders(standing: Mapping[Seat, int]) -> tuple[Seat, ...]:
    most = max(standing.values())
    return tuple(seat for seat, points in standing.items() if points == most)
