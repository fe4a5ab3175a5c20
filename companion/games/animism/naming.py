"""What colours and resources are called, and the wooden pieces that stand for them."""

from companion.core.blocks import Count
from companion.core.words import Text, listed, text
from companion.games.animism.colours import COLOURS, Colour, Four
from companion.games.animism.state import PIECES


def colour(of: Colour) -> Text:
    """Its name."""
    return text(f"animism.colour.{of}")


def sign(of: Colour) -> str:
    """The wooden piece of that colour."""
    return f"piece{PIECES[COLOURS.index(of)]}"


def counts(numbers: Four) -> tuple[Count, ...]:
    """Resources as pieces, those of which there are some."""
    return tuple(Count(n, sign(of), colour(of)) for of, n in zip(COLOURS, numbers, strict=True) if n)


def resources(numbers: Four) -> Text:
    """Resources in words: "2 red, 1 green"; or that there are none."""
    some = [text(f"animism.some.{of}", count=n) for of, n in zip(COLOURS, numbers, strict=True) if n]
    return listed(some) if some else text("animism.some.none")
