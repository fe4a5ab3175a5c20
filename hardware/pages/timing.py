"""The talk timer's page: what is left of a talk, or how long the next one would be."""

from typing import Final

from msgspec.structs import replace

from companion.ports.panel import BoxMoment, Talking
from hardware.pages import pages
from hardware.pages.acts import BoxAct
from hardware.pages.leaves import Leaf, Timed
from hardware.pages.writer import Writer

MINUTES: Final = 3
"""How long a talk is that the panel starts; each press of OK is one minute more."""
BAR: Final = 124
"""Dots of a whole talk."""


def counted(moment: BoxMoment, seconds: float) -> BoxMoment:
    """The moment so many seconds after it was looked at: only a talk grows shorter by itself."""
    if moment.talk is None:
        return moment
    return replace(moment, talk=replace(moment.talk, left=max(0, moment.talk.left - int(seconds))))


def timer(w: Writer) -> Leaf:
    """The talk that runs, or how long one would be; OK starts it, or makes it a minute longer."""
    talk = w.moment.talk
    left = talk.left if talk else 60 * MINUTES
    back = w.soft_key("timer.stop", BoxAct.HUSH) if talk else w.page_before()
    ok = w.soft_key("timer.longer", BoxAct.TALK_LONGER) if talk else w.soft_key("timer.start", BoxAct.TALK)
    return Timed(
        page=pages.TIMER,
        title=w.oled("timer.title"),
        right=w.say(w.screen.view.oled.right),
        main=f"{left // 60}:{left % 60:02}",
        sub=_sub(w, talk),
        filled=BAR * left // max(1, talk.total) if talk else 0,
        place=w.place,
        buttons=(back, w.next_page(), ok),
        hold_back=w.take_back(),
    )


def _sub(w: Writer, talk: Talking | None) -> str:
    """A bar says how much is left; words, that nothing runs or that all is gone."""
    if talk is None:
        return w.oled("timer.calm")
    return "" if talk.left else w.oled("timer.up")
