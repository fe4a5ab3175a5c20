"""How a game went, once it is over: its answers, and what happened beside them at the table."""

from typing import NamedTuple

from companion.core.blocks import Move
from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.words import Text, text
from companion.ports.arrivals import Arrival


class StoryLine(NamedTuple):
    """One answer, or what came between two."""

    number: int
    seat: Seat | None
    words: Text
    moves: tuple[Move, ...] = ()
    """The pieces that moved with it by themselves."""


def story(moment: Moment, arrivals: tuple[Arrival, ...]) -> tuple[StoryLine, ...]:
    """Every answer that may be told, and each seat that came on a new phone where it did. Empty before the end."""
    told = [StoryLine(said.n, said.seat, said.words, said.moves) for said in moment.story()]
    came = [a for a in arrivals if told and a.at.table == moment.number]
    news = [StoryLine(a.at.entries, a.seat, text("story.new_phone", seat=a.seat)) for a in came]
    return tuple(sorted((*told, *news), key=lambda line: line.number))
