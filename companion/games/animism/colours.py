"""The four pens and their resources. In tuples of four each colour stands in its place of COLOURS."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

Colour = Literal["blue", "green", "red", "yellow"]

COLOURS: Final[tuple[Colour, ...]] = ("blue", "green", "red", "yellow")
PLACE: Final[Mapping[Colour, int]] = {colour: i for i, colour in enumerate(COLOURS)}

Four = tuple[int, int, int, int]
"""A number for each of COLOURS: of resources, of edges, of cells."""

NONE: Final[Four] = (0, 0, 0, 0)


def four(numbers: Mapping[Colour, int]) -> Four:
    """Numbers by colour, those left out 0, each in its place."""
    blue, green, red, yellow = (numbers.get(colour, 0) for colour in COLOURS)
    return blue, green, red, yellow


def tallied(pens: Sequence[int]) -> Four:
    """How often each colour is among these places in COLOURS."""
    return pens.count(0), pens.count(1), pens.count(2), pens.count(3)


def by_colour(numbers: Four) -> dict[Colour, int]:
    """The same as the record has it: what is 0 is left out."""
    return {colour: n for colour, n in zip(COLOURS, numbers, strict=True) if n}


def plus(one: Four, other: Four) -> Four:
    """The two together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def minus(one: Four, other: Four) -> Four:
    """What is left of the one without the other."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]
