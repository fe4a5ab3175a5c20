"""Words as data: a key and its blanks. Each screen says them in its own language."""

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
    """Return a Text, and those in its blanks, from their JSON. Other values stay as they are."""
    match said:
        case Text(key, values) | [str(key), dict(values)]:
            return Text(key, {str(blank): reread(value) for blank, value in values.items()})
        case list():
            return tuple(reread(one) for one in said)
    return said


def listed(words: Iterable[object]) -> Text:
    """Return a list of words as each language writes it: "rice, peanut, pepper"."""
    return Text("list", {"words": tuple(words)})


def joined(words: Iterable[object]) -> Text:
    """Return a list of words with an "and" before the last one."""
    return Text("list_and", {"words": tuple(words)})


def names(seats: Iterable[str]) -> Text:
    """Return a list of seats' names: "Ana, Ben and Cho"."""
    return joined(Text("seat", {"seat": seat}) for seat in seats)


class Refused(Exception):
    """A refusal of the rules or of the box. `key` names the reason in the texts, and `values` fill its blanks."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    @property
    def text(self) -> Text:
        """The reason, ready to be said in any language."""
        return Text(self.key, self.values)


def refuse_if(why: Text | None) -> None:
    """Raise Refused if there is a reason."""
    if why is not None:
        raise Refused(why.key, **why.values)


class Malformed(Refused):
    """A post that is no answer at all: an unknown action, a missing or foreign field, a number out of its bounds."""

    def __init__(self) -> None:
        super().__init__("malformed")


class BadFile(Exception):
    """A record or score sheet that cannot be read. `text` says why."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.text = Text(key, values)
