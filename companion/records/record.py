"""Functions that read a game from lines of JSON, and play it again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.bounds import LONGEST_NUMBER, MOST_PLAYED_AGAIN
from companion.core.dues import Correction, Due
from companion.core.game import AnyGame, Changed, SeatValues, option_type
from companion.core.journal import CHAIN, AnswerEntry, Entry, MemoryJournal, TableHead, strict_json
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.words import BadFile, Malformed, Refused, Text
from companion.shelf import games
from companion.speech.names import is_name
from companion.toml import NotToml, read


def strict_toml(words: str) -> dict[str, Any]:
    """Return the content of TOML. Raise BadFile for bad TOML with the place, and for a number that is too long or nesting
    that is too deep."""
    try:
        table = read(words)
        _check(table)
    except NotToml as error:
        if error.line is not None:
            raise BadFile("file.too_dense", line=error.line) from None
        raise BadFile("file.not_toml", why=str(error)) from None
    except (ValueError, RecursionError):
        raise BadFile("file.not_toml", why=f"> {LONGEST_NUMBER}") from None
    return table


def parse_file(words: str, name: str) -> dict[str, Any]:
    """Return the content of a file as a dict. The file is JSON if its name ends in .json, else TOML. Raise BadFile."""
    data = strict_json(words) if PurePath(name).suffix == ".json" else strict_toml(words)
    if not isinstance(data, dict):
        raise BadFile("file.no_rows")
    return data


def _check(value: Any) -> None:
    """Raise ValueError for a number that is too long, and RecursionError for nesting that is too deep."""
    match value:
        case dict():
            for its in value.values():
                _check(its)
        case list():
            for its in value:
                _check(its)
        case int() if len(str(value)) > LONGEST_NUMBER:
            raise ValueError(value)


NO_BITS = "0" * 32
Shelf = Mapping[str, AnyGame]
_HEAD = {"game", "seats", "options", "rules", "chain"}


class OtherRules(BadFile):
    """A game that began under another version of the rules, and cannot go on under today's. `changed` says why."""

    def __init__(self, rules: int, changed: Changed) -> None:
        super().__init__("file.other_rules", rules=rules, why=changed.words)
        self.changed = changed


class RefusedLine(Exception):
    """A line of a record that the rules refuse. `line` counts from 1, as in editors."""

    def __init__(self, line: int, why: Refused) -> None:
        super().__init__(f"line {line}: {why.key}")
        self.line = line
        self.why = why


def lines(text: str) -> Iterator[tuple[int, Any]]:
    """Yield each line of a file that is not empty, with its number. Raise BadFile that names the line."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, strict_json(line)
            except BadFile:
                raise BadFile("file.line_not_json", line=number) from None


def parse_head(data: Any, shelf: Shelf | None = None) -> tuple[TableHead, AnyGame, Any]:
    """Return the head in line 1, its game, and the game's options. `shelf` None is the box's own shelf. Raise BadFile."""
    shelf = games() if shelf is None else shelf
    if not isinstance(data, dict) or not {"game", "seats"} <= data.keys() <= _HEAD:
        raise BadFile("file.head")
    game = shelf.get(data["game"]) if isinstance(data["game"], str) else None
    if game is None:
        raise BadFile("file.no_such_game", games=tuple(shelf))
    options = parse_options(game, data.get("options", {}))
    head = TableHead(game.id, seats_of(data["seats"]), data.get("options", {}), _rules(data, game), _chain(data))
    if len(head.seats) not in game.sizes(options):
        raise BadFile("file.wrong_size", least=game.sizes(options)[0], most=game.sizes(options)[-1])
    _check_each_seat(game, options, head.seats)
    game.first_state(head.seats, options)  # refuses what the game cannot play, before anything is kept
    return head, game, options


def _check_each_seat(game: AnyGame, options: Any, seats: tuple[Seat, ...]) -> None:
    """Check the options that have a value for each seat. Raise BadFile unless such an option is left out, or has as many
    different values as there are seats."""
    for info in msgspec.structs.fields(game.options):
        values = getattr(options, info.name)
        if values is msgspec.UNSET or not isinstance(option_type(info.type), SeatValues):
            continue
        if len(values) != len(seats) or len(set(values)) < len(values):
            raise BadFile("file.each_seat", option=info.name, count=len(seats))


def _rules(head: dict[Any, Any], game: AnyGame) -> int:
    """Return the version of the rules that a record names, or else today's. Raise BadFile for anything but a positive whole
    number."""
    rules = head.get("rules", game.rules)
    if type(rules) is not int or rules < 1:
        raise BadFile("file.rules")
    return rules


def check_rules(head: TableHead, game: AnyGame, options: Any) -> None:
    """Raise OtherRules if the game cannot go on under today's rules."""
    if head.rules > game.rules:
        raise OtherRules(head.rules, Changed(Text("rules_newer", {})))
    changed = game.changed(head.rules, options) if head.rules < game.rules else None
    if changed:
        raise OtherRules(head.rules, changed)


