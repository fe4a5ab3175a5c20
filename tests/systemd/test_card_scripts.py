"""What runs at the start of a card, by `sh`, in a made-up world: its own folders, and a few commands that only note
what they were asked. Where the power goes, and after which command, the next start does the rest."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.card.slots import Slots, came_up, offered
from companion.card.starting import Card
from tests.support.cards import Machine
from tests.support.stubs import ROOT

CARD = ROOT / "systemd/image/card"
SCRIPTS = CARD / "usr/lib/table-companion"
INITRAMFS = CARD / "etc/initramfs-tools/scripts/local-bottom/table-companion"
OURS = ("run", "opt", "usr/lib", "data", "sys", "dev", "lib", "scripts", "proc")
"""Folders that scripts name from the root on."""
REAL = ("mkdir", "chmod", "mv", "rm")
"""Commands that do what they do, and are counted."""
NOTED = """#!/bin/sh
echo "{name} $*" >>"{log}"
[ "$(wc -l <"{log}")" != "$CUT" ] || kill -9 $MAIN
{does}
"""
MOUNTED = "/opt/table-companion/current"


class World:
    """A machine's folders below `folder`, in which scripts run."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        self._commands = folder / "commands"
        for part in (self._commands, *(folder / name for name in OURS)):
            part.mkdir(parents=True)
        for name in REAL:
            self.has(name, f'exec {shutil.which(name)} "$@"')
        self.has("sync")

    def has(self, name: str, does: str = "exit 0", at: str | None = None) -> None:
        """A command of this world; `does` in the words of sh."""
        file = self._commands / name if at is None else self.folder / at
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(NOTED.format(name=name, log=self.log, does=does))
        file.chmod(0o755)

    def write(self, name: str, words: object) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{words}\n")

    def does(self, script: Path, cut: int = 0, says: str = "", **said: str) -> list[str]:
        """What the script, started with one word, asked of the machine, which loses its power in command `cut`; 0: it does
        not."""
        self.log.write_text("")
        here = re.sub(rf"(?<![\w$}}.)/])/(?=({'|'.join(OURS)})/|data\b)", f"{self.folder}/", script.read_text("utf-8"))
        (self.folder / "script").write_text(here)
        known = {"PATH": f"{self._commands}:{os.environ['PATH']}", "CUT": str(cut), **said}
        asked = ["sh", "-c", 'MAIN=$$ exec sh "$0" "$@"', self.folder / "script", says]
        done = subprocess.run(asked, env=known, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode == -9) == bool(cut), done.stderr
        self.failed = done.returncode
        return [line.replace(f"{self.folder}/", "/").strip() for line in self.log.read_text().splitlines()]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "world")


# Which version runs


def with_versions(world: World, chosen: str, mount: str = "exit 0") -> None:
    world.has("mount", mount)
    world.write("run/table-companion-card/version", chosen)


def test_a_packed_version_is_mounted_for_reading_alone(world: World) -> None:
    with_versions(world, "/data/versions/200.squashfs")
    assert world.does(SCRIPTS / "current") == [
        f"mount -t squashfs -o ro,nodev,nosuid,loop /data/versions/200.squashfs {MOUNTED}"
    ]  # fmt: skip


def test_the_card_s_own_version_is_put_there_as_it_is(world: World) -> None:
    with_versions(world, "/opt/table-companion/versions/1")
    assert world.does(SCRIPTS / "current") == [f"mount --bind /opt/table-companion/versions/1 {MOUNTED}"]


def test_a_packed_version_that_has_gone_bad_leaves_the_card_s_own(world: World) -> None:
    with_versions(world, "/data/versions/200.squashfs", 'case "$*" in *squashfs*) exit 32 ;; esac')
    assert world.does(SCRIPTS / "current")[-1] == f"mount --bind /opt/table-companion/versions/1 {MOUNTED}"
    assert world.failed == 0


