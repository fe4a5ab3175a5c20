"""For how long the table is told of people who came, left, or are host now: until everybody has heard, and no longer than it
is true."""

from companion.bounds import NEWS_ANSWERS
from companion.core.moment import Moment
from companion.ports.arrivals import PeopleNews
from companion.ports.seating import GuestBook


def current(book: GuestBook, moment: Moment | None) -> tuple[PeopleNews, ...]:
    """Return what the table is told now, in its game (None: in the lobby); the newest last, of a seat each thing once."""
    number = moment.number if moment else 0
    last: dict[object, PeopleNews] = {}
    for one in book.news:
        if one.at.table == number:
            last.pop((one.seat, one.what), None)
            last[one.seat, one.what] = one
    return tuple(one for one in last.values() if _is_true(book, one) and not _is_old(book, moment, one))


def _is_true(book: GuestBook, news: PeopleNews) -> bool:
    """A seat whose phone left stays in a game, and goes from the lobby."""
    if news.what == "host":
        return book.seating.host == news.seat
    if news.what in ("new_phone", "came"):
        return news.seat in book.tokens
    sits = news.seat in book.seating.seats
    return news.seat not in book.tokens and sits == (news.at.table > 0)


def _is_old(book: GuestBook, moment: Moment | None, news: PeopleNews) -> bool:
    """In the lobby a new phone is told of to the end: nobody can talk it away."""
    if moment is None:
        return news.what != "new_phone" and book.revision - news.at.entries > NEWS_ANSWERS
    return is_known(moment, news)


def is_known(moment: Moment, news: PeopleNews) -> bool:
    """Whether the table knows by now: the seat has answered since, as everybody saw, or so much was answered that everybody
    has looked up. An answer under seal must not show, so of those only the last one counts, whoever gave it."""
    since = [answered for answered in moment.history.newest(than=news.at.entries) if answered.event.open]
    is_seen = any(a.event.seat == news.seat and not a.event.due.sealed for a in since)
    return (is_seen and news.what != "host") or sum(answered.is_bound for answered in since) >= NEWS_ANSWERS
