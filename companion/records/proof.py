"""Functions that export the record of a game, and that check what its hashes prove (docs/records.md)."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from companion.core.journal import (
    CorrectionEntry,
    Entry,
    MemoryJournal,
    TableHead,
    chained_hash,
    entry_hash,
    fingerprint,
    head_hash,
    inner_hash,
)
from companion.core.state import known_part
from companion.core.table import Table
from companion.core.words import BadFile, Refused
from companion.journals.box_journal import Result
from companion.records.record import NO_BITS, OtherRules, Shelf, at_line, check_rules, lines, parse_head


class Kept(Protocol):
    """A place that keeps games."""

    def table(self, number: int) -> TableHead | None:
        """Return the head of game `number`, or None if there is none."""

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        """Return a game's entries after number `since`."""

    def result(self, table: int) -> Result | None:
        """Return the result of a game, or None if the game is not over."""


def export(kept: Kept, number: int, shelf: Shelf | None = None, unfinished: bool = False) -> Iterator[str]:
    """Yield the lines of the record of finished game `number`, with bits and hashes. In place of an entry that stays secret
    for ever the record has only its inner hash, which reveals nothing. A correction of only such entries is left out in the
    same way.

    With `unfinished` a game may be exported before its end. The record then has only what the whole table knows. Raise
    BadFile if there is no such game, and Refused if it is not over.
    """
    head = kept.table(number)
    if head is None:
        raise BadFile("file.no_such_table", number=number)
    _, game, options = parse_head(head.fields(), shelf)
    entries = kept.read(number)
    try:
        check_rules(head, game, options)
    except OtherRules as why:
        yield from _export_other_rules(head, entries, kept.result(number), why)
        return
    table = Table(game, head, options, MemoryJournal({number: list(entries)}), number, lambda: NO_BITS, None)
    goes_on = not table.moment.over
    if goes_on and not unfinished:
        raise Refused("export_unfinished")
    known = _known_to_all(table) if goes_on else frozenset()
    last = next((entry.n for entry in reversed(table.entries) if entry.hash == table.moment.open_hash), 0)
    yield _line(_first(head, game.rules))
    for entry in table.entries[:last]:
        yield _line(_entry(head, entry, is_secret=entry.n not in known if goes_on else _is_forever(entry)))


def _first(head: TableHead, today: int) -> dict[str, Any]:
    """Return line 1. It names the version of the rules if that is not today's, even if it is 1."""
    return head.fields() if head.rules == today else {**head.fields(), "rules": head.rules}


def _export_other_rules(head: TableHead, entries: Sequence[Entry], result: Result | None, why: OtherRules) -> Iterator[str]:
    """Yield the lines of a record for a game that today's rules cannot play. Each entry says who knew it when it was kept.
    Raise Refused if the game is not over, or if its entries do not say this because they are very old."""
    news = [entry.news for entry in entries]
    if result is None or None in news:
        raise Refused("export_other_rules", why=why.changed.words)
    last = max((entry.n for entry in entries if _is_open(entry)), default=0)
    yield _line({**head.fields(), "rules": head.rules})
    for entry in entries[:last]:
        yield _line(_entry(head, entry, _is_forever(entry)))


def _known_to_all(table: Table) -> frozenset[int]:
    """Return the numbers of the entries that everybody at the table knows in full. An answer that was taken back is not
    among them, because it is too late to find out who knew it. A correction that only takes answers back is among them,
    because it has only numbers."""
    openly = (a for a in table.moment.history.answered if a.event.announced)
    known = {a.entry.n for a in openly if known_part(a.entry.do, a.event.due.known_to, None) == a.entry.do}
    entries = {entry.n: entry for entry in table.entries}
    mended = {n for entry in table.entries if isinstance(entry, CorrectionEntry) for n in entry.correct}
    back = {n for n, entry in entries.items() if isinstance(entry, CorrectionEntry) and entry.do is None and _is_open(entry)}
    return frozenset((known - mended) | back)


def _is_open(entry: Entry) -> bool:
    return entry.news is not None and entry.news.open


def _is_forever(entry: Entry) -> bool:
    return entry.news is not None and entry.news.forever


def _entry(head: TableHead, entry: Entry, is_secret: bool) -> dict[str, Any]:
    return _left_out(head, entry) if is_secret else {**entry.fields(), "bits": entry.bits, "hash": entry.hash}


def _left_out(head: TableHead, entry: Entry) -> dict[str, str]:
    """Return the hashes that a record has in place of a secret entry."""
    if head.chain == 1:
        return {"hash": entry.hash}
    inner = entry.inner if isinstance(entry, CorrectionEntry) else ""
    return {"inner": inner or inner_hash(entry.fields(), entry.bits), "hash": entry.hash}


def _line(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False)


class Proof(NamedTuple):
    """The facts that a record's hashes prove."""

    prints: list[str]
    """The fingerprint after each line. The last one is the fingerprint of the game."""
    left_out: int
    """The number of lines whose content is left out."""
    chain: int
    """The form of the chain. In form 1 a line without content is bound to nothing before it, so such a record proves
    nothing."""


def verify(text: str, shelf: Shelf | None = None) -> Proof:
    """Return what an exported record proves. Raise BadFile, or RefusedLine if a line was changed, removed or added."""
    head: TableHead | None = None
    prints: list[str] = []
    hash_, left_out = "", 0
    for number, line in lines(text):
        with at_line(number):
            if head is None:
                head, _, _ = parse_head(line, shelf)
                hash_ = head_hash(line)
            else:
                hash_ = _next_hash(head.chain, hash_, line)
                left_out += "bits" not in line
        prints.append(fingerprint(hash_))
    if head is None:
        raise BadFile("file.head")
    return Proof(prints, left_out, head.chain)


def _next_hash(chain: int, before: str, line: Any) -> str:
    """Return the hash of a line that follows the hash `before`. Raise BadFile if the line has no hashes, and Refused if its
    hash is wrong."""
    match line:
        case {"hash": str() as hash_, **rest} if chain == 1 and not rest and _is_hash(hash_):
            return hash_
        case {"inner": str() as inner, "hash": str() as hash_, **rest} if chain > 1 and not rest and _is_hash(inner):
            found = chained_hash(before, inner)
        case {"hash": str() as hash_, "bits": str() as bits, **rest} if "inner" not in rest:
            found = entry_hash(chain, before, rest, bits)
        case _:
            raise BadFile("file.no_hashes")
    if found != hash_:
        raise Refused("verify.broken")
    return hash_


def _is_hash(value: str) -> bool:
    return len(value) == 64 and all(c in "0123456789abcdef" for c in value)
