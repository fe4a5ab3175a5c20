"""The tower beside its blueprint, as every screen draws it (BABEL-23)."""

from companion.core.view import Cell, Grid, Row
from companion.core.words import Text, text
from companion.games.babel.pieces import COLUMNS, PLACE, ROWS
from companion.games.babel.state import Public
from companion.games.babel.tower import blocks_left, missing


def tower(public: Public) -> Grid:
    heads = (text("babel.tower"), *(text("babel.column", column=column) for column in COLUMNS))
    rows = (Row(text("babel.row", row=row), tuple(_cell(public, column + row) for column in COLUMNS)) for row in ROWS)
    return Grid(heads, tuple(rows), title=text("babel.tower"), words=_gap(public), board=True)


def _gap(public: Public) -> Text:
    """What the blueprint still asks for, and what there is to build it with."""
    left = blocks_left(public.heights)
    if public.blueprint is None:
        return text("babel.blocks", count=left)
    gap = missing(public.heights, public.blueprint)
    return text("babel.missing", count=gap, left=left) if gap else text("babel.complete", left=left)


def _cell(public: Public, name: str) -> Cell:
    height = public.heights[PLACE[name]]
    asked = public.blueprint[PLACE[name]] if public.blueprint else 0
    words = text("babel.height", n=height)
    return Cell(words, of=asked, matters=True, full=height >= asked) if asked else Cell(words)
