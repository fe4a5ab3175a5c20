"""What the hall knows this box by: kept beside the journal, so that a box whose journal is lost still knows its tables."""

import re
import secrets
import socket
from contextlib import suppress
from typing import Final

from companion import regular
from companion.card.files import put
from companion.house.house import House
from companion.settings import Hall

FILE: Final = "companion.hall"
"""Of the state folder. Two boxes with the same one, as of a card that was copied, are told so (`Copier`)."""
_SAID: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)


def box_id(house: House) -> str:
    """The one that is kept in its state folder; else a new one, which is kept from now on if the disk takes it."""
    file = house.settings.state_folder() / FILE
    with suppress(OSError, UnicodeError):
        known = regular.raw(file).decode("ascii").strip()
        if _SAID.fullmatch(known):
            return known
    made = secrets.token_hex(8)
    with suppress(OSError):
        put(file, f"{made}\n".encode())
    return made


def called(hall: Hall) -> str:
    """What people call this box."""
    return hall.name or socket.gethostname()
