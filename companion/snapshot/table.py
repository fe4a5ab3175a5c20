"""What everybody may see of a table besides its screen."""

from functools import lru_cache
from typing import Any

import msgspec

from companion.core.caching import LATELY
from companion.core.state import Seat
from companion.core.view import SetupStep
from companion.core.words import Text


class Wifi(msgspec.Struct, frozen=True):
    """The box's own Wi-Fi, which a guest joins first."""

    name: str
    password: str

    @property
    def url(self) -> str:
        """What the QR says that a phone's camera joins by."""
        return f"WIFI:T:WPA;S:{_quoted(self.name)};P:{_quoted(self.password)};;"


def _quoted(words: str) -> str:
    """As Wi-Fi codes have it: what parts the fields stands behind a backslash."""
    return "".join(f"\\{c}" if c in '\\;,:"' else c for c in words)


class Join(msgspec.Struct, frozen=True):
    """How a guest comes in."""

    url: str
    """What the QR says, in upper case: HTTP://10.42.0.1/J/7KQ2MX."""
    address: str
    """Host and port as people type them."""
    code: str
    guests: int
    """How many sit at the table."""
    wifi: Wifi | None = None
    """While the box's own Wi-Fi is the way in."""


@lru_cache(LATELY)
def way_in(host: str, port: int, code: str, guests: int, wifi: Wifi | None) -> Join:
    """How a guest comes in. The same one from answer to answer, so that what is made of it is made once."""
    return Join(join_url(host, port, code), place(host, port), code, guests, wifi)


def join_url(host: str, port: int, code: str) -> str:
    """Upper case, so that the QR code is alphanumeric and small; port 80 is left out."""
    return f"http://{place(host, port)}/J/{code}".upper()


def place(host: str, port: int) -> str:
    """Host and port as people type them."""
    bare = host.strip("[]")
    named = f"[{bare}]" if ":" in bare else bare
    return named if port == 80 else f"{named}:{port}"


class Claim(msgspec.Struct, frozen=True):
    """Somebody on a new phone says that it is this seat; phone and box show the same two digits."""

    seat: Seat
    digits: str
    denied: bool = False
    """Whether the seat's own phone has said no: the claim ends soon, unless box or host say yes."""


class SetUp(msgspec.Struct, frozen=True):
    """The step of laying the table that comes next, counted from 1."""

    step: int
    of: int
    laying: SetupStep


class Stage(msgspec.Struct, frozen=True):
    """How far the room's screen is with what was turned up: `step` of `steps` are shown."""

    of: str
    step: int
    steps: int


class Heard(msgspec.Struct, frozen=True):
    """What one seat said to a question of the table: it counts once another phone, or the box, says the same."""

    seat: Seat
    due: str
    do: dict[str, Any]


class Told(msgspec.Struct, frozen=True):
    """Something about the box's own card that its owner is to know, until somebody has read it."""

    title: Text
    head: Text
    """What it is about, in a few letters."""
    words: Text


class Talking(msgspec.Struct, frozen=True):
    """The talk timer: seconds left when the moment was looked at, of how many."""

    left: int
    total: int
