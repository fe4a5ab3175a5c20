"""Which page the display shows, and what a press means. A figure of the states is in docs/architecture.md."""

import secrets
from enum import Enum
from itertools import product
from typing import Final

from msgspec.structs import replace

from companion.core.blocks import Moves
from companion.core.words import BadFile, Refused, text
from companion.snapshot.panel import BoxSide, Button, PanelSnapshot
from companion.speech.say import say
from hardware import rest
from hardware.pages import acts, contents, pages
from hardware.pages.acts import KeyAct, PanelAct, PostAnswer, TurnOption, confirmed_by, done_by
from hardware.pages.layouts import Layout
from hardware.pages.pages import PagePosition, Urgent

# All times are seconds.

READ: Final = 1.0
"""A press does nothing that came up under the finger by itself this short a time ago. A press counts when the finger is
lifted, up to 0.6 s after it came down, and nobody reads another page and decides in less than 0.3 s."""
DOUBLED: Final = 0.4
"""The same button does nothing new for so long after a press that did something. Phones wait as long."""
CALM: Final = 3.0
"""An urgent page waits for so long after somebody turned a page."""
FALLS_BACK: Final = 20.0
"""The page that comes by itself returns after so long without a press. In a form an urgent page waits as long."""
COUNTS: Final = 180.0
"""A form that is being filled in stays for so long: people count cardboard between two presses."""
IN_HAND: Final = 60.0
"""A player who holds the box and presses nothing for so long has laid it down. The box is covered and nobody holds it."""

NEVER: Final = float("-inf")
"""A time that is always over."""


class PressGuard:
    """The rule that no press does what its finger cannot have meant. Times are seconds of the panel's clock."""

    def __init__(self) -> None:
        self._free: dict[tuple[Button, bool], tuple[object, float]] = {}
        """The meaning of each press, and the time from which it counts."""

    def see(
        self, page: Layout, moment: PanelSnapshot, free: float, pressed: Button | None = None, doubled: float = NEVER
    ) -> None:
        """Note the page that is shown. A press whose meaning has changed counts from `free` on. The button that brought the
        page up counts from `doubled` on, if that is later."""
        for press in product(Button, (False, True)):
            act = page.act(*press)
            means = (act, confirmed_by(act, moment)) if isinstance(act, PanelAct) else act
            before, known = self._free.get(press, (means, NEVER))
            later = max(free, doubled) if press[0] is pressed and _does_something(act) else free
            self._free[press] = (means, known if means == before else later)

    def is_early(self, page: Layout, button: Button, hold: bool, now: float) -> bool:
        """Return whether this press would do something that came up only just. Back and Next may always turn pages."""
        acts = isinstance(page.act(button, hold), PanelAct | PostAnswer | TurnOption)
        return (acts or button is Button.OK) and now < self._free[button, hold][1]


class State(Enum):
    """The state of the display."""

    HOME = "home"
    """The page that comes by itself."""
    URGENT = "urgent"
    """A page that took the screen."""
    TURNED = "turned"
    """A page that a press or news turned to."""
    FILLING = "filling"
    """A form that is being filled in."""


_LEADS_HOME: Final = (
    PanelAct.TAKE_BACK,
    PanelAct.TAKE_OWN_BACK,
    PanelAct.AGAIN,
    PanelAct.ABANDON,
    PanelAct.TALK,
    PanelAct.HUSH,
    PanelAct.LEAVE_HALL,
    PanelAct.PLAY_APART,
)
"""Acts after which the page comes that comes by itself."""
_LEADS_ON: Final = (pages.QUESTION, pages.HAND)
"""Urgent pages that a press may bring up as what comes next."""
_READ_FIRST: Final = {pages.QUESTION: (pages.PUT_BACK,), pages.HAND: (pages.PUT_BACK, pages.MOVES)}
"""Pages of news that people may read before this urgent page comes."""


