"""The pieces on the island: decrees, explorers, the winners of regions, and the pieces of modules."""

from dataclasses import dataclass

from companion.games.buru.pieces import Explorer, Goods, Region, Site, Spirit, power_of


@dataclass(frozen=True, slots=True)
class Decree:
    """A decree token, in a region or beside an altar. If `reward` is None, the seat that earns the decree enters what it
    gives."""

    place: Site
    reward: Goods | None


@dataclass(frozen=True, slots=True)
class Token:
    """An explorer in a region, and the number of its owner. `explorer` is None until the token is shown."""

    by: int
    region: Region
    explorer: Explorer | None = None

    @property
    def power(self) -> int | None:
        """Return the explorer's power, or None until it is shown."""
        return None if self.explorer is None else power_of(self.explorer)


@dataclass(frozen=True, slots=True)
class Total:
    """The power of a player in the present region."""

    by: int
    power: int
    added: int = 0
    """The part of the power that no token gives, such as a blessing's."""


@dataclass(frozen=True, slots=True)
class Dominance:
    """The winner of a region, and its gifts: a totem or a point of esteem, and the region's decrees."""

    region: Region
    totem: Spirit | None
    decrees: tuple[Decree, ...]
    totals: tuple[Total, ...]
    """The totals of all players in the region, the winner's first. A later Emissary does not change their order."""
    forgone: bool = False
    """True if the winner was alone and took the blessing in place of these gifts (BURU-39)."""

    @property
    def by(self) -> int:
        """Return the winner's number (BURU-11)."""
        return self.totals[0].by

    @property
    def over(self) -> tuple[int, ...]:
        """Return the other players with the same total. They sit further from the Emissary."""
        best, *others = self.totals
        return tuple(total.by for total in others if total.power == best.power)


# Pieces of modules


@dataclass(frozen=True, slots=True)
class Blessing:
    """The blessing of a region (BURU-39). `holder` is None while it is in its field. `on` is the index of the token on which
    it was put in this round."""

    region: Region
    holder: int | None = None
    on: int | None = None


@dataclass(frozen=True, slots=True)
class Riding:
    """The region and space of Kuda, and of the fish marker if it is on the island (BURU-42)."""

    region: Region
    space: int = 1
    marker: tuple[Region, int] | None = None


@dataclass(frozen=True, slots=True)
class Guides:
    """The people with a guide in this round, and those that gained one in it (BURU-37). Rivals, which always have one, are
    in neither."""

    now: tuple[int, ...] = ()
    gained: tuple[int, ...] = ()
