"""Works out the numbers of a plan before the game: roles, sides and starts for each number of players (OWN-04 to 07)."""

import ast
from collections.abc import Iterator
from typing import Final

from companion.core.words import text
from companion.games.own.formulas import OVER_SEATS, Formula, Number, World
from companion.games.own.plan import MOST_ROUNDS, Fault, Path, Plan
from companion.games.own.rows import Book
from companion.games.own.working import Worker


def worth(plan: Plan, players: int, formula: Formula, me: int | None = None) -> Number:
    """Return the number of a formula that is worked out before the game."""
    return Worker(World(plan.tables, players), me).work(formula)


def rounds(plan: Plan, players: int) -> int:
    """Return the number of rounds (OWN-07)."""
    return worth(plan, players, plan.rounds.number) or 1


def roles(plan: Plan, players: int) -> tuple[str, ...]:
    """Return the dealt roles, each one as often as it is dealt (OWN-05)."""
    counts = {role.id: None if role.count is None else worth(plan, players, role.count) or 0 for role in plan.roles}
    rest = players - sum(n or 0 for n in counts.values())
    return tuple(id_ for id_, n in counts.items() for _ in range(rest if n is None else n))


def open_side(plan: Plan, players: int, place: int) -> str | None:
    """Return the side on which a seat is, if sides are open (OWN-04)."""
    worker = Worker(World(plan.tables, players), place)
    return next((side.id for side in plan.sides if side.where is not None and worker.holds(side.where)), None)


def check_sizes(plan: Plan, book: Book) -> None:
    """Note the faults of the first number of players for which there are any."""
    for players in plan.sizes:
        if not book.faults:
            _check(plan, players, book)
    if not book.faults:
        _check_work(plan, book)


MOST_WORK: Final = 200_000
"""The most numbers and operators that the box works out between two answers: a quarter of a second on a quick machine."""
_WAITING: Final = frozenset({"say", "ask", "enter", "turns", "call", "tell"})


def _check_work(plan: Plan, book: Book) -> None:
    """Note a plan whose formulas take so long that its table would wait. If no step of a round is sure to wait for an
    answer, all rounds run without a pause."""
    players = plan.players[1]
    is_held = any(step.do in _WAITING and step.when is None and step.who is None for step in plan.steps)
    times = 1 if is_held or plan.rounds.is_again_asked else rounds(plan, players)
    found = [(times * players * _work(use.formula.tree, players), use.at) for use in book.uses]
    scores = (*(line.n for line in plan.scores), *plan.win.ties)
    if sum(work for work, _ in found) > MOST_WORK:
        book.fault(_heaviest(found), "work")
    if sum(players * _work(formula.tree, players) for formula in scores) > MOST_WORK:
        book.fault(("score",), "work")


def _heaviest(found: list[tuple[int, Path]]) -> Path:
    most = max(work for work, _ in found)
    return next(at for work, at in found if work == most)


def _work(node: ast.AST, players: int) -> int:
    """Return how many parts of a formula are worked out. A function over seats works its inner part out for each seat."""
    is_over = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id[1:] in OVER_SEATS
    inner = sum(_work(part, players) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
    return 1 + (players if is_over else 1) * inner


def nothings(book: Book) -> Iterator[Fault]:
    """Yield a note on each formula with a part that is always nothing: it divides by 0, or its numbers go past a million."""
    for at, formula in book.formulas:
        if any(isinstance(node, ast.BinOp) and _is_nothing(node) for node in ast.walk(formula.tree)):
            yield Fault(text("own.tells.nothing"), at)


def _is_nothing(node: ast.BinOp) -> bool:
    worker = Worker(World({}, 0))
    if isinstance(node.op, ast.Div | ast.Mod) and _has_no_names(node.right):
        return not worker.value(node.right)
    return _has_no_names(node) and worker.value(node) is None


def _has_no_names(node: ast.expr) -> bool:
    return not any(isinstance(part, ast.Name) for part in ast.walk(node))


def _check(plan: Plan, players: int, book: Book) -> None:
    for i, rows in enumerate(plan.tables.values()):
        if players not in rows:
            book.fault(("table", i, "rows"), "no_row", players=players)
    number = worth(plan, players, plan.rounds.number)
    if number is None or not 1 <= number <= MOST_ROUNDS:
        book.fault(("rounds", "number"), "rounds", most=MOST_ROUNDS, players=players)
    _check_roles(plan, players, book)
    if plan.are_sides_open:
        _check_sides(plan, players, book)


def _check_roles(plan: Plan, players: int, book: Book) -> None:
    if not plan.roles:
        return
    counts = [None if role.count is None else worth(plan, players, role.count) for role in plan.roles]
    for i, (role, n) in enumerate(zip(plan.roles, counts, strict=True)):
        if role.count is not None and (n is None or n < 0):
            book.fault(("role", i, "count"), "role_count", players=players)
    dealt = sum(n or 0 for n in counts)
    has_rest = any(role.count is None for role in plan.roles)
    if dealt > players or (dealt < players and not has_rest):
        book.fault(("role",), "roles", players=players, dealt=dealt)


def _check_sides(plan: Plan, players: int, book: Book) -> None:
    for place in range(players):
        worker = Worker(World(plan.tables, players), place)
        on = sum(worker.holds(side.where) for side in plan.sides)
        if on != 1:
            book.fault(("side",), "one_side", players=players, seat=place + 1, on=on)
            return
