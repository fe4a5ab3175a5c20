"""Kinds of answers that several phases and modules look for."""

from msgspec import UNSET, UnsetType

from companion.core.actions import Action
from companion.games.buru.pieces import GOODS, Good


class EndsStage(Action, frozen=True):
    """An answer that ends a stage. After two of them everybody has had time for the pieces that moved."""


class Worthy(Action, frozen=True):
    """An answer with a `value` that only its seat may know: what a tribute's card is worth."""


class Recruiting(Action, frozen=True):
    """An islander is recruited, by group or by name."""


class Taking(Action, frozen=True):
    """What a region gives is taken: an action space, or a forest card."""


class UsingTokoh(Action, frozen=True):
    """The Tokoh acts in place of that."""


class OfGoods(Action, frozen=True):
    """Any of GOODS; those that are left out are not told."""

    fish: int | UnsetType = UNSET
    esteem: int | UnsetType = UNSET
    clay: int | UnsetType = UNSET
    palm: int | UnsetType = UNSET
    ebony: int | UnsetType = UNSET

    @property
    def goods(self) -> dict[Good, int]:
        """Those that are told."""
        numbers = (self.fish, self.esteem, self.clay, self.palm, self.ebony)
        return {name: n for name, n in zip(GOODS, numbers, strict=True) if n is not UNSET}
