"""Functions that save all finished games of a box as one file, and read such a file on another card (docs/records.md).

The file is a zip. It has the record of each game, line by line as `companion export` writes it. One more part has the facts
that no record has. The house and the web use this.
"""

import io
import zlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Protocol
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec

from companion.bounds import NEWEST_NUMBER, SAVED_BYTES, UNPACKED_BYTES
from companion.core.journal import CorrectionEntry, Entry, TableHead, Visibility, decode_entry, encode_entry
from companion.core.table import Table
from companion.core.words import BadFile, Refused
from companion.journals.box_journal import FinishedTable, Result
from companion.records.proof import Kept, export, verify
from companion.records.record import OtherRules, RefusedLine, Shelf, check_rules, lines, parse_head, replay
from companion.records.results import Finished, as_csv, described

ENDS: Final = "results.json"
LEFT_OUT: Final = "left-out.txt"
SAME_TIME: Final = (2026, 1, 1, 0, 0, 0)
"""The time of all parts of the file. With a fixed time equal games make equal bytes."""
NO_ZIP: Final = (BadZipFile, zlib.error, msgspec.MsgspecError, EOFError, LookupError, ValueError, RuntimeError, OSError)
"""Errors from reading bytes that are no such file, or a damaged one. RuntimeError means that the zip has a password or an
unknown packing."""
CHANGED_RECORD: Final = (
    Refused,
    RefusedLine,
    msgspec.MsgspecError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    OverflowError,
)
"""Errors from a record that somebody changed."""


class End(msgspec.Struct, frozen=True):
    """The facts about a finished game that its record does not have."""

    number: Annotated[int, msgspec.Meta(ge=1, le=NEWEST_NUMBER)]
    rules: int
    """The version of the rules. A record leaves it out if it was today's."""
    result: Result


class Games(Kept, Finished, Protocol):
    """A place that keeps games and their results."""


def save(games: Games, shelf: Shelf | None = None, also: Mapping[str, bytes] = MappingProxyType({})) -> bytes:
    """Return all finished games of a box as one file. Games that cannot be exported are left out, such as those of a game
    that was removed from the box. The oldest games are left out, too, if all together are too large. The part LEFT_OUT of
    the file has the numbers of all that are left out. `also` has more parts of the file, by name."""
    ends, left_out, bytes_left = dict[str, End](), list[int](), UNPACKED_BYTES - sum(map(len, also.values()))
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as to:
        for number, result in reversed(games.results()):
            head, record = games.table(number), _record(games, number, shelf)
            if head is None or not record or len(record) > bytes_left:
                left_out.append(number)
                continue
            bytes_left -= len(record)
            name = f"{number:04}-{head.game}.jsonl"
            _put(to, name, record)
            ends[name] = End(number, head.rules, result)
        _put(to, ENDS, msgspec.json.encode(ends))
        for name, raw in also.items():
            _put(to, name, raw)
        if left_out:
            _put(to, LEFT_OUT, "".join(f"{number}\n" for number in sorted(left_out)).encode())
    return out.getvalue()


def _record(games: Games, number: int, shelf: Shelf | None) -> bytes:
    """Return the record of a game. It is empty if the game cannot be exported."""
    try:
        return "".join(f"{line}\n" for line in export(games, number, shelf)).encode()
    except (BadFile, Refused):
        return b""


def _put(to: ZipFile, name: str, raw: bytes) -> None:
    part = ZipInfo(name, SAME_TIME)
    part.compress_type = ZIP_DEFLATED
    to.writestr(part, raw)


def part(raw: bytes, name: str) -> bytes:
    """Return the part of this name from a file that `read` has taken. It is empty if the file has no such part."""
    with ZipFile(io.BytesIO(raw)) as file:
        return file.read(name) if name in file.namelist() else b""


def read(raw: bytes, shelf: Shelf | None = None) -> tuple[FinishedTable, ...]:
    """Return the games in a file, the oldest first, after checking every hash and playing every game again. Raise BadFile
    with the reason."""
    if len(raw) > SAVED_BYTES:
        raise BadFile("saved.too_large")
    try:
        with ZipFile(io.BytesIO(raw)) as file:
            records, ends = _parts(file)
    except NO_ZIP:
        raise BadFile("saved.not_one") from None
    in_order = sorted(ends.items(), key=lambda named: named[1].number)
    return tuple(_checked(records.pop(name), end, shelf) for name, end in in_order)


