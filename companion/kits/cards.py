"""Rows of an owner's cards: their columns, the phrases in some columns, and checks that find every fault of a field."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from companion.core.owner_things import LONGEST_KEY, Fault, Part, is_key
from companion.core.words import Text, listed, text


class Word(msgspec.Struct, frozen=True):
    """A word that a column knows: its kept value, and the words for it on a page. The blank `count` of these words is the
    number before the word."""

    value: str
    words: Text


class Spoken(msgspec.Struct, frozen=True, tag="spoken"):
    """A name of 1 to `most` characters. Each page shows and takes it in its own language. The words are kept under `NAME.en`
    and so on."""

    name: str
    title: Text
    most: int


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A whole number."""

    name: str
    title: Text
    least: int
    most: int


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """One of a few words."""

    name: str
    title: Text
    of: tuple[Word, ...]


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """Numbers, marks and known words: "2 fish : 1 palm". On a page people write words of its language, or their beginnings.
    The box keeps the words' values, with a space between any two."""

    name: str
    title: Text
    hint: Text
    """A hint on how to write the phrase. A page shows it when somebody has written one in another way."""
    of: tuple[Word, ...]
    marks: tuple[str, ...] = ()
    """The marks that may be between numbers and words."""


Column = Spoken | Number | Chosen | Phrase


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of `Rows`, as it was typed. An empty row does not count yet."""

    id: str = ""
    """The key of the row in the file that it came from. No page shows the key."""
    typed: dict[str, str] = msgspec.field(default_factory=dict, name="said")
    """The typed text of each column. Empty columns are left out."""

    @property
    def is_blank(self) -> bool:
        """True if nothing was typed in the row."""
        return not any(self.typed.values())


class Rows(Part, frozen=True, tag="rows"):
    """Many things of the same kind, such as cards. Each has a row, which people type column by column. The value is a list
    of `Row`s. A `MissingPart` names the row and the column."""

    hint: Text
    columns: tuple[Column, ...]
    most: int
    """The largest number of rows."""
    printed: int = 0
    """The number of rows in the printed game, counting every copy. 0: the number differs. An owner may have fewer, and the
    editor shows how many there are."""


_TOKENS: Final = re.compile(r"\d+|[^\W\d]\w*|[^\w\s]", re.ASCII)
Tokens = Sequence[str]

LONGEST: Final = 9
"""The most digits of a number."""


class Unread(ValueError):
    """Raised for tokens without a meaning in this form, or for a value of another form."""


class Wording(NamedTuple):
    """A form of phrases: a reader and a writer. Both raise Unread."""

    read: Callable[[Tokens], object]
    """A function that returns the JSON value of tokens."""
    typed: Callable[[object], str]
    """A function that returns the phrase for a JSON value, with a space between any two tokens."""


def read(form: Wording, phrase: str) -> object:
    """Return the JSON value of a phrase, or the phrase itself if it does not have this form."""
    try:
        return form.read(_TOKENS.findall(phrase))
    except Unread:
        return phrase


def typed(form: Wording, value: object) -> str:
    """Return the phrase of a value, or the value as a string if it does not have this form."""
    try:
        return form.typed(value)
    except Unread:
        return value if isinstance(value, str) else str(value)


def _checked(kind: type[Any], value: object) -> Any:
    """Return the value. Raise Unread if its type is not `kind`."""
    if type(value) is not kind:
        raise Unread
    return value


def _number(token: str) -> int:
    if not token.isdigit() or len(token) > LONGEST:
        raise Unread
    return int(token)


def numbers() -> Wording:
    """Return the wording of a list of numbers, such as `2 5`."""
    return Wording(
        lambda tokens: [_number(token) for token in tokens],
        lambda value: " ".join(str(_checked(int, n)) for n in _checked(list, value)),
    )


def amounts(*names: str) -> Wording:
    """Return the wording of numbers by name, such as `2 fish 1 palm`."""

    def read(tokens: Tokens) -> dict[str, int]:
        numbers = {name: _number(n) for n, name in zip(tokens[::2], tokens[1::2], strict=False)}
        if len(tokens) != 2 * len(numbers) or not {*numbers} <= {*names}:
            raise Unread
        return numbers

    def typed(value: object) -> str:
        if not {*_checked(dict, value)} <= {*names}:
            raise Unread
        return " ".join(f"{_checked(int, n)} {name}" for name, n in _checked(dict, value).items())

    return Wording(read, typed)


def keyed(names: Sequence[str], item: Wording, mark: str) -> Wording:
    """Return the wording of values by name, with a mark between any two, such as `manuk 1 ebony | ibu 1 fish`."""

    def read(tokens: Tokens) -> dict[str, object]:
        parts = _parted(tokens, mark)
        if not all(part and part[0] in names for part in parts) or len({part[0] for part in parts}) < len(parts):
            raise Unread
        return {part[0]: item.read(part[1:]) for part in parts}

    def typed(value: object) -> str:
        if not {*_checked(dict, value)} <= {*names}:
            raise Unread
        return f" {mark} ".join(f"{name} {item.typed(part)}" for name, part in _checked(dict, value).items())

    return Wording(read, typed)


def list_with(item: Wording, mark: str) -> Wording:
    """Return the wording of a list, with a mark between any two items."""
    return Wording(
        lambda tokens: [item.read(part) for part in _parted(tokens, mark)],
        lambda value: f" {mark} ".join(item.typed(one) for one in _checked(list, value)),
    )


def trade(price: Wording, gain: Wording, flag: str, mark: str) -> Wording:
    """Return the wording of an exchange, whose value has the fields `pay`, `gain` and `flag`. Each may be missing. In
    `2 fish : 1 palm` the price comes before the mark. Without a mark nothing is paid. The word `flag` comes after the
    mark."""

    def read(tokens: Tokens) -> dict[str, object]:
        parts = _parted(tokens, mark)
        if len(parts) > 2:
            raise Unread
        before, after = parts if len(parts) == 2 else ([], parts[0])
        gains = [token for token in after if token != flag]
        fields = {"pay": before and price.read(before), "gain": gains and gain.read(gains), flag: flag in after}
        return {name: value for name, value in fields.items() if value}

    def typed(value: object) -> str:
        fields = _checked(dict, value)
        if not {*fields} <= {"pay", "gain", flag} or fields.get(flag, True) is not True:
            raise Unread
        gains = [gain.typed(fields["gain"])] if "gain" in fields else []
        pays = [price.typed(fields["pay"]), mark] if "pay" in fields else []
        return " ".join([*pays, *gains, *([flag] if flag in fields else [])])

    return Wording(read, typed)


def _parted(tokens: Tokens, mark: str) -> list[list[str]]:
    """Return the groups of tokens between the marks."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == mark:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


