"""What the fields of a file may say, and everything that is wrong in them, in words: for files that people write by hand.

A game says which kinds of rows there are and what each may say (`Kinds`); `faults` finds all that is wrong, row after row.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from companion.core.words import Text, listed, text

Faults = Iterator[Text]
Check = Callable[[object], Faults]
"""What is wrong with a value, whatever it is."""


class Entry(NamedTuple):
    """What a field of a row may say."""

    check: Check
    needed: bool = True


Kinds = Mapping[str, Mapping[str, Entry]]
"""The fields of each kind of row, in the order in which a file is written. Every row says its `kind`."""


class Fault(NamedTuple):
    """A row, a field of it, and what is wrong there. Of a key that may be none the field is `id`."""

    row: str
    field: str
    words: Text


LONGEST_KEY: Final = 30
MISSING: Final = "fields.missing"
"""The key of what is said of a field that is left out."""
_KEY: Final = re.compile(rf"[a-z0-9_-]{{1,{LONGEST_KEY}}}")


def is_key(said: str) -> bool:
    """Whether a row may be called so."""
    return bool(_KEY.fullmatch(said))


def _why(key: str, **values: object) -> Text:
    return text(f"fields.{key}", **values)


# What a value may be


def whole(least: int, most: int) -> Check:
    """A whole number."""

    def check(said: object) -> Faults:
        if type(said) is not int or not least <= said <= most:
            yield _why("whole", least=least, most=most)

    return check


def one_of(*values: str) -> Check:
    """One of a few words."""

    def check(said: object) -> Faults:
        if not isinstance(said, str) or said not in values:
            yield _why("one_of", values=listed(values))

    return check


def only_true(said: object) -> Faults:
    """Said or left out."""
    if said is not True:
        yield _why("only_true")


def line(most: int) -> Check:
    """Words on one line: 1 to `most` characters, one of them to be seen."""

    def check(said: object) -> Faults:
        if not isinstance(said, str) or not 1 <= len(said) <= most or not said.isprintable() or not said.strip():
            yield _why("line", most=most)

    return check


def some_of(parts: Mapping[str, Check]) -> Check:
    """A table of one or more of these."""

    def check(said: object) -> Faults:
        if not isinstance(said, dict) or not said:
            yield _why("some_of", values=listed(parts))
            return
        for name, value in said.items():
            if name in parts:
                yield from (_why("part", name=name, why=why) for why in parts[name](value))
            else:
                yield _why("part", name=shown(name), why=_why("one_of", values=listed(parts)))

    return check


def several(of: Check, least: int, most: int) -> Check:
    """A list of so many."""

    def check(said: object) -> Faults:
        if not isinstance(said, list | tuple) or not least <= len(said) <= most:
            yield _why("exactly" if least == most else "several", least=least, most=most)
            return
        for n, one in enumerate(said, 1):
            yield from (_why("nth", n=n, why=why) for why in of(one))

    return check


# A whole file


def faults(rows: object, kinds: Kinds) -> Iterator[Fault]:
    """Everything that is wrong in a file of rows, row after row; `rows` as JSON, or as structs that were read from it."""
    said: dict[str, Any] = msgspec.to_builtins(rows)
    for key, row in said.items():
        if not is_key(key):
            yield Fault(shown(key), "id", _why("key", most=LONGEST_KEY))
        yield from (Fault(shown(key), field, why) for field, why in row_faults(row, kinds))


def row_faults(row: Any, kinds: Kinds) -> Iterator[tuple[str, Text]]:
    """Everything that is wrong in one row, by field."""
    kind = row.get("kind") if isinstance(row, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        yield "kind", _why("one_of", values=listed(kinds))
        return
    asked = kinds[kind]
    for name, field in asked.items():
        if name in row:
            yield from ((name, why) for why in field.check(row[name]))
        elif field.needed:
            yield name, Text(MISSING)
    for name in row:
        if name != "kind" and name not in asked:
            yield shown(name), _why("no_field", values=listed(asked))


def twice(rows: object, kind: str, kinds: Kinds, *fields: str) -> Iterator[Fault]:
    """Rows of a kind that say of these fields, all of them right, what an earlier row says; the last field is named."""
    said: dict[str, Any] = msgspec.to_builtins(rows)
    there: dict[object, str] = {}
    for key, row in said.items():
        if not isinstance(row, dict) or row.get("kind") != kind or {name for name, _ in row_faults(row, kinds)} & {*fields}:
            continue
        first = there.setdefault(tuple(row[name] for name in fields), key)
        if first != key:
            yield Fault(shown(key), fields[-1], _why("twice", other=shown(first)))


def shown(name: object) -> str:
    """A name from a file, on one line whatever stands in it."""
    words = str(name)
    return words if words and words.isprintable() else ascii(words)
