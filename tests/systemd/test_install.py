"""The installer, in a folder that it takes for the machine: twice, interrupted, failing, and off again."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.settings import read
from tests.support.stubs import ROOT, Stubs

INSTALL = ROOT / "systemd" / "install.sh"
OPT = "opt/table-companion"

VENV = """
[ "$1 $2" = "-m venv" ] || exit 0
mkdir -p "$3/bin" "$3/lib/python3.13/site-packages"
cp {0}/pip "$3/bin/pip"
"""
PIP = """
[ ! -e {0}/no-wheels ] || {{ echo "no matching distribution" >&2; exit 1; }}
[ ! -e {0}/killed-at-pip ] || kill -9 $PPID
[ ! -e {0}/interrupted-at-pip ] || {{ kill -INT $PPID; exit 1; }}
printf '#!/bin/bash\\necho companion "$@" >>{0}/asked\\n' >"$(dirname "$0")/companion"
chmod +x "$(dirname "$0")/companion"
"""
SYSTEMCTL = """
[ ! -e {0}/killed-at-restart ] || {{ [ "$1" = restart ] && kill -9 $PPID; }}
[ ! -e {0}/interrupted-at-restart ] || {{ [ "$1" = restart ] && rm {0}/interrupted-at-restart && kill -INT $PPID; }}
case "$1" in
restart)
	readlink {0}/root/opt/table-companion/current >>{0}/started
	! grep -qx "$(readlink {0}/root/opt/table-companion/current)" {0}/bad ;;
esac
"""

LGPIO = ("lgpio.py", "_lgpio.cpython-313-aarch64-linux-gnu.so")


class Machine:
    """A fake root, and the commands of a Debian machine that only note what they are asked."""

    def __init__(self, folder: Path, codename: str = "bookworm", architecture: str = "arm64") -> None:
        self.folder, self.root = folder, folder / "root"
        self.stubs = Stubs(folder)
        self.write("etc/os-release", f'PRETTY_NAME="x"\nVERSION_CODENAME={codename}\n')
        self.write("etc/avahi/avahi-daemon.conf", "[server]\n#host-name=foo\nuse-ipv4=yes\n")
        self.write("boot/firmware/config.txt", "dtparam=i2c_arm=on\n")
        if codename != "bookworm":
            for name in LGPIO:
                self.write(f"usr/lib/python3/dist-packages/{name}", "lgpio")
        (folder / "bad").touch()
        (folder / "started").touch()
        add = self.stubs.add
        add("python3", VENV.format(folder))
        (folder / "pip").write_text(f'#!/bin/bash\necho "pip $*" >>{folder}/asked\n' + PIP.format(folder))
        (folder / "pip").chmod(0o755)
        add("systemctl", SYSTEMCTL.format(folder))
        add("dpkg", f"echo {architecture}")
        add("dpkg-query", f"[ -e {folder}/bare ] || echo 'install ok installed'")
        add("getent", "exit 0")
        for name in ("apt-get", "systemd-sysusers", "udevadm", "modprobe", "raspi-config", "nmcli", "userdel", "sync"):
            add(name)
        add("apt-cache", f"[ ! -e {folder}/plain ]")

    def write(self, path: str, words: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words, "utf-8")
        return file

    def install(self, *words: object) -> subprocess.CompletedProcess[str]:
        return self.stubs.run(INSTALL, *words, DESTDIR=str(self.root))

    def installs(self, *words: object) -> str:
        done = self.install(*words)
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    def fails(self, *words: object) -> str:
        done = self.install(*words)
        assert done.returncode == 1, done
        return done.stderr

    def set(self, what: str) -> None:
        (self.folder / what).touch()

    def mend(self, what: str) -> None:
        (self.folder / what).unlink()

    def bad_version(self, number: int) -> None:
        (self.folder / "bad").write_text(f"versions/{number}\n")

    @property
    def runs(self) -> str:
        """The version that the link names; it is a whole one."""
        link = self.root / OPT / "current"
        assert (link / "complete").exists()
        assert (link / "bin" / "companion").exists()
        return str(link.readlink())

    @property
    def versions(self) -> list[str]:
        return sorted(entry.name for entry in (self.root / OPT / "versions").iterdir())

    def files(self) -> dict[str, str]:
        """Everything on the machine, by what is in it."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = f"-> {path.readlink()}"
            elif path.is_file():
                found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return found


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, Path]:
    """A machine on which it was installed, and the whole of it as it was then."""
    folder, kept = (tmp_path_factory.mktemp(name) for name in ("installed", "kept"))
    machine = Machine(folder)
    machine.installs()
    shutil.copytree(folder, kept, symlinks=True, dirs_exist_ok=True)
    return machine, kept


