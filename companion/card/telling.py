"""What there is to be said of a card, left as a file for the box to show in its owner's language."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion import regular
from companion.card.files import put
from companion.core.words import Text, text
from companion.ports.panel import Told

FILE: Final = "said.json"


def of_file(words: Text) -> Told:
    """Something about `companion.txt`, or a line of it."""
    line = words.values.get("line")
    return Told(text("card.title"), text("card.whole") if line is None else text("card.line", line=line), words)


def of_card(words: Text) -> Told:
    """Something about the card as a whole."""
    return Told(text("card.title_card"), text(f"{words.key}_head"), words)


def of_update(words: Text) -> Told:
    """Something about an update."""
    return Told(text("card.title_update"), text(f"{words.key}_head"), words)


def tell(folder: Path, told: Sequence[Told]) -> None:
    """This is to be shown, and nothing else any more. Raises OSError."""
    put(folder / FILE, msgspec.json.encode(told), 0o644)


def standing(folder: Path) -> tuple[Told, ...]:
    """What is to be shown; nothing where nothing was said, or nothing that can be read."""
    try:
        return msgspec.json.decode(regular.raw(folder / FILE), type=tuple[Told, ...])
    except (OSError, msgspec.MsgspecError):
        return ()
