"""Which page the display shows, and what a press means."""

import secrets
from itertools import product
from typing import Final

from msgspec.structs import replace

from companion.core.blocks import Moves
from companion.core.words import BadFile, Refused, Text, text
from companion.snapshot.panel import BoxMoment, BoxSide, Button
from companion.speech.say import say
from hardware import rest
from hardware.pages import acts, contents, pages, playing
from hardware.pages.acts import KeyAct, PanelAct, PostAnswer, TurnOption, confirmed_by, done_by
from hardware.pages.layouts import Layout
from hardware.pages.pages import PagePosition, Urgent

READ: Final = 1.0
"""Seconds in which a press is not taken for what came under the finger by itself. It counts when the finger is lifted, up to
0.6 s after it came down, and nobody sees another page and makes up their mind in less than 0.3 s."""
DOUBLED: Final = 0.4
"""Seconds after a press that did something, in which the same button does nothing new: as long as on phones."""

ANYTIME: Final = float("-inf")


class PressGuard:
    """Times are seconds of the panel's clock."""

    def __init__(self) -> None:
        self._meant: dict[tuple[Button, bool], tuple[object, float]] = {}

    def sees(
        self, leaf: Layout, moment: BoxMoment, again: float, pressed: Button | None = None, doubled: float = ANYTIME
    ) -> None:
        """A page stands. What a press does otherwise than on the page before is taken from `again` on; of the button that
        brought the page, from `doubled` on."""
        for press in product(Button, (False, True)):
            act = leaf.act(*press)
            means = (act, confirmed_by(act, moment)) if isinstance(act, PanelAct) else act
            before, free = self._meant.get(press, (means, ANYTIME))
            later = max(again, doubled) if press[0] is pressed and isinstance(act, PanelAct | PostAnswer) else again
            self._meant[press] = (means, free if means == before else later)

    def is_early(self, leaf: Layout, button: Button, hold: bool, now: float) -> bool:
        """Whether this press would do what came only just. Back and Next are free where they turn pages."""
        acts = isinstance(leaf.act(button, hold), PanelAct | PostAnswer | TurnOption)
        return (acts or button is Button.OK) and now < self._meant[button, hold][1]


def does_something(leaf: Layout, button: Button, hold: bool) -> bool:
    """Whether a press is more than a turn of the pages."""
    return isinstance(leaf.act(button, hold), PanelAct | PostAnswer)


CALM = 3.0
"""Somebody who turned a page this short a time ago is not interrupted."""
FALLS_BACK = 20.0
IN_HAND = 60.0
"""Whoever has the box in hand and presses nothing for so long has laid it down: it is covered, and nobody's."""
COUNTS = 180.0
"""How long a form that is being filled in stays: people count cardboard between two presses."""


_LEADS_HOME = (
    PanelAct.TAKE_BACK,
    PanelAct.TAKE_OWN_BACK,
    PanelAct.AGAIN,
    PanelAct.ABANDON,
    PanelAct.TALK,
    PanelAct.HUSH,
    PanelAct.LEAVE_HALL,
    PanelAct.PLAY_APART,
)
"""After these stands the page that comes by itself."""
_LEADS_ON = (pages.QUESTION, pages.HAND)
"""What a press may bring up, as what comes next."""


