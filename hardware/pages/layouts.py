"""The layouts of pages: words, pieces and the keys under them. A layout knows no dots and no time."""

from typing import Final, Literal

import msgspec

from companion.snapshot.panel import Button, Page
from hardware.pages.acts import Explain, Go, KeyAct, PanelAct


class SoftKey(msgspec.Struct, frozen=True):
    """A button whose word stands in the display's bottom row: that word, and what a press does now."""

    words: str = ""
    act: KeyAct | None = None


NO_KEY: Final = SoftKey()

SoftKeys = tuple[SoftKey, SoftKey, SoftKey]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """Any page. `said` is a refusal, shown until the next press."""

    page: str
    """Its name, one of those in `pages`, or of a page that the panel itself brings up."""
    buttons: SoftKeys = (NO_KEY, NO_KEY, NO_KEY)
    """Of Back, Next and OK."""
    hold_back: KeyAct | None = None
    """What holding Back does; holding OK is the same on every page."""
    place: tuple[int, int] | None = None
    """Which of how many pages that are turned; None: a page that asks."""
    said: str = ""

    def act(self, button: Button, hold: bool) -> KeyAct | None:
        """What a press does: held OK switches off wherever that can be, held Next is no other than Next."""
        if hold and button is Button.OK:
            return PanelAct.SWITCH_OFF
        if hold and button is Button.BACK:
            return self.hold_back
        return self.buttons[list(Button).index(button)].act

    def lines(self) -> tuple[str, ...]:
        """What stands above the button row, from the top, for readers; an empty line stands for nothing."""
        return ()

    def words(self) -> Page:
        """The page as readers and `/panel` have it: lines, the word of each button, what holding Back does."""
        back, following, ok = (press.words for press in self.buttons)
        lines = (*self.lines(), self.said)
        return Page(self.page, tuple(line for line in lines if line), (back, following, ok), self._hold())

    def _hold(self) -> Literal["", "take_back", "options", "back"]:
        """What holding Back does, in a word."""
        match self.hold_back:
            case None | Explain():
                return ""
            case Go("options"):
                return "options"
            case Go("lobby"):
                return "back"
        return "take_back"


class Plain(Layout, frozen=True, kw_only=True):
    """A title, one thing in large, a line below."""

    title: str
    right: str = ""
    """What ends the title's row: how far the game is."""
    main: str
    piece: int | None = None
    """A seat's wooden piece before `main`, 1 to 10."""
    digits: str = ""
    """A number behind `main`, as large as that."""
    sub: str = ""
    """The line below."""
    centred: bool = False
    boxes: tuple[int, int] | None = None
    """How many of how many are in."""

    def lines(self) -> tuple[str, ...]:
        return (f"{self.title}  {self.right}".strip(), f"{self.main}  {self.digits}".strip(), self.sub)


class Confirming(Layout, frozen=True, kw_only=True):
    """Something to be confirmed: whose it is, and of what it says as much as two lines hold."""

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
    """One line under a title: words, and what stands before and behind them."""

    words: str
    lead: str = ""
    """What stands before everything else, such as a place in the ranking."""
    piece: int | None = None
    """A seat's wooden piece, 1 to 10."""
    sign: str | None = None
    """The sign's 11 rows of dots."""
    right: str = ""
    right_sign: str | None = None
    """The rows of dots of the sign behind `right`."""
    chosen: bool = False
    """It is inverted: OK takes this one, or this seat acts now."""
    opens: bool = False
    """It is a group: OK shows its rows."""


class Awaited(Plain, frozen=True, kw_only=True):
    """Several who are awaited, each with its wooden piece, in place of one thing in large; `main` has their names."""

    rows: tuple[ListRow, ...]


class Listed(Layout, frozen=True, kw_only=True):
    """A title over at most three rows."""

    title: str
    sign: str | None = None
    """What stands before the title: the sign's 11 rows of dots."""
    right: str = ""
    rows: tuple[ListRow, ...]
    secret: bool = False
    """The chosen row is marked so that it cannot be told from across the table."""

    def lines(self) -> tuple[str, ...]:
        rows = (
            f"{'> ' if row.chosen else ''}{row.lead} {row.words}  {row.right}{'…' * row.opens}".strip() for row in self.rows
        )
        return (f"{self.title}  {self.right}".strip(), *rows)


