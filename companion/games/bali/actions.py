"""What can be answered in a game of Bali."""

from typing import Final, Literal

from msgspec import UNSET, UnsetType, field

from companion.core.actions import Accept, Action, Vocabulary
from companion.core.state import Seat
from companion.games.bali.pieces import Card, Drawn, Kind

Reward = Literal["stones", "points"]
"""BALI-17: what a shrine that is scored brings, as its seat chooses."""


class Buy(Action, frozen=True, tag="buy"):
    """BALI-06: a sacrifice card."""

    kind: Kind


class Play(Action, frozen=True, tag="play"):
    """BALI-07: farmers of one kind, or one other card."""

    card: Card
    count: int | UnsetType = UNSET
    """Of farmers; 1 if left out."""


class Discard(Action, frozen=True, tag="discard"):
    """BALI-08: a card to the box, where nothing can be played."""


class Sacrifice(Action, frozen=True, tag="sacrifice"):
    """BALI-09: a card to the altar."""

    kind: Kind | UnsetType = UNSET


class Supply(Action, frozen=True, tag="supply"):
    """BALI-09: the supply's card to the altar."""

    kind: Kind


class Oracle(Action, frozen=True, tag="oracle"):
    """BALI-28: the active seat took an oracle, and looks."""


class Keep(Action, frozen=True, tag="keep"):
    """BALI-29: one of the cards that the oracle showed, or none."""

    kind: Kind | UnsetType | None = UNSET


class Scored(Action, frozen=True, tag="scored"):
    """BALI-14: the card that is scored at a turn's end."""

    card: Card


class Choose(Action, frozen=True, tag="reward"):
    """What a seat takes for its shrines."""

    of: Reward = field(name="as")


class Substitute(Action, frozen=True, tag="substitute"):
    """BALI-19: another kind for one that the supply no longer has, or none."""

    kind: Kind | None


class DeckEmpty(Action, frozen=True, tag="deck_empty"):
    """BALI-21: the end."""


class Count(Action, frozen=True, tag="count"):
    """BALI-37: what a seat counted, all but the altar; or the table, the altar alone. A kind that is left out counts 0."""

    sacrifices: dict[Kind, int] | UnsetType = UNSET
    stones: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    shrines: int | UnsetType = UNSET
    altar: dict[Kind, int] | UnsetType = UNSET


class Hold(Action, frozen=True, tag="hand"):
    """BALI-36: the three start farmers that a seat holds."""

    farmers: list[Kind] | UnsetType = UNSET


class LayOut(Action, frozen=True, tag="column"):
    """BALI-36: a column as it was laid out before the first turn, from the bottom."""

    column: int
    cards: list[Card]


class Take(Action, frozen=True, tag="take"):
    """BALI-12: the bottom card of a column."""

    column: int


class Refill(Action, frozen=True, tag="refill"):
    """BALI-13: what was drawn for an emptied column, from the bottom."""

    cards: list[Drawn]


class SetRight(Action, frozen=True, tag="set"):
    """What really lies there: the stones or points of a seat, or both; with a tracked offer the cards of a column, from the
    bottom, or one card that a seat took."""

    seat: Seat | UnsetType = UNSET
    stones: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    card: Card | UnsetType = UNSET
    is_: Card | UnsetType = field(name="is", default=UNSET)
    column: int | UnsetType = UNSET
    cards: list[Card] | UnsetType = UNSET


BaliAct = (
    Hold
    | LayOut
    | Take
    | Refill
    | Buy
    | Play
    | Discard
    | Sacrifice
    | Supply
    | Oracle
    | Keep
    | Scored
    | Choose
    | Substitute
    | DeckEmpty
    | Count
    | Accept
    | SetRight
)
ACTIONS: Final[Vocabulary[BaliAct]] = Vocabulary(BaliAct)
