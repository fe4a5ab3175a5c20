"""Writes what the organiser of a hall decides to the store, with a login of its own."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from typing import Final, TypeVar

import msgspec

from companion.core.words import Refused
from companion.hall import layout
from companion.hall.access import Access
from companion.hall.etcd import Act, Away, Drop, Put
from companion.hall.layout import Decided
from companion.hall.numbers import numbered
from companion.hall.people import Person
from companion.hall.store import Store

Done = TypeVar("Done")
ACTS: Final = 100
"""The number of boxes that get their numbers together: etcd takes 128 acts in one transaction."""


MOST_BYTES: Final = 1024 * 1024
"""The most bytes of the list of people: etcd takes 1.5 MiB in one transaction."""


class Organiser:
    """The organiser's acts on the stores at `stores`. Any thread may call. Every method raises Refused if no store
    answers."""

    def __init__(self, stores: Sequence[str], access: Access) -> None:
        self._stores = tuple(stores)
        self._access = access

    def give_numbers(self, numbers: Mapping[str, str]) -> None:
        """Give each box the number of its table, by the boxes' ids. All other boxes have none from then on."""

        def give(store: Store) -> None:
            named = [layout.parse_key(key) for key in store.names(layout.BOXES)]
            before = {name.of for name in named if name is not None and name.kind == "number"}
            acts: list[Act] = [Drop(layout.number_key(id_)) for id_ in sorted(before - numbers.keys())]
            acts += [Put(layout.number_key(id_), numbered(number)) for id_, number in numbers.items()]
            for at in range(0, len(acts), ACTS):
                store.commit([], acts[at : at + ACTS])

        self._done(give)

    def keep_people(self, people: Sequence[Person]) -> None:
        """Replace the list of people. Raises Refused for a list that is too large for the store."""
        raw = msgspec.json.encode(people)
        if len(raw) > MOST_BYTES:
            raise Refused("organise.fault.too_large")

        def keep(store: Store) -> None:
            decided = Decided(people=hashlib.sha256(raw).hexdigest()[:16])
            store.commit([], [Put(layout.PEOPLE, raw), Put(layout.DECIDED, layout.encode(decided))])

        self._done(keep)

    def _done(self, act: Callable[[Store], Done]) -> Done:
        """Do an act. If a machine of the store fails in the middle, do it again at the next one."""
        with closing(Store(self._stores, self._access)) as store:
            for _ in self._stores:
                with suppress(Away):
                    return act(store)
        raise Refused("organise.fault.away")
