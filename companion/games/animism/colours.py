"""The four colours in which people draw, and numbers by colour."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, get_args

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
