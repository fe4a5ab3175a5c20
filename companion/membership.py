"""The hall that a box belongs to, as its settings and the owner of a card describe it."""

import base64
import binascii
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit


class BadSettings(ValueError):
    """The settings file has a bad setting. The message names file, key and remedy."""


KEY_BYTES: Final = 32
"""The bytes of a hall's key."""
PEM: Final = "-----BEGIN"
"""The beginning of a certificate or key that the settings hold directly."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The hall that a box belongs to. `companion hall invite` prints these fields for its settings."""

    key: str = field(default="", repr=False)
    """The hall's key: 32 bytes in base64 for web addresses. It opens every table of the hall."""
    stores: tuple[str, ...] = ()
    """The addresses of the store's machines: "https://10.0.0.2:2379"."""
    name: str = ""
    """The box's name on the board. Empty: the machine's host name."""
    authority: str = ""
    """The certificate of the stores' authority for https: a file, or the certificate itself (PEM)."""
    certificate: str = ""
    """This box's certificate, as a file or itself. It is empty if the stores ask for none."""
    private: str = field(default="", repr=False)
    """The key of that certificate, as a file or itself."""
    login: str = field(default="", repr=False)
    """This box's name and password at the store: "box-7:PASSWORD". It is empty if the store asks for none."""

    def secret(self) -> bytes:
        """Return the key's bytes. Raises BadSettings, without the key in the message."""
        try:
            found = base64.b64decode(self.key + "=" * (-len(self.key) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            found = b""
        if len(found) != KEY_BYTES:
            raise BadSettings("hall: key is not one that `companion hall invite` printed, or not the whole of it")
        return found

    def check(self) -> None:
        """Raise BadSettings for values that no box can work with."""
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
