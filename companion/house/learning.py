"""For who plays a game for the first time: what is new to a seat, and when everybody is to look at what is theirs."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.core.event import Chance
from companion.core.history import Answered
from companion.core.knowledge import Reach, Seat
from companion.core.moment import Moment
from companion.core.words import Text, text
from companion.speech.i18n import has_words

TWICE: Final = 2
"""What somebody has done so often is not new any more."""
LOOKED_UP: Final = 3
"""After so many open answers everybody has seen that there is something to look at."""


def is_begun(moment: Moment) -> bool:
    """Whether somebody has answered, as everybody knows: one that nobody is to notice changes no screen. What the box drew
    by itself is no answer."""
    told = (answered.event for answered in moment.history.newest())
    return any(event.open and event.due.chance is not Chance.BOX for event in told)


def first_times(moment: Moment, seat: Seat) -> dict[str, Text]:
    """Of each kind that this seat is asked and has answered less than twice in this game: what it is about."""
    game = moment.history.game.id
    done = Counter(answered.event.due.kind for answered in moment.history.newest() if answered.event.seat == seat)
    waited = {moment.full_id(due.id) for due in moment.history.dues if due.waits}
    # An answer that may be given again is no new question.
    asked = {ask.kind for ask in moment.asks(seat) if not ask.checks and (ask.due in waited or not done[ask.kind])}
    new = {kind: f"{game}.first.{kind}" for kind in sorted(asked) if done[kind] < TWICE}
    return {kind: text(key) for kind, key in new.items() if has_words(key)}


def last_deal(moment: Moment) -> str | None:
    """Which deal gave everybody something to look at, until the table has gone on for a while."""
    since = 0
    for answered in moment.history.newest():
        if _is_deal(answered):
            return moment.full_id(answered.event.due.id)
        since += answered.is_bound
        if since >= LOOKED_UP:
            return None
    return None


def _is_deal(answered: Answered) -> bool:
    known_to = answered.event.due.known_to
    is_each = isinstance(known_to, Mapping) and Reach.EACH in known_to.values()
    return is_each and answered.entry.drawn
