"""What Raspberry Pi Imager was told, where it offered its questions for this card (systemd/image/manifest.py): it leaves the
answers as two files for cloud-init. They are read line by line, as Imager writes them; nothing in them is run."""

import re
from typing import Final

from companion.card import wishes
from companion.card.wishes import TAKEN, Wishes

USER_DATA: Final = "user-data"
NETWORK: Final = "network-config"
PASSWORD: Final = re.compile(rb'^( *password: ")((?:[^"\\\n]|\\.)+)(?=")', re.MULTILINE)
ANSWERS: Final = {
    "name": re.compile(r"^hostname: (\S+)$", re.MULTILINE),
    "ssh-key": re.compile(r"^ *- ((?:ssh|ecdsa)-\S+ .+)$", re.MULTILINE),
    "country": re.compile(r'^ *regulatory-domain: "?([A-Z]{2})"?$', re.MULTILINE),
    "wifi": re.compile(r'^ *access-points:\n *"((?:[^"\\\n]|\\.)+)":$', re.MULTILINE),
    "wifi-password": re.compile(PASSWORD.pattern.decode(), re.MULTILINE),
}
"""By the key that `companion.txt` has for it."""


def read(user_data: bytes, network: bytes) -> Wishes:
    """The wishes in these two files; what is none is passed over."""
    words = b"\n".join((user_data, network)).decode("utf-8", "replace").replace("\r\n", "\n")
    answers = ((key, found[found.re.groups]) for key, of in ANSWERS.items() for found in of.finditer(words))
    lines = [" = ".join((key, re.sub(r"\\(.)", r"\1", said))) for key, said in answers]
    return wishes.read("\n".join(lines).encode()).wishes


def without_secrets(network: bytes) -> bytes:
    """The same file, not a byte longer or shorter: where the password stood, it says that it was taken."""
    return PASSWORD.sub(lambda found: found[1] + TAKEN.ljust(len(found[2])).encode()[: len(found[2])], network)
