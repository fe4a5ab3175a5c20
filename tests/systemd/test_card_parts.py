"""The card's third partition grows to the end of the card. The box's data are mounted before the system starts.

After a power cut at any step the next start does the rest.
"""

from pathlib import Path

import pytest

from tests.support.shell_world import INITRAMFS, SCRIPTS, World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "world")


# Room for the box's data


def disk(world: World, sectors: int, part: tuple[int, int] = (1000, 131072)) -> None:
    """Make a card of this many sectors. `part` is the start and the length of its third partition."""
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
def test_after_a_power_cut_while_the_partition_grows_the_next_start_does_the_rest(world: World, cut: int) -> None:
    """The partition table is one sector, so a cut leaves either the old or the new one."""
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
    world.write("scripts/functions", "resolve_device() { echo /dev/mmcblk0p${1##*-0}; }")
    world.write("proc/sys/kernel/random/uuid", number)
    world.write("proc/cmdline", "root=PARTUUID=7ab1ec0d-02 rootwait panic=10")
    (world.folder / "root/data").mkdir(parents=True, exist_ok=True)
    world.has("mount", mount)
    for name in ("mkfs.ext4", "mke2fs"):
        world.has(name)
    world.has("e2fsck", "exit 1")  # it repaired something, or failed to; in both cases the partition is mounted if possible


def begun(world: World, cut: int = 0) -> list[str]:
    return world.does(INITRAMFS, cut, rootmnt=str(world.folder / "root"))


def kept(world: World) -> dict[str, int]:
    """Return the folders of the box's data, with their permissions."""
    data = world.folder / "root/data"
    return {path.name: path.stat().st_mode & 0o777 for path in data.iterdir() if path.is_dir()}


def test_the_part_with_the_tables_is_checked_and_mounted_where_programs_look(world: World) -> None:
    with_kernel(world)
    done = begun(world)
    assert done[1:3] == ["e2fsck -p /dev/mmcblk0p3", "mount -t ext4 -o noatime,commit=5 /dev/mmcblk0p3 /root/data"]
    assert "mount -o bind /root/data/state /root/var/lib/table-companion" in done
    assert done[-1] == "mount -o bind /root/data/machine-id /root/etc/machine-id"
    assert kept(world) == {
        "settings": 0o755, "state": 0o700, "networks": 0o700, "network": 0o700, "systemd": 0o755, "versions": 0o700,
        "ssh": 0o700,
    }  # fmt: skip
    assert not (world.folder / "root/data/lost").exists()


@pytest.mark.parametrize("mount", ["exit 0", 'case "$*" in *vfat*) exit 32 ;; esac'])
def test_the_owner_s_file_is_there_before_anything_starts_and_the_box_starts_without_it(world: World, mount: str) -> None:
    """A service that waited for it gave up after 90 seconds on a slow machine, and a password stayed on the card."""
    with_kernel(world, mount)
    done = begun(world)
    assert done[0] == "mount -t vfat -o ro,umask=0077 /dev/mmcblk0p1 /root/boot/firmware"
    assert done[-1] == "mount -o bind /root/data/machine-id /root/etc/machine-id"


def number(world: World) -> str:
    return (world.folder / "root/data/machine-id").read_text()


def test_a_box_has_a_number_of_its_own_and_keeps_it(world: World) -> None:
    for one in NUMBERS:
        with_kernel(world, number=one)
        begun(world)
        assert number(world) == NUMBERS[0].replace("-", "") + "\n"


@pytest.mark.parametrize("torn", ["", "1111", "\n", "1" * 33 + "\n"])
def test_a_number_that_a_power_cut_tore_is_made_again(world: World, torn: str) -> None:
    with_kernel(world)
    (world.folder / "root/data/machine-id").write_text(torn)
    begun(world)
    assert number(world) == NUMBERS[0].replace("-", "") + "\n"


def test_an_unreadable_part_is_never_formatted_and_the_evening_is_played_without_it(world: World) -> None:
    with_kernel(world, 'case "$*" in *ext4*) exit 32 ;; esac')
    done = begun(world)
    assert "mount -t tmpfs -o mode=0755,size=64M lost /root/data" in done
    assert (world.folder / "root/data/lost").exists()
    assert not any(words.startswith("mk") and not words.startswith("mkdir") for words in done)
    assert done[-1] == "mount -o bind /root/data/machine-id /root/etc/machine-id"


def test_after_a_power_cut_before_the_system_starts_the_next_start_is_like_the_first(world: World, tmp_path: Path) -> None:
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


OF_IMAGER = (
    "systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target",
    "systemd.run_success_action=reboot systemd.run=/boot/firmware/firstrun.sh",
)


@pytest.mark.parametrize("words", OF_IMAGER)
def test_the_box_starts_even_if_raspberry_pi_imager_asks_for_a_script_instead(world: World, words: str) -> None:
    with_kernel(world)
    world.write("proc/cmdline", f"root=PARTUUID=7ab1ec0d-02 {words} rootwait")
    assert begun(world)[-1] == "mount -o bind /run/cmdline /proc/cmdline"
    assert (world.folder / "run/cmdline").read_text() == "root=PARTUUID=7ab1ec0d-02 rootwait\n"


def test_other_words_for_the_kernel_stay_as_they_are(world: World) -> None:
    with_kernel(world)
    world.write("proc/cmdline", "root=PARTUUID=7ab1ec0d-02 systemd.watchdog_sec=0 systemd.unit=rescue.target")
    assert not any("cmdline" in done for done in begun(world))
