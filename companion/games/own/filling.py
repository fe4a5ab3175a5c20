"""A table's own words: the texts of its plan, in all languages of the plan."""

from collections.abc import Iterable
from typing import Final

from companion.core.words import Text, text
from companion.games.own.formulas import Formula
from companion.games.own.plan import Blank, Plan, PlanText, Role, Side
from companion.games.own.spoken import Pieces, Words, spoken, words
from companion.games.own.state import Table
from companion.games.own.working import Part, Worker, explained

NONE: Final = "–"


def filled(words: PlanText, worker: Worker, table: Table) -> Words:
    """Return a text with its blanks filled (OWN-26)."""
    return tuple(
        (language, tuple(one if isinstance(one, str) else _blank(one, worker, table) for one in pieces))
        for language, pieces in words.by
    )


def _blank(blank: Blank, worker: Worker, table: Table) -> str | Text:
    n = worker.work(blank.formula)
    if blank.kind == "number":
        return NONE if n is None else number(n)
    place = None if n is None or not 1 <= n <= table.players else n - 1
    if place is None:
        return text("own.nobody") if blank.kind == "name" else NONE
    plan = table.public.plan
    if blank.kind == "name":
        return text("seat", seat=table.public.seats[place])
    if blank.kind == "role":
        return named(plan.roles, table.role(place))
    return named(plan.sides, table.side(place))


def named(rows: Iterable[Role | Side], id_: str | None) -> Text:
    """Return the name of a role or a side."""
    found = next((one for one in rows if one.id == id_), None)
    return text("own.none") if found is None else words(found.name)


def explanation(formula: Formula, worker: Worker, plan: Plan) -> Text:
    """Return a formula in words with its numbers: `10 + tricks (3) = 13` (OWN-21)."""
    parts, total = explained(formula, worker), worker.work(formula)
    end = "" if len(parts) == 1 else f" = {NONE if total is None else number(total)}"
    pieces = tuple(piece for part in parts for piece in _part(part, plan))
    return spoken(((plan.language, (*pieces, end)),))


def _part(part: Part, plan: Plan) -> Pieces:
    if isinstance(part, str):
        return (part.replace("*", "×").replace("-", "−"),)
    name, n = part
    label = next((words(one.name) for one in plan.counters if one.id == name), name)
    return label, f" ({NONE if n is None else number(n)})"


def number(n: int) -> str:
    """Return a number with a real minus sign."""
    return str(n).replace("-", "−")
