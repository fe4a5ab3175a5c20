"""A form's numbers and choices in the order in which a phone asks for them, each with its place in the answer."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.answers import Choice, Field, Form
from companion.speech.i18n import say

Slot = tuple[str | int, ...]
"""Where a value goes in the answer: ("sacrifices", "rice")."""


class Input(msgspec.Struct, frozen=True):
    """One number with its bounds, or one choice among values."""

    path: Slot
    label: str = ""
    sign: str | None = None
    """The key of a sign of the game, before the label."""
    min: int = 0
    max: int = 999
    default: int = 0
    """What stands there before anybody taps."""
    least: int = 0
    """The smallest number but for the 0 that is left out."""
    sparse: bool = False
    """A zero is left out of the answer."""
    optional: bool = False
    """With nothing told the whole field is left out."""
    values: tuple[Any, ...] = ()
    """What may be chosen; empty: it is a number."""
    choices: tuple[Choice, ...] = ()
    """What the values are called; empty: they speak for themselves."""
    many: bool = False
    """The answer is a list, whatever its length."""
    fewest: int = 0
    most: int = 1
    """How many of the values; one more takes the place of the first."""
    unseen: bool = False
    """A number that is tapped where neighbours may look: it is never drawn."""


def body(form: Form) -> dict[str, Any]:
    """What stands in the answer before anything is filled in: an object or list is there though nothing goes into it."""
    return {**form.do, **{field.name: empty for field in form.fields if (empty := _empty(field)) is not None}}


def _empty(field: Field) -> dict[str, Any] | list[Any] | None:
    if field.optional or field.of is not None:
        return None
    if field.keys is not None or isinstance(field.many, dict):
        return {}
    return None if field.many is None else []


def inputs(form: Form, language: str) -> list[Input]:
    """Labels are given to the numbers in order; a number without one is named by its place."""
    labels = iter(form.labels)
    return [_labelled(one, form, labels, language) for field in form.fields for one in _of(field, form)]


def _labelled(one: Input, form: Form, labels: Iterator[Any], language: str) -> Input:
    if one.values:
        return one
    words, sign = next(labels, (None, None))
    label = say(words, language) if words is not None else str(one.path[-1])
    return msgspec.structs.replace(one, label=label, sign=sign)


def _of(field: Field, form: Form) -> Iterator[Input]:
    if field.of is not None:
        yield _choice(field, form)
    elif field.keys is not None:
        for key in field.keys:
            one = _number(field, (field.name, key), sparse=True)
            yield msgspec.structs.replace(one, default=form.stands.get(key, one.default))
    elif isinstance(field.many, dict):
        for key, n in field.many.items():
            yield from (_number(field, (field.name, key, i)) for i in range(n))
    elif field.many is not None:
        yield from (_number(field, (field.name, i)) for i in range(field.many))
    else:
        yield _number(field, (field.name,), sparse=field.optional)


def _choice(field: Field, form: Form) -> Input:
    assert field.of is not None
    words = form.choices.get(field.name, ())
    many = field.many is not None
    most = field.many[-1] if isinstance(field.many, list | tuple) else field.many or 1
    least = field.many[0] if isinstance(field.many, list | tuple) else most
    fewest = 0 if field.optional else least
    return Input((field.name,), values=field.of, choices=words, many=many, fewest=fewest, most=most, optional=field.optional)


def _number(field: Field, path: Slot, sparse: bool = False) -> Input:
    least = field.min or 0
    start = 0 if sparse else least
    most = 999 if field.max is None else field.max
    default = max(start, field.default or 0)
    number = Input(path, min=start, max=most, default=default, least=least, sparse=sparse)
    return msgspec.structs.replace(number, optional=field.optional, unseen=field.unseen)
