"""Works formulas out in whole numbers, and explains the results (OWN-21 to 23). Only this file imports `simpleeval`. Its
evaluator gets no attribute, no text and no function of Python."""

import ast
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from simpleeval import SimpleEval

from companion.games.own.formulas import LARGEST, OVER_SEATS, PLAIN, Formula, Number, World, compared_with
from companion.games.own.spoken import number


def _known(work: Callable[..., Number]) -> Callable[..., Number]:
    """Return a function that is worth nothing if one of its numbers is nothing, or if its own number is too large."""
    return lambda *of: None if None in of else _bounded(work(*of))


def _bounded(n: Number) -> Number:
    return n if n is not None and -LARGEST <= n <= LARGEST else None


def _compared(work: Callable[[int, int], bool]) -> Callable[[Number, Number], Number]:
    return lambda a, b: int(a is not None and b is not None and work(a, b))


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


_FUNCTIONS: Final[Mapping[str, Callable[..., Number]]] = {
    "_min": _known(lambda *of: min(of)),
    "_max": _known(lambda *of: max(of)),
    "_abs": _known(int.__abs__),
    "_has": lambda a: int(a is not None),
    "_nth": lambda i, *of: of[i - 1] if i is not None and 1 <= i <= len(of) else None,
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

    def work(self, formula: Formula | None) -> Number:
        """Return the number of a formula. A missing one is worth nothing."""
        return None if formula is None else self.value(formula.tree)

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
            assert isinstance(node.args[0], ast.Name)
            roll, face = node.args[0].id[1:], self.value(node.args[1])
            is_rolled = self.looked is not None and self.world.number(roll, self.looked) is not None
            return self.world.dice(roll, self.looked or 0).count(face or 0) if is_rolled else None
        if name in PLAIN:
            result: Number = self._eval_call(node)
            return result
        return _FUNCTIONS["_nth"](self.value(node.args[0]), *self.world.row(name))

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
        found = {place: n for place in self.seats if (n := self._at(place, node)) is not None}
        match name:
            case "total":
                return _bounded(sum(found.values()))
            case "ours":
                side = None if self.looked is None else self.world.side(self.looked)
                return _bounded(sum(n for place, n in found.items() if side is not None and self.world.side(place) == side))
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

_MARKED: Final = re.compile(r"\{(.*?)\}( \(.*?\))")
_NAME: Final = re.compile(r"\b_([A-Za-z_]\w*)")


def explained(formula: Formula, worker: Worker) -> tuple[str, ...]:
    """Return the formula with its numbers, in pieces: marks, a name, the name's number, marks, and so on. A choice shows
    only the branch that was taken (OWN-21)."""
    copy = ast.parse(ast.unparse(formula.tree), mode="eval").body
    return tuple(_MARKED.split(ast.unparse(_Shown(worker).visit(copy))))


class _Shown(ast.NodeTransformer):
    """Puts a name with its number in the place of each name and each function over seats."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker

    def visit(self, node: ast.AST) -> Any:
        match node:
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.visit(body if self.worker.value(test) else other)
            case ast.Call(func=ast.Name(id=name), args=args) if name[1:] in PLAIN:
                return ast.Call(ast.Name(name[1:]), list(map(self.visit, args)), [])
            case ast.Name() | ast.Call():
                name = _NAME.sub(r"\1", ast.unparse(node))
                return ast.Name(f"{{{name}}} ({number(self.worker.value(node))})")
        return self.generic_visit(node)
