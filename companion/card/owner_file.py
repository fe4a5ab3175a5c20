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
"""Bytes: beyond that it is another file under this name."""
QUOTES: Final = ('""', "''", "“”", "„“", "””", "‘’", "«»", "「」")
"""As keyboards and editors make them, opening and closing."""
HALL: Final = "hall"
"""The one part of the file with a name: its lines are those that `companion hall invite` prints."""


class Line(NamedTuple):
    """A line that says something, counted from 1."""

    number: int
    key: str
    """Of the part `[hall]` with that before it: `hall-key`."""
    value: str
    at: int
    """Where the value begins, in letters of the whole file."""


def encoding(raw: bytes) -> str:
    """Windows' Notepad may write UTF-16; a mark at the beginning says so."""
    if raw.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if raw.startswith(b"\xfe\xff"):
        return "utf-16-be"
    return "utf-8"


def words(raw: bytes) -> str | Text:
    """The file as text, or why it is none. A byte that is no letter in UTF-8 spoils its own line alone: it stands there as
    the half of a pair (PEP 383)."""
    if not raw.strip():
        return text("card.blank")
    if len(raw) > LARGEST:
        return text("card.too_long")
    try:
        said = as_letters(raw).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return text("card.not_text")
    return text("card.not_text") if "\0" in said else said


def as_letters(raw: bytes) -> str:
    """Every byte, back by `as_bytes`. Raises UnicodeDecodeError for what is no UTF-16 and says it is."""
    as_what = encoding(raw)
    return raw.decode(as_what, "surrogateescape" if as_what == "utf-8" else "strict")


def as_bytes(said: str, as_what: str) -> bytes:
    """What stood in the file."""
    return said.encode(as_what, "surrogateescape" if as_what == "utf-8" else "strict")


def lines(said: str, faults: list[Text]) -> Iterator[Line]:
    """The lines that say something; of one that cannot be taken apart a fault."""
    ends, part = 0, ""
    for number, whole in enumerate(re.findall(r"[^\r\n]*(?:\r\n|\r|\n|$)", said), 1):
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


def _key(said: str) -> str:
    """As people write it: in capitals, full width, with a space or a low line for the hyphen."""
    return re.sub(r"[\s_]+", "-", unicodedata.normalize("NFKC", said).strip().lower())


def unquoted(value: str) -> str:
    """Without the quotes around it, whoever made them."""
    for opening, closing in QUOTES:
        if len(value) > 1 and value[0] == opening and value[-1] == closing:
            return value[1:-1].strip() if opening == "«" else value[1:-1]
    return value


TAKEN: Final = "(taken)"
"""What stands in the place of a secret once the box has it."""
NO_HALL: Final = "none"
"""In the place of a hall's key: the box leaves its hall."""
PASSWORD: Final = "wifi-password"
HALL_KEY: Final = "hall-key"
HALL_PRIVATE: Final = "hall-private"
HALL_LOGIN: Final = "hall-login"
KEY_KINDS: Final = ("ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521")


class Hall(msgspec.Struct, frozen=True):
    """The hall that the owner wants the box to belong to; "" or (): nothing was said of it."""

    key: str
    """TAKEN: the one that the box has already; NO_HALL: none, and nothing else of it counts."""
    stores: tuple[str, ...]
    name: str = ""
    authority: str = ""
    """This and the two below are files beside `companion.txt`."""
    certificate: str = ""
    private: str = ""
    login: str = ""
    """TAKEN: the one that the box has already."""


class OwnerFile(msgspec.Struct, frozen=True):
    """What the owner wants; None: nothing was said of it."""

    language: str | None = None
    country: str | None = None
    wifi: str | None = None
    """The name of the home's Wi-Fi."""
    password: str | None = None
    """Its password; None beside a name: the one that the box has already."""
    name: str | None = None
    """Of the table, as it stands before `.local`."""
    panel: str | None = None
    keys: tuple[str, ...] = ()
    """Who may look inside by SSH."""
    hall: Hall | None = None


def together(first: OwnerFile, second: OwnerFile) -> OwnerFile:
    """What both want; where both say something, the first one counts. A Wi-Fi goes with its own password."""
    said = {name: getattr(first, name) or getattr(second, name) for name in OwnerFile.__struct_fields__}
    return OwnerFile(**said | {"password": (first if first.wifi else second).password})


