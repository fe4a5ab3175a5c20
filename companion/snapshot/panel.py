"""The panel's snapshot and acts, and the panel as other packages use it."""

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
from companion.snapshot.hall import HallNote, HallOnPanel, OtherTables, RoundHere
from companion.snapshot.lobby import PickedGame
from companion.snapshot.people import PeopleNews
from companion.snapshot.table import CardNotice, Claim, HeardAnswer, Join, SetUp, Stage, Talking


class FrontEnd(Protocol):
    """A front end that was started. One that can hang also has `is_alive() -> bool`, for the watchdog."""

    def close(self) -> None:
        """Stop. Return only when no part of the front end runs any more."""


class NextHolder(msgspec.Struct, frozen=True):
    """The seat without a phone that gets the shared box next."""

    to: Seat
    number: int
    """The game's number."""
    asked_for: bool = False
    """True if somebody wants the box although the game does not wait for that seat."""


class HolderView(msgspec.Struct, frozen=True):
    """The screen of the seat that holds the shared box. Only that seat may see it."""

    seat: Seat
    secret: Secret | None
    """The cards and pieces that a phone shows behind its cover."""
    asks: tuple[Question, ...]
    """The questions that this seat alone may answer."""
    goes_on: bool
    """True if the game waits for this seat, as everybody knows."""
    awaited: bool = False
    """True if the game waits for an answer that this seat has not given."""
    undo: Undo | None = None
    """The seat's last answer in words without secrets, while the seat may take it back."""


class NewSeat(msgspec.Struct, frozen=True):
    """A seat that the box itself gives, with the colour of its piece as its name."""

    seat: Seat
    piece: int


class PanelSnapshot(msgspec.Struct, frozen=True):
    """Everything that the box may show, at one instant."""

    language: str
    join: Join
    pieces: dict[Seat, int]
    """The wooden piece of each seat, 1 to 10. It gives the colour, shape and glyph (pieces.toml)."""
    lobby: PickedGame | None = None
    """The lobby, while no game is on."""
    screen: Screen | None = None
    """The public screen of a game that is on, or that is over and was not left yet."""
    asks: tuple[Question, ...] = ()
    """The table's own questions. Any seat or the panel may answer them."""
    set_up: SetUp | None = None
    """The set-up, until the table is ready or somebody gives the first answer of play."""
    stage: Stage | None = None
    """The present reveal, while the room's screen has more to show."""
    highlights: tuple[Highlight, ...] = ()
    """The highlights of the last answers, the newest last. Everybody may know them."""
    set_right: Question | None = None
    """The forms that set an open tally right. Their answers name no due (docs/http.md)."""
    fingerprint: str = ""
    number: int = 0
    """The number of the game that is on, or that is over and was not left yet."""
    heard: HeardAnswer | None = None
    """An answer that waits for a second yes."""
    undo: tuple[Seat | None] | None = None
    """The seat whose answer the panel would take back, in a tuple of one. The table is None in it. None in place of the
    tuple: there is no such answer."""
    undo_words: Text | None = None
    """The answer of `undo` in words that everybody may read. None without such an answer, or for one under seal."""
    people: tuple[PeopleNews, ...] = ()
    """The news about people who came, left, or are host now. The newest is last."""
    claim: Claim | None = None
    returning: tuple[Claim, ...] = ()
    """The claims that one yes may grant together with `claim`."""
    claim_left: float = inf
    """The seconds until the claims change if nobody does anything."""
    timer: bool = False
    """True if the panel may start the talk timer now."""
    talk: Talking | None = None
    """The talk timer, until somebody stops it."""
    trouble: Text | None = None
    """The reason why the box cannot keep answers. Its key is one of `trouble.*` in the texts."""
    hall: HallOnPanel = HallOnPanel()
    elsewhere: str = ""
    """The name of the table that was on here, if another box has it now."""
    card_notices: tuple[CardNotice, ...] = ()
    """The notices for the owner of the card."""
    leaves_games: bool = False
    """True if the box can put its games on the part of the card that every computer reads. A game that is on is sealed
    there."""
    hands: bool = False
    """True if a player has no phone, so that people hand the box round."""
    hand_to: NextHolder | None = None
    """The seat that gets the box next, while nobody holds the box."""
    mine: HolderView | None = None
    """The screen of the seat that holds the box, or None."""
    newcomer: NewSeat | None = None
    """In the lobby, the guest who would sit down at the box next."""
    sat: Seat | None = None
    """In the lobby, the last seat without a phone in the row."""


