"""The panel's port: what the box beside the table sees and does, and what a panel is to the rest.

Hardware implements `Panel` and is given a `BoxSide`; web shows and presses the `Panel` without knowing which one it is.
Nothing here reaches a secret but of whoever has the box in hand: a seat without a phone that it was given to. A BoxSide has
no method that takes a seat.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from math import inf
from typing import Any, Literal, Protocol

import msgspec

from companion.core.knowledge import Seat
from companion.core.view import Ask, Laying, Screen
from companion.core.words import Text
from companion.ports.addresses import Join
from companion.ports.arrivals import PeopleNews
from companion.ports.hall import OtherTables, Spare
from companion.ports.hands import Handing, Mine, Newcomer


class Button(Enum):
    """The box's three buttons, as the contract names them (docs/http.md)."""

    BACK = "back"
    NEXT = "next"
    OK = "ok"


class Picked(msgspec.Struct, frozen=True):
    """An option of the picked game, as it stands on the box."""

    name: str
    words: Text
    value: Any
    said: Text | None = None
    """The value in words; None for a switch, which is True or False."""
    usual: bool = True
    """Whether this is the value that the game has by itself."""


class Chosen(msgspec.Struct, frozen=True):
    """The lobby: which game is picked, and who sits there clockwise."""

    game: str
    seats: tuple[Seat, ...]
    sizes: tuple[int, int]
    """Least and most seats of this game."""
    ready: bool
    options: tuple[Picked, ...] = ()
    """What the table may agree on before this game."""
    phoneless: int = 0
    """How many seats have no phone at all, where this game needs one for each: they play at the box."""
    lacking: tuple[Seat, ...] = ()
    """Who cannot play, as this game is played on phones only."""
    colours: dict[str, list[str]] = {}
    """The option that goes with the seats' pieces, as a head has it; empty if it may be left out, or there is none."""


class Claim(msgspec.Struct, frozen=True):
    """Somebody on a new phone says that it is this seat; phone and box show the same two digits."""

    seat: Seat
    digits: str
    denied: bool = False
    """Whether the seat's own phone has said no: the claim ends soon, unless box or host say yes."""


class SetUp(msgspec.Struct, frozen=True):
    """The step of laying the table that comes next, counted from 1."""

    step: int
    of: int
    laying: Laying


class Stage(msgspec.Struct, frozen=True):
    """How far the room's screen is with what was turned up: `step` of `steps` are shown."""

    of: str
    step: int
    steps: int


class Heard(msgspec.Struct, frozen=True):
    """What one seat said to a question of the table: it counts once another phone, or the box, says the same."""

    seat: Seat
    due: str
    do: dict[str, Any]


class Told(msgspec.Struct, frozen=True):
    """Something about the box's own card that its owner is to know, until somebody has read it."""

    title: Text
    head: Text
    """What it is about, in a few letters."""
    words: Text


class Talking(msgspec.Struct, frozen=True):
    """The talk timer: seconds left when the moment was looked at, of how many."""

    left: int
    total: int


class BoxMoment(msgspec.Struct, frozen=True):
    """All that the box may show, at one instant."""

    language: str
    join: Join
    pieces: dict[Seat, int]
    """1 to 10 for each seat: its colour, shape and glyph in pieces.toml."""
    lobby: Chosen | None = None
    """While no game is on."""
    screen: Screen | None = None
    """The public screen of the game that is on, or over and not yet left."""
    asks: tuple[Ask, ...] = ()
    """What the table is asked; any seat or the panel may tell it."""
    set_up: SetUp | None = None
    """Until the table lies, or somebody gives the first answer."""
    stage: Stage | None = None
    """While the room's screen has more to show."""
    settling: Ask | None = None
    """The forms that set an open tally right; told with no due (docs/http.md)."""
    fingerprint: str = ""
    number: int = 0
    """Of the game that is on, or over and not yet left."""
    heard: Heard | None = None
    """An answer that waits for somebody else to say the same."""
    undo: tuple[Seat | None] | None = None
    """Whose answer the panel would take back (a seat, or None: the table's own); None: nothing stands."""
    undo_said: Text | None = None
    """That answer in words that everybody may read; None: a sealed question goes back whole."""
    people: tuple[PeopleNews, ...] = ()
    """What the table is told of people who came, left, or are host now, while that is news; the newest last."""
    claim: Claim | None = None
    returning: tuple[Claim, ...] = ()
    """The claims that one yes may grant together with `claim`."""
    claim_left: float = inf
    """For how many seconds at most that is so, if nobody does anything."""
    timer: bool = False
    """Whether the talk timer fits now."""
    talk: Talking | None = None
    """While it runs, or its time is up and nobody stopped it."""
    trouble: Text | None = None
    """Why the box cannot keep answers now; its key is one of trouble.* in the texts."""
    hall: Text | None = None
    """How far the copy to the hall is; its key is one of hall.word.* in the texts. None: the box is alone."""
    spare: Spare | None = None
    """How far this box is with taking another table over; None: it is alone."""
    elsewhere: str = ""
    """The name of the table that was on here, if another box has it now."""
    told: tuple[Told, ...] = ()
    """What the owner of the card is to know, one after the other."""
    hands: bool = False
    """Whether somebody plays who has no phone."""
    hand_to: Handing | None = None
    """While the box is to be given to somebody."""
    mine: Mine | None = None
    """While somebody without a phone has it in hand."""
    newcomer: Newcomer | None = None
    """Lobby: who would sit down at the box next."""
    sat: Seat | None = None
    """Lobby: who of those without a phone sat down last."""


