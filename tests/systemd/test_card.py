"""The parts, folders and services of a card fit together, and fit the builder's scripts."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.card import applying, starting, uploads
from companion.card.starting import Card
from companion.settings import Settings
from tests.appliance import card_acts, cards, flashed
from tests.appliance.archive import ALIGNED, MAGIC, behind
from tests.support.stubs import ROOT, Stubs
from tests.support.updates import new_key

IMAGE = ROOT / "systemd/image"
CARD = IMAGE / "card"
UNITS = sorted(path for path in (CARD / "etc/systemd/system").iterdir() if path.suffix in (".service", ".path"))
INITRAMFS = CARD / "etc/initramfs-tools/scripts/local-bottom/table-companion"
BIDS = re.compile(r"-m companion.card (\S+)")
ANALYZE = shutil.which("systemd-analyze") or ""


def words(name: str) -> str:
    return (IMAGE / name).read_text("utf-8")


@pytest.mark.skipif(not ANALYZE and not os.environ.get("CI"), reason="needs Debian's systemd")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_line(unit: Path, tmp_path: Path) -> None:
    file = tmp_path / unit.name.replace("@", "@x")
    file.write_text(re.sub(r"(?m)^(ExecStart=)\S+", r"\1/bin/true", unit.read_text("utf-8")), "utf-8")
    asked = [ANALYZE, "verify", "--recursive-errors=no", "--man=no", file]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_programs_that_the_services_start_are_on_the_card_and_executable() -> None:
    started = {path for unit in UNITS for path in re.findall(r"(?m)^ExecStart=(/usr/lib/\S+)", unit.read_text("utf-8"))}
    assert started
    for path in (*started, "/usr/lib/table-companion/current"):
        assert os.access(CARD / path.lstrip("/"), os.X_OK), path
    hooks = [*CARD.glob("etc/initramfs-tools/hooks/*"), INITRAMFS]
    assert all(os.access(hook, os.X_OK) for hook in hooks)


def test_a_service_with_mounts_of_its_own_does_all_in_one_command() -> None:
    """Each command of such a service has mounts of its own. A second command never saw the first one's mounts."""
    private = [unit.read_text("utf-8") for unit in UNITS if "PrivateMounts=yes" in unit.read_text("utf-8")]
    assert private
    assert all(len(re.findall(r"(?m)^Exec\w+=", unit)) == 1 for unit in private)


def test_the_builder_switches_on_every_service_that_wants_to_be() -> None:
    wants = {unit.name for unit in UNITS if "[Install]" in unit.read_text("utf-8")}
    enabled = re.search(r"systemctl -q enable ((?:.*\\\n)*.*)", words("build.sh"))
    assert enabled
    assert set(enabled[1].replace("\\", "").split()) == wants


def test_every_part_of_the_card_goes_by_the_number_that_the_builder_gives_it() -> None:
    (disk,) = re.findall(r"DISK=([0-9a-f]{8})", words("parts.sh"))
    named = re.findall(r"PARTUUID=([0-9a-f]{8})-0\d", INITRAMFS.read_text())
    assert named == [disk, disk]
    assert "root=PARTUUID=$DISK-02" in words("parts.sh")


def test_the_rehearsal_finds_the_part_that_every_machine_can_read() -> None:
    at, size = re.findall(r"FAT_AT=(\d+) FAT_SIZE=(\d+)", words("parts.sh"))[0]
    assert (int(at) * 512, int(size) * 512) == (flashed.FAT_AT, flashed.FAT_SIZE)


def test_the_folder_of_the_tables_is_mounted_before_anything_starts() -> None:
    content = INITRAMFS.read_text()
    kept = dict(re.findall(r"(?m)^keep (\w+) (\S+) \d+$", content))
    assert kept["state"] == "/var/lib/table-companion", "companion.service's StateDirectory"
    assert kept["settings"] == "/etc/table-companion"
    assert kept["networks"] == "/etc/NetworkManager/system-connections"
    also = re.findall(r"(?m)^folder (\w+) 0700$", content)
    named = (applying.SETTINGS, applying.WIFI, applying.HOME, applying.KEYS, starting.HOST_KEY, "versions/slots.json")
    assert {name.split("/")[0] for name in named} <= kept.keys() | set(also)


def test_there_is_room_on_a_new_card_before_an_update_is_looked_for_on_it() -> None:
    grow = (CARD / "etc/systemd/system/companion-grow.service").read_text()
    assert "Before=companion-card.service" in grow.splitlines()
    assert "companion.service" not in grow


