"""Fakes commands of a Debian machine: scripts in a folder that is first on PATH, which note their calls."""

import os
import signal
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Stubs:
    """A folder of commands. Each notes its name and arguments in `asked`, then does what its script says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "stubs"
        self.folder.mkdir()
        self.log = folder / "asked"
        self.log.touch()

    def add(self, name: str, script: str = "") -> None:
        file = self.folder / name
        file.write_text(f'#!/bin/bash\necho "{name} $*" >>"{self.log}"\n{script}\n', "utf-8")
        file.chmod(0o755)

    @property
    def asked(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines()

    def forget(self) -> None:
        self.log.write_text("")

    def of(self, name: str) -> list[str]:
        """Return the calls of one command."""
        return [line.removeprefix(name).strip() for line in self.asked if line.split()[0] == name]

    def run(self, *command: object, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run a script of ours with these commands on its PATH. Return the finished process."""
        env = {**os.environ, **environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        words = [str(word) for word in command]
        return subprocess.run(
            words, env=env, capture_output=True, text=True, timeout=120, check=False, preexec_fn=hears_ctrl_c
        )


def hears_ctrl_c() -> None:
    """Let the new process receive Ctrl-C. A shell makes programs in its background ignore it, and tests may run there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
