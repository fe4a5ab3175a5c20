"""Finds the formulas that read a secret when a plan is saved, and refuses those that may not read one (OWN-24, 26)."""

import ast
from dataclasses import replace
from typing import Final

from companion.core.words import Text, listed, text
from companion.games.own.formulas import LARGEST, Formula, Read
from companion.games.own.plan import HIGH, LOW, MOST_DICE, MOST_ROUNDS, Effect, Fault, Path, Plan, PlanStep
from companion.games.own.rows import Book, Use

_OPEN: Final = frozenset({"me", "seat", "is_in", "is_starter"})


class Secrets:
    """The secret names of a plan, at each time of a round."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.counters = {counter.id: counter for counter in plan.counters}
        self.steps = {step.id: i for i, step in enumerate(plan.steps)}

    def is_shown(self, what: str, before: int) -> bool:
        """Return whether an earlier step of the round always shows this name to all."""
        return any(
            step.do == "show" and what in step.what and step.when is None and step.where is None
            for step in self.plan.steps[:before]
        )

    def hides(self, read: Read, use: Use) -> bool:
        """Return whether a name that a formula reads is a secret at this time (OWN-24)."""
        name = read.name
        if name in _OPEN:
            return False
        if name in self.counters:
            return self.counters[name].who_sees != "all" and not self.is_shown(name, use.step)
        if name in self.steps:
            return self._hides_answer(name, read, use)
        if name.startswith("got_"):
            step = self.plan.steps[self.steps[name[4:]]]
            return step.shown == "nothing" and not self.is_shown(step.id, use.step)
        if name.startswith("is_") or name == "{role}":
            return not self.is_shown("role", use.step)
        return not self.plan.are_sides_open and not self.is_shown("role", use.step)

    def _hides_answer(self, name: str, read: Read, use: Use) -> bool:
        at = self.steps[name]
        step = self.plan.steps[at]
        if at > use.step or (at == use.step and use.effect < 0) or self.is_shown(name, use.step):
            return False  # the answer has no value yet, or everybody knows it
        if step.do == "roll":
            return step.secret
        if step.do != "ask" or step.shown in ("each", "open"):
            return False
        return not (step.shown == "counts" and read.reach == "counted" and not self._goes_out(at, use))

    def _goes_out(self, since: int, use: Use) -> bool:
        """Return whether a seat may have gone out between a step and a use. If so, a count at the use can tell that seat's
        answer."""
        return any(
            effect.kind == "out"
            for i, step in enumerate(self.plan.steps[since : use.step + 1], since)
            for n, effect in enumerate(step.then)
            if i < use.step or n < use.effect
        )

    def reads_secret(self, formula: Formula | None, use: Use) -> bool:
        """Return whether a formula reads a secret at this time."""
        return formula is not None and any(self.hides(read, use) for read in formula.reads)

    def reads_others(self, formula: Formula | None, use: Use) -> bool:
        """Return whether a formula reads a secret that is not the seat's own: of another seat, or one that nobody sees."""
        reads = formula.reads if formula is not None else ()
        return any(self.hides(read, use) and not self._is_own(read) for read in reads)

    def _is_own(self, read: Read) -> bool:
        counter = self.counters.get(read.name)
        is_nobodys = counter is not None and counter.who_sees == "nobody"
        return read.reach == "own" and not is_nobodys and not read.name.startswith("got_")


def checked(plan: Plan, book: Book) -> Plan:
    """Note each formula that may not read a secret. Return the plan with the notes on what it gives away."""
    plan = covered(plan)
    secrets = Secrets(plan)
    for use in book.uses:
        _check(use, secrets, book)
    for i, step in enumerate(plan.steps):
        _check_step(i, step, book)
    return replace(plan, remarks=tuple(_remarks(plan, secrets)))


def covered(plan: Plan) -> Plan:
    """Return the plan with three facts for each step: whether all seats are asked, whether it is covered, and whom it tells
    secrets."""
    for i, step in enumerate(plan.steps):
        plan = replace(plan, steps=(*plan.steps[:i], _covered(plan, i, step), *plan.steps[i + 1 :]))
    secrets = Secrets(plan)
    return replace(plan, steps=tuple(_telling(secrets, i, step) for i, step in enumerate(plan.steps)))


def _covered(plan: Plan, i: int, step: PlanStep) -> PlanStep:
    """Return the step with the facts whether all seats are asked, and whether its question is covered."""
    if step.do not in ("ask", "tell"):
        return step
    secrets, use = Secrets(plan), Use(_NONE, ("step", i), step=i)
    asks_all = secrets.reads_secret(step.who, use)
    parts = (step.who, step.low, step.high, *(formula for _, formula in step.only))
    covered = any(secrets.reads_secret(part, use) for part in parts)
    return replace(step, asks_all=asks_all, covered=covered or step.do == "tell", reach=reach(plan, step))


