"""The tables, results and standings that a board shows: a value, kept from the store's keys as they change. It reads no
sealed value. Nobody learns from it how many entries a table has, or when they came. A store may send anything: values that
cannot be read are left out.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeVar

import msgspec

from companion.core.view import non_empty
from companion.core.words import Text
from companion.hall import layout
from companion.hall.decisions import announced, planned
from companion.hall.evening import Finished, PersonRank, finished, of_the_evening, ruled_by, standings
from companion.hall.layout import Box, Decided, Ended, Open, Owner, decode
from companion.hall.locking import Wish
from companion.hall.log import Log, Ruling
from companion.hall.numbers import number_in
from companion.hall.people import People, people_of
from companion.hall.rounds import Countdowns, Round, clocks_of, passed, rounds_of, since_start
from companion.shelf import games
from companion.snapshot.hall import Announced, RoundHere

SILENT_SECONDS: Final = 15
"""A box whose lease ran out was last heard of this long ago, or longer (docs/hall.md)."""


class BoxLine(NamedTuple):
    """A box of the hall, for the organiser."""

    id: str
    name: str
    """The box's name for people, or its id if this board never saw it on."""
    number: str
    """The number of its table, or "" for a box at no table."""
    version: str
    is_on: bool
    heard: int
    """For a box that is off, the second in which it was last heard of. 0 is unknown."""
    clock: int | None = None
    """The minutes by which its clock is ahead of the store's, or None."""
    free: int | None = None
    """The free megabytes of its disk, or None."""


class WishLine(NamedTuple):
    """A box asks the organiser for a table."""

    table: str
    """The table's name in the hall."""
    number: str
    """The table's number in the room, or ""."""
    box: str
    """The name of the box that has the table."""
    id: str
    """The id of the box that asks."""
    to: str
    """Its name."""
    epoch: int


EncodedParts = Mapping[str, bytes]
"""Parts by their names, as JSON."""
Kept = TypeVar("Kept")


class Programme:
    """The organiser's rounds, their clocks and plans, and the announcement."""

    def __init__(self) -> None:
        self.rounds: tuple[Round, ...] = ()
        """The rounds in their order."""
        self.countdowns = Countdowns(since_start)
        self.news: Announced | None = None
        self.decided = Decided()
        self.log = Log()
        self.rulings: dict[str, Ruling] = {}
        """The organiser's decisions about results, by the table's name."""
        self.wishes: dict[str, Wish] = {}
        """The tables that boxes ask the organiser for, by the box and the table."""
        self._plans: dict[str, tuple[str, ...]] = {}
        """The numbers of the people whom a plan has at a table, by the end of the key (`layout.plan_key`)."""

    def note(self, key: str, name: layout.Name, value: bytes | None, now: int) -> None:
        """Note a new value of the organiser, or of a box about a move. `now` is the second by the store's clock."""
        if name.kind in ("moved", "log"):
            self.log.note(key, name.kind, value)
        elif name.kind == "plan":
            _keep(self._plans, name.of, planned(value) if value is not None else None)
        elif name.kind == "ruling":
            _keep(self.rulings, name.of, decode(value, Ruling))
        elif name.kind == "wish":
            _keep(self.wishes, name.of, decode(value, Wish))
        else:
            self._take_once(name.kind, value, now)

    def _take_once(self, kind: layout.KindOfKey, value: bytes | None, now: int) -> None:
        if kind == "rounds":
            self.rounds = rounds_of(value)
        elif kind == "clocks":
            known = self.countdowns.by_round
            self.countdowns.hear(clocks_of(value), lambda clock: 0 if clock.round in known else passed(clock, now))
        elif kind == "news":
            self.news = announced(value)
        elif kind == "decided":
            self.decided = decode(value, Decided) or Decided()

    def parts(self) -> EncodedParts:
        """Return the open rounds and the announcement as a page draws them."""
        opened = [
            {"game": one.game, "tables": one.tables, "line": self.line(one)} for one in self.rounds if one.step == "open"
        ]
        news = {"news": msgspec.json.encode(self.news.words)} if self.news is not None else {}
        return {**({"rounds": msgspec.json.encode(opened)} if opened else {}), **news}

    def line(self, one: Round) -> Text:
        """Return the name of a round and the minutes that are left, in words."""
        clock = self.countdowns.by_round.get(one.number)
        minutes = clock.minutes if clock is not None else one.minutes
        return RoundHere(one.number, one.game, one.options, minutes, self.runs(one)).line

    def runs(self, one: Round) -> bool:
        """Return True if the time of this round passes."""
        clock = self.countdowns.by_round.get(one.number)
        return clock is not None and clock.runs

    def is_unsure(self, one: Round) -> bool:
        """Return True if nobody knows how much time of this round passed while no board ran."""
        clock = self.countdowns.by_round.get(one.number)
        return clock is not None and clock.is_unsure

    def plan(self, one: Round) -> dict[str, tuple[str, ...]]:
        """Return the numbers of the people at each table, as the seating plan of this round has them."""
        start = f"{one.plan}/"
        return {of.removeprefix(start): people for of, people in self._plans.items() if one.plan and of.startswith(start)}


