"""What a bot likes: simple whole weights."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.actions import otherwise
from companion.core.answers import Answers
from companion.core.blocks import SeatRow, Seats
from companion.core.board import Columns
from companion.core.view import View
from companion.games.bali.actions import ACTIONS, BaliAct, Buy, DeckEmpty, Discard, Keep, Play, Scored, Substitute, Take
from companion.games.bali.pieces import Card, is_kind

PLAYS: Final[Mapping[Card, int]] = {"stonemason": 5, "priest": 6, "shrine": 16}
SCORED: Final[Mapping[Card, int]] = {"stonemason": 12, "priest": 9, "shrine": 9}
"""As often as the deck has them; a farmer of a kind 5 times."""
TAKEN: Final[Mapping[str, int]] = {"stonemason": 3, "priest": 3, "shrine": 5}
"""A farmer: 2."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """For each legal answer, in their order: 0 or more. An empty deck weighs nothing at first, then more every turn."""
    return [_weight(view, ACTIONS.heard(do)) for do in answers.legal()]


def _weight(view: View, action: BaliAct) -> int:
    match action:
        case DeckEmpty():
            return _end(view)
        case Scored(card):
            return SCORED.get(card, 5)
        case Take(column):
            return _take(view, column)
        case Play(card, count):
            return 2 * otherwise(count, 1) if is_kind(card) else PLAYS[card]
        case Keep(kind) | Substitute(kind):
            return 3 if kind else 1
        case Buy(kind):
            return 1 + _mine(view, kind) ** 2
        case Discard():
            return 1
        case _:
            return 4


def _take(view: View, column: int) -> int:
    """What is taken, and what the card above it would bring more than to anybody else if it were scored."""
    lying = next(block for block in view.blocks if isinstance(block, Columns)).columns[column - 1].cards
    taken = TAKEN.get(lying[-1].sign, 2)
    if len(lying) == 1:
        return taken
    scored = lying[-2].sign
    theirs = max(_before(row, scored) for row in _rows(view) if not row.active)
    return max(1, taken + 9 * (_mine(view, scored) - theirs))


def _rows(view: View) -> Sequence[SeatRow]:
    return next(block.rows for block in view.blocks if isinstance(block, Seats))


def _mine(view: View, card: str) -> int:
    """How many of a card lie before the active seat."""
    return sum(_before(row, card) for row in _rows(view) if row.active)


def _before(row: SeatRow, card: str) -> int:
    """How many of a card lie before a seat."""
    return sum(count.n or 0 for count in row.more if count.sign == card)


def _end(view: View) -> int:
    """A deck lasts some turns a seat; from then on its end is likelier every turn."""
    return max(0, view.round - 3 * len(_rows(view)))
