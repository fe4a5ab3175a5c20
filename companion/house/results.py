"""What is done after an answer, once the phones know of it."""

from contextlib import suppress
from datetime import UTC

from companion.core.action import Accept
from companion.core.table import Table
from companion.core.words import Refused
from companion.ports.clock import Calendar
from companion.ports.journal import BoxJournal, Result


def settle(table: Table, journal: BoxJournal, calendar: Calendar) -> None:
    """What may wait until then: the score of a finished game."""
    if not table.moment.over:
        return
    with suppress(Refused):  # the answer itself is kept; the next one finds out what is wrong with the disk
        _keep_result(table, journal, calendar)


def _keep_result(table: Table, journal: BoxJournal, calendar: Calendar) -> None:
    """What is counted and accepted later does not end the game anew."""
    score = table.moment.score()
    actions = (answered.event.action for answered in table.moment.history.answered)
    accepted = [action.of for action in actions if isinstance(action, Accept)]
    if score is not None:
        before = journal.result(table.number)
        ended = before.ended if before else _said(calendar)
        of = accepted[-1] if accepted else None
        journal.keep_result(table.number, Result(score.as_data(), of, ended, table.moment.agreed))


def _said(calendar: Calendar) -> str | None:
    now = calendar()
    return None if now is None else now.astimezone(UTC).isoformat(timespec="seconds")
