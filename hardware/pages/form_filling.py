"""A form that is filled in one blank after the other: numbers and choices in order, each with its place in the answer."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from companion.core.answers import Field, Form
from companion.core.words import Text

ENOUGH: Final = "\0enough"
"""Told instead of one more choice: what is chosen is all."""

WITHOUT: Final = "\0without"
"""Told instead of a choice that may be left out."""

MOST: Final = 999
"""Where a form sets no bound: three digits."""


class Blank(msgspec.Struct, frozen=True):
    """The next thing to fill in: a number with its bounds, or (`values`) a choice."""

    path: tuple[str | int, ...]
    """Where it goes in the answer: ("sacrifices", "rice")."""
    label: Text | None = None
    """None: the end of its path serves."""
    sign: str | None = None
    """The key of a sign of the game."""
    least: int = 0
    most: int = MOST
    default: int = 0
    """What stands there before anybody dials."""
    values: tuple[Any, ...] = ()
    """What may be chosen, ENOUGH or WITHOUT in front where that is a choice; empty: a number."""
    optional: bool = False
    """A number: 0 leaves it out."""
    unseen: bool = False
    """A number that nobody may read over a shoulder."""
    dial: tuple[int, ...] = ()
    """Of such a number: the digits that it begins with. They are drawn, so that the presses after them say nothing."""

    @property
    def lowest(self) -> int:
        """The smallest number that may be dialled: 0 where that leaves the blank out."""
        return 0 if self.optional else self.least

    def takes(self, number: int) -> bool:
        """Whether the answer may say this number here."""
        return self.least <= number <= self.most or (self.optional and number == 0)

    @property
    def digits(self) -> tuple[int, ...]:
        """The number that stands there at first, as many digits as the largest has."""
        return self.dial or tuple(int(digit) for digit in f"{self.default:0{len(str(self.most))}d}")


class Filling(msgspec.Struct, frozen=True):
    """A form that somebody fills in at the box: what was told so far, and what is being dialled."""

    due: str
    form: int
    """Its place among the forms of that due."""
    origin: str
    """The page that Back leads to from the first blank."""
    told: tuple[Any, ...] = ()
    """One value for each blank so far, in order."""
    digits: tuple[int, ...] = ()
    """Of the number that is dialled; empty for a choice."""
    at: int = 0
    """Which digit the next press turns."""


def filled(form: Form, told: tuple[Any, ...]) -> tuple[Blank | None, dict[str, Any]]:
    """The next blank (None: there is no more), and the answer as far as it goes."""
    do, left, labels = dict(form.do), list(told), iter(form.labels)
    for field in form.fields:
        _lay_out(do, field)
        for blank in _blanks(field, labels):
            if not left:
                return _offered(_standing(blank, form, do), field, do), do
            value = left.pop(0)
            if value in (ENOUGH, WITHOUT):
                break
            _put(do, blank, value, field)
    return None, do


def begun(due: str, form: Form, number: int, origin: str) -> Filling:
    """A form of which nothing is told yet: `number` is its place among those of the ask, `origin` the page that it was
    opened on."""
    return _onto(Filling(due, number, origin), form)


def with_value(filling: Filling, form: Form, value: Any) -> Filling:
    """The form with this value told for the blank that is up; the next one is up then."""
    return _onto(msgspec.structs.replace(filling, told=(*filling.told, value)), form)


def without_last(filling: Filling, form: Form) -> Filling:
    """The form with its last value untold; that blank is up again. One with nothing told begins anew."""
    return _onto(msgspec.structs.replace(filling, told=filling.told[:-1]), form)


def dialled(filling: Filling, blank: Blank) -> Filling:
    """One press more on the digit that is turned; a number of one digit stays within its bounds."""
    digit = filling.digits[filling.at] + 1
    if len(filling.digits) == 1:
        digit = blank.lowest if digit > blank.most else digit
    else:
        digit %= int(str(blank.most)[0]) + 1 if filling.at == 0 else 10
    digits = (*filling.digits[: filling.at], digit, *filling.digits[filling.at + 1 :])
    return msgspec.structs.replace(filling, digits=digits)


def number(filling: Filling) -> int:
    """What the dialled digits say together. There is at least one."""
    return int("".join(map(str, filling.digits)))


def _onto(filling: Filling, form: Form) -> Filling:
    blank, _ = filled(form, filling.told)
    digits = blank.digits if blank is not None and not blank.values else ()
    return msgspec.structs.replace(filling, digits=digits, at=0)


def _lay_out(do: dict[str, Any], field: Field) -> None:
    """The empty list or object that the blanks of a field go into; that of an optional one comes with what goes there."""
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
    """How many choices a field takes."""
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


def _standing(blank: Blank, form: Form, do: dict[str, Any]) -> Blank:
    """With what stands there now, where the form knows it: for all, or by what was chosen before."""
    chosen = [
        form.initial_by_choice[value] for value in do.values() if isinstance(value, str) and value in form.initial_by_choice
    ]
    known = {**form.initial, **(chosen[0] if chosen else {})}
    return msgspec.structs.replace(blank, default=known.get(str(blank.path[-1]), blank.default))


def _offered(blank: Blank, field: Field, do: dict[str, Any]) -> Blank:
    """Without what was chosen before, where choices differ."""
    if field.of is None or field.many is None or field.again:
        return blank
    return msgspec.structs.replace(
        blank, values=tuple(value for value in blank.values if value not in do.get(field.name, ()))
    )


def _put(do: dict[str, Any], blank: Blank, value: Any, field: Field) -> None:
    name, *rest = blank.path
    if value == 0 and type(value) is int and (field.optional or (field.keys and not field.min)):
        return  # zeros are left out (docs/http.md)
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
    """The field of the form that this blank goes into."""
    return next(field for field in form.fields if field.name == blank.path[0])
