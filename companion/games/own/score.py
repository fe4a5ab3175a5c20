"""The score of a plan: its lines, its winners, and an explanation of each number (OWN-18 to 21)."""

from collections.abc import Collection, Mapping

import msgspec

from companion.core.blocks import ScoreRow
from companion.core.caching import cached_by_identity
from companion.core.game import check_names
from companion.core.score import Score, ScoreLine, ranked
from companion.core.state import Seat, with_public
from companion.core.words import BadFile, Text, text
from companion.games.own.formulas import LARGEST, Formula
from companion.games.own.plan import Plan
from companion.games.own.spoken import name_of, number, spoken, words
from companion.games.own.state import Options, Public, Table, first_state
from companion.games.own.working import Worker, explained


@cached_by_identity
def score(public: Public) -> Score:
    """Return the score of a game that is over. By then everything is open."""
    plan, table = public.plan, Table(public)
    lines = {seat: _lines(public, place) for place, seat in enumerate(public.seats)} if plan.scores else {}
    winner = None if public.ended is None else plan.ends[public.ended].wins
    if winner is not None:
        ours = tuple(seat for place, seat in enumerate(public.seats) if table.side(place) == winner)
        others = tuple(seat for seat in public.seats if seat not in ours)
        ranking = tuple(place for place in (ours, others) if place)
        won: Mapping[str, str] = {"winner": winner}
        why = text("own.side_won", side=name_of(plan.sides, winner))
        return Score(ranking, lines, own=won, why=why, is_won=bool(ours))
    if not plan.scores:
        return Score((public.seats,), is_won=False)
    worth = _worths(public, lines)
    tie = _deciding(worth)
    decided: Mapping[str, int | None] = {"tie_break": tie}
    reason = None if tie is None else text("own.tie", formula=plan.win.ties[tie - 1].source)
    return Score(ranked(public.seats, worth), lines, None if tie is None else str(tie), decided, own_tie=reason)


def _worker(public: Public, place: int) -> Worker:
    return Worker(Table(public), place, counts_all=True)


def _lines(public: Public, place: int) -> tuple[ScoreLine, ...]:
    of = _worker(public, place)
    return tuple(
        ScoreLine(line.name.first, of.work(line.n) or 0, "OWN-20", own=words(line.name), how=_how(public.plan, line.n, of))
        for line in public.plan.scores
    )


def _how(plan: Plan, formula: Formula, of: Worker) -> Text:
    """Return a formula in words, with its numbers: `10 + tricks (3) = 13`."""
    names = {one.id: words(one.name) for one in plan.counters}
    pieces = [names.get(one, one) if i % 3 == 1 else one.replace("*", "×").replace("-", "−")
              for i, one in enumerate(explained(formula, of)) if one]  # fmt: skip
    end = "" if len(pieces) <= 2 else f" = {number(of.work(formula))}"
    return spoken(((plan.language, (*pieces, end)),))


def standing(public: Public) -> Mapping[Seat, int]:
    """Return each seat's points from the lines that read open counters only. Curves and waiting players show them."""
    plan = public.plan
    seen = {one.id for one in plan.counters if one.who_sees == "all"} | {"me", "seat", "is_in", "is_starter"}
    lines = [line.n for line in plan.scores if line.n.names <= seen]
    if not lines:
        return {}
    return {seat: sum(_worker(public, i).work(n) or 0 for n in lines) for i, seat in enumerate(public.seats)}


def _worths(public: Public, lines: Mapping[Seat, tuple[ScoreLine, ...]]) -> Mapping[Seat, tuple[int, ...]]:
    """Return the numbers that rank each seat: its total or its side's, then the formulas that break a tie (OWN-21)."""
    win, table, everybody = public.plan.win, Table(public), range(public.players)
    found: dict[Seat, tuple[int, ...]] = {}
    for place, seat in enumerate(public.seats):
        side = table.side(place) if win.by_side else None
        ours = [i for i in everybody if i == place or (side is not None and table.side(i) == side)]
        total = sum(line.points for i in ours for line in lines[public.seats[i]])
        ties = [[n for i in ours if (n := _worker(public, i).work(tie)) is not None] for tie in win.ties]
        nothing = -LARGEST - 1  # below all others
        found[seat] = (-total if win.fewest else total, *(sum(known) if known else nothing for known in ties))
    return found


def _deciding(worth: Mapping[Seat, tuple[int, ...]]) -> int | None:
    """Return the number, from 1, of the formula that broke the tie for the win. None: no formula did."""
    best = max(worth.values())
    level = [one for one in worth.values() if one[0] == best[0]]
    return next((n for n in range(1, len(best)) if len({one[: n + 1] for one in level}) > 1), None)


def row(line: ScoreLine) -> ScoreRow:
    """Return a line with its formula and the formula's numbers."""
    return ScoreRow(line.words, line.how or line.words, line.rule, line.points, None, text("own.rule.score"))


# A score sheet


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a game as people count it: counters and roles of the seats, counters of the table, and rounds played."""

    plan: dict[str, object]
    seats: dict[str, dict[str, int | str]]
    table: dict[str, int | str] = {}
    rounds: int = 1


def of_sheet(sheet: Sheet) -> Score:
    """Return the score of a sheet. Raise BadFile if the sheet does not fit the plan, or if the plan's score reads steps."""
    plan = Options(sheet.plan).read
    check_names(sheet.seats, "own.bad_sheet_name")
    if len(sheet.seats) not in plan.sizes:
        raise BadFile("own.bad_sheet", where="$.seats")
    steps = {step.id for step in plan.steps} | {f"got_{step.id}" for step in plan.steps}
    if any(formula.names & steps for formula in (*(one.n for one in plan.scores), *plan.win.ties)):
        raise BadFile("own.sheet_steps")
    roles = [role.id for role in plan.roles]
    for seat, row in sheet.seats.items():
        _check(row, {one.id for one in plan.counters if not one.is_table}, f"$.seats.{seat}", roles)
    _check(sheet.table, {one.id for one in plan.counters if one.is_table}, "$.table")
    rows = [[sheet.table] if one.is_table else [*sheet.seats.values()] for one in plan.counters]
    counters = tuple(tuple(row.get(one.id, 0) for row in of) for one, of in zip(plan.counters, rows, strict=True))
    dealt = tuple(row.get("role") for row in sheet.seats.values())
    state = first_state([Seat(name) for name in sheet.seats], plan)
    return score(with_public(state, counters=counters, roles=dealt, round=sheet.rounds, stage="end").public)


def _check(row: Mapping[str, int | str], counters: Collection[str], where: str, roles: Collection[str] = ()) -> None:
    if roles and row.get("role") not in roles:
        raise BadFile("own.bad_sheet", where=f"{where}.role")
    for key, value in row.items():
        is_number = key in counters and isinstance(value, int) and abs(value) <= LARGEST
        if not is_number and not (roles and key == "role"):
            raise BadFile("own.bad_sheet", where=f"{where}.{key}")
