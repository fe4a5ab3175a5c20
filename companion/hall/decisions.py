"""Reads what the organiser decided, for one box: the number of its table, the list of people, rounds and announcements."""

import time
from collections.abc import Mapping
from typing import Final

import msgspec

from companion.clock import Clock
from companion.core.words import own_words
from companion.hall import layout
from companion.hall.etcd import Pair, value_of
from companion.hall.layout import Decided, News
from companion.hall.numbers import number_in
from companion.hall.people import People, people_of
from companion.hall.rounds import Countdowns, Round, clocks_of, round_at, rounds_of
from companion.hall.store import Store
from companion.snapshot.hall import Announced, Organised, RoundHere


class Decisions:
    """The organiser's decisions as box `id_` knows them, for one thread."""

    def __init__(self, id_: str, store: Store, clock: Clock = time.monotonic) -> None:
        self._number_key = layout.number_key(id_)
        self.keys: Final = (self._number_key, layout.DECIDED, layout.CLOCKS)
        """The keys that the box reads at each announcement."""
        self._store = store
        self._known = Decided()
        """The marks of what is known."""
        self._number = ""
        self._rounds: tuple[Round, ...] = ()
        self._clocks = Countdowns(clock)
        self._planned: tuple[str, ...] = ()
        """The numbers of the people whom the plan has at this table."""
        self._plan_key = ""
        self._news: Announced | None = None
        self.people = People()

    @property
    def organised(self) -> Organised:
        """Return the decisions, with the minutes that are left now."""
        return Organised(self._number, self.people.seats, self._round_here(), self._news, self._known.takes)

    def hear(self, found: Mapping[str, Pair]) -> None:
        """Note the values of `keys`. Read what has changed. Raises Away."""
        decided = layout.decode(value_of(found, layout.DECIDED), Decided) or Decided()
        if decided != self._known:
            self._read(decided)
        self._number = number_in(value_of(found, self._number_key))
        self._clocks.hear(clocks_of(value_of(found, layout.CLOCKS)))
        self._read_plan()

    def _read(self, decided: Decided) -> None:
        marks = {layout.PEOPLE: "people", layout.ROUNDS: "rounds", layout.NEWS: "news"}
        changed = [key for key, mark in marks.items() if getattr(decided, mark) != getattr(self._known, mark)]
        there = self._store.read(*changed)
        if layout.PEOPLE in changed:
            self.people = People(people_of(value_of(there, layout.PEOPLE)))
        if layout.ROUNDS in changed:
            self._rounds = rounds_of(value_of(there, layout.ROUNDS))
        if layout.NEWS in changed:
            self._news = announced(value_of(there, layout.NEWS))
        self._known = decided

    def _read_plan(self) -> None:
        """Read whom the plan has at this table, if that may have changed."""
        here = round_at(self._rounds, self._number)
        key = layout.plan_key(here.plan, self._number) if here is not None and here.plan else ""
        if key != self._plan_key:
            self._planned = planned(value_of(self._store.read(key), key)) if key else ()
            self._plan_key = key

    def _round_here(self) -> RoundHere | None:
        here = round_at(self._rounds, self._number)
        if here is None:
            return None
        clock = self._clocks.by_round.get(here.number)
        minutes, runs, turn = (clock.minutes, clock.runs, clock.turn) if clock is not None else (here.minutes, False, 0)
        names = tuple(self.people.seats.get(number, number) for number in self._planned)
        return RoundHere(here.number, here.game, here.options, minutes, runs, names, turn)


def announced(raw: bytes | None) -> Announced | None:
    """Return the announcement in a value of the store, or None if it has no readable one."""
    news = layout.decode(raw, News)
    if news is None or not any(news.words.values()):
        return None
    return Announced(news.number, own_words(news.words, next(iter(news.words))))


def planned(raw: bytes | None) -> tuple[str, ...]:
    """Return the numbers of the people whom a plan has at a table, as the store has them."""
    try:
        return msgspec.json.decode(raw or b"[]", type=tuple[str, ...])
    except layout.UNREADABLE:
        return ()
