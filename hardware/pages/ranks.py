"""Lists that are read, three rows at a time: the scores, and a region whose tokens were turned up."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from companion.core.blocks import Cell, Count, Move, Moves, Stake
from companion.ports.hands import Handing
from companion.speech.screens import signed
from hardware.pages import pages
from hardware.pages.acts import BoxAct, Go
from hardware.pages.leaves import Leaf, Listed, ListRow, SoftKeys
from hardware.pages.lists import LIST
from hardware.pages.writer import Writer

COLUMN: Final = 6
"""Letters that a place of the board takes."""


def scores(w: Writer) -> Leaf:
    """The ranking: place, seat and points, of a game that is on as of one that is over."""
    places = pages.ranking(w.screen) or ()
    rows = [ListRow(str(p.seat), str(p.place), w.piece(p.seat), right=_number(p.points)) for p in places]
    name = w.game_name(w.game)
    return _read(w, w.oled("the_end", game=name) if w.screen.over else name, rows, w.turn.row)


def moves(w: Writer) -> Leaf:
    """What moves on the table by itself: before whom, how many more or fewer of what."""
    return _moving(w, "moves", pages.moved(w.moment))


def put_back(w: Writer) -> Leaf:
    """The same of what an answer that was taken back had moved."""
    return _moving(w, "put_back", pages.put_back(w.moment))


def _moving(w: Writer, title: str, said: Moves | None) -> Leaf:
    assert said is not None
    rows = [
        ListRow(
            str(move.seat) if move.seat is not None else w.say(count.words),
            piece=w.piece(move.seat),
            right=_moved(move, count),
            right_sign=w.sign(count.sign),
        )
        for move in said.rows
        for count in move.counts
    ]
    title = w.oled("corrected" if said.still else title)
    return _read(w, title, rows, w.turn.row, onto=pages.next_hand(w.moment))


def _moved(move: Move, count: Count) -> str:
    """How many more or fewer; of a number that was set right what it is, as no hand moves a piece for it."""
    if count.n is None:
        return ""
    return f"= {count.n}" if move.still else signed(count.n)


def board(w: Writer) -> Leaf:
    """How many lie on each place of the board, of how many it takes: a row of it in each row."""
    grid = pages.built(w.screen)
    assert grid is not None
    rows = [ListRow(_in_columns(_place(w, cell) for cell in row.cells), lead=w.say(row.label)) for row in grid.rows]
    heads = "  " + _in_columns(w.say(head) for head in grid.heads[1:])
    return replace(_read(w, heads, rows, w.turn.row), right="")


def _in_columns(words: Iterable[str]) -> str:
    """One under the other: the letters of the display are all as wide as each other."""
    return "".join(word.ljust(COLUMN) for word in words).rstrip()


def _place(w: Writer, cell: Cell) -> str:
    return w.say(cell.words) if cell.of is None else f"{w.say(cell.words)}/{cell.of}"


def reveal(w: Writer) -> Leaf:
    """The area where the table is: who acts first, next, ...; whoever acts now is inverted."""
    area = pages.revealed(w.screen)
    assert area is not None
    order = area.order
    rows = [
        ListRow(str(stake.seat), str(place), w.piece(stake.seat), right=str(stake.total), chosen=stake.active)
        for place, stake in enumerate(order, 1)
    ]
    first = w.turn.row if w.turn.page == pages.REVEAL else _acting(order)
    return _read(w, w.say(area.panel or area.name), rows, first, w.sign(area.sign))


def _acting(order: tuple[Stake, ...]) -> int:
    """The row to begin with, so that whoever acts now is seen, and who went before."""
    return next((max(0, row - 1) for row, stake in enumerate(order) if stake.active), 0)


def _number(points: int | None) -> str:
    return "" if points is None else str(points)


def _read(
    w: Writer, title: str, rows: list[ListRow], first: int, sign: str | None = None, onto: Handing | None = None
) -> Leaf:
    """Rows three at a time; with `onto` two, and below them whom the box is to be given to, which OK confirms."""
    seen = LIST - 1 if onto is not None else LIST
    first = min(first, max(0, len(rows) - seen))
    last = min(first + seen, len(rows))
    back, forward, ok = _turning(w, first, last, len(rows), seen)
    foot = () if onto is None else (ListRow(str(onto.to), piece=w.piece(onto.to), right=w.oled("box"), chosen=True),)
    return Listed(
        page=w.page,
        title=title,
        sign=sign,
        right=w.oled("rows", first=first + 1, last=last, of=len(rows)) if len(rows) > seen else "",
        rows=(*rows[first:last], *foot),
        place=w.place,
        buttons=(back, forward, ok if onto is None else w.soft_key("mine", BoxAct.TAKE)),
        hold_back=w.take_back(),
    )


def _turning(w: Writer, first: int, last: int, of: int, seen: int) -> SoftKeys:
    """Next turns the list, then the page; Back the other way."""
    forward = w.soft_key("page", Go(w.page, last)) if last < of else w.next_page()
    if first:
        return w.soft_key("back", Go(w.page, max(0, first - seen))), forward, w.onward()
    return w.page_before(), forward, w.onward()
