"""A process's writes, as `strace` saw them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

CALLS: Final = (
    "openat,pwrite64,write,fdatasync,fsync,ftruncate,close"
    ",?unlink,?unlinkat,?rename,?renameat,?renameat2"  # a processor has only some of these
)
PATIENCE = 120
LINE: Final = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
FIELD: Final = re.compile(r'(?:^|, )(?:"((?:\\x[0-9a-f]{2})*)"|-?\w+<((?:\\x[0-9a-f]{2})+)>(\(deleted\))?|([^",<>]+))')


class Call(NamedTuple):
    """A call that went well, or a sync. `path` is the file it is about; `data` and `at` of a write, `at` of a truncation."""

    name: str
    path: str
    data: bytes = b""
    at: int = 0
    creates: bool = False
    fails: bool = False
    """Of a sync: it was refused, and what it was to make certain is not."""


def need_strace() -> str:
    """The tracer; a test is skipped where there is none, but never under CI."""
    found = shutil.which("strace")
    if found is None and os.environ.get("CI") != "true":
        pytest.skip("strace is not on this machine: apt-get install strace")
    assert found is not None, "strace is not on this machine"
    return found


def traced(module: str, *arguments: str, log: Path, inject: str = "") -> list[Call]:
    """Run a module of the tests, and return what it wrote. `inject` are faults, as strace says them."""
    faults = [f"-einject={inject}"] if inject else []
    tracer = [need_strace(), "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(log), *faults]
    command = [*tracer, sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr.decode()
    with log.open() as lines:
        return list(read(lines))


def read(lines: Iterator[str]) -> Iterator[Call]:
    for line in lines:
        assert "unfinished" not in line, "two threads wrote at once: this reader does not know in which order"
        found = LINE.match(line)
        call = _call(found[1], _fields(found[2]), int(found[3])) if found else None
        if call is not None:
            yield call


def _fields(said: str) -> list[bytes]:
    """The arguments: strings as they were, of a descriptor its path."""
    fields = []
    for found in FIELD.finditer(said):
        text, path, deleted, word = found.groups()
        if path is not None:
            fields.append(_bytes(path) + (b" (deleted)" if deleted else b""))
        elif text is not None:
            fields.append(_bytes(text))
        else:
            fields.append(word.encode())
    return fields


def _bytes(hex_: str) -> bytes:
    return bytes.fromhex(hex_.replace("\\x", ""))


def _call(name: str, fields: Sequence[bytes], returned: int) -> Call | None:
    if name in ("fsync", "fdatasync"):
        return Call("sync", fields[0].decode(), fails=returned < 0)
    if returned < 0:
        return None
    if name == "openat":
        return Call(name, fields[1].decode(), creates=b"O_CREAT" in fields[2])
    if name in ("pwrite64", "write"):
        at = int(fields[3]) if name == "pwrite64" else 0
        return Call(name, fields[0].decode(), fields[1][:returned], at)
    if name == "ftruncate":
        return Call(name, fields[0].decode(), at=int(fields[1]))
    if name.startswith("unlink"):
        return Call("unlink", fields[name == "unlinkat"].decode())
    if name.startswith("rename"):
        return Call("rename", fields[name != "rename"].decode())
    return None
