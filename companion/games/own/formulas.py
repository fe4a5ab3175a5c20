"""Reads formulas of a plan, once, when the plan is saved. Notes all names that a formula reads (OWN-22 to 24).

A formula has no attribute and no text: `_spelled` lets only numbers, names and marks through. None is the value *nothing*.
"""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final, Literal

from companion.core.words import Text, text

LARGEST: Final = 1_000_000
LONGEST: Final = 200
MOST_WORDS: Final = 60
DEEPEST: Final = 2
"""The most functions over seats that may be inside one another."""

TABLE_NAMES: Final = frozenset({"players", "left", "round", "starter", "nothing"})
SEAT_NAMES: Final = frozenset({"seat", "is_in", "is_starter"})
OVER_SEATS: Final[Mapping[str, int]] = dict.fromkeys(
    ("total", "count", "most", "fewest", "rank", "alone", "first", "ours"), 1
)
PLAIN: Final[Mapping[str, tuple[int, int]]] = {"min": (1, 60), "max": (1, 60), "abs": (1, 1), "has": (1, 1), "nth": (2, 60)}
FUNCTIONS: Final = frozenset({*OVER_SEATS, *PLAIN, "of", "faces"})
KEYWORDS: Final = frozenset({"and", "or", "not", "if", "else"})
RESERVED: Final = TABLE_NAMES | SEAT_NAMES | FUNCTIONS | KEYWORDS | {"me"}
"""Words that no id may be (OWN-02)."""


def did_you_mean(word: str, values: Collection[str]) -> Text | str:
    """Return the question whether the nearest of these words was meant, or "" if none is near."""
    near = get_close_matches(word, sorted(values), 1, 0.6)
    return text("own.fault.near", near=near[0]) if near else ""


Number = int | None
Reach = Literal["table", "own", "others", "counted"]
"""The seats whose number a formula reads: none, the seat that it is worked out for, others, or only how many have the same
number."""


class Wrong(ValueError):
    """A fault of a formula. `text` is the sentence about it."""

    def __init__(self, why: str, **values: object) -> None:
        super().__init__(why)
        self.text: Text = Text(f"own.formula.{why}", values)


@dataclass(frozen=True, slots=True)
class Read:
    """A name that a formula reads, and the seats whose number it reads."""

    name: str
    reach: Reach


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a formula may read."""

    seat: frozenset[str] = frozenset()
    """Names with a number for each seat."""
    table: frozenset[str] = frozenset()
    rolls: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()
    has_me: bool = True
    """False: the formula is for the whole table, and has no seat of its own."""
    is_start: bool = False
    """True: the formula is worked out before the game begins, when only `players`, `me` and tables have a number."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was read and checked."""

    source: str
    reads: frozenset[Read] = field(default=frozenset(), compare=False)
    tree: ast.expr = field(default_factory=lambda: ast.Constant(0), compare=False, repr=False)

    @property
    def names(self) -> frozenset[str]:
        """Return all names that the formula reads."""
        return frozenset(read.name for read in self.reads)


class World:
    """The numbers that a formula may read. Places of seats are counted from 0. Before the game these are the numbers of the
    tables and of the players."""

    round = 1
    starter = 0
    """The place of the starter."""

    def __init__(self, tables: Mapping[str, Mapping[int, tuple[int, ...]]], players: int) -> None:
        self.tables = tables
        self.players = players

    def is_in(self, place: int) -> bool:
        """Return whether a seat is in the game."""
        return place < self.players

    def number(self, name: str, place: int | None) -> Number:
        """Return the number of a name for a seat, or (None) for the table."""
        return None

    def row(self, table: str) -> tuple[int, ...]:
        """Return a table's row for this number of players."""
        return self.tables[table].get(self.players, ())

    def dice(self, roll: str, place: int) -> tuple[int, ...]:
        """Return the dice of a seat."""
        return ()

    def side(self, place: int) -> str | None:
        """Return the side of a seat."""
        return None

    def counted(self, name: str, n: int) -> Number:
        """Return how many seats gave this answer to a step, where people know the number but not the seats."""
        return None


# Reading

_TOKEN: Final = re.compile(r"(?P<number>[0-9]+)(?![\w.])|(?P<name>[A-Za-z_]\w*)|(?P<mark>[=!<>]=|[-+*/%<>=(),])", re.ASCII)
_COUNTS_NOTHING: Final = frozenset({"(", ")", ",", "else"})


def read(written: str | int, names: Names) -> Formula:
    """Return the formula of a text or of a whole number. Raise Wrong if it has a fault."""
    source = str(written)
    if len(source) > LONGEST:
        raise Wrong("long", most=LONGEST)
    found = _parsed(" ".join(_spelled(source)))
    reader = _Reader(names)
    reader.walk(found, 0)
    return Formula(source.strip(), frozenset(reader.reads), found)


def number(n: int) -> Formula:
    """Return the formula of a whole number."""
    return Formula(str(n), frozenset(), ast.Constant(n))


def _spelled(source: str) -> Iterator[str]:
    """Yield the tokens in Python's spelling. A name gets a `_` in front, so that Python's own words can be names."""
    counted = 0
    for found in _tokens(source):
        counted += found[0] not in _COUNTS_NOTHING
        if found["number"] and int(found[0]) > LARGEST:
            raise Wrong("large", most=LARGEST)
        yield _as_python(found)
    if not counted:
        raise Wrong("empty")
    if counted > MOST_WORDS:
        raise Wrong("words", most=MOST_WORDS)


