"""The sdist and the wheel of a commit. Two builds of one commit are equal, byte for byte."""

import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.release.refusals import Refused, printed

HOOK = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"
"""Call one of setuptools' hooks. The locked setuptools of `.venv` is used: it decides how the files look."""

UMASK = 0o022
"""The rights that new files lack: a wheel keeps those that its builder had."""


@dataclass(frozen=True, slots=True)
class Commit:
    """The commit that a release is made from."""

    tree: Path
    """The working tree. Only its history is read."""

    id: str
    seconds: int
    """Its time, which all files get."""
    version: str

    @classmethod
    def of(cls, tree: Path) -> "Commit":
        """Return the last commit of a working tree without changes."""
        if printed("git", "status", "--porcelain", at=tree):
            raise Refused("There are changes that no commit has: `git status` lists them. Commit them, or put them away.")
        id_, seconds = printed("git", "log", "-1", "--format=%H %ct", at=tree).split()
        (version,) = re.findall(r'^__version__ = "(.+)"', (tree / "companion/__init__.py").read_text("utf-8"), re.M)
        return cls(tree, id_, int(seconds), version)

    def clone(self, to: Path, umask: int = UMASK) -> Path:
        """Put the files of this commit into a new folder."""
        subprocess.run(["git", "clone", "-q", "--no-checkout", self.tree, to], check=True, umask=umask)
        subprocess.run(["git", "checkout", "-q", self.id], cwd=to, check=True, umask=umask)
        return to


def add_packages(commit: Commit, out: Path) -> None:
    """Write the sdist, and the wheel that is built from it. Both are built a second time, in another folder and with other
    rights of new files. Raises Refused if the two builds differ."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = (_built(commit, Path(folder) / name, umask) for name, umask in (("one", UMASK), ("another", 0o077)))
        for name, content in first.items():
            if second.get(name) != content:
                raise Refused(f"Two builds of {name} differ. So nobody could build it again and compare.")
            (out / name).write_bytes(content)


def _built(commit: Commit, folder: Path, umask: int) -> dict[str, bytes]:
    folder.mkdir()
    source = commit.clone(folder / "source", umask)
    (sdist,) = _call("build_sdist", source, folder / "sdist", commit.seconds)
    settle(sdist, commit.seconds)
    shutil.unpack_archive(sdist, folder / "unpacked")
    (unpacked,) = (folder / "unpacked").iterdir()
    (wheel,) = _call("build_wheel", unpacked, folder / "wheel", commit.seconds)
    return {file.name: file.read_bytes() for file in (sdist, wheel)}


def _call(hook: str, source: Path, to: Path, seconds: int) -> list[Path]:
    world = {**os.environ, "SOURCE_DATE_EPOCH": str(seconds)}
    asked = [sys.executable, "-c", HOOK, hook, str(to)]
    done = subprocess.run(asked, cwd=source, env=world, umask=UMASK, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"{hook} failed: {done.stderr.strip()}")
    return list(to.iterdir())


def settle(sdist: Path, seconds: int) -> None:
    """Pack an sdist again without what differs from build to build: times, owners, rights and the order of its files."""
    with tarfile.open(sdist) as packed:
        members = [(member, packed.extractfile(member)) for member in sorted(packed, key=lambda member: member.name)]
        contents = [(member, file.read() if file else b"") for member, file in members]
    with (
        sdist.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=seconds) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as packed,
    ):
        for member, content in contents:
            packed.addfile(_settled(member, seconds), io.BytesIO(content))


def _settled(member: tarfile.TarInfo, seconds: int) -> tarfile.TarInfo:
    new = tarfile.TarInfo(member.name)
    new.type, new.size, new.linkname, new.mtime = member.type, member.size, member.linkname, seconds
    new.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return new
