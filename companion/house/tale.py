"""A finished game in sentences, in curves, and in acts by the seat that led. Before the end only open points count.
`stories.py` uses this module."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from companion.core.blocks import Chart, Curve
from companion.core.game import Lead, Tale
from companion.core.moment import Moment
from companion.core.score import Score
from companion.core.state import Seat
from companion.core.words import Text, joined, text

SENTENCES: Final = 5
FEWEST: Final = 3
"""The smallest number of turns in a chart. Fewer make no curve."""
UNITS: Final = ("turn", "round")
"""The blanks of `View.where` that count turns or rounds."""


class Worth(NamedTuple):
    """Each seat's points at the end of a turn, as far as everybody could see them."""

    where: Text
    standing: Mapping[Seat, int]
    lead: Lead = "most"

    @property
    def unit(self) -> str | None:
        """Return `turn` or `round`, as the game counts here. None: it is being set up, or over."""
        return next((unit for unit in UNITS if unit in self.where.values), None)

    @property
    def n(self) -> int:
        """Return the number of the turn or round, or 0 before the first and after the last one."""
        return int(self.where.values[self.unit]) if self.unit else 0

    @property
    def is_led(self) -> bool:
        """Return whether points say which seats lead."""
        return bool(self.standing) and self.lead != "none"

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """Return the seats with the best points. It is empty if all seats have equally many, or if points decide nothing."""
        best = (max if self.lead == "most" else min)(self.standing.values(), default=0)
        leading = tuple(seat for seat, points in self.standing.items() if points == best)
        return leading if self.is_led and len(leading) < len(self.standing) else ()


Called = Callable[[Iterable[Seat]], Text]
"""A function that names seats in a list. A game may have another name for some of them (`Tale.called`)."""


def caller(moment: Moment) -> Called:
    """Return the function that names the seats of this game."""
    known = game_tale(moment).called
    return lambda seats: joined(known.get(seat) or text("seat", seat=seat) for seat in seats)


def sentences(moment: Moment, worth: Sequence[Worth]) -> tuple[Text, ...]:
    """Return a game in at most five sentences: who won, who led when, what people did, and when the game turned."""
    score, called = moment.score(), caller(moment)
    if score is None:
        return ()
    won, tale = _won(moment, score, called), game_tale(moment)
    found = (won, _led(score, worth, called), *tale.deeds[: SENTENCES - 3], _turned(score, worth, called) or tale.turned)
    return tuple(one for one in found if one is not None)


def game_tale(moment: Moment) -> Tale:
    """Return what the game's own code says about its end."""
    return moment.history.game.tale(moment.history.state.public)


def highlight(moment: Moment, worth: Sequence[Worth]) -> Text | None:
    """Return the one sentence of the keepsake: when the game turned, or else by how much it was won."""
    score, called = moment.score(), caller(moment)
    if score is None:
        return None
    return _turned(score, worth, called) or game_tale(moment).turned or _margin(moment, score, called)


def length(worth: Sequence[Worth]) -> Text | None:
    """Return words for the number of turns or rounds that were played. None: the game counts none."""
    last = next((one for one in reversed(worth) if one.unit), None)
    return None if last is None else text(f"story.count.{last.unit}", count=last.n)


def _won(moment: Moment, score: Score, called: Called) -> Text:
    """Return the sentence on who won. Where points of single seats decide nothing, it is the line above the ranking."""
    first, *after = score.ranking
    if not score.seats or not score.is_won or (after and score.ahead is None):
        return text("story.sentence", line=moment.screen(None).view.now.line)
    blanks = {"count": len(first), "seats": called(first), "points": score.total(first[0])}
    if not after or (ahead := score.ahead or 0) < 0:
        return Text("story.won_alone", blanks)
    others = called(after[0])
    if ahead == 0 and score.tie_words:
        return Text("story.won_tie", {**blanks, "others": others, "reason": score.tie_words})
    return Text("story.won", {**blanks, "others": others, "ahead": ahead})


def _margin(moment: Moment, score: Score, called: Called) -> Text | None:
    """Return words for how far the first place was ahead of the second, or for what broke the tie. None: sides won."""
    if not score.seats:
        return None
    if (score.ahead or 0) <= 0:
        return _won(moment, score, called)
    return text("story.margin", seats=called(score.ranking[0]), others=called(score.ranking[1]), count=score.ahead)


def _led(score: Score, worth: Sequence[Worth], called: Called) -> Text | None:
    """Return the sentence on the seat that led alone for the longest time. None: nobody led for two turns, or the winner led
    to the end, which another sentence says."""
    (winner, *_), turns = score.ranking[0], [one for one in worth if one.unit]
    runs = [tuple(run) for who, run in groupby(turns, key=lambda one: one.leaders) if len(who) == 1]
    to_tell = [run for run in runs if len(run) > 1 and (run[-1] is not turns[-1] or run[-1].leaders != (winner,))]
    if not to_tell:
        return None
    longest = max(reversed(to_tell), key=len)
    first, last = longest[0], longest[-1]
    return text(f"story.led.{last.unit}", seat=called(first.leaders), since=first.n, until=last.n)