@pytest.fixture
def installed(first_run: tuple[Machine, Path]) -> Machine:
    """A machine on which it was installed, once and not longer ago: only the tests' first run of all is a real one."""
    machine, kept = first_run
    shutil.rmtree(machine.folder)
    shutil.copytree(kept, machine.folder, symlinks=True)
    return machine


UNITS = ("etc/systemd/system/companion.service", "etc/systemd/system/companion-hotspot.service")


# Once


@pytest.mark.parametrize("codename", ["bookworm", "trixie"])
def test_a_new_box_has_everything_and_runs(tmp_path: Path, codename: str) -> None:
    machine = Machine(tmp_path, codename)
    machine.installs()
    assert machine.runs == "versions/1"
    there = machine.files()
    for file in (*UNITS, "etc/sysusers.d/table-companion.conf", "etc/udev/rules.d/60-table-companion.rules",
                 "etc/modules-load.d/table-companion.conf", "etc/avahi/services/table-companion.service",
                 "etc/NetworkManager/dnsmasq-shared.d/table-companion.conf", "etc/table-companion/wifi"):  # fmt: skip
        assert file in there, file
    assert there["usr/local/bin/companion"] == "-> /opt/table-companion/current/bin/companion"
    assert machine.stubs.of("systemctl")[-4:] == [
        "enable -q companion.service", "restart companion.service",
        "enable -q companion-hotspot.service", "restart companion-hotspot.service",
    ]  # fmt: skip


def test_the_units_name_a_program_and_scripts_that_are_installed(installed: Machine) -> None:
    for unit in UNITS:
        words = (installed.root / unit).read_text()
        (program,) = [line.split("=")[1].split()[0] for line in words.splitlines() if line.startswith("ExecStart=")]
        assert os.access(installed.root / program.removeprefix("/"), os.X_OK), program


def test_the_settings_of_a_new_box_are_settings(machine: Machine) -> None:
    machine.installs("--language", "fr", "--name", "salon")
    settings = read(machine.root / "etc/table-companion/settings.toml", panel="none")
    assert (settings.listen, settings.language, settings.names) == ("0.0.0.0:80", "fr", ("salon.local",))
    assert "host-name=salon" in (machine.root / "etc/avahi/avahi-daemon.conf").read_text().splitlines()


def test_what_is_installed_is_what_was_locked_and_then_the_program_alone(installed: Machine) -> None:
    locked, program = installed.stubs.of("pip")
    assert f"--require-hashes -r {ROOT}/lock/pi.txt" in locked
    assert program.endswith("--no-deps --no-build-isolation " + f"{installed.root}/{OPT}/versions/1/source")


def test_a_box_without_a_panel_is_spared_what_its_pins_would_need(machine: Machine) -> None:
    machine.installs("--panel", "none")
    assert f"{ROOT}/lock/run.txt" in machine.stubs.of("pip")[0]


@pytest.mark.parametrize("how", ["asked", "settings"])
def test_a_box_of_a_hall_gets_what_that_needs_and_keeps_it_with_every_update(installed: Machine, how: str) -> None:
    assert "hall.txt" not in installed.stubs.of("pip")[0]
    if how == "settings":
        installed.write("etc/table-companion/settings.toml", 'listen = "0.0.0.0:80"\n[hall]\nkey = "x"\n')
    installed.stubs.forget()
    installed.installs(*(["--hall"] if how == "asked" else []))
    assert f"--require-hashes -r {ROOT}/lock/hall.txt" in installed.stubs.of("pip")[0]
    assert installed.runs == "versions/2"


