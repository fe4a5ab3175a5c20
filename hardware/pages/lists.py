"""A list of answers on the display: three rows at once, the chosen one inverted."""

from typing import Final

import msgspec

from hardware.pages.acts import Choose, KeyAct
from hardware.pages.leaves import Listed, ListRow
from hardware.pages.writer import Writer

LIST: Final = 3
"""Rows of a list that are seen at once."""


def list_page(w: Writer, title: str, rows: list[ListRow], acts: list[KeyAct], back: KeyAct, secret: bool = False) -> Listed:
    """A list of answers: Next marks the next one, OK takes it. `secret`: nobody else is to see which is marked."""
    chosen = w.turn.row % len(rows)
    top = max(0, min(chosen - 1, len(rows) - LIST))
    rows[chosen] = msgspec.structs.replace(rows[chosen], chosen=True)
    return Listed(
        page=w.page,
        title=title,
        right=w.oled("nth", n=chosen + 1, of=len(rows)) if len(rows) > LIST else "",
        rows=tuple(rows[top : top + LIST]),
        secret=secret,
        buttons=(
            w.soft_key("back", back),
            w.soft_key("next", Choose((chosen + 1) % len(rows))),
            w.soft_key("take_it", acts[chosen]),
        ),
        hold_back=w.take_back(),
    )
