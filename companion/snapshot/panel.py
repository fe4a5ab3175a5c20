"""The snapshot of the panel, its acts, and the panel as other rooms use it."""

from collections.abc import Callable, Sequence
from enum import Enum
from math import inf
from typing import Any, Literal, Protocol

import msgspec

from companion.core.blocks import Highlight, Secret, Undo
from companion.core.state import Seat
from companion.core.view import Question, Screen
from companion.core.words import Text
from companion.settings import Settings
from companion.snapshot.hall import OtherTables, Spare
from companion.snapshot.lobby import PickedGame
from companion.snapshot.people import PeopleNews
from companion.snapshot.table import CardNotice, Claim, HeardAnswer, Join, SetUp, Stage, Talking


class FrontEnd(Protocol):
    """A front end that was started. If it can hang, it has `is_alive() -> bool` too, for the watchdog."""

    def close(self) -> None:
        """Stop, and return only when nothing of it runs any more."""


class NextHolder(msgspec.Struct, frozen=True):
    """The seat without a phone that gets the shared box next."""

    to: Seat
    number: int
    """The game's number."""
    asked_for: bool = False
    """Nothing waits for it: somebody wants the box."""


class HolderView(msgspec.Struct, frozen=True):
    """The holder of the shared box. Only that seat may see this."""

    seat: Seat
    secret: Secret | None
    """The cards and pieces that a phone shows behind its cover."""
    asks: tuple[Question, ...]
    """The questions that this seat alone may answer."""
    goes_on: bool
    """Whether the game waits for this seat, as everybody knows."""
    awaited: bool = False
    """Whether the game waits for an answer that this seat has not given."""
    undo: Undo | None = None
    """Its own last answer, while the seat may take it back, in words that say nothing secret."""


class NewSeat(msgspec.Struct, frozen=True):
    """A seat that the box itself gives, with the colour of its piece for a name."""

    seat: Seat
    piece: int


class PanelSnapshot(msgspec.Struct, frozen=True):
    """Everything that the box may show, at one instant."""

    language: str
    join: Join
    pieces: dict[Seat, int]
    """1 to 10 for each seat: its colour, shape and glyph in pieces.toml."""
    lobby: PickedGame | None = None
    """While no game is on."""
    screen: Screen | None = None
    """The public screen of the game that is on, or over and not yet left."""
    asks: tuple[Question, ...] = ()
    """The table's own questions. Any seat or the panel may answer them."""
    set_up: SetUp | None = None
    """Until the table is ready, or somebody gives the first answer of play."""
    stage: Stage | None = None
    """The present reveal, while the room's screen has more to show."""
    highlights: tuple[Highlight, ...] = ()
    """The highlights of the last answers, the newest last. Everybody may know them."""
    settling: Question | None = None
    """The forms that set an open tally right. Their answers name no due (docs/http.md)."""
    fingerprint: str = ""
    number: int = 0
    """The number of the game that is on, or over and not yet left."""
    heard: HeardAnswer | None = None
    """An answer that waits for somebody else to say the same."""
    undo: tuple[Seat | None] | None = None
    """The seat whose answer the panel would take back, in a tuple. None in it: the table. None: there is no such answer."""
    undo_said: Text | None = None
    """The answer in words that everybody may read. None: a sealed question goes back whole."""
    people: tuple[PeopleNews, ...] = ()
    """The news about people who came, left, or are host now. The newest is last."""
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
    """The reason why the box cannot keep answers. Its key is one of trouble.* in the texts."""
    hall: Text | None = None
    """The state of the copy to the hall. Its key is one of hall.word.* in the texts. None: the box is alone."""
    spare: Spare | None = None
    """The state of taking a table over. None: the box is alone."""
    elsewhere: str = ""
    """The name of the table that was on here, if another box has it now."""
    told: tuple[CardNotice, ...] = ()
    """The notices for the owner of the card."""
    leaves_games: bool = False
    """True: the box can put its games on the part of the card that every computer reads. The game that is on is sealed
    there."""
    hands: bool = False
    """Whether a player has no phone."""
    hand_to: NextHolder | None = None
    """The next seat for the box, while nobody holds it."""
    mine: HolderView | None = None
    """The holder of the box, while there is one."""
    newcomer: NewSeat | None = None
    """Lobby: who would sit down at the box next."""
    sat: Seat | None = None
    """Lobby: who of those without a phone sat down last."""


