"""Finds values of a hall's store that nobody may change or delete there, so that a board puts them back."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, get_args

from companion.hall import layout
from companion.hall.etcd import Change
from companion.hall.layout import Open, Owner

WRITTEN_ONCE: Final = ("entry", "head", "moved")
"""Keys that are written once and never change."""
FREE: Final = ("box", "number", "wish", *get_args(layout.OncePerHall), *get_args(layout.ManyPerHall))
"""Keys that boxes and the organiser may change and delete."""
NOT_DELETED: Final = (*WRITTEN_ONCE, "owner", "guests", "last", "result")
"""Keys that only the board deletes, when it tidies."""
MOST_TIMES: Final = 3
"""The most times that a board puts a value back, so that two boards that disagree do not go on for ever."""


class Wrong(NamedTuple):
    """A value to put back."""

    key: str
    value: bytes
    """The value to write."""
    revision: int
    """The revision of the present value, or 0 if the key has no value."""
    table: str


class Guarding:
    """Finds forbidden changes. It needs all changes in order. `is_tidied` says whether a table's sealed values may be
    deleted."""

    def __init__(self, is_tidied: Callable[[str], bool]) -> None:
        self._is_tidied = is_tidied
        self._owners: dict[str, Owner] = {}
        self._moved: dict[str, int] = {}
        """The revision in which each table changed boxes."""
        self._heard: set[str] = set()
        """The boxes that are on."""
        self._good: dict[str, bytes] = {}
        """Values that were put back, by key."""
        self._times: dict[str, int] = {}

    def know(self, found: Mapping[str, bytes]) -> None:
        """Start with these values of the store. They count as right."""
        self._heard.clear()
        for key, value in found.items():
            if name := layout.parse_key(key):
                self._remember(name, value)

    def wrong(self, written: Iterable[Change]) -> Iterator[Wrong]:
        """Yield the values to put back."""
        changes = tuple(written)
        put = [(one, layout.parse_key(one.key)) for one in changes if one.value is not None]
        together = {(one.revision, name.of) for one, name in put if name is not None and name.kind == "last"}
        for one in changes:
            name = layout.parse_key(one.key)
            if name is None:
                continue
            good = self._right_value(one, name, is_left=(one.revision, name.of) in together)
            if good is None:
                self._good.pop(one.key, None)
                self._remember(name, one.value, one.revision)
            elif good == one.value:
                self._remember(name, one.value)
            elif self._times.get(one.key, 0) < MOST_TIMES:
                self._good[one.key], self._times[one.key] = good, self._times.get(one.key, 0) + 1
                yield Wrong(one.key, good, 0 if one.value is None else one.revision, name.of)

    def _remember(self, name: layout.Name, value: bytes | None, revision: int = 0) -> None:
        """Remember which boxes are on, and who owns each table. `revision` is when the table changed boxes."""
        if name.kind == "box":
            (self._heard.discard if value is None else self._heard.add)(name.of)
        owner = layout.decode(value, Owner) if name.kind == "owner" else None
        if owner is not None:
            self._owners[name.of], self._moved[name.of] = owner, revision

    def _right_value(self, one: Change, name: layout.Name, is_left: bool) -> bytes | None:
        """Return the value to put back, or None if the new one is allowed. `is_left`: the table's end was written in the
        same revision, as a box does when people leave a table."""
        if name.kind in FREE:
            return None
        if name.kind in WRITTEN_ONCE and one.key in self._good and one.value is not None:
            return self._good[one.key]
        if one.before is None or (one.value is None and self._is_tidied(name.of)):
            return None
        if name.kind in ("guests", "last") and self._is_silent(name.of, one.revision):
            return self._good.get(one.key, one.before)
        if one.value is None:
            return one.before if name.kind in NOT_DELETED or not is_left else None
        if name.kind in WRITTEN_ONCE:
            return one.before
        if name.kind == "owner":
            return one.before if self._is_earlier(one) else None
        return one.before if name.kind == "open" and self._is_by_another_box(one, name.of) else None

    def _is_silent(self, table: str, revision: int) -> bool:
        """Return True if no box may write the guests and the end now: the table's box is off, and the table did not change
        boxes in this revision."""
        owner = self._owners.get(table)
        return owner is not None and owner.box not in self._heard and self._moved.get(table) != revision

    def _is_earlier(self, one: Change) -> bool:
        """Return True if the owner's epoch does not grow."""
        before, now = layout.decode(one.before, Owner), layout.decode(one.value, Owner)
        return before is not None and (now is None or now.epoch <= before.epoch)

    def _is_by_another_box(self, one: Change, table: str) -> bool:
        """Return True if a box that does not own the table replaced the owner's screen."""
        owner, now, before = self._owners.get(table), layout.decode(one.value, Open), layout.decode(one.before, Open)
        if owner is None or before is None or before.box != owner.box:
            return False
        return now is None or now.box != owner.box
