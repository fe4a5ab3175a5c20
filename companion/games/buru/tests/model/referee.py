"""A whole game, in the order in which people play it. It asks, and continues once the answer is there."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.games.buru.tests.model import morning, purse, turns
from companion.games.buru.tests.model.lines import fields, number, one_of
from companion.games.buru.tests.model.score import Score, score
from companion.games.buru.tests.model.table import Holder, Refused, Table, Turn, insist
from companion.games.buru.tests.model.things import Do, power

Take = Callable[[Table, Do], None]
Flow = Iterator[list["Due"]]


@dataclass
class Due:
    """An open question. `take` changes the table, or refuses."""

    kind: str
    seat: str | None
    take: Take


class Referee:
    """A game that takes one line after another."""

    def __init__(self, seats: list[str], options: dict[str, Any] | None = None) -> None:
        self.table = Table(list(seats), options or {})
        self._flow = game(self.table)
        self.dues = next(self._flow)
        self.why = ""
        """Why the last line was refused."""

    @property
    def awaited(self) -> list[tuple[str, str | None]]:
        return [(due.kind, due.seat) for due in self.dues]

    @property
    def score(self) -> Score | None:
        return None if self.dues else score(self.table)

    def answer(self, seat: str | None, do: Do) -> bool:
        """Give a line to the first due of its seat that accepts it. Return whether one did. A line that is refused changes
        nothing."""
        self.why = "not asked"
        for due in self._dues(seat, do):
            if self._takes(due.take, do):
                self.dues = next(self._flow, [])
                return True
        offers: dict[str, Take] = {"set": set_right, **({} if self.dues else {"count": count})}
        is_right_seat = seat is None if do["type"] == "set" else seat in self.table.people
        return do["type"] in offers and is_right_seat and self._takes(offers[do["type"]], do)

    def would_take(self, seat: str | None, do: Do) -> bool:
        """Return whether a due would accept this line."""
        return any(self._could(due.take, do) for due in self._dues(seat, do))

    def _dues(self, seat: str | None, do: Do) -> list[Due]:
        return [due for due in self.dues if due.seat == seat and due.kind in ("act", do["type"])]

    def _takes(self, take: Take, do: Do) -> bool:
        """Do what the line says if it succeeds on a copy. Return whether it did."""
        if self._could(take, do):
            take(self.table, do)
            return True
        return False

    def _could(self, take: Take, do: Do) -> bool:
        try:
            take(copy.deepcopy(self.table), do)
        except Refused as why:
            self.why = str(why)
            return False
        return True


def set_right(t: Table, do: Do) -> None:
    """Correct a player's goods to the numbers on the table."""
    most = {name: 20 if name == "fish" else 999 for name in t.goods}
    fields(do, {"seat": one_of(list(t.holders))}, {name: number(0, n) for name, n in most.items()})
    numbers = {name: n for name, n in do.items() if name in most}
    insist(numbers, "nothing told")
    t.holders[do["seat"]].goods.update(numbers)


def count(t: Table, do: Do) -> None:
    fields(do, dict.fromkeys(("esteem", "tributes", "elders"), number(0, 999)))


def game(t: Table) -> Flow:
    if t.has("tokoh"):
        for name in t.people:
            yield from turn(t, name, "start")
    yield [Due("first", None, morning.first)]
    guides_are_ready(t)
    while t.round < t.rounds:
        t.round += 1
        yield from dawn(t)
        yield from bids(t)
        yield from noon(t)
        for region in t.regions:
            if t.tokens_in(region):
                yield from resolve(t, region)
        dusk(t)
    yield from end(t)


def turn(t: Table, name: str, kind: str) -> Flow:
    """Ask for any number of acts, and at last for its end."""
    t.turn = Turn(name, kind)
    while not t.turn.over:
        yield [Due("act", None if t.holders[name].rival else name, turns.act)]
    t.turn = None


def dawn(t: Table) -> Flow:
    for _ in range(2):
        yield [Due("decree", None, morning.decree)]


def bids(t: Table) -> Flow:
    """BURU-06, BURU-07, BURU-24: ask each player in turn for tokens, from the Emissary on, until each has one left."""
    for holder in t.holders.values():
        holder.hand = t.tokens(holder)
        holder.to_lay = len(holder.hand) - 1 if holder.rival else 0
    while any(_may_bid(holder) for holder in t.holders.values()):
        for name in t.around():
            holder = t.holders[name]
            if holder.rival and name == "A" and holder.to_lay:
                yield [Due("plot", None, morning.plot)]
            elif not holder.rival and len(holder.hand) > 1:
                yield [Due("place", name, partial(_place, name))]


def _may_bid(holder: Holder) -> bool:
    return holder.to_lay > 0 if holder.rival else len(holder.hand) > 1


def _place(name: str, t: Table, do: Do) -> None:
    morning.place(t, t.holders[name], do)


def noon(t: Table) -> Flow:
    """BURU-08, BURU-25"""
    t.region = None
    yield [Due("reveal", None, morning.reveal)]
    for name in t.people:
        (kept,) = t.holders[name].hand
        if power(kept):
            purse.gain(t, t.holders[name], {"fish": power(kept)})
    for name in t.rivals:
        yield [Due("show", None, partial(_show, name))]
    for name in t.rivals:
        if len(t.tokens_in("lake", name)) == 2:
            yield [Due("plan", None, partial(_plan, name))]


