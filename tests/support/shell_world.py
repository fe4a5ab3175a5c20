"""Runs a shell script of the card in a made-up world: with its own folders, and commands that note their calls. The power
may be cut in any command."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.support.stubs import ROOT

CARD = ROOT / "systemd/image/card"
SCRIPTS = CARD / "usr/lib/table-companion"
INITRAMFS = CARD / "etc/initramfs-tools/scripts/local-bottom/table-companion"
OURS = ("run", "opt", "usr/lib", "data", "sys", "dev", "lib", "scripts", "proc")
"""Folders that scripts name by absolute paths."""
REAL = ("mkdir", "chmod", "mv", "rm")
"""Commands that really run, and are counted."""
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
        """Add a command to this world. `does` is its shell script."""
        file = self._commands / name if at is None else self.folder / at
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(NOTED.format(name=name, log=self.log, does=does))
        file.chmod(0o755)

    def write(self, name: str, words: object) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{words}\n")

    def does(self, script: Path, cut: int = 0, says: str = "", **environment: str) -> list[str]:
        """Run a script, and return the commands that it ran. The power is cut in command number `cut`. 0: never."""
        self.log.write_text("")
        here = re.sub(rf"(?<![\w$}}.)/])/(?=({'|'.join(OURS)})/|data\b)", f"{self.folder}/", script.read_text("utf-8"))
        (self.folder / "script").write_text(here)
        known = {"PATH": f"{self._commands}:{os.environ['PATH']}", "CUT": str(cut), **environment}
        asked = ["sh", "-c", 'MAIN=$$ exec sh "$0" "$@"', self.folder / "script", says]
        done = subprocess.run(asked, env=known, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode == -9) == bool(cut), done.stderr
        self.failed = done.returncode
        return [line.replace(f"{self.folder}/", "/").strip() for line in self.log.read_text().splitlines()]
