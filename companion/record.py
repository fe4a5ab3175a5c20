"""Records: a whole game as JSON Lines, to replay, to export, and to verify (DESIGN 8)."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from companion.core.event import Correction, Due
from companion.core.game import Game
from companion.core.history import History, begin, effective, refold
from companion.core.journal import Entry, Head, MemoryJournal, canonical, entry_hash, fingerprint, head_hash
from companion.core.knowledge import Seat
from companion.core.table import Table
from companion.core.words import BadFile, Malformed, Refused
from companion.journals.sqlite import SqliteJournal
from companion.seating import is_name
from companion.shelf import games

NO_BITS = "0" * 32


class RefusedLine(Exception):
    """A line of a record that the rules refuse; `line` counts from 1, as editors do."""

    def __init__(self, line: int, why: Refused) -> None:
        super().__init__(f"line {line}: {why.key}")
        self.line = line
        self.why = why


def strict_json(line: str) -> Any:
    """JSON without floats, NaN, doubled keys, bottomless nesting, or halves of characters that nothing can keep. Raises
    BadFile."""
    try:
        said = json.loads(line, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_no_doubles)
        canonical(said)
    except (ValueError, RecursionError):
        raise BadFile("file.not_json") from None
    return said


def _no_float(said: str) -> Any:
    raise ValueError(said)


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


def lines(text: str) -> Iterator[tuple[int, Any]]:
    """The lines of a file that hold something, with their numbers. Raises BadFile with the line in its text."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, strict_json(line)
            except BadFile:
                raise BadFile("file.line_not_json", line=number) from None


def parse_head(said: Any) -> tuple[Head, Game[Any, Any, Any], Any]:
    """Line 1: the head, its game, and the game's options. Raises BadFile."""
    if not isinstance(said, dict) or not {"game", "seats"} <= said.keys() <= {"game", "seats", "options", "rules"}:
        raise BadFile("file.head")
    game = games().get(said["game"]) if isinstance(said["game"], str) else None
    if game is None:
        raise BadFile("file.no_such_game", games=tuple(games()))
    options = parse_options(game, said.get("options", {}))
    head = Head(game.id, seats_of(said["seats"]), said.get("options", {}), game.rules)
    if len(head.seats) not in game.sizes(options):
        raise BadFile("file.wrong_size", least=game.sizes(options)[0], most=game.sizes(options)[-1])
    game.setup(head.seats, options)  # what it cannot play is refused here, before anything is kept of it
    return head, game, options


def parse_options(game: Game[Any, Any, Any], said: Any) -> Any:
    """A game's options as its own type, left-out ones as usual. Raises BadFile naming what is wrong."""
    try:
        return msgspec.convert(said, game.options)
    except msgspec.ValidationError as error:
        raise BadFile("file.options", why=" ".join(str(error).split())) from None


def seats_of(said: Any) -> tuple[Seat, ...]:
    """Different good names, in order. Raises BadFile."""
    if not isinstance(said, list) or not all(isinstance(name, str) and is_name(name) for name in said):
        raise BadFile("file.seats")
    if len(set(said)) < len(said):
        raise BadFile("file.seats")
    return tuple(Seat(name) for name in said)


def replay(text: str) -> Table:
    """The table at the end of a record. Raises BadFile, or RefusedLine at the first line that the rules refuse."""
    rows = lines(text)
    first = next(rows, None)
    if first is None:
        raise BadFile("file.head")
    with _at_line(first[0]):
        head, game, options = parse_head(first[1])
    table = Table(game, head, options, MemoryJournal(), 1, lambda: NO_BITS, None)
    for number, said in rows:
        with _at_line(number):
            retell(table, said)
    return table


@contextmanager
def _at_line(number: int) -> Iterator[None]:
    """What is wrong here is said with the line's number."""
    try:
        yield
    except Refused as why:
        raise RefusedLine(number, why) from None
    except BadFile as why:
        raise BadFile("file.line", line=number, why=why.text) from None