def _show(name: str, t: Table, do: Do) -> None:
    morning.show(t, t.holders[name], do)


def _plan(name: str, t: Table, do: Do) -> None:
    morning.plan(t, t.holders[name], do)


def resolve(t: Table, region: str) -> Flow:
    """BURU-09 to 13, 39 to 42"""
    t.region, t.acted, t.spaces = region, [], []
    yield [Due("reveal", None, morning.reveal)]
    t.shown.append(region)
    for name in t.rivals:
        yield from shows(t, name)
    liaison = liaisons(t)
    blessed_are_back(t)
    totals = t.totals(region)
    chosen = {"take": "dominance"}
    if t.has("blessing") and len(totals) == 1 and (alone := next(iter(totals))) in t.people:
        yield [Due("choose", alone, partial(_choose, chosen))]
    if totals and chosen["take"] == "dominance":
        dominate(t, totals)
    while waiting := [name for name in t.around() if name in totals and name not in t.acted]:
        name = max(waiting, key=totals.__getitem__)  # the first of equals
        t.acted.append(name)
        double(t, name)
        yield from turn(t, name, "usual")
    if t.acted and (len(totals) > 1 or chosen["take"] == "blessing") and t.has("blessing"):
        t.blessings[region] = t.acted[-1]
    if liaison and region != "ambelau":
        yield from turn(t, liaison, "liaison")


def shows(t: Table, name: str) -> Flow:
    """BURU-23: ask for a rival's tokens, unless they are certain: all that are left are here, and the blessing cannot be on
    the liaison."""
    assert t.region is not None
    holder, placed = t.holders[name], t.tokens_in(t.region, name)
    in_doubt = len(placed) == 2 and any(one.blessed for one in placed) and "liaison" in holder.hand
    if placed and (len(placed) < len(holder.hand) or in_doubt):
        yield [Due("show", None, partial(_show, name))]
    elif placed:
        morning.shown(t, holder, list(holder.hand))


def liaisons(t: Table) -> str | None:
    """BURU-40: send several liaisons home. Return the holder of the only one. A rival's plan is void once a liaison shows at
    the lake."""
    assert t.region is not None
    found = [one for one in t.tokens_in(t.region) if one.token == "liaison"]
    for one in found:
        if t.region == "lake":
            t.holders[one.by].plan = None
        one.blessed = False
    if len(found) > 1:
        t.placed = [one for one in t.placed if one not in found]
    return found[0].by if len(found) == 1 else None


def blessed_are_back(t: Table) -> None:
    """BURU-39: put the region's blessing back into its field, unless its token was void."""
    assert t.region is not None
    if any(one.blessed for one in t.tokens_in(t.region)):
        del t.blessings[t.region]


def _choose(chosen: dict[str, str], t: Table, do: Do) -> None:
    fields(do, {"take": one_of(["dominance", "blessing"])})
    chosen.update(do)


def dominate(t: Table, totals: dict[str, int]) -> None:
    """BURU-11, BURU-33, BURU-42"""
    assert t.region is not None
    name = max((name for name in t.around() if name in totals), key=totals.__getitem__)
    t.dominances[t.region] = name
    totem = t.totem(t.region)
    if totem:
        t.totems[totem] = name
    else:
        purse.esteem(t, t.holders[name])
    purse.decreed(t, t.holders[name], t.region)
    if t.has("kuda") and t.track()[t.kuda][0] == t.region:
        t.marker, t.kuda = t.kuda, (t.kuda + totals[name]) % len(t.track())


def double(t: Table, name: str) -> None:
    """BURU-29: give a rival's double bonus as its turn begins."""
    assert t.region is not None
    if t.pair(t.region, name):
        if t.region == "village":
            purse.esteem(t, t.holders[name])
        if t.region == "lake" and t.holders[name].plan == "emissary":
            t.emissary = name


def dusk(t: Table) -> None:
    """BURU-20"""
    t.region, t.marker = None, None
    t.decrees, t.placed, t.shown, t.acted, t.spaces, t.dominances = [], [], [], [], [], {}
    for holder in t.holders.values():
        holder.tasked, holder.plan, holder.tokoh_used, holder.hand = {}, None, False, []
    guides_are_ready(t)


def guides_are_ready(t: Table) -> None:
    """BURU-37: take used guides away, and make gained ones ready."""
    for holder in t.holders.values():
        holder.guide_now, holder.guide_next = holder.guide_next, False


def end(t: Table) -> Flow:
    """BURU-45: ask for the values of cards under seal. Each seat may answer again until the last one has answered."""
    asked = [holder.name for holder in t.holders.values() if holder.elders or any(holder.tributes.values())]
    while any(t.holders[name].final_values is None for name in asked):
        yield [Due("final", None if t.holders[name].rival else name, partial(_final, name)) for name in asked]


def _final(name: str, t: Table, do: Do) -> None:
    morning.final(t, t.holders[name], do)