class Reading(NamedTuple):
    """What was read: wishes, and of each line that is not right what is the matter."""

    wishes: OwnerFile
    faults: tuple[Text, ...]


def read(raw: bytes) -> Reading:
    """The wishes of a whole file."""
    all_of_it = words(raw)
    if isinstance(all_of_it, Text):
        return Reading(OwnerFile(), (all_of_it,))
    faults: list[Text] = []
    said: dict[str, list[Line]] = {}
    for line in lines(all_of_it, faults):
        found = line._replace(key=_meant(line.key), value=TAKEN if line.value.strip() == TAKEN else line.value)
        if fault := _fault(found, said):
            faults.append(fault)
        else:
            said.setdefault(found.key, []).append(found)
    return Reading(_wishes(said, faults), tuple(sorted(faults, key=_number)))


def without_secrets(raw: bytes, secrets: Collection[str] = (PASSWORD, HALL_KEY, HALL_PRIVATE, HALL_LOGIN)) -> bytes:
    """The same file, not a byte longer or shorter, so that it can be written over itself in place: where one of these
    secrets stood, it says that it was taken."""
    if isinstance(all_of_it := words(raw), Text):
        return raw
    as_what = encoding(raw)
    mark = len(raw) - len(as_bytes(all_of_it, as_what))
    for line in lines(all_of_it, []):
        if _meant(line.key) in secrets and line.value.strip() != TAKEN:
            begins = mark + len(as_bytes(all_of_it[: line.at], as_what))
            length = len(as_bytes(line.value, as_what))
            left = as_bytes(TAKEN.ljust(length), as_what)[:length]
            raw = raw[:begins] + left + raw[begins + length :]
    return raw


def _meant(key: str) -> str:
    """Below `[hall]` somebody may go on with what is no hall's."""
    alone = key.removeprefix(f"{HALL}-")
    return alone if key not in CHECKS and alone in CHECKS else key


# --- what each key may say ---


def _is_language(value: str) -> bool:
    return value.lower() in LANGUAGES


def _is_country(value: str) -> bool:
    return re.fullmatch(r"[A-Za-z]{2}", value) is not None


def _is_wifi(value: str) -> bool:
    """As 802.11 has it: at most 32 bytes."""
    return len(value.encode()) <= 32 and all(unicodedata.category(letter) != "Cc" for letter in value)


def _is_password(value: str) -> bool:
    """WPA: 8 to 63 printable ASCII letters, or the key itself as 64 hexadecimal digits."""
    return value == TAKEN or re.fullmatch(r"[ -~]{8,63}|[0-9A-Fa-f]{64}", value) is not None


def _is_name(value: str) -> bool:
    """RFC 1123: a label of at most 63 letters, digits and hyphens, which stands at no end."""
    return re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", value.lower().removesuffix(".local")) is not None


def _is_panel(value: str) -> bool:
    return value.lower() in ("gpio", "none")


def _is_ssh_key(value: str) -> bool:
    """RFC 4253, 6.6: the key begins with the length and the name of its kind, which stands before it, too."""
    kind, _, rest = value.partition(" ")
    try:
        blob = base64.b64decode(rest.strip().split(" ")[0], validate=True)
    except (binascii.Error, ValueError):
        return False
    return kind in KEY_KINDS and blob.startswith(len(kind).to_bytes(4, "big") + kind.encode()) and len(blob) > len(kind) + 36


def _is_hall_key(value: str) -> bool:
    if value == TAKEN or value.lower() == NO_HALL:
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
    """As TOML writes it, or parted by nothing but commas and spaces."""
    parts = re.split(r"[,、\s]+", value.strip().removeprefix("[").removesuffix("]"))
    return tuple(unquoted(part) for part in parts if part)


def _is_login(value: str) -> bool:
    return value == TAKEN or re.fullmatch(r"[A-Za-z0-9._-]{1,50}:[A-Za-z0-9_-]{16,64}", value) is not None


def _is_hall_name(value: str) -> bool:
    return len(value) <= 40 and value.isprintable()


def _is_file_or_pem(value: str) -> bool:
    """A file of the same folder, as the card has no other; or the certificate in the line itself, with `\\n` for its ends of
    lines."""
    return value == TAKEN or re.fullmatch(r"[\w-][\w.-]{0,15}", value) is not None or is_pem(value)


