"""Seats without a phone, as the box sees them: who sits down at it, whom it is to be given to, and what is whose who has it
in hand.
"""

import msgspec

from companion.core.blocks import Secret, Undo
from companion.core.knowledge import Seat
from companion.core.view import Ask


class Newcomer(msgspec.Struct, frozen=True):
    """A seat that the box itself gives: called by the colour of its piece."""

    seat: Seat
    piece: int


class Handing(msgspec.Struct, frozen=True):
    """Whom the box is to be given to: a seat without a phone."""

    to: Seat
    number: int
    """Of the game."""
    asked_for: bool = False
    """Nothing waits for it: somebody wants the box."""


class Mine(msgspec.Struct, frozen=True):
    """What is whose who has the box in hand: only as long as that is so."""

    seat: Seat
    secret: Secret | None
    """What stands behind the cover on a phone."""
    asks: tuple[Ask, ...]
    """What this seat alone may answer."""
    goes_on: bool
    """Whether the game waits for this seat, as everybody knows."""
    awaited: bool = False
    """Whether the game waits for an answer that this seat has not given."""
    undo: Undo | None = None
    """Its own last answer, while that stands as one to take back, in words that say nothing secret."""
