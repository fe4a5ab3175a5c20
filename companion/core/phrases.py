"""What a `Phrase` says: numbers, marks and known words, to and fro between what was typed and what a file has."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

_TOKENS: Final = re.compile(r"\d+|[^\W\d]\w*|[^\w\s]", re.ASCII)
Tokens = Sequence[str]

LONGEST: Final = 9
"""Digits of a number."""


class Unread(ValueError):
    """Tokens that say nothing in this form, or a value that is not of it."""


class Wording(NamedTuple):
    """A form of phrases. Both raise Unread."""

    read: Callable[[Tokens], object]
    """What tokens say, as JSON."""
    typed: Callable[[object], str]
    """The phrase that says so, its tokens with a space between any two."""


def read(form: Wording, phrase: str) -> object:
    """What a phrase says, as JSON; the phrase itself where it says nothing in this form."""
    try:
        return form.read(_TOKENS.findall(phrase))
    except Unread:
        return phrase


def typed(form: Wording, value: object) -> str:
    """How one would type a value; one that is not of this form as it is."""
    try:
        return form.typed(value)
    except Unread:
        return value if isinstance(value, str) else str(value)


def _of(kind: type[Any], value: object) -> Any:
    """Raises Unread for a value of another type."""
    if type(value) is not kind:
        raise Unread
    return value


def _number(token: str) -> int:
    if not token.isdigit() or len(token) > LONGEST:
        raise Unread
    return int(token)


def numbers() -> Wording:
    """`2 5`: a list of numbers."""
    return Wording(
        lambda tokens: [_number(token) for token in tokens],
        lambda value: " ".join(str(_of(int, n)) for n in _of(list, value)),
    )


def amounts(*names: str) -> Wording:
    """`2 fish 1 palm`: a table of numbers by their names."""

    def read(tokens: Tokens) -> dict[str, int]:
        said = {name: _number(n) for n, name in zip(tokens[::2], tokens[1::2], strict=False)}
        if len(tokens) != 2 * len(said) or not {*said} <= {*names}:
            raise Unread
        return said

    def typed(value: object) -> str:
        if not {*_of(dict, value)} <= {*names}:
            raise Unread
        return " ".join(f"{_of(int, n)} {name}" for name, n in _of(dict, value).items())

    return Wording(read, typed)


def keyed(names: Sequence[str], of: Wording, mark: str) -> Wording:
    """`manuk 1 ebony | ibu 1 fish`: a table by names, one after the other with a mark between."""

    def read(tokens: Tokens) -> dict[str, object]:
        parts = _parted(tokens, mark)
        if not all(part and part[0] in names for part in parts) or len({part[0] for part in parts}) < len(parts):
            raise Unread
        return {part[0]: of.read(part[1:]) for part in parts}

    def typed(value: object) -> str:
        if not {*_of(dict, value)} <= {*names}:
            raise Unread
        return f" {mark} ".join(f"{name} {of.typed(part)}" for name, part in _of(dict, value).items())

    return Wording(read, typed)


def listed(of: Wording, mark: str) -> Wording:
    """A list, with a mark between any two."""
    return Wording(
        lambda tokens: [of.read(part) for part in _parted(tokens, mark)],
        lambda value: f" {mark} ".join(of.typed(one) for one in _of(list, value)),
    )


def trade(price: Wording, gain: Wording, flag: str, mark: str) -> Wording:
    """`2 fish : 1 palm`: a table of `pay`, `gain`, and a word that is said or not. Without the mark nothing is paid."""

    def read(tokens: Tokens) -> dict[str, object]:
        parts = _parted(tokens, mark)
        if len(parts) > 2:
            raise Unread
        before, after = parts if len(parts) == 2 else ([], parts[0])
        gains = [token for token in after if token != flag]
        said = {"pay": before and price.read(before), "gain": gains and gain.read(gains), flag: flag in after}
        return {name: value for name, value in said.items() if value}

    def typed(value: object) -> str:
        said = _of(dict, value)
        if not {*said} <= {"pay", "gain", flag} or said.get(flag, True) is not True:
            raise Unread
        gains = [gain.typed(said["gain"])] if "gain" in said else []
        pays = [price.typed(said["pay"]), mark] if "pay" in said else []
        return " ".join([*pays, *gains, *([flag] if flag in said else [])])

    return Wording(read, typed)


def _parted(tokens: Tokens, mark: str) -> list[list[str]]:
    """Between the marks."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == mark:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts
