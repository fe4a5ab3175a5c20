"""Files that are whole after a power cut: each is written under another name, synced, and then renamed."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion import regular


def write_whole(file: Path, raw: bytes, mode: int = 0o600) -> None:
    """Write the file. After a power cut it holds either these bytes or its old ones. Raises OSError."""
    with suppress(OSError):
        if regular.raw(file, len(raw) + 1) == raw:
            return  # each write wears the card out
    beside = file.with_name(f"{file.name}.new")
    clear(beside)  # a start that was cut off may have left it with another mode
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as opened:
        os.fchmod(opened.fileno(), mode)  # despite the umask
        opened.write(raw)
        bring_to_card(opened)
    put_in_place(beside, file)


def clear(file: Path) -> None:
    """Remove anything with this name: a file, a pipe, a link, or a folder with its content. Raises OSError."""
    if file.is_dir() and not file.is_symlink():
        shutil.rmtree(file)
    else:
        file.unlink(missing_ok=True)


def bring_to_card(opened: BinaryIO) -> None:
    """Sync the file, so that its content survives a power cut. Raises OSError."""
    opened.flush()
    os.fsync(opened.fileno())


def put_in_place(beside: Path, file: Path) -> None:
    """Give a synced file its name, and sync the folder. Raises OSError."""
    beside.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def overwrite(file: Path, raw: bytes) -> None:
    """Overwrite a file in place with the same number of bytes. On FAT this changes nothing else of the card. Raises
    OSError."""
    with file.open("r+b", buffering=0) as opened:
        was = opened.read()
        assert len(was) == len(raw)
        if was != raw:
            opened.seek(0)
            opened.write(raw)
            os.fsync(opened.fileno())
