"""People who come and go: what the table is told of them, and why a phone that had a seat has none any more."""

from typing import Literal

import msgspec

from companion.bounds import ARRIVALS_KEPT
from companion.core.knowledge import Seat
from companion.core.words import Text, text

Loss = Literal["new_phone", "let_go", "made_room"]


What = Literal["new_phone", "came", "left", "let_go", "host"]
"""What is told of a seat: the table gave it to a new phone, it got a phone where a bot was, its phone left, the host let it
go, it is host now."""


class Progress(msgspec.Struct, frozen=True):
    """How far a table is: its number (0: the lobby), and how many entries it has (of the lobby: how often it changed)."""

    table: int = 0
    entries: int = 0


class PeopleNews(msgspec.Struct, frozen=True):
    """A seat, what the table is told of it, and where the table was then."""

    seat: Seat
    at: Progress
    what: What = "new_phone"


class Ending(msgspec.Struct, frozen=True):
    """Why a phone has lost its seat."""

    seat: Seat
    why: Loss

    @property
    def text(self) -> Text:
        """The reason as that phone is told it."""
        return text(f"gone.{self.why}", seat=self.seat)


def renamed(news: tuple[PeopleNews, ...], seat: Seat, name: Seat) -> tuple[PeopleNews, ...]:
    """The same news, of a seat that has another name now."""
    return tuple(msgspec.structs.replace(one, seat=name) if one.seat == seat else one for one in news)


def ended(endings: dict[str, Ending], token: str, ending: Ending) -> dict[str, Ending]:
    """With one more, by the hash of the phone's token; the oldest are forgotten."""
    return dict([*endings.items(), (token, ending)][-ARRIVALS_KEPT:])
