"""Phones that come and go: which seats came on a new one, and why a phone that had a seat has none any more."""

from typing import Literal

import msgspec

from companion.bounds import ARRIVALS_KEPT
from companion.core.knowledge import Seat
from companion.core.words import Text, text

Loss = Literal["new_phone", "let_go", "made_room"]


class Progress(msgspec.Struct, frozen=True):
    """How far a table is: its number (0: the lobby), and how many entries it has."""

    table: int = 0
    entries: int = 0


class Arrival(msgspec.Struct, frozen=True):
    """A seat that somebody took on a new phone, and where the table was then."""

    seat: Seat
    at: Progress


class Ending(msgspec.Struct, frozen=True):
    """Why a phone has lost its seat."""

    seat: Seat
    why: Loss

    @property
    def text(self) -> Text:
        """The reason as that phone is told it."""
        return text(f"gone.{self.why}", seat=self.seat)


def renamed(arrivals: tuple[Arrival, ...], seat: Seat, name: Seat) -> tuple[Arrival, ...]:
    """The same arrivals, of a seat that has another name now."""
    return tuple(Arrival(name, a.at) if a.seat == seat else a for a in arrivals)


def ended(endings: dict[str, Ending], token: str, ending: Ending) -> dict[str, Ending]:
    """With one more, by the hash of the phone's token; the oldest are forgotten."""
    return dict([*endings.items(), (token, ending)][-ARRIVALS_KEPT:])
