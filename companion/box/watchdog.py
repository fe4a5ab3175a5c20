"""Reports to systemd that the box lives, as long as every part of it does.

A process may run while a part of it hangs: a thread waits for a lock that nobody releases, a web server answers no
connection, a display waits for a dead bus. So each beat asks every part. If one does not answer, systemd starts the box
again after `WatchdogSec`. The game then goes on from the journal.
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
"""A function that returns whether one part lives. It takes at most a few seconds."""

BEATS: Final = 4
"""The number of beats in the time that systemd waits. With several, one slow answer does not restart the box."""
USUAL: Final = 5.0
"""The seconds between two beats if systemd does not wait for them. The status line still names parts that do not answer."""


def service_manager_listens() -> bool:
    """Return whether a service manager listens (`$NOTIFY_SOCKET`, sd_notify(3))."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def beat_seconds() -> float:
    """Return the seconds between two beats: a part (1 / BEATS) of the time that systemd waits for this process
    (`$WATCHDOG_USEC`, sd_watchdog_enabled(3)), or USUAL if systemd does not wait."""
    limit, pid = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not limit.isdigit() or not int(limit) or pid not in ("", str(os.getpid())):
        return USUAL
    return int(limit) / 1_000_000 / BEATS


class Systemd:
    """The socket to systemd (sd_notify(3)), if systemd listens. Errors of this socket never stop the box. The socket is open
    from the start, so that a box that has run out of files can still report."""

    def __init__(self) -> None:
        address = os.environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._to = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._to.setblocking(False)

    def notify(self, *states: str) -> None:
        """Send lines of `NAME=value` in one datagram (sd_notify(3)). This never waits, and ignores errors."""
        if self._address:
            with suppress(OSError):
                self._to.sendto("\n".join(states).encode(), self._address)

    def close(self) -> None:
        """Close the socket. Later reports are lost."""
        self._to.close()


class Watchdog:
    """A thread that reports to systemd while all parts live. The keys of `parts` are their names in the status line."""

    def __init__(self, parts: Mapping[str, Alive]) -> None:
        self._parts = parts
        self._systemd = Systemd()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(beat_seconds(),), name="watchdog", daemon=True)

    def start(self) -> "Watchdog":
        """Report that the box is open, and start the thread."""
        if sys.stderr is not None:
            faulthandler.enable()  # systemd kills a hung box with SIGABRT. The log then shows every thread.
        self._systemd.notify("READY=1", *self._beat())
        self._thread.start()
        return self

    def beat(self) -> None:
        """Ask every part once whether it lives. If all do, tell systemd's watchdog so. If not, name the dead parts in the
        status line."""
        self._systemd.notify(*self._beat())

    def _beat(self) -> tuple[str, ...]:
        dead = [name for name, alive in self._parts.items() if not _answers(alive)]
        return (f"STATUS=no answer: {', '.join(dead)}",) if dead else ("STATUS=open", "WATCHDOG=1")

    def _run(self, seconds: float) -> None:
        while not self._stop.wait(seconds):
            self.beat()

    def close(self) -> None:
        """Report that the box closes in good order, so that systemd does not restart it, and stop the thread."""
        self._stop.set()
        self._systemd.notify("STOPPING=1", "STATUS=closing")
        if self._thread.is_alive():
            self._thread.join()
        self._systemd.close()


def _answers(alive: Alive) -> bool:
    try:
        return alive()
    except Exception:  # a part that raises an error counts as dead
        return False