class BoxSide(Protocol):
    """What the panel may do. Each act raises Refused with the reason, and then nothing has changed.

    Whatever confirms something names what was shown: if that is not so any more, it is refused.
    """

    def moment(self) -> BoxMoment:
        """What may be shown now. Waits for nothing."""

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener`, from any thread, whenever the moment changed."""

    def turn_games(self, by: int) -> None:
        """Lobby: pick the next (1) or the game before (-1)."""

    def turn_option(self, name: str) -> None:
        """Lobby: the next value of this option of the picked game."""

    def start(self, shown: Chosen) -> None:
        """Lobby: start this game with these options and seats."""

    def again(self, number: int) -> None:
        """After game `number`: the same once more, with everybody who sits here."""

    def leave_game(self, number: int) -> None:
        """After the end of game `number`: back to the lobby."""

    def abandon(self, number: int) -> None:
        """Give game `number` up, unfinished: back to the lobby. It stays in the journal."""

    def tell(self, due: str | None, do: dict[str, Any], key: str) -> None:
        """Answer one of the table's asks, or (`due` None) set an open tally right; while somebody has the box in hand, one
        of that seat's."""

    def take(self, shown: Handing) -> None:
        """It was given to who was shown, and is in that hand until `hand_on`."""

    def hand_on(self) -> None:
        """Nobody has it in hand any more, or wants it."""

    def turn_hands(self) -> None:
        """Somebody wants the box: the next one without a phone, clockwise."""

    def seat_one(self, shown: Newcomer) -> None:
        """Lobby: somebody without a phone sits down, as was shown."""

    def unseat(self, shown: Seat) -> None:
        """Lobby: the one without a phone who sat down last gets up."""

    def lay(self, number: int, step: int | None) -> None:
        """In game `number` the steps of laying the table are done up to this one; None: nobody wants to be led."""

    def stage(self, of: str, step: int | None) -> None:
        """The room's screen shows what was turned up, to this step; None: all of it."""

    def talk(self, minutes: int | None) -> None:
        """Start the talk timer, or (None) stop it."""

    def talk_longer(self) -> None:
        """One minute more."""

    def take_back(self, fingerprint: str) -> None:
        """The last open answer, at the fingerprint that was shown."""

    def take_own_back(self, shown: Mine) -> None:
        """The last answer of whoever has the box in hand, as was shown."""

    def settle_claim(self, shown: Claim, yes: bool, others: Sequence[Claim] = ()) -> None:
        """Say yes or no to the claim that was shown, and to `others` with it."""

    def retry(self, trouble: str) -> None:
        """Try again to keep answers, after the trouble of this key."""

    def play_apart(self, number: int) -> None:
        """Game `number` goes on without the hall, which was not heard yet."""

    def have_read(self, shown: Told) -> None:
        """Somebody has read what the owner of the card was to know."""

    @property
    def others(self) -> OtherTables:
        """The other tables of the hall. Raises Refused where the box is alone."""

    def switch_off(self) -> None:
        """End the companion in good order, and then the machine, if the box's service may."""

    def display_lost(self, lost: bool) -> None:
        """The display does not answer any more, or is there again: the phones say so, the game goes on."""


class Page(msgspec.Struct, frozen=True):
    """The page that a panel shows, in words, for /panel and for readers."""

    page: str
    lines: tuple[str, ...]
    buttons: tuple[str, str, str]
    """What a press of Back, Next and OK does now; empty: nothing."""
    hold: Literal["", "take_back", "options", "back"] = ""
    """What holding Back does; empty: nothing."""
    hold_ok: Literal["", "off", "look"] = ""
    """What holding OK does: switch off when the hold is done, or look for as long as it is held."""


class Panel(Protocol):
    """Three buttons and a small display: a real one, or the simulated one."""

    def press(self, button: Button, hold: bool, by: str = "") -> None:
        """One whole press, as a person would do it: short, or held as long as that button's hold takes. `by` is who presses,
        where several may see the panel. Raises Refused while the box is in somebody else's hand."""

    def finger(self, down: bool, by: str = "") -> None:
        """OK rests under a finger, or does not any more: whoever has the box in hand looks meanwhile. Who presses from afar
        (`by`) says so again while it rests, for the news that it was lifted may get lost. Raises Refused as `press` does."""

    def page(self, by: str = "") -> Page:
        """What it shows now, in words: what is whose who has the box in hand, to nobody but who pressed that it has it."""

    def picture(self, by: str = "") -> bytes:
        """The frame that a 128x64 display shows now, as PNG, a dot a pixel; to whom, as `page` says."""

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener`, from any thread, when the frame changed."""

    def close(self) -> None:
        """Let pins, wires and threads go. It shows nothing any more."""
