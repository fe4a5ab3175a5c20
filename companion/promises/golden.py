"""Golden playthroughs: a whole game as text, with the changes of every screen at every step.

Read the difference of a golden before you keep it: it is the review of a change of the rules.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion import folders
from companion.core.blocks import Secret
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import Question, Screen
from companion.demands import loaded
from companion.records.record import Shelf, replay, replay_line
from companion.speech.in_words import worded
from companion.speech.say import say

Sketch = tuple[str, ...]
"""The lines of one seat's screen."""


def write(folder: Path) -> None:
    """Write the golden beside each playthrough in a game's folder, which may be anywhere. Raise Unusable or BadFile."""
    with folders.known(folder), loaded(folder) as game:
        for file in sorted((folder / "playthroughs").glob("*.jsonl")):
            file.with_suffix(".txt").write_text(golden(file.read_text("utf-8"), {game.id: game}), "utf-8")


def golden(record: str, shelf: Shelf | None = None) -> str:
    """Return the golden of a record. For each entry it has the lines that went (-) and came (+), and the screens where they
    did. `shelf` None is the box's own shelf."""
    head, *rows = [row for row in record.split("\n") if row.strip()]
    table = replay(head, shelf)
    pictures = _pictures(table)
    lines = [head, *_changes(dict.fromkeys(pictures, ()), pictures)]
    for n, row in enumerate(rows, 1):
        replay_line(table, json.loads(row))
        before, pictures = pictures, _pictures(table)
        lines += ["", f"{n}. {row}", *_changes(before, pictures)]
    return "\n".join([*lines, "", *_score(table), ""])


def _pictures(table: Table) -> dict[str, Sketch]:
    seats: tuple[Seat | None, ...] = (*table.head.seats, None)
    return {seat or "table": tuple(_picture(table, seat)) for seat in seats}


def _picture(table: Table, seat: Seat | None) -> Iterator[str]:
    """Yield a screen in words: the present situation, the blocks, the secrets behind the cover, the questions."""
    screen = table.moment.screen(seat)
    yield from _now(screen)
    for block in screen.view.blocks:
        cover = "behind the cover: " if isinstance(block, Secret) else ""
        yield from (f"{cover}{line}" for line in _block(worded(block, "en")))
    for ask in screen.asks if seat else table.moment.asks(None):
        yield _asked(ask)


def _now(screen: Screen) -> Iterator[str]:
    now, display = screen.view.now, screen.view.display
    lamp = "* " if now.lit else ""
    yield f"now: {lamp}{' / '.join(say(words, 'en') for words in (now.line, *now.small))}"
    if screen.seat is None:
        big = display.seat or (say(display.main, "en") if display.main else ", ".join(display.awaited))
        yield f"box: {say(screen.view.where, 'en')} | {say(display.right, 'en')} | {big} | {say(display.sub, 'en')}"


ROWS = ("rows", "places", "regions", "stops", "curves", "chapters")
"""The names of fields that have the rows of a block."""


def _block(block: dict[str, Any]) -> Iterator[str]:
    """Yield a block on one line, and each of its rows on a line of its own."""
    name = block.pop("block")
    if name in SKETCHES:
        yield from sketch(name, block)
        return
    rows = [row for rows in ROWS for row in block.pop(rows, [])]
    if block:
        yield f"{name}: {_words(block)}"
    yield from (f"{name}: {_words(row)}" for row in rows)


PLAIN = ("words", "title", "seat", "n", "label", "counts", "cells", "lines", "name", "more", "heads")
"""Fields whose names are left out, because their values are clear without them."""


def _words(data: Any) -> str:
    """Return JSON as words with few marks. Signs are left out, because they are drawn and not read."""
    if isinstance(data, dict):
        fields = {name: value for name, value in data.items() if name != "sign" and value is not False and value != []}
        return " ".join(_part(name, value) for name, value in fields.items())
    return ", ".join(map(_words, data)) if isinstance(data, list) else str(data)


def _part(name: str, value: Any) -> str:
    if value is True:
        return f"({name})"
    return _words(value) if name in PLAIN else f"{name} {_words(value)}"


def _asked(ask: Question) -> str:
    """Return a question in short: the number of legal answers by type, the forms, and the reasons that block other
    answers."""
    answers = ask.answers
    parts = [f"{n} {kind}" for kind, n in Counter(do["type"] for do in answers.legal()).items()]
    parts += [f"form {form.do['type']}" for form in answers.forms]
    blocked = Counter(option.why.key for option in answers.options() if option.why)
    parts += [f"not {n} {key}" for key, n in blocked.items()]
    return f"? {ask.due}: {', '.join(parts)}"


