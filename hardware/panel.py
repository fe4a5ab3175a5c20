"""Three buttons and a page: what a press does, when a page takes the screen by itself, when the display rests."""

import secrets
import threading
from collections.abc import Callable

from msgspec.structs import replace
from PIL import Image

from companion.core.words import BadFile, Refused, Text, text
from companion.ports.clock import Clock
from companion.ports.panel import BoxMoment, BoxSide, Button, Page
from companion.speech.i18n import say
from hardware import rest
from hardware.device.display import Display, Light
from hardware.drawing.draw import HEIGHT, WIDTH
from hardware.drawing.fonts import Fonts
from hardware.drawing.paint import paint
from hardware.drawing.spelling import spelled
from hardware.pages import leaves, notices, pages, timing
from hardware.pages.acts import bids, named
from hardware.pages.leaves import Act, BoxAct, Leaf
from hardware.pages.pages import Turn
from hardware.pages.words import leaf as written

CALM = 3.0
"""Somebody who turned a page this short a time ago is not interrupted."""
READ = 1.0
"""A claim takes no answer before somebody can have read its number."""
FALLS_BACK = 20.0
COUNTS = 180.0
"""How long a form that is being filled in stays: people count cardboard between two presses."""


class BoxPanel:
    """A `companion.ports.panel.Panel`. Presses and ticks may come from any thread; the box is never called back."""

    def __init__(self, side: BoxSide, display: Display, fonts: Fonts, clock: Clock) -> None:
        self._side, self._display, self._fonts, self._clock = side, display, fonts, clock
        self._lock = threading.Lock()
        self._wire = threading.Lock()
        """Held while a frame is on its way, so that the newest goes last. No press waits for it."""
        self._listeners: list[Callable[[], None]] = []
        self.woken = threading.Event()
        """Set when there may be something new to draw."""
        self._stale = True
        self._turn, self._said = Turn(), ""
        self._seen: tuple[str, str] | None = None
        """What is urgent and took the screen."""
        self._pressed_at = self._turned_at = float("-inf")
        self._changed_at = clock()
        self._came_at = float("-inf")
        """When what is urgent took the screen."""
        self._shown_at = float("-inf")
        """When a page of news came up by itself."""
        self._held: float | None = None
        self._wakes = False
        """The press that is going on found the display at rest."""
        self._last: Leaf | None = None
        """After switching off was asked there is only this."""
        self._painted: Leaf | None = None
        self._frame = Image.new("1", (WIDTH, HEIGHT))
        self._closed = False
        self._moment: BoxMoment = side.moment()
        self._read_at = clock()
        side.watch(self._moved)

    # What people do

    def press(self, button: Button, hold: bool) -> None:
        with self._lock:
            now, shown = self._clock(), self._moment
            leaf = self._settled(now)
            wakes, self._held = self._wakes or rest.is_dark(leaf, self._idle(now)), None
            self._wakes, self._pressed_at, self._said = False, now, ""
            if not (wakes or self._last or self._closed):
                act = leaf.act(button, hold)
                is_turning = button is not Button.OK or isinstance(act, leaves.Go | leaves.Fill | leaves.Tap)
                self._turned_at = now if is_turning else float("-inf")
                if not self._is_unread(act, shown, now):
                    self._do(act)
        self.woken.set()

    def holding(self, share: float | None) -> None:
        """OK is being held: `share` of the time it takes, 0 to 1; None: it was let go."""
        with self._lock:
            now = self._clock()
            if share is not None and self._held is None and rest.is_dark(self._settled(now), self._idle(now)):
                self._wakes, self._pressed_at = True, now
            if share is None:
                self._wakes = False
            self._held = None if self._wakes else share
        self.woken.set()

    # What can be seen

    def page(self) -> Page:
        self.tick()
        with self._lock:
            assert self._painted is not None
            return self._painted.words()

    def picture(self) -> bytes:
        self.tick()
        return self._display.picture()

    def watch(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def tick(self) -> None:
        """Bring the display up to now."""
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
        """After switching off the last frame says that the box may be unplugged; else the display goes dark."""
        with self._wire:
            with self._lock:
                if self._closed:
                    return
                self._closed = True
                if self._last is not None:
                    self._last = notices.safe(self._moment.language)
                frame, light = self._drawn(self._clock())
            if self._last is not None:
                self._display.show(frame, light)
            self._display.close(keep=self._last is not None)
        self.woken.set()

    @property
    def is_closed(self) -> bool:
        return self._closed

    # Which page

    def _moved(self) -> None:
        """The house calls this under its own lock, so that nothing here may wait."""
        self._stale = True
        self.woken.set()

    def _settled(self, now: float) -> Leaf:
        """The page as it stands now."""
        self._read(now)
        self._interrupt(now)
        if not pages.stands(self._moment, self._turn):
            self._turn_to(None)
        if now - max(self._pressed_at, self._shown_at) >= self._patience():
            self._said, self._turn = "", replace(self._turn, sure=None)
            if self._turn.page is not None or self._name() == pages.SCORES:
                self._turn_to(None)
        leaf = written(timing.counted(self._moment, now - self._read_at), self._turn, self._name())
        return replace(leaf, said=self._said) if self._said else leaf

    def _read(self, now: float) -> None:
        """Look at the house again, if it called; what the first page then says anew lights the display."""
        if not self._stale:
            return
        self._stale = False
        before, self._moment, self._read_at = self._moment, self._side.moment(), now
        if self._first(before) != self._first(self._moment):
            self._changed_at = now
        if pages.moved(self._moment) not in (None, pages.moved(before)):
            self._news(now)
        is_news = self._moment.heard not in (None, before.heard)
        if is_news or self._turn.aside not in {ask.due for ask in self._moment.asks}:
            self._turn = replace(self._turn, aside="")

    def _news(self, now: float) -> None:
        """Pieces that move by themselves are shown when they do, unless somebody reads another page."""
        if self._turn.page is None:
            self._turn_to(pages.MOVES)
            self._changed_at = self._shown_at = now

    def _first(self, moment: BoxMoment) -> Leaf:
        return written(moment, Turn(), pages.ring(moment)[0])

    def _interrupt(self, now: float) -> None:
        """A question, a claim or trouble takes the screen when it comes up, but not from under a finger."""
        urgent = pages.urgent(self._moment, self._turn.aside)
        if urgent == self._seen or (urgent is not None and now < self._turned_at + self._calm):
            return
        if urgent is not None or self._turn.page is None:
            self._turn_to(None)
        if urgent is not None:
            self._changed_at, self._came_at, self._said = now, now, ""
        self._seen = urgent

    @property
    def _calm(self) -> float:
        return FALLS_BACK if self._turn.page == pages.FORM else CALM

    def _name(self) -> str:
        return pages.shown(self._moment, self._turn, self._seen)

    def _patience(self) -> float:
        """Seconds after the last press before the first page comes back."""
        if self._is_way_in():
            return rest.DIMS
        return COUNTS if self._turn.page == pages.FORM else FALLS_BACK

    def _is_way_in(self) -> bool:
        """A guest needs time to join the Wi-Fi before the code is scanned that stands on the page after it."""
        return self._turn.page == pages.JOIN and self._moment.screen is None

    def _turn_to(self, page: str | None, row: int = 0) -> None:
        self._turn = Turn(page, row, aside=self._turn.aside, mark=self._moment.fingerprint)

    # What a press does

    def _do(self, act: Act | None) -> None:
        self._turn = replace(self._turn, sure=None)
        match act:
            case leaves.Go(pages.QUESTION):
                self._turn, self._seen = Turn(), pages.urgent(self._moment, "")
            case leaves.Go(page, row):
                self._turn_to(page, row)
            case leaves.Choose(row):
                self._turn = replace(self._turn, row=row)
            case leaves.Tap(taps):
                self._turn = replace(self._turn, row=0, taps=taps)
            case leaves.PutAside(due):
                self._turn = Turn(aside=due)
            case leaves.Fill(filling):
                self._turn = replace(self._turn, page=pages.FORM, row=0, filling=filling)
            case leaves.Deny(words, sure):
                self._turn, self._said = replace(self._turn, sure=sure), words
            case leaves.Tell() | leaves.TurnOption() | BoxAct():
                self._ask_box(act)

    def _is_unread(self, act: Act | None, shown: BoxMoment, now: float) -> bool:
        """Whether this would confirm what nobody can have read: it came up, or changed, as the finger came down."""
        if not isinstance(act, BoxAct):
            return False
        is_claim = act in (BoxAct.YES, BoxAct.NO)
        return named(act, shown) != named(act, self._moment) or (is_claim and now < self._came_at + READ)

    def _ask_box(self, act: leaves.Tell | leaves.TurnOption | BoxAct) -> None:
        """What the box may refuse."""
        try:
            match act:
                case leaves.TurnOption(name):
                    self._side.turn_option(name)
                case leaves.Tell(due, do):
                    self._side.tell(due, do, secrets.token_hex(16))
                    self._told(due)
                case BoxAct():
                    self._bid(act)
        except (Refused, BadFile) as no:
            self._say_no(no.text, retried=act is BoxAct.RETRY)

    def _bid(self, act: BoxAct) -> None:
        """Something that the box does. Raises Refused."""
        side = self._side
        if act is BoxAct.SWITCH_OFF:
            self._last = notices.closing(self._moment.language)
        bids(side, self._moment)[act]()
        if act in (BoxAct.TAKE_BACK, BoxAct.AGAIN, BoxAct.ABANDON, BoxAct.TALK, BoxAct.HUSH):
            self._turn_to(None)

    def _told(self, due: str | None) -> None:
        """The page under a form is back, and says that it was noted; after the end a question that stays steps aside."""
        if self._turn.page == pages.FORM:
            self._turn_to(None)
            self._said = say(text("oled.noted"), self._moment.language)
            return
        self._turn = replace(self._turn, row=0, taps=())
        moment = self._side.moment()
        if moment.screen is not None and moment.screen.over and due in {ask.due for ask in moment.asks}:
            self._turn = Turn(aside=due or "")

    def _say_no(self, why: Text, retried: bool) -> None:
        """The reason in words; after trouble only that it lasts, for its page says what."""
        self._last = None
        if self._turn.page == pages.TAKE_BACK:
            self._turn_to(None)
        self._said = say(text("oled.still") if retried else why, self._moment.language)

    # What the display does

    def _idle(self, now: float) -> float:
        """For how long nothing has happened; a talk that is timed is looked at until its time is up."""
        timed = min(now, self._read_at + self._moment.talk.left) if self._moment.talk else self._changed_at
        return now - max(self._pressed_at, self._changed_at, timed)

    def _drawn(self, now: float) -> tuple[Image.Image, Light]:
        """What the display is to show."""
        leaf = self._current(now)
        if leaf != self._painted:
            drawable = spelled(leaf, self._moment, self._fonts)
            self._painted, self._frame = leaf, paint(drawable, self._fonts)
        in_use = self._held is not None or self._last is not None
        return self._frame, rest.light(leaf, 0.0 if in_use else self._idle(now))

    def _current(self, now: float) -> Leaf:
        """The page, or what stands in its place."""
        if self._last is not None:
            return self._last
        leaf = self._settled(now)
        if self._held is not None:
            return notices.holding(self._moment.language, self._held)
        return rest.rested(leaf, self._moment, self._idle(now))
