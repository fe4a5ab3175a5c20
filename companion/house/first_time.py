"""Deals to look at, and news about people."""

from collections.abc import Mapping
from typing import Final

from companion.bounds import NEWS_ANSWERS
from companion.core.history import PlayedAnswer
from companion.core.moment import Moment
from companion.core.state import Reach
from companion.snapshot.people import GuestBook, PeopleNews

LOOKED_UP: Final = 3
"""The number of open answers after which a deal counts as seen by everybody."""


def last_deal(moment: Moment) -> str | None:
    """Return the id of the last deal of new cards to everybody. None: LOOKED_UP open answers have followed it, or there was
    no deal."""
    since = 0
    for answered in moment.history.newest():
        if _is_deal(answered):
            return moment.full_id(answered.event.due.id)
        since += answered.is_bound
        if since >= LOOKED_UP:
            return None
    return None


def _is_deal(answered: PlayedAnswer) -> bool:
    known_to = answered.event.due.known_to
    is_each = isinstance(known_to, Mapping) and Reach.EACH in known_to.values()
    return is_each and answered.entry.drawn


# News of people


def current(book: GuestBook, moment: Moment | None) -> tuple[PeopleNews, ...]:
    """Return the news for everybody about the game that is on, or (None) about the lobby. The newest is last. Equal news
    about a seat is there only once."""
    number = moment.number if moment else 0
    last: dict[object, PeopleNews] = {}
    for one in book.news:
        if one.at.table == number:
            last.pop((one.seat, one.what), None)
            last[one.seat, one.what] = one
    return tuple(one for one in last.values() if _is_true(book, one) and not _is_old(book, moment, one))


def _is_true(book: GuestBook, news: PeopleNews) -> bool:
    """Return whether the news is still true. A seat that lost its phone stays in a game, but leaves the lobby."""
    if news.what == "host":
        return book.seating.host == news.seat
    if news.what in ("new_phone", "came"):
        return news.seat in book.tokens
    sits = news.seat in book.seating.seats
    return news.seat not in book.tokens and sits == (news.at.table > 0)


def _is_old(book: GuestBook, moment: Moment | None, news: PeopleNews) -> bool:
    """Return whether the news is too old to show. In the lobby a new phone on a seat is never too old, so nobody can hide it
    behind other changes."""
    if moment is None:
        return news.what != "new_phone" and book.revision - news.at.entries > NEWS_ANSWERS
    return is_known(moment, news)


def is_known(moment: Moment, news: PeopleNews) -> bool:
    """Return whether everybody knows the news by now: the seat has answered openly since, or there were NEWS_ANSWERS
    answers. A sealed answer must not show. So only the last answer of a sealed question counts, from any seat."""
    since = [answered for answered in moment.history.newest(than=news.at.entries) if answered.event.announced]
    is_seen = any(a.event.seat == news.seat and not a.event.due.sealed for a in since)
    return (is_seen and news.what != "host") or sum(answered.is_bound for answered in since) >= NEWS_ANSWERS
