"""Fills in a form one blank after the other. Each number or choice has its place in the answer."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from companion.core.answers import Field, Form
from companion.core.words import Text

ENOUGH: Final = "\0enough"
"""The value that ends a list of choices."""

WITHOUT: Final = "\0without"
"""The value that leaves a choice out."""

MOST: Final = 999
"""The largest number of a blank without a bound: three digits."""


class Blank(msgspec.Struct, frozen=True):
    """A number or a choice that a form asks for."""

    path: tuple[str | int, ...]
    """The place of the value in the answer, such as ("sacrifices", "rice")."""
    label: Text | None = None
    """The name of the blank. None: its name is the end of its path."""
    sign: str | None = None
    """The key of a sign of the game."""
    least: int = 0
    most: int = MOST
    default: int = 0
    """The number that is shown before anybody dials."""
    values: tuple[Any, ...] = ()
    """The values to choose from, with ENOUGH or WITHOUT first if they are allowed. Empty: the blank is a number."""
    optional: bool = False
    """True if the number 0 leaves the blank out of the answer."""
    unseen: bool = False
    """True if the number is secret, so that no screen in view shows it."""
    dial: tuple[int, ...] = ()
    """The digits before anybody dials a secret number. They are random, so that the count of presses says nothing."""

    @property
    def lowest(self) -> int:
        """The smallest number that may be dialled. It is 0 if 0 leaves the blank out."""
        return 0 if self.optional else self.least

    def takes(self, number: int) -> bool:
        """Return whether the blank may have this number."""
        return self.least <= number <= self.most or (self.optional and number == 0)

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits before anybody dials, as many as the largest number has."""
        return self.dial or tuple(int(digit) for digit in f"{self.default:0{len(str(self.most))}d}")


class Filling(msgspec.Struct, frozen=True):
    """The state of a form that somebody fills in at the box: the values so far, and the number that is being dialled."""

    due: str
    form: int
    """The form's place among the forms of the question."""
    origin: str
    """The page that Back leads to from the first blank."""
    values: tuple[Any, ...] = ()
    """One value for each blank so far, in order."""
    digits: tuple[int, ...] = ()
    """The digits of the number that is being dialled. Empty: the blank is a choice."""
    at: int = 0
    """The digit that the next press turns."""


def filled(form: Form, taps: tuple[Any, ...]) -> tuple[Blank | None, dict[str, Any]]:
    """Return the next blank, and the answer so far. The blank is None if the form is full."""
    do, left, labels = dict(form.do), list(taps), iter(form.labels)
    for field in form.fields:
        _begin_field(do, field)
        for blank in _blanks(field, labels):
            if not left:
                return _offered(_initial(blank, form, do), field, do), do
            value = left.pop(0)
            if value in (ENOUGH, WITHOUT):
                break
            _enter(do, blank, value, field)
    return None, do


def begun(due: str, form: Form, number: int, origin: str) -> Filling:
    """Return the state of a form without values. `number` is the form's place among the question's forms, `origin` the page
    that it was opened on."""
    return _at_next_blank(Filling(due, number, origin), form)


def with_value(filling: Filling, form: Form, value: Any) -> Filling:
    """Return the state after entering this value. The next blank comes up."""
    return _at_next_blank(msgspec.structs.replace(filling, values=(*filling.values, value)), form)


def without_last(filling: Filling, form: Form) -> Filling:
    """Return the state without its last value, whose blank comes up again. Without values, the first blank begins again."""
    return _at_next_blank(msgspec.structs.replace(filling, values=filling.values[:-1]), form)


def dialled(filling: Filling, blank: Blank) -> Filling:
    """Return the state after one more press on the present digit. A number of one digit stays within its bounds."""
    digit = filling.digits[filling.at] + 1
    if len(filling.digits) == 1:
        digit = blank.lowest if digit > blank.most else digit
    else:
        digit %= int(str(blank.most)[0]) + 1 if filling.at == 0 else 10
    digits = (*filling.digits[: filling.at], digit, *filling.digits[filling.at + 1 :])
    return msgspec.structs.replace(filling, digits=digits)