Faults = Iterator[Text]
Check = Callable[[object], Faults]
"""A function that yields the faults of a value."""


class FieldRule(NamedTuple):
    """The rule of a field: its check, and whether every row must have the field."""

    check: Check
    needed: bool = True


Kinds = Mapping[str, Mapping[str, FieldRule]]
"""The fields of each kind of row, in their order in a written file. Every row has its kind in the field `kind`."""

MISSING: Final = "fields.missing"
"""The key of the words about a missing field."""


def _why(key: str, **values: object) -> Text:
    return text(f"fields.{key}", **values)


# Values


def whole(least: int, most: int) -> Check:
    """Return a check for a whole number from `least` to `most`."""

    def check(value: object) -> Faults:
        if type(value) is not int or not least <= value <= most:
            yield _why("whole", least=least, most=most)

    return check


def one_of(*values: str) -> Check:
    """Return a check for one of these words."""

    def check(value: object) -> Faults:
        if not isinstance(value, str) or value not in values:
            yield _why("one_of", values=listed(values))

    return check


def only_true(value: object) -> Faults:
    """Yield a fault unless the value is true. The word is either there, or the field is left out."""
    if value is not True:
        yield _why("only_true")


def line(most: int) -> Check:
    """Return a check for words on one line: 1 to `most` characters, at least one of them visible."""

    def check(value: object) -> Faults:
        if not isinstance(value, str) or not 1 <= len(value) <= most or not value.isprintable() or not value.strip():
            yield _why("line", most=most)

    return check


def some_of(parts: Mapping[str, Check]) -> Check:
    """Return a check for an object with one or more of these parts."""

    def check(fields: object) -> Faults:
        if not isinstance(fields, dict) or not fields:
            yield _why("some_of", values=listed(parts))
            return
        for name, value in fields.items():
            if name in parts:
                yield from (_why("part", name=name, why=why) for why in parts[name](value))
            else:
                yield _why("part", name=shown(name), why=_why("one_of", values=listed(parts)))

    return check


def several(each: Check, least: int, most: int) -> Check:
    """Return a check for a list of `least` to `most` values. Each value must pass the check `each`."""

    def check(value: object) -> Faults:
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            yield _why("exactly" if least == most else "several", least=least, most=most)
            return
        for n, one in enumerate(value, 1):
            yield from (_why("nth", n=n, why=why) for why in each(one))

    return check


# A whole file


def faults(rows: object, kinds: Kinds) -> Iterator[Fault]:
    """Yield every fault of a file, row after row. `rows` is JSON, or structs that were read from JSON."""
    data: dict[str, Any] = msgspec.to_builtins(rows)
    for key, row in data.items():
        if not is_key(key):
            yield Fault(shown(key), "id", _why("key", most=LONGEST_KEY))
        yield from (Fault(shown(key), field, why) for field, why in row_faults(row, kinds))


def row_faults(row: Any, kinds: Kinds) -> Iterator[tuple[str, Text]]:
    """Yield every fault of one row, with the name of its field."""
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
    """Yield a fault for each row of a kind that has the same values in `fields` as an earlier row. The fault names the last
    of these fields. Rows that have another fault in one of them are skipped."""
    data: dict[str, Any] = msgspec.to_builtins(rows)
    there: dict[object, str] = {}
    for key, row in data.items():
        if not isinstance(row, dict) or row.get("kind") != kind or {name for name, _ in row_faults(row, kinds)} & {*fields}:
            continue
        first = there.setdefault(tuple(row[name] for name in fields), key)
        if first != key:
            yield Fault(shown(key), fields[-1], _why("twice", other=shown(first)))


def shown(name: object) -> str:
    """Return a name from a file, in a form that fits on one line."""
    words = str(name)
    return words if words and words.isprintable() else ascii(words)
