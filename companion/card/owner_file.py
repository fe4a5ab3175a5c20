"""Reads what the owner wrote in `companion.txt`."""

import base64
import binascii
import difflib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from companion.core.words import Text, text
from companion.membership import PEM, BadSettings
from companion.membership import Hall as Known
from companion.speech.languages import LANGUAGES

LARGEST: Final = 16_384
"""The most bytes of the file. A longer file of this name is not the owner's."""
QUOTES: Final = ('""', "''", "“”", "„“", "””", "‘’", "«»", "「」")
"""Pairs of quotes that keyboards and editors make."""
HALL: Final = "hall"
"""The name of the file's only part, `[hall]`. It holds the lines that `companion hall invite` prints."""


class Line(NamedTuple):
    """A line with a key and a value. `number` counts from 1."""

    number: int
    key: str
    """The key. Those in the part `[hall]` begin with `hall-`, such as `hall-key`."""
    value: str
    at: int
    """The index of the value's first letter in the whole file."""


def encoding(raw: bytes) -> str:
    """Return the file's encoding. Windows' Notepad may write UTF-16, which a mark at the beginning shows."""
    if raw.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if raw.startswith(b"\xfe\xff"):
        return "utf-16-be"
    return "utf-8"


def words(raw: bytes) -> str | Text:
    """Return the file as text, or why it cannot be read as text. A byte that is not UTF-8 becomes half of a surrogate pair
    (PEP 383), so it spoils its own line alone."""
    if not raw.strip():
        return text("card.blank")
    if len(raw) > LARGEST:
        return text("card.too_long")
    try:
        content = as_letters(raw).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return text("card.not_text")
    return text("card.not_text") if "\0" in content else content


def as_letters(raw: bytes) -> str:
    """Decode every byte so that `as_bytes` can restore it. Raises UnicodeDecodeError for bad UTF-16."""
    as_what = encoding(raw)
    return raw.decode(as_what, "surrogateescape" if as_what == "utf-8" else "strict")


def as_bytes(password: str, as_what: str) -> bytes:
    """Return the bytes that `as_letters` decoded."""
    return password.encode(as_what, "surrogateescape" if as_what == "utf-8" else "strict")


def lines(content: str, faults: list[Text]) -> Iterator[Line]:
    """Yield the lines with a key and a value. Add a fault for each line that cannot be read."""
    ends, part = 0, ""
    for number, whole in enumerate(re.findall(r"[^\r\n]*(?:\r\n|\r|\n|$)", content), 1):
        line, begins = whole.rstrip("\r\n"), ends
        ends += len(whole)
        if not line.strip() or line.lstrip()[0] in "#＃;":
            continue
        if re.search("[\ud800-\udfff]", line):
            faults.append(text("card.letters", line=number))
        elif re.fullmatch(rf"\s*[\[［]\s*{HALL}\s*[\]］]\s*", line, re.IGNORECASE):
            part = f"{HALL}-"
        elif found := re.fullmatch(r"\s*([^=＝:：]+?)\s*[=＝:：]\s*(.*?)\s*", line):
            value = unquoted(found[2])
            yield Line(number, part + _key(found[1]), value, begins + found.start(2) + found[2].find(value))
        else:
            faults.append(text("card.no_equals", line=number))


def _key(word: str) -> str:
    """Return a key in its usual form. People write capitals, full-width letters, spaces, or underscores for hyphens."""
    return re.sub(r"[\s_]+", "-", unicodedata.normalize("NFKC", word).strip().lower())


def unquoted(value: str) -> str:
    """Return the value without quotes around it."""
    for opening, closing in QUOTES:
        if len(value) > 1 and value[0] == opening and value[-1] == closing:
            return value[1:-1].strip() if opening == "«" else value[1:-1]
    return value


TAKEN: Final = "(taken)"
"""The mark in place of a secret that the box has taken."""
NONE: Final = "none"
"""The value by which an owner takes a Wi-Fi, all SSH keys, a hall or a game back."""
PASSWORD: Final = "wifi-password"
GAME_CODE: Final = "game-code"
HALL_KEY: Final = "hall-key"
HALL_PRIVATE: Final = "hall-private"
HALL_LOGIN: Final = "hall-login"
KEY_KINDS: Final = ("ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521")


