"""Pages that the panel itself brings up: holding OK, closing, resting."""

from companion.core.state import Seat
from companion.core.view import Oled
from companion.core.words import text
from companion.snapshot.panel import BoxMoment
from companion.speech.say import say
from hardware.pages.leaves import NOTHING, Holding, Leaf, Notice, Resting, SoftKey


def holding(language: str, share: float) -> Leaf:
    """OK is held; `share` of the time that switching off takes, 0 to 1."""
    return Holding(
        page="hold",
        title=say(text("oled.keep_holding"), language),
        main=say(text("oled.switch_off"), language),
        filled=round(124 * share),
        buttons=(NOTHING, NOTHING, SoftKey(say(text("oled.hold"), language))),
    )


def closing(language: str) -> Leaf:
    """Switching off was asked, and is not done: nobody may unplug the box yet."""
    main, small = say(text("oled.closing"), language), say(text("oled.do_not_unplug"), language)
    return Notice(page="closing", main=main, small=small)


def safe(language: str) -> Leaf:
    """The last frame, which the display keeps as long as it has power."""
    main, small = say(text("oled.safe"), language), say(text("oled.kept"), language)
    return Notice(page="safe", main=main, small=small, framed=True)


def resting(moment: BoxMoment, spot: int) -> Leaf:
    """The screensaver; `spot` counts the places where it stood. Of several who are awaited it names one after the other."""
    screen = moment.screen
    seat = None if screen is None or screen.over else _awaited(screen.view.oled, spot)
    if seat is None:
        return Resting(page="dark")
    return Resting(page="resting", piece=moment.pieces.get(seat), name=str(seat), spot=spot)


def _awaited(oled: Oled, spot: int) -> Seat | None:
    return oled.awaited[spot % len(oled.awaited)] if oled.awaited else oled.seat
