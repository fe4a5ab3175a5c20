"""Boxes of a hall without a thread of their own: a test does their copying step by step."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.box.running import HouseForPanel
from companion.core.journal import TableHead, decode_entry
from companion.core.words import Refused
from companion.hall import layout
from companion.hall.copier import Copier, CopierPorts, Gone
from companion.hall.etcd import Act, Away, Condition, Pair, Put
from companion.hall.guests import Last, TableGuests, guests_of, last_of
from companion.hall.keys import SealPlace, Seals
from companion.hall.layout import Box, Ended, Open, Owner, Owners
from companion.hall.numbers import numbered
from companion.hall.offers import TableOffer, offers
from companion.hall.own_store import Node
from companion.hall.people import Person
from companion.hall.rounds import Round
from companion.hall.seeking import Seeker
from companion.hall.seen import Look, Seen
from companion.hall.store import Committed, Store, Watch
from companion.hall.taking_over import Wait, take_over
from companion.house import takeover
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.house.moved import MovedTable
from companion.house.rounds import round_of
from companion.journals.reading import JournalFollower
from companion.settings import Hall
from companion.shelf import games
from tests.support.games import play
from tests.support.games import step as answered
from tests.support.houses import HandClock, open_house, sit_down, start

KEY = bytes(range(32))
HALL = Hall(key="AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", stores=("http://127.0.0.1:1",))
STEPS = 10_000
"""More steps than any backlog needs."""


class Member:
    """A box of the hall: its house, and its copying by hand."""

    def __init__(self, folder: Path, store: Store, id_: str = "box1", seed: int = 1) -> None:
        self.clock = HandClock()
        self.house = open_house(folder, seed, hall=HALL)
        self.seals = Seals(KEY)
        self.store = store
        self.fenced: list[MovedTable] = []
        """Each table that another box took from this one, in order."""
        self.tokens: dict[str, str] = {}
        """The tokens of the phones, by seat."""
        self.follower = JournalFollower(folder / "companion.db")
        self.look = Look(self.house)
        self.parts = CopierPorts(
            id=id_,
            store=store,
            seals=self.seals,
            journal=self.follower,
            look=self.look,
            me=lambda: Box(id_, "192.168.1.20:8080", "1"),
            fenced=self._fence,
            assured=partial(takeover.assure, self.house),
            closed=partial(takeover.doubt, self.house),
            clock=self.clock,
            organised=self.house.store.show_organised,
            owners=Owners(self.house.journal),
            round_of=partial(round_of, self.house),
        )
        self.copier = Copier(self.parts)

    @property
    def table(self) -> str:
        """The name of the table that is on."""
        assert self.house.table is not None
        return self.house.table.head.name

    def tries(self, most: int = STEPS) -> None:
        """Copy until nothing is due now. Failures of the store do not stop it."""
        for _ in range(most):
            with suppress(Away):
                if self.copier.work():
                    return

    def copies(self, most: int = STEPS) -> int:
        """Copy until nothing is due now. Return the number of steps."""
        for step in range(1, most + 1):
            if self.copier.work():
                return step
        return most

    def copies_all(self) -> None:
        """Copy everything, even what waits for the next beat."""
        self.copies()
        self.clock.pass_(2)
        self.copies()

    def restarts(self) -> None:
        """Begin the copying again, as after a restart of the box."""
        self.parts = replace(self.parts, owners=Owners(self.house.journal))
        self.copier = Copier(self.parts)

    def _fence(self, gone: Gone) -> None:
        takeover.fence(self.house, *gone)
        elsewhere = self.house.store.state.elsewhere
        if elsewhere is not None and elsewhere.table == gone.number:
            self.fenced.append(elsewhere)

    def offer(self, table: str) -> TableOffer:
        """Return the offer of this table, as this box shows it."""
        return next(offer for offer in offers(self.store) if offer.table == table)

    def is_silent(self) -> None:
        """Let the store forget the box's last sign of life, so that it counts as silent."""
        pair = self.store.read(layout.box_key(self.parts.id)).get(layout.box_key(self.parts.id))
        if pair is not None:
            self.store.end(pair.lease)

    def adopts(self, table: str, wait: Wait = lambda: False) -> None:
        """Take this table over as the store has it. Its old box only learns what `wait` lets it learn."""
        take_over(self.house, self.store, self.seals, self.parts.id, self.offer(table), self.parts.owners, wait)

    def close(self) -> None:
        self.follower.close()
        self.house.journal.close()


ANAS = (Person("17", "Ana", "Go"), Person("42", "Ana"))
"""Two people of one name, on the organiser's list."""
BALI = Round("2", "bali", 60, "1-20", {"oracle": True})
NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva", "Fay", "Gil", "Hal", "Ida", "Jo")


def begun(box: Member, game: str = "bali", answers: int = 9) -> Member:
    """Return a box with a game that is on and wholly copied."""
    rules = games()[game]
    seats = NAMES[: rules.sizes(rules.options())[0]]
    box.tokens = sit_down(box.house, *seats)
    start(box.house, *seats, game=game)
    play(box.house, most=answers)
    box.copies_all()
    return box


def again(box: Member, member: "Members") -> Member:
    """Return the box after switching it off and on."""
    box.close()
    return member(box.parts.id)


def says(house: House) -> set[str]:
    """Return the keys of the alarms on all screens."""
    screens = [house.snapshot(seat).notice.trouble for seat in (None, *house.guests.seating.seats)]
    panel = HouseForPanel(house, lambda: None).snapshot().trouble
    return {words.key if words is not None else "" for words in (*screens, panel)}