def test_the_services_and_the_program_mean_the_same_folders() -> None:
    card = Card()
    (unit,) = [unit.read_text() for unit in UNITS if unit.name == "companion-card.service"]
    assert f"RuntimeDirectory={card.run.name}" in unit
    assert Settings().notices == str(card.run)
    for script in ("current", "trial", "card"):
        content = (CARD / "usr/lib/table-companion" / script).read_text()
        assert str(card.own) in content
        assert str(card.run) in content
    ssh = (CARD / "etc/ssh/sshd_config.d/table-companion.conf").read_text()
    assert f"AuthorizedKeysFile {card.data / applying.KEYS}" in ssh
    assert f"HostKey {card.data / starting.HOST_KEY}" in ssh
    assert "PasswordAuthentication no" in ssh


def test_an_update_from_a_phone_is_taken_from_the_folder_where_the_box_leaves_it() -> None:
    state = re.search(r"StateDirectory=(\S+)", (ROOT / "systemd/companion.service").read_text())
    assert state
    units = CARD / "etc/systemd/system"
    assert f"PathExists=/var/lib/{state[1]}/{uploads.SENT}" in (units / "companion-upload.path").read_text().splitlines()
    content = {word for unit in UNITS for word in BIDS.findall(unit.read_text())}
    content |= {
        word for script in (CARD / "usr/lib").rglob("*") if script.is_file() for word in BIDS.findall(script.read_text())
    }
    assert content == set(re.findall(r'case \["([\w-]+)"', (ROOT / "companion/card/__main__.py").read_text()))


def of_the_builder(suite: str, bids: str) -> str:
    """Return the output of the builder's own functions for this Debian."""
    says = f"set -eu; TREE={ROOT} HERE={IMAGE} suite={suite}; . {IMAGE}/lgpio.sh; {bids}"
    return subprocess.run(["bash", "-c", says], capture_output=True, text=True, timeout=60, check=True).stdout


def test_only_lgpio_is_built_of_its_locked_source() -> None:
    whole = (ROOT / "lock/hall.txt").read_text()
    alone, rest = (of_the_builder("trixie", bids) for bids in ("lgpio_locked", "without_lgpio"))
    assert alone.startswith("lgpio==")
    assert alone.count("==") == 1
    assert whole.replace(alone, "") == rest


def test_only_the_generator_that_reads_fstab_runs_at_a_start(tmp_path: Path) -> None:
    """The others look for more to start: in partitions, for scripts of System V, for a terminal of the serial line."""
    debians, ours = (tmp_path / "root" / folder for folder in ("usr/lib/systemd", "etc/systemd"))
    for folder in (debians / "system-generators", ours / "system"):
        folder.mkdir(parents=True)
    for name in ("fstab", "getty", "run", "sysv"):
        (debians / f"system-generators/systemd-{name}-generator").touch()
    subprocess.run(["bash", "-c", f"work={tmp_path}; . {IMAGE}/spare.sh; spare_services"], timeout=60, check=True)
    off = {path.name: path.readlink() for path in (ours / "system-generators").iterdir()}
    assert off == {f"systemd-{name}-generator": Path("/dev/null") for name in ("getty", "run", "sysv")}


def test_modules_come_unpacked_and_what_an_installation_alone_needs_does_not_come(tmp_path: Path) -> None:
    """A packed module is unpacked at each start, and setuptools is asked at each import."""
    stubs, root = Stubs(tmp_path), tmp_path / "root"
    packages = root / "opt/table-companion/versions/1/lib/python3.13/site-packages"
    module = "kernel/fs/squashfs/squashfs.ko.xz"
    for name in ("companion", "setuptools", "setuptools-84.dist-info", "_distutils_hack", "distutils-precedence.pth"):
        (packages / name).mkdir(parents=True)
    files = [f"modules/6.1/{module}", "modules/6.1/kernel/sound/loud.ko", "modules/6.1/modules.dep", "udev/hwdb.bin"]
    for file in (*files, "firmware/brcm/a", "firmware/cypress/b"):
        (root / "usr/lib" / file).parent.mkdir(parents=True, exist_ok=True)
        (root / "usr/lib" / file).write_text(f"{module}:\nkernel/sound/loud.ko:\n")
    stubs.add("unxz")
    does = f"set -e; work={tmp_path} HERE={IMAGE}; inside() {{ :; }}; . {IMAGE}/spare.sh; spare_files"
    assert stubs.run("bash", "-c", does).returncode == 0
    assert stubs.of("unxz") == [f"-f {root}/usr/lib/modules/6.1/{module}"]
    assert [path.name for path in packages.iterdir()] == ["companion"]
    assert not (root / "usr/lib/udev/hwdb.bin").exists()


