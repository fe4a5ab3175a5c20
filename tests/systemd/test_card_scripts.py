"""The scripts of the card pick the version that runs, and keep an update only if it answers phones."""

import sys
from pathlib import Path

import pytest

from companion.card.starting import Card
from companion.card.versions import Slots, came_up, offered
from tests.support.cards import Machine
from tests.support.shell_world import MOUNTED, SCRIPTS, World
from tests.support.stubs import ROOT


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
def test_a_version_runs_after_every_failure_at_the_start(world: World, fails: bool) -> None:
    with_versions(world, "/data/versions/200.squashfs")
    world.has("python", f"exit {int(fails)}", "opt/table-companion/versions/1/bin/python")
    world.has("current", "exit 0", "usr/lib/table-companion/current")
    assert world.does(SCRIPTS / "card") == ["python -m companion.card start", "current"]
    chosen = (world.folder / "run/table-companion-card/version").read_text().strip()
    assert chosen == (f"{world.folder}/opt/table-companion/versions/1" if fails else "/data/versions/200.squashfs")


# A stick with an update


def test_an_update_on_a_stick_is_found_where_the_stick_is_mounted(world: World) -> None:
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
    """A card that tries version 200 after version 150 ran, with a program that answers this many times."""

    def __init__(self, world: World, folder: Path, answers: int) -> None:
        self.world, self.machine = world, Machine(folder)
        for number in (150, 200):
            (self.card.data / f"versions/{number}.squashfs").write_bytes(b"hsqs")
        self.card.version_folder.keep(offered(came_up(offered(Slots(), 150)), 200))
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
    assert trial.card.version_folder.slots == Slots(runs=200)


@pytest.mark.parametrize("answers", [0, 1])
def test_a_version_that_does_not_answer_or_ends_is_given_up_and_the_one_before_runs(
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
    assert trial.card.version_folder.slots == Slots(runs=150, failed=(200,))
    assert trial.machine.version.endswith("150.squashfs")


@pytest.mark.parametrize("answers", [0, 2])
def test_after_a_power_cut_at_any_point_of_a_trial_a_version_runs_in_the_end(
    world: World, tmp_path: Path, answers: int
) -> None:
    """A version that comes up is kept, and another is removed, after at most two more starts."""
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
        assert trial.card.version_folder.slots == (Slots(runs=200) if answers else Slots(runs=150, failed=(200,))), cut
    assert steps >= 4
