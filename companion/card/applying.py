"""Turns the owner's wishes into settings, networks, a name and keys, in the files where programs look for them."""

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion import regular, toml
from companion.card.files import clear, write_whole
from companion.card.owner_file import (
    GAME_CODE,
    HALL_KEY,
    HALL_LOGIN,
    HALL_PRIVATE,
    LARGEST,
    NONE,
    PASSWORD,
    TAKEN,
    OwnerFile,
    WishedHall,
    is_pem,
)
from companion.core.words import Text, text

SETTINGS: Final = "settings/settings.toml"
OPEN: Final = 0o644
CLOSED: Final = 0o640
"""The mode of settings with a hall's key: for root and the box."""
WIFI: Final = "settings/wifi"
"""The name and password of the box's own Wi-Fi (systemd/hotspot.sh)."""
HOME: Final = "networks/home.nmconnection"
NAME: Final = "name"
COUNTRY: Final = "country"
KEYS: Final = "ssh/authorized_keys"
GAMES: Final = "games"
"""The box's own folder of games. The owner's folder is on a part of the card that root alone may read."""
GAMES_BYTES: Final = 16 * 1024 * 1024
"""The most bytes of all games that the owner brings. One of ours has about a tenth of a megabyte."""
NO_FILE: Final = "card.no_file"
HALL_FILES: Final = ("authority", "certificate", "private")
"""The files that a hall may bring. They are kept under these names beside the settings, for root and the box alone."""


class Applied(NamedTuple):
    """The outcome of the owner's wishes."""

    faults: tuple[Text, ...]
    """The wishes that failed."""
    kept_secrets: tuple[str, ...]
    """The keys in `companion.txt` of the secrets that the box has now. They may be struck out there."""


def apply_wishes(
    wishes: OwnerFile, data: Path, usual: Path, boot: Path, home: Path = Path("/etc/table-companion")
) -> Applied:
    """Write all that the owner wants into the folder `data`. All other files stay. `usual` has the settings of a new box,
    `boot` the owner's files. `home` is where programs find the folder of the settings. Raises OSError."""
    _write_settings(wishes, data / SETTINGS, usual, data / GAMES)
    for wish, file in ((wishes.name, NAME), (wishes.country, COUNTRY)):
        if wish is not None:
            write_whole(data / file, f"{wish}\n".encode(), OPEN)
    if wishes.keys == (NONE,):
        (data / KEYS).unlink(missing_ok=True)
    elif wishes.keys:
        write_whole(data / KEYS, "".join(f"{key}\n" for key in wishes.keys).encode())
    game_faults = tuple(_bring_games(wishes.games, data / GAMES, boot))
    wifi_faults = tuple(_write_home_wifi(wishes, data / HOME))
    hall_faults = tuple(_write_hall(wishes.hall, data / SETTINGS, boot, home))
    joins_hall = wishes.hall is not None and wishes.hall.key != NONE and not hall_faults
    is_in_the_line = wishes.hall is not None and is_pem(wishes.hall.private)  # or else in a file beside `companion.txt`
    kept = {
        PASSWORD: wishes.password is not None,
        GAME_CODE: wishes.game_code is not None,
        HALL_KEY: joins_hall,
        HALL_PRIVATE: joins_hall and is_in_the_line,
        HALL_LOGIN: joins_hall,
    }
    return Applied(game_faults + wifi_faults + hall_faults, tuple(key for key, is_kept in kept.items() if is_kept))


def _write_settings(wishes: OwnerFile, file: Path, usual: Path, games: Path) -> None:
    """Write the owner's wishes into the file of settings. Lines that they do not concern stay."""
    words = regular.words(file if file.exists() else usual)
    names = None if wishes.name is None else f'["{wishes.name}.local"]'
    own, hall = _split_hall(words)
    values = {
        "language": _quoted(wishes.language),
        "panel": _quoted(wishes.panel),
        "games": None if wishes.games is None else _quoted(str(games)),
        "names": names,
    }
    for key, value in values.items():
        if value is not None:
            own = _with_line(own, key, value)
    write_whole(file, (own + hall).encode(), OPEN if not hall else CLOSED)


def _bring_games(name: str | None, to: Path, boot: Path) -> Iterator[Text]:
    """Make the box's folder of games the same as the owner's. If this is not possible, yield why, and change nothing."""
    if name is None:
        return
    to.mkdir(mode=0o755, exist_ok=True)
    if not (boot / name).is_dir():
        yield text(NO_FILE, what=name)
        return
    files = {file.relative_to(boot / name): file for file in _files(boot / name)}
    if sum(file.stat().st_size for file in files.values()) > GAMES_BYTES:
        yield text("card.games_large")
        return
    found = {inside: regular.raw(file, GAMES_BYTES) for inside, file in files.items()}
    if found != {file.relative_to(to): regular.raw(file, GAMES_BYTES) for file in _files(to)}:
        beside = to.with_name(f"{to.name}.new")
        clear(beside)
        for inside, raw in found.items():
            (beside / inside).parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            write_whole(beside / inside, raw, OPEN)
        clear(to)
        beside.rename(to) if found else to.mkdir(mode=0o755)


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder at any depth. Links, hidden files and Python's caches are left out."""
    for one in sorted(folder.iterdir()):
        if not one.is_symlink() and not one.name.startswith((".", "__pycache__")):
            yield from _files(one) if one.is_dir() else (one,)


