"""Hints for a seat that learns a game: what to do now, and at the first time also why."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from companion.core.dues import Chance, Due, Event
from companion.core.history import History
from companion.core.meanwhile import openly_seen
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.view import View
from companion.core.words import Text, text
from companion.speech.say import has_words

TWICE: Final = 2
"""The number of times after which a seat knows something that it has seen done."""
AT_ONCE: Final = 2
"""The largest number of hints at the same time. A small screen has no room for more."""
LESSONS_KEPT: Final = 1024
"""The number of answers whose lesson is cached. A lesson that is not cached costs a view of the game."""


class Hint(NamedTuple):
    """The words that a seat reads about one question, and why people would do so."""

    words: Text
    why: Text | None = None


class Lesson(NamedTuple):
    """The name of a text that explains a question, and the round in which the question is asked."""

    name: str
    round: int


def lessons(due: Due, phase: str) -> tuple[str, ...]:
    """Return the names under which a game may explain a due, the best one first. `phase` is the phase of the asked seat's
    view. The texts have `first.NAME`, and perhaps `because.NAME`, which says why people would do so."""
    table = (f"{due.kind}.table",) if due.seat is None else ()
    return (*table, f"{due.kind}.{phase}", f"{due.kind}.any", due.kind)


def hints(moment: Moment, seat: Seat, since: int = 0) -> tuple[Hint, ...]:
    """Return the hints for a seat about the questions on its screen: at most AT_ONCE, and only one with a reason. `since` is
    the number of entries before this person had a phone."""
    game = moment.history.game.id
    found: dict[str, Hint] = {}
    for due, lesson in _explained(moment, seat):
        own, seen = _times(moment.history, due, lesson, seat, since)
        if lesson.name not in found and (own == 0 or seen < TWICE):
            says_why = own == 0 and not any(hint.why for hint in found.values())
            why = f"{game}.because.{lesson.name}"
            found[lesson.name] = Hint(
                text(f"{game}.first.{lesson.name}"), text(why) if says_why and has_words(why) else None
            )
        if len(found) == AT_ONCE:
            break
    return tuple(found.values())


def _explained(moment: Moment, seat: Seat) -> Iterator[tuple[Due, Lesson]]:
    """Yield the questions that wait for a seat and that the game explains, the seat's own ones first."""
    shown = {ask.due for ask in moment.asks(seat)}
    waiting = [due for due in moment.history.dues if due.waits and moment.full_id(due.id) in shown]
    for due in sorted(waiting, key=lambda due: due.seat is None):
        lesson = _lesson(moment.history.game.id, due, moment.screen(due.seat).view)
        if lesson is not None:
            yield due, lesson


def _lesson(game: str, due: Due, view: View) -> Lesson | None:
    """Return the lesson of a due, from the view of its seat. None: the game does not explain this due."""
    names = (name for name in lessons(due, view.phase) if has_words(f"{game}.first.{name}"))
    return next((Lesson(name, view.round) for name in names), None)


def _times(history: History, due: Due, lesson: Lesson, seat: Seat, since: int) -> tuple[int, int]:
    """Return two numbers for a lesson: how often the seat did this itself, and how often it saw this done. If the
    whole table is asked, everybody's answers count as the seat's own. Consecutive answers of one seat in one round count as
    one time. The answers just before the question are a part of the present time, which does not count."""
    own = seen = 0
    later: tuple[Lesson | None, Seat | None] = (lesson, due.seat)
    for after in _seen(history, seat, since):
        by = after.event.seat
        time = (_given(_Same(after.history), by == seat) if after.event.due.kind == due.kind else None, by)
        if time != later and time[0] is not None and time[0].name == lesson.name:
            own += by in (seat, None)
            seen += 1
        later = time
        if own and seen >= TWICE:
            break
    return own, seen


class _Answer(NamedTuple):
    """An answer, and the history that ends with the answer."""

    event: Event[Any]
    history: History


def _seen(history: History, seat: Seat, since: int) -> Iterator[_Answer]:
    """Yield the answers that a seat gave or knows of, the newest first. An answer under seal counts for its own seat alone,
    and only once the question is over. So no hint shows who has answered, or who was last."""
    passed = {due.id for due in history.dues}
    while history.last is not None and history.before is not None and history.last.entry.n > since:
        event = history.last.event
        due = event.due
        is_known = event.seat == seat or (event.announced and due.sealed is None)
        if is_known and due.waits and due.chance is not Chance.BOX and due.id not in passed:
            yield _Answer(event, history)
            passed.add(due.id)
        history = history.before


class _Same:
    """A history as a key of a cache. Two keys are equal only if their histories are one object, because comparing contents
    takes long."""

    def __init__(self, history: History) -> None:
        self.history = history

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.history is self.history

    def __hash__(self) -> int:
        return id(self.history)


@lru_cache(LESSONS_KEPT)
def _given(answer: _Same, is_own: bool) -> Lesson | None:
    """Return the lesson of the question that a history's last answer belongs to. With `is_own` the phase is that in the
    seat's own view. Others know only the public phase."""
    before, last = answer.history.before, answer.history.last
    assert before is not None
    assert last is not None
    seat = last.event.seat if is_own else None
    state = before.state
    view = openly_seen(before) if seat is None else before.game.view(state.public, state.own[seat], seat)
    return _lesson(before.game.id, last.event.due, view)
