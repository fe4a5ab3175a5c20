"""A disk that may lose, tear or spoil all data that was not synced.

POSIX makes only two things certain: a file's bytes after the file's sync, and a name in a folder after the folder's sync.
Later writes may be there or not, in any order. A block with such a write may hold neither its old nor its new bytes.
"""

import random
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from tests.powercut.trace import Call

SECTOR: Final = 512
"""The bytes that a disk writes together or not at all, unless the cut spoils them."""
BLOCK: Final = 4096
"""The bytes that a cut spoils together. A cut in the middle of writing a block may leave any bytes in all of it."""


class Write(NamedTuple):
    """A write of bytes from `at` on. If `data` is None, `at` is the file's new length."""

    at: int
    data: bytes | None

    def put(self, into: bytearray) -> None:
        if self.data is None:
            del into[self.at :]
            into.extend(bytes(self.at - len(into)))
            return
        into.extend(bytes(max(0, self.at - len(into))))
        into[self.at : self.at + len(self.data)] = self.data

    def torn(self, dice: random.Random) -> "Write":
        """Return a random run of this write's sectors."""
        if self.data is None:
            return self
        end = self.at + len(self.data)
        edges = [self.at, *range(self.at // SECTOR * SECTOR + SECTOR, end, SECTOR), end]
        first, last = sorted(dice.choices(edges, k=2))
        return Write(first, self.data[first - self.at : last - self.at])

    def blocks(self) -> range:
        """Return the beginnings of the blocks that this write touches."""
        end = self.at + len(self.data or b"")
        return range(self.at // BLOCK * BLOCK, end, BLOCK)


class File:
    """A file's certain content, and the writes since the last sync.

    If a sync fails, a later sync does not repair it: the system believes that those blocks are written. It tries again only
    after another write to them.
    """

    def __init__(self) -> None:
        self.certain = bytearray()
        self._written: list[Write] = []
        self._given_up: dict[int, bytes] = {}
        """The blocks whose sync failed, by their beginnings."""

    @property
    def since(self) -> list[Write]:
        """Return the writes that may be on the disk or not."""
        return [*(Write(at, data) for at, data in self._given_up.items()), *self._written]

    def write(self, write: Write) -> None:
        self._written.append(write)

    def sync(self, fails: bool = False) -> None:
        content = self.with_(self.since)
        fresh = {at: bytes(content[at : at + BLOCK]) for write in self._written for at in write.blocks()}
        self._given_up = {at: data for at, data in self._given_up.items() if at not in fresh}
        if fails:
            self._given_up |= fresh
        else:
            Write(len(content), None).put(self.certain)
            for at, data in fresh.items():
                Write(at, data).put(self.certain)
        self._written = []

    def with_(self, writes: Iterable[Write]) -> bytearray:
        content = bytearray(self.certain)
        for write in writes:
            write.put(content)
        return content


class Disk:
    """The state of one folder on the disk, after the calls of a trace."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._certain: dict[str, File] = {}
        self._since: list[tuple[str, File | None]] = []
        """Names that were created (with their file) or removed (None). The disk may not have these changes yet."""

    def does(self, call: Call) -> bool:
        """Apply a call. Return whether it changed anything in this folder."""
        if call.name == "sync" and call.path == self._folder:
            if not call.fails:
                self._certain, self._since = self._names(self._since), []
            return True
        folder, _, name = call.path.rpartition("/")
        if folder != self._folder or name.endswith("-shm"):  # shared memory is not read after a cut
            return False
        return self._does(name, call)

    def _does(self, name: str, call: Call) -> bool:
        names = self._names(self._since)
        match call.name:
            case "openat" if call.creates and name not in names:
                self._since.append((name, File()))
            case "unlink":
                self._since.append((name, None))
            case "sync":
                names[name].sync(call.fails)
            case "pwrite64":
                names[name].write(Write(call.at, call.data))
            case "ftruncate":
                names[name].write(Write(call.at, None))
            case "openat":
                return False
            case other:
                raise AssertionError(f"a journal is not expected to {other}")
        return True

    def _names(self, since: Iterable[tuple[str, File | None]]) -> dict[str, File]:
        names = dict(self._certain)
        for name, file in since:
            if file is None:
                names.pop(name, None)
            else:
                names[name] = file
        return names

    def cut(self, how: "Cut", dice: random.Random) -> dict[str, bytes]:
        """Return the files that such a cut would leave in the folder now."""
        names = self._names(how.names(self._since, dice))
        return {name: bytes(how.content(file, dice)) for name, file in names.items()}


Content = Callable[[File, random.Random], bytearray]


class Cut(NamedTuple):
    """One way to lose power, with the fate of names and bytes that were not synced."""

    name: str
    content: Content
    share: float = 0.5
    """The probability that the disk has a name's creation or removal."""

    @property
    def chance(self) -> bool:
        """Return whether chance decides about names."""
        return 0 < self.share < 1

    def names(self, since: list[tuple[str, File | None]], dice: random.Random) -> list[tuple[str, File | None]]:
        return [change for change in since if dice.random() < self.share]


def dropped(file: File, dice: random.Random) -> bytearray:
    return file.with_(())


def kept(file: File, dice: random.Random) -> bytearray:
    return file.with_(file.since)


def prefix(file: File, dice: random.Random) -> bytearray:
    return file.with_(file.since[: dice.randint(0, len(file.since))])


def subset(file: File, dice: random.Random) -> bytearray:
    return file.with_(some(file.since, dice))


def torn(file: File, dice: random.Random) -> bytearray:
    return file.with_(write.torn(dice) if dice.random() < 0.5 else write for write in some(file.since, dice))


def zeroed(file: File, dice: random.Random) -> bytearray:
    return _spoiled(file, dice, lambda size: bytes(size))


def garbage(file: File, dice: random.Random) -> bytearray:
    return _spoiled(file, dice, dice.randbytes)


def some(writes: list[Write], dice: random.Random) -> list[Write]:
    return [write for write in writes if dice.random() < 0.5]


def _spoiled(file: File, dice: random.Random, fill: Callable[[int], bytes]) -> bytearray:
    """Return the content with some writes, and with wrong bytes in some of the blocks that any write touched."""
    content = subset(file, dice)
    blocks = sorted({at for write in file.since if write.data for at in write.blocks()})
    for at in blocks:
        if dice.random() < 0.5:
            end = max(len(content), at + 1)
            Write(at, fill(min(BLOCK, end - at))).put(content)
    return content


CUTS: Final = (
    Cut("dropped", dropped, 0.0),
    Cut("kept", kept, 1.0),
    Cut("prefix", prefix),
    Cut("subset", subset),
    Cut("torn", torn),
    Cut("zeroed", zeroed),
    Cut("garbage", garbage),
)
