"""Starting and stopping a house with its front ends and the threads beside it."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType, ModuleType
from typing import Final, Generic, Self, TypeVar

from companion.box.idle import IdleMaintenance, Memory
from companion.box.machine import reached_at
from companion.box.watchdog import Alive, Watchdog, service_manager_listens
from companion.card.uploads import FILE as NOTICES
from companion.card.uploads import Uploads, read_notices
from companion.clock import vouched_for
from companion.core.words import own_words, text
from companion.house import prompts
from companion.house.dice import Dice, FairDice
from companion.house.house import House
from companion.house.new_card import take_brought
from companion.house.panel_acts import HouseForPanel
from companion.house.parts import HouseParts
from companion.house.store import NOTE_READERS
from companion.journals.durability import CAREFUL, WriteSafety
from companion.journals.sqlite import SqliteJournal
from companion.settings import BadSettings, Settings
from companion.shelf import left_out
from companion.snapshot.panel import FrontEnd, Panel
from companion.snapshot.table import CardNotice


class RevealClock:
    """A thread that leads each reveal from step to step. Without a reveal it sleeps until something changes."""

    def __init__(self, house: HouseParts) -> None:
        self._house = house
        self._changed = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="reveal clock", daemon=True)
        house.store.subscribe("reveal clock", self._changed.set)

    def start(self) -> "RevealClock":
        """Start the thread."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop the thread, after the step that it is doing."""
        self._closing = True
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._changed.clear()
            if self._closing:  # read after the clearing, so that no close is missed
                return
            self._changed.wait(prompts.lead(self._house))


OFF: Final = "off"
"""The name of a file in the service's runtime folder. companion.service looks for it (ExecStopPost)."""


def ask_to_switch_off() -> None:
    """Ask the service to switch the machine off when the companion ends. Outside the service this does nothing."""
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if folder:
        (Path(folder) / OFF).touch()


class Shutdown:
    """A request to stop the box. The main thread waits for the request. A signal or another thread makes it through a pipe.
    A lock instead of a pipe could block for ever, because a signal handler runs in the middle of the wait."""

    def __init__(self) -> None:
        self._ear, self._mouth = os.pipe()
        os.set_blocking(self._mouth, False)  # Python demands this of a wakeup file
        self._before: int | None = None
        """The descriptor to which Python wrote signals before. It is restored at the end."""

    def listen(self) -> None:
        """Listen for Ctrl-C and systemd's stop. Only the main thread may call this."""
        self._before = signal.set_wakeup_fd(self._mouth, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _ignore_signal)

    def request(self) -> None:
        """Request the end, from any thread."""
        os.write(self._mouth, b"\0")

    def wait(self) -> None:
        """Wait until somebody requests the end. Return immediately if somebody has done so already."""
        os.read(self._ear, 1)

    def close(self) -> None:
        """Stop listening for signals."""
        if self._before is not None:
            signal.set_wakeup_fd(self._before)
        os.close(self._ear)
        os.close(self._mouth)


def _ignore_signal(_number: int, _frame: FrameType | None) -> None:
    """Do nothing. Without a handler the signal would kill the process, and the pipe has noted the signal already."""


LOOKS_EVERY: Final = 5.0
"""The seconds between two looks. After the box gets a new address, the code shows the old one for this long at most."""

Seen = TypeVar("Seen")


