"""What a rehearsal plays on: three machines of a store, boxes in some processes, spares, and a board."""

import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from companion.hall.etcd import Away
from companion.hall.keys import Seals
from companion.hall.own_store import cluster, until_they_answer
from companion.hall.store import Store
from companion.hall.taking_over import Offer, offers
from companion.settings import KEY_BYTES, Hall
from tests.rehearsal import checks
from tests.rehearsal.cable import Cables
from tests.rehearsal.figures import together
from tests.rehearsal.plan import Plan, parted
from tests.rehearsal.told import Answered, Cast, Told
from tests.rehearsal.words import Line, line
from tests.rehearsal.working import Worker, asked

LOOK_SECONDS: Final = 0.2
PATIENCE_SECONDS: Final = 240.0
"""What was waited for so long does not come any more. A box asks a store that was away again within half a minute."""
CREW: Final = "tests.rehearsal.crew"
WATCHED: Final = "tests.rehearsal.watched"
MACHINES: Final = 3
AGAIN: Final = 10**9
"""Other dice than before."""


class Crew:
    """Boxes that share a process."""

    def __init__(self, casts: Sequence[Cast]) -> None:
        self.casts: Final = casts
        self.worker: Final = Worker(CREW)
        self.ids: list[str] = []
        self.answers = 0
        """That its boxes have given so far."""
        self.copied = 0
        """Entries that the store has acknowledged to them."""

    def add(self, told: Answered) -> None:
        """What they did since they were asked last."""
        self.answers += told.answers
        self.copied += sum(len(one.entries) for one in told.copied)


class Stage:
    """Everything stands until `closing` is closed. Boxes copy, and do not play yet. Raises Refused where it cannot stand."""

    def __init__(self, plan: Plan, folder: Path, closing: ExitStack) -> None:
        self.plan: Final = plan
        self.folder: Final = folder
        self.closing: Final = closing
        self.acknowledged: Final[dict[str, bytes]] = {}
        """What the store has said it has: entries, with the marks of their values."""
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
        """Those that a nemesis hunts."""
        self.switch_on(self.all)

    @property
    def playing(self) -> list[Crew]:
        """Those that have tables, whatever befalls boxes."""
        return [self.cut_off, *self.crews]

    @property
    def all(self) -> list[Crew]:
        """Every crew that is on."""
        return [self.doomed, *self.playing, *self.spares, *self.hunted]

    def copy(self) -> None:
        """All boxes copy from now on."""
        asked([crew.worker for crew in self.all], "copy")

    def play(self, pace: float | None = None) -> None:
        """So many seconds between two answers; the plan's, if none are said."""
        for n, crew in enumerate(self.all):
            crew.worker.begin("play", self.plan.pace if pace is None else pace, self.plan.seed + n)
        for crew in self.all:
            crew.worker.answer()

    def rest(self) -> None:
        """Nobody plays."""
        asked([crew.worker for crew in self.all], "rest")

    def news(self) -> Answered:
        """What all boxes did since this was asked last."""
        told = asked([crew.worker for crew in self.all], "answered")
        for crew, one in zip(self.all, told, strict=True):
            crew.add(one)
        found = together(told)
        for one in found.copied:
            self.acknowledge(one.entries)
        return found

    def acknowledge(self, entries: Iterable[tuple[str, bytes]]) -> None:
        """The store has said that it has these. An entry that is said again with another value was lost."""
        for key, value in entries:
            self.acknowledged.setdefault(key, value)

    def until(self, is_so: Callable[[], bool]) -> bool:
        """Wait for it; False: it does not come."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            if time.monotonic() > end:
                return False
            time.sleep(LOOK_SECONDS)
        return True

    def until_answered(self, crews: Sequence[Crew], each: int = 2) -> bool:
        """Wait until these boxes have given so many answers more each."""
        until = [(crew, crew.answers + each * len(crew.casts)) for crew in crews]
        return self._until_told(lambda: all(crew.answers >= most for crew, most in until))

    def until_copied(self, crews: Sequence[Crew]) -> bool:
        """Wait until the store has acknowledged an entry more of each of these boxes."""
        until = [(crew, crew.copied + len(crew.casts)) for crew in crews]
        return self._until_told(lambda: all(crew.copied >= most for crew, most in until))

    def told(self) -> list[Told]:
        """Every table of every box."""
        return [told for found in asked([crew.worker for crew in self.all], "told") for told in found]

    def offer(self, crew: Crew) -> Offer | None:
        """The table of one of these boxes, as a spare is shown it; None: none of them comes to have one."""
        found: list[Offer] = []

        def is_there() -> bool:  # a box that is just between two games has none
            with suppress(Away):
                found[:] = [offer for offer in offers(self.store) if offer.owner.box in crew.ids]
            return bool(found)

        return found[0] if self.until(is_there) else None

    def switch_on_again(self, dead: Crew) -> None:
        """The boxes of a crew that was killed; they copy and do not play yet."""
        self.doomed = self.crew([cast._replace(seed=cast.seed + AGAIN) for cast in dead.casts])
        self.switch_on([self.doomed])
        self.doomed.worker.ask("copy")

    def unsettled(self) -> list[Line]:
        """What is not copied, not shown, or on two boxes just now. Raises Away."""
        told, there = self.told(), checks.kept(self.store)
        shows: dict[str, bytes] = self.board.ask("shows")
        return [
            *checks.on_two_boxes(told, there.owners),
            *checks.uncopied(told, there),
            *checks.unshown(told, shows),
        ]

    def settled(self, look: Callable[[], None] = lambda: None) -> list[Line]:
        """Rest, and wait until everything is copied and shown; what is not. `look` is called before each look."""
        self.rest()
        said: list[Line] = []

        def is_calm() -> bool:
            look()
            with suppress(Away):
                said[:] = self.unsettled()
                return not said
            return False

        return [] if self.until(is_calm) else said or [line("wrong.copied")]

    def wrong(self) -> list[Line]:
        """Everything rests, and is copied: what does not hold then; nothing, if all is well. Raises Away."""
        if found := self.settled():
            return found
        self.news()
        opened = list(checks.opened(self.told(), checks.kept(self.store).owners, self.store, self.seals))
        dump = checks.dump(self.store)
        return [*checks.lost(self.acknowledged, dump), *checks.torn(opened), *checks.leaked(opened, dump)]

    def _until_told(self, is_so: Callable[[], bool]) -> bool:
        def look() -> bool:
            self.news()
            return is_so()

        return self.until(look)

    def crew(self, casts: Sequence[Cast]) -> Crew:
        crew = Crew(casts)
        self.closing.callback(crew.worker.close)
        return crew

    def switch_on(self, crews: Sequence[Crew]) -> None:
        """Their boxes are on. They do not copy yet."""
        for crew in crews:
            crew.worker.begin("open", crew.casts, self._key)
        for crew in crews:
            crew.ids = crew.worker.answer()