def _changes(before: dict[str, Sketch], after: dict[str, Sketch]) -> Iterator[str]:
    """Yield each line that went or came, only once, with the screens where it did. A line that went is cut to its
    beginning."""
    went = _by_line({who: Counter(before[who]) - Counter(after[who]) for who in after})
    came = _by_line({who: Counter(after[who]) - Counter(before[who]) for who in after})
    yield from (f"  - {_short(line)}  <{_names(whom, after)}>" for line, whom in went.items())
    yield from (f"  + {line}  <{_names(whom, after)}>" for line, whom in came.items())


def _short(line: str) -> str:
    return line if len(line) <= 40 else f"{line[:39]}…"


def _by_line(lines: dict[str, Counter[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for who, seen in lines.items():
        for line in seen.elements():
            found.setdefault(line, []).append(who)
    return found


def _names(whom: list[str], everybody: dict[str, Sketch]) -> str:
    return "all" if whom == list(everybody) else ", ".join(whom)


def _score(table: Table) -> Iterator[str]:
    score = table.moment.score()
    if score is None:
        yield "no score yet"
        return
    yield f"score: {json.dumps(score.as_data()['ranking'], ensure_ascii=False)} {score.tie_break or ''}".rstrip()
    for seat, found in score.seats.items():
        lines = ", ".join(f"{say(line.words, 'en')} {line.points} ({line.rule})" for line in found)
        yield f"  {seat} {score.total(seat)}: {lines}"


# Sheets and boards as lines. They show only painted cells and pieces, so each difference is somebody's act.

Data = dict[str, Any]
"""A block in words, as JSON."""


def sketch(name: str, block: Data) -> Iterator[str]:
    """Yield the lines that draw a block, each after the block's name. Empty lines are left out."""
    yield from (f"{name}: {line}" for line in SKETCHES[name](block) if line)


def _map(block: Data) -> Iterator[str]:
    yield _titled(block, *block["words"])
    for part in ("paint", "lit"):
        yield from (f"{part} {n:>2} {row}" for n, row in enumerate(block[part]) if row.strip("."))


def _tracks(block: Data) -> Iterator[str]:
    yield from (f"{lane['ink']} {lane['painted']}" for lane in block["lanes"] if lane["painted"])


def _frame(block: Data) -> Iterator[str]:
    if block["ticked"] or "note" in block:
        yield _titled(block, f"ticked {block['ticked']}" if block["ticked"] else "", block.get("note", ""))
    for shape in block["shapes"]:
        if shape["painted"]:
            yield f"{block['title']}: {shape['words']} {shape['painted']}, {shape.get('price', 'sold out')}"


def _sheet(block: Data) -> Iterator[str]:
    before = block["title"]
    active = "(active)" if block["active"] else ""
    yield _titled(block, block.get("holder", ""), active, *block["notes"])
    for part in (block["map"], block.get("tracks"), *block["frames"]):
        yield from (f"{before}: {line}" for line in (SKETCHES[part["block"]](part) if part else ()) if line)


def _strip(block: Data) -> Iterator[str]:
    yield _titled(block)
    for stroke in block["strokes"]:
        cells = " ".join(f"{row},{column}" for row, column in stroke["cells"])
        yield f"{block['title']}: {stroke['words']} {stroke['ink']} {cells}"


def _columns(block: Data) -> Iterator[str]:
    yield _titled(block)
    for column in block["columns"]:
        cards = ", ".join(card["words"] for card in reversed(column["cards"]))
        yield " ".join([f"{column['name']}, from below: {cards}", *(f"({mark['words']})" for mark in column["marks"])])


def _ring(block: Data) -> Iterator[str]:
    """Yield where each seat's piece is. The spaces themselves never change, and are left out."""
    lying = [(block["start"], block["waiting"])] if "start" in block else []
    lying += [(str(n), space["pieces"]) for n, space in enumerate(block["spaces"], 1)]
    yield _titled(block, *(f"{', '.join(who)} on {space}" for space, who in lying if who))


def _titled(block: Data, *more: str) -> str:
    return " ".join(word for word in (block.get("title", ""), *more) if word)


SKETCHES: Final[Mapping[str, Callable[[Data], Iterator[str]]]] = {
    "map": _map,
    "ring": _ring,
    "tracks": _tracks,
    "frame": _frame,
    "sheet": _sheet,
    "strip": _strip,
    "columns": _columns,
}
