"""What a bot likes: simple whole weights."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.action import otherwise
from companion.core.answers import Answers
from companion.core.blocks import Seats
from companion.core.view import View
from companion.games.bali.actions import ACTIONS, BaliAct, Buy, DeckEmpty, Discard, Keep, Play, Scored, Substitute
from companion.games.bali.pieces import Card, is_kind

PLAYS: Final[Mapping[Card, int]] = {"stonemason": 5, "priest": 6, "shrine": 16}
SCORED: Final[Mapping[Card, int]] = {"stonemason": 12, "priest": 9, "shrine": 9}
"""As often as the deck has them; a farmer of a kind 5 times."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """For each legal answer, in their order: 0 or more. An empty deck weighs nothing at first, then more every turn."""
    return [_weight(view, ACTIONS.heard(do)) for do in answers.legal()]


def _weight(view: View, action: BaliAct) -> int:
    match action:
        case DeckEmpty():
            return _end(view)
        case Scored(card):
            return SCORED.get(card, 5)
        case Play(card, count):
            return 2 * otherwise(count, 1) if is_kind(card) else PLAYS[card]
        case Keep(kind) | Substitute(kind):
            return 3 if kind else 1
        case Buy():
            return 2
        case Discard():
            return 1
        case _:
            return 4


def _end(view: View) -> int:
    """A deck lasts some turns a seat; from then on its end is likelier every turn."""
    seats = next(len(block.rows) for block in view.blocks if isinstance(block, Seats))
    return max(0, view.round - 3 * seats)
