"""A table that another box has now: what is kept of that, and what people are told."""

import msgspec

from companion.core.blocks import Undo
from companion.core.view import Now, Screen
from companion.core.words import Refused, Text, text


class Elsewhere(msgspec.Struct, frozen=True):
    """Where a table goes on that was on here. Nothing is told here any more."""

    table: int
    """Its number at this box."""
    box: str
    """What people call the other one."""
    address: str
    """Where phones find it; empty: nobody knows."""
    behind: int | None
    """How many of the answers that the room saw here the other box does not have; None: nobody knows."""

    @property
    def text(self) -> Text:
        """As every screen says it."""
        lost = "unknown" if self.behind is None else "some" if self.behind else "none"
        where = text("elsewhere.at" if self.address else "elsewhere.box", box=self.box, address=self.address)
        return text("trouble.elsewhere", where=where, lost=text(f"elsewhere.lost.{lost}", count=self.behind or 0))

    def refuse(self) -> None:
        """Nothing is told here. Raises Refused."""
        raise Refused("trouble.elsewhere", **self.text.values)


def closed(screen: Screen) -> Screen:
    """The screen of a table that goes on elsewhere: it asks nobody, offers nothing, and what now is to look where."""
    blocks = tuple(block for block in screen.view.blocks if not isinstance(block, Undo))
    view = msgspec.structs.replace(screen.view, now=Now(text("elsewhere.now")), blocks=blocks)
    return msgspec.structs.replace(screen, view=view, asks=())


def read_elsewhere(kept: str) -> Elsewhere | None:
    """As it was kept. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=Elsewhere | None)
