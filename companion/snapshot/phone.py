"""The snapshot of one phone, or of the room's screen."""

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Highlight, Secret
from companion.core.game import Lead
from companion.core.meanwhile import Happened, RecentAnswer
from companion.core.set_up import MinutePage
from companion.core.state import Seat
from companion.core.view import Question, Screen
from companion.core.words import Text
from companion.snapshot.lobby import Lobby
from companion.snapshot.people import PeopleNews
from companion.snapshot.table import Claim, Join, SetUp, Stage


class LastHand(msgspec.Struct, frozen=True):
    """The cards and pieces that a seat had behind its cover when a game was broken off."""

    game: str
    secret: Secret


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The part `place` of a screen: the seat that looks, and its table. This part rarely changes."""

    seat: Seat | None = None
    """The seat that looks. None: the room's screen."""
    pieces: dict[Seat, int] = {}
    game: str | None = None
    title: Text | None = None
    """The name of a game that a table described itself. None: the game's own name."""
    hides_nothing: bool = False
    """True if nobody ever has a secret in this game. Then phones have no cover."""
    broken_off: str | None = None
    """In the lobby, the game that was broken off last. People can lay it out and go on without the box."""
    table: int = 0
    """The number of the game that is on, or that is over and was not left yet."""
    host: bool = False
    deputy: bool = False
    """True if any phone may act as host, because the host's phone is lost and there is no panel."""
    waits: bool = False
    """True if this is a guest who waits during a game, with the public screen and a place in the next lobby."""
    before: bool = False
    """True if a game was finished before this one. People can then read its score and story."""
    learns: bool = False
    """True if this seat learns the game, and so gets a sentence about everything that is new to it."""
    all_learn: bool = False
    """For the host: whether every seat learns the game."""
    counts: bool = False
    """True if this game counts points before its end."""
    hides_points: bool = False
    """True if the table hides the points so far."""
    quiet: bool = False
    """For the room's screen and the host: whether the room's screen must make no sound."""
    panel: bool = False
    """True if the box has a panel. If not, the acts of the panel are in the host's *more*."""
    updates: bool = False
    """For the host: whether the box accepts updates."""
    wants: dict[str, str] = {}
    """The settings with which this seat reads its pages."""


class PersonNotice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence about one seat: it came, it left, or it is host now."""

    seat: Seat
    words: Text
    small: Text | None = None
    """Words on how to take that seat, or its part as host."""


class Meanwhile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The news for phones whose seats wait. It is the same for all of them, and has only what everybody knows."""

    game: str
    recent: tuple[RecentAnswer, ...] = ()
    """The last answers that everybody knows, the newest first: as many as it takes to have each seat's own last one."""
    points: dict[Seat, int] = {}
    """Each seat's points so far. Empty: the game counts none before its end, or the table hides them."""
    lead: Lead = "most"
    """The points with which a seat leads."""
    happened: tuple[Happened, ...] = ()
    """The last open changes, the newest last. Each phone says each change once."""


class Notice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The part `notice` of a screen: what happens beside the game."""

    claim: Claim | None = None
    """For the host, or a deputy: the claim of somebody who asks for a seat on a new phone."""
    returning: tuple[Claim, ...] = ()
    """The claims that one yes may grant together with `claim`."""
    beside: tuple[Seat, ...] = ()
    """The other seats of this phone, which people pass round."""
    awaited: tuple[Seat, ...] = ()
    """Those of the seats in `beside` that the game waits for."""
    asked_for: Claim | None = None
    """The claim on a seat of this phone, made on another phone. This phone may say no."""
    people: tuple[PersonNotice, ...] = ()
    waiting: tuple[Seat, ...] = ()
    """For the room's screen and the host: the guests who join in the next game."""
    talks: bool = False
    """True if this phone may start and stop the talk timer now."""
    trouble: Text | None = None
    onward: str = ""
    """The address at which this phone asks for its seat, if another box has the table."""
    undone: Text | None = None
    """For the host, if there is no panel: the answer that the host would take back, else None."""
    hall: Text | None = None
    """For the host, words on the copy to the hall."""
    announced: Text | None = None
    """The announcement of a hall's organiser, or None."""
    round: Text | None = None
    """The organiser's round at this table, and the minutes that are left."""
    expected: tuple[str, ...] = ()
    """The names of the people whom the round's plan has at this table."""
    offer: tuple[str, str] | None = None
    """For the host: the number and the game of a round whose game the lobby does not have yet."""
    stage: Stage | None = None
    """For the room's screen, and for seats that may lead it on: the progress of its reveal."""
    curtain: str | None = None
    """The id of the reveal that this phone waits for. The phone's owner may end the wait."""
    together: bool = False
    """True if all phones must wait for the room's screen, as the host wishes."""
    look: str | None = None
    """The id of the last deal, while people should look at their new cards."""
    first: tuple[Text, ...] = ()
    """For a seat that learns the game: what to do, in a sentence about each question that is new to it."""
    because: tuple[Text, ...] = ()
    """The reasons to do so, for questions that this seat answers for the first time. There is at most one."""


class PhoneSnapshot(msgspec.Struct, frozen=True):
    """Everything that one phone, or the room's screen, shows."""

    seq: int
    fingerprint: str
    place: Place
    notice: Notice
    join: Join
    news: tuple[PeopleNews, ...]
    """The news about people as data, for programs. `notice` has it in words. The newest is last."""
    screen: Screen | None = None
    """The screen of a game that is on, or that is over and was not left yet."""
    lobby: Lobby | None = None
    hand: LastHand | None = None
    """The last hand of a game that was broken off, in the lobby until the next game begins."""
    set_right: tuple[str, Answers] | None = None
    """The id of the due that sets a tally right, and its forms behind *more* (docs/http.md)."""
    highlights: tuple[Highlight, ...] = ()
    """The highlights for the room's screen, while it shows no reveal."""
    meanwhile: Meanwhile | None = None
    """The news for a phone whose seat waits, during a game and at its end, while there is no reveal."""
    held: tuple[Question, ...] = ()
    """The questions that wait behind a reveal or a set-up. Programs get them, and pages do not."""
    minute: tuple[MinutePage, ...] = ()
    """The first minute of the game that is on."""
    minute_at: int | None = None
    """For the room's screen: the page of the first minute that the host reads."""
    set_up: SetUp | None = None
    """The set-up, until the table is ready or somebody gives the first answer of play."""

    @property
    def moved(self) -> tuple[Seat, ...]:
        """Return the seats that came on a new phone, while that is news."""
        return tuple(one.seat for one in self.news if one.what == "new_phone")
