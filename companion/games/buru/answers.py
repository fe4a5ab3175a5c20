"""Base classes of answers. Phases and modules look for them."""

from msgspec import UNSET, UnsetType

from companion.core.actions import Action
from companion.games.buru.pieces import GOODS, Good


class EndsStage(Action, frozen=True):
    """An answer that ends a stage. After two of them, screens no longer show the pieces that moved."""


class Worthy(Action, frozen=True):
    """An answer with a `value` that only its seat may know: the worth of the card that a tribute brings."""


class Recruiting(Action, frozen=True):
    """An answer that recruits an islander, by group or by name."""


class Taking(Action, frozen=True):
    """An answer that takes what a region gives: an action space or a forest card."""


class UsingTokoh(Action, frozen=True):
    """An answer that uses the action of a Tokoh in place of an action space."""


class OfGoods(Action, frozen=True):
    """An answer with a number for each of GOODS. Goods that it leaves out do not change."""

    fish: int | UnsetType = UNSET
    esteem: int | UnsetType = UNSET
    clay: int | UnsetType = UNSET
    palm: int | UnsetType = UNSET
    ebony: int | UnsetType = UNSET

    @property
    def goods(self) -> dict[Good, int]:
        """Return the goods that the answer names."""
        numbers = (self.fish, self.esteem, self.clay, self.palm, self.ebony)
        return {name: n for name, n in zip(GOODS, numbers, strict=True) if n is not UNSET}
