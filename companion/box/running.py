"""Starts and stops a house with its front ends."""

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType, ModuleType
from typing import Final, Generic, Self, TypeVar

from companion.box.idle import IdleMaintenance, Memory
from companion.box.machine import reached_at
from companion.box.watchdog import Alive, Watchdog, wanted
from companion.card.uploads import Uploads, standing
from companion.clock import vouched_for
from companion.house.dice import FairLots, Lots
from companion.house.house import House
from companion.house.panel_acts import HouseSide
from companion.house.store import SHAPES
from companion.journals.durability import CAREFUL, WriteSafety
from companion.journals.sqlite import SqliteJournal
from companion.settings import BadSettings, Settings
from companion.snapshot.panel import FrontEnd, Panel

OFF: Final = "off"
"""companion.service looks for it in its runtime folder (ExecStopPost)."""


def ask_to_switch_off() -> None:
    """Say that the machine goes off with the companion. Anywhere but in the service this does nothing."""
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if folder:
        (Path(folder) / OFF).touch()


class Shutdown:
    """Waited for by the main thread, said by a signal or by another thread, and heard at whatever instant it comes. It goes
    through a pipe: a signal's handler runs in the middle of the wait, where a lock that the wait holds is never let go."""

    def __init__(self) -> None:
        self._ear, self._mouth = os.pipe()
        os.set_blocking(self._mouth, False)  # signals ask for that
        self._before: int | None = None
        """Who heard signals before, once this does."""

    def listen(self) -> None:
        """From now on Ctrl-C and systemd's stop are heard. The main thread alone may ask for that."""
        self._before = signal.set_wakeup_fd(self._mouth, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _heard)

    def say(self) -> None:
        """The evening ends. From any thread."""
        os.write(self._mouth, b"\0")

    def wait(self) -> None:
        """Until somebody says it, or has said it."""
        os.read(self._ear, 1)

    def close(self) -> None:
        """Hear no more: a signal that comes now changes nothing."""
        if self._before is not None:
            signal.set_wakeup_fd(self._before)
        os.close(self._ear)
        os.close(self._mouth)


def _heard(_number: int, _frame: FrameType | None) -> None:
    """A signal without a handler of its own would kill the process; that it came stands in the pipe."""


LOOKS_EVERY: Final = 5.0
"""Seconds between two looks: as long as a table waits for the new code after somebody moved the box."""

Seen = TypeVar("Seen")


class Lookout(Generic[Seen]):
    """Says what `look` sees to `tell` at the start, and whenever that is something else: a cable was plugged in, the Wi-Fi
    gave another address, an update came on a stick."""

    def __init__(self, look: Callable[[], Seen], tell: Callable[[Seen], None]) -> None:
        self._look, self._tell = look, tell
        self._known = look()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)

    def start(self) -> Self:
        """Say what there is, and look on a thread of its own until `close`."""
        self._tell(self._known)
        self._thread.start()
        return self

    def look(self) -> None:
        """Look once, and tell if there is something else to be seen than at the look before. Raises OSError."""
        now = self._look()
        if now != self._known:
            self._known = now
            self._tell(now)

    def _run(self) -> None:
        while not self._stop.wait(LOOKS_EVERY):
            with suppress(OSError):  # the next look may find more
                self.look()

    def close(self) -> None:
        """Look no more; a look that is going on is waited for."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()


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


def open_journal(folder: Path, safety: WriteSafety = CAREFUL) -> SqliteJournal:
    """The journal that lies in a state folder."""
    return SqliteJournal(folder / "companion.db", safety, SHAPES)


def open_house(settings: Settings, lots: Lots | None = None) -> House:
    """The house whose games lie in the settings' state folder; a game that was going on goes on."""
    return House(settings, open_journal(settings.state_folder()), lots or FairLots(), time.monotonic, vouched_for)


HALL: Final = "companion.hall.member"
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
        self._ending = Shutdown()
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
            self._running.append(lull := IdleMaintenance((house.journal.checkpoint, house.proofread, memory.sweep)).start())
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