@pytest.mark.parametrize("fails", [False, True])
def test_whatever_goes_wrong_at_a_start_a_version_runs(world: World, fails: bool) -> None:
    with_versions(world, "/data/versions/200.squashfs")
    world.has("python", f"exit {int(fails)}", "opt/table-companion/versions/1/bin/python")
    world.has("current", "exit 0", "usr/lib/table-companion/current")
    assert world.does(SCRIPTS / "card") == ["python -m companion.card start", "current"]
    chosen = (world.folder / "run/table-companion-card/version").read_text().strip()
    assert chosen == (f"{world.folder}/opt/table-companion/versions/1" if fails else "/data/versions/200.squashfs")


# A stick with an update


def test_what_is_on_a_stick_is_looked_for_where_the_stick_was_mounted(world: World) -> None:
    world.has("mount")
    world.has("python", at="opt/table-companion/versions/1/bin/python")
    assert world.does(SCRIPTS / "stick", says="sda1") == [
        "mount -o ro,nodev,nosuid,noexec /dev/sda1 /run/table-companion-stick",
        "python -m companion.card take /run/table-companion-stick",
    ]


def test_a_stick_that_cannot_be_read_is_left_alone(world: World) -> None:
    world.has("mount", "exit 32")
    world.has("python", at="opt/table-companion/versions/1/bin/python")
    assert len(world.does(SCRIPTS / "stick", says="sda1")) == 1
    assert world.failed


# An update on trial

DRIVER = """
import sys
from pathlib import Path
from companion.card import starting
from companion.card.starting import Card
folder = Path({folder!r})
card = Card(*(folder / name for name in ("data", "boot", "share", "own", "run")))
{{"came-up": starting.came_up, "gave-up": starting.gave_up}}[sys.argv[1]](card)
"""


class Trial:
    """A card on which version 200 is tried while version 150 ran before, and a program that answers so often."""

    def __init__(self, world: World, folder: Path, answers: int) -> None:
        self.world, self.machine = world, Machine(folder)
        for number in (150, 200):
            (self.card.data / f"versions/{number}.squashfs").write_bytes(b"hsqs")
        self.card.shelf.keep(offered(came_up(offered(Slots(), 150)), 200))
        self.machine.start()
        (folder / "driver.py").write_text(DRIVER.format(folder=str(folder)))
        world.write("run/table-companion-card/trial", "")
        world.write("answers", answers)
        asks = f"n=$(cat {world.folder}/answers); echo $((n - 1)) >{world.folder}/answers; [ $n -gt 0 ] || exit 1; exit 0"
        knows = f'exec env PYTHONPATH={ROOT} {sys.executable} {folder}/driver.py "$3"'
        world.has("python", f"case $1 in -c) {asks} ;; esac; {knows}", "opt/table-companion/versions/1/bin/python")
        world.has("current", "exit 0", "usr/lib/table-companion/current")
        for name in ("sleep", "systemctl", "umount"):
            world.has(name)

    @property
    def card(self) -> Card:
        return self.machine.card

    def run(self, cut: int = 0) -> list[str]:
        done = self.world.does(SCRIPTS / "trial", cut, TRIAL_SECONDS="30")
        return [line for line in done if not line.startswith(("sleep", "python -c"))]


def test_an_update_that_answers_twice_is_kept(world: World, tmp_path: Path) -> None:
    trial = Trial(world, tmp_path / "card", answers=2)
    assert trial.run() == ["python -m companion.card came-up", "rm -f /run/table-companion-card/trial"]
    assert trial.card.shelf.slots == Slots(runs=200)


@pytest.mark.parametrize("answers", [0, 1])
def test_one_that_does_not_answer_or_falls_again_is_taken_off_and_the_one_before_runs(
    world: World, tmp_path: Path, answers: int
) -> None:
    trial = Trial(world, tmp_path / "card", answers)
    assert trial.run() == [
        "systemctl stop companion.service",
        f"umount -l {MOUNTED}",
        "python -m companion.card gave-up",
        "current",
        "rm -f /run/table-companion-card/trial",
        "systemctl --no-block start companion.service",
    ]
    assert trial.card.shelf.slots == Slots(runs=150, failed=(200,))
    assert trial.machine.version.endswith("150.squashfs")


