"""Plays a Debian machine in a folder. The installer runs there, and its commands only note their calls."""

import hashlib
import subprocess
from pathlib import Path

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
    """A fake root folder, and commands that only note their calls."""

    def __init__(self, folder: Path, codename: str = "bookworm", architecture: str = "arm64") -> None:
        self.folder, self.root = folder, folder / "root"
        self.stubs = Stubs(folder)
        self.write("etc/os-release", f'PRETTY_NAME="x"\nVERSION_CODENAME={codename}\n')
        self.write("etc/avahi/avahi-daemon.conf", "[server]\n#host-name=foo\nuse-ipv4=yes\n")
        (self.root / "run/systemd/system").mkdir(parents=True)
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
        """The version that the link names. It must be a complete one."""
        link = self.root / OPT / "current"
        assert (link / "complete").exists()
        assert (link / "bin" / "companion").exists()
        return str(link.readlink())

    @property
    def versions(self) -> list[str]:
        return sorted(entry.name for entry in (self.root / OPT / "versions").iterdir())

    def files(self) -> dict[str, str]:
        """Return the hash of each file on the machine, or the target of each link, by its path."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = f"-> {path.readlink()}"
            elif path.is_file():
                found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return found
