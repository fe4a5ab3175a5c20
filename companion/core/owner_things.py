"""Things that an owner copies once from the cardboard and keeps between games: a printed sheet, the cards of a box.

A game names the kinds (`Game.owner_things`), their parts, and what a thing still lacks. The editor's pages draw the parts.
The box keeps drafts, also incomplete ones, without knowing what they mean. An option takes a complete thing into a game
(`FromOwnerThing` of `game.py`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec

from companion.core.words import Text


class Part(msgspec.Struct, frozen=True):
    """A part of a thing. The draft has its value under its name."""

    name: str
    title: Text


class Label(Part, frozen=True, tag="label"):
    """A line of 1 to `most` characters. Its value is a string."""

    most: int


class Script(Part, frozen=True, tag="script"):
    """Lines of words, at most `most` bytes. Its value is a string. The place of a fault is its line, from 0."""

    most: int
    forms: Mapping[str, object] = {}
    """Sentences that ask for the values of the script one by one, as the page draws them. Empty: people see the lines
    alone."""


class MissingPart(msgspec.Struct, frozen=True):
    """A fault of a draft, or something that the draft lacks, and the part where it is."""

    part: str
    words: Text
    at: tuple[int, ...] = ()
    """The place in the part, from 0: row and column of a painting or of rows, the line of a script, or the place in a list
    of pieces, numbers or steps."""
    path: tuple[str | int, ...] = ()
    """The place among the values of a script: keys, and places in lists from 0."""


class Poster(msgspec.Struct, frozen=True):
    """The lobby's words about a game, where an owner's thing or the options decide them."""

    name: Text
    least: int
    most: int
    """The game takes from `least` to `most` players."""
    about: Text | None = None
    aim: Text | None = None


Draft = TypeVar("Draft")
Made = TypeVar("Made", covariant=True)

LONGEST_KEY: Final = 30
_KEY: Final = re.compile(rf"[a-z0-9_-]{{1,{LONGEST_KEY}}}")


def is_key(name: str) -> bool:
    """Return whether a row of a file may have this name."""
    return bool(_KEY.fullmatch(name))


class Fault(NamedTuple):
    """A fault in a row of a file: the row, its field, and words that say what is wrong. For a key that is not allowed the
    field is `id`."""

    row: str
    field: str
    words: Text


class FileForm(Protocol):
    """The form of a kind's files, which people may also write by hand, in TOML or JSON. A file has rows by their keys."""

    def faults(self, values: Mapping[str, object]) -> Sequence[Fault]:
        """Return every fault in the content of a file."""

    def counted(self, values: Mapping[str, object]) -> Text:
        """Return words that say how many rows the file has."""

    def drafted(self, values: Mapping[str, object]) -> Mapping[str, object]:
        """Return the parts of a draft as JSON. It keeps mistakes of the file as far as a draft can hold them. Raise BadFile
        for other mistakes."""

    def written(self, draft: object) -> Mapping[str, Mapping[str, object]]:
        """Return the rows of the file that a draft makes. The draft may be incomplete."""


class OwnerThingKind(Protocol[Draft, Made]):
    """A kind of thing that an owner keeps."""

    @property
    def id(self) -> str:
        """The name of the kind, as options have it: letters of a to z."""

    @property
    def title(self) -> Text:
        """Return the name that people use: "Sheet layout"."""

    @property
    def parts(self) -> Sequence[Part]:
        """Return the parts, in the order in which people copy them."""

    @property
    def draft(self) -> type[Draft]:
        """The type of a draft: a frozen msgspec Struct that forbids unknown fields, with one field for each part. Its
        defaults are a thing that was just begun. Where `file` is None, a thing's file is the JSON of its complete draft,
        with the same fields as in a record."""

    @property
    def file(self) -> FileForm | None:
        """Return the form of its file. None: the file is the draft as JSON."""

    @property
    def script(self) -> str:
        """Return the name of the part whose value is the thing's file, word for word. Empty: the file is made of all
        parts."""
        return ""

    def with_values(self, values: Mapping[str, object], before: Draft | None) -> Mapping[str, object]:
        """Return the JSON of a draft that a page sent. A page may send `values` in place of the script. The script of
        `before` is then changed to hold these values. Raise BadFile for values that no file can hold."""
        return values

    def values(self, draft: Draft) -> Mapping[str, object] | None:
        """Return the values in the script, for a page that asks for them one by one. None: the script cannot be read."""
        return None

    @property
    def samples(self) -> Sequence[Draft]:
        """The complete things that come with the game."""

    def name(self, draft: Draft) -> str:
        """Return the name that the owner gave to the thing. It may be empty."""

    def poster(self, draft: Draft) -> Poster | None:
        """Return what the lobby says of a thing that is a whole game. None: the thing is no game, or has faults."""
        return None

    def is_sample(self, draft: Draft) -> bool:
        """Return whether the draft is a sample, and not a copy of the print. Every screen that names the thing says so."""

    def lacks(self, draft: Draft) -> Sequence[MissingPart]:
        """Return the faults in the order of the parts. A complete draft has none. The values of a draft have the right
        types, and nothing else is sure about them."""

    def remarks(self, draft: Draft) -> Sequence[MissingPart]:
        """Return remarks for the author of a thing without faults, such as the secrets that it gives away."""
        return ()

    def made(self, draft: Draft, options: Mapping[str, object]) -> Made:
        """Return the value of the option, made of a complete draft. It depends on the game's other options, because the
        record may need only a part of the thing. Raise BadFile for an incomplete draft."""


AnyKind = OwnerThingKind[Any, Any]
"""A kind of any game."""

_NEXT: Final = ", "


def toml(rows: Mapping[str, Mapping[str, object]]) -> str:
    """Return a file of rows as TOML: a table for each row, a line for each field."""
    tables = (
        "\n".join((f"[{key}]", *(f"{name} = {toml_value(its)}" for name, its in row.items()))) for key, row in rows.items()
    )
    return "\n\n".join(tables) + "\n"


def toml_value(value: object) -> str:
    """Return a value as TOML writes it, in one line."""
    match value:
        case dict():
            fields = (f"{name if is_key(name) else toml_value(name)} = {toml_value(its)}" for name, its in value.items())
            return "{ " + _NEXT.join(fields) + " }"
        case list() | tuple():
            return "[" + _NEXT.join(map(toml_value, value)) + "]"
        case _:  # JSON and TOML write these alike, except for one character that TOML wants escaped
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
