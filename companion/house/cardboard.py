"""Everything that lies open at one moment, as people lay it out who go on without the box."""

from collections.abc import Iterator

import msgspec

from companion.core.blocks import Block, Count, SeatRow, Seats, Undo
from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.view import Now
from companion.core.words import Text


class Before(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies before a seat; `seat` None: on the board."""

    counts: tuple[Count, ...]
    seat: Seat | None = None
    note: Text | None = None
    active: bool = False
    """It has its turn."""


class Cardboard(msgspec.Struct, frozen=True):
    """The table as the engine knows it, without a secret."""

    where: Text
    now: Now
    before: tuple[Before, ...]
    """The board first, then the seats, clockwise."""
    blocks: tuple[Block, ...]
    """What lies in the middle, as the room sees it."""


def cardboard(moment: Moment) -> Cardboard:
    """All of it, each number once: what a row of the room's screen says of a seat, and of its tallies whatever is not
    there."""
    view = moment.screen(None).view
    middle = tuple(block for block in view.blocks if not isinstance(block, Seats | Undo))
    return Cardboard(view.where, view.now, tuple(_before(moment, view.blocks)), middle)


def _before(moment: Moment, blocks: tuple[Block, ...]) -> Iterator[Before]:
    history = moment.history
    rows: dict[Seat | None, SeatRow] = {row.seat: row for block in blocks if isinstance(block, Seats) for row in block.rows}
    tallies = history.game.tallies(history.state.public)
    for seat in sorted(tallies, key=lambda seat: seat is not None):
        row = rows.get(seat)
        said = {} if row is None else {count.sign: count for count in (*row.counts, *row.more)}
        rest = [(sign, n) for sign, n in tallies[seat].items() if n and sign not in said]
        counts = (*said.values(), *(Count(n, sign, history.game.counted(sign, n)) for sign, n in rest))
        if counts:
            yield Before(counts, seat, None if row is None else row.note, row is not None and row.active)
