"""Everything that lies open at one moment, as people lay it out who go on without the box."""

from collections.abc import Iterator

import msgspec

from companion.core.blocks import Block, Count, Grid, Moves, SeatRow, Seats, Timeline, Undo
from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.paper import Strip
from companion.core.view import Now, View
from companion.core.words import Text


class Before(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies before a seat; `seat` None: on the board."""

    counts: tuple[Count, ...]
    seat: Seat | None = None
    note: Text | None = None
    card: Text | None = None
    """The name of a card that lies there all the time."""
    active: bool = False
    """It has its turn."""


class Cardboard(msgspec.Struct, frozen=True):
    """The table as the engine knows it, without a secret."""

    where: Text
    now: Now
    blocks: tuple[Block, ...]
    """What lies in the middle, as the room sees it."""
    before: tuple[Before, ...]
    """The board, where no block draws it, then every seat, clockwise."""


def cardboard(moment: Moment) -> Cardboard:
    """All of it, each thing once: in the middle what the room's screen draws, before a seat what its row there says, and
    whatever of its tallies does not stand there."""
    view = moment.screen(None).view
    return Cardboard(view.where, view.now, tuple(_middle(view)), tuple(_before(moment, view.blocks)))


def _middle(view: View) -> Iterator[Block]:
    """What moved lies there already, and how it went lies nowhere; before the first round that says how it is laid."""
    for block in view.blocks:
        is_past = isinstance(block, Timeline | Strip) and view.round > 0
        if not is_past and not isinstance(block, Seats | Undo | Moves):
            yield block


def _before(moment: Moment, blocks: tuple[Block, ...]) -> Iterator[Before]:
    history = moment.history
    tallies = history.game.tallies(history.state.public)
    rows = {row.seat: row for block in blocks if isinstance(block, Seats) for row in block.rows}
    is_drawn = any(isinstance(block, Grid) and block.board for block in blocks)
    if None in tallies and not is_drawn:
        yield Before(_counted(moment, None))
    for seat in rows or filter(None, tallies):
        row = rows.get(seat) or SeatRow(seat)
        said = tuple({count.sign: count for count in (*row.counts, *row.more)}.values())
        # A note says in its own words what lies there, but where the row lists its pieces: there it says what was done last.
        note = None if row.more else row.note
        rest = () if note else _counted(moment, seat, said)
        yield Before((*said, *rest), seat, note, row.card, row.active)


def _counted(moment: Moment, seat: Seat | None, said: tuple[Count, ...] = ()) -> tuple[Count, ...]:
    """What lies there by the tallies, besides what is said."""
    game, public = moment.history.game, moment.history.state.public
    known = {count.sign for count in said}
    lies = game.tallies(public).get(seat, {}).items()
    return tuple(Count(n, sign, game.counted(sign, n)) for sign, n in lies if n and sign not in known)
