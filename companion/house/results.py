"""What is done after an answer, once the phones know of it."""

from contextlib import suppress

import msgspec

from companion.core.action import Accept
from companion.core.table import Table
from companion.core.words import Refused
from companion.ports.journal import BoxJournal


def settle(table: Table, journal: BoxJournal) -> None:
    """What may wait until then: the score of a finished game."""
    if not table.moment.over:
        return
    with suppress(Refused):  # the answer itself is kept; the next one finds out what is wrong with the disk
        _keep_result(table, journal)


def _keep_result(table: Table, journal: BoxJournal) -> None:
    score = table.moment.score()
    actions = (answered.event.action for answered in table.moment.history.answered)
    accepted = [action.of for action in actions if isinstance(action, Accept)]
    if score is not None:
        said = msgspec.json.encode(score.as_data()).decode()
        journal.keep_result(table.number, said, accepted[-1] if accepted else None)
