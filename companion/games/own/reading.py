"""Reads a plan from a file or from a record's head. Returns the plan, or all its faults (OWN-01 to 26)."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import cast

from companion.core.words import text
from companion.games.own import formulas, plan, secrecy
from companion.games.own.formulas import Names
from companion.games.own.lines import lines
from companion.games.own.plan import MOST, Counter, End, Fault, Path, Plan, Role, Rounds, ScoreLine, Side, Win
from companion.games.own.rows import Book, Row, Use, check_translations, id_fault, ids, languages, raw
from companion.games.own.starting import check_sizes, nothings
from companion.games.own.step_rows import StepRows
from companion.toml import NotToml
from companion.toml import read as read_toml

Read = Plan | tuple[Fault, ...]

_HAS_VALUE = frozenset({"ask", "enter", "roll", "call"})


def read(words: str) -> Read:
    """Return the plan of a TOML file, or its faults with their lines."""
    if len(words.encode("utf-8", "replace")) > plan.LONGEST_FILE or words.count("\n") > plan.MOST_LINES:
        why = text("own.fault.file", most=plan.LONGEST_FILE // 1024, lines=plan.MOST_LINES)
        return (Fault(why, (), min(words.count("\n") + 1, plan.MOST_LINES + 1)),)
    try:
        data = data_of(words)
    except NotToml as error:
        return (Fault(text("own.fault.toml", why=str(error)), (), error.at),)
    found = from_data(data)
    if isinstance(found, Plan):
        return replace(found, remarks=placed(words, found.remarks)) if found.remarks else found
    return placed(words, found)


def data_of(words: str) -> Mapping[str, object]:
    """Return the data of a plan's file, with or without faults. Raise NotToml."""
    return read_toml(words)


