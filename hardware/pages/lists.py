"""A list of answers on the display: three rows at once, the chosen one inverted."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import msgspec

from hardware.pages.acts import Choose, KeyAct
from hardware.pages.leaves import NOTHING, Listed, ListRow
from hardware.pages.writer import Writer

LIST: Final = 3
"""Rows of a list that are seen at once."""

Row = tuple[ListRow, KeyAct]
"""What a row says, and what OK does on it."""
Rows = Sequence[Callable[[], Row]]
"""A list, of which only what is seen gets written: a question may have hundreds of answers."""


def known(rows: Iterable[Row]) -> Rows:
    """Rows that are few, or written already."""
    return [partial(_itself, row) for row in rows]


def _itself(row: Row) -> Row:
    return row


def list_page(w: Writer, title: str, rows: Rows, back: KeyAct, secret: bool = False) -> Listed:
    """A list of answers: Next marks the next one, OK takes it. `secret`: nobody else is to see which is marked."""
    chosen = w.turn.row % len(rows)
    top = max(0, min(chosen - 1, len(rows) - LIST))
    seen = [row() for row in rows[top : top + LIST]]
    return Listed(
        page=w.page,
        title=title,
        right=w.oled("nth", n=chosen + 1, of=len(rows)) if len(rows) > LIST else "",
        rows=tuple(msgspec.structs.replace(row, chosen=n == chosen) for n, (row, _) in enumerate(seen, top)),
        secret=secret,
        buttons=(
            w.soft_key("back", back),
            w.soft_key("next", Choose((chosen + 1) % len(rows))) if len(rows) > 1 else NOTHING,
            w.soft_key("take_it", seen[chosen - top][1]),
        ),
        hold_back=w.take_back(),
    )
