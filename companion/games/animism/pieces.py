"""The colours, dice and bonuses of Animism, numbers by colour, and their names."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, get_args

from companion.core.blocks import Count
from companion.core.words import Text, listed, text

Colour = Literal["blue", "green", "red", "yellow"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
"""The colours, in the order in which seats get them if nobody chooses."""

Four = tuple[int, ...]
"""A number for each of COLOURS, in their order."""

NONE: Final[Four] = (0,) * len(COLOURS)


def four(by_colour: Mapping[Colour, int]) -> Four:
    """Return the numbers of these colours in the order of COLOURS. A colour that is left out is 0."""
    return tuple(by_colour.get(colour, 0) for colour in COLOURS)


def by_name(numbers: Four) -> dict[Colour, int]:
    """Return the numbers that are not 0 by their colour, as answers have them."""
    return {colour: n for colour, n in zip(COLOURS, numbers, strict=True) if n}


def plus(numbers: Four, more: Four) -> Four:
    """Return the sum, colour by colour."""
    return tuple(n + m for n, m in zip(numbers, more, strict=True))


def minus(numbers: Four, less: Four) -> Four:
    """Return the difference, colour by colour. It may fall below 0."""
    return tuple(n - m for n, m in zip(numbers, less, strict=True))


def fourth(colours: Iterable[Colour]) -> Colour | None:
    """Return the colour that no seat has in a game for three, or None in a game for four (ANIM-23)."""
    left = [colour for colour in COLOURS if colour not in tuple(colours)]
    return left[0] if left else None


def tallied(places: Sequence[int]) -> Four:
    """Return how often each colour occurs. `places` has colours as indices in COLOURS."""
    return tuple(places.count(i) for i in range(len(COLOURS)))


Die = Literal["black", "white"]
BonusMark = Literal["I", "II", "III"]
"""A bonus that a seat circles on a sheet (ANIM-25)."""

CELL: Final = "cell"
"""The single cell (ANIM-09). No layout has a piece of this name."""

DICE: Final[tuple[Die, ...]] = ("black", "white")

PIECES: Final = (1, 2, 3, 4)
"""The wooden pieces of the four colours, by their numbers in pieces.toml."""


def colour_name(colour: Colour) -> Text:
    """Return the name of a colour."""
    return text(f"animism.colour.{colour}")


def colour_sign(colour: Colour) -> str:
    """Return the sign of the wooden piece of a colour."""
    return f"piece{PIECES[COLOURS.index(colour)]}"


def resource_counts(numbers: Four) -> tuple[Count, ...]:
    """Return the number of each resource with its sign. Colours at 0 are left out."""
    return tuple(Count(n, colour_sign(colour), colour_name(colour)) for colour, n in zip(COLOURS, numbers, strict=True) if n)


def resources_in_words(numbers: Four) -> Text:
    """Return resources in words, such as "2 red, 1 green". If there are none, the words say so."""
    some = [text(f"animism.some.{colour}", count=n) for colour, n in zip(COLOURS, numbers, strict=True) if n]
    return listed(some) if some else text("animism.some.none")


SAMPLED: Final = frozenset(
    ("two", "three", "corner", "hook", "tee", "zig", "four", "oar", "stairs", "branch", "five", "angle")
)
"""The IDs of pieces that have a name in each language: those of the sample layout. Other pieces are called by their ID."""


def piece_name(piece: str) -> Text:
    """Return the name of a piece by its ID, or of the single cell."""
    if piece == CELL:
        return text("animism.cell")
    return text(f"animism.drawn.{piece}") if piece in SAMPLED else text("animism.piece", piece=piece)
