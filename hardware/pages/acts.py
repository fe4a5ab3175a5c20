"""What a press may do: the box's own doing, or a turn of the pages, which the panel does by itself. Data alone."""

from enum import Enum
from typing import Any

import msgspec

from hardware.pages.blanks import Filling


class BoxAct(Enum):
    """What the box does for a press: its own doing, unlike a turn of the pages."""

    NEXT_GAME = "next game"
    START = "start"
    AGAIN = "again"
    LEAVE = "leave"
    TAKE_BACK = "take back"
    TAKE_OWN_BACK = "take own back"
    YES = "yes"
    ALL_BACK = "all back"
    NO = "no"
    RETRY = "retry"
    HAVE_READ = "have read"
    SWITCH_OFF = "switch off"
    ABANDON = "abandon"
    TALK = "talk"
    TALK_LONGER = "talk longer"
    HUSH = "hush"
    LAID = "laid"
    STAGE_ON = "stage on"
    STAGE_ALL = "stage all"
    LAY_NOTHING = "lay nothing"
    TAKE = "take"
    HAND_ON = "hand on"
    TURN_HANDS = "turn hands"
    SEAT_ONE = "seat one"
    UNSEAT = "unseat"
    LOOK_AROUND = "look around"
    TAKE_OVER = "take over"
    LEAVE_HALL = "leave hall"
    PLAY_APART = "play apart"


class Go(msgspec.Struct, frozen=True):
    """Show another page (None: the one that comes by itself), from a row on."""

    page: str | None
    row: int = 0
    asked: str = ""
    """The due of whoever has the box in hand that it is about."""


class Choose(msgspec.Struct, frozen=True):
    """Mark another answer of the list."""

    row: int


class Open(msgspec.Struct, frozen=True):
    """Show the rows of a group in a long list: the way to it from the whole list, a number for each group."""

    inside: tuple[int, ...]
    row: int = 0
    """The marked one of these rows, counted from the one that they begin with."""


class Tap(msgspec.Struct, frozen=True):
    """The choices made so far in an answer that is composed in steps."""

    taps: tuple[int, ...]


class PutAside(msgspec.Struct, frozen=True):
    """Leave a question standing, or where the box is to go, and show the phase."""

    due: str = ""
    hand: str = ""


class Fill(msgspec.Struct, frozen=True):
    """Go on with a form, or begin one."""

    filling: Filling


class TurnOption(msgspec.Struct, frozen=True):
    """The next value of an option of the picked game."""

    name: str


class Regard(msgspec.Struct, frozen=True):
    """Look closely at a table of the hall, by its name."""

    table: str


class Tell(msgspec.Struct, frozen=True):
    """Answer one of the table's asks, or (`due` None) set an open tally right."""

    due: str | None
    do: dict[str, Any]


class Deny(msgspec.Struct, frozen=True):
    """Say why not, without asking the box."""

    words: str
    sure: Tell | None = None
    """What the same press does if it comes once more."""
    covered: bool = False
    """Not everybody can get this: it stands under the cover alone, and the page stays as it was."""


KeyAct = BoxAct | Go | Choose | Open | Tap | PutAside | Fill | TurnOption | Regard | Tell | Deny
"""What a soft key does, or Back when it is held."""
