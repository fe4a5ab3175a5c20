"""A nemesis: a source of random faults in a hall where bots play.

It kills, pauses and cuts off boxes and machines of the store, and lets people take tables over, all by a seed. In the end
it mends everything, and a judgement looks for every answer.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from companion.core.words import Refused
from companion.hall.etcd import Away
from companion.hall.offers import tables_on
from companion.hall.own_store import Node, until_they_answer
from companion.hall.store import Store
from companion.hall.taking_over import read_table
from tests.rehearsal.cable import Cables
from tests.rehearsal.ledger import LETS_GO_SECONDS, Answer, Fault, Judgement, Sent, judged, noted
from tests.rehearsal.messages import Cast
from tests.rehearsal.stage import AGAIN, Stage
from tests.rehearsal.words import Line, line

BOXES: Final = 6
FREE: Final = 2
"""The number of boxes that begin without a table."""
PACE: Final = 0.1
"""Seconds between two answers of a table."""
CALM_SECONDS: Final = 6.0
"""Seconds without a fault of the store after each. Without this calm no answer would be safe."""
HOMELESS_SECONDS: Final = 35.0
"""Seconds after which a box that reaches the store again has sent its table."""
LOOK_SECONDS: Final = 1.0
"""Seconds that the nemesis itself waits for the store."""
GAMES: Final = ("bali", "babel", "animism", "buru")


class Prey:
    """A hunted box, in a process of its own and behind cables of its own."""

    def __init__(self, stage: Stage, n: int) -> None:
        self._stage = stage
        self.cables: Final = Cables(stage.stores)
        stage.closing.callback(self.cables.close)
        self.folder: Final = stage.folder / f"prey{n}"
        game = GAMES[n % len(GAMES)] if n < BOXES else None
        self._cast = Cast(f"prey {n}", str(self.folder), self.cables.addresses, game, stage.plan.seed * 10_000 + n, True)
        self.crew = stage.crew([self._cast])
        self.is_busy = False
        """True if the box has a fault that is not mended yet."""
        self._begin(PACE)

    @property
    def id(self) -> str:
        """Return the id of this box."""
        return self.crew.ids[0]

    def switch_on(self) -> None:
        """Switch the killed box on again."""
        self._cast = self._cast._replace(seed=self._cast.seed + AGAIN)
        self.crew = self._stage.crew([self._cast])
        self._begin(PACE)

    def _begin(self, pace: float) -> None:
        self._stage.switch_on([self.crew])
        self.crew.worker.ask("copy")
        self.crew.worker.ask("play", pace, self._cast.seed)


class Nemesis:
    """One hunt. `faults` lists the nemesis's deeds."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._dice = random.Random(stage.plan.seed)
        self._store = Store(stage.stores, seconds=LOOK_SECONDS)
        stage.closing.callback(self._store.close)
        self.prey: Final = [Prey(stage, n) for n in range(BOXES + FREE)]
        self.faults: Final[list[Fault]] = []
        self._to_mend: list[tuple[float, float, str, Callable[[], None]]] = []
        """The faults that last: when each ends, when it began, its box's id, and the call that mends it."""
        self._since: dict[str, float] = {}
        """The time since which each table has been at no box, by table."""
        self._store_calm_at = time.monotonic() + CALM_SECONDS

    def hunt(self, seconds: float) -> None:
        """Hunt for this many seconds, then mend everything."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(self._dice.uniform(0.1, 0.6))
            self._mend(time.monotonic())
            kinds = (self._kill, self._pause, self._cut, self._take, self._take, self._harm_store)
            self._dice.choice(kinds)()
        self._mend(float("inf"))
        self._stage.hunted[:] = [one.crew for one in self.prey]

    def settle(self) -> None:
        """Let a box take a table that no box has, because its taker died or could not reach the store."""
        on = {one: one.crew.worker.ask("on") for one in self.prey}
        homeless = self._homeless({table for table, _ in on.values()})
        for one, (table, lost) in on.items():
            if homeless and not table:
                one.crew.worker.ask("take", lost if lost in homeless else homeless[0])
                return
        if homeless:  # every box has begun another game since
            self.prey[0].crew.worker.ask("leave")

    def _homeless(self, on: set[str]) -> list[str]:
        """Return the tables of the prey that no box has had for HOMELESS_SECONDS, though the store has them."""
        now, ids = time.monotonic(), {one.id for one in self.prey}
        with suppress(Away):
            found = [offer for offer in tables_on(self._store) if offer.owner.box in ids and not offer.open.over]
            names = {offer.table for offer in found} - on
            self._since = {name: self._since.get(name, now) for name in names}
        return sorted(name for name, since in self._since.items() if since < now - HOMELESS_SECONDS)

    def _mend(self, until: float) -> None:
        late = [one for one in self._to_mend if one[0] <= until]
        self._to_mend = [one for one in self._to_mend if one not in late]
        for _, begin, whose, mend in sorted(late, key=lambda one: one[0]):
            mend()
            self.faults.append(Fault(begin, time.monotonic(), whose))

    def _for(self, seconds: float, whose: str, mend: Callable[[], None]) -> None:
        now = time.monotonic()
        self._to_mend.append((now + seconds, now, whose, mend))

    def _one(self) -> Prey | None:
        whole = [one for one in self.prey if not one.is_busy]
        return self._dice.choice(whole) if len(whole) > 2 else None

    def _befall(self, prey: Prey, seconds: float, mend: Callable[[], None]) -> None:
        prey.is_busy = True

        def mended() -> None:
            mend()
            prey.is_busy = False

        self._for(seconds, prey.id, mended)

    def _kill(self) -> None:
        if prey := self._one():
            self._befall(prey, self._dice.uniform(0.5, 15.0), prey.switch_on)
            prey.crew.worker.kill()

    def _pause(self) -> None:
        if prey := self._one():
            self._befall(prey, self._dice.uniform(0.2, 20.0), prey.crew.worker.go_on)
            prey.crew.worker.pause()

    def _cut(self) -> None:
        if prey := self._one():
            self._befall(prey, self._dice.uniform(0.5, 20.0), prey.cables.mend)
            prey.cables.cut(self._dice.choice(("there", "back")))

    def _take(self) -> None:
        """Let people at a box without a game take any table."""
        free = [one for one in self.prey if not one.is_busy and not one.crew.worker.ask("on")[0]]
        ids = {one.id for one in self.prey}
        with suppress(Away):
            found = [offer for offer in tables_on(self._store) if offer.owner.box in ids and not offer.open.over]
            if free and found:
                taker, offer = self._dice.choice(free), self._dice.choice(found)
                now = time.monotonic()
                self.faults.append(Fault(now, now + LETS_GO_SECONDS, offer.owner.box))
                taker.crew.worker.ask("take", offer.table)

    def _harm_store(self) -> None:
        """Kill or pause one machine of the store or, now and then, all of them."""
        if time.monotonic() < self._store_calm_at:
            return
        nodes = self._stage.nodes if self._dice.random() < 0.3 else [self._dice.choice(self._stage.nodes)]
        seconds = self._dice.uniform(0.5, 6.0)
        self._store_calm_at = time.monotonic() + seconds + CALM_SECONDS
        is_killed = self._dice.random() < 0.5
        self._for(seconds, "", lambda: _revive(nodes, is_killed))
        for node in nodes:
            if is_killed:
                node.kill()
            else:
                os.kill(node.pid, signal.SIGSTOP)


def _revive(nodes: tuple[Node, ...] | list[Node], is_killed: bool) -> None:
    for node in nodes:
        if is_killed:
            node.start()
        else:
            os.kill(node.pid, signal.SIGCONT)
    until_they_answer(nodes)


def hunted(stage: Stage) -> tuple[Judgement, list[Line]]:
    """Hunt for the plan's seconds. Return the judgement, and the other broken promises. Raises Away."""
    nemesis = Nemesis(stage)
    nemesis.hunt(stage.plan.seconds)
    wrong = stage.settled(nemesis.settle)
    notes = [one for prey in nemesis.prey for one in noted(prey.folder)]
    for one in notes:
        if isinstance(one, Sent):
            stage.acknowledge((key, bytes.fromhex(mark)) for key, mark in one.entries)
    tables = {one.table for one in notes if isinstance(one, Answer)}
    return judged(notes, nemesis.faults, _chains(stage, tables)), wrong


def _chains(stage: Stage, tables: set[str]) -> dict[str, set[str]]:
    """Return the hashes of each table's entries in the store. A table that does not open is left out."""
    chains: dict[str, set[str]] = {}
    for table in tables:
        with suppress(Refused):
            chains[table] = {entry.hash for entry in read_table(stage.store, stage.seals, table).entries}
    return chains


def lines(found: Judgement) -> Iterator[Line]:
    """Yield a line for each broken promise."""
    for name in ("safe_lost", "silent", "doubled"):
        if count := getattr(found, name):
            yield line(f"wrong.{name}", n=count)