def placed(words: str, faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """Return the faults with their lines, in the order of the file."""
    found = lines(words)
    return tuple(
        sorted((fault._replace(line=_line(found, fault.at)) for fault in faults), key=lambda fault: fault.line or 0)
    )


def _line(found: Mapping[Path, int], at: Path) -> int:
    """Return the line of a path, or of the nearest thing that contains it."""
    return next((found[at[:n]] for n in range(len(at), 0, -1) if at[:n] in found), 1)


def from_data(data: Mapping[str, object]) -> Read:
    """Return the plan of data that has the same keys as a file, or its faults with their paths."""
    try:
        source = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except RecursionError:
        return (Fault(text("own.fault.table"), ()),)
    except (ValueError, TypeError):
        return (Fault(text("own.fault.value"), _no_json(data)),)
    if len(source) > 2 * plan.LONGEST_FILE:
        return (Fault(text("own.fault.file", most=plan.LONGEST_FILE // 1024, lines=plan.MOST_LINES), ()),)
    return _from_source(source)


def _no_json(value: object) -> Path:
    """Return the path of a value that JSON does not have, such as a date."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        return next(((key, *rest) for key, one in pairs if (rest := _no_json(one)) or not isinstance(one, _JSON)), ())
    return ()


_JSON = str | int | list | dict | None  # type: ignore[type-arg]


@lru_cache(maxsize=64)
def _from_source(source: bytes) -> Read:
    return _Reading(Row(Book(), json.loads(source), ()), source).whole()


def without_bans(data: Mapping[str, object]) -> Plan:
    """Return a plan in which all formulas may read secrets. Tests need it to show the leak that each ban of OWN-24
    closes."""
    source = json.dumps(data).encode()
    reading = _Reading(Row(Book(), json.loads(source), ()), source)
    found = reading.drafted()
    assert not reading.book.faults, reading.book.faults
    return secrecy.covered(found)


class _Reading:
    """Reads one plan: first its ids, then its rows, then the plan as a whole."""

    def __init__(self, head: Row, source: bytes) -> None:
        self.head = head
        self.book = head.book
        self.source = source
        self.book.language = head.one_of("lang", {code for code in (_code(head),) if code}, "en")
        languages(head)
        self.tables = self._tables()
        self.names = self._names()

    def whole(self) -> Read:
        """Return the plan, or its faults."""
        found = self.drafted()
        check_translations(self.book)
        self.head.end()
        if not self.book.faults:
            found = secrecy.checked(found, self.book)
        if not self.book.faults:
            check_sizes(found, self.book)
        return tuple(self.book.faults) or replace(found, remarks=(*found.remarks, *nothings(self.book)))

    def drafted(self) -> Plan:
        """Return the plan as far as its rows go, without the checks for secrets."""
        head = self.head
        self._version()
        head.need("name")
        low, high = self._players()
        return Plan(
            source=self.source,
            name=head.text("name", plan.NAME),
            about=head.text("about", plan.LONG_TEXT),
            aim=head.text("aim", plan.LONG_TEXT),
            lay=head.texts("lay", MOST["lay"]),
            minutes=head.whole("minutes", 1, 600, 0),
            language=self.book.language,
            players=(low, high),
            counters=tuple(map(self._counter, self._named("counter"))),
            sides=self._sides(),
            roles=self._roles(),
            tables=self.tables,
            rounds=self._rounds(),
            steps=StepRows(self.head, self.names, self._check_id).all(),
            ends=tuple(map(self._end, head.rows("end", MOST["end"]))),
            scores=tuple(map(self._score, head.rows("score", MOST["score"]))),
            win=self._win(),
        )

    def _version(self) -> None:
        if self.head.get("plan") != plan.FORMAT:
            self.book.fault(("plan",), "version", version=plan.FORMAT)

    def _players(self) -> tuple[int, int]:
        value = cast("object", self.head.get("players"))
        least, most = plan.LEAST_SEATS, plan.MOST_SEATS
        match value:
            case [int(low), int(high)] if least <= low <= high <= most and bool not in (type(low), type(high)):
                return low, high
        self.book.fault(("players",), "players", least=least, most=most)
        return least, least

    # Ids

    def _named(self, key: str) -> tuple[Row, ...]:
        """Return the rows of a list whose rows have ids. Note bad ids, and ids that two rows have."""
        rows = tuple(self.head.rows(key, MOST[key]))
        for row in rows:
            row.need("id")
            self._check_id(row, key)
        return rows

    def _check_id(self, row: Row, key: str) -> None:
        id_ = row.data.get("id")
        at = (*row.at, "id")
        if id_ is None:
            return
        if why := id_fault(id_):
            self.book.fault(at, why, id=str(id_)[:40])
        elif key == "role" and id_ in ("in", "starter"):
            self.book.fault(at, "id_taken", id=id_)
        families = ("role", "side") if key in ("role", "side") else ("counter", "step", "table")
        if sum(ids(self.head, of, "s" if of == "step" else "").count(str(id_)) for of in families) > 1:
            self.book.fault(at, "id_twice", id=str(id_)[:40])

    def _names(self) -> Names:
        seat, table, rolls = set[str](), set[str](), set[str]()
        for row in raw(self.head, "counter"):
            (table if row.get("of") == "table" else seat).add(str(row.get("id")))
        for i, row in enumerate(raw(self.head, "step"), 1):
            id_ = str(row.get("id", f"s{i}"))
            if row.get("do") in _HAS_VALUE:
                (table if row.get("do") == "enter" and row.get("by") == "table" else seat).add(id_)
            if row.get("do") == "roll":
                rolls.add(id_)
            if row.get("pick") in ("player", "players"):
                seat.add(f"got_{id_}")
        seat |= {f"is_{role}" for role in ids(self.head, "role")} | {f"on_{side}" for side in ids(self.head, "side")}
        return Names(frozenset(seat), frozenset(table), frozenset(rolls), frozenset(self.tables))

    @property
    def _table(self) -> Names:
        return replace(self.names, has_me=False)

    def _start(self, has_me: bool) -> Names:
        return Names(tables=frozenset(self.tables), has_me=has_me, is_start=True)

    # Rows

    def _tables(self) -> Mapping[str, Mapping[int, tuple[int, ...]]]:
        found: dict[str, Mapping[int, tuple[int, ...]]] = {}
        for row in self._named("table"):
            id_ = str(row.get("id"))
            row.need("rows")
            found[id_] = self._rows_by_players(row)
            row.end()
        return found

    def _rows_by_players(self, row: Row) -> Mapping[int, tuple[int, ...]]:
        value = cast("object", row.get("rows"))
        most = formulas.LARGEST
        found: dict[int, tuple[int, ...]] = {}
        for key, numbers in value.items() if isinstance(value, dict) else ():
            good = isinstance(numbers, list) and 1 <= len(numbers) <= MOST["row"]
            good = good and all(type(n) is int and -most <= n <= most for n in numbers)
            if not good or not str(key).isdecimal() or len(str(key)) > 2:
                self.book.fault((*row.at, "rows", str(key)[:40]), "table_row", most=MOST["row"])
            else:
                found[int(str(key))] = tuple(numbers)
        return found

    def _counter(self, row: Row) -> Counter:
        is_table = row.one_of("of", ("seat", "table"), "seat") == "table"
        row.need("name")
        low = row.whole("low", -formulas.LARGEST, formulas.LARGEST, plan.LOW)
        high = row.whole("high", -formulas.LARGEST, formulas.LARGEST, plan.HIGH)
        if low > high:
            self.book.fault((*row.at, "high"), "low_high")
        who_sees = row.one_of("who_sees", ("all", "nobody") if is_table else ("all", "owner", "nobody"), "all")
        found = Counter(
            id=str(row.get("id")),
            name=row.text("name", plan.NAME),
            sign=_string(row.get("sign")),
            is_table=is_table,
            start=row.formula("start", self._start(not is_table)) or formulas.number(0),
            low=low,
            high=high,
            who_sees=cast("plan.WhoSees", who_sees),
        )
        if found.sign is None and row.has("sign"):
            self.book.fault((*row.at, "sign"), "is_text")
        row.end()
        return found

    def _sides(self) -> tuple[Side, ...]:
        rows = self._named("side")
        found = tuple(self._side(row) for row in rows)
        if len({side.where is None for side in found}) > 1:
            self.book.fault((*rows[0].at,), "sides_where")
        return found

    def _side(self, row: Row) -> Side:
        row.need("name")
        found = Side(str(row.get("id")), row.text("name", plan.NAME), row.formula("where", self._start(True)))
        row.end()
        return found

    def _roles(self) -> tuple[Role, ...]:
        rows = self._named("role")
        found = tuple(map(self._role, rows))
        rests = [row for row in rows if row.data.get("count") == "rest"]
        if len(rests) > 1:
            self.book.fault((*rests[-1].at, "count"), "rest_twice")
        return found

    def _role(self, row: Row) -> Role:
        for key in ("name", "count"):
            row.need(key)
        rest = row.data.get("count") == "rest"
        found = Role(
            id=str(row.get("id")),
            name=row.text("name", plan.NAME),
            text=row.text("text", plan.ROLE_TEXT),
            side=row.id_of("side", ids(self.head, "side")) or None,
            knows=row.ids("knows", ids(self.head, "role"), MOST["role"]),
            count=None if rest else row.formula("count", self._start(False)),
        )
        row.get("count")
        row.end()
        return found

    def _rounds(self) -> Rounds:
        row = Row(self.book, self.head.get("rounds") or {}, ("rounds",))
        number = row.formula("number", self._start(False)) or formulas.number(1)
        starter = row.one_of("starter", ("first", "ask"), "first")
        found = Rounds(number, starter == "ask", row.flag("ask"))
        row.end()
        return found

    def _end(self, row: Row) -> End:
        for key in ("when", "text"):
            row.need(key)
        use = Use(formulas.number(0), row.at, step=len(raw(self.head, "step")))
        found = End(
            when=row.formula("when", self._table, use) or formulas.number(0),
            wins=row.id_of("wins", ids(self.head, "side")) or None,
            text=row.text("text", plan.ONE_TEXT, self._table, use),
        )
        row.end()
        return found

    def _score(self, row: Row) -> ScoreLine:
        for key in ("name", "n"):
            row.need(key)
        found = ScoreLine(row.text("name", plan.NAME), row.formula("n", self.names) or formulas.number(0))
        row.end()
        return found

    def _win(self) -> Win:
        row = Row(self.book, self.head.get("win") or {}, ("win",))
        fewest = row.one_of("wins", ("most", "fewest"), "most") == "fewest"
        by_side = row.one_of("by", ("seat", "side"), "seat") == "side"
        if by_side and not ids(self.head, "side"):
            self.book.fault(("win", "by"), "no_sides")
        value = cast("object", row.get("ties"))
        listed = value if isinstance(value, list) else [] if value is None else [value]
        if len(listed) > MOST["ties"] or not all(type(one) in (str, int) for one in listed):
            self.book.fault(("win", "ties"), "ties", most=MOST["ties"])
            listed = []
        ties = tuple(self.book.formula(one, ("win", "ties", n), self.names) for n, one in enumerate(listed))
        row.end()
        return Win(fewest, by_side, ties)


def _code(head: Row) -> str:
    code = cast("object", head.data.get("lang", "en"))
    return code if isinstance(code, str) and plan.LANGUAGE.fullmatch(code) else ""


def _string(value: object) -> str | None:
    return value if isinstance(value, str) else None
