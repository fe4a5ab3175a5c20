"""What cards and cells are called."""

from typing import Final

from companion.core.words import Text, text
from companion.games.babel.pieces import Card, Cell, sort_of

SIGNS: Final = ("lightning", "storm", "deliberation", "seal", "punishment")


def card_words(card: Card) -> Text:
    """A card by its name: "column B", "A1 or A2", "storm"."""
    sort, _, which = card.partition("-")
    if sort == "pair":
        one, two = which.split("-")
        return text("babel.card_name.pair", one=one, two=two)
    return text(f"babel.card_name.{sort}", which=which) if which else text(f"babel.card_name.{sort}")


def card_sign(card: Card) -> str:
    """The drawing on a card: one for each special card, and one for each sort of instruction."""
    return card if card in SIGNS else f"build_{sort_of(card)}"


def cell_sign(cell: Cell) -> str:
    """The base card with this cell filled."""
    return f"cell_{cell}"
