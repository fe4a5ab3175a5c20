"""The layouts of pages: words, pieces and keys. A layout knows neither dots nor time."""

from typing import Final, Literal

import msgspec

from companion.snapshot.panel import Button, PageInWords
from hardware.pages import acts
from hardware.pages.acts import Explain, Go, KeyAct


class SoftKey(msgspec.Struct, frozen=True):
    """A key: the word in the display's bottom row above a button, and what a press does."""

    words: str = ""
    act: KeyAct | None = None


NO_KEY: Final = SoftKey()

SoftKeys = tuple[SoftKey, SoftKey, SoftKey]
PLACES: Final = {button: i for i, button in enumerate(Button)}
"""The place of each button's key in `SoftKeys`."""


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all layouts. `message` is a refusal that is shown until the next press."""

    page: str
    """The page's name, which is in `pages` unless the panel brings the page up by itself."""
    buttons: SoftKeys = (NO_KEY, NO_KEY, NO_KEY)
    """The keys of Back, Next and OK."""
    hold_back: KeyAct | None = None
    """The act of a held Back. None: it does nothing. (A held OK switches off on every page.)"""
    place: tuple[int, int] | None = None
    """The page's place among those that Next turns, from 0, and their number. None: the page has no such place."""
    message: str = ""

    def act(self, button: Button, hold: bool) -> KeyAct | None:
        """Return the act of a press, or None if it does nothing. A held OK switches off, and a held Next is a short
        press."""
        if hold and button is Button.OK:
            return acts.SWITCH_OFF
        if hold and button is Button.BACK:
            return self.hold_back
        return self.buttons[PLACES[button]].act

    def lines(self) -> tuple[str, ...]:
        """Return the lines above the keys, from the top, for screen readers and `/panel`. An empty line is a gap."""
        return ()

    def words(self) -> PageInWords:
        """Return the page for screen readers and `/panel`: its lines, the words of its keys, and what holding Back does."""
        back, following, ok = (press.words for press in self.buttons)
        lines = (*self.lines(), self.message)
        return PageInWords(self.page, tuple(line for line in lines if line), (back, following, ok), self._hold())

    def _hold(self) -> Literal["", "take_back", "options", "back"]:
        """Return what holding Back does, as one of the words of docs/http.md."""
        match self.hold_back:
            case None | Explain():
                return ""
            case Go("options"):
                return "options"
            case Go("lobby"):
                return "back"
        return "take_back"


class Plain(Layout, frozen=True, kw_only=True):
    """A title, one thing in large letters, and a line below."""

    title: str
    right: str = ""
    """The words at the right of the title, such as how far the game is."""
    main: str
    piece: int | None = None
    """A seat's wooden piece before `main`, 1 to 10."""
    digits: str = ""
    """A number behind `main`, in letters as large."""
    sub: str = ""
    """The line below."""
    centred: bool = False
    boxes: tuple[int, int] | None = None
    """The number of answers that were given, and of all that are asked. None: no small boxes are drawn."""

    def lines(self) -> tuple[str, ...]:
        return (f"{self.title}  {self.right}".strip(), f"{self.main}  {self.digits}".strip(), self.sub)


class Confirming(Layout, frozen=True, kw_only=True):
    """A page that asks to confirm something: the seat, and two to four lines of words."""

    title: str
    who: str
    piece: int | None = None
    body: str

    def lines(self) -> tuple[str, ...]:
        return (self.title, self.who, self.body)


class Timed(Plain, frozen=True, kw_only=True):
    """A talk: minutes and seconds in the middle, and a bar of 124 dots, `filled` of them lit for the time that is left."""

    filled: int


class Stamp(Plain, frozen=True, kw_only=True):
    """Large letters in the middle, such as the fingerprint."""


class ListRow(msgspec.Struct, frozen=True):
    """One row under a title: its words, and what is drawn before and behind them."""

    words: str
    lead: str = ""
    """The first words in the row, such as a place in the ranking."""
    piece: int | None = None
    """A seat's wooden piece, 1 to 10."""
    sign: str | None = None
    """The sign as 11 rows of dots."""
    right: str = ""
    right_sign: str | None = None
    """The sign behind `right`, as 11 rows of dots."""
    chosen: bool = False
    """True if the row is inverted, because OK takes it or because this seat acts now."""
    opens: bool = False
    """True if the row is a group that OK opens."""
    price: int = 0
    """The price of the answer. A list puts cheap answers where people find them first."""


class Awaited(Plain, frozen=True, kw_only=True):
    """Several awaited seats, each with its wooden piece, in place of one main line. `main` has their names for readers."""

    rows: tuple[ListRow, ...]


class Listed(Layout, frozen=True, kw_only=True):
    """A title over at most three rows."""

    title: str
    sign: str | None = None
    """The sign before the title, as 11 rows of dots."""
    right: str = ""
    rows: tuple[ListRow, ...]
    secret: bool = False
    """True if the chosen row is marked so that nobody across the table sees it."""

    def lines(self) -> tuple[str, ...]:
        rows = (
            f"{'> ' if row.chosen else ''}{row.lead} {row.words}  {row.right}{'…' * row.opens}".strip() for row in self.rows
        )
        return (f"{self.title}  {self.right}".strip(), *rows)