class Sequence(Listed, frozen=True, kw_only=True):
    """A list of which one after the other is told, and the same again; `of`: how many at most."""

    told: tuple[str | None, ...]
    """What was told so far: the sign's 11 rows of dots, None for what has no sign."""
    told_words: str
    """The same in words, for readers."""
    of: int

    def lines(self) -> tuple[str, ...]:
        title, *rows = super().lines()
        return (f"{title}  {len(self.told)}/{self.of}  {self.told_words}".strip(), *rows)


class Dial(Layout, frozen=True, kw_only=True):
    """A number, digit by digit; `at` is the one that a press turns."""

    title: str
    right: str = ""
    digits: tuple[int, ...]
    at: int
    sign: str | None = None
    """The sign's 11 rows of dots."""
    sub: str = ""
    covered: bool = False
    """No digit is drawn: who has the box in hand sees them while OK is held."""

    def lines(self) -> tuple[str, ...]:
        shown = ["•" if self.covered else str(digit) for digit in self.digits]
        digits = "".join(f"[{d}]" if i == self.at else d for i, d in enumerate(shown))
        return (f"{self.title}  {self.right}".strip(), digits, self.sub)


class Seated(Layout, frozen=True, kw_only=True):
    """The pieces of all seats in a row, the active one underlined."""

    title: str
    right: str
    names: str
    """Of all seats, for readers; the display has no room for them."""
    pieces: tuple[int, ...]
    """1 to 10 for each seat, clockwise."""
    active: int | None
    """Which of `pieces` is underlined; None: nobody is awaited, or several are."""
    sub: str

    def lines(self) -> tuple[str, ...]:
        return (f"{self.title}  {self.right}".strip(), self.names, self.sub)


class Joining(Layout, frozen=True, kw_only=True):
    """The QR code, with what it says for people to type."""

    url: str
    address: str
    code: str
    guests: int
    in_words: str
    """The word behind that number: "in"."""
    lit: bool
    """Whether the code's square shines."""

    def lines(self) -> tuple[str, ...]:
        return (self.address, self.code, f"{self.guests} {self.in_words}")


class OnAir(Joining, frozen=True, kw_only=True):
    """The same for the box's own Wi-Fi, which comes before it: `address` is its name, `code` its password."""

    guests: int = 0
    in_words: str = ""

    def lines(self) -> tuple[str, ...]:
        return (self.address, self.code)


class Alarm(Layout, frozen=True, kw_only=True):
    """The box cannot keep answers: what happened, what is safe, what to do."""

    title: str
    rows: tuple[str, ...]

    def lines(self) -> tuple[str, ...]:
        return (self.title, *self.rows)


class HandSecrets(Layout, frozen=True, kw_only=True):
    """What is whose who has the box in hand, while OK is held."""

    rows: tuple[str, ...]
    part: int
    """Of what takes more than one display: which of the parts, counted on and on."""

    def lines(self) -> tuple[str, ...]:
        return self.rows


class Holding(Layout, frozen=True, kw_only=True):
    """OK is being held; `filled` dots of 124 of the bar."""

    title: str
    main: str
    filled: int

    def lines(self) -> tuple[str, ...]:
        return (self.title, self.main)


class Notice(Layout, frozen=True, kw_only=True):
    """The box is closing, or closed: nothing is left to press."""

    main: str
    small: str
    framed: bool = False

    def lines(self) -> tuple[str, ...]:
        return (self.main, self.small)


class Resting(Layout, frozen=True, kw_only=True):
    """The screensaver: whoever is awaited, in a place that moves; nobody: dark."""

    piece: int | None = None
    name: str = ""
    spot: int = 0
    """How often it has moved; each number has its own place."""

    def lines(self) -> tuple[str, ...]:
        return (self.name,)
