"""What lies on the island: decrees, explorers, and who won a region by them."""

from dataclasses import dataclass

from companion.games.buru.goods import Goods
from companion.games.buru.pieces import Region, Site, Spirit


@dataclass(frozen=True, slots=True)
class Decree:
    """A decree token, in a region or beside an altar. `reward` None: whoever earns it tells what it gives."""

    place: Site
    reward: Goods | None


@dataclass(frozen=True, slots=True)
class Token:
    """An explorer in a region: whose, and its power once it is shown."""

    by: int
    region: Region
    power: int | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of somebody's tokens in the region of the moment."""

    by: int
    power: int


@dataclass(frozen=True, slots=True)
class Dominance:
    """Who won a region, and what it gave: a totem or a point of esteem, and the decrees that lay there."""

    region: Region
    totem: Spirit | None
    decrees: tuple[Decree, ...]
    totals: tuple[Total, ...]
    """Of all who were there, the winner's first: a later Emissary changes nothing in a region that is over."""

    @property
    def by(self) -> int:
        """BURU-11: who has it."""
        return self.totals[0].by

    @property
    def over(self) -> tuple[int, ...]:
        """Who was there with the same total, further from the Emissary."""
        best, *others = self.totals
        return tuple(total.by for total in others if total.power == best.power)
