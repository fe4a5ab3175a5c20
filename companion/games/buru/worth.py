"""What cards are worth at the end, and what people counted."""

from dataclasses import dataclass

from companion.games.buru.pieces import SPIRITS


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody's cards are worth, told at the end: values by spirit, and elders."""

    tributes: tuple[tuple[int, ...], ...] = ((),) * len(SPIRITS)
    elders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """BURU-45: what a seat counted on the table."""

    esteem: int
    tributes: int
    elders: int


@dataclass(frozen=True, slots=True)
class Final:
    """What the end reveals of everybody's cards, and what people counted since."""

    words: tuple[Word, ...]
    counted: tuple[Counted | None, ...]
