"""A second archive for an initramfs: the kernel unpacks it into its first file system, after the first archive."""

import stat
from collections.abc import Mapping
from pathlib import PurePosixPath

MAGIC = "070701"
LAST = "TRAILER!!!"
ALIGNED = 4


def behind(first: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return the archive `first`, with a cpio of these files and of their folders after it. All files are executable."""
    folders = sorted({str(folder) for name in files for folder in PurePosixPath(name).parents if str(folder) != "."})
    entries = [_entry(name, stat.S_IFDIR | 0o755, b"") for name in folders]
    entries += [_entry(name, stat.S_IFREG | 0o755, raw) for name, raw in sorted(files.items())]
    return b"".join([_filled(first), *entries, _entry(LAST, 0, b"")])


def _entry(name: str, mode: int, raw: bytes) -> bytes:
    numbers = (0, mode, 0, 0, 1, 0, len(raw), 0, 0, 0, 0, len(name) + 1, 0)
    head = MAGIC + "".join(f"{number:08x}" for number in numbers) + f"{name}\0"
    return _filled(head.encode()) + _filled(raw)


def _filled(raw: bytes) -> bytes:
    return raw + bytes(-len(raw) % ALIGNED)
