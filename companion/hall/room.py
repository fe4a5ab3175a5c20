"""What a board shows of a room, out of what its store says: a value alone, fed with keys and values as they change.

It looks only at what lies open. How many entries there are, and when they come, shows nowhere in it. A store may say
anything: what cannot be read is left out, as if it were not there.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

import msgspec

from companion.core.view import there
from companion.hall import layout
from companion.hall.copy import UNREADABLE
from companion.hall.evening import Finished, Stands, finished, of_the_evening, standings
from companion.hall.layout import Box, Ended, Open, Owner
from companion.shelf import games

SILENT_SECONDS: Final = 15
"""A box whose lease has run out was heard of last so long ago, or longer (docs/hall.md)."""
LOST: Final = (*UNREADABLE, RecursionError)
"""What is raised by a value that is none, however deep."""

Drawn = Mapping[str, bytes]
"""Parts by their names, as JSON."""
Value = TypeVar("Value", bound=msgspec.Struct)


class Room:
    """One room. `take` is told of each key; `parts` are what a page draws of all tables, `screen` of one."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        """Of what lies open, as it was told last."""
        self._boxes: dict[str, Box] = {}
        """As they were called last, also those that have gone."""
        self._there: set[str] = set()
        """The ids of the boxes that are heard of."""
        self._heard: dict[str, int] = {}
        """The second at which one that has gone was heard of last, where somebody saw it go."""
        self._owners: dict[str, Owner] = {}
        self._open: dict[str, Open] = {}
        self._results: dict[str, Finished] = {}
        self._copied: set[str] = set()
        """Tables of which there are entries."""
        self._tables: dict[str, bytes] = {}
        self._ended: dict[str, bytes] = {}
        """The parts of tables, and those of results and standings."""
        self._minute: int | None = None
        """In which those were made; None: they are to be made anew."""
        self.evening: list[Finished] = []
        """The results of the evening, the newest first, as of the last `parts`."""
        self.standings: list[Stands] = []
        """Who stands where by then."""

    def take(self, key: str, value: bytes | None, now: int) -> None:
        """A key has this value now; None: it is gone. `now`: the second, by the store's clock."""
        name = layout.named(key)
        if name is None:
            return
        if name.kept == "entry":
            (self._copied.discard if value is None else self._copied.add)(name.of)
            return
        (self._keys.discard if value is None else self._keys.add)(key)
        if name.kept == "box":
            self._take_box(name.of, _read(value, Box), now)
        elif name.kept == "owner":
            _keep(self._owners, name.of, _read(value, Owner))
            self._draw(name.of)
        elif name.kept == "open":
            _keep(self._open, name.of, _read(value, Open))
            if name.of in self._results:  # a game that goes on after its end has not ended
                self._minute = None
            self._draw(name.of)
        elif name.kept == "result":
            self._minute = None
            ended = _read(value, Ended)
            _keep(self._results, name.of, finished(name.of, ended) if ended is not None else None)

    def read_anew(self, found: Mapping[str, bytes], copied: Iterable[str], now: int) -> None:
        """All that lies open by now, and the tables of which there are entries: what is not among it is gone."""
        self._copied = {*copied}
        for key in self._keys - found.keys():
            self.take(key, None, now)
        for key in sorted(found):  # boxes before tables
            self.take(key, found[key], now)

    def parts(self, now: int) -> Drawn:
        """A part for each table, each result of the evening and everybody who stands in it."""
        if self._minute != now // 60:
            self._minute = now // 60
            self._end(now)
        return {**self._tables, **self._ended}

    def screen(self, table: str) -> Drawn:
        """The parts of one table's public screen, and as `table` what `parts` has of it; none, if it is not there."""
        if table not in self._open:
            return {}
        shown = {name: msgspec.json.encode(part) for name, part in self._open[table].parts.items()}
        return {**shown, "table": self._tables[f"table {table}"]}

    def ended_before(self, second: int) -> list[str]:
        """Left tables of which entries are still kept though they ended before then."""
        old = {table for table, result in self._results.items() if result.ended < second}
        return sorted((old & self._copied) - self._open.keys())

    def is_tidied(self, table: str, second: int) -> bool:
        """Whether what is sealed of this table may be gone: it was left, and ended before then."""
        return table in self._results and self._results[table].ended < second and table not in self._open

    def _take_box(self, id_: str, box: Box | None, now: int) -> None:
        if box is not None:
            self._boxes[id_] = box
            self._there.add(id_)
        elif id_ in self._there:
            self._there.discard(id_)
            self._heard[id_] = now - SILENT_SECONDS
        for table in [table for table in self._open if self._box_of(table) == id_]:
            self._draw(table)
        self._minute = None

    def _box_of(self, table: str) -> str:
        """The id of the box that has it."""
        return self._owners[table].box if table in self._owners else self._open[table].box

    def _draw(self, table: str) -> None:
        open_ = self._open.get(table)
        if open_ is None:
            self._tables.pop(f"table {table}", None)
            return
        box = self._box_of(table)
        said = there(
            table=table,
            box=self._name(box),
            address=self._boxes[box].address if box in self._boxes else "",
            game=open_.game,
            known=open_.game in games(),
            seats=open_.seats,
            pieces=open_.pieces,
            awaited=open_.awaited,
            where=open_.parts.get("where"),
            now=open_.parts.get("now"),
            since=open_.since,
            over=open_.over,
            check=open_.fingerprint,
            silent=box not in self._there,
            heard=0 if box in self._there else self._heard.get(box, 0),
        )
        self._tables[f"table {table}"] = msgspec.json.encode(said)

    def _name(self, box: str) -> str:
        """What people call it."""
        return self._boxes[box].name if box in self._boxes else box

    def _end(self, now: int) -> None:
        over = [one for table, one in self._results.items() if table not in self._open or self._open[table].over]
        self.evening = of_the_evening(over, now)
        self.standings = standings(self.evening)
        results = {f"result {one.table}": self._result(one) for one in self.evening}
        self._ended = {**results, **{f"stands {one.name}": msgspec.json.encode(one._asdict()) for one in self.standings}}

    def _result(self, one: Finished) -> bytes:
        said = msgspec.structs.asdict(one)
        return msgspec.json.encode({**said, "box": self._name(one.box), "known": one.game in games()})


def _keep(among: dict[str, Value], of: str, value: Value | None) -> None:
    if value is None:
        among.pop(of, None)
    else:
        among[of] = value


def _read(value: bytes | None, of: type[Value]) -> Value | None:
    """None for what is gone, and for what cannot be read."""
    try:
        return None if value is None else msgspec.json.decode(value, type=of)
    except LOST:
        return None