def test_the_builder_asks_for_every_package_that_it_needs() -> None:
    """mmdebstrap asks arch-test whether programs for arm64 run here. Debian does not install it along."""
    (needed,) = re.findall(r"NEEDED=\(([^)]*)\)", words("build.sh"))
    packages = {pair.partition(":")[2] for pair in needed.split()}
    assert packages >= {"mmdebstrap", "arch-test", "squashfs-tools", "mtools", "device-tree-compiler", "openssh-client"}


FOR_PARTS = """set -euo pipefail
HERE={image} TREE={image}/../.. work={work} epoch=0 out={work} suite=bookworm key={key} sign={sign} agent=""
title() {{ :; }}
fail() {{ echo "$*" >&2; exit 1; }}
trap 'kill $agent 2>/dev/null || true' EXIT
. {image}/parts.sh
"""


def parts_of_the_builder(stubs: Stubs, does: str, key: object = "", sign: object = "") -> subprocess.CompletedProcess[str]:
    """Return what the builder's functions do on this machine."""
    begins = FOR_PARTS.format(image=IMAGE, work=stubs.folder.parent, key=key, sign=sign)
    return stubs.run("setsid", "bash", "-c", begins + does, SSH_ASKPASS_REQUIRE="never", DISPLAY="")


RP1 = "/axi/pcie@1000120000/pci@0,0/dev@0,0/pci-ep-bus@1"


@pytest.mark.parametrize("bus", ["/soc/i2c@7e804000", f"{RP1}/i2c@40074000"])
def test_the_display_s_bus_is_fast_and_has_its_number_in_every_tree(tmp_path: Path, bus: str) -> None:
    done = readied(tmp_path, bus)
    assert done[:2] == [f"-t i a.dtb {bus} clock-frequency 400000", f"-p -t s a.dtb /aliases i2c1 {bus}"]


def readied(folder: Path, bus: str) -> list[str]:
    """Return what the builder writes into a tree that has this bus."""
    stubs = Stubs(folder)
    stubs.add("fdtget", f"[[ $3 == {bus} ]]")
    stubs.add("fdtput")
    assert parts_of_the_builder(stubs, "ready_bus a.dtb").returncode == 0
    return stubs.of("fdtput")


def test_the_bus_of_a_pi_5_is_switched_on_and_has_the_pins_of_the_header(tmp_path: Path) -> None:
    """Debian's tree has it off and without pins. The kernel finds the pins by a number that the bus and their node share."""
    done, bus = readied(tmp_path, f"{RP1}/i2c@40074000"), f"{RP1}/i2c@40074000"
    assert f"-t s a.dtb {bus} status okay" in done
    ((pins, number),) = [(words[3], words[5]) for line in done if (words := line.split())[4:5] == ["phandle"]]
    assert f"-t x a.dtb {bus} pinctrl-0 {number}" in done
    assert f"-t s a.dtb {pins} groups i2c1_0" in done  # GPIO2 and GPIO3


def test_no_other_board_has_a_bus_that_must_be_switched_on(tmp_path: Path) -> None:
    assert readied(tmp_path, "/soc/i2c@7e804000")[2:] == []


def test_the_file_for_newer_pi_5s_makes_debian_s_own_tree_of_them_or_nothing_is_built(tmp_path: Path) -> None:
    """Their firmware adds that file to the tree of the older Pi 5."""
    stubs = Stubs(tmp_path)
    stubs.add("dtc", '[ ! -e "${@: -1}" ] || cat "${@: -1}"')
    stubs.add("fdtoverlay", f"echo newer >{tmp_path}/joined.dtb")
    for name, returned in (("newer", 0), ("changed", 1)):
        (tmp_path / f"{name}.dtb").write_text(f"{name}\n")
        (tmp_path / name).mkdir()  # Debian's firmware has other such files
        done = parts_of_the_builder(stubs, f"join_newer a.dtb {tmp_path}/{name}.dtb {tmp_path}/{name}")
        assert done.returncode == returned
    assert "has changed" in done.stderr


def test_the_public_key_proves_what_the_builder_signs(tmp_path: Path) -> None:
    key, file = new_key(tmp_path), tmp_path / "sums"
    file.write_text("a sum\n")
    public = key.with_suffix(".pub")
    done = parts_of_the_builder(Stubs(tmp_path), f"unlock_key; sign_file table-companion-release {file}", public, key)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "allowed").write_text(f"release {public.read_text()}")
    proof = ["ssh-keygen", "-Y", "verify", "-f", tmp_path / "allowed", "-I", "release", "-n", "table-companion-release"]
    with file.open() as signed:
        proved = subprocess.run([*proof, "-s", f"{file}.sig"], stdin=signed, capture_output=True, timeout=60, check=False)
    assert proved.returncode == 0


