"""When a display that nobody presses dims, rests and goes dark. Pure: `idle` is given, in seconds since a press or news."""

from typing import Final

from msgspec.structs import replace

from companion.core.words import text
from companion.snapshot.panel import BoxMoment
from companion.speech.say import say
from hardware.device.display import Light
from hardware.pages import leaves, notices
from hardware.pages.leaves import Leaf

DIMS: Final = 60.0
RESTS: Final = 300.0
MOVES: Final = 60.0
"""How often the screensaver moves."""


def is_dark(leaf: Leaf, idle: float) -> bool:
    """The display rests, or shows the way in without its code: a press only wakes it."""
    return idle >= RESTS or (isinstance(leaf, leaves.Joining) and idle >= DIMS)


def rested(leaf: Leaf, moment: BoxMoment, idle: float) -> Leaf:
    """What stands in a page's place by then: an OLED burns in where it always shines. Where a press only wakes the display,
    no button says what it does else."""
    if idle >= RESTS:
        return notices.resting(moment, int((idle - RESTS) // MOVES))
    if isinstance(leaf, leaves.Joining) and idle >= DIMS:
        shows = leaves.SoftKey(say(text("oled.show_code"), moment.language))
        return replace(leaf, lit=False, buttons=(leaves.NOTHING, leaves.NOTHING, shows))
    return leaf


def light(leaf: Leaf, idle: float) -> Light:
    """A camera needs the way in as bright as it goes."""
    if isinstance(leaf, leaves.Resting) and leaf.piece is None:
        return Light.OFF
    if idle >= DIMS:
        return Light.DIM
    return Light.FULL if isinstance(leaf, leaves.Joining) else Light.USUAL
