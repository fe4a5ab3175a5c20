"""The names and signs of cards and cells. For cards on phones also the pile, the deal, and the cards that a hand takes or
loses."""

from collections import Counter
from collections.abc import Mapping

from companion.core.game import Pick
from companion.core.state import Seat, with_own
from companion.core.words import Text, listed, text
from companion.games.babel import pieces
from companion.games.babel.pieces import CARDS, CELLS, HAND, SPECIALS, Card, Cell, sort_of
from companion.games.babel.state import BabelState, Box, Public, present_round


def card_words(card: Card) -> Text:
    """Return the name of a card: "column B", "A1 or A2", "storm"."""
    sort, _, which = card.partition("-")
    if sort == "pair":
        one, two = which.split("-")
        return text("babel.card_name.pair", one=one, two=two)
    return text(f"babel.card_name.{sort}", which=which) if which else text(f"babel.card_name.{sort}")


def cells_words(numbers: Mapping[Cell, int]) -> Text:
    """Return the cells that have blocks, each with its number, as one list."""
    cells = [text("babel.cell_has", cell=cell, count=n) for cell in CELLS if (n := numbers.get(cell))]
    return listed(cells) if cells else text("babel.none")


def card_sign(card: Card) -> str:
    """Return the sign of a card. Each special card has its own, and so has each sort of instruction."""
    return card if card in SPECIALS else f"build_{sort_of(card)}"


def cell_sign(cell: Cell) -> str:
    """Return the sign of a cell: the base card with this cell filled."""
    return f"cell_{cell}"


def left_in_pile(box: Box, seats: int) -> Counter[Card]:
    """Return how many of each card are still in the pile of a game for `seats` seats."""
    return Counter({card: pieces.copies(card, seats) for card in CARDS}) - Counter(box.out)


def cards_to_draw(public: Public) -> tuple[tuple[int, int], ...]:
    """Return the place of each builder and how many cards it draws, in drawing order (BABEL-13). A builder who discarded
    nothing draws one card, the others draw two."""
    this = present_round(public)
    return tuple((i, 1 if i in this.nothing else 2) for i in this.builders)


def drawers(public: Public) -> tuple[Seat, ...]:
    """Return the seat that gets each card of a draw, in drawing order."""
    return tuple(public.seats[i] for i, cards in cards_to_draw(public) for _ in range(cards))


def may_be_drawn(box: Box, seats: int, cards: list[Card]) -> bool:
    """Return True if the pile may have these cards on top, in this order. A record may name cards that it cannot have. All
    punishment cards that are left are among the first `box.top` cards (BABEL-06)."""
    pile, top = left_in_pile(box, seats), box.top
    for card in cards:
        if not pile[card] or (top and card != "punishment" and pile["punishment"] == top):
            return False
        if card == "punishment" and not top:
            return False
        pile[card] -= 1
        top = max(0, top - 1)
    return True


def random_draw(box: Box, seats: int, n: int, pick: Pick) -> list[Card]:
    """Return `n` random cards from the top of the pile. Each order that the pile may have is equally likely."""
    punishments, others = _split_pile(left_in_pile(box, seats))
    cards: list[Card] = []
    for i in range(n):
        top = max(0, box.top - i)
        # Each of the first `top` cards is equally likely to be a punishment card.
        if top and pick(top) < punishments:
            punishments -= 1
            cards.append("punishment")
        else:
            cards.append(others.pop(pick(len(others))))
    return cards


def _split_pile(pile: Counter[Card]) -> tuple[int, list[Card]]:
    """Return the number of punishment cards in the pile, and all other cards one by one."""
    return pile["punishment"], [card for card in CARDS if card != "punishment" for _ in range(pile[card])]


def random_hands(seats: tuple[Seat, ...], pick: Pick) -> dict[Seat, list[Card]]:
    """Return a random hand of three cards for each seat. Exactly one card of all hands is a punishment card (BABEL-06)."""
    _, others = _split_pile(left_in_pile(Box(), len(seats)))
    cards = [others.pop(pick(len(others))) for _ in range(pieces.cards_dealt(len(seats)) - 1)]
    cards.insert(pick(len(cards) + 1), "punishment")
    return {seat: cards[i * HAND : (i + 1) * HAND] for i, seat in enumerate(seats)}


def may_be_dealt(hands: Mapping[Seat, list[Card]]) -> bool:
    """Return True if the hands have exactly one punishment card, and no more copies of a card than the game has
    (BABEL-06)."""
    cards = Counter(card for hand in hands.values() for card in hand)
    return cards["punishment"] == 1 and all(n <= pieces.copies(card, len(hands)) for card, n in cards.items())


def with_cards(state: BabelState, seat: Seat, cards: list[Card]) -> BabelState:
    """Return the state after a seat took cards. A punishment card makes an architect a zealot for good (BABEL-04)."""
    own = state.own[seat]
    becomes_zealot = "punishment" in cards and own.role == "architect" and not own.is_zealot
    hand = tuple(sorted((*own.hand, *cards)))
    state = with_own(state, seat, hand=hand)
    return with_own(state, seat, is_zealot=True, zealot_since=state.public.round) if becomes_zealot else state


def without(hand: tuple[Card, ...], *cards: Card | None) -> tuple[Card, ...]:
    """Return a hand without these cards."""
    rest = list(hand)
    for card in cards:
        if card is not None:
            rest.remove(card)
    return tuple(rest)


def refusal_unless(fits: bool) -> Text | None:
    """Return None if the answer fits hand and role, else the refusal. It is the same for every reason, because neighbours
    can read it."""
    return None if fits else text("babel.not_held")
