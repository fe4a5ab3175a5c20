"""The rows of a plan as people wrote them. Takes values out of them by key and kind, and notes each fault.

Nothing here knows the meaning of a plan. Values come straight from JSON or TOML, so each one is checked.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from unicodedata import category

from companion.core.words import Text, listed
from companion.games.own import formulas
from companion.games.own.formulas import Formula, Names, Read, Wrong, did_you_mean
from companion.games.own.plan import LANGUAGE, MOST, NAME, NO_TEXT, ONE_TEXT, Blank, BlankKind, Fault, Path, Piece, PlanText

MOST_FAULTS: Final = 40
"""The most faults that are noted: enough for an evening of mending. A hostile file could have many more."""

Ban = Literal["all", "others", "none"]
"""The secrets that a formula may not read: all, those of other seats, or none (OWN-24)."""


@dataclass(frozen=True, slots=True)
class Use:
    """A formula and the time when it is worked out: after how many steps, and after how many effects of the last step."""

    formula: Formula
    at: Path
    ban: Ban = "none"
    step: int = 0
    effect: int = -1
    is_read_by_all: bool = False
    """True: the formula is in a text that everybody reads. The question of a covered step is not such a text (OWN-26)."""


@dataclass(slots=True)
class Book:
    """Notes that are taken while a plan is read."""

    faults: list[Fault] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    formulas: list[tuple[Path, Formula]] = field(default_factory=list)
    """All formulas, each with its place."""
    language: str = "en"
    translations: dict[str, dict[str, str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    """The texts that the plan uses."""

    def fault(self, at: Path, why: str, **values: object) -> None:
        """Note a fault at its place."""
        self.refuse(at, Text(f"own.fault.{why}", values))

    def refuse(self, at: Path, why: Text) -> None:
        """Note a fault whose sentence is ready."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(why, at))

    def text(self, written: str, most: int, at: Path, names: Names | None, use: Use) -> PlanText:
        """Return a text in all its languages, after checking each. If `names` are given it may hold formulas (OWN-26)."""
        self.used.add(written)
        versions = [(self.language, written, at)]
        versions += [(code, of[written], (code, written)) for code, of in self.translations.items() if written in of]
        return PlanText(tuple((code, self._pieces(words, most, place, names, use)) for code, words, place in versions))

    def _pieces(self, written: str, most: int, at: Path, names: Names | None, use: Use) -> tuple[Piece, ...]:
        if len(written) > most or written != written.strip() or any(category(letter) in _UNSEEN for letter in written):
            self.fault(at, "text", most=most)
        elif not written:
            self.fault(at, "empty")
        elif most == NAME and _MARKUP.search(written):
            self.fault(at, "markup")
        if names is None:
            return (written,)
        return tuple(self._piece(piece, at, names, use) for piece in _BRACES.split(written) if piece)

    def _piece(self, written: str, at: Path, names: Names, use: Use) -> Piece:
        if not (found := _BRACES.fullmatch(written)):
            if "{" in written or "}" in written:
                self.fault(at, "brace", l="{", r="}")
            return written
        kind, _, rest = written[1:-1].rpartition(":")
        kinds: Mapping[str, BlankKind] = {"": "number", "name": "name", "role": "role", "side": "side"}
        if kind not in kinds:
            self.fault(at, "blank", blank=found[0])
            return written
        formula = self.formula(rest, at, names)
        if kind in ("role", "side"):
            formula = Formula(formula.source, formula.reads | {Read(f"{{{kind}}}", "others")}, formula.tree)
        self.uses.append(Use(formula, at, use.ban, use.step, use.effect, use.is_read_by_all))
        return Blank(kinds[kind], formula)

    def formula(self, source: str | int, at: Path, names: Names) -> Formula:
        """Return a formula. Note its fault if it has one, and return the formula 0."""
        try:
            found = formulas.read(source, names)
        except Wrong as why:
            self.refuse(at, why.text)
            return formulas.number(0)
        self.formulas.append((at, found))
        return found


_UNSEEN: Final = ("Cc", "Cs", "Zl", "Zp")
"""Characters that break a line, or that no file can hold."""
_MARKUP: Final = re.compile(r"<[a-zA-Z/!?]")
"""The beginning of a tag. No screen draws one, but a name with tags is a paste that went wrong, or means no good."""
_BRACES: Final = re.compile(r"(\{[^{}]*\})")
_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,19}")
_TAKEN: Final = formulas.RESERVED | {"role"}


