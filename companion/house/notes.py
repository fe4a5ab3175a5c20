"""What the house notes beside its tables: under which names, and what each must read as to be of use."""

from typing import Any, Final

import msgspec

from companion.core.knowledge import Seat
from companion.house.elsewhere import read_apart, read_elsewhere, read_taken
from companion.house.staging import read_reveal
from companion.ports.notes import Notes, Shapes
from companion.ports.seating import GuestBook

GUESTS: Final = "guests"
CODE: Final = "code"
PICKED: Final = "picked"
OPTIONS: Final = "options"
AGE: Final = "age"
WITNESS: Final = "witness"
LEARNERS: Final = "learners"
ELSEWHERE: Final = "elsewhere"
APART: Final = "hall_apart"
TAKEN: Final = "hall_taken"
REVEAL: Final = "reveal"


def read_guest_book(kept: str) -> GuestBook:
    """Who sat here, as it was kept. Raises msgspec.MsgspecError for what is no guest book."""
    return msgspec.json.decode(kept, type=GuestBook)


def read_options(kept: str) -> dict[str, dict[str, Any]]:
    """By game and name."""
    return msgspec.json.decode(kept, type=dict[str, dict[str, Any]])


def read_learners(kept: str) -> frozenset[Seat]:
    """Who is told about everything that is new. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=frozenset[Seat])


def guest_book(notes: Notes) -> GuestBook:
    """The one that is kept; an empty one before anybody sat down."""
    kept = notes.note(GUESTS)
    return read_guest_book(kept) if kept else GuestBook()


SHAPES: Final[Shapes] = {
    GUESTS: read_guest_book,
    OPTIONS: read_options,
    AGE: int,
    LEARNERS: read_learners,
    ELSEWHERE: read_elsewhere,
    APART: read_apart,
    TAKEN: read_taken,
    REVEAL: read_reveal,
}
"""What whoever keeps them holds them to when it looks whether its file is sound."""
