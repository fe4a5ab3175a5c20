"""Changes the values in a TOML file, and keeps everything else: comments, order, empty lines.

`rewritten` finds the place of each value in the text, and replaces the smallest parts that differ. If it cannot change the
old file in place, it writes a new one. So the result always has exactly the new values.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import count, starmap
from typing import Any, Final

from companion.core.owner_things import is_key, toml_value
from companion.toml import NotToml
from companion.toml import read as read_toml

Data = Mapping[str, Any]

_TOKEN: Final = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<aside>#[^\n]*|\s+)|(?P<mark>\[\[|\]\]|[\[\]{},=.])|(?P<bare>[^\s\[\]{},=.#\"']+)",
    re.DOTALL,
)


MOST_ROWS: Final = 200
"""The most rows of a list that are compared one by one. The time for that grows with the square of their number."""
MOST_LINES: Final = 500
"""The most lines of a file that is changed in place."""


class _Unusual(ValueError):
    """Raised for a way of writing that cannot be changed in place."""


@dataclass(slots=True)
class _Place:
    """The place of a value in the text: where it begins and ends, and the places of the values in it."""

    start: int
    end: int = 0
    of: "dict[str, _Place] | list[_Place] | None" = None
    key: int = 0
    """The beginning of the entry's key."""
    is_section: bool = False
    """True if the value begins with a line of its own in brackets."""


def rewritten(words: str, data: Data) -> str:
    """Return the file with these values. Raise NotToml if the file cannot be read."""
    before = read_toml(words)
    words = words if words.endswith("\n") else f"{words}\n"
    if words.count("\n") > MOST_LINES:
        return written(data)
    try:
        found = _Change(words, _Scan(words).file()).to(before, data)
        if read_toml(found) == data:
            return found
    except (_Unusual, NotToml, LookupError):
        pass
    return written(data)


def written(data: Data) -> str:
    """Return a new file with these values. A list of tables has one table in each line, and other tables come at the end."""
    tables = {key: value for key, value in data.items() if isinstance(value, dict)}
    lines = [_entry(key, value) for key, value in data.items() if key not in tables]
    return "\n\n".join(("\n".join(lines), *(_table(key, value) for key, value in tables.items()))) + "\n"


def _table(key: str, rows: Data) -> str:
    return "\n".join((f"[{_key(key)}]", *(_entry(name, value) for name, value in rows.items())))


def _entry(key: str, value: Any) -> str:
    return f"{_key(key)} = {_value(value)}"


def _key(name: str) -> str:
    return name if is_key(name) else toml_value(name)


def _value(data: Any, indent: str = "") -> str:
    match data:
        case [dict(), *_]:
            return "[\n" + "".join(f"{indent}  {_value(one, indent + '  ')},\n" for one in data) + f"{indent}]"
        case dict() if data:
            return "{ " + ", ".join(f"{_key(key)} = {_value(value, indent)}" for key, value in data.items()) + " }"
        case _:
            return toml_value(data)


# Places


