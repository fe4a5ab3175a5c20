"""Works formulas out in whole numbers, and explains the results (OWN-21 to 23).

Only this file imports `simpleeval`. Its evaluator gets no attribute, no text and no function of Python.
"""

import ast
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from simpleeval import SimpleEval

from companion.games.own.formulas import LARGEST, OVER_SEATS, PLAIN, Formula, Number, World, compared_with


def _known(work: Callable[..., Number]) -> Callable[..., Number]:
    """Return a function that is worth nothing if one of its numbers is nothing, or if its own number is too large."""

    def done(*of: Number) -> Number:
        return None if None in of else _bounded(work(*of))

    return done


def _bounded(n: Number) -> Number:
    return n if n is not None and -LARGEST <= n <= LARGEST else None


def _compared(work: Callable[[int, int], bool]) -> Callable[[Number, Number], Number]:
    def done(a: Number, b: Number) -> Number:
        return int(a is not None and b is not None and work(a, b))

    return done


_OPERATORS: Final[Mapping[type[ast.AST], Callable[..., Number]]] = {
    ast.Add: _known(int.__add__),
    ast.Sub: _known(int.__sub__),
    ast.Mult: _known(int.__mul__),
    ast.Div: _known(lambda a, b: a // b if b else None),
    ast.Mod: _known(lambda a, b: a % b if b else None),
    ast.USub: _known(int.__neg__),
    ast.Not: lambda a: int(not a),
    ast.Eq: _compared(int.__eq__),
    ast.NotEq: _compared(int.__ne__),
    ast.Lt: _compared(int.__lt__),
    ast.LtE: _compared(int.__le__),
    ast.Gt: _compared(int.__gt__),
    ast.GtE: _compared(int.__ge__),
}


def _nth(i: Number, *of: Number) -> Number:
    return of[i - 1] if i is not None and 1 <= i <= len(of) else None


_FUNCTIONS: Final = {
    "_min": _known(lambda *of: min(of)),
    "_max": _known(lambda *of: max(of)),
    "_abs": _known(int.__abs__),
    "_has": lambda a: int(a is not None),
    "_nth": _nth,
}


class Worker(SimpleEval):
    """Works formulas out for one seat. If `counts_all`, functions over seats include those that are out (OWN-20, 21)."""

    def __init__(self, world: World, me: int | None = None, counts_all: bool = False) -> None:
        self.world = world
        self.me = me
        self.looked = me
        self.order = tuple((world.starter + i) % world.players for i in range(world.players))
        self.seats = tuple(place for place in self.order if counts_all or world.is_in(place))
        self.operators = _OPERATORS
        self.functions = _FUNCTIONS
        self.expr = ""
        self.nodes = {
            ast.Constant: lambda node: node.value,
            ast.Name: lambda node: self._named(node.id[1:]),
            ast.UnaryOp: self._eval_unaryop,
            ast.BinOp: self._eval_binop,
            ast.BoolOp: lambda node: int(super(Worker, self)._eval_boolop(node) not in (None, 0)),
            ast.Compare: self._eval_compare,
            ast.IfExp: self._eval_ifexp,
            ast.Call: self._called,
        }

    def work(self, formula: Formula) -> Number:
        """Return the number of a formula."""
        return self.value(formula.tree)

    def holds(self, formula: Formula | None) -> bool:
        """Return whether a condition holds. A missing one always holds."""
        return formula is None or bool(self.work(formula))

    def value(self, node: ast.expr) -> Number:
        """Return the number of a part of a formula."""
        value: Number = self._eval(node)
        return value

    def _named(self, name: str) -> Number:
        work = _PUBLIC.get(name)
        return self.world.number(name, self.looked) if work is None else work(self)

    def _called(self, node: ast.Call) -> Number:
        assert isinstance(node.func, ast.Name)
        name = node.func.id[1:]
        if name in OVER_SEATS:
            return self._over(name, node.args[0])
        if name == "of":
            place = self.value(node.args[0])
            return self._at(place - 1, node.args[1]) if place is not None and place - 1 in self.seats else None
        if name == "faces":
            return self._faces(node)
        if name in PLAIN:
            result: Number = self._eval_call(node)
            return result
        return _nth(self.value(node.args[0]), *self.world.row(name))

    def _faces(self, node: ast.Call) -> Number:
        assert isinstance(node.args[0], ast.Name)
        roll, face = node.args[0].id[1:], self.value(node.args[1])
        if self.looked is None or self.world.number(roll, self.looked) is None:
            return None
        return self.world.dice(roll, self.looked).count(face or 0)

    def _at(self, place: int, node: ast.expr) -> Number:
        """Return the number of a part of a formula for the seat at this place."""
        before, self.looked = self.looked, place
        try:
            return self.value(node)
        finally:
            self.looked = before

    def _over(self, name: str, node: ast.expr) -> Number:
        if name == "count" and (counted := self._counted(node)) is not None:
            return counted
        seats = self._ours() if name == "ours" else self.seats
        found = {place: n for place in seats if (n := self._at(place, node)) is not None}
        match name:
            case "total" | "ours":
                return _bounded(sum(found.values()))
            case "count":
                return sum(map(bool, found.values()))
            case "most":
                return max(found.values(), default=None)
            case "fewest":
                return min(found.values(), default=None)
            case "first":
                return next((place + 1 for place, n in found.items() if n), None)
        mine = None if self.looked is None else self._at(self.looked, node)
        if mine is None:
            return None
        others = [n for place, n in found.items() if place != self.looked]
        return 1 + sum(n > mine for n in others) if name == "rank" else int(mine not in others)

    def _counted(self, node: ast.expr) -> Number:
        """Return the number of `count(STEP == k)` where only the counts of a step are known."""
        for name, k in compared_with(node):
            value = self.value(k)
            if self.world.number(name, self.me) is None and value is not None:
                return self.world.counted(name, value)
        return None

    def _ours(self) -> tuple[int, ...]:
        side = None if self.looked is None else self.world.side(self.looked)
        return tuple(place for place in self.seats if side is not None and self.world.side(place) == side)


_PUBLIC: Final[Mapping[str, Callable[[Worker], Number]]] = {
    "nothing": lambda of: None,
    "me": lambda of: None if of.me is None else of.me + 1,
    "players": lambda of: of.world.players,
    "left": lambda of: sum(of.world.is_in(place) for place in range(of.world.players)),
    "round": lambda of: of.world.round,
    "starter": lambda of: of.world.starter + 1,
    "seat": lambda of: None if of.looked is None else of.looked + 1,
    "is_in": lambda of: int(of.looked is not None and of.world.is_in(of.looked)),
    "is_starter": lambda of: int(of.looked == of.world.starter),
}
"""The names that every plan has. Everybody knows their numbers."""

# Explaining

Part = str | tuple[str, Number]
"""A piece of an explanation: marks, or a name with its number."""

_PUT_IN: Final = re.compile(r"(_\d+_)")


def explained(formula: Formula, worker: Worker) -> tuple[Part, ...]:
    """Return the formula with its numbers after the names. A choice shows only the branch that was taken (OWN-21)."""
    shown: list[tuple[str, Number]] = []
    plain = ast.unparse(_Shown(worker, shown).visit(_copied(formula.tree)))
    parts = (shown[int(part.strip("_"))] if _PUT_IN.fullmatch(part) else part for part in _PUT_IN.split(plain))
    return tuple(part for part in parts if part)


def _copied(tree: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(tree), mode="eval").body


class _Shown(ast.NodeTransformer):
    """Replaces each name in a copy of the formula by a mark, and notes the name with its number."""

    def __init__(self, worker: Worker, shown: list[tuple[str, Number]]) -> None:
        self.worker = worker
        self.shown = shown

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        taken: ast.AST = self.visit(node.body if self.worker.value(node.test) else node.orelse)
        return taken

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._noted(node.id[1:], self.worker.value(node))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        assert isinstance(node.func, ast.Name)
        name = node.func.id[1:]
        if name in PLAIN:
            return ast.Call(ast.Name(name), [self.visit(arg) for arg in node.args], [])
        return self._noted(_bare(ast.unparse(node)), self.worker.value(node))

    def _noted(self, name: str, value: Number) -> ast.AST:
        self.shown.append((name, value))
        return ast.Name(f"_{len(self.shown) - 1}_")


_NAME: Final = re.compile(r"\b_([A-Za-z_]\w*)")
_bare: Final = partial(_NAME.sub, r"\1")
