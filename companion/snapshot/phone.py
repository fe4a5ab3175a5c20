"""What one phone, or the room's screen, shows at one instant."""

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Secret
from companion.core.state import Seat
from companion.core.view import Ask, Screen
from companion.core.words import Text
from companion.snapshot.lobby import Lobby
from companion.snapshot.people import PeopleNews
from companion.snapshot.table import Claim, Join, SetUp, Stage


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