class _Scan:
    """A reader of the places of a file's values, token by token."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.tokens = [one for one in _TOKEN.finditer(words) if one.lastgroup != "aside"]
        self.n = 0

    @property
    def now(self) -> str:
        return self.tokens[self.n][0] if self.n < len(self.tokens) else ""

    @property
    def start(self) -> int:
        return self.tokens[self.n].start() if self.n < len(self.tokens) else len(self.words)

    def file(self) -> _Place:
        """Read the whole file, and return the places of its values."""
        root = here = _Place(0, len(self.words), {}, is_section=True)
        while self.n < len(self.tokens):
            if self.now in ("[", "[["):
                here = self._section(root)
            else:
                self._entry(here)
                here.end = self.tokens[self.n - 1].end()
        return root

    def _section(self, root: _Place) -> _Place:
        """Read a line in brackets, and return the place of its table."""
        start, is_row = self.start, self.now == "[["
        self.n += 1
        keys = [self._word()]
        while self.now == ".":
            self.n += 1
            keys.append(self._word())
        self.n += 1
        around = self._around(root, keys[:-1])
        found = _Place(start, self.tokens[self.n - 1].end(), {}, start, is_section=True)
        if not is_row:
            around[keys[-1]] = found
            return found
        rows = around.setdefault(keys[-1], _Place(start, 0, [], start, is_section=True))
        if not isinstance(rows.of, list):
            raise _Unusual
        rows.of.append(found)
        return found

    def _around(self, root: _Place, keys: Sequence[str]) -> dict[str, _Place]:
        here = root
        for key in keys:
            found = here.of.get(key) if isinstance(here.of, dict) else None
            if found is None:
                raise _Unusual
            here = found.of[-1] if isinstance(found.of, list) else found
        if not isinstance(here.of, dict):
            raise _Unusual
        return here.of

    def _word(self) -> str:
        token = self.tokens[self.n]
        self.n += 1
        if token.lastgroup == "bare":
            return token[0]
        return str(*read_toml(f"word = {token[0]}").values())

    def _entry(self, table: _Place) -> None:
        start, key = self.start, self._word()
        if self.now != "=" or not isinstance(table.of, dict):
            raise _Unusual  # a key with dots
        self.n += 1
        table.of[key] = self._value()
        table.of[key].key = start

    def _value(self) -> _Place:
        found = _Place(self.start)
        if self.now in ("[", "[["):
            self._open(found, "]")
        elif self.now == "{":
            found.of = {}
            self.n += 1
            while self.now != "}":
                self._entry(found)
                self.n += self.now == ","
            self.n += 1
        else:
            self._plain()
        found.end = found.end or self.tokens[self.n - 1].end()
        return found

    def _open(self, found: _Place, end: str) -> None:
        """Read a list up to its end. Raise _Unusual where two brackets in a row are one token, as in a list of lists."""
        if self.now == "[[":
            raise _Unusual
        found.of = []
        self.n += 1
        while self.now != end:
            if self.now == "]]":
                raise _Unusual
            found.of.append(self._value())
            self.n += self.now == ","
        self.n += 1

    def _plain(self) -> None:
        """Read a number, a string, or a word. A number may have a dot."""
        self.n += 1
        while self.now == ".":
            self.n += 2


# Changes


@dataclass(slots=True)
class _Change:
    """The edits that change the values in the text."""

    words: str
    root: _Place
    edits: list[tuple[int, int, str]] = field(default_factory=list)

    def to(self, before: Data, after: Data) -> str:
        """Return the text after replacing the values of `before` by those of `after`."""
        self._table(self.root, before, after)
        words = self.words
        for (start, end, new), _ in sorted(zip(self.edits, count()), key=lambda one: (one[0][0], one[1]), reverse=True):
            words = words[:start] + new + words[end:]
        return words

    def _any(self, place: _Place, before: Any, after: Any) -> None:
        if before == after and type(before) is type(after):
            return
        if isinstance(before, dict) and isinstance(after, dict) and self._is_near(place, before, after):
            self._table(place, before, after)
        elif isinstance(before, list) and isinstance(after, list) and isinstance(place.of, list) and after and before:
            self._list(place, before, after)
        elif place.is_section:
            raise _Unusual
        else:
            self.edits.append((place.start, place.end, _value(after, self._indent(place.start))))

    def _is_near(self, place: _Place, before: Data, after: Data) -> bool:
        """Return whether to change a table entry by entry. A table in one line that loses several entries is written as a
        whole."""
        return isinstance(place.of, dict) and (place.is_section or len(before.keys() - after.keys()) <= 1 < len(before))

    def _table(self, place: _Place, before: Data, after: Data) -> None:
        assert isinstance(place.of, dict)
        for key in before:
            if key in after:
                self._any(place.of[key], before[key], after[key])
            else:
                self._drop(place, key)
        added = {key: value for key, value in after.items() if key not in before}
        if added:
            self._add(place, before, added)

    def _drop(self, place: _Place, key: str) -> None:
        assert isinstance(place.of, dict)
        gone = place.of[key]
        if gone.is_section:
            for one in gone.of if isinstance(gone.of, list) else [gone]:
                self._cut(one.start, self._end_of(one))
        elif place.is_section:
            self._cut(gone.key, self._line_end(gone.end))
        else:
            self._cut_item(gone.key, gone.end)

    def _add(self, place: _Place, before: Data, added: Data) -> None:
        assert isinstance(place.of, dict)
        if not place.is_section:
            entries = ", ".join(f"{_key(key)} = {_value(value, self._indent(place.start))}" for key, value in added.items())
            at = max((one.end for one in place.of.values()), default=place.start + 1)
            self.edits.append((at, at, f", {entries}" if place.of else f" {entries} "))
            return
        tables = {key: value for key, value in added.items() if isinstance(value, dict)}
        lines = "".join(f"\n{_entry(key, value)}" for key, value in added.items() if key not in tables)
        at = self._last_entry(place)
        self.edits.append((at, at, lines if at else lines[1:] + "\n"))
        if tables and place is not self.root:
            raise _Unusual
        for key, value in tables.items():
            at = len(self.words.rstrip())
            self.edits.append((at, at, f"\n\n{_table(key, value)}"))

    def _last_entry(self, place: _Place) -> int:
        """Return the index of the end of the last entry's line in a section, or of the section's own line if it has no
        entries."""
        assert isinstance(place.of, dict)
        ends = [one.end for one in place.of.values() if not one.is_section]
        if not ends and place is self.root:
            return 0
        return self._line_end(max(ends) if ends else self._head_end(place)) - 1

    def _head_end(self, place: _Place) -> int:
        return self.words.index("]", place.start) + 1

    def _list(self, place: _Place, before: list[Any], after: list[Any]) -> None:
        assert isinstance(place.of, list)
        if max(len(before), len(after)) > MOST_ROWS:
            raise _Unusual
        rows, was = place.of, [json.dumps(one, sort_keys=True) for one in before]
        now = [json.dumps(one, sort_keys=True) for one in after]
        for what, i, j, m, n in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
            if what == "equal":
                continue
            both = min(j - i, n - m)
            for k in range(both):
                self._any(rows[i + k], before[i + k], after[m + k])
            for row in rows[i + both : j]:
                self._drop_row(place, row)
            if m + both < n:
                self._insert(place, i + both, after[m + both : n])

    def _drop_row(self, place: _Place, row: _Place) -> None:
        if place.is_section:
            self._cut(row.start, self._end_of(row))
        else:
            self._cut_item(row.start, row.end)

    def _insert(self, place: _Place, at: int, new: list[Any]) -> None:
        """Insert rows before the index `at` of a list that has some rows."""
        rows = place.of
        assert isinstance(rows, list)
        if place.is_section:
            if not all(isinstance(one, dict) for one in new):
                raise _Unusual
            start = rows[at].start if at < len(rows) else self._end_of(rows[-1])
            head = self.words[rows[0].start : self._head_end(rows[0]) + 1]
            new_text = "".join("\n".join((head, *starmap(_entry, one.items()), "", "")) for one in new)
            self.edits.append((start, start, new_text))
            return
        indent = self._indent(rows[0].start)
        is_spread = "\n" in self.words[place.start : rows[0].start]
        between = f",\n{indent}" if is_spread else ", "
        new_text = between.join(_value(one, indent) for one in new)
        if at < len(rows):
            self.edits.append((rows[at].start, rows[at].start, new_text + between))
        else:
            self.edits.append((rows[-1].end, rows[-1].end, between + new_text))

    # Places in the words

    def _indent(self, at: int) -> str:
        line = self.words[self.words.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip())]

    def _line_end(self, at: int) -> int:
        """Return the index after the end of the line at `at`."""
        end = self.words.find("\n", at)
        return len(self.words) if end < 0 else end + 1

    def _end_of(self, section: _Place) -> int:
        """Return the index at which the next section begins that is not within this one."""
        inner = {id(one) for one in _within(section)}
        later = (one.start for one in _within(self.root) if one.is_section and id(one) not in inner)
        return min((start for start in later if start > section.start), default=len(self.words))

    def _cut(self, start: int, end: int) -> None:
        self.edits.append((start, end, ""))

    def _cut_item(self, start: int, end: int) -> None:
        """Cut an item out of a list or a table in one line, with one comma. Cut its line, too, if the line is then empty."""
        after = re.compile(r"[ \t]*,[ \t]*").match(self.words, end)
        if after:
            end = after.end()
        else:
            before = re.compile(r",\s*$").search(self.words, 0, start)
            start = before.start() if before else start
        line = self.words.rfind("\n", 0, start) + 1
        if not self.words[line:start].strip() and self.words[end : end + 1] == "\n":
            start, end = line, end + 1
        self._cut(start, end)


def _within(place: _Place) -> Iterator[_Place]:
    yield place
    for one in place.of.values() if isinstance(place.of, dict) else place.of or ():
        yield from _within(one)
