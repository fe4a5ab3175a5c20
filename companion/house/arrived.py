"""For how long it is news that somebody came on a new phone."""

from companion.bounds import NEWS_ANSWERS
from companion.core.moment import Moment
from companion.ports.arrivals import Arrival


def is_known(moment: Moment, arrival: Arrival) -> bool:
    """Whether the table knows by now: the seat has answered since, as everybody saw, or so much was answered that everybody
    has looked up. An answer under seal must not show, so of those only the last one counts, whoever gave it."""
    since = [answered for answered in moment.history.newest(than=arrival.at.entries) if answered.event.open]
    is_seen = any(a.event.seat == arrival.seat and not a.event.due.sealed for a in since)
    return is_seen or sum(answered.is_bound for answered in since) >= NEWS_ANSWERS
