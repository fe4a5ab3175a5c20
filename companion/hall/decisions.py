"""Reads what the organiser decided, for one box: the number of its table, and who is on the list of people."""

from collections.abc import Mapping
from typing import Final

from companion.hall import layout
from companion.hall.etcd import Pair
from companion.hall.layout import Decided
from companion.hall.numbers import number_in
from companion.hall.people import People, people_of
from companion.hall.store import Store
from companion.snapshot.hall import Organised


class Decisions:
    """The organiser's decisions as box `id_` knows them, for one thread."""

    def __init__(self, id_: str, store: Store) -> None:
        self._number_key = layout.number_key(id_)
        self.keys: Final = (self._number_key, layout.DECIDED)
        """The keys that the box reads at each announcement."""
        self._store = store
        self._mark = ""
        """The mark of the list of people that is known."""
        self.people = People()
        self.organised = Organised()

    def take(self, found: Mapping[str, Pair]) -> None:
        """Take the values of `keys`. Read the list of people if it changed. Raises Away."""
        number, written = found.get(self._number_key), found.get(layout.DECIDED)
        decided = layout.decode(written.value if written is not None else None, Decided) or Decided()
        if decided.people != self._mark:
            people = self._store.read(layout.PEOPLE).get(layout.PEOPLE)
            self.people, self._mark = People(people_of(people.value if people is not None else None)), decided.people
        self.organised = Organised(number_in(number.value if number is not None else None), self.people.seats)
