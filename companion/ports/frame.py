"""What one phone, or the table screen, shows at one instant: still data, to be said in the phone's language."""

from typing import Any, Literal

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Secret
from companion.core.game import Phones
from companion.core.knowledge import Seat
from companion.core.view import Ask, Screen
from companion.core.words import Text
from companion.ports.addresses import Join
from companion.ports.arrivals import PeopleNews
from companion.ports.panel import Claim, Picked, SetUp, Stage


class Draft(msgspec.Struct, frozen=True):
    """A kept thing that is not complete, and cannot be chosen yet."""

    id: str
    words: Text


class GameOption(msgspec.Struct, frozen=True):
    """An option of a game: a switch, one of several values, or one of the things that the owner keeps. Its words:
    GAME.option.NAME.name and .hint, a value's: GAME.option.NAME.VALUE."""

    name: str
    kind: Literal["switch", "values", "kept"]
    values: tuple[Any, ...]
    """Of kept things, their ids."""
    usual: Any
    words: Text
    hint: Text | None = None
    said: tuple[Text, ...] = ()
    """A Text for each value; empty for a switch."""
    of: str = ""
    """Of which kind the kept things are."""
    drafts: tuple[Draft, ...] = ()
    """Those that are not complete."""
    only_with: tuple[str, Any] | None = None
    """Another option, and the value without which there is nothing to choose here."""


class GameCard(msgspec.Struct, frozen=True):
    """A game on the shelf, as the lobby offers it with the options that the table agreed on. Its name: GAME.name."""

    id: str
    least: int
    most: int
    """For how many it is: what every screen says."""
    fits: bool
    """Whether with some options it is for as many as sit here."""
    phones: Phones = "some"
    """Whether each seat needs a phone."""
    first_begins: bool = True
    """Whether the first seat clockwise begins; else lots decide, or the table."""


class Lobby(msgspec.Struct, frozen=True):
    """Before a game: who sits where, which game is picked."""

    seats: tuple[Seat, ...]
    """Clockwise."""
    host: Seat | None
    games: tuple[GameCard, ...]
    picked: str
    free_pieces: tuple[int, ...]
    """Wooden pieces that nobody has, of those that go with the picked game."""
    swaps: bool = False
    """Whether a seat may take somebody's piece for its own: the game has no others."""
    phoneless: tuple[Seat, ...] = ()
    """Seats without a phone of their own."""
    at_box: tuple[Seat, ...] = ()
    """Those of them that have none at all: the box is handed to them. The others share a phone."""
    lacking: tuple[Seat, ...] = ()
    """Seats without any phone, where the picked game is played on phones only."""
    options: tuple[Picked, ...] = ()
    """What the table has agreed on for the picked game."""
    offered: tuple[GameOption, ...] = ()
    """The same options, each with all that it may be."""
    colours: dict[str, list[str]] = {}
    """The option that goes with the seats' pieces, as a head has it; empty if it may be left out, or there is none."""

    @property
    def game(self) -> GameCard:
        """The picked one."""
        return next(game for game in self.games if game.id == self.picked)

    @property
    def ready(self) -> bool:
        """Whether so many sit here, and all have what they need."""
        return self.game.least <= len(self.seats) <= self.game.most and not self.lacking


class Hand(msgspec.Struct, frozen=True):
    """What a seat had behind its cover in a game that was broken off."""

    game: str
    secret: Secret


class Frame(msgspec.Struct, frozen=True):
    """Everything for one pair of eyes. `seat` None: the table screen, or a guest who waits for the next game."""

    seat: Seat | None
    pieces: dict[Seat, int]
    host: bool
    seq: int
    fingerprint: str
    join: Join
    game: str | None = None
    screen: Screen | None = None
    """While a game is on, or over and not yet left."""
    lobby: Lobby | None = None
    hand: Hand | None = None
    """In the lobby, until the next game begins."""
    broken_off: str | None = None
    """In the lobby: the game that was broken off last, which can be laid out to go on without the box."""
    settle: tuple[str, Answers] | None = None
    """Set right (docs/http.md): the due's id and the forms for it, behind *more*."""
    claim: Claim | None = None
    """For the host, or a deputy: somebody asks for a seat on a new phone."""
    returning: tuple[Claim, ...] = ()
    """The claims that one yes may grant together with `claim`."""
    onward: str = ""
    """Where this phone asks for its seat, if another box has the table."""
    deputy: bool = False
    """The host's phone is lost and there is no panel: any phone may take its place."""
    table: int = 0
    """The number of the game that is on, or over and not yet left."""
    before: bool = False
    """Whether a game was finished before: its score and story can be read."""
    updates: bool = False
    """For the host, where the box takes updates."""
    set_up: SetUp | None = None
    """Until the table lies, or somebody gives the first answer."""
    stage: Stage | None = None
    """For the room, and for whoever may lead it on: how far the room's screen is with what was turned up."""
    curtain: str | None = None
    """The room's screen shows something step by step: this phone waits for it until its owner wants to see. Names what."""
    held: tuple[Ask, ...] = ()
    """The questions behind that. No page gets them; clients of the contract do, as `asks` waits for nobody."""
    look: str | None = None
    """A deal that came last: everybody is to look at what is theirs. Names it among all deals of the box."""
    first: dict[str, Text] = {}
    """For who learns the game: of each kind that is asked and new to it, what it is about."""
    learns: bool = False
    """Whether this seat has asked for that."""
    people: tuple[PeopleNews, ...] = ()
    """What the table is told of people who came, left, or are host now, while that is news; the newest last."""
    away: Seat | None = None
    """The host whose phone is lost, where any phone may take its place."""
    asked_for: Claim | None = None
    """Somebody asks on another phone for a seat of this one, which may say no."""
    waiting: tuple[Seat, ...] = ()
    """For the room and the host: who is in from the next game on."""
    waits: bool = False
    """A guest in the middle of a game: the public screen, and a place in the next lobby."""
    beside: tuple[Seat, ...] = ()
    """Who else sits on this phone; it is passed round."""
    awaited: tuple[Seat, ...] = ()
    """Which of them the game waits for."""
    talks: bool = False
    """Whether this phone may start and stop the talk timer now."""
    panel: bool = True
    """False: no panel is there, so the host's *more* has its acts."""
    undone: Text | None = None
    """For the host, where no panel is there: what its taking back would take back. None: nothing."""
    trouble: Text | None = None
    hall: Text | None = None
    """For the host: how far the copy to the hall is."""

    @property
    def moved(self) -> tuple[Seat, ...]:
        """Seats that came on a new phone, while that is news."""
        return tuple(one.seat for one in self.people if one.what == "new_phone")
