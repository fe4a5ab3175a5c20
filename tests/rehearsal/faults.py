"""Faults of a machine of the store, made and measured by etcd's maintenance calls and by mounts."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.hall import etcd
from companion.hall.etcd import Away, Connection
from companion.hall.own_store import Node

NO_SPACE: Final = "NOSPACE"
SPARE_BYTES: Final = 64 * 1024
"""The bytes that are left on a full disk."""
TMPFS_BYTES: Final = 4 * 2**30


def is_leader(node: Node) -> bool:
    """Return whether this machine leads the store. Raises Away."""
    status = _asked(node, "maintenance/status")
    return bool(status["leader"] == status["header"]["member_id"])


def size(node: Node) -> int:
    """Return the bytes that this machine keeps on disk. Raises Away."""
    return int(_asked(node, "maintenance/status")["dbSize"])


def is_full(nodes: Sequence[Node]) -> bool:
    """Return whether one of them has raised the alarm that there is no room, so that all refuse. Raises Away."""
    return NO_SPACE in str(_asked(nodes[0], "maintenance/alarm", action="GET"))


def make_room(nodes: Sequence[Node]) -> None:
    """Take the alarm back, as an operator does when there is room again. Raises Away."""
    for alarm in _asked(nodes[0], "maintenance/alarm", action="GET").get("alarms", ()):
        _asked(nodes[0], "maintenance/alarm", action="DEACTIVATE", memberID=alarm["memberID"], alarm=NO_SPACE)


class Disk:
    """A disk in memory that replaces a folder and takes its data. It can be made full. Needs root."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        apart = folder.with_name(f"{folder.name}.apart")
        folder.rename(apart)
        folder.mkdir()
        try:
            _mount("-t", "tmpfs", "-o", f"size={TMPFS_BYTES}", "tmpfs", str(folder))
        except OSError:
            folder.rmdir()
            apart.rename(folder)
            raise
        shutil.copytree(apart, folder, dirs_exist_ok=True)
        shutil.rmtree(apart)

    def fill(self) -> None:
        """Leave only SPARE_BYTES free."""
        there = os.statvfs(self._folder)
        _mount("-o", f"remount,size={(there.f_blocks - there.f_bfree) * there.f_frsize + SPARE_BYTES}", str(self._folder))

    def empty(self) -> None:
        """Make room again."""
        _mount("-o", f"remount,size={TMPFS_BYTES}", str(self._folder))

    def close(self) -> None:
        """Remove the disk and its data."""
        subprocess.run(["umount", "--lazy", self._folder], check=False)


def _mount(*words: str) -> None:
    """Call `mount`. Raises OSError if it fails."""
    done = subprocess.run(["mount", *words], check=False, capture_output=True)
    if done.returncode:
        raise OSError(done.stderr.decode(errors="replace"))


def _asked(node: Node, path: str, **fields: Any) -> dict[str, Any]:
    with closing(Connection(node.address)) as line:
        reply = line.ask(f"/v3/{path}", etcd.request(**fields))
    try:
        return msgspec.json.decode(reply.body, type=dict[str, Any])
    except msgspec.MsgspecError:
        raise Away(node.address) from None
