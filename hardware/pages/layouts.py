"""The layouts of pages: words, pieces and the keys under them. A layout knows no dots and no time."""

from typing import Final, Literal

import msgspec

from companion.snapshot.panel import Button, Page
from hardware.pages.acts import Explain, Go, KeyAct, PanelAct


class SoftKey(msgspec.Struct, frozen=True):
    """A button whose word is in the display's bottom row: that word, and what a press does."""

    words: str = ""
    act: KeyAct | None = None


NO_KEY: Final = SoftKey()

SoftKeys = tuple[SoftKey, SoftKey, SoftKey]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """Any page. `said` is a refusal that is shown until the next press."""

    page: str
    """The page's name: one of those in `pages`, or of a page that the panel brings up by itself."""
    buttons: SoftKeys = (NO_KEY, NO_KEY, NO_KEY)
    """The keys of Back, Next and OK."""
    hold_back: KeyAct | None = None
    """The act of a held Back. A held OK does the same on every page."""
    place: tuple[int, int] | None = None
    """The page's place among the pages that Next turns, and their number. None: the page asks something."""
    said: str = ""

    def act(self, button: Button, hold: bool) -> KeyAct | None:
        """Return what a press does. A held OK switches off, and a held Next is a short one."""
        if hold and button is Button.OK:
            return PanelAct.SWITCH_OFF
        if hold and button is Button.BACK:
            return self.hold_back
        return self.buttons[list(Button).index(button)].act

    def lines(self) -> tuple[str, ...]:
        """Return the lines above the button row from the top, for readers. An empty line is a gap."""
        return ()

    def words(self) -> Page:
        """Return the page for readers and `/panel`: lines, the word of each button, and what holding Back does."""
        back, following, ok = (press.words for press in self.buttons)
        lines = (*self.lines(), self.said)
        return Page(self.page, tuple(line for line in lines if line), (back, following, ok), self._hold())

    def _hold(self) -> Literal["", "take_back", "options", "back"]:
        """Return what holding Back does, in a word."""
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
    """The end of the title's row: how far the game is."""
    main: str
    piece: int | None = None
    """A seat's wooden piece before `main`, 1 to 10."""
    digits: str = ""
    """A number behind `main`, as large as `main`."""
    sub: str = ""
    """The line below."""
    centred: bool = False
    boxes: tuple[int, int] | None = None
    """The number of answers that are in, and of all."""

    def lines(self) -> tuple[str, ...]:
        return (f"{self.title}  {self.right}".strip(), f"{self.main}  {self.digits}".strip(), self.sub)


class Confirming(Layout, frozen=True, kw_only=True):
    """Something to confirm: its seat, and as much of its words as two lines hold."""

    title: str
    who: str
    piece: int | None = None
    body: str

    def lines(self) -> tuple[str, ...]:
        return (self.title, self.who, self.body)


class Timed(Plain, frozen=True, kw_only=True):
    """A talk: minutes and seconds in the middle, and a bar of 124 dots of which `filled` are left."""

    filled: int


class Stamp(Plain, frozen=True, kw_only=True):
    """The fingerprint: letters to compare, in the middle."""


class ListRow(msgspec.Struct, frozen=True):
    """One line under a title: words, and what comes before and behind them."""

    words: str
    lead: str = ""
    """The first thing in the line, such as a place in the ranking."""
    piece: int | None = None
    """A seat's wooden piece, 1 to 10."""
    sign: str | None = None
    """The sign as 11 rows of dots."""
    right: str = ""
    right_sign: str | None = None
    """The sign behind `right`, as rows of dots."""
    chosen: bool = False
    """Whether the row is inverted: OK takes it, or this seat acts now."""
    opens: bool = False
    """Whether the row is a group that OK opens."""
    price: int = 0
    """The price of the answer. People want cheap answers most."""


class Awaited(Plain, frozen=True, kw_only=True):
    """Several awaited seats, each with its wooden piece, in place of one thing in large letters. `main` has their names."""

    rows: tuple[ListRow, ...]


