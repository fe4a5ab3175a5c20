"""What lies on the island: decrees, explorers, and who won a region by them."""

from dataclasses import dataclass

from companion.games.buru.pieces import Explorer, Goods, Region, Site, Spirit, power_of


@dataclass(frozen=True, slots=True)
class Decree:
    """A decree token, in a region or beside an altar. `reward` None: whoever earns it tells what it gives."""

    place: Site
    reward: Goods | None


@dataclass(frozen=True, slots=True)
class Token:
    """An explorer in a region: whose, and which one once it is shown."""

    by: int
    region: Region
    explorer: Explorer | None = None

    @property
    def power(self) -> int | None:
        """What it counts, once it is shown."""
        return None if self.explorer is None else power_of(self.explorer)


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of somebody's tokens in the region of the moment."""

    by: int
    power: int
    added: int = 0
    """So much of it is no token's."""


@dataclass(frozen=True, slots=True)
class Dominance:
    """Who won a region, and what it gave: a totem or a point of esteem, and the decrees that lay there."""

    region: Region
    totem: Spirit | None
    decrees: tuple[Decree, ...]
    totals: tuple[Total, ...]
    """Of all who were there, the winner's first: a later Emissary changes nothing in a region that is over."""
    forgone: bool = False
    """BURU-39: who was there alone took the blessing instead, so nothing of this was given."""

    @property
    def by(self) -> int:
        """BURU-11: who has it."""
        return self.totals[0].by

    @property
    def over(self) -> tuple[int, ...]:
        """Who was there with the same total, further from the Emissary."""
        best, *others = self.totals
        return tuple(total.by for total in others if total.power == best.power)


# What modules lay beside it


@dataclass(frozen=True, slots=True)
class Blessing:
    """BURU-39: the token of a region: who holds it (None: it lies in its field), and on which of the round's tokens it was
    laid, counted as they were laid."""

    region: Region
    holder: int | None = None
    on: int | None = None


@dataclass(frozen=True, slots=True)
class Riding:
    """BURU-42: where Kuda stands, and where the fish marker lies, if it does."""

    region: Region
    space: int = 1
    marker: tuple[Region, int] | None = None


@dataclass(frozen=True, slots=True)
class Guides:
    """BURU-37: who has a guide in this round, and who gained one in it. Rivals always have one."""

    now: tuple[int, ...] = ()
    gained: tuple[int, ...] = ()
