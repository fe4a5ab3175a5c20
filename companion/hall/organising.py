"""Writes what the organiser of a hall decides to the store, with a login of its own."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.core.words import Refused
from companion.hall import layout
from companion.hall.access import Access
from companion.hall.etcd import Absent, Act, Away, Condition, Drop, Put, Same, value_of
from companion.hall.layout import Decided, News
from companion.hall.locking import Takes, Wish, lock_of
from companion.hall.log import Logged, Ruling
from companion.hall.numbers import numbered
from companion.hall.people import Person
from companion.hall.rounds import MOST_MINUTES, MOST_ROUNDS, Round, RoundClock, clocks_of, is_behind, overlapping, rounds_of
from companion.hall.store import Store

ACTS: Final = 100
"""The number of values that are written together: etcd takes 128 acts in one transaction."""
MOST_BYTES: Final = 1024 * 1024
"""The most bytes of the list of people: etcd takes 1.5 MiB in one transaction."""
TRIES: Final = 5
"""The number of tries for an act, if another organiser changes the same value."""
WRITTEN_SECONDS: Final = 10
"""A board writes how much time is left at least this often."""

Changed = tuple[list[Round], list[RoundClock]]


class Organiser:
    """The organiser's acts on the stores at `stores`. Any thread may call. Every method raises Refused if no store
    answers."""

    def __init__(
        self,
        stores: Sequence[str],
        access: Access,
        opened: Callable[[Sequence[str], Access], Store] = Store,
        log: Sequence[Put] = (),
    ) -> None:
        """`log` is what each act writes in its transaction besides."""
        self._stores = tuple(stores)
        self._access = access
        self._opened = opened
        self._log = tuple(log)

    def logging(self, done: Logged) -> "Organiser":
        """Return the same organiser, for one act that keeps this line of the log, or is not done. Lines in one second come
        in any order."""
        line = Put(f"{layout.LOGGED}{done.at:012d}-{_mark()}", layout.encode(done))
        return Organiser(self._stores, self._access, self._opened, [line])

    def give_numbers(self, numbers: Mapping[str, str]) -> None:
        """Give each box the number of its table, by the boxes' ids. All other boxes have none from then on."""

        def give(store: Store) -> None:
            named = [layout.parse_key(key) for key in store.names(layout.BOXES)]
            before = {name.of for name in named if name is not None and name.kind == "number"}
            acts: list[Act] = [Drop(layout.number_key(id_)) for id_ in sorted(before - numbers.keys())]
            acts += [Put(layout.number_key(id_), numbered(number)) for id_, number in numbers.items()]
            _commit(store, [*acts, *self._log])

        self._do_once(give)

    def keep_people(self, people: Sequence[Person]) -> None:
        """Replace the list of people. Raises Refused for a list that is too large for the store."""
        raw = msgspec.json.encode(people)
        if len(raw) > MOST_BYTES:
            raise Refused("organise.fault.too_large")
        self._decide(lambda store, decided: (replace(decided, people=_mark()), Put(layout.PEOPLE, raw)))

    def lock(self, takes: Takes, number: str = "") -> None:
        """Set who may take tables over. For "word", `number` is what people enter at a box."""
        lock = Put(layout.LOCK, layout.encode(lock_of(takes, number)))
        self._decide(lambda store, decided: (replace(decided, takes=takes), lock))

    def allow(self, table: str, box: str, epoch: int) -> None:
        """Let this box take this table over, with this epoch."""
        allowed = Put(layout.allowed_key(table), layout.encode(Wish(box, epoch)))
        acts: list[Act] = [allowed, Drop(layout.wish_key(box, table))]
        self._do_once(lambda store: _commit(store, [*acts, *self._log]))

    def rule(self, table: str, counts: bool, reason: str) -> None:
        """Decide whether a result counts, in place of the people at its table."""
        put = Put(layout.ruling_key(table), layout.encode(Ruling(counts, reason)))
        self._do_once(lambda store: _commit(store, [put, *self._log]))

    def announce(self, words: Mapping[str, str]) -> None:
        """Announce these words to everybody, by the codes of languages. Without any words, remove the announcement."""

        def announce(store: Store, decided: Decided) -> tuple[Decided, Put]:
            before = layout.decode(value_of(store.read(layout.NEWS), layout.NEWS), News) or News()
            return replace(decided, news=_mark()), Put(layout.NEWS, layout.encode(News(before.number + 1, dict(words))))

        # Each try reads the number again, after the mark: so two organisers never give two announcements one number.
        self._decide(announce)

    # Rounds

    def keep_round(self, kept: Round) -> None:
        """Add a round, or replace the one of this number if that has not begun. Raises Refused."""

        def keep(rounds: list[Round], clocks: list[RoundClock]) -> Changed:
            before = next((one for one in rounds if one.number == kept.number), None)
            if before is not None and before.step != "ready":
                raise Refused("organise.fault.has_begun", number=kept.number)
            others = [one for one in rounds if one.number != kept.number]
            if len(others) >= MOST_ROUNDS:
                raise Refused("organise.fault.too_many", count=MOST_ROUNDS)
            return [*others, replace(kept, plan=before.plan if before is not None else "")], clocks

        self._change_rounds(keep)

    def drop_round(self, number: str) -> None:
        """Forget a round that is not open, and its seating plan. Games that began in it keep its number. Raises Refused."""

        def dropped(one: Round, rounds: list[Round]) -> None:
            _check(one, is_open=False)

        self._drop_plans(self._change_round(number, dropped, lambda one, clock: None))

    def open_round(self, number: str) -> None:
        """Offer this round at its tables. Its clock is stopped at first. Raises Refused if it is open, or if another open
        round has one of its tables."""

        def opened(one: Round, rounds: list[Round]) -> Round:
            _check(one, is_open=False)
            other = overlapping(rounds, one)
            if other is not None:
                raise Refused("organise.fault.two_rounds", number=number, other=other.number)
            return replace(one, step="open")

        self._change_round(number, opened, lambda one, clock: RoundClock(number, _turn(clock), one.minutes * 60, False, 0))

    def end_round(self, number: str) -> None:
        """End this open round. Games that have begun go on. Raises Refused."""

        def ended(one: Round, rounds: list[Round]) -> Round:
            _check(one, is_open=True)
            return replace(one, step="over")

        self._change_round(number, ended, lambda one, clock: None)

    def set_clock(self, number: str, left: Callable[[RoundClock], int], runs: bool, at: int) -> None:
        """Set the seconds that are left in an open round, and whether they pass. `left` returns the new seconds, given the
        clock that the store has. `at` is the second by the store's clock. Raises Refused."""

        def same(one: Round, rounds: list[Round]) -> Round:
            _check(one, is_open=True)
            return one

        def later(one: Round, before: RoundClock | None) -> RoundClock:
            known = before or RoundClock(number, _turn(None), one.minutes * 60, False, 0)
            return RoundClock(number, _turn(known), max(0, min(left(known), MOST_MINUTES * 60)), runs, at)

        self._change_round(number, same, later)

    def keep_plan(self, number: str, tables: Mapping[str, Sequence[str]]) -> None:
        """Replace the seating plan of a round: the numbers of people by the number of their table. Boxes see all of the new
        plan, or the earlier one. Raises Refused if there is no such round."""
        mark = _mark()

        puts = [Put(layout.plan_key(mark, table), msgspec.json.encode(people)) for table, people in tables.items()]
        self._do(lambda store: _commit(store, puts))
        self._drop_plans(self._change_round(number, lambda one, rounds: replace(one, plan=mark)))

    def write_clocks(self, clocks: Iterable[RoundClock]) -> None:
        """Write how much time is left in each round of which the store has WRITTEN_SECONDS too much. At the end of a round
        write it in any case. A clock that the organiser has set since stays as it is."""
        now = {(clock.round, clock.turn): clock for clock in clocks if clock.runs}

        def late(rounds: list[Round], there: list[RoundClock]) -> Changed:
            return rounds, [_newer(clock, now.get((clock.round, clock.turn))) for clock in there]

        self._change_rounds(late)

    def _change_round(
        self,
        number: str,
        changed: Callable[[Round, list[Round]], Round | None],
        clocked: Callable[[Round, RoundClock | None], RoundClock | None] = lambda one, clock: clock,
    ) -> list[Round]:
        """Change one round and its clock. Return the round as it was, at each try. Raises Refused for an unknown round."""
        found: list[Round] = []

        def change(rounds: list[Round], clocks: list[RoundClock]) -> Changed:
            one = next((one for one in rounds if one.number == number), None)
            if one is None:
                raise Refused("organise.fault.no_round", number=number)
            found.append(one)
            clock = next((clock for clock in clocks if clock.round == number), None)
            later, tick = changed(one, rounds), clocked(one, clock)
            others = [clock for clock in clocks if clock.round != number]
            kept = [later if one.number == number else one for one in rounds]
            return [one for one in kept if one is not None], [*others, *([tick] if tick and later else [])]

        self._change_rounds(change)
        return found

    def _drop_plans(self, before: Iterable[Round]) -> None:
        """Delete the seating plans that a round had."""
        marks = {one.plan for one in before} - {""}
        self._do(lambda store: _commit(store, [Drop(f"{layout.PLANS}{one}/", all=True) for one in sorted(marks)]))

    def _change_rounds(self, change: Callable[[list[Round], list[RoundClock]], Changed]) -> None:
        self._do_once(lambda store: _change(store, change, self._log))

    def _decide(self, decide: Callable[[Store, Decided], tuple[Decided, Put]]) -> None:
        self._do_once(lambda store: _decide(store, decide, self._log))

    def _do_once(self, act: Callable[[Store], None]) -> None:
        """Do an act that writes the log. If only its reply was lost, the log has its line: then do nothing more."""
        keys = [line.key for line in self._log]
        self._do(lambda store: None if keys and store.read(*keys) else act(store))

    def _do(self, act: Callable[[Store], None]) -> None:
        """Do an act. If a machine of the store fails in the middle, do it again at the next one."""
        with closing(self._opened(self._stores, self._access)) as store:
            for _ in self._stores:
                with suppress(Away):
                    act(store)
                    return
        raise Refused("organise.fault.away")


