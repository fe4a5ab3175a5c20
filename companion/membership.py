"""The hall that a box belongs to, as the settings or the owner of a card describe it."""

import base64
import binascii
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit


class BadSettings(ValueError):
    """Raised for a bad setting in the settings file. The message names file, key and remedy."""


KEY_BYTES: Final = 32
"""The bytes of a hall's key."""
PEM: Final = "-----BEGIN"
"""The beginning of a certificate or key that is written into the settings itself."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The settings about the hall of a box. `companion hall invite` prints them."""

    key: str = field(default="", repr=False)
    """The hall's key: 32 bytes in URL-safe base64. It opens every table of the hall."""
    stores: tuple[str, ...] = ()
    """The addresses of the store's machines: "https://10.0.0.2:2379"."""
    name: str = ""
    """The box's name on the board. Empty: the machine's host name."""
    authority: str = ""
    """The certificate of the authority of the stores, for https: the name of a file, or the certificate itself (PEM)."""
    certificate: str = ""
    """This box's certificate: the name of a file, or the certificate itself. It is empty if the stores ask for none."""
    private: str = field(default="", repr=False)
    """The private key of that certificate: the name of a file, or the key itself."""
    login: str = field(default="", repr=False)
    """This box's name and password at the store: "box-7:PASSWORD". It is empty if the store asks for none."""

    def secret(self) -> bytes:
        """Return the bytes of the key. Raise BadSettings, without the key in the message."""
        try:
            found = base64.b64decode(self.key + "=" * (-len(self.key) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            found = b""
        if len(found) != KEY_BYTES:
            raise BadSettings("hall: key is not one that `companion hall invite` printed, or not the whole of it")
        return found

    def check(self) -> None:
        """Raise BadSettings for values with which no box can work."""
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
