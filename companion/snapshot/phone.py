"""The snapshot of one phone, or of the room's screen."""

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Highlight, Secret
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
    """The part `place` of a screen: the seat that looks, and its table. It hardly ever changes."""

    seat: Seat | None = None
    """None: the room's screen."""
    pieces: dict[Seat, int] = {}
    game: str | None = None
    broken_off: str | None = None
    """In the lobby: the game that was broken off last. People can lay it out and go on without the box."""
    table: int = 0
    """The number of the game that is on, or over and not yet left."""
    host: bool = False
    deputy: bool = False
    """Whether any phone may take the host's place: the host's phone is lost, and there is no panel."""
    waits: bool = False
    """Whether this is a guest in the middle of a game, with the public screen and a place in the next lobby."""
    before: bool = False
    """Whether a game was finished before this one: people can read its score and story."""
    learns: bool = False
    """Whether this seat asked for a sentence about everything that is new to it."""
    all_learn: bool = False
    """For the host: whether every seat asked for it."""
    counts: bool = False
    """Whether this game counts points before its end."""
    hides_points: bool = False
    """Whether the table does not want to see them."""
    quiet: bool = False
    """For the room's screen and the host: whether the table does not want to hear it."""
    panel: bool = False
    """Whether the box has a panel. Without one, the host's *more* has the panel's acts."""
    updates: bool = False
    """For the host: whether the box takes updates."""
    wants: dict[str, str] = {}
    """The settings with which this seat reads its pages."""


class PersonNotice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence about one seat: who came, left, or is host now."""

    seat: Seat
    words: Text
    small: Text | None = None
    """The way to take that seat, or its part as host."""


class Meanwhile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The news for phones whose seats wait, the same for all of them. It holds only what everybody knows."""

    game: str
    recent: tuple[RecentAnswer, ...] = ()
    """The last answers that everybody knows, the newest first, back to each seat's own last one."""
    points: dict[Seat, int] = {}
    """The points so far of each seat. Empty: the game counts none before its end, or the table hides them."""
    happened: tuple[Happened, ...] = ()
    """The last open changes, the newest last. Each phone says each of them once."""


class Notice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The part `notice` of a screen: what happens beside the game."""

    claim: Claim | None = None
    """For the host, or a deputy: somebody asks for a seat on a new phone."""
    returning: tuple[Claim, ...] = ()
    """The claims that one yes may grant together with `claim`."""
    beside: tuple[Seat, ...] = ()
    """The other seats of this phone, which people pass round."""
    awaited: tuple[Seat, ...] = ()
    """The seats beside that the game waits for."""
    asked_for: Claim | None = None
    """Somebody asks on another phone for a seat of this one. This one may say no."""
    people: tuple[PersonNotice, ...] = ()
    waiting: tuple[Seat, ...] = ()
    """For the room and the host: the guests who join in the next game."""
    talks: bool = False
    """Whether this phone may start and stop the talk timer now."""
    trouble: Text | None = None
    onward: str = ""
    """The address at which this phone asks for its seat, if another box has the table."""
    undone: Text | None = None
    """For the host, where there is no panel: the answer that the host would take back. None: there is none."""
    hall: Text | None = None
    """For the host, the progress of the copy to the hall."""
    stage: Stage | None = None
    """For the room and for seats that may lead it on, the part of a reveal that the room's screen shows."""
    curtain: str | None = None
    """The id of the reveal that this phone waits for, until its owner wants to see the rest."""
    together: bool = False
    """Whether all phones wait for the room's screen, because the host wants it so."""
    look: str | None = None
    """The id of the last deal, while everybody is to look at their new cards."""
    first: tuple[Text, ...] = ()
    """For a seat that learns the game: a sentence about each question that is new to it."""
    because: tuple[Text, ...] = ()
    """The same, at its first time: why one would do so."""


class PhoneSnapshot(msgspec.Struct, frozen=True):
    """Everything that one phone, or the room's screen, shows."""

    seq: int
    fingerprint: str
    place: Place
    notice: Notice
    join: Join
    news: tuple[PeopleNews, ...]
    """The news about people that `notice` says in words, for programs. The newest is last."""
    screen: Screen | None = None
    """While a game is on, or over and not yet left."""
    lobby: Lobby | None = None
    hand: LastHand | None = None
    """In the lobby, until the next game begins."""
    settle: tuple[str, Answers] | None = None
    """Set right (docs/http.md): the due's id and the forms for it, behind *more*."""
    highlights: tuple[Highlight, ...] = ()
    """For the room's screen, while it shows no reveal."""
    meanwhile: Meanwhile | None = None
    """During a game and at its end, while there is no reveal."""
    held: tuple[Question, ...] = ()
    """The questions behind a reveal or a set-up that this phone waits for. Programs get them, pages do not."""
    minute: tuple[MinutePage, ...] = ()
    """The first minute of the game that is on."""
    minute_at: int | None = None
    """For the room's screen: the page of it that the host reads."""
    set_up: SetUp | None = None
    """Until the table is ready, or somebody gives the first answer of play."""

    @property
    def moved(self) -> tuple[Seat, ...]:
        """Return the seats that came on a new phone, while that is news."""
        return tuple(one.seat for one in self.news if one.what == "new_phone")
