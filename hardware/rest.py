"""Decides when the display dims, rests and goes dark, and has the pages for switching off and for rest."""

from typing import Final

from msgspec.structs import replace

from companion.core.state import Seat
from companion.core.view import DisplayLines
from companion.core.words import text
from companion.snapshot.panel import PanelSnapshot
from companion.speech.say import say
from hardware.device.display import Light
from hardware.pages import layouts
from hardware.pages.layouts import NO_KEY, Holding, Layout, Notice, Resting, SoftKey

DIMS: Final = 60.0
RESTS: Final = 300.0
WANDERS: Final = 60.0
"""Seconds without a press or change until the display dims (DIMS) and rests (RESTS), and between two places of the
screensaver (WANDERS)."""


def is_dark(layout: Layout, idle: float) -> bool:
    """Return whether a press only wakes the display: the display rests, or shows the way in without its QR code."""
    return idle >= RESTS or (isinstance(layout, layouts.Joining) and idle >= DIMS)


def rested(layout: Layout, snapshot: PanelSnapshot, idle: float) -> Layout:
    """Return the page after `idle` seconds: an OLED burns in if it always shows the same. Where a press only wakes the
    display, no key names another act."""
    if idle >= RESTS:
        return resting(snapshot, int((idle - RESTS) // WANDERS))
    if isinstance(layout, layouts.Joining) and idle >= DIMS:
        shows = layouts.SoftKey(say(text("display.show_code"), snapshot.language))
        return replace(layout, lit=False, buttons=(layouts.NO_KEY, layouts.NO_KEY, shows))
    return layout


def light(layout: Layout, idle: float) -> Light:
    """Return the brightness for this page. The way in is as bright as possible, for cameras."""
    if isinstance(layout, layouts.Resting) and layout.piece is None:
        return Light.OFF
    if idle >= DIMS:
        return Light.DIM
    return Light.FULL if isinstance(layout, layouts.Joining) else Light.USUAL


def holding(language: str, share: float) -> Layout:
    """Return the page while OK is held: `share` is the part of the time for switching off that is over, 0 to 1."""
    return Holding(
        page="hold",
        title=say(text("display.keep_holding"), language),
        main=say(text("display.switch_off"), language),
        filled=round(124 * share),
        buttons=(NO_KEY, NO_KEY, SoftKey(say(text("display.hold"), language))),
    )


def closing(language: str) -> Layout:
    """Return the page while the box switches off. It says not to unplug the box yet."""
    main, small = say(text("display.closing"), language), say(text("display.do_not_unplug"), language)
    return Notice(page="closing", main=main, small=small)


def safe(language: str) -> Layout:
    """Return the last page, which says that the box may be unplugged. The display keeps it as long as it has power."""
    main, small = say(text("display.safe"), language), say(text("display.kept"), language)
    return Notice(page="safe", main=main, small=small, framed=True)


def resting(snapshot: PanelSnapshot, spot: int) -> Layout:
    """Return the screensaver at its place number `spot`. It names the awaited seats in turn. Without one it is a dark
    page."""
    screen = snapshot.screen
    seat = None if screen is None or screen.over else _awaited(screen.view.display, spot)
    if seat is None:
        return Resting(page="dark")
    return Resting(page="resting", piece=snapshot.pieces.get(seat), name=str(seat), spot=spot)


def _awaited(display: DisplayLines, spot: int) -> Seat | None:
    return display.awaited[spot % len(display.awaited)] if display.awaited else display.seat