class PageNavigator:
    """The pages of one panel. Times are seconds of its clock, which only grows; all but `hear` is called under the panel's
    lock."""

    def __init__(self, side: BoxSide, now: float) -> None:
        self._side = side
        self.last: Layout | None = None
        """After switching off was asked there is only this."""
        self._stale = True
        self._turn, self._said = PagePosition(), ""
        self._seen: Urgent | None = None
        """What is urgent and took the screen."""
        self._pressed_at = self._turned_at = float("-inf")
        self._changed_at = now
        self._came_at = float("-inf")
        """When what is urgent took the screen."""
        self._shown_at = float("-inf")
        """When a page of news came up by itself."""
        self._meant = PressGuard()
        self._written: tuple[BoxMoment, PagePosition, str, Layout] | None = None
        """The page that stands, and of what it was written."""
        self.moment: BoxMoment = side.moment()
        """What the box showed when it was looked at last."""
        self._announced: Moves | None = pages.moved(self.moment)
        """What moves, as far as the display has brought it up by itself."""
        self._read_at = now

    @property
    def turn(self) -> PagePosition:
        """What was turned to."""
        return self._turn

    def hear(self) -> None:
        """The box may show something else: it is looked at again with the next page. From any thread."""
        self._stale = True

    def press(self, button: Button, hold: bool, now: float, counts: bool) -> None:
        """One whole press, which the page that stands may take. Where it does not count it only keeps that page a while
        longer, as one does that finds the display at rest or the box switching off."""
        leaf = self.settled(now)
        counts = counts and self.last is None and not self.rests(leaf, now)
        self._pressed_at, self._said = now, ""
        if hold and button is Button.OK and self.moment.mine is not None:
            return  # it was held to look
        if counts:
            self._turned_at = now if _is_turning(leaf.act(button, hold), button) else float("-inf")
            if self._meant.is_early(leaf, button, hold, now):
                self._said = say(text("oled.too_early"), self.moment.language)
            else:
                self._do(leaf.act(button, hold))
                self._follow(leaf, button, hold, now)

    def touch(self, now: float) -> None:
        """A finger rests on a button: the display is in use."""
        self._pressed_at = now

    def rests(self, leaf: Layout, now: float) -> bool:
        """Whether the display has gone to rest under this page, so that a press only wakes it."""
        return rest.is_dark(leaf, self.idle(now))

    def idle(self, now: float) -> float:
        """For how long nothing has happened; a talk that is timed is looked at until its time is up."""
        timed = min(now, self._read_at + self.moment.talk.left) if self.moment.talk else self._changed_at
        return now - max(self._pressed_at, self._changed_at, timed)

    # Which page stands

    def settled(self, now: float) -> Layout:
        """The page as it stands at `now`; what it changed by itself no press takes before it can have been read."""
        leaf = self._page(now)
        self._meant.sees(leaf, self.moment, now + READ)
        return leaf

    def _page(self, now: float) -> Layout:
        """What the box called for is read, what is urgent comes up, what nobody looks at goes."""
        self._read(now)
        self._lay_down(now)
        self._interrupt(now)
        if not contents.is_there(self.moment, self._turn):
            self._turn_to(None)
        if now - max(self._pressed_at, self._shown_at) >= self._patience():
            self._said, self._turn = "", replace(self._turn, sure=None)
            if self._turn.page is not None or self._name() == pages.SCORES:
                self._turn_to(None)
        leaf = self._leaf(playing.counted(self.moment, now - self._read_at), self._turn, self._name())
        return replace(leaf, said=self._said) if self._said else leaf

    def _leaf(self, moment: BoxMoment, turn: PagePosition, name: str) -> Layout:
        """A page is looked at many times, and written once."""
        if self._written is None or self._written[0] is not moment or self._written[1:3] != (turn, name):
            self._written = moment, turn, name, contents.layout(moment, turn, name)
        return self._written[3]

    def _lay_down(self, now: float) -> None:
        """A box that was laid down without a word is nobody's."""
        patience = COUNTS if self._counts() else IN_HAND
        if self.moment.mine is not None and now - self._pressed_at >= patience:
            self._side.hand_on()
            self._stale = True
            self._read(now)

    def _read(self, now: float) -> None:
        """Look at the house again, if it called, or if a claim has run out; what the first page then says anew lights the
        display."""
        if not self._stale and now - self._read_at < self.moment.claim_left:
            return
        self._stale = False
        before, self.moment, self._read_at = self.moment, self._side.moment(), now
        if self._first(before) != self._first(self.moment):
            self._changed_at = now
        if before.number != self.moment.number:
            self._announced = None
        if (page := pages.news(before, self.moment, self._announced)) is not None:
            self._news(page, now)
        is_news = self.moment.heard not in (None, before.heard)
        open_ones = () if is_news else tuple(ask.due for ask in self.moment.asks)
        self._turn = replace(self._turn, aside=tuple(due for due in self._turn.aside if due in open_ones))

    def _news(self, page: str, now: float) -> None:
        """Pieces that move by themselves, or go back, are shown when they do, unless somebody reads another page."""
        if page == pages.TABLES and self._turn.page in pages.OF_A_HALL:
            self._shown_at = now
            return
        if page in (pages.PUT_BACK, pages.MOVES):
            self._announced = pages.moved(self.moment)
        if self._turn.page in (None, pages.TAKE_BACK, pages.TAKE_OWN_BACK, pages.PUT_BACK, pages.MOVES):
            self._turn_to(page)
            self._changed_at = self._shown_at = now

    def _first(self, moment: BoxMoment) -> Layout:
        return contents.layout(moment, PagePosition(), contents.ring(moment)[0])

    def _interrupt(self, now: float) -> None:
        """A question, a claim or trouble takes the screen when it comes up, but not from under a finger."""
        urgent = contents.urgent(self.moment, self._turn.aside, self._turn.later)
        if urgent == self._seen or (urgent is not None and self._waits(urgent[0], now)):
            return
        if urgent is not None or self._turn.page is None:
            self._turn_to(None)
        if urgent is not None:
            self._changed_at, self._came_at, self._said = now, now, ""
        self._seen = urgent

    def _waits(self, page: str, now: float) -> bool:
        """Whether this comes later: somebody turns pages, or reads what goes back before a question is asked again."""
        read = {pages.QUESTION: (pages.PUT_BACK,), pages.HAND: (pages.PUT_BACK, pages.MOVES)}.get(page, ())
        is_read = self._turn.page in read and contents.is_there(self.moment, self._turn)
        return now < self._turned_at + self._calm or (is_read and now < self._shown_at + FALLS_BACK)

    @property
    def _calm(self) -> float:
        return FALLS_BACK if self._turn.page == pages.FORM else CALM

    def _name(self) -> str:
        return contents.shown(self.moment, self._turn, self._seen)

    def _patience(self) -> float:
        """Seconds after the last press before the first page comes back."""
        if self._is_way_in():
            return rest.DIMS
        return COUNTS if self._counts() else FALLS_BACK

    def _counts(self) -> bool:
        """Whether a form is being filled in that may lie open meanwhile."""
        return self._turn.page == pages.FORM and not pages.hides(self.moment, self._turn.filling)

    def _is_way_in(self) -> bool:
        """A guest needs time to join the Wi-Fi before the code is scanned that stands on the page after it."""
        return self._turn.page == pages.JOIN and self.moment.screen is None

    def _turn_to(self, page: str | None, row: int = 0, asked: str = "") -> None:
        self._turn = pages.to(self._turn, page, row, asked, self.moment.fingerprint)

    # What a press does

    def _follow(self, leaf: Layout, button: Button, hold: bool, now: float) -> None:
        """The page that a press on `leaf` has brought may be pressed at once, but not by the second of a double press, nor
        if it only came up in the same instant."""
        page = self._page(now)
        is_foreign = self._came_at == now and self._seen is not None and self._seen[0] not in _LEADS_ON
        doubled = now + DOUBLED if does_something(leaf, button, hold) else ANYTIME
        self._meant.sees(page, self.moment, now + READ if is_foreign else ANYTIME, button, doubled)

    def _do(self, act: KeyAct | None) -> None:
        self._turn = pages.turned(self._turn, act, self.moment.fingerprint)
        match act:
            case acts.Go(pages.QUESTION):
                self._open_question()
            case acts.Postpone():
                self._seen = contents.urgent(self.moment, self._turn.aside, self._turn.later)
            case acts.Explain(words, _, covered):
                self._said = "" if covered else words
            case acts.PostAnswer() | acts.TurnOption() | acts.LookAtTable() | PanelAct():
                self._ask_box(act)

    def _open_question(self) -> None:
        """Show the question that is open, or whom the box is to be given to, also after it was put aside."""
        self._turn, self._seen = PagePosition(), contents.urgent(self.moment)

    def _ask_box(self, act: acts.PostAnswer | acts.TurnOption | acts.LookAtTable | PanelAct) -> None:
        """What the box may refuse."""
        try:
            match act:
                case acts.TurnOption(name):
                    self._side.turn_option(name)
                case acts.LookAtTable(table):
                    self._side.others.regard(table)
                    self._turn_to(pages.OFFER)
                case acts.PostAnswer(due, do):
                    self._side.tell(due, do, secrets.token_hex(16))
                    self._told(due)
                case PanelAct():
                    self._have_done(act)
        except (Refused, BadFile) as no:
            self._say_no(no.text, retried=act is PanelAct.RETRY)

    def _have_done(self, act: PanelAct) -> None:
        """Something that the box does. Raises Refused."""
        side = self._side
        if act is PanelAct.SWITCH_OFF:
            self.last = rest.closing(self.moment.language)
        done_by(side, self.moment)[act]()
        if act in (PanelAct.TAKE, PanelAct.HAND_ON, PanelAct.TURN_HANDS):
            self._turn, self._turned_at = PagePosition(aside=self._turn.aside), float("-inf")
        if act is PanelAct.TAKE:
            self._begin_own()
        if act is PanelAct.LOOK_AROUND:
            self._turn_to(pages.TABLES)
        if act in _LEADS_HOME:
            self._turn_to(None)
        if act is PanelAct.TAKE_OWN_BACK:
            self._said = say(text("oled.taken_back"), self.moment.language)

    def _told(self, due: str | None) -> None:
        """The page under a form is back, and says that it was noted; after the end a question that stays steps aside."""
        if self.moment.mine is not None:
            self._told_own(due)
            return
        if self._turn.page == pages.FORM:
            self._turn_to(None)
            self._said = say(text("oled.noted"), self.moment.language)
            return
        self._turn = replace(self._turn, row=0, inside=(), taps=())
        moment = self._side.moment()
        if moment.screen is not None and moment.screen.over and due in {ask.due for ask in moment.asks}:
            self._turn = PagePosition(aside=(due,) if due else ())

    def _begin_own(self) -> None:
        """Whoever took the box is asked what everybody knows that the game waits for; else the cover comes first."""
        mine = self._side.moment().mine
        if mine is not None and mine.goes_on and mine.asks:
            self._turn_to(pages.OWN)

    def _told_own(self, due: str | None) -> None:
        """Whoever has the box in hand goes on while the game waits for more from them. Else nobody has it any more, and the
        page that comes by itself says what is next: the table's question, or whom the box is to be given to."""
        mine = self._side.moment().mine
        if mine is not None and mine.awaited:
            self._turn_to(pages.OWN)
            return
        self._side.hand_on()
        self._turn, self._said = PagePosition(), say(text("oled.noted"), self.moment.language)

    def _say_no(self, why: Text, retried: bool) -> None:
        """The reason in words; after trouble only that it lasts, for its page says what."""
        self.last = None
        if self._turn.page in (pages.TAKE_BACK, pages.TAKE_OWN_BACK):
            self._turn_to(None)
        self._said = say(text("oled.still") if retried else why, self.moment.language)


def _is_turning(act: KeyAct | None, button: Button) -> bool:
    """Whether a press only looks for something: what is urgent waits for a moment."""
    return button is not Button.OK or isinstance(act, acts.Go | acts.Fill | acts.Tap | acts.Open)
