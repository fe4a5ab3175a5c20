"""What a start makes of the owner's wishes: settings, networks, name and keys, each where its program looks for it."""

import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.card.files import put
from companion.card.wishes import Wishes
from companion.core.words import Text, text

SETTINGS: Final = "settings/settings.toml"
WIFI: Final = "settings/wifi"
"""Name and password of the box's own Wi-Fi (systemd/hotspot.sh)."""
HOME: Final = "networks/home.nmconnection"
NAME: Final = "name"
COUNTRY: Final = "country"
KEYS: Final = "ssh/authorized_keys"


def settle(wishes: Wishes, data: Path, usual: Path) -> tuple[Text, ...]:
    """Everything in the folder `data` is as the owner wants it; what was not said stays. `usual`: the settings of a new box.
    What cannot be done is said. Raises OSError."""
    _settings(wishes, data / SETTINGS, usual)
    for wish, file in ((wishes.name, NAME), (wishes.country, COUNTRY)):
        if wish is not None:
            put(data / file, f"{wish}\n".encode(), 0o644)
    if wishes.keys:
        put(data / KEYS, "".join(f"{key}\n" for key in wishes.keys).encode())
    return tuple(_home(wishes, data / HOME))


def _settings(wishes: Wishes, file: Path, usual: Path) -> None:
    """Only these lines change: whoever wrote others into the file keeps them."""
    words = (file if file.exists() else usual).read_text("utf-8")
    names = None if wishes.name is None else f'["{wishes.name}.local"]'
    for key, value in (("language", _quoted(wishes.language)), ("panel", _quoted(wishes.panel)), ("names", names)):
        if value is not None:
            words = _with(words, key, value)
    put(file, words.encode(), 0o644)


def _quoted(wish: str | None) -> str | None:
    return None if wish is None else f'"{wish}"'


def _with(words: str, key: str, value: str) -> str:
    line = f"{key} = {value}"
    changed, found = re.subn(rf"(?m)^{key}\s*=.*$", line, words)
    return changed if found else f"{words.rstrip()}\n{line}\n"


def _home(wishes: Wishes, file: Path) -> Iterator[Text]:
    """The home's Wi-Fi, as NetworkManager keeps it (nm-settings-keyfile(5))."""
    if wishes.wifi is None:
        return
    known = file.read_text("utf-8") if file.exists() else ""
    name = f"ssid={_letters(wishes.wifi)}"
    if wishes.password is None:
        if name not in known.splitlines():
            yield text("card.password_missing")
        return
    put(file, _connection(name, wishes.password).encode())


def _letters(name: str) -> str:
    """Byte by byte, so that no letter can mean anything else."""
    return "".join(f"{byte};" for byte in name.encode())


def _connection(name: str, password: str) -> str:
    own = uuid.uuid5(uuid.NAMESPACE_URL, "table-companion:home")
    secret = password.replace("\\", "\\\\").replace(" ", "\\s")
    return (
        f"[connection]\nid=home\nuuid={own}\ntype=wifi\n\n[wifi]\n{name}\n\n"
        f"[wifi-security]\nkey-mgmt=wpa-psk\npsk={secret}\n\n[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"
    )