def _telling(secrets: Secrets, i: int, step: PlanStep) -> PlanStep:
    """Return the step with the facts whom it tells secrets, and which secrets its effects read."""
    use = Use(_NONE, ("step", i), step=i)
    texts = (step.question, step.else_text, *step.texts) if step.covered else ()
    blanks = [blank.formula for one in texts for blank in one.blanks]
    tells = any(secrets.reads_others(formula, use) for formula in (step.who, *blanks))
    return replace(step, tells=tells, then=tuple(_reading(secrets, i, n, one) for n, one in enumerate(step.then)))


def _reading(secrets: Secrets, i: int, n: int, effect: Effect) -> Effect:
    use = Use(_NONE, ("step", i), step=i, effect=n)
    is_secret = secrets.reads_secret(effect.n, use) or secrets.reads_secret(effect.where, use)
    others = secrets.reads_others(effect.n, use) or secrets.reads_others(effect.where, use)
    return replace(effect, is_secret=is_secret, reads_others=others)


_NONE: Final = Formula("0")


def _check(use: Use, secrets: Secrets, book: Book) -> None:
    is_covered = use.is_read_by_all and _is_covered_question(use, secrets.plan)
    if is_covered:
        return
    if use.is_read_by_all and any(read.reach == "own" for read in use.formula.reads):
        book.fault(use.at, "text_of_seat")
    elif use.ban == "all" and secrets.reads_secret(use.formula, use):
        book.fault(use.at, "secret", names=_secret_names(use, secrets))
    elif use.ban == "others" and secrets.reads_others(use.formula, use):
        book.fault(use.at, "secret_of_others", names=_secret_names(use, secrets))


def _is_covered_question(use: Use, plan: Plan) -> bool:
    return use.step < len(plan.steps) and plan.steps[use.step].do == "ask" and plan.steps[use.step].covered


def _secret_names(use: Use, secrets: Secrets) -> Text:
    return listed(sorted({read.name.strip("{}") for read in use.formula.reads if secrets.hides(read, use)}))


def _check_step(i: int, step: PlanStep, book: Book) -> None:
    """Note the keys that are missing or wrong in a step that asks all seats (OWN-12)."""
    if step.do == "ask" and step.asks_all:
        if not step.else_text.by:
            book.fault(("step", i), "else_question")
        if step.shown not in ("counts", "nothing"):
            book.fault(("step", i, "shown"), "shown_covered")
    elif step.do == "ask" and step.shown == "open" and step.covered:
        book.fault(("step", i, "shown"), "shown_open")


def _remarks(plan: Plan, secrets: Secrets) -> list[Fault]:
    """Return notes on the secrets that a plan gives away, which OWN-24 allows."""
    found: list[Fault] = []
    for i, step in enumerate(plan.steps):
        at: Path = ("step", i)
        if secrets.reads_others(step.who, Use(_NONE, at, step=i)):
            found.append(_tells((*at, "who"), "who"))
        if step.do == "show" and secrets.reads_secret(step.where, Use(_NONE, at, step=i)):
            found.append(_tells((*at, "where"), "show"))
        if step.asks_all and step.shown == "counts":
            found.append(_tells((*at, "shown"), "counts"))
        found += [
            _tells((*at, "then", n), effect.kind if effect.kind in ("out", "starts") else "effect")
            for n, effect in enumerate(step.then)
            if _effect_tells(plan, secrets, i, effect)
        ]
    uses = (Use(end.when, ("end", n, "when"), step=len(plan.steps)) for n, end in enumerate(plan.ends))
    return found + [_tells(use.at, "end") for use in uses if secrets.reads_secret(use.formula, use)]


def _tells(at: Path, what: str) -> Fault:
    return Fault(text(f"own.tells.{what}"), at)


def _effect_tells(plan: Plan, secrets: Secrets, i: int, effect: Effect) -> bool:
    if not effect.is_secret or effect.kind not in ("add", "set"):
        return effect.is_secret and effect.kind in ("out", "starts")
    is_open = plan.counter(effect.counter).who_sees == "all" or secrets.is_shown(effect.counter, i)
    return is_open or effect.reads_others


# The least and the highest number that a question could ever ask for, by its formulas (OWN-10)


Span = tuple[int, int] | None
"""The least and the most that a formula can be worth. None: unknown, or it may be worth nothing."""


def reach(plan: Plan, step: PlanStep) -> tuple[int, int]:
    """Return the least and the highest number that any seat could be asked for. Unknown bounds are 0 and 999."""
    low, high = _formula_span(plan, step.low, LOW), _formula_span(plan, step.high, HIGH)
    ends = (*(low or (LOW, LOW)), *(high or (LOW, HIGH)))
    return min(LOW, *ends), max(ends)


def _formula_span(plan: Plan, formula: Formula | None, usual: int) -> Span:
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