def test_a_box_of_a_hall_whose_pins_need_no_wheel_is_spared_that_alone(tmp_path: Path) -> None:
    """Its lock is the hall's without lgpio, line by line."""
    machine = Machine(tmp_path, "trixie")
    machine.installs("--hall")
    lock = machine.root / OPT / "versions/1/lock.txt"
    assert f"--require-hashes -r {lock}" in machine.stubs.of("pip")[0]
    whole = (ROOT / "lock/hall.txt").read_text().splitlines()
    left = lock.read_text().splitlines()
    begins = whole.index(next(line for line in whole if line.startswith("lgpio==")))
    ends = next(n for n in range(begins, len(whole)) if not whole[n].endswith("\\")) + 1
    assert left == whole[:begins] + whole[ends:]
    assert any(line.startswith("cryptography==") for line in left)


def test_only_wheels_are_taken_and_without_internet_only_those_of_the_folder(installed: Machine, tmp_path: Path) -> None:
    assert all("--only-binary=:all:" in asked for asked in installed.stubs.of("pip"))
    installed.stubs.forget()
    (tmp_path / "wheels").mkdir()
    installed.installs("--wheels", tmp_path / "wheels")
    _, program = installed.stubs.of("pip")
    assert all(f"--no-index --find-links {tmp_path / 'wheels'}" in asked for asked in installed.stubs.of("pip"))
    assert program.endswith(" table-companion")


def test_on_trixie_lgpio_is_debian_s_as_it_has_no_wheel_there(tmp_path: Path) -> None:
    """PyPI has none for Python 3.13, and an empty one under an older number."""
    machine = Machine(tmp_path, "trixie")
    machine.set("bare")
    machine.installs()
    assert "python3-lgpio" in machine.stubs.of("apt-get")[1]
    locked, program = machine.stubs.of("pip")
    assert locked.endswith("/lock/run.txt")
    assert program.endswith("/source")
    inside = machine.root / OPT / "current/lib/python3.13/site-packages"
    assert {file.name for file in inside.iterdir()} == set(LGPIO)
    assert all(file.read_text() == "lgpio" for file in inside.iterdir())


def test_a_plain_debian_without_lgpio_is_told_what_to_bring_before_anything_is_made(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "trixie")
    machine.set("bare")
    machine.set("plain")
    said = machine.fails()
    assert "--wheels" in said
    assert "--panel none" in said
    assert machine.stubs.of("pip") == []


def test_on_trixie_a_wheel_of_lgpio_that_was_brought_along_is_taken(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "trixie")
    machine.set("bare")
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "lgpio-0.2.2.0-cp313-cp313-linux_aarch64.whl").touch()
    machine.installs("--wheels", tmp_path / "wheels")
    assert "python3-lgpio" not in machine.stubs.of("apt-get")[1]
    locked, program = machine.stubs.of("pip")
    assert locked.endswith("/lock/run.txt"), "whose hashes are those of other files"
    assert program.endswith(" lgpio table-companion")


def test_a_lgpio_that_is_not_where_debian_has_it_ends_the_run_before_anything_is_switched(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "trixie")
    (machine.root / "usr/lib/python3/dist-packages/lgpio.py").unlink()
    assert "lgpio.py" in machine.fails()
    assert machine.versions == []


def test_packages_are_installed_only_where_they_are_missing(installed: Machine) -> None:
    assert installed.stubs.of("apt-get") == [], "an update needs no internet"
    installed.set("bare")
    installed.installs()
    assert installed.stubs.of("apt-get")[1].split()[4:] == [
        "python3-venv", "xfonts-efont-unicode", "avahi-daemon", "network-manager", "dnsmasq-base", "iw",
    ]  # fmt: skip


def test_the_password_of_the_box_s_wifi_is_for_root_alone(installed: Machine) -> None:
    assert (installed.root / "etc/table-companion/wifi").stat().st_mode & 0o777 == 0o600


