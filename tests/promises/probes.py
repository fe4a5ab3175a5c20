"""Answers to try at a moment without giving them: legal, blocked, malformed, and forms at their bounds."""

import json
from collections.abc import Iterator
from typing import Any

from companion.bots import fill
from companion.core.answers import Answers, Field
from companion.core.event import Due
from companion.core.game import Pick
from companion.core.history import History
from companion.core.journal import Told
from companion.core.moment import Moment
from companion.core.words import Refused

Do = dict[str, Any]


def plus(moment: Moment, due: Due, do: Do) -> History:
    """The history with this answer. Raises Refused."""
    entry = Told(n=moment.entries + 1, due=due.id, seat=due.seat, do=as_posted(do), bits="", hash="")
    return moment.history.again(entry)


def refusal(moment: Moment, due: Due, do: Do) -> Refused | None:
    """Why the answer would be refused now; None: it would be taken."""
    try:
        plus(moment, due, do)
    except Refused as why:
        return why
    return None


def as_posted(do: Do) -> Do:
    """The answer as it comes over a wire."""
    said: Do = json.loads(json.dumps(do))
    return said


def malformed(answers: Answers, pick: Pick) -> list[Do]:
    """Answers with something that is no answer: unknown or missing fields, wrong types, numbers out of their bounds."""
    good = [option.do for option in answers.options()][:6]
    good += [fill(form, pick) for form in answers.forms]
    return [bad for do in good for bad in (*_reshaped(do), *_mistyped(do)) if not _is_admitted(answers, bad)]


def _reshaped(do: Do) -> Iterator[Do]:
    yield {}
    yield {**do, "more": 1}
    for name in do:
        yield {key: value for key, value in do.items() if key != name}
        yield {**do, name: {name: [do[name]]}}


def _mistyped(do: Do) -> Iterator[Do]:
    for name, value in do.items():
        for wrong in (None, True, 1.0, -1, 10**30, "", "\x00", [], {}, [[[]]], [value, value], {"": value}, f"{value} "):
            yield {**do, name: wrong}


def _is_admitted(answers: Answers, do: Do) -> bool:
    try:
        answers.admit(do)
    except Refused:
        return False
    return True


def forms_at_their_bounds(answers: Answers) -> Iterator[tuple[bool, Do]]:
    """Each form with one field at and just beyond its bounds, and whether that is still within them."""
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
