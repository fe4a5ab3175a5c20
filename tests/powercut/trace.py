"""The writes of a process, as `strace` records them."""

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
    ",?unlink,?unlinkat,?rename,?renameat,?renameat2"  # each processor has only some of these
)
PATIENCE = 120
LINE: Final = re.compile(r"(\w+)\((.*)\) += (-?\d+)")
UNFINISHED: Final = " <unfinished ...>"
RESUMED: Final = re.compile(r"<\.\.\. \w+ resumed>(.*)")
"""The tracer's line for the end of a call during which another thread's call began."""
FIELD: Final = re.compile(r'(?:^|, )(?:"((?:\\x[0-9a-f]{2})*)"|-?\w+<((?:\\x[0-9a-f]{2})+)>(\(deleted\))?|([^",<>]+))')


class Call(NamedTuple):
    """A call that succeeded, or any sync. `path` is its file. A write has `data` and `at`, a truncation has `at`."""

    name: str
    path: str
    data: bytes = b""
    at: int = 0
    creates: bool = False
    fails: bool = False
    """True: a sync failed, so its data are not certain."""
    thread: str = ""
    """The thread that called."""


def need_strace() -> list[str]:
    """Return the command of the tracer, which follows a process and its children, and stops them only at traced calls.

    Without strace the test is skipped, but under CI it fails.
    """
    found = shutil.which("strace")
    if found is None and os.environ.get("CI") != "true":
        pytest.skip("strace is not on this machine: apt-get install strace")
    assert found is not None, "strace is not on this machine"
    return [found, "-f", "--seccomp-bpf"]


def traced(module: str, folder: Path, *arguments: str, log: Path, inject: str = "") -> list[Call]:
    """Run a module of the tests on a folder, and return its calls. `inject` has faults in strace's notation."""
    faults = [f"-einject={inject}"] if inject else []
    tracer = [*need_strace(), "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(log), *faults]
    command = [*tracer, sys.executable, "-m", module, str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr.decode()
    with log.open() as lines:
        return list(read(lines, str(folder)))


def read(lines: Iterator[str], folder: str) -> Iterator[Call]:
    """Yield the calls in the order in which they ended.

    No two calls about the folder may overlap. Otherwise the order of their writes would be unknown, and also whether a sync
    covered another thread's write.
    """
    within = "".join(f"\\x{byte:02x}" for byte in folder.encode())
    begun: dict[str, str] = {}
    for line in lines:
        thread, _, line = line.strip().partition(" ")
        line = line.lstrip()
        if resumed := RESUMED.match(line):
            line = begun.pop(thread) + resumed[1]
        elif within in line:
            assert not any(within in other for other in begun.values()), f"calls of two threads overlap: {line}"
        if line.endswith(UNFINISHED):
            begun[thread] = line.removesuffix(UNFINISHED)
            continue
        found = LINE.match(line)
        call = _call(found[1], _fields(found[2]), int(found[3])) if found else None
        if call is not None:
            yield call._replace(thread=thread)


def _fields(record: str) -> list[bytes]:
    """Return the arguments of a call: strings without escapes, and descriptors as their paths."""
    fields = []
    for found in FIELD.finditer(record):
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
