"""The stage of a rehearsal: three machines of a store, boxes in some processes, spares, and a board."""

import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from companion.hall.etcd import Away
from companion.hall.keys import Seals
from companion.hall.offers import TableOffer, offers
from companion.hall.own_store import cluster, until_they_answer
from companion.hall.store import Store
from companion.settings import KEY_BYTES, Hall
from tests.rehearsal import checks
from tests.rehearsal.cable import Cables
from tests.rehearsal.figures import together
from tests.rehearsal.messages import Answered, Cast, TableReport
from tests.rehearsal.plan import Plan, parted
from tests.rehearsal.words import Line, line
from tests.rehearsal.working import Worker, asked

LOOK_SECONDS: Final = 0.2
PATIENCE_SECONDS: Final = 240.0
"""Seconds after which waiting is in vain. A box asks a store that was away again within half a minute."""
CREW: Final = "tests.rehearsal.crew"
WATCHED: Final = "tests.rehearsal.watched"
MACHINES: Final = 3
AGAIN: Final = 10**9
"""A number that is added to the seed of a box when it starts again, so that it plays differently."""


class Crew:
    """A process with boxes, as the rehearsal sees it."""

    def __init__(self, casts: Sequence[Cast]) -> None:
        self.casts: Final = casts
        self.worker: Final = Worker(CREW)
        self.ids: list[str] = []
        self.answers = 0
        """The number of answers that its boxes have given so far."""
        self.copied = 0
        """The number of entries that the store has acknowledged to its boxes."""

    def add(self, report: Answered) -> None:
        """Count what the boxes have done since the last report."""
        self.answers += report.answers
        self.copied += sum(len(one.entries) for one in report.copied)


