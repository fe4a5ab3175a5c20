"""Files of an owner's cards, which people may also write by hand, and the drafts of them in the editor."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.core.owner_things import LONGEST_KEY, Fault, MissingPart, is_key
from companion.core.words import BadFile, Text, text
from companion.kits import cards
from companion.kits.cards import MISSING, Column, Number, Phrase, Row, Rows, Spoken, Wording

Table = Mapping[str, object]
"""The content of a file: rows by their keys."""
Phrased = Mapping[str, Wording]
"""The form of the phrases in a column. The key is the column's name, or `kind.column` where two kinds of rows differ."""


class RowFile:
    """The form of a file of cards. `parts` are the pages of the editor: each has the name of a kind, and the rows of that
    kind. `faults` yields every fault of a file."""

    def __init__(self, parts: Sequence[Rows], forms: Phrased, faults: Callable[[object], Iterator[Fault]]) -> None:
        self._parts: Final = {part.name: part for part in parts}
        self._forms: Final = forms
        self._faults: Final = faults

    def faults(self, table: Table) -> Sequence[Fault]:
        """Return every fault in the content of a file."""
        return tuple(self._faults(table))

    def counted(self, table: Table) -> Text:
        """Return words that say how many rows the file has."""
        return text("fields.rows", count=len(table))

    def drafted(self, table: Table) -> dict[str, tuple[Row, ...]]:
        """Return the rows of a file, for a draft. Mistakes that fit into a field of a row stay there, for the owner to
        mend. Raise BadFile for the first other mistake."""
        self._check_fits(table)
        return {name: tuple(self._rows(part, table)) for name, part in self._parts.items()}

    def _check_fits(self, table: Table) -> None:
        for fault in self._faults(table):
            row = table.get(fault.row)
            if not isinstance(row, dict) or fault.field not in self._columns(row.get("kind")):
                raise BadFile("fields.at", row=fault.row, field=fault.field, why=fault.words)

    def _columns(self, kind: object) -> set[str]:
        return (
            {column.name for column in self._parts[kind].columns} if isinstance(kind, str) and kind in self._parts else set()
        )

    def _rows(self, part: Rows, table: Table) -> Iterator[Row]:
        for key, row in table.items():
            if isinstance(row, dict) and row.get("kind") == part.name:
                cells = (cell for column in part.columns for cell in self._typed(part, column, row))
                yield Row(key, {name: words for name, words in cells if words})

    def _typed(self, part: Rows, column: Column, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the typed text of a field, with the name of its column. A name has one text for each language."""
        if column.name not in row:
            return
        value = row[column.name]
        if isinstance(column, Spoken) and isinstance(value, dict):
            yield from ((f"{column.name}.{language}", str(words)) for language, words in value.items())
        elif isinstance(column, Phrase):
            yield column.name, cards.typed(self._form(part, column), value)
        else:
            yield column.name, str(value)

    def _form(self, part: Rows, column: Column) -> Wording:
        return self._forms.get(f"{part.name}.{column.name}") or self._forms[column.name]

    # As a file

    def written(self, draft: object) -> dict[str, dict[str, object]]:
        """Return the rows of the file that a draft makes. The draft may be incomplete. Empty rows are left out."""
        return {key: row for key, row, _ in self._placed(draft)}

    def lacks(self, draft: object) -> Iterator[MissingPart]:
        """Yield every fault of a draft, with its row and column."""
        placed = {key: (part, at) for key, _, (part, at) in self._placed(draft)}
        for fault in self._faults(self.written(draft)):
            part, at = placed[fault.row]
            columns = [column.name for column in part.columns]
            column = columns.index(fault.field)
            yield MissingPart(part.name, _words(part.columns[column], fault), (at, column))

    def _placed(self, draft: object) -> Iterator[tuple[str, dict[str, object], tuple[Rows, int]]]:
        """Yield each row that is not empty: its key, its values, its page, and its index there."""
        taken: set[str] = set()
        for part in self._parts.values():
            for at, row in enumerate(getattr(draft, part.name)):
                if not row.is_blank:
                    key = _key(row, part.name, at, taken)
                    taken.add(key)
                    yield key, self._fields(part, row), (part, at)

    def _fields(self, part: Rows, row: Row) -> dict[str, object]:
        cells = ((column.name, self._read(part, column, row)) for column in part.columns)
        return {"kind": part.name, **{name: value for name, value in cells if value not in ("", {})}}

    def _read(self, part: Rows, column: Column, row: Row) -> object:
        words = row.typed.get(column.name, "").strip()
        match column:
            case Spoken(name=name):
                named = {key.removeprefix(f"{name}."): its for key, its in row.typed.items() if key.startswith(f"{name}.")}
                return {language: its.strip() for language, its in named.items() if its.strip()}
            case Number():
                return int(words) if words.isascii() and words.isdigit() and len(words) < LONGEST_KEY else words
            case Phrase():
                return cards.read(self._form(part, column), words) if words else ""
            case _:
                return words


def _words(column: Column, fault: Fault) -> Text:
    """Return the words for a fault on a page of the editor. For a phrase they say how to write one. For other fields they
    are the same as for a file."""
    return column.hint if isinstance(column, Phrase) and fault.words.key != MISSING else fault.words


def _key(row: Row, kind: str, at: int, taken: set[str]) -> str:
    """Return a row's key: its own, or one made from its name. If the name has no letters from a to z, the key is made from
    the row's place."""
    if is_key(row.id) and row.id not in taken:
        return row.id
    named = next((words for name, words in row.typed.items() if name.startswith("name.") and _plain(words)), "")
    key = _plain(named) or f"{kind}{at + 1}"
    others = (f"{key}_{n}" for n in range(2, len(taken) + 3))
    return next(one for one in (key, *others) if one not in taken)


def _plain(words: str) -> str:
    bare = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", bare).strip("_")[: LONGEST_KEY - 4].rstrip("_")
