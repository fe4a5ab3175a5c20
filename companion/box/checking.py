"""Checks on whether this machine can be the box, with one finding for each part. They change nothing. A file or port is
open only for a moment, because the box may be running.

A front end checks its own parts: a module of `settings.frontends` may offer `check(settings)`.
"""

import errno
import os
import platform
import socket
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Final

import companion
from companion.box.machine import NOWHERE, own_address, reached_at
from companion.core.words import text
from companion.findings import Finding, Level
from companion.journals.reading import count_games
from companion.settings import Settings
from companion.snapshot.table import host_and_port

LITTLE_MB, NO_ROOM_MB = 500, 50
"""Two limits of free megabytes. Below the first one people read a note, because an evening writes about 100 MB and keeps
1 MB. Below the second one the next update would fill the disk."""
SLOW_MS: Final = 200
"""The milliseconds of a synced write above which players notice the delay."""
WRITES: Final = 9
PACKAGES: Final = (
    "flask", "qrcode", "gpiozero", "luma.oled", "msgspec", "uvicorn", "uvloop", "httptools", "pillow",
    "simpleeval", "tomli",
)  # fmt: skip

Measure = Callable[[Path], int]


def check_all(settings: Settings) -> Iterator[Finding]:
    """Yield one finding for each part of the box, the front ends' own parts first. Raise BadSettings for a bad wiring
    file."""
    for name in settings.frontends:
        try:
            offered = getattr(import_module(name), "check", None)
        except (ImportError, TypeError, ValueError) as error:
            yield Finding("versions", Level.BAD, text("check.no_frontend", name=name, why=str(error)))
            continue
        if offered is not None:
            yield from offered(settings)
    yield disk(settings.state_folder())
    yield clock()
    yield network(settings)
    if settings.hall is not None:
        yield from import_module("companion.hall.checking").check(settings)  # a box without a hall does not import it
    yield database(settings.state_folder() / "companion.db")
    yield versions()


def synced_write(folder: Path) -> int:
    """Return the median milliseconds of WRITES synced writes, at least 1. Raise OSError."""
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(WRITES):
            began = time.perf_counter()
            os.pwrite(file.fileno(), bytes(4096), 0)
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return max(1, round(median(took) * 1000))


def free_megabytes(folder: Path) -> int:
    """Return the free megabytes (2^20 bytes) for users other than root. Raise OSError."""
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize // 2**20


def disk(folder: Path, writes: Measure = synced_write, has_room: Measure = free_megabytes) -> Finding:
    """Check the disk of the games: its free room, and how long a synced write takes."""
    blanks = {"folder": str(folder)}
    try:
        there = next(parent for parent in (folder, *folder.parents) if parent.exists())
        free, took = has_room(there), writes(there)
    except OSError as error:
        key = {errno.EROFS: "read_only", errno.ENOSPC: "full", errno.EACCES: "not_allowed"}.get(error.errno or 0, "broken")
        return Finding("disk", Level.BAD, text(f"check.disk.{key}", **blanks, why=error.strerror or ""))
    blanks |= {"free": str(free), "ms": str(took)}
    if free < NO_ROOM_MB:
        return Finding("disk", Level.BAD, text("check.disk.no_room", **blanks))
    if free < LITTLE_MB:
        return Finding("disk", Level.NOTE, text("check.disk.little", **blanks))
    if took > SLOW_MS:
        return Finding("disk", Level.NOTE, text("check.disk.slow", **blanks))
    return Finding("disk", Level.OK, text("check.disk.ok", **blanks))


def clock(now: Callable[[], float] = time.time) -> Finding:
    """Check the date. The clock of a Pi without a network may be years behind. Games go on, but their dates are wrong."""
    made = Path(companion.__file__).stat().st_mtime
    time_of_day = datetime.fromtimestamp(now()).astimezone().strftime("%Y-%m-%d %H:%M")
    if now() < made:
        return Finding("clock", Level.NOTE, text("check.clock.behind", now=time_of_day))
    return Finding("clock", Level.OK, text("check.clock.ok", now=time_of_day))


def network(settings: Settings, address: Callable[[], str] = own_address) -> Finding:
    """Check the address that phones use, and whether the port is free or used by the box itself."""
    host, wifi = reached_at(settings, address)
    listens_at, port = settings.host_and_port()
    at = host_and_port(host, port)
    if host == NOWHERE and listens_at != NOWHERE:
        return Finding("network", Level.BAD, text("check.network.none"))
    level, key = _port(listens_at, port)
    if level is not Level.OK:
        return Finding("network", level, text(f"check.network.{key}", port=str(port)))
    if host == NOWHERE:
        return Finding("network", Level.NOTE, text("check.network.only_here", at=at))
    if wifi is not None:
        return Finding("network", Level.OK, text("check.network.wifi", at=at, wifi=wifi.name))
    return Finding("network", Level.OK, text(f"check.network.{key}", at=at))


def _port(host: str, port: int) -> tuple[Level, str]:
    """Return the level of a port's state, and the last part of its text's key. A port that the running box has is open."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except PermissionError:
            return (Level.OK, "open") if _answers(host, port) else (Level.NOTE, "not_allowed")
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                return Level.BAD, "no_address"
            return (Level.OK, "open") if _answers(host, port) else (Level.BAD, "taken")
    return Level.OK, "free"


def _answers(host: str, port: int) -> bool:
    """Return whether a box answers at this port."""
    asking = HTTPConnection({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port, timeout=2)
    try:
        asking.request("GET", "/generate_204")
        return asking.getresponse().status == 204
    except (OSError, HTTPException):
        return False
    finally:
        asking.close()


def database(file: Path) -> Finding:
    """Check whether the games' file is sound, and how many games it has. The file is not changed."""
    try:
        if not file.exists():
            return Finding("database", Level.OK, text("check.database.none"))
        games = count_games(file)
    except OSError:
        return Finding("database", Level.NOTE, text("check.database.not_allowed", file=str(file)))
    if games is None:
        return Finding("database", Level.BAD, text("check.database.damaged", file=str(file)))
    return Finding("database", Level.OK, text("check.database.ok", count=games))


def versions(packages: Sequence[str] = PACKAGES) -> Finding:
    """Check that every package the box needs is installed, and name the versions of the main ones."""
    missing = [name for name in packages if not _version(name)]
    if missing:
        return Finding("versions", Level.BAD, text("check.versions.missing", names=tuple(missing)))
    return Finding(
        "versions",
        Level.OK,
        text(
            "check.versions.ok",
            own=companion.__version__,
            python=platform.python_version(),
            sqlite=sqlite3.sqlite_version,
            flask=_version("flask"),
            uvicorn=_version("uvicorn"),
        ),
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