def _check(one: Round, *, is_open: bool) -> None:
    """Raise Refused if the round is open and should not be, or the other way round."""
    if (one.step == "open") != is_open:
        raise Refused("organise.fault.not_open" if is_open else "organise.fault.is_open", number=one.number)


def _mark() -> str:
    return secrets.token_hex(8)


def _turn(clock: RoundClock | None) -> int:
    """Return a number that no clock of this round had before. It is random for the first clock, because the round may have
    been open before."""
    return secrets.randbelow(2**31) if clock is None else clock.turn + 1


def _newer(there: RoundClock, now: RoundClock | None) -> RoundClock:
    is_late = now is not None and there.runs and is_behind(there.left, now.left, WRITTEN_SECONDS)
    return now if now is not None and is_late else there


def _commit(store: Store, acts: Sequence[Act]) -> None:
    """Do the acts, in as many transactions as they need, the first ones first. Raises Away."""
    for at in range(0, len(acts), ACTS):
        store.commit([], acts[at : at + ACTS])


def _decide(store: Store, decide: Callable[[Store, Decided], tuple[Decided, Put]], log: Sequence[Put]) -> None:
    """Write a value, its mark for all boxes, and the log. Do it again if another organiser was faster. Raises Away and
    Refused."""
    for _ in range(TRIES):
        before = value_of(store.read(layout.DECIDED), layout.DECIDED)
        decided, put = decide(store, layout.decode(before, Decided) or Decided())
        acts = [put, Put(layout.DECIDED, layout.encode(decided)), *log]
        if store.commit([_as_read(layout.DECIDED, before)], acts).done:
            return
    raise Refused("organise.fault.away")


def _change(store: Store, change: Callable[[list[Round], list[RoundClock]], Changed], log: Sequence[Put]) -> None:
    """Change the rounds and their clocks, and write the log, if nobody else did. Raises Away, Refused."""
    keys = layout.ROUNDS, layout.CLOCKS, layout.DECIDED
    for _ in range(TRIES):
        there = store.read(*keys)
        before = {key: value_of(there, key) for key in keys}
        rounds, clocks = [*rounds_of(before[layout.ROUNDS])], [*clocks_of(before[layout.CLOCKS])]
        later, ticks = change([*rounds], [*clocks])
        acts: list[Act] = [*log]
        if ticks != clocks:
            acts.append(Put(layout.CLOCKS, msgspec.json.encode(ticks)))
        if later != rounds:
            decided = replace(layout.decode(before[layout.DECIDED], Decided) or Decided(), rounds=_mark())
            acts += [Put(layout.ROUNDS, msgspec.json.encode(later)), Put(layout.DECIDED, layout.encode(decided))]
        if not acts or store.commit([_as_read(key, before[key]) for key in keys], acts).done:
            return
    raise Refused("organise.fault.away")


def _as_read(key: str, value: bytes | None) -> Condition:
    return Absent(key) if value is None else Same(key, value)
