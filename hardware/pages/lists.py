"""A list of answers on the display: three rows, the chosen one inverted. A list of more than MOST rows comes in groups."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from math import isqrt
from typing import Final

import msgspec

from companion.core.words import Text, text
from hardware.pages.acts import Choose, KeyAct, Open
from hardware.pages.layouts import NO_KEY, Listed, ListRow
from hardware.pages.writer import Writer

LIST: Final = 3
"""The number of rows that the display shows together."""
FEW: Final = 5
"""The most rows of a list without groups by kind."""
DIGITS: Final = "0123456789"
ROOM: Final = 19
"""The most letters of half width in the name of a group."""
WIDE: Final = "⺀"
"""The first letter (in Unicode's order) that is twice as wide."""
MOST: Final = 8
"""The most rows of any list, or of a group in it."""

Row = tuple[ListRow, KeyAct]
"""The content of a row, and the act of OK on it."""
Rows = Sequence[Callable[[], Row]]
"""The rows of a list, as calls: only rows that are shown are made, because a question may have hundreds of answers."""


class RowKind(msgspec.Struct, frozen=True):
    """Rows of one kind. In a long list they become a group."""

    rows: Rows
    name: Text | None = None
    """The title over these rows, and the name of their group."""
    columns: int = MOST
    """The number of columns, if these rows are a grid. People want the first row of the grid most."""


class Node(msgspec.Struct, frozen=True):
    """A row before it is written: an answer (`row`) or a group (`below`)."""

    name: Text | None = None
    """The name of a group, or the title over an answer. A group without a name is called after its rows."""
    row: Callable[[], Row] | None = None
    below: "tuple[Node, ...]" = ()


Nodes = tuple[Node, ...]


def known(rows: Iterable[Row]) -> Rows:
    """Return finished rows in the form of calls."""
    return [partial(_itself, row) for row in rows]


def _itself(row: Row) -> Row:
    return row


def list_page(
    w: Writer, title: str, kinds: Sequence[RowKind], back: KeyAct, secret: bool = False, even: bool = False
) -> Listed:
    """Return the page of a list of answers. Next marks the next row. OK takes the marked row, or opens its group. `secret`:
    the marked row cannot be seen from afar, and groups depend only on places in the list. `even`: people are equally likely
    to want any row. The list then begins with the largest group near its middle, and Back goes up before it leaves."""
    every = _parted(_rows(kinds)) if secret else _folded(kinds)
    even = even and any(node.below for node in every)
    every = _around_largest(every) if even else every
    nodes, inside = _opened(every, w.position.inside)
    begins = _begins(every, inside, even)
    chosen = (begins + w.position.row) % len(nodes)
    top = max(0, min(chosen - 1, len(nodes) - LIST))
    seen = [_row(w, node, (*inside, n)) for n, node in enumerate(nodes[top : top + LIST], top)]
    name, act = nodes[chosen].name, seen[chosen - top][1]
    leaves = _outward(every, inside, even) if inside else back
    return Listed(
        page=w.page,
        title=w.say(name) if name is not None and nodes[chosen].row is not None else title,
        right=w.words("nth", n=chosen + 1, of=len(nodes)) if len(nodes) > LIST else "",
        rows=tuple(msgspec.structs.replace(row, chosen=n == chosen) for n, (row, _) in enumerate(seen, top)),
        secret=secret,
        buttons=(
            w.soft_key("up", Choose(chosen - 1 - begins)) if even and chosen else w.soft_key("back", leaves),
            w.soft_key("next", Choose((chosen + 1) % len(nodes) - begins)) if len(nodes) > 1 else NO_KEY,
            w.soft_key("open" if isinstance(act, Open) else "take_it", act),
        ),
        hold_back=w.take_back(),
    )


def _begins(every: Nodes, inside: tuple[int, ...], even: bool) -> int:
    """Return the row that is marked first. In an even list of more than three rows it is the largest group, or a row near
    the middle."""
    nodes, _ = _opened(every, inside)
    if not even or len(nodes) <= LIST:
        return 0
    largest = None if inside else _largest(nodes)
    return _middle(nodes) if largest is None else largest


def _middle(nodes: Nodes) -> int:
    return len(nodes) // 2 - 1 if len(nodes) > LIST else 0


def _largest(nodes: Nodes) -> int | None:
    """Return the place of the largest group. None: no group is larger than all others."""
    sizes = [_size(node) for node in nodes]
    return sizes.index(max(sizes)) if sizes.count(max(sizes)) == 1 else None


def _around_largest(nodes: Nodes) -> Nodes:
    """Return the rows in their order, with the largest group moved near the middle. The rows of the groups above
    it replace these groups if the list then has at most MOST rows. The cheapest row is next to the largest group."""
    at = _largest(nodes)
    if at is None:
        return nodes
    others, middle = (*nodes[:at], *nodes[at + 1 :]), _middle(nodes)
    above, below = others[:middle], others[middle:]
    rows = tuple([row for node in above for row in _by_price(node)])
    return (*(rows if len(rows) + 1 + len(below) <= MOST else above), nodes[at], *below)


def _by_price(node: Node) -> Nodes:
    """Return the rows of a group, the most expensive first. A row that is no group, or has groups inside, is returned
    alone."""
    if not node.below or any(row.row is None for row in node.below):
        return (node,)
    return tuple(sorted(node.below, key=lambda row: -row.row()[0].price if row.row is not None else 0))


def _size(node: Node) -> int:
    """Return the number of answers in a row: 1, or all in its group."""
    return 1 if node.row is not None else sum(map(_size, node.below))


def _outward(every: Nodes, inside: tuple[int, ...], even: bool) -> Open:
    """Return the act that leads out of a group, and marks the group's row."""
    return Open(inside[:-1], inside[-1] - _begins(every, inside[:-1], even))


def _row(w: Writer, node: Node, way: tuple[int, ...]) -> Row:
    if node.row is not None:
        return node.row()
    return ListRow(_called(w, node), opens=True), Open(way)


def _called(w: Writer, node: Node) -> str:
    """Return a group's name. A group without one is called after its first and last row if both fit, else after its
    first. A group of covered digits is called after all of them, because they are in no order. Other rows may follow
    them."""
    if node.name is not None:
        return w.say(node.name)
    inside = tuple(_words(node))
    letters = tuple(takewhile(lambda words: len(words) == 1, inside))
    if letters and (letters != inside or "".join(letters) not in DIGITS):
        return " ".join(letters)
    first, last = _end(node, 0), _end(node, -1)
    both = w.words("from_to", first=first, last=last)
    return both if sum(1 + (letter >= WIDE) for letter in both) <= ROOM else first


def _words(node: Node) -> Iterator[str]:
    """Yield the words of all rows in a group."""
    if node.row is not None:
        yield node.row()[0].words
    for inner in node.below:
        yield from _words(inner)


def _end(node: Node, which: int) -> str:
    """Return the words of the first (`which` 0) or last (-1) row in a group."""
    return _end(node.below[which], which) if node.row is None else node.row()[0].words


def _rows(kinds: Sequence[RowKind]) -> Nodes:
    return tuple([Node(kind.name, row) for kind in kinds for row in kind.rows])


def _folded(kinds: Sequence[RowKind]) -> Nodes:
    """Return all rows in their order if they are few. In a longer list each kind with a name becomes a group. If that makes
    more than MOST rows, each kind of LIST rows and more becomes a group instead. If that is still too many, the last row
    leads to all rows after it."""
    kinds, rows = _joined(kinds), _rows(kinds)
    if len(rows) <= FEW or len(kinds) == 1:
        return _parted(rows)
    nodes = _kinds_as_rows(kinds, lambda kind: kind.name is not None)
    if len(nodes) > MOST:
        nodes = _kinds_as_rows(kinds, lambda kind: len(kind.rows) >= LIST)
    if len(nodes) > MOST:
        nodes = (*nodes[: MOST - 1], Node(text("display.more"), below=_parted(nodes[MOST - 1 :])))
    return nodes


def _joined(kinds: Sequence[RowKind]) -> list[RowKind]:
    """Return the kinds that have rows. Neighbours of the same name are joined."""
    found: list[RowKind] = []
    for kind in kinds:
        if found and kind.rows and kind.name is not None and kind.name == found[-1].name:
            found[-1] = RowKind((*found[-1].rows, *kind.rows), kind.name)
        elif kind.rows:
            found.append(kind)
    return found


def _kinds_as_rows(kinds: Sequence[RowKind], folds: Callable[[RowKind], bool]) -> Nodes:
    """Return the rows of all kinds. Each kind for which `folds` is True becomes one group."""
    return tuple(node for kind in kinds for node in ((_group(kind),) if folds(kind) else _rows([kind])))


def _group(kind: RowKind) -> Node:
    """Return a kind as one group. If it has more than MOST rows in a grid, the first row of the grid is in the group, and
    each other row of the grid in a group of its own."""
    rows, n = _rows([kind]), kind.columns
    if len(rows) == 1:
        return rows[0]
    if len(rows) > MOST > n:
        rows = (*rows[:n], *(Node(below=rows[i : i + n]) for i in range(n, len(rows), n)))
    return Node(kind.name, below=_parted(rows))


def _opened(nodes: Nodes, inside: tuple[int, ...]) -> tuple[Nodes, tuple[int, ...]]:
    """Return the rows of the opened group, and the part of the way to it that still exists."""
    if not inside or inside[0] >= len(nodes) or nodes[inside[0]].row is not None:
        return nodes, ()
    below, way = _opened(nodes[inside[0]].below, inside[1:])
    return below, (inside[0], *way)


def _parted(nodes: Nodes) -> Nodes:
    """Return a list of more than MOST rows in groups. Each group has about as many rows as there are groups."""
    if len(nodes) <= MOST:
        return nodes
    size = max(isqrt(len(nodes) - 1) + 1, -(-len(nodes) // MOST))
    parts = (nodes[i : i + size] for i in range(0, len(nodes), size))
    return tuple(part[0] if len(part) == 1 else Node(below=_parted(part)) for part in parts)
