"""What a bot likes: simple whole weights."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.core.answers import Answers
from companion.core.view import Seats, View
from companion.games.bali.pieces import KINDS

PLAYS: Final = {"stonemason": 5, "priest": 6, "shrine": 16}
SCORED: Final = {"stonemason": 12, "priest": 9, "shrine": 9}
"""As often as the deck has them; a farmer of a kind 5 times."""
TYPES: Final = {"buy": 2, "discard": 1, "oracle": 4}


def weights(view: View, answers: Answers) -> Sequence[int]:
    return [_weight(view, do) for do in answers.legal()]


def _weight(view: View, do: Mapping[str, Any]) -> int:
    kind = do["type"]
    if kind == "deck_empty":
        return _end(view)
    if kind == "scored":
        return SCORED.get(do["card"], 5)
    if kind == "play":
        return 2 * int(do["count"]) if do["card"] in KINDS else PLAYS[do["card"]]
    if kind in ("keep", "substitute"):
        return 3 if do["kind"] else 1
    return TYPES.get(kind, 4)


def _end(view: View) -> int:
    """A deck lasts some turns a seat; from then on its end is likelier every turn."""
    turn: int = view.where.values.get("turn", 0)
    seats = next(len(block.rows) for block in view.blocks if isinstance(block, Seats))
    return max(0, turn - 3 * seats)