def _split_hall(words: str) -> tuple[str, str]:
    """Return the box's own settings, and the settings of its hall, which come last."""
    begins = re.search(r"(?m)^\s*\[\s*hall\s*\]", words)
    return (words[: begins.start()], words[begins.start() :]) if begins else (words, "")


def _quoted(wish: str | None) -> str | None:
    return None if wish is None else f'"{wish}"'


def _with_line(words: str, key: str, value: str) -> str:
    line = f"{key} = {value}"
    changed, found = re.subn(rf"(?m)^{key}\s*=.*$", line, words)
    return changed if found else f"{words.rstrip()}\n{line}\n"


def _write_home_wifi(wishes: OwnerFile, file: Path) -> Iterator[Text]:
    """Write the home's Wi-Fi for NetworkManager (nm-settings-keyfile(5)). Yield what is missing."""
    if wishes.wifi is None:
        return
    if wishes.wifi == NONE:
        file.unlink(missing_ok=True)
        return
    known = regular.words(file) if file.exists() else ""
    name = f"ssid={_byte_list(wishes.wifi)}"
    if wishes.password is None:
        if name not in known.splitlines():
            yield text("card.password_missing")
        return
    write_whole(file, _connection(name, wishes.password).encode())


def _write_hall(hall: WishedHall | None, file: Path, boot: Path, home: Path) -> Iterator[Text]:
    """Write the hall's settings and files, readable for root and the box alone. Yield the first fault."""
    if hall is None:
        return
    own, before = _split_hall(regular.words(file))
    if hall.key == NONE:
        write_whole(file, f"{own.rstrip()}\n".encode(), OPEN)
        for name in HALL_FILES:
            file.with_name(name).unlink(missing_ok=True)
        return
    key = hall.key if hall.key != TAKEN else _hall_value(before, "key")
    login = hall.login if hall.login != TAKEN else _hall_value(before, "login")
    if not key or (hall.login and not login):
        yield text("card.hall_key_missing")
        return
    files = [name for name in HALL_FILES if getattr(hall, name)]
    for name in files:
        if why := _bring(name, getattr(hall, name), boot, file.with_name(name)):
            yield text(why, what=getattr(hall, name))
            return
    values = {"key": key, "stores": list(hall.stores), "name": hall.name, "login": login}
    values |= {name: str(home / name) for name in files}
    lines = "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items() if value)
    write_whole(file, f"{own.rstrip()}\n\n[hall]\n{lines}".encode(), CLOSED)


def _hall_value(before: str, name: str) -> str:
    """Return the hall's value with this name in these lines of settings. It is empty if there is none."""
    try:
        value = toml.read(before).get("hall", {}).get(name, "")
    except toml.NotToml:
        return ""
    return value if isinstance(value, str) else ""


def _bring(name: str, value: str, boot: Path, to: Path) -> str | None:
    """Put a certificate or key beside the settings, from the line itself or from a file beside `companion.txt`. Return the
    fault as a key of the texts, or None if the file is there now."""
    if is_pem(value):
        write_whole(to, value.replace("\\n", "\n").encode(), CLOSED)
        return None
    try:
        raw = TAKEN.encode() if value == TAKEN else regular.raw(boot / value, LARGEST + 1)
    except OSError:
        return NO_FILE
    if raw.startswith(TAKEN.encode()):
        return None if to.exists() else NO_FILE
    if not (is_private_key if name == "private" else is_certificate)(raw):
        return "card.not_pem"
    write_whole(to, raw, CLOSED)
    return None


def is_certificate(raw: bytes) -> bool:
    """Return True if the file has a certificate. openssl may have written words around it."""
    return len(raw) <= LARGEST and b"-----BEGIN CERTIFICATE-----" in raw


def is_private_key(raw: bytes) -> bool:
    """Return True if the whole file is PEM (RFC 7468) with a private key. The box overwrites this file with a mark, so it
    may hold nothing else."""
    block = rb"-----BEGIN [A-Z0-9 ]+-----[A-Za-z0-9+/=\s]+-----END [A-Z0-9 ]+-----\s*"
    return len(raw) <= LARGEST and b"PRIVATE KEY-----" in raw and re.fullmatch(rb"\s*(?:%s)+" % block, raw) is not None


def _byte_list(name: str) -> str:
    """Return a name byte by byte, so that no letter has a special meaning."""
    return "".join(f"{byte};" for byte in name.encode())


def _connection(name: str, password: str) -> str:
    own = uuid.uuid5(uuid.NAMESPACE_URL, "table-companion:home")
    secret = password.replace("\\", "\\\\").replace(" ", "\\s")
    return (
        f"[connection]\nid=home\nuuid={own}\ntype=wifi\n\n[wifi]\n{name}\n\n"
        f"[wifi-security]\nkey-mgmt=wpa-psk\npsk={secret}\n\n[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"
    )
