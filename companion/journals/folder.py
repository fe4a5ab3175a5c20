"""The folder that keeps the games. Only one box uses it at a time, and other users cannot read it."""

import errno
import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

OURS: Final = "companion."
"""The beginning of the name of every file that a box keeps there."""

NO_ROOM: Final = (errno.EROFS, errno.ENOSPC, errno.EDQUOT)
"""Errors of a full or read-only disk. The box starts nevertheless, and shows them."""


class InUse(Exception):
    """Another box runs on this folder."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock the folder against other boxes and other users. Make the folder if it is missing. Raise InUse, or OSError if the
    folder cannot be used at all.

    The lock is on the folder itself. So it leaves no file behind, and works on a full disk.
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
    """Ignore the errors of a full or read-only disk in this block."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    if not folder.exists():  # the folder could not be made, so no other box has it
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
    """Take away other users' rights to the box's files. Do the same to the folder, but only if it has no other files,
    because it may be somebody's home."""
    if not folder.is_dir():
        return
    parts = list(folder.iterdir())
    ours = [part for part in parts if part.name.startswith(OURS) and part.is_file() and not part.is_symlink()]
    for part, mode in (*((part, 0o600) for part in ours), *([(folder, 0o700)] if len(ours) == len(parts) else [])):
        with suppress(OSError):  # another user's file, or a read-only disk. Readers then keep their rights.
            part.chmod(part.stat().st_mode & mode)


def takes_files(folder: Path) -> bool:
    """Return whether a file can be written in the folder."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def device_and_inode(file: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, or None if there is no file. They identify the file under any name."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