class Stage:
    """A hall that is up until `closing` is closed. Its boxes are on, and neither copy nor play yet.

    Raises Refused if the hall cannot be started.
    """

    def __init__(self, plan: Plan, folder: Path, closing: ExitStack) -> None:
        self.plan: Final = plan
        self.folder: Final = folder
        self.closing: Final = closing
        self.acknowledged: Final[dict[str, bytes]] = {}
        """The marks of the values that the store has acknowledged, by the keys of their entries."""
        self._key = urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).decode()
        self.seals: Final = Seals(Hall(key=self._key).secret())
        self.nodes: Final = cluster(folder / "store", MACHINES)
        for node in self.nodes:
            closing.callback(node.close)
            node.start()
        until_they_answer(self.nodes)
        self.stores: Final = tuple(node.address for node in self.nodes)
        self.store: Final = Store(self.stores)
        closing.callback(self.store.close)
        self.cables: Final = Cables(self.stores)
        closing.callback(self.cables.close)
        self.board: Final = Worker(WATCHED, *self.stores)
        closing.callback(self.board.close)
        cast = parted(plan, folder, self.stores, self.cables.addresses)
        self.doomed = self.crew(cast.doomed)
        self.cut_off: Final = self.crew(cast.cut_off)
        self.crews: Final = [self.crew(casts) for casts in cast.crews]
        self.spares: Final = [self.crew(casts) for casts in cast.spares]
        self.hunted: Final[list[Crew]] = []
        """The crews that a nemesis hunts."""
        self.switch_on(self.all)

    @property
    def playing(self) -> list[Crew]:
        """Return the crews that have tables in every act."""
        return [self.cut_off, *self.crews]

    @property
    def all(self) -> list[Crew]:
        """Return every crew that is on."""
        return [self.doomed, *self.playing, *self.spares, *self.hunted]

    def copy(self) -> None:
        """Let all boxes copy from now on."""
        asked([crew.worker for crew in self.all], "copy")

    def play(self, pace: float | None = None) -> None:
        """Let all boxes play with `pace` seconds between two answers; None means the plan's pace."""
        for n, crew in enumerate(self.all):
            crew.worker.begin("play", self.plan.pace if pace is None else pace, self.plan.seed + n)
        for crew in self.all:
            crew.worker.answer()

    def rest(self) -> None:
        """Let all boxes stop playing."""
        asked([crew.worker for crew in self.all], "rest")

    def news(self) -> Answered:
        """Return what all boxes have done since the last call, and count it."""
        reports = asked([crew.worker for crew in self.all], "answered")
        for crew, one in zip(self.all, reports, strict=True):
            crew.add(one)
        found = together(reports)
        for one in found.copied:
            self.acknowledge(one.entries)
        return found

    def acknowledge(self, entries: Iterable[tuple[str, bytes]]) -> None:
        """Note entries that the store has acknowledged. The first value of a key stays, so a later check finds a change."""
        for key, value in entries:
            self.acknowledged.setdefault(key, value)

    def until(self, is_so: Callable[[], bool]) -> bool:
        """Wait until `is_so` is true. Return False if that takes more than PATIENCE_SECONDS."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            if time.monotonic() > end:
                return False
            time.sleep(LOOK_SECONDS)
        return True

    def until_answered(self, crews: Sequence[Crew], each: int = 2) -> bool:
        """Wait until these boxes have given `each` more answers per box."""
        until = [(crew, crew.answers + each * len(crew.casts)) for crew in crews]
        return self._until_reported(lambda: all(crew.answers >= most for crew, most in until))

    def until_copied(self, crews: Sequence[Crew]) -> bool:
        """Wait until the store has acknowledged one more entry per box."""
        until = [(crew, crew.copied + len(crew.casts)) for crew in crews]
        return self._until_reported(lambda: all(crew.copied >= most for crew, most in until))

    def reports(self) -> list[TableReport]:
        """Return every table of every box."""
        return [report for found in asked([crew.worker for crew in self.all], "reports") for report in found]

    def offer(self, crew: Crew) -> TableOffer | None:
        """Wait for a table of one of these boxes, and return it as a spare sees it, or None if no table comes."""
        found: list[TableOffer] = []

        def is_there() -> bool:  # a box between two games has no table
            with suppress(Away):
                found[:] = [offer for offer in offers(self.store) if offer.owner.box in crew.ids]
            return bool(found)

        return found[0] if self.until(is_there) else None

    def switch_on_again(self, dead: Crew) -> None:
        """Switch the boxes of a killed crew on. They copy, and do not play yet."""
        self.doomed = self.crew([cast._replace(seed=cast.seed + AGAIN) for cast in dead.casts])
        self.switch_on([self.doomed])
        self.doomed.worker.ask("copy")

    def unsettled(self) -> list[Line]:
        """Return what is not copied, not shown, or on two boxes now. Raises Away."""
        reports, there = self.reports(), checks.kept(self.store)
        shows: dict[str, bytes] = self.board.ask("shows")
        return [
            *checks.on_two_boxes(reports, there.owners),
            *checks.uncopied(reports, there),
            *checks.unshown(reports, shows),
        ]

    def settled(self, look: Callable[[], None] = lambda: None) -> list[Line]:
        """Rest, wait until everything is copied and shown, and return what is not. `look` is called before each check."""
        self.rest()
        lines: list[Line] = []

        def is_calm() -> bool:
            look()
            with suppress(Away):
                lines[:] = self.unsettled()
                return not lines
            return False

        return [] if self.until(is_calm) else lines or [line("wrong.copied")]

    def wrong(self) -> list[Line]:
        """Rest until everything is copied, check all promises, and return the broken ones. Raises Away."""
        if found := self.settled():
            return found
        self.news()
        opened = list(checks.opened(self.reports(), checks.kept(self.store).owners, self.store, self.seals))
        dump = checks.dump(self.store)
        return [*checks.lost(self.acknowledged, dump), *checks.torn(opened), *checks.leaked(opened, dump)]

    def _until_reported(self, is_so: Callable[[], bool]) -> bool:
        def look() -> bool:
            self.news()
            return is_so()

        return self.until(look)

    def crew(self, casts: Sequence[Cast]) -> Crew:
        crew = Crew(casts)
        self.closing.callback(crew.worker.close)
        return crew

    def switch_on(self, crews: Sequence[Crew]) -> None:
        """Switch the boxes of these crews on. They do not copy yet."""
        for crew in crews:
            crew.worker.begin("open", crew.casts, self._key)
        for crew in crews:
            crew.ids = crew.worker.answer()