class PageNavigator:
    """The way between the pages of one panel. Times are seconds of the panel's clock, which only grows. The panel's lock is
    held for all calls but `hear`."""

    def __init__(self, side: BoxSide, now: float) -> None:
        self._side = side
        self.last: Layout | None = None
        """The only page once somebody switched the box off."""
        self.moment: PanelSnapshot = side.moment()
        """The newest snapshot that the display has looked at."""
        self._home = self._home_page()
        self._moves: Moves | None = pages.moved(self.moment)
        """The moves that the display has brought up by itself."""
        self._position, self._said = PagePosition(), ""
        self._urgent: Urgent | None = None
        """The urgent page that took the screen last."""
        self._guard = PressGuard()
        self._drawn: tuple[PanelSnapshot, PagePosition, str, Layout] | None = None
        """The page that is shown, and what it was drawn from."""
        self._is_stale = True
        """Whether the house has called since the last look at it."""
        self._looked_at = self._changed_at = now
        """When the display last looked at the house, and when it last showed something new."""
        self._settled_at = self._pressed_at = self._turned_at = NEVER
        """When the page was last brought up to date, the last press, and the last press that only turned pages."""
        self._urgent_at = self._news_at = NEVER
        """When an urgent page, and when a page of news, last came up."""

    @property
    def position(self) -> PagePosition:
        """The page that somebody turned to, and where on it."""
        return self._position

    @property
    def state(self) -> State:
        """The state of the display in the figure."""
        if self._position.page is not None:
            return State.FILLING if self._position.page == pages.FORM else State.TURNED
        is_urgent = self._urgent is not None and self._urgent == self._urgent_now()
        return State.URGENT if is_urgent else State.HOME

    def hear(self) -> None:
        """Look at the house again with the next page. May be called from any thread."""
        self._is_stale = True

    def touch(self, now: float) -> None:
        """Note that a finger rests on a button, so the display is in use."""
        self._pressed_at = now

    def idle(self, now: float) -> float:
        """Return for how many seconds nothing has happened. People look at a talk that is timed until its time is up."""
        talk = self.moment.talk
        timed = min(now, self._looked_at + talk.left) if talk else self._changed_at
        return now - max(self._pressed_at, self._changed_at, timed)

    def rests(self, page: Layout, now: float) -> bool:
        """Return whether the display rests under this page, so that a press only wakes it."""
        return rest.is_dark(page, self.idle(now))

    def page(self, now: float) -> Layout:
        """Return the page to show. No press does what this page changed by itself before people can have read it."""
        if self._is_stale or now != self._settled_at:
            self._settle(now)
            self._guard.see(self._layout(now), self.moment, now + READ)
        return self._layout(now)

    def press(self, button: Button, hold: bool, now: float, counts: bool) -> None:
        """Take one whole press. A press that does not count only keeps the page for longer. A press that finds the display
        at rest, or the box switching off, does not count either."""
        page = self.page(now)
        is_look = hold and button is Button.OK and self.moment.mine is not None
        counts = counts and self.last is None and not self.rests(page, now)
        self._pressed_at, self._said = now, ""
        if is_look or not counts:
            return
        act, self._settled_at = page.act(button, hold), NEVER
        self._turned_at = now if _only_turns(act, button) else NEVER
        if self._guard.is_early(page, button, hold, now):
            self._say("oled.too_early")
            return
        self._do(act)
        self._settle(now)
        self._see_result(act, button, now)

    def _see_result(self, act: KeyAct | None, button: Button, now: float) -> None:
        """Let people press the page that their press brought up, but not by the second press of a double press. A page that
        came up by itself at the same instant has to be read first."""
        is_foreign = self._urgent_at == now and self._urgent is not None and self._urgent.page not in _LEADS_ON
        doubled = now + DOUBLED if _does_something(act) else NEVER
        self._guard.see(self._layout(now), self.moment, now + READ if is_foreign else NEVER, button, doubled)

    # The page that is shown

    def _settle(self, now: float) -> None:
        """Look at the house if it called, bring up what is urgent, and leave a page that nobody looks at."""
        self._settled_at = now
        self._look(now)
        self._take_from_idle_hand(now)
        self._interrupt(now)
        if not contents.is_there(self.moment, self._position):
            self._turn_to(None)
        if now - max(self._pressed_at, self._news_at) >= self._patience():
            self._said = ""
            if self._position.sure is not None:
                self._position = replace(self._position, sure=None)
            if self._position.page is not None or self._name() == pages.SCORES:
                self._turn_to(None)

    def _layout(self, now: float) -> Layout:
        """Return the page, drawn once for each snapshot and position, with the reason of a refusal."""
        moment, name = self._counted(now), self._name()
        if self._drawn is None or self._drawn[0] is not moment or self._drawn[1:3] != (self._position, name):
            self._drawn = moment, self._position, name, contents.layout(moment, self._position, name)
        return replace(self._drawn[3], said=self._said) if self._said else self._drawn[3]

    def _counted(self, now: float) -> PanelSnapshot:
        """Return the snapshot with the seconds that a talk has left now. Nothing else changes by itself."""
        talk = self.moment.talk
        left = max(0, talk.left - int(now - self._looked_at)) if talk is not None else 0
        if talk is None or left == talk.left:
            return self.moment
        return replace(self.moment, talk=replace(talk, left=left))

    def _look(self, now: float) -> None:
        """Look at the house if it called, or if a claim has run out."""
        if not self._is_stale and now - self._looked_at < self.moment.claim_left:
            return
        self._is_stale = False
        before, self.moment, self._looked_at = self.moment, self._side.moment(), now
        home, self._home = self._home, self._home_page()
        if home != self._home:
            self._changed_at = now
        if before.number != self.moment.number:
            self._moves = None
        if (page := pages.news(before, self.moment, self._moves)) is not None:
            self._bring_news(page, now)
        is_confirmation = self.moment.heard not in (None, before.heard)
        dues = () if is_confirmation else [ask.due for ask in self.moment.asks]
        self._position = replace(self._position, aside=tuple([due for due in self._position.aside if due in dues]))

    def _bring_news(self, page: str, now: float) -> None:
        """Show pieces that move by themselves, or go back, unless somebody reads another page."""
        if page == pages.TABLES and self._position.page in pages.OF_A_HALL:
            self._news_at = now
            return
        if page in (pages.PUT_BACK, pages.MOVES):
            self._moves = pages.moved(self.moment)
        if self._position.page in (None, pages.TAKE_BACK, pages.TAKE_OWN_BACK, pages.PUT_BACK, pages.MOVES):
            self._turn_to(page)
            self._changed_at = self._news_at = now

    def _home_page(self) -> Layout:
        return contents.layout(self.moment, PagePosition(), contents.ring(self.moment)[0])

    def _take_from_idle_hand(self, now: float) -> None:
        """Take the box from a player who has laid it down without handing it on."""
        patience = COUNTS if self._is_counting() else IN_HAND
        if self.moment.mine is not None and now - self._pressed_at >= patience:
            self._side.hand_on()
            self._is_stale = True
            self._look(now)

    def _interrupt(self, now: float) -> None:
        """Show a question, a claim or trouble when it comes up, but not under a finger."""
        urgent = self._urgent_now()
        if urgent == self._urgent or (urgent is not None and self._is_busy(urgent.page, now)):
            return
        if urgent is not None or self._position.page is None:
            self._turn_to(None)
        if urgent is not None:
            self._changed_at, self._urgent_at, self._said = now, now, ""
        self._urgent = urgent

    def _is_busy(self, page: str, now: float) -> bool:
        """Return whether this urgent page waits: somebody turns pages, or reads news that comes before it."""
        is_read = self._position.page in _READ_FIRST.get(page, ()) and contents.is_there(self.moment, self._position)
        calm = FALLS_BACK if self.state is State.FILLING else CALM
        return now < self._turned_at + calm or (is_read and now < self._news_at + FALLS_BACK)

    def _urgent_now(self) -> Urgent | None:
        return contents.urgent(self.moment, self._position.aside, self._position.later)

    def _name(self) -> str:
        """Return the name of the page to show."""
        return contents.shown(self.moment, self._position, self._urgent)

    def _patience(self) -> float:
        """Return the seconds after the last press in which the page stays."""
        if self._position.page == pages.JOIN and self.moment.screen is None:
            return rest.DIMS  # a guest joins the Wi-Fi first, and scans the code of this page then
        return COUNTS if self._is_counting() else FALLS_BACK

    def _is_counting(self) -> bool:
        """Return whether a form is being filled in that everybody may see."""
        return self.state is State.FILLING and not pages.hides(self.moment, self._position.filling)

    def _turn_to(self, page: str | None) -> None:
        self._position = pages.to(self._position, page, mark=self.moment.fingerprint)

    # Presses

    def _do(self, act: KeyAct | None) -> None:
        self._position = pages.turned(self._position, act, self.moment.fingerprint)
        match act:
            case acts.Go(pages.QUESTION):  # also one that was postponed
                self._position, self._urgent = PagePosition(), contents.urgent(self.moment)
            case acts.Postpone():
                self._urgent = self._urgent_now()
            case acts.Explain(words, _, covered):
                self._said = "" if covered else words
            case acts.PostAnswer() | acts.TurnOption() | acts.LookAtTable() | PanelAct():
                self._ask_box(act)

    def _ask_box(self, act: acts.PostAnswer | acts.TurnOption | acts.LookAtTable | PanelAct) -> None:
        """Do what the box may refuse, and say its reason."""
        try:
            match act:
                case acts.TurnOption(name):
                    self._side.turn_option(name)
                case acts.LookAtTable(table):
                    self._side.others.regard(table)
                    self._turn_to(pages.OFFER)
                case acts.PostAnswer(due, do):
                    self._side.tell(due, do, secrets.token_hex(16))
                    self._answered(due)
                case PanelAct():
                    self._perform(act)
        except (Refused, BadFile) as no:
            self.last = None
            if self._position.page in (pages.TAKE_BACK, pages.TAKE_OWN_BACK):
                self._turn_to(None)
            # The page of trouble says already what is wrong.
            self._said = say(text("oled.still") if act is PanelAct.RETRY else no.text, self.moment.language)

    def _perform(self, act: PanelAct) -> None:
        """Let the box do this, and turn to what comes after it. Raises Refused."""
        if act is PanelAct.SWITCH_OFF:
            self.last = rest.closing(self.moment.language)
        done_by(self._side, self.moment)[act]()
        if act in (PanelAct.TAKE, PanelAct.HAND_ON, PanelAct.TURN_HANDS):
            self._position, self._turned_at = PagePosition(aside=self._position.aside), NEVER
        if act is PanelAct.TAKE:
            self._begin_in_hand()
        if act is PanelAct.LOOK_AROUND:
            self._turn_to(pages.TABLES)
        if act in _LEADS_HOME:
            self._turn_to(None)
        if act is PanelAct.TAKE_OWN_BACK:
            self._say("oled.taken_back")

    def _begin_in_hand(self) -> None:
        """Show what the game waits for, if everybody knows that it waits for the box's holder. Otherwise the cover comes
        first."""
        mine = self._side.moment().mine
        if mine is not None and mine.goes_on and mine.asks:
            self._turn_to(pages.OWN)

    def _answered(self, due: str | None) -> None:
        """Turn to the page under a form and confirm the answer. After the end, postpone a question that is still open."""
        if self.moment.mine is not None:
            self._answered_in_hand()
            return
        if self._position.page == pages.FORM:
            self._turn_to(None)
            self._say("oled.noted")
            return
        self._position = replace(self._position, row=0, inside=(), taps=())
        moment = self._side.moment()
        if moment.screen is not None and moment.screen.over and due in {ask.due for ask in moment.asks}:
            self._position = PagePosition(aside=(due,) if due else ())

    def _answered_in_hand(self) -> None:
        """Go on while the game waits for more from the holder of the box. Otherwise hand the box on, and the page that comes
        by itself says what is next."""
        mine = self._side.moment().mine
        if mine is not None and mine.awaited:
            self._turn_to(pages.OWN)
            return
        self._side.hand_on()
        self._position = PagePosition()
        self._say("oled.noted")

    def _say(self, key: str) -> None:
        """Show these words until the next press."""
        self._said = say(text(key), self.moment.language)


def _does_something(act: KeyAct | None) -> bool:
    """Return whether an act is more than a turn of the pages."""
    return isinstance(act, PanelAct | PostAnswer)


def _only_turns(act: KeyAct | None, button: Button) -> bool:
    """Return whether somebody only looks for something, so that an urgent page waits for a moment."""
    return button is not Button.OK or isinstance(act, acts.Go | acts.Fill | acts.Tap | acts.Open)
