"""What is done after an answer, once the phones know of it."""

import msgspec

from companion.core.action import Accept
from companion.core.table import Table
from companion.core.words import Refused
from companion.ports.journal import BoxJournal


def settle(table: Table, journal: BoxJournal, round_: int) -> None:
    """What may wait until then: the score of a finished game, and bringing the log home after each round. `round_`: the
    one that went on before the answer."""
    moment = table.moment
    try:
        if moment.over:
            _keep_result(table, journal)
        if moment.over or moment.screen(None).view.round != round_:
            journal.checkpoint()
    except Refused:
        return  # the answer itself is kept; the next one finds out what is wrong with the disk


def _keep_result(table: Table, journal: BoxJournal) -> None:
    score = table.moment.score()
    actions = (answered.event.action for answered in table.moment.history.answered)
    accepted = [action.of for action in actions if isinstance(action, Accept)]
    if score is not None:
        said = msgspec.json.encode(score.as_data()).decode()
        journal.keep_result(table.number, said, accepted[-1] if accepted else None)