class WishedHall(msgspec.Struct, frozen=True):
    """The hall that the owner wants for the box. A field that the file does not name is ""."""

    key: str
    """TAKEN: keep the key that the box has. NONE: leave the hall. The other fields do not count then."""
    stores: tuple[str, ...]
    name: str = ""
    authority: str = ""
    """This field and the next two name files beside `companion.txt`, or are the certificate or key itself."""
    certificate: str = ""
    private: str = ""
    login: str = ""
    """TAKEN: keep the login that the box has."""


class OwnerFile(msgspec.Struct, frozen=True):
    """The owner's wishes. None means that the file does not name the key."""

    language: str | None = None
    country: str | None = None
    wifi: str | None = None
    """The name of the home's Wi-Fi. NONE: forget the Wi-Fi that the box knows."""
    password: str | None = None
    """The password of that Wi-Fi. None beside a name: keep the password that the box has."""
    name: str | None = None
    """The table's name, as it is before `.local`."""
    panel: str | None = None
    keys: tuple[str, ...] = ()
    """The SSH keys that may log in. NONE alone: nobody may log in any more."""
    hall: WishedHall | None = None
    games: str | None = None
    """The folder of games beside `companion.txt`."""
    game_code: str | None = None
    """The code of a game from another card. NONE: the box forgets that game."""


def merged(first: OwnerFile, second: OwnerFile) -> OwnerFile:
    """Merge two sets of wishes. If both have a wish, the first set's counts. The password is that of the set that names the
    Wi-Fi."""
    wishes = {name: getattr(first, name) or getattr(second, name) for name in OwnerFile.__struct_fields__}
    return OwnerFile(**wishes | {"password": (first if first.wifi else second).password})


class Reading(NamedTuple):
    """The result of reading: the wishes, and a fault for each bad line."""

    wishes: OwnerFile
    faults: tuple[Text, ...]


def read(raw: bytes) -> Reading:
    """Return the wishes in a whole file, and its faults."""
    all_of_it = words(raw)
    if isinstance(all_of_it, Text):
        return Reading(OwnerFile(), (all_of_it,))
    faults: list[Text] = []
    by_key: dict[str, list[Line]] = {}
    for line in lines(all_of_it, faults):
        found = line._replace(key=_canonical_key(line.key), value=TAKEN if line.value.strip() == TAKEN else line.value)
        if fault := _fault(found, by_key):
            faults.append(fault)
        else:
            by_key.setdefault(found.key, []).append(found)
    return Reading(_wishes(by_key, faults), tuple(sorted(faults, key=_number)))


def without_secrets(
    raw: bytes, secrets: Collection[str] = (PASSWORD, GAME_CODE, HALL_KEY, HALL_PRIVATE, HALL_LOGIN)
) -> bytes:
    """Return the file with a mark in place of each of these secrets. The number of bytes stays, so that the file can be
    overwritten in place."""
    if isinstance(all_of_it := words(raw), Text):
        return raw
    as_what = encoding(raw)
    mark = len(raw) - len(as_bytes(all_of_it, as_what))
    for line in lines(all_of_it, []):
        if _canonical_key(line.key) in secrets and line.value.strip() != TAKEN:
            begins = mark + len(as_bytes(all_of_it[: line.at], as_what))
            length = len(as_bytes(line.value, as_what))
            left = as_bytes(TAKEN.ljust(length), as_what)[:length]
            raw = raw[:begins] + left + raw[begins + length :]
    return raw


def _canonical_key(key: str) -> str:
    """Return the key without `hall-` if it only means something outside the part `[hall]`: an owner may continue there with
    other lines."""
    alone = key.removeprefix(f"{HALL}-")
    return alone if key not in CHECKS and alone in CHECKS else key


# --- what each key may say ---


def _is_language(value: str) -> bool:
    return value.lower() in LANGUAGES


