"""Sheets and boards as lines of a golden. They show only painted cells and pieces, so each difference is somebody's act."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

Said = dict[str, Any]
"""A block in words, as JSON."""


def sketch(name: str, said: Said) -> Iterator[str]:
    """Yield the lines that draw a block, each after the block's name. Empty lines are left out."""
    yield from (f"{name}: {line}" for line in SKETCHES[name](said) if line)


def _map(said: Said) -> Iterator[str]:
    yield _titled(said, *said["words"])
    for part in ("paint", "lit"):
        yield from (f"{part} {n:>2} {row}" for n, row in enumerate(said[part]) if row.strip("."))


def _tracks(said: Said) -> Iterator[str]:
    yield from (f"{lane['ink']} {lane['painted']}" for lane in said["lanes"] if lane["painted"])


def _frame(said: Said) -> Iterator[str]:
    if said["ticked"] or "note" in said:
        yield _titled(said, f"ticked {said['ticked']}" if said["ticked"] else "", said.get("note", ""))
    for shape in said["shapes"]:
        if shape["painted"]:
            yield f"{said['title']}: {shape['words']} {shape['painted']}, {shape.get('price', 'sold out')}"


def _sheet(said: Said) -> Iterator[str]:
    before = said["title"]
    active = "(active)" if said["active"] else ""
    yield _titled(said, said.get("holder", ""), active, *said["notes"])
    for part in (said["map"], said.get("tracks"), *said["frames"]):
        yield from (f"{before}: {line}" for line in (SKETCHES[part["block"]](part) if part else ()) if line)


def _strip(said: Said) -> Iterator[str]:
    yield _titled(said)
    for stroke in said["strokes"]:
        cells = " ".join(f"{row},{column}" for row, column in stroke["cells"])
        yield f"{said['title']}: {stroke['words']} {stroke['ink']} {cells}"


def _columns(said: Said) -> Iterator[str]:
    yield _titled(said)
    for column in said["columns"]:
        cards = ", ".join(card["words"] for card in reversed(column["cards"]))
        yield " ".join([f"{column['name']}, from below: {cards}", *(f"({mark['words']})" for mark in column["marks"])])


def _ring(said: Said) -> Iterator[str]:
    """Yield where each seat's piece is. The spaces themselves never change, and are left out."""
    lying = [(said["start"], said["waiting"])] if "start" in said else []
    lying += [(str(n), space["pieces"]) for n, space in enumerate(said["spaces"], 1)]
    yield _titled(said, *(f"{', '.join(who)} on {space}" for space, who in lying if who))


def _titled(said: Said, *more: str) -> str:
    return " ".join(word for word in (said.get("title", ""), *more) if word)


SKETCHES: Final[Mapping[str, Callable[[Said], Iterator[str]]]] = {
    "map": _map,
    "ring": _ring,
    "tracks": _tracks,
    "frame": _frame,
    "sheet": _sheet,
    "strip": _strip,
    "columns": _columns,
}
