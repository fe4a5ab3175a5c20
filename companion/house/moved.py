"""A table that moved between boxes: where it goes on, and what people must know about that."""

from typing import Final

import msgspec

from companion.core.blocks import Undo
from companion.core.state import Seat
from companion.core.view import Now, Screen
from companion.core.words import Refused, Text, reread, text

UNSURE: Final = text("trouble.unsure")
"""The sentence on every screen until the hall has answered."""
TAKEN_OVER: Final = "trouble.taken"


class MovedTable(msgspec.Struct, frozen=True):
    """The box that now has a table which was on here. This box accepts no more answers for the table."""

    table: int
    """The table's number at this box."""
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
        """Raise Refused with the sentence of `text`."""
        raise Refused("trouble.elsewhere", **self.text.values)


class Apart(msgspec.Struct, frozen=True):
    """A table that goes on without the hall until its end, because somebody decided so before the hall had answered."""

    table: str
    """The table's name in the hall."""
    box: str = ""
    """The name of another box that has the table, too. Empty until the hall names one."""

    @property
    def text(self) -> Text:
        """Return the sentence that every screen shows."""
        return text("trouble.apart_both", box=self.box) if self.box else text("trouble.apart")


class Taken(msgspec.Struct, frozen=True):
    """A table that this box took over. Its last answers may be missing here."""

    table: str
    """The table's name in the hall."""
    box: str
    """The name of the box that had the table before."""
    time: str
    """When the last answer came that this box has, as clocks show it. Empty: nobody knows."""
    seat: Seat | None = None
    """The seat that gave that answer. None: the table."""
    words: Text | None = msgspec.field(default=None, name="said")
    """The same answer as everybody may read it. None: there is no answer, or several seats gave it together."""

    @property
    def text(self) -> Text:
        """Return the sentence that every screen shows."""
        return text(TAKEN_OVER, box=self.box, time=self.time, last=self.last, seat=self.seat, said=self.words)

    @property
    def last(self) -> Text:
        """Return words for the last answer that this box has, and for its time."""
        at = text("taken.time", time=self.time) if self.time else text("taken.no_time")
        if self.words is None:
            return text("taken.together", at=at)
        return text("taken.table" if self.seat is None else "taken.said", at=at, seat=self.seat, said=self.words)


def closed(screen: Screen, now: Text) -> Screen:
    """Return the screen without questions and offers, for a table that takes no answers on this box. `now` says why."""
    blocks = tuple(block for block in screen.view.blocks if not isinstance(block, Undo))
    view = msgspec.structs.replace(screen.view, now=Now(now), blocks=blocks)
    return msgspec.structs.replace(screen, view=view, asks=())


def read_elsewhere(note: str) -> MovedTable | None:
    """Return the value in a note. Raise msgspec.MsgspecError for anything else."""
    return msgspec.json.decode(note, type=MovedTable | None)


def read_apart(note: str) -> Apart | None:
    """Return the value in a note. Raise msgspec.MsgspecError for anything else."""
    return msgspec.json.decode(note, type=Apart | None)


def read_taken(note: str) -> Taken | None:
    """Return the value in a note. Raise msgspec.MsgspecError for anything else."""
    found = msgspec.json.decode(note, type=Taken | None)
    return found and msgspec.structs.replace(found, words=reread(found.words))


def read_rounds(note: str) -> dict[str, str]:
    """Return the numbers of the organiser's rounds in which games began, by the names of tables. Raise msgspec.MsgspecError
    for anything else."""
    return msgspec.json.decode(note, type=dict[str, str])


def encoded(value: MovedTable | Apart | Taken | None) -> str:
    """Return a value as text for a note."""
    return msgspec.json.encode(value).decode()