def game_of(head: TableHead) -> tuple[AnyGame, Any]:
    """Return the game and the options of a kept table. Raise BadFile, or its subclass OtherRules, if the table cannot go on
    here."""
    _, game, options = parse_head(head.fields())
    check_rules(head, game, options)
    return game, options


def _chain(head: dict[Any, Any]) -> int:
    """Return the form of the chain of a record, or 1 if the record does not name it. Raise BadFile for a newer form."""
    chain = head.get("chain", 1)
    if type(chain) is not int or not 1 <= chain <= CHAIN:
        raise BadFile("file.chain")
    return chain


def parse_options(game: AnyGame, options: Any) -> Any:
    """Return a game's options as the game's own type, with defaults for those that are left out. Raise BadFile that names
    the fault."""
    try:
        return msgspec.convert(options, game.options)
    except msgspec.ValidationError as error:
        raise BadFile("file.options", why=" ".join(str(error).split())) from None


def title_of(game: str, options: Any) -> Text | None:
    """Return the name of a game that was played with these options. None: the shelf does not have the game."""
    known = games().get(game)
    try:
        return None if known is None else known.title(parse_options(known, options))
    except BadFile:
        return Text(f"{game}.name", {})


def seats_of(names: Any) -> tuple[Seat, ...]:
    """Return the seats of a list of names. Raise BadFile unless these are possible names, each only once."""
    if not isinstance(names, list) or not all(isinstance(name, str) and is_name(name) for name in names):
        raise BadFile("file.seats")
    if len(set(names)) < len(names):
        raise BadFile("file.seats")
    return tuple(Seat(name) for name in names)


def replay(text: str, shelf: Shelf | None = None) -> Table:
    """Return the table at the end of a record. `shelf` None is the box's own shelf. Raise BadFile, or RefusedLine at the
    first line that the rules refuse."""
    rows = lines(text)
    first = next(rows, None)
    if first is None:
        raise BadFile("file.head")
    with at_line(first[0]):
        head, game, options = parse_head(first[1], shelf)
        check_rules(head, game, options)
    table = Table(game, head, options, MemoryJournal(), 1, lambda: NO_BITS, None)
    left = MOST_PLAYED_AGAIN
    for number, line in rows:
        with at_line(number):
            left -= _replayed_count(table, line)
            if left < 0:
                raise Refused("corrected_too_often")
            replay_line(table, line)
    return table


def _replayed_count(table: Table, line: Any) -> int:
    """Return how many answers a line replays at most. A correction replays all answers from the first one that it
    touches."""
    match line:
        case {"correct": [*of]} if of and all(type(n) is int for n in of):
            first: int = max(1, min(of))
            return max(0, table.moment.entries - first + 1)
        case _:
            return 0


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Add the line's number to an error of this block."""
    try:
        yield
    except Refused as why:
        raise RefusedLine(number, why) from None
    except BadFile as why:
        raise BadFile("file.line", line=number, why=why.text) from None


