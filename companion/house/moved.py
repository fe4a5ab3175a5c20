"""A table that changed boxes: where it goes on, and what people must know of it."""

from typing import Final

import msgspec

from companion.core.blocks import Undo
from companion.core.state import Seat
from companion.core.view import Now, Screen
from companion.core.words import Refused, Text, reread, text

UNSURE: Final = text("trouble.unsure")
"""The sentence on every screen until the hall was heard."""
TAKEN_OVER: Final = "trouble.taken"


class MovedTable(msgspec.Struct, frozen=True):
    """The box that has a table now that was on here. This box accepts no more answers for it."""

    table: int
    """Its number at this box."""
    box: str
    """The other box's name."""
    address: str
    """The address for phones. Empty: nobody knows it."""
    behind: int | None
    """The number of answers that the room saw here and the other box lacks. None: nobody knows."""

    @property
    def text(self) -> Text:
        """Return the sentence that every screen shows."""
        lost = "unknown" if self.behind is None else "some" if self.behind else "none"
        where = text("elsewhere.at" if self.address else "elsewhere.box", box=self.box, address=self.address)
        return text("trouble.elsewhere", where=where, lost=text(f"elsewhere.lost.{lost}", count=self.behind or 0))

    def refuse(self) -> None:
        """Raise Refused: this box accepts no answers."""
        raise Refused("trouble.elsewhere", **self.text.values)


class Apart(msgspec.Struct, frozen=True):
    """A table that goes on without the hall, because somebody said so before the hall was heard. It does so until its
    end."""

    table: str
    """Its name in the hall."""
    box: str = ""
    """The name of the other box that has the table as well, as soon as the hall says so."""

    @property
    def text(self) -> Text:
        """Return the sentence that every screen shows."""
        return text("trouble.apart_both", box=self.box) if self.box else text("trouble.apart")


class Taken(msgspec.Struct, frozen=True):
    """A table that this box took over. Its last answers may be missing here."""

    table: str
    """Its name in the hall."""
    box: str
    """The name of the box that had it."""
    time: str
    """When the last answer came that is here, as clocks show it. Empty: nobody knows."""
    seat: Seat | None = None
    """The seat that gave that answer. None: the table."""
    said: Text | None = None
    """The answer as everybody may read it. None: there is none, or several seats gave it together."""

    @property
    def text(self) -> Text:
        """Return the sentence that every screen shows."""
        return text(TAKEN_OVER, box=self.box, time=self.time, last=self.last, seat=self.seat, said=self.said)

    @property
    def last(self) -> Text:
        """Return the last answer that is here, and its time."""
        at = text("taken.time", time=self.time) if self.time else text("taken.no_time")
        if self.said is None:
            return text("taken.together", at=at)
        return text("taken.table" if self.seat is None else "taken.said", at=at, seat=self.seat, said=self.said)


def closed(screen: Screen, now: Text) -> Screen:
    """Return the screen without questions and offers, for a table that takes no answers here. `now` says why."""
    blocks = tuple(block for block in screen.view.blocks if not isinstance(block, Undo))
    view = msgspec.structs.replace(screen.view, now=Now(now), blocks=blocks)
    return msgspec.structs.replace(screen, view=view, asks=())


def read_elsewhere(kept: str) -> MovedTable | None:
    """Return the kept value. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=MovedTable | None)


def read_apart(kept: str) -> Apart | None:
    """Return the kept value. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=Apart | None)


def read_taken(kept: str) -> Taken | None:
    """Return the kept value. Raises msgspec.MsgspecError."""
    found = msgspec.json.decode(kept, type=Taken | None)
    return found and msgspec.structs.replace(found, said=reread(found.said))


def kept(value: MovedTable | Apart | Taken | None) -> str:
    """Return a value as the journal keeps it."""
    return msgspec.json.encode(value).decode()
