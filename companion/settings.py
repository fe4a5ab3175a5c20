"""The settings of a box: one TOML file, and frozen dataclasses with the defaults. `[hall]` is in membership.py."""

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from companion import folders, regular, toml
from companion.membership import KEY_BYTES, PEM, BadSettings, Hall
from companion.speech.languages import LANGUAGES, BadLanguage, add_languages

__all__ = ["KEY_BYTES", "PANELS", "PEM", "BadSettings", "Hall", "Settings", "read"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a house. A command's options override the file, and the file overrides these defaults."""

    listen: str = "0.0.0.0:8080"
    """The host and port to serve on. Port 0 takes a free one."""
    address: str = ""
    """The host in QR codes. Empty: the box finds its address itself."""
    state: str = ""
    """The folder that keeps the games. Empty: $STATE_DIRECTORY, else $XDG_STATE_HOME/table-companion."""
    panel: str = "simulated"
    """The panel: `simulated`, `gpio` (buttons and display on a Raspberry Pi's pins), or `none`."""
    wiring: str = ""
    """For panel = gpio, a TOML file that says what each pin is used for. Empty: hardware/wiring.toml."""
    panel_open: bool = False
    """True if other machines may open the simulated panel. Its user is host, and may claim to hold the box. Then no other
    browser sees the panel."""
    language: str = "en"
    """The language of the box: en, fr, ja, or one of `texts`."""
    texts: str = ""
    """A folder with more languages. Each is a file xx.toml (CONTRIBUTING.md)."""
    games: str = ""
    """A folder with more games. Each is a folder (docs/first-game.md)."""
    names: tuple[str, ...] = ("table.local",)
    """Host names of the box, beside IP addresses and localhost."""
    wifi_file: str = "/run/table-companion/wifi.json"
    """The file with name, password and address of the box's own Wi-Fi, while that Wi-Fi is open. systemd/hotspot.sh writes
    it."""
    notices: str = "/run/table-companion-card"
    """The folder where a card made by `make image` leaves notices for its owner (companion/card)."""
    frontends: tuple[str, ...] = ("hardware", "web")
    """The front ends to start, in this order."""
    hall: Hall | None = None
    """The hall of this box, or None if it has none."""

    def state_folder(self) -> Path:
        """Return the folder that keeps the box's data. It may not exist yet."""
        if self.state:
            return Path(self.state)
        if systemd := os.environ.get("STATE_DIRECTORY"):
            return Path(systemd.split(":")[0])
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        return Path(home) / "table-companion"

    def host_and_port(self) -> tuple[str, int]:
        """Return host and port, without an IPv6 address's brackets. Raise BadSettings unless `listen` is HOST:PORT."""
        host, _, port = self.listen.rpartition(":")
        if not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
            raise BadSettings(f"listen = {self.listen!r} is not HOST:PORT")
        return host.removeprefix("[").removesuffix("]"), int(port)


PANELS = ("simulated", "gpio", "none")


def read(file: Path | None, **given: Any) -> Settings:
    """Return the settings of a file (None: the defaults), with a command's options in their place. Raise BadSettings."""
    settings = _parse(file) if file else Settings()
    settings = replace(settings, **{key: value for key, value in given.items() if value is not None})
    _add_texts(settings.texts)
    _add_games(settings.games)
    for key, allowed in (("panel", PANELS), ("language", tuple(LANGUAGES))):
        if getattr(settings, key) not in allowed:
            raise BadSettings(f"{key} = {getattr(settings, key)!r}: use one of {', '.join(allowed)}")
    settings.host_and_port()
    return settings


def _add_games(games: str) -> None:
    try:
        if games:
            folders.add_all(Path(games))
    except OSError as error:
        raise BadSettings(f"games = {games!r}: {error}") from None


def _add_texts(texts: str) -> None:
    try:
        if texts:
            add_languages(Path(texts))
    except (OSError, BadLanguage) as error:
        raise BadSettings(f"texts = {texts!r}: {error}") from None


def _parse(file: Path) -> Settings:
    try:
        raw = toml.read(regular.words(file))
    except (OSError, UnicodeDecodeError, toml.NotToml) as error:
        raise BadSettings(f"{file}: {error}") from None
    section = raw.pop("hall", None)
    settings = Settings(**_values(str(file), Settings, raw))
    return settings if section is None else replace(settings, hall=_hall(file, section))


def _hall(file: Path, section: Any) -> Hall:
    if not isinstance(section, dict):
        raise BadSettings(f"{file}: hall = {section!r} should be like [hall], with a line for each of its keys")
    hall = Hall(**_values(f"{file}: [hall]", Hall, section))
    try:
        hall.check()
    except BadSettings as why:
        raise BadSettings(f"{file}: {why}") from None
    return hall


def _values(where: str, of: type[Settings] | type[Hall], raw: Mapping[str, Any]) -> dict[str, Any]:
    known = {one.name: one.default for one in fields(of)}
    for key, value in raw.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.0)
            raise BadSettings(f"{where}: unknown setting {key!r}; did you mean {near[0]!r}?")
        if not _is_like(value, known[key]):
            shown = key if key in ("key", "login") else f"{key} = {value!r}"  # keeps a hall's key off the terminal
            raise BadSettings(f"{where}: {shown} should be like {known[key]!r}")
    return {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}


def _is_like(value: Any, usual: Any) -> bool:
    if isinstance(usual, tuple):
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return type(value) is type(usual)