def test_a_box_may_have_no_panel_and_no_wifi_of_its_own(machine: Machine) -> None:
    machine.installs("--panel", "none", "--no-hotspot")
    assert machine.stubs.of("raspi-config") == []
    assert not [file for file in machine.files() if "hotspot" in file and OPT not in file]
    assert not [asked for asked in machine.stubs.of("systemctl") if "hotspot" in asked]
    assert not (machine.root / "etc/table-companion/wifi").exists()


def test_the_country_of_the_wifi_is_set_when_it_is_said(machine: Machine) -> None:
    machine.installs("--country", "FR")
    assert "nonint do_wifi_country FR" in machine.stubs.of("raspi-config")


def test_it_says_what_it_does(machine: Machine) -> None:
    words = machine.installs()
    for asked in machine.stubs.asked:
        if asked.split()[0] in ("systemctl", "udevadm", "systemd-sysusers", "modprobe"):
            assert f"+ {asked}\n" in words


# Looking first


def test_a_dry_run_changes_nothing_and_asks_nobody_to(machine: Machine) -> None:
    before = machine.files()
    words = machine.installs("--dry-run")
    assert machine.files() == before
    assert {asked.split()[0] for asked in machine.stubs.asked} <= {"dpkg", "dpkg-query", "python3"}
    assert "-m venv" not in "".join(machine.stubs.of("python3"))
    assert "would: systemctl restart companion.service" in words
    machine.installs()
    before = machine.files()
    machine.installs("--uninstall", "--purge", "--dry-run")
    assert machine.files() == before


def test_a_dry_run_says_what_the_real_run_then_does(machine: Machine) -> None:
    would = [line.split("would: ")[1] for line in machine.installs("--dry-run").splitlines() if "would: " in line]
    did = [line.split("+ ")[1] for line in machine.installs().splitlines() if "   + " in line]
    source = f"{machine.root}/{OPT}/versions/1/systemd"
    assert [line.replace(source, f"{ROOT}/systemd") for line in did if "cp -r" not in line] == [
        line for line in would if "cp -r" not in line
    ]


# Twice


def test_a_second_run_updates_and_keeps_what_people_set(installed: Machine) -> None:
    installed.write("etc/table-companion/settings.toml", 'listen = "0.0.0.0:81"\n')
    kept = {name: what for name, what in installed.files().items() if OPT not in name}
    installed.installs("--language", "ja")
    assert installed.runs == "versions/2"
    assert {name: what for name, what in installed.files().items() if OPT not in name} == kept


def test_this_version_and_the_one_before_are_kept(machine: Machine) -> None:
    for _ in range(4):
        machine.installs()
    assert machine.versions == ["3", "4"]
    assert machine.runs == "versions/4"


# When it goes wrong


def test_an_update_that_cannot_be_fetched_touches_nothing_that_runs(installed: Machine) -> None:
    before, asked = installed.files(), len(installed.stubs.of("systemctl"))
    installed.set("no-wheels")
    assert "no matching distribution" in installed.fails()
    assert installed.files() == before
    assert len(installed.stubs.of("systemctl")) == asked


def test_an_update_that_does_not_start_leaves_the_old_version_running(installed: Machine) -> None:
    installed.write("etc/systemd/system/companion.service", "as it was\n")
    (installed.root / OPT / "versions/1/systemd/companion.service").write_text("as it was\n")
    before = installed.files()
    installed.bad_version(2)
    installed.fails()
    assert installed.runs == "versions/1"
    assert installed.files() == before, "its units too"
    assert (installed.folder / "started").read_text().split()[-1] == "versions/1"
    installed.bad_version(9)
    installed.installs()
    assert installed.runs == "versions/2"


@pytest.mark.parametrize("at", ["pip", "restart"])
def test_ctrl_c_leaves_the_old_version_running(installed: Machine, at: str) -> None:
    before = installed.files()
    installed.set(f"interrupted-at-{at}")
    assert installed.install().returncode == 130
    assert installed.runs == "versions/1"
    assert installed.files() == before


