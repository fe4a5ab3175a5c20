"""Sheets and boards as lines of a golden. They show only painted cells and pieces, so each difference is somebody's act."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

Said = dict[str, Any]
"""A block in words, as JSON."""


def sketch(name: str, block: Said) -> Iterator[str]:
    """Yield the lines that draw a block, each after the block's name. Empty lines are left out."""
    yield from (f"{name}: {line}" for line in SKETCHES[name](block) if line)


def _map(block: Said) -> Iterator[str]:
    yield _titled(block, *block["words"])
    for part in ("paint", "lit"):
        yield from (f"{part} {n:>2} {row}" for n, row in enumerate(block[part]) if row.strip("."))


def _tracks(block: Said) -> Iterator[str]:
    yield from (f"{lane['ink']} {lane['painted']}" for lane in block["lanes"] if lane["painted"])


def _frame(block: Said) -> Iterator[str]:
    if block["ticked"] or "note" in block:
        yield _titled(block, f"ticked {block['ticked']}" if block["ticked"] else "", block.get("note", ""))
    for shape in block["shapes"]:
        if shape["painted"]:
            yield f"{block['title']}: {shape['words']} {shape['painted']}, {shape.get('price', 'sold out')}"


def _sheet(block: Said) -> Iterator[str]:
    before = block["title"]
    active = "(active)" if block["active"] else ""
    yield _titled(block, block.get("holder", ""), active, *block["notes"])
    for part in (block["map"], block.get("tracks"), *block["frames"]):
        yield from (f"{before}: {line}" for line in (SKETCHES[part["block"]](part) if part else ()) if line)


def _strip(block: Said) -> Iterator[str]:
    yield _titled(block)
    for stroke in block["strokes"]:
        cells = " ".join(f"{row},{column}" for row, column in stroke["cells"])
        yield f"{block['title']}: {stroke['words']} {stroke['ink']} {cells}"


def _columns(block: Said) -> Iterator[str]:
    yield _titled(block)
    for column in block["columns"]:
        cards = ", ".join(card["words"] for card in reversed(column["cards"]))
        yield " ".join([f"{column['name']}, from below: {cards}", *(f"({mark['words']})" for mark in column["marks"])])


def _ring(block: Said) -> Iterator[str]:
    """Yield where each seat's piece is. The spaces themselves never change, and are left out."""
    lying = [(block["start"], block["waiting"])] if "start" in block else []
    lying += [(str(n), space["pieces"]) for n, space in enumerate(block["spaces"], 1)]
    yield _titled(block, *(f"{', '.join(who)} on {space}" for space, who in lying if who))


def _titled(block: Said, *more: str) -> str:
    return " ".join(word for word in (block.get("title", ""), *more) if word)


SKETCHES: Final[Mapping[str, Callable[[Said], Iterator[str]]]] = {
    "map": _map,
    "ring": _ring,
    "tracks": _tracks,
    "frame": _frame,
    "sheet": _sheet,
    "strip": _strip,
    "columns": _columns,
}
