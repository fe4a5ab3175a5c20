"""What the owner of a card wrote into `companion.txt`: read as people write, and answered line by line.

Every line that is right counts; of one that is not, a Text says what is the matter, and things stay as they were.
"""

import base64
import binascii
import difflib
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from companion.core.words import Text, text
from companion.speech.languages import LANGUAGES

LARGEST: Final = 16_384
"""Bytes: beyond that it is another file under this name."""
TAKEN: Final = "(taken)"
"""What stands in the place of a password once the box has it."""
SECRETS: Final = ("wifi-password",)
KEY_KINDS: Final = ("ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521")


class Wishes(msgspec.Struct, frozen=True):
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


def together(first: Wishes, second: Wishes) -> Wishes:
    """What both want; where both say something, the first one counts. A Wi-Fi goes with its own password."""
    said = {name: getattr(first, name) or getattr(second, name) for name in Wishes.__struct_fields__}
    return Wishes(**said | {"password": (first if first.wifi else second).password})


class Line(NamedTuple):
    """A line that says something, counted from 1."""

    number: int
    key: str
    value: str
    at: int
    """Where the value begins, in letters of the whole file."""


class Reading(NamedTuple):
    """What was read: wishes, and of each line that is not right what is the matter."""

    wishes: Wishes
    faults: tuple[Text, ...]


def read(raw: bytes) -> Reading:
    """The wishes of a whole file."""
    words = _words(raw)
    if words is None:
        return Reading(Wishes(), (text("card.not_text"),))
    faults: list[Text] = []
    said: dict[str, list[Line]] = {}
    for line in _lines(words, faults):
        if fault := _fault(line, said):
            faults.append(fault)
        else:
            said.setdefault(line.key, []).append(line)
    return Reading(_wishes(said, faults), tuple(sorted(faults, key=_number)))


def without_secrets(raw: bytes) -> bytes:
    """The same file, not a byte longer or shorter, so that it can be written over itself in place: where a password stood,
    it says that it was taken."""
    words = _words(raw)
    if words is None:
        return raw
    encoding, mark = _encoding(raw), len(raw) - len(words.encode(_encoding(raw)))
    for line in _lines(words, []):
        if line.key in SECRETS and line.value != TAKEN:
            begins = mark + len(words[: line.at].encode(encoding))
            length = len(line.value.encode(encoding))
            left = TAKEN.ljust(length).encode(encoding)[:length]
            raw = raw[:begins] + left + raw[begins + length :]
    return raw


def _encoding(raw: bytes) -> str:
    """Windows' Notepad may write UTF-16; a mark at the beginning says so."""
    if raw.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if raw.startswith(b"\xfe\xff"):
        return "utf-16-be"
    return "utf-8"


def _words(raw: bytes) -> str | None:
    """The file as text; None: it is none, or far too long."""
    if len(raw) > LARGEST:
        return None
    try:
        words = raw.decode(_encoding(raw)).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return None
    return None if "\0" in words else words


def _lines(words: str, faults: list[Text]) -> Iterator[Line]:
    """The lines that say something; of one that cannot be taken apart a fault."""
    ends = 0
    for number, whole in enumerate(re.findall(r"[^\r\n]*(?:\r\n|\r|\n|$)", words), 1):
        line, begins = whole.rstrip("\r\n"), ends
        ends += len(whole)
        if not line.strip() or line.lstrip()[0] in "#＃;":
            continue
        found = re.fullmatch(r"\s*([^=＝:：]+?)\s*[=＝:：]\s*(.*?)\s*", line)
        if found is None:
            faults.append(text("card.no_equals", line=number))
        else:
            value = _unquoted(found[2])
            at = begins + found.start(2) + found[2].find(value)
            yield Line(number, _key(found[1]), TAKEN if value.strip() == TAKEN else value, at)


def _key(said: str) -> str:
    """As people write it: in capitals, full width, with a space or a low line for the hyphen."""
    return re.sub(r"[\s_]+", "-", unicodedata.normalize("NFKC", said).strip().lower())


def _unquoted(value: str) -> str:
    for opening, closing in ('""', "''", "“”", "„“", "«»", "「」"):
        if len(value) > 1 and value[0] == opening and value[-1] == closing:
            return value[1:-1].strip() if opening == "«" else value[1:-1]
    return value


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


CHECKS: Final[Mapping[str, Callable[[str], bool]]] = {
    "language": _is_language,
    "country": _is_country,
    "wifi": _is_wifi,
    "wifi-password": _is_password,
    "name": _is_name,
    "panel": _is_panel,
    "ssh-key": _is_ssh_key,
}
"""Every key, and whether a value is one. What is wrong with one that is not stands under `card.bad` in the texts."""
SEVERAL: Final = ("ssh-key",)


def _fault(line: Line, said: Mapping[str, list[Line]]) -> Text | None:
    if line.key not in CHECKS:
        near = difflib.get_close_matches(line.key, CHECKS, n=1, cutoff=0.0)
        return text("card.unknown", line=line.number, near=near[0])
    if not line.value:
        return text("card.empty", line=line.number)
    if line.key in said and line.key not in SEVERAL:
        return text("card.twice", line=line.number, what=line.key)
    if not CHECKS[line.key](line.value):
        return text(f"card.bad.{line.key}", line=line.number)
    return None


def _wishes(said: Mapping[str, list[Line]], faults: list[Text]) -> Wishes:
    def one(key: str) -> str | None:
        return said[key][0].value if key in said else None

    wifi, password = one("wifi"), one("wifi-password")
    if password is not None and wifi is None:
        faults.append(text("card.password_alone", line=said["wifi-password"][0].number))
    return Wishes(
        language=_small(one("language")),
        country=country.upper() if (country := one("country")) else None,
        wifi=wifi,
        password=None if password == TAKEN or wifi is None else password,
        name=name.removesuffix(".local") if (name := _small(one("name"))) else None,
        panel=_small(one("panel")),
        keys=tuple(line.value for line in said.get("ssh-key", ())),
    )


def _small(value: str | None) -> str | None:
    return value.lower() if value is not None else None


def _number(fault: Text) -> int:
    return int(fault.values.get("line", 0))