@pytest.mark.parametrize("answers", [0, 2])
def test_wherever_the_power_goes_in_a_trial_the_next_starts_end_with_a_version_that_runs(
    world: World, tmp_path: Path, answers: int
) -> None:
    """One that comes up is kept, one that does not is gone, after at most as many starts as it is tried."""
    whole = Trial(world, tmp_path / "whole", answers)
    whole.run()
    steps = len((world.log).read_text().splitlines())
    for cut in range(1, steps + 1):
        trial = Trial(World(tmp_path / f"world {cut}".replace(" ", "")), tmp_path / f"card{cut}", answers)
        trial.run(cut)
        for _ in range(2):
            trial.machine.start()
            assert Path(trial.machine.version).name in ("150.squashfs", "200.squashfs")
            if (trial.card.run / "trial").exists():
                trial.world.write("answers", answers)
                trial.run()
        assert trial.card.shelf.slots == (Slots(runs=200) if answers else Slots(runs=150, failed=(200,))), cut
    assert steps >= 4


# Room for what the box keeps


def disk(world: World, sectors: int, part: tuple[int, int] = (1000, 131072)) -> None:
    """A card of so many sectors, whose third part begins at one and is as long."""
    block = "sys/class/block"
    for name, value in (("start", part[0]), ("size", part[1]), ("partition", 3)):
        world.write(f"sys/devices/mmcblk0/mmcblk0p3/{name}", value)
    world.write("sys/devices/mmcblk0/size", sectors)
    (world.folder / block).mkdir(parents=True)
    (world.folder / block / "mmcblk0p3").symlink_to(world.folder / "sys/devices/mmcblk0/mmcblk0p3")
    (world.folder / block / "mmcblk0").symlink_to(world.folder / "sys/devices/mmcblk0")
    world.has("findmnt", "echo /dev/mmcblk0p3")
    world.has("sfdisk", f"cat >{world.folder}/table")
    world.has("partx")
    world.has("systemd-growfs", "exit 0", "lib/systemd/systemd-growfs")


GROWS = [
    "findmnt -n -o SOURCE /data",
    "sfdisk -q --no-reread --force -N 3 /dev/mmcblk0",
    "partx -u --nr 3 /dev/mmcblk0",
    "systemd-growfs /data",
]


def test_the_third_part_grows_to_the_end_of_the_card_and_then_what_is_in_it(world: World) -> None:
    disk(world, sectors=10**6)
    assert world.does(SCRIPTS / "grow") == GROWS
    assert (world.folder / "table").read_text() == ", +\n"


@pytest.mark.parametrize(("free", "grows"), [(0, False), (16384, False), (16385, True)])
def test_for_eight_mebibytes_nothing_is_written(world: World, free: int, grows: bool) -> None:
    disk(world, sectors=1000 + 131072 + free)
    assert ("partx -u --nr 3 /dev/mmcblk0" in world.does(SCRIPTS / "grow")) == grows


def test_a_table_of_parts_that_cannot_be_written_leaves_the_card_as_it_is(world: World) -> None:
    disk(world, sectors=10**6)
    world.has("sfdisk", "exit 1")
    assert world.does(SCRIPTS / "grow") == GROWS[:2]


@pytest.mark.parametrize("cut", [2, 3, 4])
def test_wherever_the_power_goes_while_it_grows_the_next_start_does_the_rest(world: World, cut: int) -> None:
    """The table of parts is one sector: it is written, or not."""
    disk(world, sectors=10**6)
    assert world.does(SCRIPTS / "grow", cut) == GROWS[:cut]
    if (world.folder / "table").exists():
        world.write("sys/devices/mmcblk0/mmcblk0p3/size", 10**6 - 1000)
        assert world.does(SCRIPTS / "grow") == [GROWS[0], GROWS[3]]
    else:
        assert world.does(SCRIPTS / "grow") == GROWS


