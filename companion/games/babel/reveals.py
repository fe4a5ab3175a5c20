"""How the Master tells the next card that takes effect: which card, then what he chooses for it, if anything."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from companion.core.actions import begun, said
from companion.core.answers import Answers, Choice, Field, Form, Option
from companion.core.words import Text, text
from companion.games.babel import forbids
from companion.games.babel.actions import Reveal
from companion.games.babel.names import card_sign, card_words
from companion.games.babel.pieces import CARDS, CELLS, INSTRUCTIONS, PLACE, Card, Cell, sort_of
from companion.games.babel.state import Own, Public, present
from companion.games.babel.stories import tell
from companion.games.babel.taps import Tapped, back, numbered, steps

TOLD: Final = tuple(card for card in CARDS if card not in ("storm", "punishment"))
"""What may come up in the Master's order, where only the cardboard knows."""
SORTED: Final = ("column", "row", "pair", "cell")
"""Instructions are told in two taps: the sort, then which."""


def answers(public: Public, own: Own | None) -> Answers:
    """On phones the Master's cards lie face down in front of him until he shows them."""
    which, where = text("babel.ask.which"), text("babel.ask.where")
    if public.on_phones:
        assert own is not None
        tapped = [one for i, card in numbered(own) for one in _ways(public, own, card, (back(i),))]
        titles, panel = (text("babel.ask.show"), which, where), text("babel.panel.show")
        return Answers(steps=steps(tapped, titles, (3, 3, 3), (panel,)), forms=(_any(public),), panel=panel)
    tapped = [one for card in TOLD for one in _ways(public, own, card, _named(card))]
    titles, panel = (text("babel.ask.reveal"), which, where), text("babel.panel.reveal")
    return Answers(steps=steps(tapped, titles, (2, 3, 3), (panel,)), forms=(_any(public),), panel=panel)


def _any(public: Public) -> Form:
    """For records: every card with every choice, for the rules to judge."""
    builders = tuple(public.seats[i] for i in present(public).builders)
    choices = (("cell", CELLS), ("next", CELLS), ("seat", builders))
    fields = (Field("card", of=CARDS), *(Field(name, of=values, optional=True) for name, values in choices))
    return Form(begun(Reveal), fields, text("babel.ask.done"), drawn=False)


def _ways(public: Public, own: Own | None, card: Card, named: tuple[Choice, ...]) -> Iterator[Tapped]:
    for way in forbids.ways(public, card):
        yield Tapped(_option(public, own, way), (*named, *_chosen(public, way)))


def _option(public: Public, own: Own | None, way: Reveal) -> Option:
    builds_on = way.cell if way.card in INSTRUCTIONS else UNSET
    return Option(
        said(way),
        card_words(way.card),
        small=None if builds_on is UNSET else _still(public, builds_on),
        spoken=tell(way),
        why=forbids.reveal(public, own, way),
    )


def _still(public: Public, cell: Cell) -> Text | None:
    """How many blocks the blueprint still asks for on a cell."""
    assert public.blueprint is not None
    missing = public.blueprint[PLACE[cell]] - public.heights[PLACE[cell]]
    return text("babel.still", count=missing) if missing > 0 else None


def _named(card: Card) -> tuple[Choice, ...]:
    """The taps that name a card: its sort, and of instructions which."""
    sort = sort_of(card)
    if sort not in SORTED:
        return (Choice(text(f"babel.sort.{sort}"), sign=card_sign(card)),)
    return (Choice(text(f"babel.sort.{sort}"), sign=card_sign(card)), Choice(card_words(card)))


def _chosen(public: Public, way: Reveal) -> tuple[Choice, ...]:
    if way.seat is not UNSET:
        return (Choice(text("babel.seat", seat=way.seat), seat=way.seat),)
    return tuple(_cell(public, cell) for cell in (way.cell, way.next) if cell is not UNSET)


def _cell(public: Public, cell: Cell) -> Choice:
    return Choice(text("babel.cell", cell=cell), small=_still(public, cell))
