"""Writes the folder of a new game: the game of docs/first-game.md under another name, complete with its golden."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.promises.golden import write

PAGE: Final = Path(__file__).with_name("first-game.md")
"""The page of the documentation. It is installed with the box."""
SOLO: Final = "solo"
"""The name of the game on the page."""

_BLOCK = re.compile(r"^```\{code-block\} (\w+)\n(?::caption: (\S+)\n)?\n?(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class PageBlock:
    """A block of code or text on the page."""

    language: str
    file: str
    """The file that the block shows. Empty: it shows a terminal."""
    text: str


def blocks(page: Path = PAGE) -> Iterator[PageBlock]:
    """Yield the blocks of the page, in order."""
    yield from (PageBlock(*found) for found in _BLOCK.findall(page.read_text("utf-8")))


def write_block(block: PageBlock, folder: Path, name: str = SOLO) -> None:
    """Write a block to its file, or append it if the file exists. The game in it gets the name `name`."""
    file = folder / block.file
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_text("utf-8") + _gap(block) if file.exists() else ""
    file.write_text(before + renamed(block.text, name), "utf-8")


def _gap(block: PageBlock) -> str:
    return "\n\n" if block.language == "python" else "\n"


def renamed(words: str, name: str) -> str:
    """Return the text with the new game's name in place of `solo`, `Solo` and `SOLO`."""
    for of in (str.lower, str.title, str.upper):
        words = re.sub(rf"(?<![A-Za-z]){of(SOLO)}(?![A-Za-z])", of(name), words)
    return words


def new_folder(name: str, into: Path) -> Path:
    """Make a new folder of this name, with its golden, and return it. Raise ValueError if a game cannot have this name, and
    FileExistsError."""
    if not re.fullmatch("[a-z]{2,20}", name):
        raise ValueError("a game's name is 2 to 20 small letters: NAME is also its folder, its keys and its rules' prefix")
    if (into / name).exists():
        raise FileExistsError(f"{into / name} is there already")
    for block in blocks():
        if block.file:
            write_block(block, into / name, name)
    write(into / name)
    return into / name
