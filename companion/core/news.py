"""What people notice of an entry: whose screens it changes, and whether it stays secret for ever. Worked out once, when it
is told, and kept with it."""

from companion.core.history import History, is_open
from companion.core.journal import Corrected, Entry, News
from companion.core.ledger import Ledger
from companion.core.moment import Moment
from companion.core.screens import Screens


def news_of(entry: Entry, before: Moment, later: Screens, ledger: Ledger) -> News:
    """What people notice of an entry that leads from `before` to `later`; `ledger` holds all that was told before it."""
    forever = _is_forever(entry, later.history, ledger)
    if is_open(entry, before.history, later.history):
        return News(open=True, forever=forever)
    moved = (seat for seat in before.seqs if before.screen(seat) != later.screen(seat))
    return News(moved=tuple(moved), forever=forever)


def _is_forever(entry: Entry, after: History, ledger: Ledger) -> bool:
    """Whether it says what stays secret when all is over."""
    if isinstance(entry, Corrected):
        secret = [ledger.is_forever(n) for n in entry.correct]
        # What was taken back with something else is a number and no more: a record must tell of the rest.
        return bool(secret) and (all(secret) if entry.do is None else any(secret))
    return after.last is not None and after.last.event.due.forever