class BoxForPanel(Protocol):
    """The acts of a panel. Each one may raise Refused with the reason. Then nothing has changed. An act that confirms
    something gets what the panel showed. It is refused if that has changed."""

    def snapshot(self) -> PanelSnapshot:
        """Return what the panel may show now. This waits for nothing."""

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener`, from any thread, after every change of the snapshot."""

    def turn_games(self, by: int) -> None:
        """In the lobby, pick the next game (1) or the one before (-1)."""

    def turn_option(self, name: str) -> None:
        """In the lobby, choose the next value of this option of the picked game."""

    def play_round(self, shown: RoundHere) -> None:
        """Pick the game and the options of the round that was shown. The game starts if exactly the people of the round's
        plan for this table sit here."""

    def have_read_note(self, shown: HallNote) -> None:
        """Show this note of the hall no more."""

    def start(self, shown: PickedGame) -> None:
        """In the lobby, start this game with these options and seats."""

    def again(self, number: int) -> None:
        """After the end of game `number`, start the same game again with everybody who sits here."""

    def leave_game(self, number: int) -> None:
        """After the end of game `number`: go back to the lobby."""

    def abandon(self, number: int) -> None:
        """Give game `number` up before its end, and go back to the lobby. The game stays in the journal."""

    def answer(self, due: str | None, do: dict[str, Any], key: str) -> None:
        """Answer one of the table's questions, or (`due` None) set a public tally right. While a seat holds the box, answer
        one of its questions."""

    def take_box(self, shown: NextHolder) -> None:
        """Give the box to the seat that was shown, until `hand_on`."""

    def hand_on(self) -> None:
        """Put the box down. Then nobody holds it, and nobody has asked for it."""

    def turn_hands(self) -> None:
        """Offer the box to the next seat without a phone, clockwise."""

    def seat_one(self, shown: NewSeat) -> None:
        """In the lobby, seat the guest without a phone that was shown."""

    def unseat(self, shown: Seat) -> None:
        """In the lobby, remove the last seat without a phone in the row."""

    def tick(self, number: int, seat: Seat, step: str) -> None:
        """Tick a step of the set-up of game `number` in this seat's list."""

    def ready(self, number: int) -> None:
        """Say that the table of game `number` is ready. Raise Refused while a step of its set-up is not done."""

    def start_early(self, number: int) -> None:
        """Start game `number` although steps of its set-up are not ticked."""

    def stage(self, of: str, step: int | None) -> None:
        """Show a reveal on the room's screen up to this step. None: all of it."""

    def pause(self, of: str, paused: bool) -> None:
        """Hold a reveal on the room's screen at its present step, or let it go on."""

    def talk(self, seconds: int | None) -> None:
        """Start the talk timer for this many seconds, or (None) stop it."""

    def talk_longer(self) -> None:
        """Give the talk one more minute."""

    def take_back(self, fingerprint: str) -> None:
        """Take back the last open answer. Raise Refused unless the fingerprint is still the one that was shown."""

    def take_own_back(self, shown: HolderView) -> None:
        """Take back the last answer of the box's holder, as it was shown."""

    def settle_claim(self, shown: Claim, yes: bool, others: Sequence[Claim] = ()) -> None:
        """Say yes or no to the claim that was shown, and to `others` with it."""

    def retry(self, trouble: str) -> None:
        """Try again to keep answers, after the trouble with this key."""

    def play_apart(self, number: int) -> None:
        """Go on with game `number` without the hall, which has not answered yet."""

    def have_read(self, shown: CardNotice) -> None:
        """Remove a notice about the card, because somebody has read it."""

    def leave_games(self) -> None:
        """Put all games on the part of the card that every computer reads. A game that is on is sealed. One notice says when
        the games are there, and another one has the code."""

    @property
    def others(self) -> OtherTables:
        """Return the acts on the hall's other tables. Raise Refused if the box has no hall."""

    def switch_off(self) -> None:
        """Stop the box in good order, and then switch off the machine if the box's service may do so."""

    def display_lost(self, lost: bool) -> None:
        """Note that the display no longer answers, or that it is back. The phones say so, and the game goes on."""


class Button(Enum):
    """The box's three buttons, as the contract names them (docs/http.md)."""

    BACK = "back"
    NEXT = "next"
    OK = "ok"


class PageInWords(msgspec.Struct, frozen=True):
    """The page that a panel shows, in words, for /panel and for readers."""

    page: str
    lines: tuple[str, ...]
    buttons: tuple[str, str, str]
    """The acts of Back, Next and OK now, in words. Empty: the button does nothing."""
    hold: Literal["", "take_back", "options", "back"] = ""
    """The act of holding Back. Empty: it does nothing."""
    hold_ok: Literal["", "off", "look"] = ""
    """The act of holding OK. "off" switches off at the end of the hold, and "look" lasts as long as OK is held."""
    is_private: bool = False
    """True for the page of the holder of the box, which may have secrets."""


class Panel(Protocol):
    """Three buttons and a small display, either real or simulated."""

    def press(self, button: Button, hold: bool, by: str = "") -> None:
        """Press a button once: briefly, or (`hold`) for as long as its hold takes. `by` is the browser that presses, where
        several browsers may see the panel. Raise Refused while somebody else holds the box."""

    def finger(self, down: bool, by: str = "") -> None:
        """Put a finger on OK, or lift it. In between the holder of the box looks at the private screen. A browser (`by`)
        repeats that its finger is down, because the message that it was lifted may get lost. Raise Refused as `press`
        does."""

    def page(self, by: str = "") -> PageInWords:
        """Return the page in words. Only the browser that took the box gets the private page of its holder."""

    def picture(self, by: str = "") -> bytes:
        """Return the frame that a 128x64 display shows now, as PNG with one pixel for each dot. `by` is as in `page`."""

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener`, from any thread, after every change of the frame."""

    def close(self) -> None:
        """Release pins, wires and threads. The panel then shows nothing."""


class Mount(Protocol):
    """Everything that a panel gets from the box."""

    @property
    def settings(self) -> Settings:
        """Return the settings: which panel there is, its wiring, and the folder for files."""

    @property
    def box(self) -> BoxForPanel:
        """Return the object that says what the panel shows, and that has the panel's acts."""

    panel: Panel | None
    """The panel that other parts may show and press. The front end that starts a panel puts it here."""
