"""Starts a house and the front ends that its settings name, and stops them in good order."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from companion.box.calendar import vouched_for
from companion.box.ending import Ending
from companion.box.lookout import Lookout
from companion.box.lull import Lull
from companion.box.memory import Memory
from companion.box.network import reached_at
from companion.box.power import ask_to_switch_off
from companion.box.watchdog import Alive, Watchdog, wanted
from companion.card.telling import standing
from companion.card.uploads import Uploads
from companion.house.boxside import HouseSide
from companion.house.house import House
from companion.house.lots import FairLots, Lots
from companion.house.notes import SHAPES
from companion.journals.care import CAREFUL, Care
from companion.journals.sqlite import SqliteJournal
from companion.ports.frontends import FrontEnd
from companion.ports.panel import Panel
from companion.settings import BadSettings, Settings


@dataclass
class Shared:
    """What front ends share: the house, its panel's side, and the panel once one is there. A panel's `Mount`."""

    house: House
    side: HouseSide
    panel: Panel | None = None

    @property
    def settings(self) -> Settings:
        """The house's own."""
        return self.house.settings


def open_journal(folder: Path, care: Care = CAREFUL) -> SqliteJournal:
    """The journal that lies in a state folder."""
    return SqliteJournal(folder / "companion.db", care, SHAPES)


def open_house(settings: Settings, lots: Lots | None = None) -> House:
    """The house whose games lie in the settings' state folder; a game that was going on goes on."""
    return House(settings, open_journal(settings.state_folder()), lots or FairLots(), time.monotonic, vouched_for)


HALL: Final = "companion.hall.copying"
"""What a box of a hall starts besides. A box without one never reads it."""


def of_a_hall(name: str) -> ModuleType:
    """The module of this name, which no box without a hall reads. Raises BadSettings where what it needs is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        lacks = 'this box lacks what a hall needs: run systemd/install.sh --hall, or pip install "table-companion[hall]"'
        raise BadSettings(f"hall: {error}; {lacks}") from None


def _front_end(name: str) -> Callable[[Shared], FrontEnd | None]:
    """What starts the front end of this name. Raises BadSettings if there is none."""
    try:
        module = of_a_hall(name) if name == HALL else import_module(name)
        start: Callable[[Shared], FrontEnd | None] = module.start
    except BadSettings:
        raise
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BadSettings(f"frontends: {name!r} is no front end ({error}); the box has 'hardware' and 'web'") from None
    return start


class Evening:
    """A house with its front ends, from start to stop."""

    def __init__(self, house: House) -> None:
        self._ending = Ending()
        self._is_off = False
        self.house = house
        shared = Shared(house, HouseSide(house, self._switch_off))
        self._running: list[FrontEnd] = []
        parts: dict[str, Alive] = {"table": house.is_alive}
        try:
            names = (*house.settings.frontends, *((HALL,) if house.settings.hall else ()))
            starts = [_front_end(name) for name in names]
            for name, start in zip(names, starts, strict=True):
                started = start(shared)
                if started is not None:
                    self._running.append(started)
                    if (alive := getattr(started, "is_alive", None)) is not None:
                        parts[name] = alive
            self._running.append(Lookout(lambda: reached_at(house.settings), lambda at: house.condition.move(*at)).start())
            told_in = Path(house.settings.told_in)
            house.course.turn(takes_updates=Uploads(told_in, house.settings.state_folder()).takes is not None)
            self._running.append(Lookout(lambda: standing(told_in), house.condition.be_told).start())
            self._running.append(memory := Memory().start())
            self._running.append(lull := Lull((house.journal.checkpoint, house.proofread, memory.sweep)).start())
            house.watch(lull.stir)
            if wanted():
                self._running.append(Watchdog(parts).start())
        except BaseException:
            self.close()
            raise

    def last(self, welcome: Callable[[], None]) -> None:
        """Say welcome, then wait until somebody switches off, here or at the panel; then close everything, last started
        first. Whoever reads the welcome may switch off at once."""
        self._ending.listen()
        try:
            welcome()
            self._ending.wait()
        finally:
            self.close()
        if self._is_off:
            ask_to_switch_off()

    def _switch_off(self) -> None:
        """Somebody held OK: the box closes, and the machine with it where it is a box of its own."""
        self._is_off = True
        self._ending.say()

    def also(self, running: FrontEnd) -> None:
        """Close this, too, at the end: before everything that was started earlier."""
        self._running.append(running)

    def close(self) -> None:
        """Stop everything, last started first, and let the journal's file go."""
        for running in reversed(self._running):
            running.close()
        self.house.journal.close()
        self._ending.close()
