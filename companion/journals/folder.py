"""The folder that keeps the games: one box's at a time, and for nobody else's eyes."""

import errno
import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

OURS: Final = "companion."
"""How the name of every file begins that a box keeps there."""

NO_ROOM: Final = (errno.EROFS, errno.ENOSPC, errno.EDQUOT)
"""A disk that is full or read-only: the box starts all the same, and says so."""


class InUse(Exception):
    """Another box runs on this folder."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The folder, made if it is not there, closed to other users and to other boxes. Raises InUse, or OSError if it cannot
    be had at all.

    The folder itself is locked: that leaves no file behind, and can be done on a disk that takes none.
    """
    before = os.umask(0o077)
    try:
        with suppress_no_room():
            folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            close_to_others(folder)
            yield
    finally:
        os.umask(before)


@contextmanager
def suppress_no_room() -> Iterator[None]:
    """What a full or read-only disk refuses is left undone."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    if not folder.exists():  # nor can it be made: nobody else has it
        yield
        return
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(lock)
        yield
    finally:
        os.close(lock)


def _lock(folder: int) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse from None


def close_to_others(folder: Path) -> None:
    """What lies there can be read by its owner alone. The folder too, if it holds nothing else: it might be a home."""
    if not folder.is_dir():
        return
    parts = list(folder.iterdir())
    ours = [part for part in parts if part.name.startswith(OURS) and part.is_file() and not part.is_symlink()]
    for part, mode in (*((part, 0o600) for part in ours), *([(folder, 0o700)] if len(ours) == len(parts) else [])):
        with suppress(OSError):  # somebody else's, or on a disk that cannot be written: it is still read by who may
            part.chmod(part.stat().st_mode & mode)


def takes_files(folder: Path) -> bool:
    """Whether the disk under the folder takes what is written there."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def place(file: Path) -> tuple[int, int] | None:
    """Which file this is, whatever it is called; None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