# Before the system starts

NUMBERS = ("11111111-2222-3333-4444-555555555555", "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee")


def with_kernel(world: World, mount: str = "exit 0", number: str = NUMBERS[0]) -> None:
    world.write("scripts/functions", "resolve_device() { echo /dev/mmcblk0p3; }")
    world.write("proc/sys/kernel/random/uuid", number)
    (world.folder / "root/data").mkdir(parents=True, exist_ok=True)
    world.has("mount", mount)
    for name in ("mkfs.ext4", "mke2fs"):
        world.has(name)
    world.has("e2fsck", "exit 1")  # it mended something, or could not: what can be mounted is


def begun(world: World, cut: int = 0) -> list[str]:
    return world.does(INITRAMFS, cut, rootmnt=str(world.folder / "root"))


def kept(world: World) -> dict[str, int]:
    """The folders of what the box keeps, with who may look."""
    data = world.folder / "root/data"
    return {path.name: path.stat().st_mode & 0o777 for path in data.iterdir() if path.is_dir()}


def test_what_the_box_keeps_is_looked_through_and_lies_where_programs_look_for_it(world: World) -> None:
    with_kernel(world)
    done = begun(world)
    assert done[:2] == ["e2fsck -p /dev/mmcblk0p3", "mount -t ext4 -o noatime,commit=5 /dev/mmcblk0p3 /root/data"]
    assert "mount -o bind /root/data/state /root/var/lib/table-companion" in done
    assert done[-1] == "mount -o bind /root/data/machine-id /root/etc/machine-id"
    assert kept(world) == {
        "settings": 0o755, "state": 0o700, "networks": 0o700, "network": 0o700, "systemd": 0o755, "versions": 0o700,
        "ssh": 0o700,
    }  # fmt: skip
    assert not (world.folder / "root/data/lost").exists()


def number(world: World) -> str:
    return (world.folder / "root/data/machine-id").read_text()


def test_a_box_has_a_number_of_its_own_and_keeps_it(world: World) -> None:
    for one in NUMBERS:
        with_kernel(world, number=one)
        begun(world)
        assert number(world) == NUMBERS[0].replace("-", "") + "\n"


@pytest.mark.parametrize("torn", ["", "1111", "\n", "1" * 33 + "\n"])
def test_a_number_that_the_power_tore_is_made_anew(world: World, torn: str) -> None:
    with_kernel(world)
    (world.folder / "root/data/machine-id").write_text(torn)
    begun(world)
    assert number(world) == NUMBERS[0].replace("-", "") + "\n"


def test_a_part_that_cannot_be_read_is_never_made_anew_and_the_evening_is_played_without_it(world: World) -> None:
    with_kernel(world, 'case "$*" in *ext4*) exit 32 ;; esac')
    done = begun(world)
    assert "mount -t tmpfs -o mode=0755,size=64M lost /root/data" in done
    assert (world.folder / "root/data/lost").exists()
    assert not any(words.startswith("mk") and not words.startswith("mkdir") for words in done)
    assert done[-1] == "mount -o bind /root/data/machine-id /root/etc/machine-id"


def test_wherever_the_power_goes_before_the_system_starts_the_next_start_is_as_the_first(
    world: World, tmp_path: Path
) -> None:
    with_kernel(world)
    whole = begun(world)
    for cut in range(1, len(whole) + 1):
        other = World(tmp_path / str(cut))
        with_kernel(other)
        begun(other, cut)
        left = other.folder / "root/data/machine-id"
        was = left.read_text() if left.exists() else ""
        with_kernel(other, number=NUMBERS[1])
        begun(other)
        assert kept(other) == kept(world), whole[cut - 1]
        assert len(number(other)) == 33
        assert was in ("", number(other)), "it has the number that it had"
    assert len(whole) > 20
