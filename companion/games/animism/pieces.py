"""The colours, dice and bonuses of Animism, numbers by colour, and their names."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, get_args

from companion.core.blocks import Count
from companion.core.words import Text, listed, text

Colour = Literal["blue", "green", "red", "yellow"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
"""In the order in which seats get them that chose none."""

Four = tuple[int, ...]
"""A number for each of COLOURS, in their order."""

NONE: Final[Four] = (0,) * len(COLOURS)


def four(by_colour: Mapping[Colour, int]) -> Four:
    """Numbers by name; a colour that is left out is 0."""
    return tuple(by_colour.get(colour, 0) for colour in COLOURS)


def by_name(numbers: Four) -> dict[Colour, int]:
    """The numbers that are not 0, by name, as an answer says them."""
    return {colour: n for colour, n in zip(COLOURS, numbers, strict=True) if n}


def plus(numbers: Four, more: Four) -> Four:
    """The sum, colour by colour."""
    return tuple(n + m for n, m in zip(numbers, more, strict=True))


def minus(numbers: Four, less: Four) -> Four:
    """The difference, colour by colour; it may fall below 0."""
    return tuple(n - m for n, m in zip(numbers, less, strict=True))


def place(colour: Colour) -> int:
    """Where a colour stands in COLOURS."""
    return COLOURS.index(colour)


def fourth(colours: Iterable[Colour]) -> Colour | None:
    """ANIM-23: the colour that nobody of three seats has; None with four."""
    left = [colour for colour in COLOURS if colour not in tuple(colours)]
    return left[0] if left else None


def tallied(places: Sequence[int]) -> Four:
    """How often each colour is among these places in COLOURS."""
    return tuple(places.count(i) for i in range(len(COLOURS)))


Die = Literal["black", "white"]
Mark = Literal["I", "II", "III"]
"""ANIM-25: which bonus is circled on a sheet."""

CELL: Final = "cell"
"""ANIM-09: the single cell, which no layout calls a piece."""


DICE: Final[tuple[Die, ...]] = ("black", "white")


PIECES: Final = (1, 2, 3, 4)
"""The wooden pieces of the four colours, as pieces.toml numbers them."""


def colour_name(of: Colour) -> Text:
    """Return a colour in a word."""
    """Its name."""
    return text(f"animism.colour.{of}")


def colour_sign(of: Colour) -> str:
    """The wooden piece of that colour."""
    return f"piece{PIECES[COLOURS.index(of)]}"


def resource_counts(numbers: Four) -> tuple[Count, ...]:
    """Resources as pieces, those of which there are some."""
    return tuple(Count(n, colour_sign(of), colour_name(of)) for of, n in zip(COLOURS, numbers, strict=True) if n)


def resources_in_words(numbers: Four) -> Text:
    """Resources in words: "2 red, 1 green"; or that there are none."""
    some = [text(f"animism.some.{of}", count=n) for of, n in zip(COLOURS, numbers, strict=True) if n]
    return listed(some) if some else text("animism.some.none")


def piece_name(piece: str) -> Text:
    """A piece by its ID, or the single cell."""
    return text("animism.cell") if piece == CELL else text("animism.piece", piece=piece)