def _turned(score: Score, worth: Sequence[Worth], called: Called) -> Text | None:
    """Return the sentence on when the winner took the lead for good. None: several won, or the game has no open points."""
    known = [one for one in worth if one.is_led]
    if not known or len(score.ranking[0]) != 1:
        return None
    (winner,), who = score.ranking[0], called(score.ranking[0])
    since = 1 + max((n for n, one in enumerate(known) if one.leaders != (winner,)), default=-1)
    if since == len(known):
        rivals = tuple(seat for seat in known[-1].leaders if seat != winner)
        return text("story.at_the_end", seat=who, others=called(rivals)) if rivals else text("story.only_then", seat=who)
    before = next((one for one in reversed(known[:since]) if one.leaders and one.leaders != (winner,)), None)
    on = next((one for one in known[since:] if one.unit), None)
    if before is None or on is None:
        return text("story.led_always", seat=who)
    rivals = tuple(seat for seat in before.leaders if seat != winner)
    return text(f"story.overtook.{on.unit}", seat=who, others=called(rivals), n=on.n)


def curves(score: Score | None, worth: Sequence[Worth]) -> Chart | None:
    """Return a line for each seat: its open points after each turn, and its total at the end. None: there are fewer than
    FEWEST turns."""
    known = [one for one in worth if one.standing and one.unit]
    if len(known) < FEWEST:
        return None
    totals = {seat: score.total(seat) for seat in score.seats} if score else {}
    ticks = (*(text("story.tick", n=one.n) for one in known), text("story.tick_end"))
    last = known[-1].standing
    lines = (Curve(seat, (*(one.standing.get(seat, 0) for one in known), totals.get(seat, last[seat]))) for seat in last)
    return Chart(text(f"story.curves_{known[-1].unit}"), ticks, tuple(lines))


class Act(NamedTuple):
    """Consecutive turns as an act of the story."""

    title: Text
    when: Text | None
    """The span of turns in words. None: it is before the first turn, or after the last."""
    first: int
    """The index of the act's first turn among all turns."""
    last: int


MOST_ACTS: Final = 6
"""The number of rows that fit on a phone below the curves."""

Span = tuple[int, ...]
"""The indexes of consecutive turns."""


def acts(worth: Sequence[Worth], called: Called) -> Iterator[Act]:
    """Yield the acts. Consecutive turns that the same seats led are one act. If there are too many acts, the shortest
    neighbours are joined."""
    spans = _joined([(n,) for n in range(len(worth))], worth)
    while len(spans) > MOST_ACTS and (at := _shortest(spans, worth)) is not None:
        spans = _joined([*spans[:at], spans[at] + spans[at + 1], *spans[at + 2 :]], worth)
    for span in spans:
        first, last = worth[span[0]], worth[span[-1]]
        when = _when(first, last)
        title = _title(_leaders(span, worth), called) if last.is_led and when else when or last.where
        yield Act(title, when if title is not when else None, span[0], span[-1])


def _leaders(span: Span, worth: Sequence[Worth]) -> tuple[Seat, ...]:
    """Return the seats that led most of these turns."""
    return Counter(worth[n].leaders for n in span).most_common(1)[0][0]


def _joined(spans: Sequence[Span], worth: Sequence[Worth]) -> list[Span]:
    """Return the spans, with neighbours joined where the same seats led."""
    joined: list[Span] = []
    for span in spans:
        before = joined[-1] if joined else ()
        is_one = before and worth[span[0]].is_led and _leaders(before, worth) == _leaders(span, worth)
        if is_one and worth[before[-1]].unit == worth[span[0]].unit:
            joined[-1] = before + span
        else:
            joined.append(span)
    return joined


def _shortest(spans: Sequence[Span], worth: Sequence[Worth]) -> int | None:
    """Return the index of the first of the two neighbours that are shortest together. Set-up and end stay apart. None: no
    two may be joined."""
    pairs = [n for n in range(len(spans) - 1) if worth[spans[n][-1]].unit == worth[spans[n + 1][0]].unit]
    return min(pairs, key=lambda n: len(spans[n]) + len(spans[n + 1]), default=None)


def _title(leaders: tuple[Seat, ...], called: Called) -> Text:
    return text("story.leads", count=len(leaders), seats=called(leaders)) if leaders else text("story.level")


def _when(first: Worth, last: Worth) -> Text | None:
    """Return "turns 4 to 20", or None before the first turn and after the last one."""
    if first.n == last.n:
        return text(f"story.at.{last.unit}", n=last.n) if last.unit else None
    return text(f"story.span.{last.unit}", first=first.n, last=last.n)
