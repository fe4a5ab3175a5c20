"""Reads regular files alone, so that a folder or a pipe with a known name blocks nothing."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

LARGEST: Final = 2 * 1024 * 1024
"""The most bytes of a file that people or our programs give the box in one piece."""


def opened(file: Path) -> BinaryIO:
    """Open a regular file to be read. Raises OSError for anything else. It never waits for a pipe."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    kind = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(kind):
        os.close(descriptor)
        code = errno.EISDIR if stat.S_ISDIR(kind) else errno.EINVAL
        raise OSError(code, os.strerror(code) if code == errno.EISDIR else "not a regular file", str(file))
    return os.fdopen(descriptor, "rb")


def raw(file: Path, most: int = LARGEST) -> bytes:
    """Return the bytes of a regular file, `most` of them at most. Raises OSError."""
    with opened(file) as whole:
        return whole.read(most)


def words(file: Path) -> str:
    """Return a regular file as UTF-8 text. Raises OSError for one that is too large, UnicodeDecodeError."""
    found = raw(file, LARGEST + 1)
    if len(found) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return found.decode("utf-8")