def number(filling: Filling) -> int:
    """Return the dialled number. `filling` has at least one digit."""
    return int("".join(map(str, filling.digits)))


def _at_next_blank(filling: Filling, form: Form) -> Filling:
    blank, _ = filled(form, filling.values)
    digits = blank.digits if blank is not None and not blank.values else ()
    return msgspec.structs.replace(filling, digits=digits, at=0)


def _begin_field(do: dict[str, Any], field: Field) -> None:
    """Put the empty list or object of a field into the answer. An optional field gets it only with its first value."""
    if field.optional:
        return
    if field.keys is not None:
        do[field.name] = {}
    elif isinstance(field.many, dict):
        do[field.name] = {key: [] for key in field.many}
    elif field.many is not None:
        do[field.name] = []


def _blanks(field: Field, labels: Iterator[tuple[Text, str | None]]) -> Iterator[Blank]:
    if field.of is not None:
        return iter(_choices(field))
    return (_number(path, field, labels, nth) for nth, path in enumerate(_places(field)))


def _choices(field: Field) -> list[Blank]:
    assert field.of is not None
    without = (WITHOUT,) if field.optional else ()
    if field.many is None:
        return [Blank((field.name,), values=(*without, *field.of))]
    least = field.many if isinstance(field.many, int) else field.many[0]
    ends = [without if i == 0 and without else (ENOUGH,) if i >= least else () for i in range(most(field))]
    return [Blank((field.name, i), values=(*end, *field.of)) for i, end in enumerate(ends)]


def most(field: Field) -> int:
    """Return the most choices that a field takes."""
    return field.many if isinstance(field.many, int) else 1 if field.many is None else int(field.many[1])


def _places(field: Field) -> Iterator[tuple[str | int, ...]]:
    if field.keys is not None:
        yield from ((field.name, key) for key in field.keys)
    elif isinstance(field.many, dict):
        yield from ((field.name, key, i) for key, n in field.many.items() for i in range(n))
    elif field.many is not None:
        yield from ((field.name, i) for i in range(field.many))
    else:
        yield (field.name,)


def _number(path: tuple[str | int, ...], field: Field, labels: Iterator[tuple[Text, str | None]], nth: int) -> Blank:
    label, sign = next(labels, (None, None))
    least, most = field.min or 0, MOST if field.max is None else field.max
    default = max(0 if field.optional else least, field.default or 0)
    dial = field.dials[nth] if field.dials else ()
    return Blank(path, label, sign, least, most, default, optional=field.optional, unseen=field.unseen, dial=dial)


def _initial(blank: Blank, form: Form, do: dict[str, Any]) -> Blank:
    """Return the blank with the number that the form knows for it: for every answer, or for the choice made before."""
    chosen = [
        form.initial_by_choice[value] for value in do.values() if isinstance(value, str) and value in form.initial_by_choice
    ]
    known = {**form.initial, **(chosen[0] if chosen else {})}
    return msgspec.structs.replace(blank, default=known.get(str(blank.path[-1]), blank.default))


def _offered(blank: Blank, field: Field, do: dict[str, Any]) -> Blank:
    """Return the blank without the values that were chosen already, if the choices must differ."""
    if field.of is None or field.many is None or field.again:
        return blank
    return msgspec.structs.replace(
        blank, values=tuple(value for value in blank.values if value not in do.get(field.name, ()))
    )


def _enter(do: dict[str, Any], blank: Blank, value: Any, field: Field) -> None:
    name, *rest = blank.path
    if value == 0 and type(value) is int and (field.optional or (field.keys and not field.min)):
        return  # an answer leaves out zeros (docs/http.md)
    match rest:
        case []:
            do[str(name)] = value
        case [str() as key]:
            do.setdefault(str(name), {})[key] = value
        case [str() as key, int()]:
            do.setdefault(str(name), {}).setdefault(key, []).append(value)
        case _:
            do.setdefault(str(name), []).append(value)


def field_of(form: Form, blank: Blank) -> Field:
    """Return the field of the form that this blank belongs to."""
    return next(field for field in form.fields if field.name == blank.path[0])
