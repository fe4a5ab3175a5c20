"""Decides which page the display shows, and what a press means. docs/architecture.md has a figure of the states."""

import secrets
from enum import Enum
from itertools import product
from typing import Final

from msgspec.structs import replace

from companion.core.blocks import Moves
from companion.core.words import BadFile, Refused, text
from companion.snapshot.panel import BoxForPanel, Button, PanelSnapshot
from companion.speech.say import say
from hardware import rest
from hardware.pages import acts, contents, pages
from hardware.pages.acts import KeyAct, PanelAct, PostAnswer, TurnOption
from hardware.pages.layouts import Layout
from hardware.pages.pages import PagePosition, Urgent

READ: Final = 1.0
"""Seconds for which a page that came up by itself ignores presses, because they were meant for the page before. A press
counts when the finger is lifted, up to 0.6 s after it came down, and nobody reads a new page and decides in less than 0.3
s."""
DOUBLED: Final = 0.4
"""Seconds for which the button that brought up a page does nothing on it, so that a double press counts once. Phones wait as
long."""
CALM: Final = 3.0
"""Seconds for which an urgent page waits after a press that turned pages."""
FALLS_BACK: Final = 20.0
"""Seconds without a press after which the page that comes by itself returns. An urgent page waits as long while somebody
fills in a form, or reads news."""
FORM_STAYS: Final = 180.0
"""Seconds without a press for which an open form stays, because people count cardboard between two presses."""
HOLDER_STAYS: Final = 60.0
"""Seconds without a press after which nobody holds the box any more, because the player has put it down."""
NEVER: Final = float("-inf")
"""A time in the past, before every other time."""
PRESSES: Final = tuple(product(Button, (False, True)))
"""All presses: each button, pressed and held."""


class PressGuard:
    """The rule that a press does only what the display showed when the finger decided. Times are seconds of the panel's
    clock."""

    def __init__(self) -> None:
        self._free: dict[tuple[Button, bool], tuple[object, float]] = {}
        """The meaning of each press (button and whether it is held), and the time from which it counts."""

    def see(
        self, page: Layout, snapshot: PanelSnapshot, free: float, pressed: Button | None = None, doubled: float = NEVER
    ) -> None:
        """Take the page that is shown. A press whose meaning differs from before counts from `free` on. The button
        `pressed`, which brought up the page, counts from `doubled` on, if that is later."""
        for press in PRESSES:
            act = page.act(*press)
            means = (act, act.confirms(snapshot)) if isinstance(act, PanelAct) else act
            before, known = self._free.get(press, (means, NEVER))
            later = max(free, doubled) if press[0] is pressed and _does_something(act) else free
            self._free[press] = (means, known if means == before else later)

    def is_early(self, page: Layout, button: Button, hold: bool, now: float) -> bool:
        """Return whether this press would do something that came up too short a time ago. Back and Next may always turn
        pages."""
        does_something = isinstance(page.act(button, hold), PanelAct | PostAnswer | TurnOption)
        return (does_something or button is Button.OK) and now < self._free[button, hold][1]


class NavigatorState(Enum):
    """The reason why the display shows its page."""

    HOME = "home"
    """The page that comes by itself is shown."""
    URGENT = "urgent"
    """A page that took the screen by itself is shown."""
    TURNED = "turned"
    """A page that a press or news turned to is shown."""
    FILLING = "filling"
    """A form that is being filled in is shown."""


_LEADS_HOME: Final = (
    acts.TAKE_BACK,
    acts.TAKE_OWN_BACK,
    acts.AGAIN,
    acts.ABANDON,
    acts.TALK,
    acts.END_TALK,
    acts.LEAVE_HALL,
    acts.PLAY_APART,
)
"""Acts that lead to the page that comes by itself."""
_LEADS_ON: Final = (pages.QUESTION, pages.HAND)
"""Urgent pages that may be the next step after a press, so people need not read them before they press again."""
_READ_FIRST: Final = {pages.QUESTION: (pages.PUT_BACK,), pages.HAND: (pages.PUT_BACK, pages.MOVES)}
"""Pages of news that people may finish reading before this urgent page comes."""


