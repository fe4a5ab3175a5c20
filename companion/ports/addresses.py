"""Where phones find this box, written as QR codes and people have it."""

from functools import lru_cache

import msgspec

from companion.core.once import LATELY


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
