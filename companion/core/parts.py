"""A screen as named parts, the data that a page draws by itself: keys and values, no words (docs/http.md).

A part has a name of its own, so that a stream can send those alone that changed. Nothing here decides anything about a game.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.core.blocks import Block, Seats, Secret
from companion.core.once import once, once_for_all
from companion.core.view import Now, Screen
from companion.core.words import Text

Parts = dict[str, Any]
"""Values that msgspec writes as JSON, by the part's name."""


def merged(*groups: Parts) -> Parts:
    """Groups of parts as one."""
    return {name: part for group in groups for name, part in group.items()}


def there(**said: Any) -> dict[str, Any]:
    """What is so: a page takes what it is not told for false, nothing or none."""
    return {name: value for name, value in said.items() if value}


def screen_groups(screen: Screen) -> tuple[Parts, ...]:
    """What a chair, or an onlooker, sees of a game, and the questions by their dues."""
    view = screen.view
    said = there(
        where=view.where,
        now=now_part(view.now),
        phase=view.phase,
        cards=view.cards,
        over=screen.over,
        turn=view.oled.seat if screen.seat is None else None,
        turning=view.turning if screen.seat is None else None,
    )
    asks = {} if screen.seat is None else {"asks": [ask.due for ask in screen.asks]}
    own = {**said, **asks, **{f"ask {ask.due}": ask for ask in screen.asks}}
    asked = [ask.answers.on for ask in screen.asks if ask.answers.on is not None]
    above = [block for block in view.blocks if block not in asked]  # what a question stands on is drawn once
    return own, *block_groups(above)


def now_part(now: Now, *more: Text) -> dict[str, Any]:
    """What now, with these small lines after its own."""
    return there(line=now.line, small=(*now.small, *more), lit=now.lit)


def block_groups(blocks: Iterable[Block]) -> tuple[Parts, ...]:
    """`blocks` names them in their order; of a kind that comes more than once each has its place in its name. What is secret
    stands apart."""
    order: list[str] = []
    found: Parts = {"blocks": order}
    rows: list[Parts] = []
    seen: Counter[str] = Counter()
    for block in blocks:
        tag = _tag(type(block))
        seen[tag] += 1
        name = tag if seen[tag] == 1 else f"{tag}{seen[tag]}"
        if isinstance(block, Secret):
            found["secret"] = block
            continue
        order.append(name)
        if isinstance(block, Seats):
            rows.append(_first_rows(block) if name == "seats" else _rows(block, name))
        else:
            found[f"block {name}"] = block
    return found, *rows


@once
def _tag(of: type[Block]) -> str:
    return str(of.__struct_config__.tag)


def _rows(block: Seats, name: str) -> Parts:
    """Each seat's row is a part of its own: of ten an answer changes one or two."""
    seats = {"block": "seats", "rows": [row.seat for row in block.rows]}
    return {f"block {name}": seats, **{f"row {name} {row.seat}": row for row in block.rows}}


@once_for_all
def _first_rows(block: Seats) -> Parts:
    return _rows(block, "seats")