class Listed(Layout, frozen=True, kw_only=True):
    """A title over at most three rows."""

    title: str
    sign: str | None = None
    """The sign before the title, as 11 rows of dots."""
    right: str = ""
    rows: tuple[ListRow, ...]
    secret: bool = False
    """Whether the mark of the chosen row cannot be seen from across the table."""

    def lines(self) -> tuple[str, ...]:
        rows = (
            f"{'> ' if row.chosen else ''}{row.lead} {row.words}  {row.right}{'…' * row.opens}".strip() for row in self.rows
        )
        return (f"{self.title}  {self.right}".strip(), *rows)


class Sequence(Listed, frozen=True, kw_only=True):
    """A list from which people enter one thing after the other, also the same thing again. `of`: how many at most."""

    told: tuple[str | None, ...]
    """The entered signs, as 11 rows of dots each. None: it has no sign."""
    told_words: str
    """The same in words, for readers."""
    of: int

    def lines(self) -> tuple[str, ...]:
        title, *rows = super().lines()
        return (f"{title}  {len(self.told)}/{self.of}  {self.told_words}".strip(), *rows)


class Dial(Layout, frozen=True, kw_only=True):
    """A number, digit by digit. A press turns the digit at `at`."""

    title: str
    right: str = ""
    digits: tuple[int, ...]
    at: int
    sign: str | None = None
    """The sign as 11 rows of dots."""
    sub: str = ""
    covered: bool = False
    """Whether no digit is drawn. The holder of the box sees them while OK is held."""

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
    """A number from 1 to 10 for each seat, clockwise."""
    active: int | None
    """The place of the underlined piece. None: nobody is awaited, or several are."""
    sub: str

    def lines(self) -> tuple[str, ...]:
        return (f"{self.title}  {self.right}".strip(), self.names, self.sub)


class Highlighted(Layout, frozen=True, kw_only=True):
    """Something that just happened: whose it is, and what. The keys are those of the page that it covers."""

    name: str
    sub: str
    """The words below the name: "builds a shrine"."""
    pieces: tuple[int, ...] = ()
    """The wooden pieces of the seats, 1 to 10."""
    sign: str | None = None
    """The sign as 11 rows of dots. None: the pieces are drawn large in its place."""
    bars: tuple[int, ...] = ()
    """The heights of blocks in place of a sign."""
    part: float = 1.0
    """The share of the lit field that has come, 0 to 1."""

    def lines(self) -> tuple[str, ...]:
        return (self.name, self.sub)


class Joining(Layout, frozen=True, kw_only=True):
    """The QR code, and what it says as people type it."""

    url: str
    address: str
    code: str
    guests: int
    in_words: str
    """The word behind the number of guests: "in"."""
    lit: bool
    """Whether the square of the code shines."""

    def lines(self) -> tuple[str, ...]:
        return (self.address, self.code, f"{self.guests} {self.in_words}")


class OnAir(Joining, frozen=True, kw_only=True):
    """The same for the box's own Wi-Fi, which comes first: `address` is its name, `code` its password."""

    guests: int = 0
    in_words: str = ""

    def lines(self) -> tuple[str, ...]:
        return (self.address, self.code)


class Alarm(Layout, frozen=True, kw_only=True):
    """Trouble that keeps answers from the disk: what happened, what is safe, what to do."""

    title: str
    rows: tuple[str, ...]

    def lines(self) -> tuple[str, ...]:
        return (self.title, *self.rows)


class HandSecrets(Layout, frozen=True, kw_only=True):
    """The secrets of the holder of the box, while OK is held."""

    rows: tuple[str, ...]
    part: int
    """The number of the part to show, if the text takes more than one display. It counts on and on."""

    def lines(self) -> tuple[str, ...]:
        return self.rows


class Holding(Layout, frozen=True, kw_only=True):
    """A held OK, with `filled` dots of 124 of the bar."""

    title: str
    main: str
    filled: int

    def lines(self) -> tuple[str, ...]:
        return (self.title, self.main)


class Notice(Layout, frozen=True, kw_only=True):
    """The box that is closing or closed. No key does anything."""

    main: str
    small: str
    framed: bool = False

    def lines(self) -> tuple[str, ...]:
        return (self.main, self.small)


class Resting(Layout, frozen=True, kw_only=True):
    """The screensaver: the awaited seat in a place that moves. Nobody awaited: a dark display."""

    piece: int | None = None
    name: str = ""
    spot: int = 0
    """The number of moves so far. Each number has its own place."""

    def lines(self) -> tuple[str, ...]:
        return (self.name,)
