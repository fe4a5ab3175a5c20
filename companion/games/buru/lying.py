"""The pieces on the island: decrees, explorers, and the seats that won a region by them."""

from dataclasses import dataclass

from companion.games.buru.pieces import Explorer, Goods, Region, Site, Spirit, power_of


@dataclass(frozen=True, slots=True)
class Decree:
    """A decree token, in a region or beside an altar. `reward` None: the seat that earns it enters what it gives."""

    place: Site
    reward: Goods | None


@dataclass(frozen=True, slots=True)
class Token:
    """An explorer in a region, with its owner. Once it is shown, it has a face."""

    by: int
    region: Region
    explorer: Explorer | None = None

    @property
    def power(self) -> int | None:
        """Return what it counts, once it is shown."""
        return None if self.explorer is None else power_of(self.explorer)


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of somebody's tokens in the present region."""

    by: int
    power: int
    added: int = 0
    """The part of it that no token gave."""


@dataclass(frozen=True, slots=True)
class Dominance:
    """The winner of a region, and what it got: a totem or a point of esteem, and the region's decrees."""

    region: Region
    totem: Spirit | None
    decrees: tuple[Decree, ...]
    totals: tuple[Total, ...]
    """The totals of all in the region, the winner's first. A later Emissary does not change them."""
    forgone: bool = False
    """The seat was alone and took the blessing, so it got nothing of this (BURU-39)."""

    @property
    def by(self) -> int:
        """Return the winner's number (BURU-11)."""
        return self.totals[0].by

    @property
    def over(self) -> tuple[int, ...]:
        """Return the others with the same total, who sit further from the Emissary."""
        best, *others = self.totals
        return tuple(total.by for total in others if total.power == best.power)


# Pieces of modules


@dataclass(frozen=True, slots=True)
class Blessing:
    """The blessing of a region (BURU-39). `holder` None: it is in its field. `on` is the index of the round's token that it
    was put on."""

    region: Region
    holder: int | None = None
    on: int | None = None


@dataclass(frozen=True, slots=True)
class Riding:
    """The place of Kuda, and of the fish marker if it is on the island (BURU-42)."""

    region: Region
    space: int = 1
    marker: tuple[Region, int] | None = None


@dataclass(frozen=True, slots=True)
class Guides:
    """The seats with a guide in this round, and those that gained one in it (BURU-37). Rivals always have one."""

    now: tuple[int, ...] = ()
    gained: tuple[int, ...] = ()
