"""Carries finished games between the box and the part of the card that every computer reads.

The box may write only its own folder, and only a service of root may write that part. So each leaves files for the other to
fetch.
"""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CalledProcessError
from typing import Final

from companion import regular
from companion.bounds import SAVED_BYTES
from companion.card.files import clear, write_whole
from companion.core.words import Text, text
from companion.snapshot.table import CardNotice

FILE: Final = "companion-games.zip"
"""The owner's file of games beside `companion.txt`, as a phone saves it (companion/records/saved.py)."""
BROUGHT: Final = "companion.games.brought"
"""A copy of that file in the state folder. The box takes the games from it at the next start."""
LEFT: Final = "companion.games.left"
"""The box's file of games in the state folder. A service puts it beside `companion.txt` (systemd/image:
companion-games.path)."""
CODE: Final = "companion.games.code"
"""The file in the state folder with the code of a sealed game, as the owner wrote it into `companion.txt`."""
MARK: Final = "saved-games"
"""The file with the hash of the owner's file, so that the box takes each file once."""
OF_FAT: Final = 0o700
"""The mode of files beside `companion.txt`. As the FAT partition is mounted, no file there can have another."""


def notice(words: Text) -> CardNotice:
    """Return a notice about games on the card."""
    return CardNotice(text("card.title_games"), text(f"{words.key}_head"), words)


def bring(boot: Path, data: Path, execute: Callable[[Sequence[str | Path]], bytes]) -> None:
    """Leave the owner's file for the box, unless the box has had it before. Raises OSError if the state folder takes no
    file."""
    try:
        raw = regular.raw(boot / FILE, SAVED_BYTES + 1)
    except OSError:
        return
    if (mark := _mark(raw)) == _known(data):
        return
    write_whole(data / "state" / BROUGHT, raw)
    execute(["chown", "companion:companion", data / "state" / BROUGHT])
    write_whole(data / MARK, mark)


def leave_code(data: Path, code: str, execute: Callable[[Sequence[str | Path]], bytes]) -> None:
    """Leave the code of a sealed game for the box. Raises OSError."""
    write_whole(data / "state" / CODE, code.encode())
    execute(["chown", "companion:companion", data / "state" / CODE])


def keep(boot: Path, data: Path, execute: Callable[[Sequence[str | Path]], bytes]) -> Text:
    """Put the box's file beside `companion.txt`, whole or not at all. Return the outcome in words."""
    file = data / "state" / LEFT
    try:
        if file.is_symlink():  # the box's user made it, and root would follow it anywhere
            raise OSError
        raw = regular.raw(file, SAVED_BYTES)
        execute(["mount", "-o", "remount,rw", boot])
        try:
            write_whole(boot / FILE, raw, OF_FAT)
        finally:
            execute(["mount", "-o", "remount,ro", boot])
        write_whole(data / MARK, _mark(raw))
    except (OSError, CalledProcessError):
        return text("card.games.locked")
    finally:
        clear(file)
    return text("card.games.kept")


def _mark(raw: bytes) -> bytes:
    return hashlib.sha256(raw).hexdigest().encode()


def _known(data: Path) -> bytes:
    try:
        return regular.raw(data / MARK)
    except OSError:
        return b""