def _is_country(value: str) -> bool:
    return re.fullmatch(r"[A-Za-z]{2}", value) is not None


def _is_wifi(value: str) -> bool:
    """Check a name of 802.11: 32 bytes at most."""
    return len(value.encode()) <= 32 and all(unicodedata.category(letter) != "Cc" for letter in value)


def _is_password(value: str) -> bool:
    """Check a WPA password: 8 to 63 printable ASCII letters, or the key itself as 64 hexadecimal digits."""
    return value == TAKEN or re.fullmatch(r"[ -~]{8,63}|[0-9A-Fa-f]{64}", value) is not None


def _is_name(value: str) -> bool:
    """Check a host name (RFC 1123): at most 63 letters, digits and hyphens, without a hyphen at either end."""
    return re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", value.lower().removesuffix(".local")) is not None


def _is_panel(value: str) -> bool:
    return value.lower() in ("gpio", "none")


def _is_folder(value: str) -> bool:
    return re.fullmatch(r"[\w-][\w.-]{0,30}", value) is not None


def _is_ssh_key(value: str) -> bool:
    """Check an SSH key (RFC 4253, 6.6). Its bytes begin with the length and name of its kind. The same kind is the word
    before them."""
    if value.lower() == NONE:
        return True
    kind, _, rest = value.partition(" ")
    try:
        blob = base64.b64decode(rest.strip().split(" ")[0], validate=True)
    except (binascii.Error, ValueError):
        return False
    return kind in KEY_KINDS and blob.startswith(len(kind).to_bytes(4, "big") + kind.encode()) and len(blob) > len(kind) + 36


def _is_game_code(value: str) -> bool:
    """Check a code: sixteen letters and digits of base32, in any groups."""
    return (
        value == TAKEN
        or value.lower() == NONE
        or re.fullmatch(r"[A-Z2-7]{16}", re.sub(r"[\s-]", "", value.upper())) is not None
    )


def _is_hall_key(value: str) -> bool:
    if value == TAKEN or value.lower() == NONE:
        return True
    try:
        return bool(Known(key=value).secret())
    except BadSettings:
        return False


def _is_stores(value: str) -> bool:
    try:
        Known(key="A" * 43, stores=_several(value)).check()
    except BadSettings:
        return False
    return True


def _several(value: str) -> tuple[str, ...]:
    """Split a list as TOML writes it, or one with commas or spaces alone."""
    parts = re.split(r"[,、\s]+", value.strip().removeprefix("[").removesuffix("]"))
    return tuple(unquoted(part) for part in parts if part)


def _is_login(value: str) -> bool:
    return value == TAKEN or re.fullmatch(r"[A-Za-z0-9._-]{1,50}:[A-Za-z0-9_-]{16,64}", value) is not None


def _is_hall_name(value: str) -> bool:
    return len(value) <= 40 and value.isprintable()


def _is_file_or_pem(value: str) -> bool:
    """Check a file name, which has no folder, or a certificate in the line itself, with `\\n` for its line ends."""
    return value == TAKEN or re.fullmatch(r"[\w-][\w.-]{0,15}", value) is not None or is_pem(value)


def is_pem(value: str) -> bool:
    """Return True if the value is a certificate or a key itself, as `companion hall invite` prints it."""
    return re.fullmatch(rf"{PEM} [A-Z ]+-----\\n(\\n|[A-Za-z0-9+/=])+-----END [A-Z ]+-----(\\n)*", value) is not None


