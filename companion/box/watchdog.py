"""Tells systemd that the box lives, for as long as every part of it does.

A process may stand while what people need of it hangs: the table behind a lock that nobody gives back, a web server that
takes connections and answers none, a display thread that waits for a dead bus. So each beat asks every part; one that
does not answer is not fed, and after `WatchdogSec` systemd starts the box again. The game goes on from the journal.
"""

import faulthandler
import os
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

Alive = Callable[[], bool]
"""Asks one part, in a few seconds at most."""

BEATS: Final = 4
"""Asked so often within the time that systemd waits, so that one slow answer starts nothing again."""
USUAL: Final = 5.0
"""Seconds between two beats where systemd does not wait for them; the status line still tells who does not answer."""


def wanted() -> bool:
    """Whether a service manager listens (`$NOTIFY_SOCKET`, sd_notify(3))."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def every() -> float:
    """Seconds between two beats: a fourth of the time that systemd waits (`$WATCHDOG_USEC`, sd_watchdog_enabled(3)), where
    it waits for this process; else USUAL."""
    limit, of = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not limit.isdigit() or not int(limit) or of not in ("", str(os.getpid())):
        return USUAL
    return int(limit) / 1_000_000 / BEATS


class Systemd:
    """The way to systemd (sd_notify(3)), if it listens: nothing of it may ever stop the box. It is open from the beginning,
    so that a box without a free file can still say that it lives."""

    def __init__(self) -> None:
        address = os.environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._to = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._to.setblocking(False)

    def notify(self, *said: str) -> None:
        """Send lines of `NAME=value` in one datagram, as sd_notify(3) names them. Never waits, and never raises for what is
        lost."""
        if self._address:
            with suppress(OSError):
                self._to.sendto("\n".join(said).encode(), self._address)

    def close(self) -> None:
        """Let the way go; nothing can be told after this."""
        self._to.close()


class Watchdog:
    """Beats while everything lives; `parts` by the names that the status line gives them."""

    def __init__(self, parts: Mapping[str, Alive]) -> None:
        self._parts = parts
        self._systemd = Systemd()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(every(),), name="watchdog", daemon=True)

    def start(self) -> "Watchdog":
        """Say that the box is open, and beat on a thread of its own until `close`."""
        if sys.stderr is not None:
            faulthandler.enable()  # systemd ends what hangs by SIGABRT: the log then says where every thread stood
        self._systemd.notify("READY=1", *self._beat())
        self._thread.start()
        return self

    def beat(self) -> None:
        """Ask everybody once, and feed the watchdog if all live."""
        self._systemd.notify(*self._beat())

    def _beat(self) -> tuple[str, ...]:
        dead = [name for name, alive in self._parts.items() if not _answers(alive)]
        return (f"STATUS=no answer: {', '.join(dead)}",) if dead else ("STATUS=open", "WATCHDOG=1")

    def _run(self, seconds: float) -> None:
        while not self._stop.wait(seconds):
            self.beat()

    def close(self) -> None:
        """Say that the box is being closed in good order, so that nobody starts it again, and beat no more."""
        self._stop.set()
        self._systemd.notify("STOPPING=1", "STATUS=closing")
        if self._thread.is_alive():
            self._thread.join()
        self._systemd.close()


def _answers(alive: Alive) -> bool:
    try:
        return alive()
    except Exception:  # a part that cannot be asked does not live
        return False
