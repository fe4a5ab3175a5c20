"""Files that are whole whenever the power goes: written beside, brought to the card, and only then put in place."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion import regular


def put(file: Path, raw: bytes, mode: int = 0o600) -> None:
    """This is in the file from now on; after a power cut what was there before, or all of this. Raises OSError."""
    with suppress(OSError):
        if regular.raw(file, len(raw) + 1) == raw:
            return  # a card wears out by being written
    beside = file.with_name(f"{file.name}.new")
    clear(beside)  # a start that was cut off may have left it with another mode
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as opened:
        os.fchmod(opened.fileno(), mode)  # whatever the umask is
        opened.write(raw)
        bring_to_card(opened)
    put_in_place(beside, file)


def clear(file: Path) -> None:
    """Remove whatever has this name: a file, a pipe, a link, or a folder with all that is in it. Raises OSError."""
    if file.is_dir() and not file.is_symlink():
        shutil.rmtree(file)
    else:
        file.unlink(missing_ok=True)


def bring_to_card(opened: BinaryIO) -> None:
    """All that was written to it is there after a power cut. Raises OSError."""
    opened.flush()
    os.fsync(opened.fileno())


def put_in_place(beside: Path, file: Path) -> None:
    """A file that is on the card already gets its name. Raises OSError."""
    beside.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def overwrite(file: Path, raw: bytes) -> None:
    """As many bytes as are there are written over in place: on a FAT nothing else of the card changes by that. Raises
    OSError."""
    with file.open("r+b", buffering=0) as opened:
        was = opened.read()
        assert len(was) == len(raw)
        if was != raw:
            opened.seek(0)
            opened.write(raw)
            os.fsync(opened.fileno())