def takes_nothing(house: House, why: str) -> bool:
    """Return whether no seat and no panel is asked anything. Check that every answer is refused with `why`."""
    assert house.table is not None
    asked = [house.snapshot(seat).screen.asks for seat in house.table.head.seats]  # type: ignore[union-attr]
    panel = HouseForPanel(house, lambda: None).snapshot()
    tried: list[Callable[[], object]] = [
        lambda: answered(house, SeededDice(1), "another"),
        lambda: house.back(house.table.head.seats[0], "back"),  # type: ignore[union-attr]
        lambda: house.take_back("taken"),
    ]
    for act in tried:
        with pytest.raises(Refused, match=why):
            act()
    return not any(asked) and not panel.asks and panel.set_right is None


def give(store: Store, **numbers: str) -> None:
    store.commit([], [Put(layout.number_key(id_), numbered(number)) for id_, number in numbers.items()])


def hears(box: Member) -> None:
    """Let the box announce itself again, so that it reads its number."""
    box.clock.pass_(6)
    box.copies_all()


class Late:
    """A look at a house. If a test sets `answers`, that many answers are given right after the next look."""

    def __init__(self, box: Member) -> None:
        self._box = box
        self.answers = 0

    def __call__(self) -> Seen | None:
        seen = self._box.look()
        for n in range(self.answers):
            answered(self._box.house, SeededDice(n), f"late-{n}")
        self.answers = 0
        return seen


def letting(box: Member) -> Callable[[], bool]:
    """Return a `wait` during which the table's box learns that another box asks for the table."""
    waits = iter(range(3))

    def wait() -> bool:
        box.copier.ask()
        box.copies()
        return next(waits, None) is not None

    return wait


def secretly(box: Member) -> int:
    """Play until somebody has answered and no screen of the room shows it, with everything before copied. Return the number
    of entries."""
    lots, was_unseen = SeededDice(3), False
    for n in range(250):
        if was_unseen:
            box.copies_all()
        assert box.house.table is not None
        before = box.house.table.moment
        answered(box.house, lots, f"key-{n}")
        after = box.house.table.moment
        is_unseen = after.entries > before.entries and after.seqs[None] == before.seqs[None]
        if is_unseen and was_unseen:
            return after.entries
        was_unseen = is_unseen
    raise AssertionError("nobody answers unseen")


Members = Callable[..., Member]
Seekers = Callable[..., Seeker]


class Room:
    """The content of the store, for a reader who has the hall's key."""

    def __init__(self, store: Store) -> None:
        self.raw = {pair.key: pair.value for pair in store.all(layout.PREFIX).pairs}

    def owner(self, table: str) -> Owner:
        """Return the owner of a table. Check the owner's proof."""
        data = msgspec.json.decode(self.raw[layout.table_key(table, "owner")], type=Owner)
        assert Seals(KEY).is_true(table, data)
        return Owner(data.box, data.epoch)

    def open(self, table: str) -> Open | None:
        found = self.raw.get(layout.table_key(table, "open"))
        return None if found is None else msgspec.json.decode(layout.unpacked(found), type=Open)

    def ended(self, table: str) -> Ended | None:
        found = self.raw.get(layout.table_key(table, "result"))
        return None if found is None else msgspec.json.decode(found, type=Ended)

    def entries(self, table: str) -> list[Any]:
        keys = sorted(key for key in self.raw if key.startswith(layout.entries_prefix(table)))
        named = [(layout.parse_key(key), self.raw[key]) for key in keys]
        return [
            decode_entry(Seals(KEY).opened(SealPlace(table, "entry", n.number), raw)) for n, raw in named if n is not None
        ]

    def head(self, table: str) -> TableHead:
        raw = Seals(KEY).opened(SealPlace(table, "head", 0), self.raw[layout.table_key(table, "head")])
        return msgspec.json.decode(raw, type=TableHead)

    def _pair(self, table: str, kind: layout.OncePerTable) -> Pair:
        key = layout.table_key(table, kind)
        return Pair(key, self.raw[key], 0)

    def last(self, table: str) -> Last:
        found = last_of(Seals(KEY), table, len(self.entries(table)), self._pair(table, "last"))
        assert found is not None
        return found

    def guests(self, table: str) -> TableGuests:
        found = guests_of(Seals(KEY), table, self.last(table), self._pair(table, "guests"))
        assert found is not None
        return found


def owned(table: str, box: str, epoch: int) -> Put:
    """Return the act that writes the owner of a table, as a box of the hall does."""
    return Put(layout.table_key(table, "owner"), layout.encode(Seals(KEY).owner(table, box, epoch)))


class Unlucky(Store):
    """A store whose answers are lost when `luck` says so: "lost": the commit was done, "deaf": it was not, "well": all is
    well."""

    def __init__(self, address: str, luck: Callable[[], str] = lambda: "well") -> None:
        super().__init__([address])
        self.luck = luck
        self.commits: list[list[Act]] = []

    def commit(self, conditions: Sequence[Condition], acts: Iterable[Act]) -> Committed:
        luck, acts = self.luck(), list(acts)
        if luck == "deaf":
            raise Away("deaf")
        self.commits.append(acts)
        done = super().commit(conditions, acts)
        if luck == "lost":
            raise Away("lost")
        return done


def arrives(node: Node, house: House) -> None:
    """Wait until the store has the last entry of the table."""
    assert house.table is not None
    last = layout.entry_key(house.table.head.name, house.table.moment.entries)
    with closing(Store((node.address,))) as store:
        found = store.all(last)
    if not found.pairs:
        with closing(Watch(node.address, last, found.revision)) as watch:
            next(changes for changes in watch.changes() if changes.changes)
