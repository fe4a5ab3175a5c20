"""The journal of a table: entries in a chain, each bound to the one before by its hash."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec import ValidationError

from companion.bounds import LONGEST_NUMBER
from companion.core.state import Seat
from companion.core.words import BadFile


class Visibility(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The screens that an entry changed. The entry stores them, so that a restart need not replay answers that were taken
    back."""

    open: bool = False
    """True if everybody learned of the entry."""
    moved: tuple[Seat | None, ...] = ()
    """The seats whose screens a secret entry changed. None: the public screen."""
    forever: bool = False
    """True if the entry's content stays secret after the game."""


class AnswerEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer, as one line of a table's journal."""

    n: int
    """The number of the entry, from 1 without gaps. Corrections count."""
    due: str | None = None
    """The id of the answered due. It is None only after damage, because no hash covers it."""
    seat: Seat | None = None
    """The seat that answered. None: the table."""
    do: dict[str, Any]
    by: Seat | None = None
    """The seat that posted it. None: the panel or the box."""
    key: str = ""
    """The idempotency key under which it was posted."""
    posted: dict[str, Any] | None = None
    """The answer as it was posted, if `do` has more: a request for a draw, for example."""
    drawn: bool = False
    """True if the box drew the answer."""
    bits: str
    """128 random bits in hex, so that the hash of a secret says nothing to a guesser."""
    hash: str
    news: Visibility | None = None
    """The screens that the entry changed. None: an older box did not store them."""

    def fields(self) -> dict[str, Any]:
        """Return the fields that the record shows. The hash covers them and the bits."""
        return {"seat": self.seat, "do": self.do}


class CorrectionEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A correction of earlier answers, as one line of a table's journal."""

    n: int
    """Its number. Answers and corrections are counted together."""
    do: dict[str, Any] | None = None
    """The right answer. None: the answers should not exist."""
    correct: tuple[int, ...]
    """The numbers of the corrected answers."""
    by: Seat | None = None
    key: str = ""
    bits: str
    hash: str
    inner: str = ""
    """The inner hash of an entry whose content stayed on another card. The record that brought the entry had only this
    hash."""
    news: Visibility | None = None

    def fields(self) -> dict[str, Any]:
        """Return the fields that the record shows. The hash covers them and the bits."""
        return {"correct": list(self.correct), "do": self.do}


Entry = AnswerEntry | CorrectionEntry
"""One line of a table's journal."""


class _Line(msgspec.Struct, kw_only=True):
    """An entry as it is on disk. With `correct` it is a correction, else an answer."""

    n: int
    due: str | None = None
    seat: Seat | None = None
    do: dict[str, Any] | None = None
    correct: tuple[int, ...] | None = None
    by: Seat | None = None
    key: str = ""
    posted: dict[str, Any] | None = None
    drawn: bool = False
    bits: str
    hash: str
    inner: str = ""
    news: Visibility | None = None

    def entry(self) -> Entry:
        same: dict[str, Any] = {name: getattr(self, name) for name in ("n", "by", "key", "bits", "hash", "news")}
        if self.correct is not None:
            return CorrectionEntry(correct=self.correct, do=self.do, inner=self.inner, **same)
        if self.do is None:
            raise ValidationError("neither an answer nor a correction")
        return AnswerEntry(due=self.due, seat=self.seat, do=self.do, posted=self.posted, drawn=self.drawn, **same)


_LINES: Final = msgspec.json.Decoder(_Line)


def encode_entry(entry: Entry) -> bytes:
    """Return an entry as JSON, as it is on disk."""
    return msgspec.json.encode(entry)


def decode_entry(raw: bytes | str) -> Entry:
    """Return the entry in a line that any version wrote. Raise msgspec.MsgspecError for a line that is no entry, and
    UnicodeError or TypeError as decoding does."""
    return _LINES.decode(raw).entry()


class TableHead(msgspec.Struct, frozen=True):
    """A table's first line: the game, the seats clockwise, the options, and the versions of the rules and of the chain."""

    game: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    rules: int = 1
    chain: int = 1
    """The form of the chain (`CHAIN`). Older tables have no such field, and keep form 1."""
    name: str = ""
    """The table's name among the tables of all boxes of a hall. No record has it."""
    places: str = ""
    """128 random bits in hex, from which the box draws the places of secret answers. No screen and no record has them, and
    older tables have none."""

    def known_as(self, number: int) -> str:
        """Return the prefix of this table's due ids, as phones know them: the table's name, or the box's number of the game
        if it has no name."""
        return self.name or str(number)

    def fields(self) -> dict[str, Any]:
        """Return the fields that the record shows. The first hash covers them."""
        fields: dict[str, Any] = {"game": self.game, "seats": list(self.seats), "options": self.options}
        fields |= {"rules": self.rules} if self.rules > 1 else {}
        return fields | {"chain": self.chain} if self.chain > 1 else fields


