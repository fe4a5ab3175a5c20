"""Screens in words, as JSON."""

from functools import cache
from typing import Any

import msgspec

from companion.core.answers import Answers, Form
from companion.core.blocks import Block
from companion.core.digits import Digits
from companion.core.state import Seat
from companion.core.view import Question, Screen
from companion.core.words import Text
from companion.speech.say import say


def worded(value: Any, language: str) -> Any:
    """Return the data of a view as plain JSON, with each Text said in words."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind is Text:
        return say(value, language)
    if kind is tuple or kind is list:
        return [worded(item, language) for item in value]
    if kind is dict:
        return {name: worded(item, language) for name, item in value.items()}
    tag, names = _shape(kind)
    fields: dict[str, Any] = {"block": tag} if tag else {}
    for name, attribute in names:
        field = getattr(value, attribute)
        if field is not None:
            fields[name] = worded(field, language)
    return fields


_PLAIN = frozenset((int, str, bool, type(None)))


@cache
def _shape(kind: type[msgspec.Struct]) -> tuple[Any, tuple[tuple[str, str], ...]]:
    """Return a block's name (None for a part of a block), and the JSON name and attribute of each field."""
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return kind.__struct_config__.tag, tuple(names)


def screen_json(screen: Screen, language: str, pieces: dict[Seat, int] | None = None) -> dict[str, Any]:
    """Return `now`, `asks` and `blocks` of a screen (docs/http.md). `pieces` adds the wooden piece beside each seat."""
    return {
        "now": say(screen.view.now.line, language),
        "asks": [ask_json(ask, language) for ask in screen.asks],
        "blocks": [_block(block, language, pieces or {}) for block in screen.view.blocks],
    }


def ask_json(ask: Question, language: str) -> dict[str, Any]:
    """Return one of `asks` (docs/http.md): its due, the answers that may be posted unchanged, the blocked ones with the key
    of the reason, and the forms."""
    answers = ask.answers
    legal = [*answers.legal(), *([answers.lots.do] if answers.lots else [])]
    data = {"due": ask.due, "kind": ask.kind, "answers": legal, "blocked": _blocked(answers)}
    digits = [answers.steps.digits] if answers.steps is not None and answers.steps.digits is not None else []
    data["forms"] = [*map(_form, answers.forms), *map(_form_of_digits, digits)]
    if answers.question is not None:
        data["question"] = say(answers.question, language)
    return data


def _blocked(answers: Answers) -> list[dict[str, Any]]:
    return [{"do": option.do, "why": option.why.key} for option in answers.options() if option.why is not None]


def _form(form: Form) -> dict[str, Any]:
    return {"do": form.do, "fields": [msgspec.to_builtins(field) for field in form.fields]}


def _form_of_digits(digits: Digits) -> dict[str, Any]:
    field: dict[str, Any] = {"name": digits.name, "min": digits.low - digits.before, "max": digits.high - digits.before}
    return {"do": digits.do, "fields": [field | ({"keys": [digits.change_of]} if digits.change_of else {})]}


def _block(block: Block, language: str, pieces: dict[Seat, int]) -> dict[str, Any]:
    data: dict[str, Any] = worded(block, language)
    _add_pieces(data, pieces)
    return data


def _add_pieces(data: Any, pieces: dict[Seat, int]) -> None:
    """Add the wooden piece beside each seat, at any depth of the block."""
    if isinstance(data, list):
        for part in data:
            _add_pieces(part, pieces)
    elif isinstance(data, dict):
        if data.get("seat") in pieces:
            data.setdefault("piece", pieces[data["seat"]])
        for part in list(data.values()):
            _add_pieces(part, pieces)


def signed(change: int) -> str:
    """Return a change of a number with its sign. A minus is the true minus sign: "+2", "−1"."""
    return f"{change:+d}".replace("-", "\N{MINUS SIGN}")
