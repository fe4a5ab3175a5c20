"""Answers for tests to try at a moment without giving them: legal, blocked, malformed, and forms at their bounds."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from companion.bots import fill
from companion.core.answers import Answers, Field
from companion.core.dues import Due
from companion.core.game import Pick
from companion.core.history import History
from companion.core.journal import AnswerEntry
from companion.core.moment import Moment
from companion.core.screens import Screens
from companion.core.state import Seat
from companion.core.words import Malformed, Refused

Do = dict[str, Any]


def plus(moment: Moment, due: Due, do: Do, by: Seat | None = None) -> History:
    """Return the history with this answer, checked as a table checks it. Raise Refused."""
    full = asked(moment.screens, due.id, due.seat).admit(as_posted(do))
    return moment.history.plus(
        AnswerEntry(n=moment.entries + 1, due=due.id, seat=due.seat, by=by, do=full, bits="", hash="")
    )


def with_answer(moment: Moment, due: Due, do: Do, by: Seat | None = None) -> Moment:
    """Return the moment after this answer. Raise Refused."""
    return replace(moment, screens=Screens(plus(moment, due, do, by), moment.number, places=moment.screens.places))


@lru_cache(maxsize=32)
def asked(screens: Screens, due: str, seat: Seat | None) -> Answers:
    """Return the answers to an open due. They are cached, because tests try many answers to each of thousands of questions.
    Raise Refused if the due is not open."""
    found = next((one for one in screens.history.dues if (one.id, one.seat) == (due, seat)), None)
    if found is None:
        raise Refused("too_late")
    return screens.history.answers(found)


def refusal(moment: Moment, due: Due, do: Do) -> Refused | None:
    """Return the refusal that the answer would get now. None: it would count."""
    try:
        plus(moment, due, do)
    except Refused as why:
        return why
    return None


def as_posted(do: Do) -> Do:
    """Return the answer as it arrives over the network."""
    posted: Do = msgspec.json.decode(msgspec.json.encode(do))
    return posted


def malformed(answers: Answers, pick: Pick, part: tuple[int, int] = (0, 1)) -> list[Do]:
    """Return malformed answers: unknown or missing fields, wrong types, numbers out of bounds. `part` (n, of) picks every
    `of`-th one, beginning with number n. An answer with a wrong field may fit the question by chance. Answers that do are
    left out, and only one of the others is returned."""
    good = [option.do for option in answers.options()][:6]
    good += [fill(form, pick) for form in answers.forms]
    wrong = [(bad, True) for do in good for bad in _impossible(do)]
    wrong += [(bad, False) for do in good for bad in (*_reshaped(do), *_mistyped(do))]
    mine = wrong[part[0] :: part[1]]
    others = [bad for bad, is_sure in mine if not is_sure and not _is_admitted(answers, bad)]
    return [*(bad for bad, is_sure in mine if is_sure), *others[:1]]


def _impossible(do: Do) -> Iterator[Do]:
    """Yield answers that fit no question at all: nothing, one field too many, a wrong type for a number or for a switch."""
    yield {}
    yield {**do, "more": 1}
    for name, value in do.items():
        if isinstance(value, int):
            yield from ({**do, name: wrong} for wrong in (not value if type(value) is int else int(value), float(value)))


def _reshaped(do: Do) -> Iterator[Do]:
    for name in do:
        yield {key: value for key, value in do.items() if key != name}
        yield {**do, name: {name: [do[name]]}}


def _mistyped(do: Do) -> Iterator[Do]:
    for name, value in do.items():
        others: tuple[Any, ...] = (None, True, 1.0, -1, 10**30, "", "\x00", [], {}, [[[]]])
        for wrong in (*others, [value, value], {"": value}, f"{value} "):
            yield {**do, name: wrong}


def _is_admitted(answers: Answers, do: Do) -> bool:
    try:
        answers.admit(do)
    except Malformed:
        return False
    return True


def forms_at_their_bounds(answers: Answers) -> Iterator[tuple[bool, Do]]:
    """Yield each form with one field at its bound, or just beyond. Each comes with True if the answer is still within the
    bounds."""
    for form in answers.forms:
        usual = fill(form, lambda n: 0)
        yield True, usual
        yield True, {**form.do, **{field.name: usual[field.name] for field in form.fields if not field.optional}}
        for field in form.fields:
            for inside, value in _at_the_bounds(field, usual[field.name]):
                do = {**usual, field.name: value}
                others = (other for other in answers.forms if other is not form)
                yield inside or any(other.takes(do) for other in others), do


def _at_the_bounds(field: Field, usual: Any) -> Iterator[tuple[bool, Any]]:
    yield False, True if type(usual) is int else [usual]
    if field.of is not None:
        yield False, "nothing of it"
        return
    for inside, n in _numbers(field):
        if field.keys is not None:
            yield inside, {**usual, field.keys[-1]: n}
        elif isinstance(field.many, dict):
            yield from ((inside, {**usual, key: [n] * many}) for key, many in field.many.items() if many)
        else:
            yield inside, n if field.many is None else [n] * field.many


def _numbers(field: Field) -> Iterator[tuple[bool, int]]:
    if field.min is not None:
        yield from ((True, field.min), (False, field.min - 1))
    if field.max is not None:
        yield from ((True, field.max), (False, field.max + 1))
    if field.default is not None:
        yield True, field.default
