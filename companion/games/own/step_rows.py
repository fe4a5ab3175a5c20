"""Reads the steps of a plan, each kind with its own keys (OWN-08 to 17)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from companion.games.own import formulas, plan
from companion.games.own.formulas import Formula, Names
from companion.games.own.plan import MOST, Effect, PlanStep
from companion.games.own.rows import Row, Use, ids, raw

KINDS: Mapping[plan.Do, frozenset[str]] = {
    "say": frozenset({"text", "seconds"}),
    "ask": frozenset(
        {"who", "question", "pick", "shown", "low", "high", "list", "how_many", "not_me", "only", "else_question"}
    ),
    "enter": frozenset({"who", "question", "low", "high", "must", "why", "by"}),
    "turns": frozenset({"who", "question", "may"}),
    "roll": frozenset({"who", "question", "dice", "sides", "secret"}),
    "call": frozenset({"who", "question"}),
    "tell": frozenset({"who", "text", "else_text"}),
    "show": frozenset({"what", "where"}),
    "work": frozenset(),
}
"""The keys of each kind of step, beside the keys that all steps have."""
_ALL_STEPS = frozenset({"do", "id", "when", "then"})


class StepRows:
    """Reads the steps of a plan. `check_id` refuses a bad id."""

    def __init__(self, head: Row, names: Names, check_id: Callable[[Row, str], None]) -> None:
        self.head = head
        self.book = head.book
        self.names = names
        self.table = replace(names, has_me=False)
        self.check_id = check_id

    def all(self) -> tuple[PlanStep, ...]:
        """Return all steps, in their order."""
        self.head.need("step")
        rows = tuple(self.head.rows("step", MOST["step"]))
        for row in rows:
            self.check_id(row, "step")
        if not rows and self.head.has("step"):
            self.book.fault(("step",), "no_step")
        return tuple(self._step(row, i) for i, row in enumerate(rows))

    def _step(self, row: Row, i: int) -> PlanStep:
        row.need("do")
        do = cast("plan.Do", row.one_of("do", KINDS, "work"))
        for key in row.data.keys() - KINDS[do] - _ALL_STEPS if row.data.get("do") == do else ():
            if any(key in keys for keys in KINDS.values()):
                row.get(key)
                self.book.fault((*row.at, key), "other_step", key=key, do=do)
        use, table = Use(formulas.number(0), row.at, step=i), self.table
        id_ = str(row.get("id") if row.has("id") else f"s{i + 1}")
        is_free = do in ("ask", "tell")
        step = PlanStep(
            id=id_,
            do=do,
            when=row.formula("when", table, use, "all"),
            who=row.formula("who", self.names, use, "none" if is_free else "all"),
            then=tuple(self._effect(of, i, n) for n, of in enumerate(row.rows("then", MOST["then"]))),
            question=self._text(row, "question", use, is_seat=do == "ask"),
        )
        step = replace(step, **cast("dict[str, Any]", self._own_keys(row, do, use)))
        row.end()
        return step

    def _text(self, row: Row, key: str, use: Use, *, is_seat: bool = False, is_open: bool = True) -> plan.PlanText:
        use = replace(use, ban="all" if is_open else "none", is_read_by_all=is_open)
        return row.text(key, plan.ONE_TEXT, self.names if is_seat else self.table, use)

    def _own_keys(self, row: Row, do: plan.Do, use: Use) -> dict[str, object]:
        """Return the values of the keys that only this kind of step has."""
        match do:
            case "say":
                return self._say(row, use)
            case "tell":
                return self._tell(row, use)
            case "ask":
                return self._ask(row, use)
            case "enter":
                return self._enter(row, use)
            case "turns":
                return self._turns(row)
            case "roll":
                return self._roll(row, use)
            case "call":
                row.need("question")
            case "show":
                row.need("what")
                return {"what": row.ids("what", self._to_show(), 30), "where": row.formula("where", self.names, use)}
        return {}

    def _say(self, row: Row, use: Use) -> dict[str, object]:
        row.need("text")
        use = replace(use, ban="all", is_read_by_all=True)
        seconds = row.whole("seconds", 1, plan.MOST_SECONDS, 0)
        return {"texts": row.texts("text", plan.MOST_ROUNDS, plan.ONE_TEXT, self.table, use), "seconds": seconds}

    def _tell(self, row: Row, use: Use) -> dict[str, object]:
        row.need("text")
        if row.has("who"):
            row.need("else_text")
        text, other = (self._text(row, key, use, is_seat=True, is_open=False) for key in ("text", "else_text"))
        return {"texts": (text,), "else_text": other}

    def _enter(self, row: Row, use: Use) -> dict[str, object]:
        row.need("question")
        is_table = row.one_of("by", ("one", "table"), "one") == "table"
        if is_table and row.has("who"):
            self.book.fault((*row.at, "who"), "other_step", key="who", do="enter")
        if row.has("must") != row.has("why"):
            self.book.fault(row.at, "must_why")
        names = self.table if is_table else self.names
        low, high = (row.formula(key, names, use, "all") for key in ("low", "high"))
        must = row.formula("must", self.table, use, "all")
        return {"low": low, "high": high, "must": must, "why": self._text(row, "why", use), "is_table": is_table}

    def _turns(self, row: Row) -> dict[str, object]:
        row.need("may")
        may = row.ids("may", self._seat_counters(), MOST["counter"])
        hidden = {str(one.get("id")) for one in raw(self.head, "counter") if one.get("who_sees") == "owner"}
        if len(may) > 1 and hidden & {*may}:
            self.book.fault((*row.at, "may"), "may_hidden")
        return {"may": may}

    def _roll(self, row: Row, use: Use) -> dict[str, object]:
        dice = row.formula("dice", self.names, use, "all", formulas.number(1))
        return {"dice": dice, "sides": row.whole("sides", *plan.SIDES_OF_A_DIE, 6), "secret": row.flag("secret")}

    def _ask(self, row: Row, use: Use) -> dict[str, object]:
        row.need("question")
        row.need("pick")
        names = self.names
        pick = row.one_of("pick", ("number", "yes", "one", "player", "players"), "number")
        for key, of in {"list": ("one",), "how_many": ("players",), "not_me": ("player", "players"), "low": ("number",),
                        "high": ("number",), "only": ("one", "yes")}.items():  # fmt: skip
            if row.has(key) and pick not in of:
                self.book.fault((*row.at, key), "other_pick", key=key, pick=pick)
        for key, needs in {"list": "one", "how_many": "players"}.items():
            if pick == needs:
                row.need(key)
        choices = row.texts("list", MOST["list"])
        if pick == "one" and (len(choices) < 2 or len(set(choices)) < len(choices)):
            self.book.fault((*row.at, "list"), "list", most=MOST["list"])
        return {
            "pick": pick,
            "choices": choices,
            "low": row.formula("low", names, use, "others"),
            "high": row.formula("high", names, use, "others"),
            "not_me": row.flag("not_me"),
            "how_many": row.formula("how_many", self.table, use, "all"),
            "only": self._only(row, choices, use),
            "shown": row.one_of("shown", ("each", "counts", "nothing", "open"), "each"),
            "else_text": self._text(row, "else_question", use, is_seat=True, is_open=False),
        }

    def _only(self, row: Row, choices: tuple[plan.PlanText, ...], use: Use) -> tuple[tuple[int, Formula], ...]:
        if not row.has("only"):
            return ()
        inner = Row(self.book, row.get("only"), (*row.at, "only"))
        values = {str(choice.by[0][1][0]): n for n, choice in enumerate(choices, 1) if choice.by}
        values = values or {"no": 0, "yes": 1}
        found = ((n, inner.formula(key, self.names, use, "others")) for key, n in values.items())
        only = tuple((n, formula) for n, formula in found if formula is not None)
        inner.end()
        return only

    def _seat_counters(self) -> frozenset[str]:
        return frozenset(
            str(row.get("id"))
            for row in raw(self.head, "counter")
            if row.get("of") != "table" and row.get("who_sees") != "nobody"
        )

    def _to_show(self) -> frozenset[str]:
        numbered = enumerate(raw(self.head, "step"), 1)
        steps = {str(row.get("id", f"s{i}")) for i, row in numbered if row.get("do") in ("ask", "roll")}
        return frozenset({*ids(self.head, "counter"), *steps, "role"})

    def _effect(self, row: Row, i: int, n: int) -> Effect:
        kinds = [kind for kind in ("add", "set", "out", "starts", "stop") if row.has(kind)]
        use = Use(formulas.number(0), row.at, step=i, effect=n)
        if len(kinds) != 1:
            self.book.fault(row.at, "effect")
            row.data = {}
        kind = cast("plan.EffectKind", kinds[0] if kinds else "stop")
        counter, number = "", None
        if kind in ("add", "set"):
            counter = row.id_of(kind, ids(self.head, "counter"))
            row.need("n")
        elif not row.flag(kind) and row.data:
            self.book.fault((*row.at, kind), "is_true")
        is_table = kind == "stop" or counter in self.names.table
        names = self.table if is_table else self.names
        if kind in ("add", "set"):
            number = row.formula("n", names, use)
        where = row.formula("when" if is_table else "where", names, use, "all" if kind == "stop" else "none")
        row.end()
        return Effect(kind, counter, number, where)
