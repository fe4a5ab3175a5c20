"""Parts that several snapshots share: the way in, claims, set-up, reveals, talks."""

from functools import lru_cache
from typing import Any

import msgspec

from companion.core.caching import LATELY
from companion.core.set_up import SetUpPlan, SetUpStep
from companion.core.state import Seat
from companion.core.words import Text


class Wifi(msgspec.Struct, frozen=True):
    """The box's own Wi-Fi, which a guest joins before anything else."""

    name: str
    password: str

    @property
    def url(self) -> str:
        """Return the text of a QR code with which a phone's camera joins the Wi-Fi."""
        return f"WIFI:T:WPA;S:{_quoted(self.name)};P:{_quoted(self.password)};;"


def _quoted(words: str) -> str:
    """Return the words in the form of Wi-Fi codes, with a backslash before each separator."""
    return "".join(f"\\{c}" if c in '\\;,:"' else c for c in words)


class Join(msgspec.Struct, frozen=True):
    """The way in for a guest."""

    url: str
    """The text of the QR code, in upper case: HTTP://10.42.0.1/J/7KQ2MX."""
    address: str
    """Host and port, as people type them."""
    code: str
    guests: int
    """The number of seats at the table."""
    wifi: Wifi | None = None
    """The box's own Wi-Fi, while guests come in through it."""
    table_number: str = ""
    """The table's number in the room of a hall, or "" for a table without one."""
    numbered: bool = False
    """True if a guest may enter a number of the hall's list in place of a name."""


@lru_cache(LATELY)
def way_in(host: str, port: int, code: str, guests: int, wifi: Wifi | None, table_number: str, numbered: bool) -> Join:
    """Return the way in for a guest. Equal arguments return the same object, so its bytes are made only once."""
    return Join(join_url(host, port, code), host_and_port(host, port), code, guests, wifi, table_number, numbered)


def join_url(host: str, port: int, code: str) -> str:
    """Return the address in the QR code. It is in upper case, so that the code is alphanumeric and small. Port 80 is left
    out."""
    return f"http://{host_and_port(host, port)}/J/{code}".upper()


def host_and_port(host: str, port: int) -> str:
    """Return host and port as people type them."""
    bare = host.strip("[]")
    named = f"[{bare}]" if ":" in bare else bare
    return named if port == 80 else f"{named}:{port}"


class Claim(msgspec.Struct, frozen=True):
    """A claim on a seat by somebody on a new phone. Phone and box show the same two digits."""

    seat: Seat
    digits: str
    denied: bool = False
    """True if the seat's own phone has said no. The claim then ends soon, unless box or host say yes."""


class SetUp(msgspec.Struct, frozen=True):
    """The set-up, until the table is ready or somebody gives the first answer of play."""

    plan: SetUpPlan
    done: dict[Seat, tuple[str, ...]]
    """The names of the steps that are done in each seat's list. Everybody may know them."""
    open: dict[Seat | None, tuple[str, ...]]
    """The kinds of dues that a phone (None: the panel) asks now, because all steps before them are done."""
    at_box: tuple[Seat, ...] = ()
    """The seats without a phone. People tick their lists at the box."""
    turns: bool = False
    """True if the room's screen has one more page of the first minute. OK turns to that page. After the last page OK ticks
    the step."""

    def left(self, seat: Seat) -> tuple[SetUpStep, ...]:
        """Return the steps of a seat's list that are not done."""
        return tuple(step for step in self.plan.of(seat) if step.name not in self.done[seat])

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Return the seats with steps that are not done."""
        return tuple(seat for seat in self.plan.lists if self.left(seat))

    @property
    def skipped(self) -> frozenset[str]:
        """Return the kinds of the dues that the box draws if the table starts now."""
        return frozenset(step.skipped for seat in self.missing for step in self.left(seat) if step.skipped)

    @property
    def next_at_box(self) -> tuple[Seat, SetUpStep] | None:
        """Return the next step that people tick at the box, and the seat in whose list it is. Steps that anybody may do come
        first."""
        theirs = [(seat, step) for seat in self.plan.lists for step in self.left(seat) if not step.asks]
        shared = [one for one in theirs if one[1].who == "table"]
        return next(iter([*shared, *(one for one in theirs if one[0] in self.at_box)]), None)


class Stage(msgspec.Struct, frozen=True):
    """The progress of a reveal: the room's screen shows `step` of `steps`."""

    of: str
    step: int
    steps: int
    """The step from which on no screen waits."""
    then: int = 0
    """The step to which *Next* leads."""
    paused: bool = False


class HeardAnswer(msgspec.Struct, frozen=True):
    """The answer of one seat to a question of the table. It counts once another phone, or the box, gives the same one."""

    seat: Seat
    due: str
    do: dict[str, Any]


class CardNotice(msgspec.Struct, frozen=True):
    """A notice for the owner of the card. It stays until somebody has read it."""

    title: Text
    head: Text
    """The subject of the notice in few letters."""
    words: Text


class Talking(msgspec.Struct, frozen=True):
    """The talk timer: the seconds that are left at this moment, and the seconds of the whole talk."""

    left: int
    total: int