class Sequence(Listed, frozen=True, kw_only=True):
    """A list from which people enter one thing after the other, perhaps the same thing again. `of`: the most things."""

    chosen: tuple[str | None, ...]
    """The signs of the entered things, as 11 rows of dots each. None: a thing has no sign."""
    chosen_words: str
    """The entered things in words, for readers."""
    of: int

    def lines(self) -> tuple[str, ...]:
        title, *rows = super().lines()
        return (f"{title}  {len(self.chosen)}/{self.of}  {self.chosen_words}".strip(), *rows)


class Dial(Layout, frozen=True, kw_only=True):
    """A number that is dialled digit by digit. A press turns the digit number `at`, from 0."""

    title: str
    right: str = ""
    digits: tuple[int, ...]
    at: int
    sign: str | None = None
    """The sign as 11 rows of dots."""
    sub: str = ""
    covered: bool = False
    """True if the digits are hidden. The holder of the box sees them while OK is held."""

    def lines(self) -> tuple[str, ...]:
        shown = ["•" if self.covered else str(digit) for digit in self.digits]
        digits = "".join(f"[{d}]" if i == self.at else d for i, d in enumerate(shown))
        return (f"{self.title}  {self.right}".strip(), digits, self.sub)


class Seated(Layout, frozen=True, kw_only=True):
    """The pieces of all seats in a row, the active one underlined."""

    title: str
    right: str
    names: str
    """The names of all seats, for readers. The display has no room for them."""
    pieces: tuple[int, ...]
    """A wooden piece for each seat, 1 to 10, clockwise."""
    active: int | None
    """The place in `pieces` of the underlined one, from 0. None: no seat or several seats are awaited."""
    sub: str

    def lines(self) -> tuple[str, ...]:
        return (f"{self.title}  {self.right}".strip(), self.names, self.sub)


class Highlighted(Layout, frozen=True, kw_only=True):
    """A highlight: something that just happened, and whose it is. The keys are those of the page that it covers."""

    name: str
    sub: str
    """The words below the name, such as "builds a shrine"."""
    pieces: tuple[int, ...] = ()
    """The wooden pieces of the seats, 1 to 10."""
    sign: str | None = None
    """The sign as 11 rows of dots. None: the pieces are drawn large instead."""
    bars: tuple[int, ...] = ()
    """The heights of columns of blocks, drawn instead of a sign."""
    part: float = 1.0
    """The share of the lit field that is drawn so far, 0 to 1."""

    def lines(self) -> tuple[str, ...]:
        return (self.name, self.sub)


class Joining(Layout, frozen=True, kw_only=True):
    """A QR code, and its content in words that people can type."""

    url: str
    address: str
    code: str
    guests: int
    in_words: str
    """The word behind the number of guests, such as "in"."""
    lit: bool
    """True if the QR code is drawn."""

    def lines(self) -> tuple[str, ...]:
        return (self.address, self.code, f"{self.guests} {self.in_words}")


class OnAir(Joining, frozen=True, kw_only=True):
    """The way into the box's own Wi-Fi, which guests join before they scan the table's code. `address` is the name of that
    Wi-Fi, `code` its password."""

    guests: int = 0
    in_words: str = ""

    def lines(self) -> tuple[str, ...]:
        return (self.address, self.code)


class Alarm(Layout, frozen=True, kw_only=True):
    """Trouble because of which no answer is kept. The title says what happened, the rows what is safe and what to do."""

    title: str
    rows: tuple[str, ...]

    def lines(self) -> tuple[str, ...]:
        return (self.title, *self.rows)


class HandSecrets(Layout, frozen=True, kw_only=True):
    """The secrets of the holder of the box, shown while OK is held."""

    rows: tuple[str, ...]
    part: int
    """The number of the part to show, if the text needs several displays. It only grows: after the last part the first one
    comes again."""

    def lines(self) -> tuple[str, ...]:
        return self.rows


class Holding(Layout, frozen=True, kw_only=True):
    """A held OK, with a bar of 124 dots, `filled` of them lit."""

    title: str
    main: str
    filled: int

    def lines(self) -> tuple[str, ...]:
        return (self.title, self.main)


class Notice(Layout, frozen=True, kw_only=True):
    """A page while the box switches off, or after that. No key does anything."""

    main: str
    small: str
    framed: bool = False

    def lines(self) -> tuple[str, ...]:
        return (self.main, self.small)


class Resting(Layout, frozen=True, kw_only=True):
    """The screensaver: the name of an awaited seat in a place that moves. Without a seat, the display is dark."""

    piece: int | None = None
    name: str = ""
    spot: int = 0
    """The number of moves so far. It decides the place."""

    def lines(self) -> tuple[str, ...]:
        return (self.name,)
