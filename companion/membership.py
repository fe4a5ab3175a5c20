"""What a box must know to belong to a hall: as its settings have it, and as the owner of a card says it."""

import base64
import binascii
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit


class BadSettings(ValueError):
    """The settings file says something that is not a setting. The message names file, key and remedy."""


KEY_BYTES: Final = 32
"""Of a hall's key."""
PEM: Final = "-----BEGIN"
"""What a certificate, or a key, begins with that stands in the settings itself."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The hall that a box belongs to. `companion hall invite` prints what its file says of it."""

    key: str = field(default="", repr=False)
    """The hall's key: 32 bytes in base64 as web addresses have it. Who has it can read every table of the hall."""
    stores: tuple[str, ...] = ()
    """Where the hall's store is, an address for each of its machines: "https://10.0.0.2:2379"."""
    name: str = ""
    """What the board calls this box; empty: the machine's host name."""
    authority: str = ""
    """The certificate by which the stores are known, where they are spoken to by https: its file, or itself (PEM)."""
    certificate: str = ""
    """This box's own, as its file or itself; empty: the stores ask for none."""
    private: str = field(default="", repr=False)
    """The key that belongs to it, likewise."""
    login: str = field(default="", repr=False)
    """This box's name and password at the store: "box-7:PASSWORD"; empty: the store asks for none."""

    def secret(self) -> bytes:
        """The key itself. Raises BadSettings for what is none; the words do not tell it."""
        try:
            found = base64.b64decode(self.key + "=" * (-len(self.key) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            found = b""
        if len(found) != KEY_BYTES:
            raise BadSettings("hall: key is not one that `companion hall invite` printed, or not the whole of it")
        return found

    def check(self) -> None:
        """Raises BadSettings for what no box can work with."""
        self.secret()
        if not self.stores:
            raise BadSettings('hall: stores names no store, as "https://10.0.0.2:2379"')
        for store in self.stores:
            _check_store(store)
        if bool(self.certificate) != bool(self.private):
            raise BadSettings("hall: certificate and private go together; one is missing")
        if self.login and not all(self.login.partition(":")):
            raise BadSettings("hall: login should be like NAME:PASSWORD, as `companion hall invite` prints it")


def _check_store(store: str) -> None:
    try:
        parts = urlsplit(store)
        is_whole = parts.scheme in ("http", "https") and parts.hostname and parts.port
    except ValueError:
        is_whole = False
    if not is_whole or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise BadSettings(f"hall: stores: {store!r} should be like 'https://10.0.0.2:2379'")