def _parts(file: ZipFile) -> tuple[dict[str, bytes], Mapping[str, End]]:
    """Return the records, and the facts about them under the same names. Raise BadFile, or an error of NO_ZIP."""
    parts, bytes_left = dict[str, bytes](), UNPACKED_BYTES
    for info in file.infolist():
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise BadZipFile
        with file.open(info) as opened:  # a small file may claim any size, or unpack to any
            parts[info.filename] = opened.read(bytes_left + 1)
        bytes_left -= len(parts[info.filename])
        if bytes_left < 0:
            raise BadFile("saved.too_large")
    ends = msgspec.json.decode(parts[ENDS], type=dict[str, End])
    if not parts.keys() >= ends.keys() or len({end.number for end in ends.values()}) < len(ends):
        raise BadZipFile
    return parts, ends


def _checked(record: bytes, end: End, shelf: Shelf | None) -> FinishedTable:
    """Return one game. Raise BadFile with its number and the reason."""
    try:
        return _table(record.decode(), end, shelf)
    except BadFile as why:
        raise BadFile("saved.bad_game", number=end.number, why=why.text) from None
    except CHANGED_RECORD:
        raise BadFile("saved.changed", number=end.number) from None


def _table(record: str, end: End, shelf: Shelf | None) -> FinishedTable:
    """Return one game. Raise BadFile, or an error of CHANGED_RECORD for a game that was changed or is not over."""
    verify(record, shelf)
    first, *rest = (line for _, line in lines(record))
    head, game, options = parse_head(first, shelf)
    head = msgspec.structs.replace(head, rules=first.get("rules", end.rules))
    result = end.result
    try:
        check_rules(head, game, options)
    except OtherRules:
        entries = tuple(_unplayed(rest))
    else:
        again = replay(record, shelf)
        result = msgspec.structs.replace(result, score=_score(again))
        entries = tuple(_played(rest, again))
    return FinishedTable(
        end.number, head, tuple(map(encode_entry, entries)), result, _mark(end.number, head, entries, result)
    )


def _score(again: Table) -> dict[str, Any]:
    """Return the score as today's rules count it. Raise Refused if the game is not over."""
    score = again.moment.score() if again.moment.over else None
    if score is None:
        raise Refused("export_unfinished")
    return score.as_data()


def _mark(number: int, head: TableHead, entries: tuple[Entry, ...], result: Result) -> str:
    """Return the mark of a game. Raise an error of CHANGED_RECORD unless every page can show the game's result."""
    game = described(number, head, entries[0], result)
    as_csv([game])
    if not all(type(one.seat) is str and type(one.points) in (int, type(None)) for one in game.seats):
        raise ValueError(game.seats)
    return game.mark


def _played(rest: list[Any], again: Table) -> Iterator[Entry]:
    """Yield the entries with the dues that they answer, and with the bits and hashes of the record. The last entry of a
    record is one that everybody knew of."""
    for line, entry in zip(rest, again.entries, strict=True):
        if "inner" in line:
            yield _left_out(entry.n, line, is_open=entry.n == len(rest))
        else:
            yield msgspec.structs.replace(entry, bits=line["bits"], hash=line["hash"])


def _unplayed(rest: list[Any]) -> Iterator[Entry]:
    """Yield the entries of a game that today's rules cannot play. After its end everybody knew all that the record has."""
    for n, line in enumerate(rest, 1):
        if "inner" in line:
            yield _left_out(n, line, is_open=True)
        else:
            yield decode_entry(msgspec.json.encode({**line, "n": n, "news": Visibility(open=True)}))


def _left_out(n: int, line: dict[str, str], is_open: bool) -> Entry:
    news = Visibility(open=is_open, forever=True)
    return CorrectionEntry(n=n, correct=(), bits="", hash=line["hash"], inner=line["inner"], news=news)
