"""Highlights on the display: a region that somebody wins, a storm, the winner. Only the panel imports this."""

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.core.blocks import Highlight, HighlightKind
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.snapshot.panel import PanelSnapshot
from hardware.pages import pages
from hardware.pages.layouts import Highlighted, Layout
from hardware.pages.pages import PagePosition
from hardware.pages.writer import Writer

SECONDS: Final[Mapping[HighlightKind, float]] = {"built": 2.0, "won": 2.2, "storm": 2.0, "complete": 2.6}
"""Seconds for which the display shows each kind of highlight. Other kinds have pages of their own, such as the moves."""
WINNER_SECONDS: Final = 3.0
GROWS: Final = 0.6
"""Seconds until the lit field is as wide as the display. The words come only then."""
OVER: Final = frozenset({pages.REVEAL, pages.PHASE, pages.SEALED, pages.MOVES, pages.SCORES, pages.STAGE})
"""The pages that a highlight may cover. Their keys stay in view. On all other pages people must read what a press
confirms."""


class ShownHighlight(msgspec.Struct, frozen=True, kw_only=True):
    """A highlight as the display shows it."""

    number: int = 0
    """The highlight's number. 0: somebody has won the game."""
    seats: tuple[Seat, ...] = ()
    words: Text
    sign: str | None = None
    bars: tuple[int, ...] = ()
    """The heights of blocks that are drawn in place of a sign."""
    seconds: float


class Highlights:
    """The highlights of one display, one at a time. Highlights of the first snapshot are not shown. A highlight ends if its
    answer is taken back, and at each press. Times are seconds of the panel's clock."""

    def __init__(self, snapshot: PanelSnapshot) -> None:
        self._snapshot = snapshot
        self._highest = _highest(snapshot)
        """The highest number of a highlight that any snapshot of this game had."""
        self._event: ShownHighlight | None = None
        self._since = 0.0

    def see(self, snapshot: PanelSnapshot, now: float) -> None:
        """Take the newest snapshot. A highlight that is new on it begins at `now`."""
        before, self._snapshot = self._snapshot, snapshot
        if snapshot is before:
            return
        event = _newest(snapshot)
        if snapshot.number != before.number:
            self._highest, self._event = 0, None
        elif event is not None and (event.number > self._highest or (not event.number and not _is_won(before))):
            self._event, self._since = event, now
        elif event != self._event:
            self._event = None
        self._highest = max(self._highest, _highest(snapshot))

    def end(self) -> None:
        """End the present highlight, because somebody pressed a button."""
        self._event = None

    def over(self, page: Layout, turned: str | None, now: float) -> Layout | None:
        """Return the highlight that covers this page now. None: the page is shown. `turned`: the name of the page that a
        press or news turned to."""
        event, age = self._event, now - self._since
        if event is None or age >= event.seconds or self._snapshot.mine is not None:
            return None
        if page.page not in OVER or turned not in (None, pages.MOVES):
            return None
        return _drawn(event, Writer(self._snapshot, PagePosition(), page.page), page, min(1.0, age / GROWS))


def _highest(snapshot: PanelSnapshot) -> int:
    return max((one.number for one in snapshot.highlights), default=0)


def _newest(snapshot: PanelSnapshot) -> ShownHighlight | None:
    """Return the newest highlight that the display shows. Once somebody has won, it is the winner."""
    if _is_won(snapshot):
        return _winners(snapshot)
    shown = [one for one in snapshot.highlights if one.kind in SECONDS]
    return _event(shown[-1]) if shown else None


def _event(one: Highlight) -> ShownHighlight:
    seats = () if one.seat is None else (one.seat,)
    sign = one.counts[0].sign if one.counts else None
    bars = tuple(max(column) for column in zip(*one.stacks, strict=True))
    return ShownHighlight(number=one.number, seats=seats, words=one.words, sign=sign, bars=bars, seconds=SECONDS[one.kind])


def _is_won(snapshot: PanelSnapshot) -> bool:
    """Return whether the game is over, and the room's screen has shown the whole ranking."""
    stage, screen = snapshot.stage, snapshot.screen
    is_shown = stage is None or stage.step >= stage.steps
    places = screen and pages.ranking(screen)
    return screen is not None and screen.over and is_shown and bool(places and places[0].place)


def _winners(snapshot: PanelSnapshot) -> ShownHighlight:
    places = pages.ranking(pages.screen(snapshot)) or ()
    first = [place for place in places if place.place == places[0].place]
    points = first[0].points
    is_side = points is None or any(place.points != points for place in first)
    key = "display.side_wins" if is_side else "display.wins"
    words = text(key, count=len(first), points=points)
    return ShownHighlight(seats=tuple(place.seat for place in first), words=words, seconds=WINNER_SECONDS)


def _drawn(event: ShownHighlight, w: Writer, page: Layout, part: float) -> Layout:
    known = tuple(piece for seat in event.seats if (piece := w.piece(seat)) is not None)
    return Highlighted(
        page=pages.HIGHLIGHT,
        name=str(event.seats[0]) if len(event.seats) == 1 else "",
        sub=w.say(event.words),
        pieces=known,
        sign=w.sign(event.sign),
        bars=event.bars,
        part=part,
        buttons=page.buttons,
        hold_back=page.hold_back,
        place=page.place,
    )