class BoxSide(Protocol):
    """The acts of a panel. Each one raises Refused with the reason, and then nothing has changed. An act that confirms
    something gets what was shown. It is refused if that is not so any more."""

    def moment(self) -> PanelSnapshot:
        """Return what the panel may show now. Waits for nothing."""

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener`, from any thread, whenever the moment changed."""

    def turn_games(self, by: int) -> None:
        """Lobby: pick the next (1) or the game before (-1)."""

    def turn_option(self, name: str) -> None:
        """Lobby: choose the next value of this option of the picked game."""

    def start(self, shown: PickedGame) -> None:
        """Lobby: start this game with these options and seats."""

    def again(self, number: int) -> None:
        """After game `number`: start the same again with everybody who sits here."""

    def leave_game(self, number: int) -> None:
        """After the end of game `number`: go back to the lobby."""

    def abandon(self, number: int) -> None:
        """Give game `number` up, unfinished: back to the lobby. It stays in the journal."""

    def tell(self, due: str | None, do: dict[str, Any], key: str) -> None:
        """Answer one of the table's questions, or (`due` None) set a public tally right. While a seat holds the box, answer
        one of its questions."""

    def take(self, shown: NextHolder) -> None:
        """Give the box to the seat that was shown, until `hand_on`."""

    def hand_on(self) -> None:
        """Put the box down: nobody holds it, or wants it, any more."""

    def turn_hands(self) -> None:
        """Offer the box to the next seat without a phone, clockwise."""

    def seat_one(self, shown: NewSeat) -> None:
        """Lobby: seat the guest without a phone that was shown."""

    def unseat(self, shown: Seat) -> None:
        """Lobby: take away the seat without a phone that came last."""

    def tick(self, number: int, seat: Seat, step: str) -> None:
        """Tick a step of the set-up of game `number` in this seat's list."""

    def ready(self, number: int) -> None:
        """Say that the table of game `number` is ready. Raises Refused while a step of its set-up is not done."""

    def start_early(self, number: int) -> None:
        """Start game `number` without the last ticks of its set-up."""

    def stage(self, of: str, step: int | None) -> None:
        """Show a reveal on the room's screen up to this step. None: all of it."""

    def pause(self, of: str, paused: bool) -> None:
        """Hold a reveal on the room's screen at its present step, or let it go on."""

    def talk(self, seconds: int | None) -> None:
        """Start the talk timer for so many seconds, or (None) stop it."""

    def talk_longer(self) -> None:
        """Give the talk one minute more."""

    def take_back(self, fingerprint: str) -> None:
        """Take back the last open answer, at the fingerprint that was shown."""

    def take_own_back(self, shown: HolderView) -> None:
        """Take back the last answer of the box's holder, as it was shown."""

    def settle_claim(self, shown: Claim, yes: bool, others: Sequence[Claim] = ()) -> None:
        """Say yes or no to the claim that was shown, and to `others` with it."""

    def retry(self, trouble: str) -> None:
        """Try again to keep answers, after the trouble of this key."""

    def play_apart(self, number: int) -> None:
        """Go on with game `number` without the hall, which was not heard yet."""

    def have_read(self, shown: CardNotice) -> None:
        """Drop a notice about the card: somebody has read it."""

    def leave_games(self) -> None:
        """Put all games on the part of the card that every computer reads, the one that is on sealed. A notice says when
        they are there, another one says the code."""

    @property
    def others(self) -> OtherTables:
        """Return the other tables of the hall. Raises Refused where the box is alone."""

    def switch_off(self) -> None:
        """End the companion in good order, and then the machine, if the box's service may."""

    def display_lost(self, lost: bool) -> None:
        """Note that the display does not answer any more, or is there again. The phones say so, and the game goes on."""


class Button(Enum):
    """The box's three buttons, as the contract names them (docs/http.md)."""

    BACK = "back"
    NEXT = "next"
    OK = "ok"


class Page(msgspec.Struct, frozen=True):
    """The page that a panel shows, in words, for /panel and for readers."""

    page: str
    lines: tuple[str, ...]
    buttons: tuple[str, str, str]
    """The acts of Back, Next and OK now, in words. Empty: nothing."""
    hold: Literal["", "take_back", "options", "back"] = ""
    """The act of holding Back. Empty: nothing."""
    hold_ok: Literal["", "off", "look"] = ""
    """The act of holding OK: switch off at the end of the hold, or look for as long as it is held."""


class Panel(Protocol):
    """Three buttons and a small display: a real one, or the simulated one."""

    def press(self, button: Button, hold: bool, by: str = "") -> None:
        """Press a button once: briefly, or for as long as its hold takes. `by`: the browser that presses, where several may
        see the panel. Raises Refused while somebody else holds the box."""

    def finger(self, down: bool, by: str = "") -> None:
        """Put a finger on OK, or lift it: the holder of the box looks in between. A browser (`by`) repeats that its finger
        is down, as the news that it was lifted may get lost. Raises Refused as `press` does."""

    def page(self, by: str = "") -> Page:
        """Return the page in words. It shows what is the holder's only to the browser that took the box."""

    def picture(self, by: str = "") -> bytes:
        """Return the frame that a 128x64 display shows now, as PNG, a dot a pixel. `by`: as for `page`."""

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener`, from any thread, when the frame changed."""

    def close(self) -> None:
        """Let pins, wires and threads go. It shows nothing any more."""


class Mount(Protocol):
    """All that a panel ever gets of the box."""

    @property
    def settings(self) -> Settings:
        """Return which panel there is, its wiring, and the folder that can be written."""

    @property
    def side(self) -> BoxSide:
        """Return what the panel shows and does."""

    panel: Panel | None
    """A panel that others may show and press. The front end that mounts one puts it here."""
