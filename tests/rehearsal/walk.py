"""Walks docs/room.md as an organiser does: runs its commands as they are printed, on three machines of a store, the
organiser's laptop and a box. Each has a network namespace with the address of the page, and its own system folders.

`sudo python -m tests.rehearsal.walk` needs root, Debian's etcd-server and etcd-client, and `ip`. It prints a line for each
command, and leaves nothing behind. Exit code 1: a command failed, or the room was not as the page says.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

ROOM: Final = Path(__file__).parents[2] / "docs" / "room.md"
MACHINES: Final = {"one": "10.0.0.2", "two": "10.0.0.3", "three": "10.0.0.4", "laptop": "10.0.0.5", "box": "10.0.0.21"}
STORES: Final = ("one", "two", "three")
OWN: Final = ("/etc/table-companion", "/etc/systemd/system", "/var/lib/table-companion", "/media/stick")
"""The system folders that each machine has for itself. The store's data are below the third."""
SECONDS: Final = 90.0
"""A start or a change may take so long on a busy machine."""

SYSTEMCTL: Final = r"""#!/bin/sh
# Stands for systemd in a namespace: starts and stops the one unit that the page installs.
unit=/etc/systemd/system/table-companion-store.service
case "$*" in
  *"start table-companion-store"*|"enable --now table-companion-store"*)
    command=$(sed -n '/^ExecStart=/,/[^\\]$/p' $unit | tr -d '\\\n' | sed 's/^ExecStart=//')
    install -d -o etcd -g etcd -m 700 /var/lib/table-companion/store
    setsid setpriv --reuid=etcd --regid=etcd --clear-groups $command >>/var/lib/table-companion/log 2>&1 &
    echo $! >/var/lib/table-companion/pid ;;
  "stop table-companion-store"*) kill "$(cat /var/lib/table-companion/pid)"; sleep 1 ;;
esac
"""


class Machine:
    """A machine of the room: a network namespace with an address, and folders of its own."""

    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self.address = MACHINES[name]
        self.home = root / name / "home"
        self._root = root / name
        for folder in (self.home, *(self._own(one) for one in OWN)):
            folder.mkdir(parents=True)
            folder.chmod(0o755)

    def run(self, command: str, *, waits: bool = True) -> subprocess.Popen[str]:
        """Run a command of the page here. Raises SystemExit if it fails."""
        print(f"{self.name:>7}$ {command.splitlines()[0]}", flush=True)
        mounts = "\n".join(f"mount --bind {self._own(one)} {one}" for one in OWN)
        words = [
            "ip",
            "netns",
            "exec",
            f"walk-{self.name}",
            "unshare",
            "-m",
            "bash",
            "-ec",
            f"{mounts}\ncd {self.home}\n{command}",
        ]
        env = {**os.environ, "PATH": f"{self._root.parent}/bin:{os.environ['PATH']}", "HOME": str(self.home)}
        log = (self._root / "log").open("a+")
        began = subprocess.Popen(words, env=env, stdout=log, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        if waits and began.wait():
            raise SystemExit(f"{self.name}: this failed:\n{command}\n{self.said[-2000:]}")
        return began

    @property
    def said(self) -> str:
        """Return everything that commands have printed here."""
        return (self._root / "log").read_text()

    def _own(self, folder: str) -> Path:
        return self._root / folder.strip("/").replace("/", "-")


def blocks(page: str) -> list[str]:
    """Return the commands of a page, a text for each block."""
    return re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def with_text(page: str, has: str) -> str:
    """Return the one block of the page that has this text."""
    (found,) = [one for one in blocks(page) if has in one]
    return found.replace("sudo ", "")


@contextmanager
def machines(root: Path) -> Iterator[dict[str, Machine]]:
    """Yield all machines, connected by one switch. Remove them afterwards, with everything that runs there."""
    bin_ = root / "bin"
    bin_.mkdir()
    (bin_ / "systemctl").write_text(SYSTEMCTL)
    (bin_ / "systemctl").chmod(0o755)
    (bin_ / "companion").symlink_to(Path(sys.executable).parent / "companion")
    made: list[Path] = []
    for folder in map(Path, OWN):
        if not folder.exists():  # the folder that each machine covers with its own
            folder.mkdir(parents=True)
            made.append(folder)
    with ExitStack() as stack:
        for folder in made:
            stack.callback(folder.rmdir)
        _ip("link add walk-switch type bridge")
        stack.callback(_ip, "link del walk-switch")
        _ip("link set walk-switch up")
        for name, address in MACHINES.items():
            _ip(f"netns add walk-{name}")
            stack.callback(_ip, f"netns del walk-{name}")
            stack.callback(subprocess.run, ["ip", "link", "del", f"walk-{name}"], check=False)
            stack.callback(_end, name)
            _ip(f"link add walk-{name} type veth peer name eth0 netns walk-{name}")
            _ip(f"link set walk-{name} master walk-switch up")
            for inside in (f"addr add {address}/24 dev eth0", "link set eth0 up", "link set lo up"):
                _ip(f"-n walk-{name} {inside}")
        yield {name: Machine(name, root) for name in MACHINES}


def _ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True)