def _tokens(source: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(source):
        if source[at] in " \t\n":
            at += 1
            continue
        found = _TOKEN.match(source, at)
        if found is None:
            raise Wrong("mark", mark=source[at : at + 8].split()[0])
        yield found
        at = found.end()


def _as_python(found: re.Match[str]) -> str:
    if found["number"]:
        return str(int(found[0]))
    if found["name"] and found[0] not in KEYWORDS:
        return f"_{found[0]}"
    return "==" if found[0] == "=" else found[0]


def _parsed(spelled: str) -> ast.expr:
    try:
        return ast.parse(spelled, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Wrong("shape") from None


_ALLOWED: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod, ast.USub, ast.Not, ast.And, ast.Or, ast.Eq, ast.NotEq,
                   ast.Lt, ast.LtE, ast.Gt, ast.GtE)  # fmt: skip


class _Reader:
    """Walks through a formula once, refuses parts that a formula may not have, and collects the names that it reads."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.reads: set[Read] = set()

    def walk(self, node: ast.expr, deep: int) -> None:
        match node:
            case ast.Constant(value=int()):
                return
            case ast.Name(id=name):
                self._name(name[1:], deep)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                self._call(name[1:], args, deep)
            case ast.UnaryOp() | ast.BinOp() | ast.BoolOp() | ast.IfExp():
                self._parts(node, deep)
            case ast.Compare(ops=[_]):
                self._parts(node, deep)
            case ast.Compare():
                raise Wrong("chain")
            case _:
                raise Wrong("shape")

    def _parts(self, node: ast.expr, deep: int) -> None:
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr):
                self.walk(part, deep)
            elif not isinstance(part, _ALLOWED):
                raise Wrong("shape")

    def _name(self, name: str, deep: int) -> None:
        names = self.names
        if names.is_start:
            if name not in ("players", "nothing") and not (name == "me" and names.has_me):
                raise Wrong("start", name=name)
        elif name == "me":
            if not names.has_me:
                raise Wrong("me")
            self.reads.add(Read(name, "own"))
        elif name in names.seat or name in SEAT_NAMES:
            if not deep and not names.has_me:
                raise Wrong("no_seat", name=name)
            self.reads.add(Read(name, "others" if deep else "own"))
        elif name in names.table:
            self.reads.add(Read(name, "table"))
        elif name not in TABLE_NAMES:
            raise Wrong("name", name=name, near=self._near(name))

    def _near(self, name: str) -> Text | str:
        return did_you_mean(name, {*self.names.seat, *self.names.table, *self.names.tables, *RESERVED} - KEYWORDS)

    def _call(self, name: str, args: list[ast.expr], deep: int) -> None:
        if name in OVER_SEATS or name == "of":
            self._over_seats(name, args, deep)
        elif name == "faces":
            self._faces(args, deep)
        elif name in PLAIN or name in self.names.tables:
            least, most = PLAIN.get(name, (1, 1))
            self._expect(name, args, least, most)
            for arg in args:
                self.walk(arg, deep)
        else:
            raise Wrong("function", name=name, near=self._near(name))

    def _expect(self, name: str, args: list[ast.expr], least: int, most: int) -> None:
        if not least <= len(args) <= most:
            raise Wrong("parts", name=name, least=least)

    def _over_seats(self, name: str, args: list[ast.expr], deep: int) -> None:
        self._expect(name, args, 1 + (name == "of"), 1 + (name == "of"))
        if self.names.is_start:
            raise Wrong("start", name=name)
        if deep >= DEEPEST:
            raise Wrong("deep", most=DEEPEST)
        if name == "of":
            self.walk(args[0], deep)
        if name in ("ours", "rank", "alone") and not deep:
            self._looks_at_one(name)
        if name == "ours":
            self.reads.add(Read("ours", "others"))
        if name == "count" and self._counts_alike(args[0], deep + 1):
            return
        self.walk(args[-1], deep + 1)

    def _looks_at_one(self, name: str) -> None:
        if not self.names.has_me:
            raise Wrong("no_seat", name=name)
        self.reads.add(Read("seat", "own"))

    def _counts_alike(self, of: ast.expr, deep: int) -> bool:
        """Return whether a part counts the seats with the same number, as in `count(STEP == k)` (OWN-24). Note the names
        that `k` reads."""
        for name, k in compared_with(of):
            beside = _Reader(self.names)
            beside.walk(k, deep)
            if name in self.names.seat and not any(read.reach == "others" for read in beside.reads):
                self.reads |= {*beside.reads, Read(name, "counted")}
                return True
        return False

    def _faces(self, args: list[ast.expr], deep: int) -> None:
        self._expect("faces", args, 2, 2)
        if not isinstance(args[0], ast.Name) or args[0].id[1:] not in self.names.rolls:
            raise Wrong("faces")
        self.walk(args[0], deep)
        self.walk(args[1], deep)


def compared_with(of: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the name and the part that it is compared with, in `NAME == k` or `k == NAME`."""
    match of:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            yield from ((one.id[1:], k) for one, k in ((left, right), (right, left)) if isinstance(one, ast.Name))
