"""The panel: it takes presses, and draws frames in a thread of its own."""

import threading
import time
from collections.abc import Callable
from typing import Literal, Self

from luma.core.device import dummy
from msgspec.structs import replace
from PIL import Image

from companion.clock import Clock
from companion.core.words import Refused
from companion.letters import Fonts, load
from companion.snapshot.panel import BoxForPanel, Button, PageInWords, Panel
from hardware import rest
from hardware.device.display import Display, Light, png
from hardware.drawing.draw import HEIGHT, WIDTH, with_drawable_names
from hardware.drawing.paint import paint
from hardware.highlights import Highlights
from hardware.navigator import PageNavigator
from hardware.pages.layouts import Highlighted, Layout
from hardware.pages.pages import HELD, UNCOVERED, PagePosition
from hardware.pages.shared_box import held, uncovered
from hardware.pages.writer import Writer

PACE = 0.5
"""Seconds between two frames while nothing happens. News and presses are drawn immediately."""
FRAME = 0.1
"""Seconds between two frames while a highlight grows."""
STUCK = 5.0
"""Seconds without a frame after which the display's thread counts as dead."""


class BoxPanel(Panel):
    """The panel of the box, on a real or simulated display. Presses and ticks may come from any thread. While the box calls
    the panel, the panel never calls back."""

    def __init__(self, box: BoxForPanel, display: Display, fonts: Fonts, clock: Clock) -> None:
        self._display, self._fonts, self._clock = display, fonts, clock
        self._lock = threading.Lock()
        self._wire = threading.Lock()
        """The lock of the wire. It is held while a frame is sent, so that frames arrive in their order. No press waits for
        it."""
        self._listeners: list[Callable[[], None]] = []
        self.woken = threading.Event()
        """Is set when there may be something new to draw."""
        self._hold_share: float | None = None
        """The share of a held OK that is done, 0 to 1. None: OK is not held."""
        self._looks_since: float | None = None
        """The time since which the holder of the box has looked at their secrets, with OK down. None: nobody looks."""
        self._looks_until = UNTIL_LIFTED
        self._wakes = False
        """True if the present press found the display at rest, so that it only wakes it."""
        self._taken_by = ""
        """The browser that pressed *I have it*. Empty: the box's own buttons did."""
        self._painted: Layout | None = None
        self._seen_by = ""
        self._cover: Layout | None = None
        """The page that everybody but the holder sees. None: everybody may see the painted page."""
        self._frame = Image.new("1", (WIDTH, HEIGHT))
        self._closed = False
        self._navigator = PageNavigator(box, clock())
        self._highlights = Highlights(self._navigator.snapshot)
        box.watch(self._hear_change)

    # Presses

    def press(self, button: Button, hold: bool, by: str = "") -> None:
        """Take one whole press for the page that is shown. A press does nothing if it only wakes the display, or if nobody
        can have read what it would confirm. `by` is the browser that pressed, empty for real buttons. Raises Refused if
        somebody else holds the box."""
        with self._lock:
            self._check_hand(by)
            self._highlights.end()
            was_in_hand = self._navigator.snapshot.mine is not None
            counts = not (self._wakes or self._closed)
            self._hold_share, self._wakes = None, False
            if hold and button is Button.OK and self._looks_since is None:
                self._looks_since, self._looks_until = self._clock(), self._clock() + GLIMPSE
            elif not hold:
                self._looks_since = None
            self._navigator.press(button, hold, self._clock(), counts)
            if not was_in_hand:
                self._taken_by = by
        self.woken.set()

    def _check_hand(self, by: str) -> None:
        """Raise Refused if somebody else holds the box."""
        self._navigator.page(self._clock())
        if self._navigator.snapshot.mine is not None and by != self._taken_by:
            raise Refused("other_hand")

    def holding(self, share: float | None) -> None:
        """Show the share of a held OK that is done, 0 to 1. None: OK was let go."""
        with self._lock:
            now = self._clock()
            if share is not None and self._hold_share is None and self._navigator.rests(self._navigator.page(now), now):
                self._wakes = True
                self._navigator.touch(now)
            if share is None:
                self._wakes = False
            self._hold_share = None if self._wakes else share
        self.woken.set()

    def finger(self, down: bool, by: str = "") -> None:
        """Note that OK has been down for a moment, or is up again. While it is down, the holder of the box looks at their
        secrets. Raises Refused if somebody else holds the box."""
        with self._lock:
            self._check_hand(by)
            now = self._clock()
            is_again = self._looks_since is not None and now < self._looks_until
            self._looks_since = (self._looks_since if is_again else now) if down else None
            self._looks_until = now + GLIMPSE if by else UNTIL_LIFTED
            if down and self._navigator.snapshot.mine is not None:
                self._navigator.touch(now)
        self.woken.set()

    # Pages and pictures

    def page(self, by: str = "") -> PageInWords:
        """Return the page that is shown now, in words. While a player holds the box, other browsers get the page for
        everybody else."""
        self.tick()
        with self._lock:
            is_covered = self._cover is not None and by != self._seen_by
            shown = self._cover if is_covered else self._painted
            assert shown is not None
            if is_covered:
                return shown.words()
            is_private = self._navigator.snapshot.mine is not None
            return replace(shown.words(), hold_ok=self._hold_ok(shown), is_private=is_private)

    def _hold_ok(self, shown: Layout) -> Literal["", "off", "look"]:
        """Return what holding OK does on this page: nothing, switch off, or look at secrets. At rest it only wakes the
        display."""
        navigator = self._navigator
        if navigator.last is not None or navigator.rests(shown, self._clock()):
            return ""
        return "look" if navigator.snapshot.mine is not None else "off"

    def picture(self, by: str = "") -> bytes:
        """Return the present frame as a PNG of 128 x 64, a dot a pixel. It is black while the display is dark."""
        self.tick()
        with self._wire:
            if self._cover is not None and by != self._seen_by:
                return png(paint(self._cover, self._fonts))
            return self._display.picture()

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` on the drawing thread after each frame that differs from the one before."""
        self._listeners.append(listener)

    def tick(self) -> None:
        """Draw and send the frame for this moment, and call the listeners if it differs from the last one."""
        with self._wire:
            with self._lock:
                if self._closed:
                    return
                frame, light = self._drawn(self._clock())
            changed = self._display.show(frame, light)
        if changed:
            for listener in self._listeners:
                listener()

    def close(self) -> None:
        """Draw the last frame and release the display. After switching off, the frame says that the box may be unplugged,
        and stays. Otherwise the display goes dark."""
        with self._wire:
            with self._lock:
                if self._closed:
                    return
                self._closed = True
                if self._navigator.last is not None:
                    self._navigator.last = rest.safe(self._navigator.snapshot.language)
                frame, light = self._drawn(self._clock())
            if self._navigator.last is not None:
                self._display.show(frame, light)
            self._display.close(keep=self._navigator.last is not None)
        self.woken.set()

    @property
    def is_closed(self) -> bool:
        """True if `close` was called. After it, no press counts and nothing is drawn."""
        return self._closed

    # The display

    def _hear_change(self) -> None:
        """Note that the house has changed. The house calls this under its own lock, so nothing here may wait."""
        self._navigator.hear()
        self.woken.set()

    def _drawn(self, now: float) -> tuple[Image.Image, Light]:
        """Return the frame and the light for this moment."""
        layout = self._current(now)
        if layout != self._painted:
            drawable = with_drawable_names(layout, self._navigator.snapshot, self._fonts)
            self._painted, self._frame = layout, paint(drawable, self._fonts)
        self._seen_by, self._cover = self._taken_by, self._covered()
        in_use = self._hold_share is not None or self._navigator.last is not None
        return self._frame, rest.light(layout, 0.0 if in_use else self._navigator.idle(now))

    def _covered(self) -> Layout | None:
        snapshot = self._navigator.snapshot
        if snapshot.mine is None:
            return None
        return with_drawable_names(held(Writer(snapshot, PagePosition(), HELD)), snapshot, self._fonts)

    def _current(self, now: float) -> Layout:
        """Return the page that is drawn now: the navigator's, or one that covers it."""
        if self._navigator.last is not None:
            return self._navigator.last
        layout = self._navigator.page(now)
        self._highlights.see(self._navigator.snapshot, now)
        if self._navigator.snapshot.mine is not None:
            return self._uncovered(now) or layout
        if self._hold_share is not None:
            return rest.holding(self._navigator.snapshot.language, self._hold_share)
        if (highlight := self._highlights.over(layout, self._navigator.position.page, now)) is not None:
            return highlight
        return rest.rested(layout, self._navigator.snapshot, self._navigator.idle(now))

    def _uncovered(self, now: float) -> Layout | None:
        """Return the page with the secrets of the holder of the box while OK is down. None: they stay covered."""
        since = self._looks_since
        if since is None or now >= self._looks_until:
            return None
        return uncovered(Writer(self._navigator.snapshot, self._navigator.position, UNCOVERED), int((now - since) // PART))


class DrawnPanel(BoxPanel):
    """A panel with a thread of its own that draws and sends frames."""

    def __init__(self, box: BoxForPanel, display: Display, fonts: Fonts, clock: Clock) -> None:
        super().__init__(box, display, fonts, clock)
        self._ticks_by, self._ticked_at = clock, clock()
        self._thread = threading.Thread(target=self._draw, name="display", daemon=True)

    def start(self) -> Self:
        """Start the thread and return the panel. The thread draws whenever something is new, and every PACE seconds, until
        `close`."""
        self._thread.start()
        return self

    def _draw(self) -> None:
        while not self.is_closed:
            self.tick()
            self._ticked_at = self._ticks_by()
            self.woken.wait(FRAME if self._is_moving() else PACE)
            self.woken.clear()

    def _is_moving(self) -> bool:
        """Return whether a highlight is still growing."""
        return isinstance(self._painted, Highlighted) and self._painted.part < 1

    def is_alive(self) -> bool:
        """Return whether the display's thread still draws."""
        return self._thread.is_alive() and self._ticks_by() - self._ticked_at < STUCK

    def close(self) -> None:
        super().close()
        if self._thread.is_alive():
            self._thread.join()


GLIMPSE = 3.0
"""Seconds for which secrets show if the box cannot tell when the finger is lifted: after a held press that comes as one
whole, or from a browser."""
PART = 4.0
"""Seconds for each part of a text that needs several displays."""
UNTIL_LIFTED = float("inf")


class SimulatedPanel(DrawnPanel):
    """A panel that draws into memory."""

    def __init__(self, box: BoxForPanel, clock: Clock) -> None:
        super().__init__(box, Display(dummy(WIDTH, HEIGHT, mode="1")), load(), clock)


def start_panel(box: BoxForPanel, clock: Clock = time.monotonic) -> SimulatedPanel:
    """Return a simulated panel whose thread runs. The caller closes it. `clock` counts seconds."""
    return SimulatedPanel(box, clock).start()