def _end(name: str) -> None:
    """End what runs in the namespace of a machine."""
    found = subprocess.run(["ip", "netns", "pids", f"walk-{name}"], capture_output=True, text=True, check=False).stdout
    for pid in found.split():
        os.kill(int(pid), signal.SIGKILL)


def until(machine: Machine, command: str, has: str) -> None:
    """Repeat a command on a machine until it prints this."""
    before = len(machine.said)
    ends = time.monotonic() + SECONDS
    while has not in machine.said[before:]:
        if time.monotonic() > ends:
            raise SystemExit(f"{machine.name}: {has!r} did not come:\n{machine.said[-2000:]}")
        machine.run(f"{command} || true; sleep 1")


def walk(room: dict[str, Machine], root: Path) -> None:
    """Set the room up by the page, lose the store, and put its copy back."""
    page = ROOM.read_text("utf-8")
    laptop, box = room["laptop"], room["box"]
    laptop.run(with_text(page, "companion hall certificates certificates"))
    laptop.run(with_text(page, "companion hall units machines"))
    for name in STORES:
        made = laptop.home / "machines" / room[name].address
        room[name].run(f"cp -r {made}/. .")
        room[name].run(with_text(page, "sh install.sh"), waits=True)
    stores, guard, _, board = with_text(page, "companion hall guard $stores").strip().splitlines()
    until(laptop, f"{stores}\n{guard}", "now asks for a name")
    stick = with_text(page, "--stick /media/stick").replace("{1..500}", "{1..3}")
    laptop.run(f"{stores}\n{stick}")
    laptop.run(f"{stores}\n{board}", waits=False)
    lines = sorted((root / "laptop" / "media-stick").iterdir())
    assert [file.name for file in lines] == ["1.hall.txt", "2.hall.txt", "3.hall.txt"], lines
    for file in lines:
        file.rename(root / "box" / "media-stick" / file.name)
    box.run('printf "panel = \\"none\\"\\nstate = \\"$HOME/state\\"\\n" > box.toml')
    box.run("companion hall join /media/stick --settings box.toml")
    box.run("companion check --settings box.toml || true")
    if "hall" not in box.said:
        raise SystemExit(f"companion check says nothing of the store:\n{box.said}")
    box.run("companion run --settings box.toml", waits=False)
    word = '"$(cat certificates/organiser.password)"'
    page_at = "http://10.0.0.5:8090/organise"
    enter = f"curl -s -c jar -o page -L -d word={word} {page_at}/enter; curl -s -b jar {page_at}"
    until(laptop, enter, "on, but at no table")
    laptop.run("printf 'table,box\\n12,1\\n' > tables.csv")
    laptop.run(f"curl -s -b jar -F list=@tables.csv {page_at}/tables")
    until(laptop, f"curl -s -b jar {page_at}", "1 of 1 boxes")
    put_back(page, room)
    laptop.run("printf 'table,box\\n13,1\\n' > tables.csv")
    until(laptop, f"curl -s -b jar -L -F list=@tables.csv {page_at}/tables; curl -s -b jar {page_at}", ">13<")
    print("The room is as the page says.")


def put_back(page: str, room: dict[str, Machine]) -> None:
    """Save a copy, lose all machines of the store, and put the copy back on each."""
    laptop = room["laptop"]
    laptop.run(with_text(page, "snapshot save hall.db"))
    restore = with_text(page, "snapshot restore hall.db")
    stop, rest = restore.split("\n", 1)
    for name in STORES:
        room[name].run(f"cp {laptop.home}/hall.db .\n{stop}")
    for at, name in enumerate(STORES, 1):
        here = rest.replace("--name hall1", f"--name hall{at}")
        room[name].run(here.replace("urls https://10.0.0.2:2380", f"urls https://{room[name].address}:2380"))


def main() -> None:
    """Walk, and say where it ended."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    if os.geteuid() != 0:
        raise SystemExit("This needs root: network namespaces.")
    with tempfile.TemporaryDirectory(prefix="walk-") as made:
        Path(made).chmod(0o755)
        with machines(Path(made)) as room:
            walk(room, Path(made))


if __name__ == "__main__":
    main()
