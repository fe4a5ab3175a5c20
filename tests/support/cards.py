"""Plays a card of a box in a folder, with the few commands that a start gives to its machine."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from companion.card.starting import Card, start
from companion.card.uploads import read_notices
from companion.snapshot.table import CardNotice
from companion.speech.say import say
from tests.support.stubs import ROOT

USUAL = '# docs/settings.md\nlisten = "0.0.0.0:80"\npanel = "gpio"\nlanguage = "en"\nnames = ["table.local"]\n'


class PowerCut(Exception):
    """Raised when a test cuts the power."""


class Machine:
    """A card in a folder. `bid` runs the few commands that a start gives to the machine."""

    def __init__(self, folder: Path) -> None:
        self.card = Card(folder / "data", folder / "boot", folder / "share", folder / "own", folder / "run")
        for part in ("settings", "networks", "versions", "ssh", "state"):
            (self.card.data / part).mkdir(parents=True)
        for part in (self.card.boot, self.card.share, self.card.own, self.card.run):
            part.mkdir()
        (self.card.share / "settings.toml").write_text(USUAL)
        (self.card.share / "number").write_text("100\n")
        shutil.copy(ROOT / "systemd/image/companion.txt", self.card.boot)
        self.asked: list[str] = []
        self.lasts = 10**6
        """The number of commands after which the power is cut."""
        self.locked = False
        """True if the part of the card that every machine can read is write-protected."""
        self.passwords = iter("ABCDEFGH")

    def bid(self, words: Sequence[str | Path]) -> bytes:
        if self.lasts == len(self.asked):
            raise PowerCut
        if self.locked and words[0] == "mount":
            raise subprocess.CalledProcessError(32, ["mount"])
        self.asked.append(" ".join(map(str, words)))
        match list(words):
            case [Path(), "new"]:
                return f"name=TABLE\npassword={next(self.passwords) * 8}\n".encode()
            case ["ssh-keygen", *_, Path() as file]:
                file.write_bytes(b"secret")
                file.with_suffix(".pub").write_bytes(b"public")
        return b""

    def says(self, words: str | bytes) -> None:
        (self.card.boot / "companion.txt").write_bytes(words if isinstance(words, bytes) else words.encode())

    @property
    def notices(self) -> tuple[CardNotice, ...]:
        """Return the notices on the display."""
        return read_notices(self.card.run)

    def start(self, again: bool = False) -> list[str]:
        """Start the box. Return the words of the display in English."""
        for file in () if again else self.card.run.iterdir():
            file.unlink()
        start(self.card, self.bid)
        return [say(notice.words, "en") for notice in self.notices]

    def kept(self, name: str) -> str:
        return (self.card.data / name).read_text()

    @property
    def version(self) -> str:
        return (self.card.run / "version").read_text().strip()