@pytest.mark.parametrize("at", ["pip", "restart"])
def test_a_power_cut_leaves_a_version_that_runs_and_the_next_run_tidies_up(installed: Machine, at: str) -> None:
    installed.set(f"killed-at-{at}")
    assert installed.install().returncode == -9
    assert installed.runs == {"pip": "versions/1", "restart": "versions/2"}[at]
    installed.mend(f"killed-at-{at}")
    installed.installs()
    assert len(installed.versions) == 2
    assert all((installed.root / OPT / "versions" / version / "complete").exists() for version in installed.versions)


def test_a_first_run_that_fails_can_be_run_again(machine: Machine) -> None:
    machine.set("no-wheels")
    machine.fails()
    assert machine.versions == []
    machine.mend("no-wheels")
    machine.bad_version(1)
    machine.fails()
    machine.installs()
    assert machine.runs == "versions/2"


def test_two_at_once_are_one_too_many(installed: Machine) -> None:
    lock = installed.root / OPT / ".lock"
    with subprocess.Popen(["flock", lock, "sh", "-c", "echo got it; read x"], stdin=-1, stdout=-1) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"got it\n"
        assert "another" in installed.fails()
        other.communicate(b"\n")
    installed.installs()


# Not here


@pytest.mark.parametrize(("codename", "architecture", "why"), [
    ("bullseye", "arm64", "bookworm and trixie"), ("noble", "arm64", "bookworm and trixie"), ("trixie", "armhf", "64-bit"),
])  # fmt: skip
def test_another_system_is_refused_before_anything_is_changed(
    tmp_path: Path, codename: str, architecture: str, why: str
) -> None:
    machine = Machine(tmp_path, codename, architecture)
    before = machine.files()
    assert why in machine.fails()
    assert machine.files() == before


def test_another_system_may_be_tried(tmp_path: Path) -> None:
    Machine(tmp_path, "sid").installs("--anyway")


@pytest.mark.parametrize("words", [
    ["--panel"], ["--panel", "big"], ["--name", "a b"], ["--name", "-"], ["--country", "France"], ["--language", "de"],
    ["--wheels", "/none"], ["--purge"], ["--uninstal"], ["--name", "$(touch x)"],
])  # fmt: skip
def test_a_wrong_word_is_one_line_and_nothing_is_done(machine: Machine, words: list[str]) -> None:
    before = machine.files()
    assert machine.fails(*words).count("\n") == 1
    assert machine.files() == before


# Off again


def test_uninstalling_leaves_the_games_and_the_settings_and_nothing_else(machine: Machine) -> None:
    before = machine.files()
    machine.installs()
    machine.write("var/lib/table-companion/companion.db", "games")
    machine.installs("--uninstall")
    left = {name for name, what in machine.files().items() if before.get(name) != what}
    assert left == {
        "var/lib/table-companion/companion.db", "etc/table-companion/settings.toml", "etc/table-companion/wifi",
    }  # fmt: skip
    assert machine.stubs.of("userdel") == [], "whose files they are"
    assert "disable -q --now companion.service" in machine.stubs.of("systemctl")


def test_purging_leaves_nothing(machine: Machine) -> None:
    before = machine.files()
    machine.installs()
    machine.write("var/lib/table-companion/companion.db", "games")
    machine.installs("--uninstall", "--purge")
    assert machine.files() == before
    assert machine.stubs.of("userdel") == ["companion"]


def test_uninstalling_twice_or_what_was_never_there_is_no_error(machine: Machine) -> None:
    machine.installs("--uninstall")
    machine.installs()
    machine.installs("--uninstall")
    machine.installs("--uninstall")
    machine.installs("--uninstall", "--purge")


def test_a_box_that_was_taken_off_and_comes_back_has_its_games_and_its_wifi(installed: Machine) -> None:
    installed.write("var/lib/table-companion/companion.db", "games")
    wifi = (installed.root / "etc/table-companion/wifi").read_text()
    installed.installs("--uninstall")
    installed.installs()
    assert (installed.root / "var/lib/table-companion/companion.db").read_text() == "games"
    assert (installed.root / "etc/table-companion/wifi").read_text() == wifi