_HEADS: Final = msgspec.json.Decoder(TableHead)


def read_head(raw: bytes | str) -> TableHead:
    """Return the head in this line. Raise as `decode_entry` does."""
    return _HEADS.decode(raw)


_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(data: Any) -> bytes:
    """Return the bytes that are hashed: JSON with sorted keys and no spaces, in UTF-8."""
    return _CANONICAL.encode(data).encode()


def strict_json(line: str) -> Any:
    """Return the value of JSON. Raise BadFile for bad JSON, a float, NaN, and a key that an object has twice. Raise it also
    for a number that is too long, nesting that is too deep, and a lone surrogate, which no file can keep."""
    try:
        value = _STRICT.decode(line)
        canonical(value)
    except (ValueError, RecursionError):
        raise BadFile("file.not_json") from None
    return value


def _short(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(digits)
    return int(digits)


def _no_float(number: str) -> Any:
    raise ValueError(number)


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


_STRICT = json.JSONDecoder(object_pairs_hook=_no_doubles, parse_int=_short, parse_float=_no_float, parse_constant=_no_float)


def head_hash(head: Mapping[str, Any]) -> str:
    """Return the hash to which the first entry is bound: SHA-256 in hex over `TableHead.fields`. The hash is the same for a
    record that names version 1 of the rules, and for one that leaves it out."""
    left_out = {"rules"} if head.get("rules") == 1 else set[str]()
    return hashlib.sha256(canonical({name: value for name, value in head.items() if name not in left_out})).hexdigest()


CHAIN: Final = 2
"""The form of the chain of a new table. In form 1 a line that a record left out broke the chain."""


def inner_hash(fields: Mapping[Any, Any], bits: str) -> str:
    """Return the SHA-256 in hex of an entry with its bits. A record has only this hash of an entry that is left out. The
    hash gives nothing away."""
    return hashlib.sha256(canonical({**fields, "bits": bits})).hexdigest()


def chained_hash(before: str, inner: str) -> str:
    """Return the SHA-256 in hex of the hash before and the inner hash. The inner hash is known even for an entry that a
    record leaves out."""
    return hashlib.sha256((before + inner).encode()).hexdigest()


def entry_hash(chain: int, before: str, fields: Mapping[Any, Any], bits: str) -> str:
    """Return the hash of an entry after `before`, in a table whose head says `chain`."""
    if chain == 1:
        return hashlib.sha256(before.encode() + canonical({**fields, "bits": bits})).hexdigest()
    return chained_hash(before, inner_hash(fields, bits))


def bound_hash(chain: int, before: str, entry: Entry) -> str:
    """Return the hash that a kept entry should have after `before`, in a table whose head says `chain`."""
    if isinstance(entry, CorrectionEntry) and entry.inner:
        return chained_hash(before, entry.inner)
    return entry_hash(chain, before, entry.fields(), entry.bits)


def fingerprint(hash_: str) -> str:
    """Return twelve base32 letters (60 bits) of a hash: short enough to compare aloud, too long to forge."""
    return base64.b32encode(bytes.fromhex(hash_[:20]))[:12].decode()


def aloud(letters: str) -> str:
    """Return a fingerprint in groups of four, as people compare it."""
    return " ".join(letters[i : i + 4] for i in range(0, len(letters), 4))


class Occupied(Exception):
    """Another writer appended first."""


class Journal(Protocol):
    """The place where the entries of tables are kept. An entry that `append` acknowledged is never lost."""

    def append(self, table: int, expected: int, entry: Entry) -> None:
        """Keep `entry` as number `expected` + 1. It is durable on return. Raise Occupied, or Refused if the box cannot keep
        it now."""

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        """Return the entries after number `since`, in order."""


class MemoryJournal(Journal):
    """A journal in memory, for tests, replays and rehearsals."""

    def __init__(self, entries: dict[int, list[Entry]] | None = None) -> None:
        self._entries: dict[int, list[Entry]] = entries or {}

    def append(self, table: int, expected: int, entry: Entry) -> None:
        entries = self._entries.setdefault(table, [])
        if len(entries) != expected or entry.n != expected + 1:
            raise Occupied
        entries.append(entry)

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        return self._entries.get(table, [])[since:]
