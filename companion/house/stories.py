"""How a game went, once it is over: its answers, and what happened beside them at the table."""

from typing import NamedTuple

from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.view import Move
from companion.core.words import Text, text
from companion.journals.sqlite import SqliteJournal
from companion.ports.arrivals import Arrival
from companion.records.record import NO_BITS, parse_head
from companion.records.retold import UNPLAYABLE


class Line(NamedTuple):
    """One answer, or what came between two."""

    number: int
    seat: Seat | None
    words: Text
    moves: tuple[Move, ...] = ()
    """The pieces that moved with it by themselves."""


def story(moment: Moment, arrivals: tuple[Arrival, ...]) -> tuple[Line, ...]:
    """Every answer that may be told, and each seat that came on a new phone where it did. Empty before the end."""
    told = [Line(said.n, said.seat, said.words, said.moves) for said in moment.story()]
    came = [a for a in arrivals if told and a.at.table == moment.number]
    news = [Line(a.at.entries, a.seat, text("story.new_phone", seat=a.seat)) for a in came]
    return tuple(sorted((*told, *news), key=lambda line: line.number))


def at_rest(journal: SqliteJournal, number: int) -> Moment | None:
    """How a table stood when it was left; None if it cannot be read, or not by this version."""
    head = journal.table(number)
    try:
        if head is None:
            return None
        _, game, options = parse_head(head.said())
        return Table(game, head, options, journal, number, lambda: NO_BITS, pick=None).moment
    except UNPLAYABLE:
        return None