class Lookout(Generic[Seen]):
    """A thread that notices changes outside: somebody plugged a cable in, the Wi-Fi gave another address, an update came on
    a stick. It calls `tell` with the result of `look`, at the start and after each change."""

    def __init__(self, look: Callable[[], Seen], tell: Callable[[Seen], None]) -> None:
        self._look, self._tell = look, tell
        self._known = look()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)

    def start(self) -> Self:
        """Report the present state, and start the thread."""
        self._tell(self._known)
        self._thread.start()
        return self

    def look(self) -> None:
        """Look once, and report a change. Raise OSError as `look` does."""
        now = self._look()
        if now != self._known:
            self._known = now
            self._tell(now)

    def _run(self) -> None:
        while not self._stop.wait(LOOKS_EVERY):
            with suppress(OSError):  # the next look may succeed
                self.look()

    def close(self) -> None:
        """Stop the thread, after the look that it is doing."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()


@dataclass
class Shared:
    """The objects that front ends share. `panel` is None until a front end sets it."""

    house: House
    box: HouseForPanel
    panel: Panel | None = None

    @property
    def settings(self) -> Settings:
        """The settings that the house was opened with."""
        return self.house.settings


def open_journal(folder: Path, safety: WriteSafety = CAREFUL) -> SqliteJournal:
    """Return the journal of a state folder."""
    return SqliteJournal(folder / "companion.db", safety, NOTE_READERS)


def open_house(settings: Settings, dice: Dice | None = None) -> House:
    """Return the house whose games are in the state folder of the settings. A game that was not over continues."""
    return House(settings, open_journal(settings.state_folder()), dice or FairDice(), time.monotonic, vouched_for)


HALL: Final = "companion.hall.member"
"""The module that a box of a hall starts. Other boxes never import it."""


def import_hall_module(name: str) -> ModuleType:
    """Import a module of the hall. Raise BadSettings if a package that it needs is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        lacks = 'this box lacks what a hall needs: run systemd/install.sh --hall, or pip install "table-companion[hall]"'
        raise BadSettings(f"hall: {error}; {lacks}") from None


def _front_end(name: str) -> Callable[[Shared], FrontEnd | None]:
    """Return the start function of the front end with this name. Raise BadSettings if there is none."""
    try:
        module = import_hall_module(name) if name == HALL else import_module(name)
        start: Callable[[Shared], FrontEnd | None] = module.start
    except BadSettings:
        raise
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BadSettings(f"frontends: {name!r} is no front end ({error}); the box has 'hardware' and 'web'") from None
    return start


def _games_left_out() -> Iterator[CardNotice]:
    """Yield a notice for each game that cannot be played on this box."""
    for why in left_out().values():
        yield CardNotice(text("game.title"), own_words({"en": why.values["game"]}, "en"), text("card.aside"))


class OpenBox:
    """A house with its front ends, from start to stop."""

    def __init__(self, house: House, shutdown: Shutdown) -> None:
        self._shutdown = shutdown
        self._is_off = False
        self.house = house
        shared = Shared(house, HouseForPanel(house, self._switch_off))
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
            self._running.append(
                Lookout(lambda: reached_at(house.settings), lambda at: house.store.publish(host=at[0], wifi=at[1])).start()
            )
            folder = Path(house.settings.notices)
            house.store.publish(takes_updates=Uploads(folder, house.settings.state_folder()).takes is not None)
            self._running.append(
                Lookout(
                    lambda: read_notices(folder),
                    lambda notices: house.store.publish(card_notices=(*notices, *_games_left_out())),
                ).start()
            )
            brought = take_brought(house)
            house.store.publish(
                has_card=(folder / NOTICES).exists(), card_notices=(*brought, *house.store.state.card_notices)
            )
            self._running.append(memory := Memory().start())
            self._running.append(idle := IdleMaintenance((house.journal.checkpoint, house.proofread, memory.sweep)).start())
            house.store.subscribe("maintenance", idle.note_change)
            self._running.append(RevealClock(house).start())
            if service_manager_listens():
                self._running.append(Watchdog(parts).start())
        except BaseException:
            self.close()
            raise

    def run(self, welcome: Callable[[], None]) -> None:
        """Call `welcome`, and wait until somebody stops the box or switches it off at the panel. Then close all parts, the
        newest first."""
        try:
            welcome()
            self._shutdown.wait()
        finally:
            self.close()
        if self._is_off:
            ask_to_switch_off()

    def _switch_off(self) -> None:
        """Close the box, and switch the machine off. The panel calls this after a long press of OK."""
        self._is_off = True
        self._shutdown.request()

    def add(self, running: FrontEnd) -> None:
        """Add something to close at the end. It is closed before everything that was added earlier."""
        self._running.append(running)

    def close(self) -> None:
        """Stop everything in reverse order, and close the journal."""
        for running in reversed(self._running):
            running.close()
        self.house.journal.close()
        self._shutdown.close()