class Room:
    """The tables of one hall. `note` notes each changed key. `parts` returns all tables as a page draws them, `screen`
    returns one."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        """The public keys that were there last."""
        self._boxes: dict[str, Box] = {}
        """The last announcement of each box, also of boxes that are off by now."""
        self._there: set[str] = set()
        """The ids of boxes that are on."""
        self._heard: dict[str, int] = {}
        """For each box that went off while this board ran, the second in which it was last heard of."""
        self._numbers: dict[str, str] = {}
        """The number of the table at which a box is, by the box's id."""
        self._owners: dict[str, Owner] = {}
        self._open: dict[str, Open] = {}
        self._results: dict[str, Finished] = {}
        self.people = People()
        """The people on the organiser's list."""
        self.programme = Programme()
        self._copied: set[str] = set()
        """Tables that have entries."""
        self._tables: dict[str, bytes] = {}
        self._ended: dict[str, bytes] = {}
        """The parts of results and standings. `_tables` has the parts of tables."""
        self._minute: int | None = None
        """The minute in which `_ended` was made, or None if something changed since."""
        self.evening: list[Finished] = []
        """The evening's results at the last `parts`, the newest first."""
        self.standings: list[PersonRank] = []
        """The standings at the last `parts`."""

    def note(self, key: str, value: bytes | None, now: int) -> None:
        """Note a key's new value, or None if the key was deleted. `now` is the second by the store's clock."""
        name = layout.parse_key(key)
        if name is None:
            return
        if name.kind == "entry":
            (self._copied.discard if value is None else self._copied.add)(name.of)
            return
        (self._keys.discard if value is None else self._keys.add)(key)
        if name.kind == "box":
            self._take_box(name.of, decode(value, Box), now)
        elif name.kind in ("number", "people"):
            self._take_list(name, value)
        elif name.kind == "owner":
            _keep(self._owners, name.of, decode(value, Owner))
            self._draw(name.of)
        elif name.kind == "open":
            _keep(self._open, name.of, decode(value, Open))
            if name.of in self._results:  # a game that continues after its end has not ended
                self._minute = None
            self._draw(name.of)
        elif name.kind == "result":
            self._minute = None
            ended = decode(value, Ended)
            _keep(self._results, name.of, finished(name.of, ended) if ended is not None else None)
        else:
            self.programme.note(key, name, value, now)
            self._minute = None if name.kind == "ruling" else self._minute

    def replace_all(self, found: Mapping[str, bytes], copied: Iterable[str], now: int) -> None:
        """Replace all that is known by these public values. `copied` names the tables that have entries."""
        self._copied = {*copied}
        for key in self._keys - found.keys():
            self.note(key, None, now)
        for key in sorted(found):  # boxes before tables
            self.note(key, found[key], now)

    def parts(self, now: int) -> EncodedParts:
        """Return a part for each table, each result of the evening, and each person in the standings."""
        if self._minute != now // 60:
            self._minute = now // 60
            self._end(now)
        return {**self._tables, **self._ended, **self.programme.parts()}

    def screen(self, table: str) -> EncodedParts:
        """Return the parts of one table's public screen, and as `table` the part that `parts` has of it. Return nothing for
        an unknown table."""
        if table not in self._open:
            return {}
        shown = {name: msgspec.json.encode(part) for name, part in self._open[table].parts.items()}
        return {**shown, "table": self._tables[f"table {table}"]}

    def boxes(self) -> list[BoxLine]:
        """Return all boxes that were on while this board ran, or that have the number of a table."""
        ids = self._boxes.keys() | {id_ for id_, number in self._numbers.items() if number}
        return sorted((self._line(id_) for id_ in ids), key=lambda box: (not box.number, _by_number(box.number), box.name))

    def silent(self) -> int:
        """Return the number of tables whose box is silent."""
        return sum(self._box_of(table) not in self._there for table in self._open)

    def wishes(self) -> list[WishLine]:
        """Return the tables that boxes ask the organiser for."""
        found = ((of.partition("/")[2], wish) for of, wish in sorted(self.programme.wishes.items()))
        return [
            WishLine(
                table,
                self._numbers.get(self._box_of(table), ""),
                self.name(self._box_of(table)),
                wish.box,
                self.name(wish.box),
                wish.epoch,
            )
            for table, wish in found
            if table in self._open or table in self._owners
        ]

    def ended_before(self, second: int) -> list[str]:
        """Return the names of tables that ended before this second, were left, and still have entries in the store."""
        old = {table for table, result in self._results.items() if result.ended < second}
        return sorted((old & self._copied) - self._open.keys())

    def is_tidied(self, table: str, second: int) -> bool:
        """Return True if the table was left and ended before this second: its sealed values may be deleted."""
        return table in self._results and self._results[table].ended < second and table not in self._open

    def _take_box(self, id_: str, box: Box | None, now: int) -> None:
        if box is not None:
            self._boxes[id_] = box
            self._there.add(id_)
        elif id_ in self._there:
            self._there.discard(id_)
            self._heard[id_] = now - SILENT_SECONDS
        self._draw_box(id_)
        self._minute = None

    def _take_list(self, name: layout.Name, value: bytes | None) -> None:
        if name.kind == "people":
            self.people = People(people_of(value))
            self._minute = None
        else:
            self._numbers[name.of] = number_in(value)
            self._draw_box(name.of)

    def _draw_box(self, id_: str) -> None:
        for table in [table for table in self._open if self._box_of(table) == id_]:
            self._draw(table)

    def _box_of(self, table: str) -> str:
        """Return the id of the box that has the table."""
        return self._owners[table].box if table in self._owners else self._open[table].box

    def _line(self, id_: str) -> BoxLine:
        box = self._boxes.get(id_, Box(id_, "", ""))
        known = box.version, id_ in self._there, self._heard.get(id_, 0), box.clock, box.free
        return BoxLine(id_, box.name, self._numbers.get(id_, ""), *known)

    def _draw(self, table: str) -> None:
        open_ = self._open.get(table)
        if open_ is None:
            self._tables.pop(f"table {table}", None)
            return
        box = self._box_of(table)
        shown = non_empty(
            table=table,
            box=self.name(box),
            number=self._numbers.get(box, ""),
            address=self._boxes[box].address if box in self._boxes else "",
            game=open_.game,
            known=open_.game in games(),
            seats=open_.seats,
            pieces=open_.pieces,
            awaited=open_.awaited,
            where=open_.parts.get("where"),
            round=open_.round,
            now=open_.parts.get("now"),
            since=open_.since,
            over=open_.over,
            check=open_.fingerprint,
            silent=box not in self._there,
            heard=0 if box in self._there else self._heard.get(box, 0),
        )
        self._tables[f"table {table}"] = msgspec.json.encode(shown)

    def name(self, box: str) -> str:
        """Return the box's name for people."""
        return self._boxes[box].name if box in self._boxes else box

    def _end(self, now: int) -> None:
        over = [one for table, one in self._results.items() if table not in self._open or self._open[table].over]
        ruled = [ruled_by(one, self.programme.rulings.get(one.table)) for one in over]
        self.evening = of_the_evening(ruled, now)
        self.standings = standings(self.evening, self.people)
        results = {f"result {one.table}": self._result(one) for one in self.evening}
        self._ended = {**results, **{f"stands {one.key}": msgspec.json.encode(one._asdict()) for one in self.standings}}

    def _result(self, one: Finished) -> bytes:
        fields = msgspec.structs.asdict(one)
        del fields["reason"]  # every browser gets this
        return msgspec.json.encode({**fields, "box": self.name(one.box), "known": one.game in games()})


def _by_number(number: str) -> tuple[int, str]:
    """Return a key that sorts numbers as people do: 9, 10, A7."""
    return (int(number), "") if number.isdigit() else (10**6, number)


def _keep(among: dict[str, Kept], of: str, value: Kept | None) -> None:
    if value is None:
        among.pop(of, None)
    else:
        among[of] = value