class PageNavigator:
    """The way between the pages of one panel. Times are seconds of the panel's clock, which only grows. The panel's lock is
    held for all calls but `hear`."""

    def __init__(self, box: BoxForPanel, now: float) -> None:
        self._box = box
        self.last: Layout | None = None
        """The page of a box that somebody switched off. None: the box is on."""
        self.snapshot: PanelSnapshot = box.snapshot()
        """The newest snapshot of the house."""
        self._home = self._home_page()
        self._moves: Moves | None = pages.moved(self.snapshot)
        """The moves that the display has shown or announced, so that it brings up only new ones."""
        self._position, self._message = PagePosition(), ""
        self._urgent: Urgent | None = None
        """The urgent page that took the screen last."""
        self._guard = PressGuard()
        self._drawn: tuple[PanelSnapshot, PagePosition, str, Layout] | None = None
        """The snapshot, the position and the name that the present page was drawn from, and the page."""
        self._is_stale = True
        """True if the house has changed since its last snapshot was taken."""
        self._looked_at = self._changed_at = now
        """When the last snapshot was taken, and when the display last showed something new."""
        self._updated_at = self._pressed_at = self._turned_at = NEVER
        """When the page was last brought up to date, the last press, and the last press that only turned pages."""
        self._urgent_at = self._news_at = NEVER
        """When an urgent page, and when a page of news, last came up."""

    @property
    def position(self) -> PagePosition:
        """The page that a press or news turned to, and the place on it."""
        return self._position

    @property
    def state(self) -> NavigatorState:
        """The state of the display, as the figure in docs/architecture.md names it."""
        if self._position.page is not None:
            return NavigatorState.FILLING if self._position.page == pages.FORM else NavigatorState.TURNED
        is_urgent = self._urgent is not None and self._urgent == self._urgent_now()
        return NavigatorState.URGENT if is_urgent else NavigatorState.HOME

    def hear(self) -> None:
        """Note that the house has changed, so the next page needs a new snapshot. May be called from any thread."""
        self._is_stale = True

    def touch(self, now: float) -> None:
        """Note that a finger rests on a button, so the display is in use."""
        self._pressed_at = now

    def idle(self, now: float) -> float:
        """Return the seconds since the last press or change. While a timed talk runs, the display counts as in use."""
        talk = self.snapshot.talk
        timed = min(now, self._looked_at + talk.left) if talk else self._changed_at
        return now - max(self._pressed_at, self._changed_at, timed)

    def rests(self, page: Layout, now: float) -> bool:
        """Return whether the display rests under this page, so that a press only wakes it."""
        return rest.is_dark(page, self.idle(now))

    def page(self, now: float) -> Layout:
        """Return the page to show. A press whose meaning this page has changed by itself counts only after READ seconds."""
        if self._is_stale or now != self._updated_at:
            self._update(now)
            self._guard.see(self._layout(now), self.snapshot, now + READ)
        return self._layout(now)

    def press(self, button: Button, hold: bool, now: float, counts: bool) -> None:
        """Take one whole press. Three kinds of press do nothing but keep the page for longer: one that does not count, one
        that finds the display at rest, and one while the box switches off."""
        page = self.page(now)
        is_look = hold and button is Button.OK and self.snapshot.mine is not None
        counts = counts and self.last is None and not self.rests(page, now)
        self._pressed_at, self._message = now, ""
        if is_look or not counts:
            return
        act, self._updated_at = page.act(button, hold), NEVER
        self._turned_at = now if _only_turns(act, button) else NEVER
        if self._guard.is_early(page, button, hold, now):
            self._say("display.too_early")
            return
        self._do(act)
        self._update(now)
        self._see_result(act, button, now)

    def _see_result(self, act: KeyAct | None, button: Button, now: float) -> None:
        """Let the page that a press brought up take presses immediately, except the second half of a double press. An urgent
        page that came up by itself at the same instant has to be read first."""
        is_foreign = self._urgent_at == now and self._urgent is not None and self._urgent.page not in _LEADS_ON
        doubled = now + DOUBLED if _does_something(act) else NEVER
        self._guard.see(self._layout(now), self.snapshot, now + READ if is_foreign else NEVER, button, doubled)

    # The page that is shown

    def _update(self, now: float) -> None:
        """Take a new snapshot if the house has changed, bring up what is urgent, and leave a page that nobody looks at."""
        self._updated_at = now
        self._look(now)
        self._take_from_idle_hand(now)
        self._interrupt(now)
        if not contents.is_there(self.snapshot, self._position):
            self._turn_to(None)
        if now - max(self._pressed_at, self._news_at) >= self._seconds_to_wait():
            self._message = ""
            if self._position.sure is not None:
                self._position = replace(self._position, sure=None)
            if self._position.page is not None or self._name() == pages.SCORES:
                self._turn_to(None)

    def _layout(self, now: float) -> Layout:
        """Return the page with the reason of a refusal. The page is drawn once for each snapshot and position."""
        snapshot, name = self._counted(now), self._name()
        if self._drawn is None or self._drawn[0] is not snapshot or self._drawn[1:3] != (self._position, name):
            self._drawn = snapshot, self._position, name, contents.layout(snapshot, self._position, name)
        return replace(self._drawn[3], message=self._message) if self._message else self._drawn[3]

    def _counted(self, now: float) -> PanelSnapshot:
        """Return the snapshot with the seconds that a talk has left now. Nothing else in a snapshot changes with time."""
        talk = self.snapshot.talk
        left = max(0, talk.left - int(now - self._looked_at)) if talk is not None else 0
        if talk is None or left == talk.left:
            return self.snapshot
        return replace(self.snapshot, talk=replace(talk, left=left))

    def _look(self, now: float) -> None:
        """Take a new snapshot if the house has changed, or if a claim has run out."""
        if not self._is_stale and now - self._looked_at < self.snapshot.claim_left:
            return
        self._is_stale = False
        before, self.snapshot, self._looked_at = self.snapshot, self._box.snapshot(), now
        home, self._home = self._home, self._home_page()
        if home != self._home:
            self._changed_at = now
        if before.number != self.snapshot.number:
            self._moves = None
        if (page := pages.news(before, self.snapshot, self._moves)) is not None:
            self._bring_news(page, now)
        is_confirmation = self.snapshot.heard not in (None, before.heard)
        dues = () if is_confirmation else pages.postponable(self.snapshot)
        self._position = replace(self._position, postponed=tuple([due for due in self._position.postponed if due in dues]))

    def _bring_news(self, page: str, now: float) -> None:
        """Turn to a page of news, unless somebody reads another page."""
        if page == pages.TABLES and self._position.page in pages.OF_A_HALL:
            self._news_at = now
            return
        if page in (pages.PUT_BACK, pages.MOVES):
            self._moves = pages.moved(self.snapshot)
        if self._position.page in (None, pages.TAKE_BACK, pages.TAKE_OWN_BACK, pages.PUT_BACK, pages.MOVES):
            self._turn_to(page)
            self._changed_at = self._news_at = now

    def _home_page(self) -> Layout:
        return contents.layout(self.snapshot, PagePosition(), contents.ring(self.snapshot)[0])

    def _take_from_idle_hand(self, now: float) -> None:
        """Take the box back from a player who put it down without handing it on."""
        seconds = FORM_STAYS if self._is_counting() else HOLDER_STAYS
        if self.snapshot.mine is not None and now - self._pressed_at >= seconds:
            self._box.hand_on()
            self._is_stale = True
            self._look(now)

    def _interrupt(self, now: float) -> None:
        """Bring up the urgent page if it is a new one. It waits while somebody is pressing buttons."""
        urgent = self._urgent_now()
        if urgent == self._urgent or (urgent is not None and self._is_busy(urgent.page, now)):
            return
        if urgent is not None or self._position.page is None:
            self._turn_to(None)
        if urgent is not None:
            self._changed_at, self._urgent_at, self._message = now, now, ""
        self._urgent = urgent

    def _is_busy(self, page: str, now: float) -> bool:
        """Return whether this urgent page has to wait, because somebody turns pages or reads news that may be finished
        first."""
        is_read = self._position.page in _READ_FIRST.get(page, ()) and contents.is_there(self.snapshot, self._position)
        calm = FALLS_BACK if self.state is NavigatorState.FILLING else CALM
        return now < self._turned_at + calm or (is_read and now < self._news_at + FALLS_BACK)

    def _urgent_now(self) -> Urgent | None:
        return contents.urgent(self.snapshot, self._position.postponed, self._position.later)

    def _name(self) -> str:
        """Return the name of the page to show."""
        return contents.shown(self.snapshot, self._position, self._urgent)

    def _seconds_to_wait(self) -> float:
        """Return the seconds without a press after which the page is left."""
        if self._position.page == pages.JOIN and self.snapshot.screen is None:
            return rest.DIMS  # a guest joins the Wi-Fi first, and then scans the code of this page
        return FORM_STAYS if self._is_counting() else FALLS_BACK

    def _is_counting(self) -> bool:
        """Return whether a form is being filled in that everybody may see."""
        return self.state is NavigatorState.FILLING and not pages.hides(self.snapshot, self._position.filling)

    def _turn_to(self, page: str | None) -> None:
        self._position = pages.to(self._position, page, mark=self.snapshot.fingerprint)

    # Presses

    def _do(self, act: KeyAct | None) -> None:
        self._position = pages.turned(self._position, act, self.snapshot.fingerprint)
        match act:
            case acts.Go(pages.QUESTION):  # also one that was postponed
                self._position, self._urgent = PagePosition(), contents.urgent(self.snapshot)
            case acts.Postpone():
                self._urgent = self._urgent_now()
            case acts.Explain(words, _, covered):
                self._message = "" if covered else words
            case acts.PostAnswer() | acts.TurnOption() | acts.LookAtTable() | acts.TakeWith() | PanelAct():
                self._ask_box(act)

    def _ask_box(self, act: acts.PostAnswer | acts.TurnOption | acts.LookAtTable | acts.TakeWith | PanelAct) -> None:
        """Do an act that the box may refuse, and show the reason if it does."""
        try:
            match act:
                case acts.TurnOption(name):
                    self._box.turn_option(name)
                case acts.LookAtTable(table):
                    self._box.others.regard(table)
                    self._turn_to(pages.OFFER)
                case acts.TakeWith(number):
                    if self.snapshot.hall.take_over is not None and self.snapshot.hall.take_over.regarded is not None:
                        self._box.others.take_over(self.snapshot.hall.take_over.regarded, number)
                case acts.PostAnswer(due, do):
                    self._box.answer(due, do, secrets.token_hex(16))
                    self._answered(due)
                case PanelAct():
                    self._perform(act)
        except (Refused, BadFile) as no:
            self.last = None
            if self._position.page in (pages.TAKE_BACK, pages.TAKE_OWN_BACK):
                self._turn_to(None)
            # The page of trouble already says what is wrong.
            self._message = say(text("display.still") if act is acts.RETRY else no.text, self.snapshot.language)

    def _perform(self, act: PanelAct) -> None:
        """Let the box do this act, and turn to the page that follows. Raises Refused."""
        if act is acts.SWITCH_OFF:
            self.last = rest.closing(self.snapshot.language)
        act.do(self._box, self.snapshot)
        if act in (acts.TAKE_BOX, acts.HAND_ON, acts.TURN_HANDS):
            self._position, self._turned_at = PagePosition(postponed=self._position.postponed), NEVER
        if act is acts.TAKE_BOX:
            self._begin_in_hand()
        if act is acts.LOOK_AROUND:
            self._turn_to(pages.TABLES)
        if act in _LEADS_HOME:
            self._turn_to(None)
        if act is acts.TAKE_OWN_BACK:
            self._say("display.taken_back")

    def _begin_in_hand(self) -> None:
        """Turn to the holder's answers if everybody knows that the game waits for the holder of the box. Otherwise the cover
        comes first."""
        mine = self._box.snapshot().mine
        if mine is not None and mine.goes_on and mine.asks:
            self._turn_to(pages.OWN)

    def _answered(self, due: str | None) -> None:
        """Confirm an answer, and leave the form that it came from. After the end of a game, postpone its question if that is
        still open."""
        if self.snapshot.mine is not None:
            self._answered_in_hand()
            return
        if self._position.page == pages.FORM:
            self._turn_to(None)
            self._say("display.noted")
            return
        self._position = replace(self._position, row=0, inside=(), taps=())
        snapshot = self._box.snapshot()
        if snapshot.screen is not None and snapshot.screen.over and due in {ask.due for ask in snapshot.asks}:
            self._position = PagePosition(postponed=(due,) if due else ())

    def _answered_in_hand(self) -> None:
        """Show the holder's next question while the game waits for the holder of the box. Otherwise take the box back, and
        turn to the page that comes by itself."""
        mine = self._box.snapshot().mine
        if mine is not None and mine.awaited:
            self._turn_to(pages.OWN)
            return
        self._box.hand_on()
        self._position = PagePosition()
        self._say("display.noted")

    def _say(self, key: str) -> None:
        """Show these words until the next press."""
        self._message = say(text(key), self.snapshot.language)


def _does_something(act: KeyAct | None) -> bool:
    """Return whether an act changes something at the box."""
    return isinstance(act, PanelAct | PostAnswer)


def _only_turns(act: KeyAct | None, button: Button) -> bool:
    """Return whether a press only turns pages, so that an urgent page waits for a moment."""
    return button is not Button.OK or isinstance(act, acts.Go | acts.Fill | acts.Tap | acts.Open)
