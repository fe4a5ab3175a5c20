"""What a start makes of the owner's wishes: settings, networks, name and keys, each where its program looks for it."""

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion import regular, toml
from companion.card.files import put
from companion.card.owner_file import (
    HALL_KEY,
    HALL_LOGIN,
    HALL_PRIVATE,
    LARGEST,
    NO_HALL,
    PASSWORD,
    TAKEN,
    Hall,
    OwnerFile,
    is_certificate,
    is_pem,
    is_private_key,
)
from companion.core.words import Text, text

SETTINGS: Final = "settings/settings.toml"
OPEN: Final = 0o644
CLOSED: Final = 0o640
"""With a hall's key in it: for root and the box."""
WIFI: Final = "settings/wifi"
"""Name and password of the box's own Wi-Fi (systemd/hotspot.sh)."""
HOME: Final = "networks/home.nmconnection"
NAME: Final = "name"
COUNTRY: Final = "country"
KEYS: Final = "ssh/authorized_keys"
NO_FILE: Final = "card.no_file"
HALL_FILES: Final = ("authority", "certificate", "private")
"""What a hall may bring as files: by these names beside the settings, for root and the box alone."""


class Settled(NamedTuple):
    """What came of the owner's wishes."""

    faults: tuple[Text, ...]
    """What could not be done."""
    has: tuple[str, ...]
    """The secrets that are where they belong by now, by their keys in `companion.txt`."""


def settle(wishes: OwnerFile, data: Path, usual: Path, boot: Path, home: Path = Path("/etc/table-companion")) -> Settled:
    """Everything in the folder `data` is as the owner wants it; what was not said stays. `usual`: the settings of a new box;
    `boot`: where the owner's files are; `home`: where programs find the folder of the settings. Raises OSError."""
    _settings(wishes, data / SETTINGS, usual)
    for wish, file in ((wishes.name, NAME), (wishes.country, COUNTRY)):
        if wish is not None:
            put(data / file, f"{wish}\n".encode(), OPEN)
    if wishes.keys:
        put(data / KEYS, "".join(f"{key}\n" for key in wishes.keys).encode())
    no_wifi = tuple(_home(wishes, data / HOME))
    no_hall = tuple(_join(wishes.hall, data / SETTINGS, boot, home))
    joins = wishes.hall is not None and wishes.hall.key != NO_HALL and not no_hall
    in_line = wishes.hall is not None and is_pem(wishes.hall.private)
    has = {PASSWORD: wishes.password is not None, HALL_KEY: joins, HALL_PRIVATE: joins and in_line, HALL_LOGIN: joins}
    return Settled(no_wifi + no_hall, tuple(key for key, known in has.items() if known))


def _settings(wishes: OwnerFile, file: Path, usual: Path) -> None:
    """Only these lines change: whoever wrote others into the file keeps them."""
    words = regular.words(file if file.exists() else usual)
    names = None if wishes.name is None else f'["{wishes.name}.local"]'
    own, hall = _parted(words)
    for key, value in (("language", _quoted(wishes.language)), ("panel", _quoted(wishes.panel)), ("names", names)):
        if value is not None:
            own = _with(own, key, value)
    put(file, (own + hall).encode(), OPEN if not hall else CLOSED)


def _parted(words: str) -> tuple[str, str]:
    """The box's own settings, and what is its hall's; that stands last."""
    begins = re.search(r"(?m)^\s*\[\s*hall\s*\]", words)
    return (words[: begins.start()], words[begins.start() :]) if begins else (words, "")


def _quoted(wish: str | None) -> str | None:
    return None if wish is None else f'"{wish}"'


def _with(words: str, key: str, value: str) -> str:
    line = f"{key} = {value}"
    changed, found = re.subn(rf"(?m)^{key}\s*=.*$", line, words)
    return changed if found else f"{words.rstrip()}\n{line}\n"


def _home(wishes: OwnerFile, file: Path) -> Iterator[Text]:
    """The home's Wi-Fi, as NetworkManager keeps it (nm-settings-keyfile(5))."""
    if wishes.wifi is None:
        return
    known = regular.words(file) if file.exists() else ""
    name = f"ssid={_letters(wishes.wifi)}"
    if wishes.password is None:
        if name not in known.splitlines():
            yield text("card.password_missing")
        return
    put(file, _connection(name, wishes.password).encode())


def _join(hall: Hall | None, file: Path, boot: Path, home: Path) -> Iterator[Text]:
    """The hall is the one that the owner wants; its key is nobody else's to read."""
    if hall is None:
        return
    own, before = _parted(regular.words(file))
    if hall.key == NO_HALL:
        put(file, f"{own.rstrip()}\n".encode(), OPEN)
        for name in HALL_FILES:
            file.with_name(name).unlink(missing_ok=True)
        return
    key = hall.key if hall.key != TAKEN else _said_in(before, "key")
    login = hall.login if hall.login != TAKEN else _said_in(before, "login")
    if not key or (hall.login and not login):
        yield text("card.hall_key_missing")
        return
    files = [name for name in HALL_FILES if getattr(hall, name)]
    for name in files:
        if why := _bring(name, getattr(hall, name), boot, file.with_name(name)):
            yield text(why, what=getattr(hall, name))
            return
    said = {"key": key, "stores": list(hall.stores), "name": hall.name, "login": login}
    said |= {name: str(home / name) for name in files}
    lines = "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in said.items() if value)
    put(file, f"{own.rstrip()}\n\n[hall]\n{lines}".encode(), CLOSED)


def _said_in(before: str, name: str) -> str:
    """Return what these lines of the settings say of the hall under this name; empty where they say nothing."""
    try:
        said = toml.read(before).get("hall", {}).get(name, "")
    except toml.NotToml:
        return ""
    return said if isinstance(said, str) else ""


def _bring(name: str, said: str, boot: Path, to: Path) -> str | None:
    """Put what the line, or a file beside `companion.txt`, says with the settings. Return what is wrong with it (a key of
    the texts), None if nothing is, or if it was there before."""
    if is_pem(said):
        put(to, said.replace("\\n", "\n").encode(), CLOSED)
        return None
    try:
        raw = TAKEN.encode() if said == TAKEN else regular.raw(boot / said, LARGEST + 1)
    except OSError:
        return NO_FILE
    if raw.startswith(TAKEN.encode()):
        return None if to.exists() else NO_FILE
    if not (is_private_key if name == "private" else is_certificate)(raw):
        return "card.not_pem"
    put(to, raw, CLOSED)
    return None


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