def retell(table: Table, said: Any) -> None:
    match said:
        case {"hash": str(), **rest} if not rest:
            raise BadFile("file.left_out")
        case {"correct": [*of], "do": dict() | None as do, **rest} if (
            _only_proof(rest) and all(type(n) is int for n in of) and of
        ):
            table.correct(Correction(of=tuple(of), data=do, by=None))
        case {"seat": str() | None as seat, "do": {"type": str()} as do, **rest} if _only_proof(rest):
            _answer(table, None if seat is None else Seat(seat), do)
        case _:
            raise BadFile("file.line_shape")


def _only_proof(rest: dict[Any, Any]) -> bool:
    """Besides what was said a line may carry what `verify` needs."""
    return all(name in ("bits", "hash") and isinstance(value, str) for name, value in rest.items())


def _answer(table: Table, seat: Seat | None, do: dict[str, Any]) -> None:
    """The line answers the first standing due of its seat that takes it; of several refusals the most telling is given."""
    if seat is not None and seat not in table.head.seats:
        raise Refused("no_such_seat")
    refusals: list[Refused] = []
    for due in [d for d in table.moment.history.dues if d.seat == seat]:
        try:
            table.retell(due, do)
        except Refused as why:
            refusals.append(why)
        else:
            return
    raise next((why for why in refusals if not isinstance(why, Malformed)), refusals[0] if refusals else Refused("not_due"))


def awaited(dues: Iterable[Due]) -> list[dict[str, Any]]:
    """What the rules wait for, offers left out."""
    return [{"kind": due.kind, "seat": due.seat} for due in dues if due.waits]


def export(journal: SqliteJournal, number: int) -> Iterator[str]:
    """The lines of finished game `number`, with bits and hashes; what stays secret for ever leaves only its hash. Raises
    BadFile for a number that never was, Refused while the game goes on."""
    head = journal.table(number)
    if head is None:
        raise BadFile("file.no_such_table", number=number)
    _, game, options = parse_head(head.said())
    moment = Table(game, head, options, journal, number, lambda: NO_BITS, None).moment
    if not moment.over:
        raise Refused("export_unfinished")
    entries = journal.read(number)
    secret = for_ever(begin(game, head.seats, options), entries)
    last = next((entry.n for entry in reversed(entries) if entry.hash == moment.open_hash), 0)
    yield _line(head.said())
    for entry in entries[:last]:
        proof = {"bits": entry.bits, "hash": entry.hash}
        yield _line({"hash": entry.hash} if entry.n in secret else {**entry.said(), **proof})


def for_ever(start: History[Any, Any, Any], entries: Sequence[Entry]) -> set[int]:
    """The numbers of what stays secret when all is over, also of what was taken back, and of the corrections of it."""
    history, found = start, set[int]()
    for n, entry in enumerate(entries, 1):
        history = history.plus(entry) if entry.correct is None else refold(start, effective(entries[:n]))
        if found & set(entry.correct or ()) or (entry.correct is None and history.steps[-1].event.due.forever):
            found.add(n)
    return found


def _line(said: dict[str, Any]) -> str:
    return json.dumps(said, ensure_ascii=False)


def verify(text: str) -> list[str]:
    """The fingerprints after each line of an exported record, the last one the game's. Raises BadFile, or RefusedLine
    where a line was changed, removed or added."""
    prints: list[str] = []
    hash_ = ""
    for number, said in lines(text):
        with _at_line(number):
            hash_ = _bound(hash_, said) if prints else _begun(said)
        prints.append(fingerprint(hash_))
    if not prints:
        raise BadFile("file.head")
    return prints


def _begun(said: Any) -> str:
    parse_head(said)
    return head_hash(said)


def _bound(before: str, said: Any) -> str:
    match said:
        case {"hash": str() as hash_, **rest} if not rest and _is_hash(hash_):
            return hash_
        case {"hash": str() as hash_, "bits": str() as bits, **rest}:
            if entry_hash(before, rest, bits) != hash_:
                raise Refused("verify.broken")
            return hash_
        case _:
            raise BadFile("file.no_hashes")


def _is_hash(said: str) -> bool:
    return len(said) == 64 and all(c in "0123456789abcdef" for c in said)
