"""Readers of regular files only. A folder or a pipe in the place of a file blocks nobody."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

LARGEST: Final = 2 * 1024 * 1024
"""The most bytes of a file that people or our programs give the box as a whole."""


def opened(file: Path) -> BinaryIO:
    """Open a regular file to read it. Raise OSError for anything else, and never wait for a pipe."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    kind = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(kind):
        os.close(descriptor)
        code = errno.EISDIR if stat.S_ISDIR(kind) else errno.EINVAL
        raise OSError(code, os.strerror(code) if code == errno.EISDIR else "not a regular file", str(file))
    return os.fdopen(descriptor, "rb")


def raw(file: Path, most: int = LARGEST) -> bytes:
    """Return at most `most` bytes of a regular file. Raise OSError."""
    with opened(file) as whole:
        return whole.read(most)


def words(file: Path) -> str:
    """Return a regular file as UTF-8 text. Raise OSError if it is too large, and UnicodeDecodeError if it is no UTF-8."""
    found = raw(file, LARGEST + 1)
    if len(found) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return found.decode("utf-8")