def replay_line(table: Table, line: Any) -> None:
    """Play one line of a record. A line that stays secret for ever becomes a blank entry. Raise BadFile for a bad line, or
    for one that has only a hash, as in older records. Raise Refused if the rules refuse it."""
    match line:
        case {"inner": str(), "hash": str(), **rest} if not rest:
            table.append_blank()
        case {"hash": str(), **rest} if not rest:
            raise BadFile("file.left_out")
        case {"correct": [], "do": None, "bits": str(), "hash": str(), **rest} if not rest:
            table.append_blank()
        case {"correct": [*of], "do": dict() | None as do, **rest} if (
            _only_proof(rest) and all(type(n) is int for n in of) and of
        ):
            table.correct(Correction(of=tuple(of), data=do, by=None))
        case {"seat": str() | None as seat, "do": {"type": str()} as do, **rest} if _only_proof(rest):
            _answer(table, None if seat is None else Seat(seat), do)
        case _:
            raise BadFile("file.line_shape")


def _only_proof(rest: dict[Any, Any]) -> bool:
    """Return whether `rest` has only the fields that `companion verify` needs."""
    return all(name in ("bits", "hash") and isinstance(value, str) for name, value in rest.items())


def _answer(table: Table, seat: Seat | None, do: dict[str, Any]) -> None:
    """Answer the first due of the seat that takes the answer. If none takes it, raise the refusal that says most."""
    if seat is not None and seat not in table.head.seats:
        raise Refused("no_such_seat")
    refusals: list[Refused] = []
    for due in [d for d in table.moment.history.dues if d.seat == seat]:
        try:
            table.append_recorded(due, do)
        except Refused as why:
            refusals.append(why)
        else:
            return
    raise next((why for why in refusals if not isinstance(why, Malformed)), refusals[0] if refusals else Refused("not_due"))


def awaited(dues: Iterable[Due]) -> list[dict[str, Any]]:
    """Return the kind and the seat of each due that the rules wait for, without offers."""
    return [{"kind": due.kind, "seat": due.seat} for due in dues if due.waits]


UNPLAYABLE: Final = (BadFile, Refused, LookupError, TypeError, ValueError, AttributeError)
"""Errors from playing a kept game. Kept answers are not checked again, because that would take long. So the rules may get
answers of another version."""


def replayed(head: TableHead, entries: Sequence[Entry]) -> tuple[Entry, ...] | None:
    """Return the entries, each with the due that it answers. No hash covers the due, so a flipped bit may have changed it.
    None: the entries cannot be played, for example under other rules."""
    try:
        game, options = game_of(head)
        table = Table(game, head, options, MemoryJournal(), 0, lambda: NO_BITS, None)
        for entry in entries:
            _replay_entry(table, entry)
    except UNPLAYABLE:
        return None
    return tuple(_answering(entry, again) for entry, again in zip(entries, table.entries, strict=True))


def _answering(entry: Entry, again: Entry) -> Entry:
    return replace(entry, due=again.due) if isinstance(entry, AnswerEntry) and isinstance(again, AnswerEntry) else entry


def _replay_entry(table: Table, entry: Entry) -> None:
    if isinstance(entry, AnswerEntry):
        dues = table.moment.history.dues
        due = next((due for due in dues if (due.id, due.seat) == (entry.due, entry.seat)), None)
        if due is not None:
            table.append_recorded(due, entry.do)
            return
    replay_line(table, {**entry.fields(), "bits": entry.bits, "hash": entry.hash})


def last_position(head: TableHead, entries: Sequence[Entry], number: int, gone: frozenset[str]) -> Moment | None:
    """Return the last moment of a game that began under other rules, so that people can finish it without the box. Answers
    of the types in `gone` are left out. None: today's rules refuse some other answer, so nobody knows the last moment."""
    try:
        _, game, options = parse_head(head.fields())
        table = Table(game, head, options, MemoryJournal(), number, lambda: NO_BITS, None)
        out: set[int] = set()
        for entry in entries:
            if _is_gone(entry, gone, out):
                out.add(entry.n)
                table.append_blank()
            else:
                _replay_entry(table, entry)
    except UNPLAYABLE:
        return None
    return table.moment


def _is_gone(entry: Entry, gone: frozenset[str], out: set[int]) -> bool:
    if isinstance(entry, AnswerEntry):
        return entry.do["type"] in gone
    return out.issuperset(entry.correct)
