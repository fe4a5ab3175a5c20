"""What lies on the table in places of its own: cards in columns, spaces that pieces stand on, and what marks a place."""

import msgspec

from companion.core.state import Seat
from companion.core.words import Text


class Count(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of pieces of one kind. `n` None: a marker, which is there or not."""

    n: int | None
    sign: str
    words: Text
    change: int | None = None
    """How many of them are new: to be taken now, or (below 0) given."""


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that is no seat's wooden piece, such as a pawn, a fish, a token of another kind."""

    words: Text
    """What it is: "the demon", "Ana's blessing". Where it has a sign, for readers."""
    sign: str | None = None
    seat: Seat | None = None
    """Whose it is, where that is to be seen."""


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that lie one below the other."""

    name: Text
    """What people call it: "column 2"."""
    cards: tuple[Count, ...] = ()
    """From the top down: the last one is the next to be taken. A card that has no number has no `n`."""
    marks: tuple[Marker, ...] = ()
    """What stands on it, such as a pawn."""


class Columns(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="columns"):
    """Cards as they lie on the table, in columns side by side."""

    columns: tuple[Column, ...]
    room: int
    """How many cards a column has places for; below its cards they are drawn empty."""
    title: Text | None = None


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space on a board, and what stands on it. People call it by its place in its row or ring, counted from 1."""

    words: Text
    """What it is, or all that it gives: "guide, 1 clay"."""
    counts: tuple[Count, ...] = ()
    """The same as numbers with signs."""
    pieces: tuple[Seat, ...] = ()
    marks: tuple[Marker, ...] = ()


class Ring(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="block", tag="ring"):
    """Spaces that pieces go round, clockwise; at least four of them."""

    title: Text
    spaces: tuple[Space, ...]
    """The first one is that after the start, and comes again after the last."""
    start: Text | None = None
    """What people call the start, where a piece stands on no space."""
    waiting: tuple[Seat, ...] = ()
    """Whose pieces are still at the start."""


Board = Columns | Ring
"""Those whose places an answer can be tied to: the last card of a column, a space of a ring."""
