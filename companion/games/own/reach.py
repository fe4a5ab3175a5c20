"""The least and the highest number that a question could ever ask for, found by reading its formulas (OWN-10)."""

import ast

from companion.games.own.formulas import LARGEST, Formula
from companion.games.own.plan import HIGH, LOW, MOST_DICE, MOST_ROUNDS, Plan, PlanStep

Span = tuple[int, int] | None
"""The least and the most that a formula can be worth. None: unknown, or it may be worth nothing."""


def reach(plan: Plan, step: PlanStep) -> tuple[int, int]:
    """Return the least and the highest number that any seat could be asked for. Unknown bounds are 0 and 999."""
    low, high = _of(plan, step.low, LOW), _of(plan, step.high, HIGH)
    ends = (*(low or (LOW, LOW)), *(high or (LOW, HIGH)))
    return min(LOW, *ends), max(ends)


def _of(plan: Plan, formula: Formula | None, usual: int) -> Span:
    return (usual, usual) if formula is None else _span(plan, formula.tree)


def _span(plan: Plan, node: ast.expr) -> Span:
    found = _worked(plan, node)
    return None if found is None or found[0] < -LARGEST or found[1] > LARGEST else found


def _worked(plan: Plan, node: ast.expr) -> Span:
    match node:
        case ast.Constant(value=int(n)):
            return n, n
        case ast.Name(id=name):
            return _of_name(plan, name[1:])
        case ast.UnaryOp(op=ast.USub(), operand=of):
            return _of_sum(ast.Sub(), (0, 0), _span(plan, of))
        case ast.BinOp(left=left, op=op, right=right):
            return _of_sum(op, _span(plan, left), _span(plan, right))
        case ast.IfExp(body=one, orelse=other):
            return _around(_span(plan, one), _span(plan, other))
        case ast.Call(func=ast.Name(id=name), args=args):
            return _of_call(plan, name[1:], [_span(plan, arg) for arg in args])
    return 0, 1  # a comparison, or several joined by and, or, not


def _of_call(plan: Plan, name: str, spans: list[Span]) -> Span:
    most = plan.players[1]
    match name, spans:
        case "count" | "faces", _:
            return 0, max(most, MOST_DICE)
        case "has" | "alone", _:
            return 0, 1
        case "most" | "fewest", [one]:
            return one
        case "total" | "ours", [(low, high)]:
            return min(low, low * most), max(high, high * most)
        case "min" | "max", _:
            known = [span for span in spans if span is not None]
            pick = min if name == "min" else max
            return (pick(low for low, _ in known), pick(high for _, high in known)) if len(known) == len(spans) else None
    return None


def _of_name(plan: Plan, name: str) -> Span:
    counter = next((one for one in plan.counters if one.id == name), None)
    if counter is not None:
        return counter.low, counter.high
    if name in ("players", "left", "me", "seat", "starter"):
        return 1, plan.players[1]
    if name == "round":
        return 1, MOST_ROUNDS
    return (0, 1) if name.startswith(("is_", "on_")) else None


def _of_sum(op: ast.operator, one: Span, other: Span) -> Span:
    if one is None or other is None:
        return None
    match op:
        case ast.Add():
            return one[0] + other[0], one[1] + other[1]
        case ast.Sub():
            return one[0] - other[1], one[1] - other[0]
        case ast.Mult():
            corners = [a * b for a in one for b in other]
        case ast.Div() if other[0] > 0:
            corners = [a // b for a in one for b in other]
        case ast.Mod() if other[0] > 0:
            return 0, other[1] - 1
        case _:
            return None
    return min(corners), max(corners)


def _around(one: Span, other: Span) -> Span:
    return None if one is None or other is None else (min(one[0], other[0]), max(one[1], other[1]))