def test_a_key_whose_passphrase_nobody_types_stops_the_builder_before_it_builds(tmp_path: Path) -> None:
    key = tmp_path / "secret"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "a word", "-f", key], check=True, timeout=60)
    done = parts_of_the_builder(Stubs(tmp_path), "unlock_key; echo built", "", key)
    assert (done.returncode, done.stdout) == (1, "")
    assert "type its word" in done.stderr
    main = words("build.sh").partition("\nmain() {")[2]
    assert main.index("unlock_key") < main.index("make_system")


def test_the_builder_asks_for_no_passphrase_if_an_agent_has_the_key(tmp_path: Path) -> None:
    key, file = new_key(tmp_path), tmp_path / "sums"
    file.write_text("a sum\n")
    has = f"eval $(ssh-agent -s) >/dev/null; agent=$SSH_AGENT_PID; ssh-add -q {key}"
    locked = f"ssh-keygen -q -p -P '' -N word -f {key}"
    does = f"{has}; {locked}; unlock_key; sign_file table-companion-release {file}"
    done = parts_of_the_builder(Stubs(tmp_path), does, key.with_suffix(".pub"), key)
    assert (done.returncode, done.stderr) == (0, "")
    assert file.with_name("sums.sig").exists()


def test_a_key_that_the_card_does_not_trust_signs_nothing(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    one, other = new_key(tmp_path / "one"), new_key(tmp_path / "other")
    done = parts_of_the_builder(Stubs(tmp_path), "unlock_key; echo built", other.with_suffix(".pub"), one)
    assert (done.returncode, done.stdout) == (1, "")
    assert "is not the key of --key" in done.stderr


def test_an_update_is_among_the_sums_and_they_are_signed() -> None:
    finish = words("build.sh").partition("\nfinish() {")[2].partition("\n}")[0]
    main = words("build.sh").partition("\nmain() {")[2]
    assert main.index("make_update") < main.index("finish")
    assert finish.index(".update") < finish.index("sha256sum") < finish.index("sign_file table-companion-release")


def test_a_rehearsal_of_an_act_that_is_none_says_so_immediately() -> None:
    for also in ((), ("--image", "none.img")):
        asked = [sys.executable, "-m", "tests.appliance", "--act", "no_such_act", *also]
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert "no such act here: no_such_act. There are: " in done.stderr


def test_a_rehearsal_begins_with_the_card_as_flashed_and_plays_what_a_later_act_needs() -> None:
    first, update, failing = card_acts.starts_as_a_box_of_its_own, *card_acts.UPDATES[:2]
    assert cards.with_needed([first, update, failing], card_acts.UPDATES) == [first, update, failing]
    assert cards.with_needed([first, failing], card_acts.UPDATES) == [first, update, failing]


def test_the_builder_knows_the_debians_that_the_installer_takes() -> None:
    knows = re.search(r"PYTHON_OF=\((.*)\)", words("build.sh"))
    takes = re.search(r"codename =~ \^\(([\w|]+)\)", (ROOT / "systemd/install.sh").read_text())
    assert knows
    assert takes
    assert set(re.findall(r"\[(\w+)\]", knows[1])) == set(takes[1].split("|"))


def builds(name: str, *arguments: object) -> str:
    """Return the output of one of the builder's own programs."""
    asked = [sys.executable, IMAGE / name, *map(str, arguments)]
    return subprocess.run(asked, capture_output=True, text=True, timeout=60, check=True).stdout


def test_imager_knows_the_image_and_that_it_may_ask_its_questions(tmp_path: Path) -> None:
    image, packed = tmp_path / "card.img", tmp_path / "table-companion-bookworm.img.xz"
    image.write_bytes(b"card")
    packed.write_bytes(b"xz")
    (entry,) = json.loads(builds("manifest.py", "bookworm", image, packed, 1767225600, "0.1.0"))["os_list"]
    assert (entry["extract_size"], entry["image_download_size"]) == (4, 2)
    assert entry["extract_sha256"] == hashlib.sha256(b"card").hexdigest()
    assert entry["image_download_sha256"] == hashlib.sha256(b"xz").hexdigest()
    assert (entry["name"], entry["release_date"]) == ("Table Companion 0.1.0 (bookworm)", "2026-01-01")
    assert entry["init_format"] == "cloudinit"


def test_the_kernel_is_given_what_drives_the_boards_that_the_card_is_for(tmp_path: Path) -> None:
    """Drivers are found by the names in the boards' device trees. Drivers for pictures, sound and radio are left out."""
    drivers = {
        "mmc/host/sdhci-iproc": "brcm,bcm2711-emmc2",
        "mmc/host/other": "other,mmc",
        "sound/soc/snd": "brcm,bcm2835-i2s",
    }
    modules = tmp_path / "usr/lib/modules/6.1"
    for file in drivers:
        (modules / f"kernel/drivers/{file}.ko").parent.mkdir(parents=True, exist_ok=True)
        (modules / f"kernel/drivers/{file}.ko").touch()
    names = {file: Path(file).name.replace("-", "_") for file in drivers}
    alias = "".join(f"alias of:N*T*C{named}{end} {names[file]}\n" for file, named in drivers.items() for end in ("", "C*"))
    (modules / "modules.alias").write_text(alias)
    trees = tmp_path / "usr/lib/linux-image-6.1/broadcom"
    trees.mkdir(parents=True)
    (trees / "bcm2711-rpi-4-b.dtb").write_bytes(b"\xd0\r\xfe\xed\0brcm,bcm2711-emmc2\0brcm,bcm2835-i2s\0")
    assert builds("modules.py", tmp_path) == "sdhci_iproc\n"


def test_modules_that_no_board_needs_stay_off_the_card_and_those_that_others_need_do_not(tmp_path: Path) -> None:
    needs = {
        "kernel/drivers/net/wireless/broadcom/brcmfmac.ko": [
            "kernel/drivers/shared/bus.ko",
            "kernel/drivers/shared/core.ko",
        ],
        "kernel/drivers/shared/bus.ko": ["kernel/drivers/shared/core.ko"],
        "kernel/drivers/shared/core.ko": [],
        "kernel/drivers/gpu/drm/picture.ko": ["kernel/drivers/shared/core.ko"],
        "kernel/sound/loud.ko": [],
    }
    modules = tmp_path / "usr/lib/modules/6.1"
    modules.mkdir(parents=True)
    (modules / "modules.dep").write_text("".join(f"{one}: {' '.join(others)}\n" for one, others in needs.items()))
    spared = builds("modules.py", tmp_path, "spared").split()
    assert spared == [
        f"usr/lib/modules/6.1/{name}" for name in ("kernel/drivers/gpu/drm/picture.ko", "kernel/sound/loud.ko")
    ]


def test_the_modules_of_the_rehearsal_s_pins_radios_and_hand_stay_on_the_card(tmp_path: Path) -> None:
    of_guest = {
        "i2c-dev": "drivers/i2c", "configfs": "fs/configfs", "gpio-sim": "drivers/gpio",
        "mac80211_hwsim": "drivers/net/wireless/virtual",
    }  # fmt: skip
    guest = ROOT / "tests/appliance/guest"
    loaded = re.findall(r"modprobe (?:-\w )?([^|\n]+)", (guest / "bench.sh").read_text() + (guest / "radios.sh").read_text())
    built = {"display", "pins"}
    assert {word for words in loaded for word in words.split() if "=" not in word} - built == of_guest.keys()
    assert "/dev/virtio-ports/" in (guest / "agent.py").read_text()  # this port needs a module, too
    of_guest["virtio_console"] = "drivers/char"
    modules = tmp_path / "usr/lib/modules/6.1"
    modules.mkdir(parents=True)
    (modules / "modules.dep").write_text("".join(f"kernel/{where}/{name}.ko:\n" for name, where in of_guest.items()))
    assert builds("modules.py", tmp_path, "spared").split() == []


def test_nothing_of_one_box_is_in_the_image() -> None:
    """The first start makes the secrets of a box, not the build."""
    packages = words("build.sh")
    for own in ("ssh_host_*", "etc/table-companion/wifi", ': >"$root/etc/machine-id"'):
        assert own in packages


@pytest.mark.parametrize("size", range(ALIGNED))
def test_files_that_the_rehearsal_appends_to_an_initramfs_begin_where_a_kernel_looks(size: int) -> None:
    """The kernel skips an archive at any other place, and then the card has neither pins nor a display."""
    first = b"z" * size
    both = behind(first, {"bench/bin/busybox": b"arm64"})
    assert both.startswith(first)
    at = both.index(MAGIC.encode())
    assert at % ALIGNED == 0
    assert not both[size:at].strip(b"\0")
    assert b"bench/bin/busybox\0" in both
    assert both.count(MAGIC.encode()) == len(("bench", "bench/bin", "busybox", "the end"))
