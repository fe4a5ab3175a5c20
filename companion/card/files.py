"""Files that are whole whenever the power goes: written beside, brought to the card, and only then put in place."""

import os
from pathlib import Path
from typing import BinaryIO


def put(file: Path, raw: bytes, mode: int = 0o600) -> None:
    """This is in the file from now on; after a power cut what was there before, or all of this. Raises OSError."""
    if file.exists() and file.read_bytes() == raw:
        return  # a card wears out by being written
    beside = file.with_name(f"{file.name}.new")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as opened:
        os.fchmod(opened.fileno(), mode)  # a start that was cut off may have left it with another
        opened.write(raw)
        bring_to_card(opened)
    put_in_place(beside, file)


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