CHECKS: Final[Mapping[str, Callable[[str], bool]]] = {
    "language": _is_language,
    "country": _is_country,
    "wifi": _is_wifi,
    PASSWORD: _is_password,
    "name": _is_name,
    "panel": _is_panel,
    "games": _is_folder,
    "ssh-key": _is_ssh_key,
    GAME_CODE: _is_game_code,
    HALL_KEY: _is_hall_key,
    "hall-stores": _is_stores,
    "hall-name": _is_hall_name,
    "hall-authority": _is_file_or_pem,
    "hall-certificate": _is_file_or_pem,
    HALL_PRIVATE: _is_file_or_pem,
    HALL_LOGIN: _is_login,
}
"""The check of each key's value. The texts under `card.bad` say what is wrong with a bad value. Owners write the keys that
begin with `hall-` below `[hall]`, without this beginning."""
SEVERAL: Final = ("ssh-key",)
SYNONYMS: Final[Mapping[str, str]] = {
    "wlan": "wifi", "ssid": "wifi", "network": "wifi", "réseau": "wifi", "password": PASSWORD, "psk": PASSWORD,
    "passphrase": PASSWORD, "mot-de-passe": PASSWORD, "hostname": "name", "nom": "name", "lang": "language",
    "langue": "language", "pays": "country", "ssh": "ssh-key",
}  # fmt: skip
"""Other words that owners write for a key, with letters that do not resemble it."""


def _fault(line: Line, by_key: Mapping[str, list[Line]]) -> Text | None:
    of_hall = line.key.startswith(f"{HALL}-")
    shown = line.key.removeprefix(f"{HALL}-")
    if line.key not in CHECKS:
        known = [key.removeprefix(f"{HALL}-") for key in CHECKS if key.startswith(f"{HALL}-") == of_hall]
        near = SYNONYMS.get(shown) or difflib.get_close_matches(shown, known, n=1, cutoff=0.0)[0]
        return text("card.unknown", line=line.number, near=near)
    if not line.value:
        return text("card.empty", line=line.number)
    if line.key in by_key and line.key not in SEVERAL:
        return text("card.twice", line=line.number, what=shown)
    if not CHECKS[line.key](line.value):
        return text(f"card.bad.{line.key}", line=line.number)
    return None


def _wishes(by_key: Mapping[str, list[Line]], faults: list[Text]) -> OwnerFile:
    def one(key: str) -> str | None:
        return by_key[key][0].value if key in by_key else None

    wifi, password, code = one("wifi"), one(PASSWORD), one(GAME_CODE)
    if password is not None and wifi is None:
        faults.append(text("card.password_alone", line=by_key[PASSWORD][0].number))
    return OwnerFile(
        language=_lower(one("language")),
        country=country.upper() if (country := one("country")) else None,
        wifi=NONE if wifi is not None and wifi.lower() == NONE else wifi,
        password=None if password == TAKEN or wifi is None else password,
        name=name.removesuffix(".local") if (name := _lower(one("name"))) else None,
        panel=_lower(one("panel")),
        games=one("games"),
        game_code=None if code == TAKEN else code,
        keys=_keys([line.value for line in by_key.get("ssh-key", ())]),
        hall=_hall(
            {key.removeprefix(f"{HALL}-"): of[0] for key, of in by_key.items() if key.startswith(f"{HALL}-")}, faults
        ),
    )


def _keys(values: list[str]) -> tuple[str, ...]:
    """Return the keys that may log in. NONE counts only where no key is beside it."""
    keys = tuple(value for value in values if value.lower() != NONE)
    return keys or ((NONE,) if values else ())


def _hall(by_name: Mapping[str, Line], faults: list[Text]) -> WishedHall | None:
    """Return the hall if its lines are complete. Otherwise add a fault that names what is missing."""
    if not by_name:
        return None
    if "key" in by_name and by_name["key"].value.lower() == NONE:
        return WishedHall(NONE, ())
    first = min(line.number for line in by_name.values())
    lacks = [key for key in ("key", "stores") if key not in by_name]
    if ("certificate" in by_name) != ("private" in by_name):
        lacks += [key for key in ("certificate", "private") if key not in by_name]
    if lacks:
        faults.append(text("card.hall_lacks", line=first, what=lacks[0]))
        return None
    also = {key: line.value for key, line in by_name.items() if key not in ("key", "stores")}
    return WishedHall(by_name["key"].value, _several(by_name["stores"].value), **also)


def _lower(value: str | None) -> str | None:
    return value.lower() if value is not None else None


def _number(fault: Text) -> int:
    return int(fault.values.get("line", 0))