class Row:
    """A table of the plan. Asking for a key makes it known, and `end` refuses all other keys."""

    def __init__(self, book: Book, value: Any, at: Path) -> None:
        self.book = book
        self.at = at
        self.data: dict[str, Any] = value if isinstance(value, dict) else {}
        self._known: set[str] = set()
        if not isinstance(value, dict):
            book.fault(at, "table")

    def has(self, key: str) -> bool:
        """Return whether the row has a key."""
        return key in self.data

    def get(self, key: str) -> Any:
        """Return the value of an optional key, or None."""
        self._known.add(key)
        return self.data.get(key)

    def need(self, key: str) -> None:
        """Note a fault if the row lacks this key."""
        if key not in self.data:
            self.book.fault(self.at, "needed", key=key)

    def text(self, key: str, most: int = ONE_TEXT, names: Names | None = None, use: Use | None = None) -> PlanText:
        """Return a text, or NO_TEXT if the row has none."""
        return NO_TEXT if self.get(key) is None else self.texts(key, 1, most, names, use, only_one=True)[0]

    def texts(
        self,
        key: str,
        count: int,
        most: int = ONE_TEXT,
        names: Names | None = None,
        use: Use | None = None,
        only_one: bool = False,
    ) -> tuple[PlanText, ...]:
        """Return the texts of a list, or of a single text."""
        value = self.get(key)
        listed = value if isinstance(value, list) and not only_one else [value]
        if value is None:
            return ()
        if not all(isinstance(one, str) for one in listed) or not 1 <= len(listed) <= count:
            self.book.fault((*self.at, key), "texts" if count > 1 else "is_text", most=count)
            return (NO_TEXT,)
        at = [(*self.at, key, i) if isinstance(value, list) else (*self.at, key) for i in range(len(listed))]
        use = use or Use(formulas.number(0), self.at)
        return tuple(self.book.text(one, most, place, names, use) for one, place in zip(listed, at, strict=True))

    def whole(self, key: str, least: int, most: int, usual: int) -> int:
        """Return a whole number between `least` and `most`, or the usual number."""
        value = self.get(key)
        if value is None:
            return usual
        if type(value) is not int or not least <= value <= most:
            self.book.fault((*self.at, key), "whole", least=least, most=most)
            return usual
        return value

    def flag(self, key: str) -> bool:
        """Return true or false. Without the key it is false."""
        value = self.get(key)
        if value is not None and type(value) is not bool:
            self.book.fault((*self.at, key), "flag")
        return value is True

    def one_of(self, key: str, values: Collection[str], usual: str) -> str:
        """Return one of these words, or the usual one."""
        value = self.get(key)
        if value is None:
            return usual
        if not isinstance(value, str) or value not in values:
            near = did_you_mean(value, values) if isinstance(value, str) else ""
            self.book.fault((*self.at, key), "one_of", values=listed(sorted(values)), near=near)
            return usual
        return value

    def ids(self, key: str, values: Collection[str], most: int) -> tuple[str, ...]:
        """Return a list of known ids."""
        value = self.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not 1 <= len(value) <= most or len(set(map(repr, value))) < len(value):
            self.book.fault((*self.at, key), "choose" if value == [] else "ids", most=most)
            return ()
        for i, one in enumerate(value):
            self._check_id(one, values, (*self.at, key, i))
        return tuple(one for one in value if isinstance(one, str) and one in values)

    def id_of(self, key: str, values: Collection[str]) -> str:
        """Return a known id, or "" if there is none."""
        value = self.get(key)
        if value is None:
            return ""
        return value if self._check_id(value, values, (*self.at, key)) else ""

    def _check_id(self, value: Any, values: Collection[str], at: Path) -> bool:
        if isinstance(value, str) and value in values:
            return True
        self.book.fault(at, "no_such_id", id=str(value)[:40], near=did_you_mean(str(value)[:40], values))
        return False

    def formula(
        self, key: str, names: Names, use: Use | None = None, ban: Ban = "none", usual: Formula | None = None
    ) -> Formula | None:
        """Return a formula, or the usual one. If `use` is given, note the formula's path and the secrets that it may not
        read."""
        value = self.get(key)
        if value is None:
            return usual
        at = (*self.at, key)
        if isinstance(value, bool) or not isinstance(value, str | int):
            self.book.fault(at, "is_formula")
            return usual
        found = self.book.formula(value, at, names)
        if use is not None:
            self.book.uses.append(Use(found, at, ban, use.step, use.effect))
        return found

    def rows(self, key: str, most: int) -> Iterator["Row"]:
        """Yield the rows of a list of tables. If the list is too long, note that and yield none."""
        value = self.get(key)
        if value is None:
            return
        if not isinstance(value, list) or len(value) > most:
            self.book.fault((*self.at, key), "rows", most=most)
            return
        for i, one in enumerate(value):
            yield Row(self.book, one, (*self.at, key, i))

    def end(self) -> None:
        """Note each key that no reader asked for."""
        for key in list(self.data)[: 2 * MOST_FAULTS]:
            if key not in self._known:
                self.book.fault((*self.at, key), "unknown_key", key=key[:40], near=did_you_mean(key[:40], self._known))


def raw(head: Row, key: str) -> list[dict[str, Any]]:
    """Return the unchecked rows of a list, or none if the list is too long."""
    value = head.data.get(key)
    rows = value if isinstance(value, list) and len(value) <= MOST[key] else []
    return [row for row in rows if isinstance(row, dict)]


def ids(head: Row, key: str, usual: str = "") -> list[str]:
    """Return the ids of rows, as far as they are words. For a row without an id, `usual` and the row's number make one."""
    found = [row.get("id", usual and f"{usual}{i}") for i, row in enumerate(raw(head, key), 1)]
    return [one for one in found if isinstance(one, str)]


def id_fault(id_: object) -> str | None:
    """Return the key of the fault for a bad id (OWN-02), or None for a good one."""
    if not isinstance(id_, str) or not _ID.fullmatch(id_):
        return "id"
    return "id_taken" if id_ in _TAKEN or id_.startswith(("is_", "on_", "got_")) else None


def languages(row: Row) -> None:
    """Take the tables of translations out of the plan's head (OWN-01)."""
    for code in [key for key in row.data if LANGUAGE.fullmatch(key)]:
        words = row.get(code)
        if isinstance(words, dict) and all(isinstance(one, str) for one in words.values()):
            row.book.translations[code] = words
        else:
            row.book.fault((code,), "translations")


def check_translations(book: Book) -> None:
    """Note translations of texts that the plan does not have."""
    for code, words in book.translations.items():
        for written in words:
            if written not in book.used:
                book.fault((code, written), "no_such_text", near=did_you_mean(written[:120], book.used))
