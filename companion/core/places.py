"""The places of covered cards: the box draws an order of a secret question's answers for each seat and question.

The order follows from the table's secret (`TableHead.places`), the due and the seat, and from no answer. So it is the same
after redraws, restarts and on another box. A neighbour who knows everything but that secret cannot work it out.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import product
from operator import attrgetter

from msgspec.structs import replace

from companion.core.answers import Answers, Choice, Field, Form, Option, Step, Steps
from companion.core.dues import Due
from companion.core.journal import canonical
from companion.core.state import Reach


def at_drawn_places(answers: Answers, due: Due, key: str) -> Answers:
    """Return the answers as screens show them. Secret answers become covered cards and secret numbers become pads, each in a
    drawn order. Open answers stay as the game gives them, except that a step of the seat's own cards (`Step.covered`) gets a
    drawn order, too."""
    if any(map(_has_unseen, answers.forms)):
        forms = [
            replace(form, fields=_padded(form.fields, due, key)) if _has_unseen(form) else form for form in answers.forms
        ]
        answers = replace(answers, forms=tuple(forms))
    if answers.secret and due.known_to is not Reach.EVERYONE:
        return _covered(answers, due, key)
    steps = answers.steps
    if steps is None or not any(step.covered for step in steps.steps):
        return answers
    orders = [
        _order(at, step, due, key) if step.covered else range(len(step.choices)) for at, step in enumerate(steps.steps)
    ]
    return replace(answers, steps=_in_order(steps, orders))


def order(n: int, key: str, *of: object) -> tuple[int, ...]:
    """Return the numbers from 0 to n - 1 in an order that only an owner of `key` can work out. `of` names the purpose of the
    draw."""
    seed = canonical(list(of))
    return tuple(sorted(range(n), key=lambda i: hmac.digest(key.encode(), seed + bytes(str(i), "ascii"), hashlib.sha256)))


# Covered cards


def _covered(answers: Answers, due: Due, key: str) -> Answers:
    """Return the answers as covered cards. Ready-made answers become one row, so that no place outside the row gives the
    choice away."""
    steps = answers.steps or _one_step(answers)
    if steps is None:
        return answers
    steps = _as_long(_in_one_grid(steps) if steps.one_grid else steps)
    orders = [
        range(len(step.choices))
        if step.overt and not steps.one_grid  # everybody may see it
        else _order(0 if steps.one_grid else at, step, due, key)
        for at, step in enumerate(steps.steps)
    ]
    return replace(answers, groups=(), main=None, steps=replace(_in_order(steps, orders), covered=True))


def _one_step(answers: Answers) -> Steps | None:
    grouped = [option for group in answers.groups for option in group.options]
    options = [*([answers.main] if answers.main else []), *grouped]
    if not options:
        return None
    columns = max((group.columns for group in answers.groups), default=1)
    step = Step(tuple(map(_face, options)), columns, panel=answers.panel)
    return Steps((step,), tuple(replace(option, path=(at,)) for at, option in enumerate(options)))


def _face(option: Option) -> Choice:
    """Return the face of an answer's card, which shows while the cover is open."""
    return Choice(option.words, sign=option.sign, small=option.small, panel=option.panel)


def _in_one_grid(steps: Steps) -> Steps:
    """Return the steps, each with the choices of the longest one, so that one order is right for all of them."""
    most = max((step.choices for step in steps.steps), key=len)
    return replace(steps, steps=tuple(replace(step, choices=most) for step in steps.steps))


def _as_long(steps: Steps) -> Steps:
    """Return the steps with as many taps for each answer as for the longest one. After a shorter answer any card may
    follow."""
    sizes = [range(len(step.choices)) for step in steps.steps]
    options = tuple(
        replace(option, path=(*option.path, *rest))
        for option in steps.options
        for rest in product(*sizes[len(option.path) :])
    )
    return replace(steps, options=options) if len(options) > len(steps.options) else steps


def _order(at: int, step: Step, due: Due, key: str) -> Sequence[int]:
    return order(len(step.choices), key, "card", due.id, due.seat, at)


def _in_order(steps: Steps, orders: Sequence[Sequence[int]]) -> Steps:
    """Return the steps with their choices in these orders, and the options by their new paths."""
    pairs = zip(steps.steps, orders, strict=True)
    shown = tuple(replace(step, choices=tuple(step.choices[i] for i in places)) for step, places in pairs)
    found = [replace(option, path=_moved(option.path, orders)) for option in steps.options]
    digits = steps.digits
    if digits is not None:
        rows = zip(digits.faces, orders, strict=True)
        digits = replace(digits, faces=tuple(tuple(row[i] for i in places) for row, places in rows))
    return replace(steps, steps=shown, options=tuple(sorted(found, key=lambda option: option.path)), digits=digits)


def _moved(path: tuple[int, ...], orders: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(places.index(i) for i, places in zip(path, orders, strict=False))


# Numbers


def _has_unseen(form: Form) -> bool:
    return form.drawn and any(map(attrgetter("unseen"), form.fields))


def _padded(fields: tuple[Field, ...], due: Due, key: str) -> tuple[Field, ...]:
    return tuple(_with_pads(field, due, key) if field.unseen else field for field in fields)


def _with_pads(field: Field, due: Due, key: str) -> Field:
    """Return the field with a drawn order for each of its numbers. So equal numbers are at different places."""
    least, most = field.min or 0, field.max or 0
    drawn = [(due.id, due.seat, field.name, nth) for nth in range(_count(field))]
    places = tuple(tuple(least + i for i in order(most - least + 1, key, "number", *of)) for of in drawn)
    return replace(field, places=places, dials=tuple(tuple(_dialled(most, key, *of)) for of in drawn))


def _count(field: Field) -> int:
    """Return how many numbers a field asks for."""
    if isinstance(field.many, dict):
        return sum(field.many.values())
    return 1 if field.many is None else int(field.many)


def _dialled(most: int, key: str, *of: object) -> Iterator[int]:
    """Yield the digits at which a dial begins. Each is drawn independently, so the presses on the dial say nothing about the
    number."""
    digits = str(most)
    for at in range(len(digits)):
        wheel = int(digits[0]) + 1 if at == 0 else 10
        yield order(wheel, key, "digit", *of, at)[0]
