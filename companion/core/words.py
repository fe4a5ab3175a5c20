"""Words to be said later: a key and its blanks. The screens say them, each in its own language."""

from collections.abc import Iterable
from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, array_like=True):
    """A message key of `texts/*.toml` and what fills its blanks: numbers, names of seats, or other Texts. As JSON it is
    `[key, values]`, as most of a push is made of them."""

    key: str
    values: dict[str, Any] = {}


def text(key: str, **values: Any) -> Text:
    """Return a Text in the shape in which rules and views write it: `text("bali.paid", count=2)`."""
    return Text(key, values)


def reread(said: Any) -> Any:
    """Return a Text as JSON has it, and those in its blanks, as Texts again; anything else as it is."""
    match said:
        case Text(key, values) | [str(key), dict(values)]:
            return Text(key, {str(blank): reread(value) for blank, value in values.items()})
        case list():
            return tuple(reread(one) for one in said)
    return said


def listed(words: Iterable[object]) -> Text:
    """Words one after the other as each language lists them: "rice, peanut, pepper"."""
    return Text("list", {"words": tuple(words)})


def joined(words: Iterable[object]) -> Text:
    """Return the same with an "and" before the last."""
    return Text("list_and", {"words": tuple(words)})


def names(seats: Iterable[str]) -> Text:
    """Names of seats: "Ana, Ben and Cho"."""
    return joined(Text("seat", {"seat": seat}) for seat in seats)


class Refused(Exception):
    """The rules, or the box, say no. `key` names the reason in the texts, `values` fill its blanks."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    @property
    def text(self) -> Text:
        """The reason, ready to be said in any language."""
        return Text(self.key, self.values)


def refuse_if(why: Text | None) -> None:
    """Refuse if there is a reason to."""
    if why is not None:
        raise Refused(why.key, **why.values)


class Malformed(Refused):
    """Not an answer at all: an unknown action, a missing or foreign field, a number out of its bounds."""

    def __init__(self) -> None:
        super().__init__("malformed")


class BadFile(Exception):
    """A record or score sheet that cannot be read. `text` says why."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.text = Text(key, values)