def is_pem(value: str) -> bool:
    """Whether a certificate or a key stands in the line itself, as `companion hall invite` prints it."""
    return re.fullmatch(rf"{PEM} [A-Z ]+-----\\n(\\n|[A-Za-z0-9+/=])+-----END [A-Z ]+-----(\\n)*", value) is not None


def is_certificate(raw: bytes) -> bool:
    """Whether a certificate stands in this file; openssl may have written words around it."""
    return len(raw) <= LARGEST and b"-----BEGIN CERTIFICATE-----" in raw


def is_private_key(raw: bytes) -> bool:
    """Whether this whole file is PEM (RFC 7468) and holds a private key. The box strikes out such a file, so it may hold
    nothing else."""
    block = rb"-----BEGIN [A-Z0-9 ]+-----[A-Za-z0-9+/=\s]+-----END [A-Z0-9 ]+-----\s*"
    return len(raw) <= LARGEST and b"PRIVATE KEY-----" in raw and re.fullmatch(rb"\s*(?:%s)+" % block, raw) is not None


CHECKS: Final[Mapping[str, Callable[[str], bool]]] = {
    "language": _is_language,
    "country": _is_country,
    "wifi": _is_wifi,
    PASSWORD: _is_password,
    "name": _is_name,
    "panel": _is_panel,
    "ssh-key": _is_ssh_key,
    HALL_KEY: _is_hall_key,
    "hall-stores": _is_stores,
    "hall-name": _is_hall_name,
    "hall-authority": _is_file_or_pem,
    "hall-certificate": _is_file_or_pem,
    HALL_PRIVATE: _is_file_or_pem,
    HALL_LOGIN: _is_login,
}
"""Every key, and whether a value is one. What is wrong with one that is not stands under `card.bad` in the texts. Those that
begin with `hall-` stand below a line `[hall]`, without it."""
SEVERAL: Final = ("ssh-key",)


def _fault(line: Line, said: Mapping[str, list[Line]]) -> Text | None:
    of_hall = line.key.startswith(f"{HALL}-")
    shown = line.key.removeprefix(f"{HALL}-")
    if line.key not in CHECKS:
        known = [key.removeprefix(f"{HALL}-") for key in CHECKS if key.startswith(f"{HALL}-") == of_hall]
        near = difflib.get_close_matches(shown, known, n=1, cutoff=0.0)
        return text("card.unknown", line=line.number, near=near[0])
    if not line.value:
        return text("card.empty", line=line.number)
    if line.key in said and line.key not in SEVERAL:
        return text("card.twice", line=line.number, what=shown)
    if not CHECKS[line.key](line.value):
        return text(f"card.bad.{line.key}", line=line.number)
    return None


def _wishes(said: Mapping[str, list[Line]], faults: list[Text]) -> OwnerFile:
    def one(key: str) -> str | None:
        return said[key][0].value if key in said else None

    wifi, password = one("wifi"), one(PASSWORD)
    if password is not None and wifi is None:
        faults.append(text("card.password_alone", line=said[PASSWORD][0].number))
    return OwnerFile(
        language=_small(one("language")),
        country=country.upper() if (country := one("country")) else None,
        wifi=wifi,
        password=None if password == TAKEN or wifi is None else password,
        name=name.removesuffix(".local") if (name := _small(one("name"))) else None,
        panel=_small(one("panel")),
        keys=tuple(line.value for line in said.get("ssh-key", ())),
        hall=_hall({key.removeprefix(f"{HALL}-"): of[0] for key, of in said.items() if key.startswith(f"{HALL}-")}, faults),
    )


def _hall(said: Mapping[str, Line], faults: list[Text]) -> Hall | None:
    """A hall is wanted whole: of half a one it is said what is missing."""
    if not said:
        return None
    if "key" in said and said["key"].value.lower() == NO_HALL:
        return Hall(NO_HALL, ())
    first = min(line.number for line in said.values())
    lacks = [key for key in ("key", "stores") if key not in said]
    if ("certificate" in said) != ("private" in said):
        lacks += [key for key in ("certificate", "private") if key not in said]
    if lacks:
        faults.append(text("card.hall_lacks", line=first, what=lacks[0]))
        return None
    also = {key: line.value for key, line in said.items() if key not in ("key", "stores")}
    return Hall(said["key"].value, _several(said["stores"].value), **also)


def _small(value: str | None) -> str | None:
    return value.lower() if value is not None else None


def _number(fault: Text) -> int:
    return int(fault.values.get("line", 0))
