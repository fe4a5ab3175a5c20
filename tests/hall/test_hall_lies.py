"""A store that answers in the right form, but with lies: the box keeps its games, and goes on copying or says that the store
is away."""

import random
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.core.words import Refused
from companion.hall import layout
from companion.hall.etcd import Act, Away, Condition, Pair
from companion.hall.offers import offers
from companion.hall.store import Committed, Found, Store
from companion.hall.taking_over import take_over
from tests.support.games import play
from tests.support.halls import Member
from tests.support.houses import sit_down, start


class Lying(Store):
    """A store that gives random plausible replies: about other tables, from other times, or empty. It asks no real store."""

    def __init__(self, seed: int) -> None:
        super().__init__(["http://127.0.0.1:1"])
        self._random = random.Random(seed)
        self.pairs: list[Pair] = [Pair("/companion/1/table/X/owner", b'{"box":"X","epoch":"many"}', 1)]

    def _value(self) -> bytes:
        made = bytearray(self._random.choice(self.pairs).value)
        if made and self._random.random() < 0.3:
            made[self._random.randrange(len(made))] ^= 1 << self._random.randrange(8)
        return self._random.choice([bytes(made), bytes(made), b"", b"{}", b"null", b"[1]", b"\xff" * 512])

    def _pair(self, key: str) -> Pair:
        return Pair(key, self._value(), self._random.randrange(9), self._random.choice([0, 7]))

    def _maybe(self) -> None:
        if self._random.random() < 0.1:
            raise Away("a lie")

    def now(self) -> int | None:
        return self._random.choice([None, 0, -5, 2**40])

    def read(self, *keys: str) -> dict[str, Pair]:
        self._maybe()
        return {key: self._pair(key) for key in keys if self._random.random() < 0.6}

    def all(self, prefix: str) -> Found:
        self._maybe()
        return Found(tuple(self._pair(f"{prefix}{n:08d}") for n in range(self._random.randrange(5))), 1)

    def names(self, prefix: str) -> tuple[str, ...]:
        return tuple(layout.table_key(self._random.choice("XYZ"), "open") for _ in range(3))

    def last(self, prefix: str) -> Pair | None:
        self._maybe()
        ends = ("00000001", "00000007", "99999999", "x", "0" * 30, "")
        return self._random.choice([None, self._pair(prefix + self._random.choice(ends))])

    def commit(self, conditions: Sequence[Condition], acts: Iterable[Act]) -> Committed:
        self._maybe()
        self.pairs.extend(Pair(act.key, getattr(act, "value", b""), 1) for act in acts)
        found = tuple(self._pair(one.key) for one in conditions if self._random.random() < 0.8)
        return Committed(self._random.random() < 0.5, found, 1)

    def lease(self, seconds: int) -> int:
        self._maybe()
        return self._random.randrange(1, 2**62)

    def renew(self, lease: int) -> bool:
        return self._random.random() < 0.5

    def left(self, lease: int) -> int:
        return self._random.randrange(-5, 10**6)


@pytest.mark.parametrize("seed", range(25))
def test_a_box_beside_a_lying_store_plays_its_game_to_the_end(seed: int, tmp_path: Path) -> None:
    with closing(Member(tmp_path, Lying(seed))) as box:
        sit_down(box.house, "Ana", "Ben")
        start(box.house, "Ana", "Ben")
        for n in range(12):
            play(box.house, seed=n, most=3)
            for _ in range(30):
                with suppress(Away):
                    box.copier.work()
                box.copier.progress()
            box.clock.pass_(3)
            box.restarts()
        assert box.house.table is not None
        assert box.house.trouble is None
        assert box.house.table.moment.over


@pytest.mark.parametrize("seed", range(25))
def test_a_spare_beside_a_lying_store_takes_nothing_that_is_no_table_of_the_hall(seed: int, tmp_path: Path) -> None:
    with closing(Member(tmp_path, Lying(seed))) as box:
        for _ in range(20):
            with suppress(Away, Refused):
                for offer in offers(box.store):
                    take_over(box.house, box.store, box.seals, "spare", offer)
        assert box.house.table is None
        assert box.house.journal.newest_table() == 0
