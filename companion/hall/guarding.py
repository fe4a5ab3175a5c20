"""What somebody deleted or overwrote in the store without a right to, though etcd allowed it: told by what changed, and put
back as it was. A value alone: no store, no clock."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from companion.hall import layout
from companion.hall.layout import Open, Owner
from companion.hall.wire import Written

ONCE: Final = ("entry", "head")
"""What is written once and never changes."""
STAYS: Final = (*ONCE, "owner", "guests", "result")
"""What nobody deletes but who tidies."""
MOST_TIMES: Final = 3
"""A value is put back so often at most: two boards that disagree must not do it for ever."""


class Wrong(NamedTuple):
    """A value that is to be put back."""

    key: str
    value: bytes
    """As it was."""
    revision: int
    """Of what stands there now; 0: nothing does."""
    table: str


class Guarding:
    """Hears what changes, in order. `is_tidied`: whether what is sealed of a table may go."""

    def __init__(self, is_tidied: Callable[[str], bool]) -> None:
        self._is_tidied = is_tidied
        self._owners: dict[str, Owner] = {}
        self._moved: dict[str, int] = {}
        """The revision in which each table changed boxes."""
        self._heard: set[str] = set()
        """The boxes that are on."""
        self._good: dict[str, bytes] = {}
        """Values that were put back."""
        self._times: dict[str, int] = {}

    def know(self, found: Mapping[str, bytes]) -> None:
        """Begin with these values of the store, which are right as far as anybody knows."""
        self._heard.clear()
        for key, value in found.items():
            if name := layout.named(key):
                self._see(name, value)

    def wrong(self, written: Iterable[Written]) -> Iterator[Wrong]:
        """Yield the values to put back."""
        changes = tuple(written)
        put = [(one, layout.named(one.key)) for one in changes if one.value is not None]
        together = {(one.revision, name.of) for one, name in put if name is not None and name.kept == "guests"}
        for one in changes:
            name = layout.named(one.key)
            if name is None:
                continue
            good = self._was(one, name, is_left=(one.revision, name.of) in together)
            if good is None:
                self._good.pop(one.key, None)
                self._see(name, one.value, one.revision)
            elif good == one.value:
                self._see(name, one.value)
            elif self._times.get(one.key, 0) < MOST_TIMES:
                self._good[one.key], self._times[one.key] = good, self._times.get(one.key, 0) + 1
                yield Wrong(one.key, good, 0 if one.value is None else one.revision, name.of)

    def _see(self, name: layout.Name, value: bytes | None, revision: int = 0) -> None:
        """Remember which boxes are on and whose each table is. `revision`: when the table changed boxes."""
        if name.kept == "box":
            (self._heard.discard if value is None else self._heard.add)(name.of)
        owner = layout.read(value, Owner) if name.kept == "owner" else None
        if owner is not None:
            self._owners[name.of], self._moved[name.of] = owner, revision

    def _was(self, one: Written, name: layout.Name, is_left: bool) -> bytes | None:
        """Return the value that belongs there; None: the new one does."""
        if name.kept == "box":
            return None
        if name.kept in ONCE and one.key in self._good and one.value is not None:
            return self._good[one.key]
        if one.before is None or (one.value is None and self._is_tidied(name.of)):
            return None
        if name.kept == "guests" and self._is_silent(name.of, one.revision):
            return self._good.get(one.key, one.before)
        if one.value is None:
            return one.before if name.kept in STAYS or not is_left else None
        if name.kept in ONCE:
            return one.before
        if name.kept == "owner":
            return one.before if self._is_earlier(one) else None
        return one.before if name.kept == "open" and self._is_another_s(one, name.of) else None

    def _is_silent(self, table: str, revision: int) -> bool:
        """Whether nobody writes the guests by right: the table's box is off, and the table did not change boxes just now."""
        owner = self._owners.get(table)
        return owner is not None and owner.box not in self._heard and self._moved.get(table) != revision

    def _is_earlier(self, one: Written) -> bool:
        """Each owner is one epoch further than the one before."""
        before, now = layout.read(one.before, Owner), layout.read(one.value, Owner)
        return before is not None and (now is None or now.epoch <= before.epoch)

    def _is_another_s(self, one: Written, table: str) -> bool:
        """Whether a screen was written by a box that does not have the table, in place of one that does."""
        owner, now, before = self._owners.get(table), layout.read(one.value, Open), layout.read(one.before, Open)
        if owner is None or before is None or before.box != owner.box:
            return False
        return now is None or now.box != owner.box
