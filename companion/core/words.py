"""Words as data: a key and its blanks. Each screen says them in its own language."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec


class Text(msgspec.Struct, frozen=True, array_like=True):
    """A message key of `texts/*.toml`, and the values of its blanks: numbers, names of seats, or other Texts. Its JSON is
    `[key, values]`, which is short, because most of a push is Texts."""

    key: str
    values: dict[str, Any] = {}


def text(key: str, **values: Any) -> Text:
    """Return a Text. Rules and views write it so: `text("bali.paid", count=2)`."""
    return Text(key, values)


OWN: Final = "own"
"""The key of a table's own words. No file of texts has it: the words are in the Text itself."""
LONGEST_OWN: Final = 400
"""The largest number of characters in a piece of a table's own words. A role's text has up to 300."""


def own_words(sentences: Mapping[str, Iterable[object] | str], first: str) -> Text:
    """Return words that a table wrote itself, by the codes of languages: `own_words({"en": "Bid", "fr": "Offre"}, "en")`.

    Instead of a string there may be pieces, which are said one after the other: strings, numbers, and other Texts. Phones
    in a language that is missing show the words of `first`. A Portuguese phone shows those of Brazil (pt, pt-BR).
    """
    codes = (first, *(code for code in sentences if code != first))
    found = {code: _pieces(sentences[code]) for code in codes}
    return Text(OWN, found | {code.split("-")[0]: found[code] for code in codes if code.split("-")[0] not in found})


def has_own(value: object) -> bool:
    """Return whether a Text has words that a table wrote itself. No translator and no proof-reader saw these."""
    match value:
        case Text(key, values):
            return key == OWN or any(map(has_own, values.values()))
        case tuple() | list():
            return any(map(has_own, value))
    return False


def _pieces(sentence: Iterable[object] | str) -> tuple[object, ...]:
    return tuple(
        _drawable(one) if isinstance(one, str) else one for one in ((sentence,) if isinstance(sentence, str) else sentence)
    )


def _drawable(words: str) -> str:
    """Return words without characters that would break a line, or change the direction of the words beside them. Longer
    words are cut to LONGEST_OWN characters."""
    plain = "".join(" " if unicodedata.category(letter) in _UNSEEN else letter for letter in words if letter not in _TURNING)
    return plain if len(plain) <= LONGEST_OWN else plain[: LONGEST_OWN - 1] + "…"


_UNSEEN: Final = ("Cc", "Cs", "Zl", "Zp")
_TURNING: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def reread(value: Any) -> Any:
    """Return the Text in this JSON, with the Texts in its blanks. Lists become tuples, and other values stay as they are."""
    match value:
        case Text(key, values) | [str(key), dict(values)]:
            return Text(key, {str(blank): reread(value) for blank, value in values.items()})
        case list():
            return tuple(reread(one) for one in value)
    return value


def listed(words: Iterable[object]) -> Text:
    """Return a list of words as each language writes it: "rice, peanut, pepper"."""
    return Text("list", {"words": tuple(words)})


def joined(words: Iterable[object]) -> Text:
    """Return a list of words with an "and" before the last one."""
    return Text("list_and", {"words": tuple(words)})


def beside(words: Iterable[object]) -> Text:
    """Return parts of a line, joined side by side: "out · Wolf"."""
    return Text("list_beside", {"words": tuple(words)})


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
    """Raise Refused with the reason `why`, if there is one."""
    if why is not None:
        raise Refused(why.key, **why.values)


class Malformed(Refused):
    """A post that is no answer at all: an unknown action, a missing or unknown field, or a number out of its bounds."""

    def __init__(self) -> None:
        super().__init__("malformed")


class BadFile(Exception):
    """A record or score sheet that cannot be read. `text` says why."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.text = Text(key, values)
