"""The score of a plan: its lines, its winners, and an explanation of each number (OWN-18 to 21)."""

from collections.abc import Mapping

import msgspec

from companion.core.blocks import ScoreRow
from companion.core.game import check_names
from companion.core.score import Line, Score, ranked
from companion.core.state import Seat, with_public
from companion.core.words import BadFile, Text, text
from companion.games.own.filling import explanation
from companion.games.own.formulas import LARGEST, Number
from companion.games.own.plan import Plan, ScoreLine
from companion.games.own.spoken import words
from companion.games.own.state import Options, Public, Table, lay_out
from companion.games.own.working import Worker

NOTHING = -LARGEST - 1
"""The value of a tie's formula that is worth nothing: below all others."""


def score(public: Public) -> Score:
    """Return the score of a game that is over. By then everything is open."""
    plan = public.plan
    lines = {seat: _lines(public, place) for place, seat in enumerate(public.seats)} if plan.scores else {}
    winner = None if public.ended is None else plan.ends[public.ended].wins
    if winner is not None:
        ours = tuple(seat for place, seat in enumerate(public.seats) if Table(public, {}, None).side(place) == winner)
        others = tuple(seat for seat in public.seats if seat not in ours)
        ranking = tuple(place for place in (ours, others) if place)
        won: Mapping[str, str] = {"winner": winner}
        return Score(ranking, lines, own=won, why=text("own.side_won", side=_side(plan, winner)))
    if not plan.scores:
        return Score((public.seats,))
    worth = _worths(public, lines)
    tie = _deciding(worth)
    ranking = ranked(public.seats, worth)
    decided: Mapping[str, int | None] = {"tie_break": tie}
    why = None if tie is None else text("own.tie", formula=public.plan.win.ties[tie - 1].source)
    return Score(ranking, lines, None if tie is None else str(tie), decided, own_tie=why)


def _side(plan: Plan, side: str) -> Text:
    return words(next(one.name for one in plan.sides if one.id == side))


def worker(public: Public, place: int) -> Worker:
    """Return the worker for a seat's score. It counts seats that are out, too."""
    return Worker(Table(public, {}, None), place, counts_all=True)


def _lines(public: Public, place: int) -> tuple[Line, ...]:
    of = worker(public, place)
    return tuple(
        Line(_name(line), of.work(line.n) or 0, "OWN-20", {"place": place, "at": at}, words(line.name))
        for at, line in enumerate(public.plan.scores)
    )


def standing(public: Public) -> Mapping[Seat, int]:
    """Return each seat's points from the lines that read open counters only. Curves and waiting players show them."""
    plan = public.plan
    seen = {one.id for one in plan.counters if one.who_sees == "all"} | {"me", "seat", "is_in", "is_starter"}
    lines = [line.n for line in plan.scores if line.n.names <= seen]
    if not lines:
        return {}
    return {seat: sum(worker(public, i).work(n) or 0 for n in lines) for i, seat in enumerate(public.seats)}


def _name(line: ScoreLine) -> str:
    """Return the name of a line in the plan's own language. It is the line's key in a record."""
    return next(iter(line.name.plain.values()))


def _worths(public: Public, lines: Mapping[Seat, tuple[Line, ...]]) -> Mapping[Seat, tuple[int, ...]]:
    """Return the numbers by which each seat is ranked: its total or its side's, then the formulas that break a tie
    (OWN-21)."""
    win = public.plan.win
    sign = -1 if win.fewest else 1
    found: dict[Seat, tuple[int, ...]] = {}
    for place, seat in enumerate(public.seats):
        table = Table(public, {}, None)
        side = table.side(place) if win.by_side else None
        ours = [i for i in range(public.players) if i == place or (side is not None and table.side(i) == side)]
        total = sum(line.points for i in ours for line in lines[public.seats[i]])
        found[seat] = (sign * total, *(_tie(public, ours, n) for n in range(len(win.ties))))
    return found


def _tie(public: Public, ours: list[int], n: int) -> int:
    found = [worker(public, place).work(public.plan.win.ties[n]) for place in ours]
    known = [one for one in found if one is not None]
    return sum(known) if known else NOTHING


def _deciding(worth: Mapping[Seat, tuple[int, ...]]) -> int | None:
    """Return the number, from 1, of the formula that broke the tie for the win. None: no formula did."""
    best = max(worth.values())
    level = [one for one in worth.values() if one[0] == best[0]]
    return next((n for n in range(1, len(best)) if len({one[: n + 1] for one in level}) > 1), None)


def row(public: Public, line: Line) -> ScoreRow:
    """Return a line in words, with its formula and the formula's numbers."""
    of = public.plan.scores[line.values["at"]]
    how = explanation(of.n, worker(public, line.values["place"]), public.plan)
    return ScoreRow(words(of.name), how, line.rule, line.points, None, text("own.rule.score"))


# A score sheet


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a game as people count it: the counters and roles of the seats, the table's counters, and the rounds
    played."""

    plan: dict[str, object]
    seats: dict[str, dict[str, int | str]]
    table: dict[str, int] = {}
    rounds: int = 1


def of_sheet(sheet: Sheet) -> Score:
    """Return the score of a sheet. Raise BadFile if something in the sheet is not in the plan, or if the plan's score reads
    steps."""
    plan = Options(sheet.plan).read
    check_names(sheet.seats, "own.bad_sheet_name")
    if len(sheet.seats) not in plan.sizes:
        raise BadFile("own.bad_sheet", where="$.seats")
    steps = {step.id for step in plan.steps} | {f"got_{step.id}" for step in plan.steps}
    if any(formula.names & steps for formula in (*(one.n for one in plan.scores), *plan.win.ties)):
        raise BadFile("own.sheet_steps")
    state = lay_out([Seat(name) for name in sheet.seats], plan)
    counters = tuple(
        (_whole(sheet.table, one.id, "table"),) if one.is_table else
        tuple(_whole(row, one.id, f"seats.{seat}") for seat, row in sheet.seats.items())
        for one in plan.counters
    )  # fmt: skip
    roles = tuple(_role(plan, seat, row) for seat, row in sheet.seats.items())
    _check_known(plan, sheet)
    state = with_public(state, counters=counters, roles=roles, round=sheet.rounds, stage="end")
    return score(state.public)


def _whole(row: Mapping[str, int | str], key: str, where: str) -> Number:
    value = row.get(key, 0)
    if type(value) is not int or not -LARGEST <= value <= LARGEST:
        raise BadFile("own.bad_sheet", where=f"$.{where}.{key}")
    return value


def _role(plan: Plan, seat: str, row: Mapping[str, int | str]) -> str | None:
    value = row.get("role")
    if (value is None) == bool(plan.roles) or (value is not None and value not in {role.id for role in plan.roles}):
        raise BadFile("own.bad_sheet", where=f"$.seats.{seat}.role")
    return None if value is None else str(value)


def _check_known(plan: Plan, sheet: Sheet) -> None:
    seat = {one.id for one in plan.counters if not one.is_table} | {"role"}
    table = {one.id for one in plan.counters if one.is_table}
    for name, row in sheet.seats.items():
        if row.keys() - seat:
            raise BadFile("own.bad_sheet", where=f"$.seats.{name}")
    if sheet.table.keys() - table:
        raise BadFile("own.bad_sheet", where="$.table")
