"""What a tracked offer waits for, and what the box draws where the deck is not at hand."""

from companion.core import dues
from companion.core.caching import once
from companion.core.dues import Chance, Due
from companion.core.game import Pick
from companion.core.state import Seat, changed
from companion.games.bali.actions import LayOut, Refill
from companion.games.bali.hands import size
from companion.games.bali.offer import Offer, deck, left
from companion.games.bali.pieces import COLUMNS, LONG, Drawn
from companion.games.bali.state import Public
from companion.games.bali.tracked.rules import of


def waiting(public: Public) -> tuple[Due, ...]:
    """What is asked in the stages that only a tracked offer has; nothing in the others."""
    if public.stage == "setup":
        return _setup(public)
    if public.stage == "take":
        seat, held = public.seats[public.active], size(of(public), public.active)
        return (dues.of_seat(f"take-{public.turn}-{held}", "take", seat),)
    if public.stage == "refill":
        cards = deck(of(public), public.options.oracle)
        return (dues.of_table(f"refill-{public.turn}-{cards}", "refill", chance=Chance.LOTS),)
    return ()


def _setup(public: Public) -> tuple[Due, ...]:
    """A hand of each seat and four columns, all at once; each is told once."""
    offer = of(public)
    hands = (_hand(f"hand-{i}", seat) for i, seat in enumerate(public.seats) if not offer.hands[i].told)
    columns = (
        dues.of_table(_column(n), "column", chance=Chance.LOTS) for n in range(1, COLUMNS + 1) if not offer.columns[n - 1]
    )
    return (*hands, *columns)


def _column(number: int) -> str:
    return f"column-{number}"


def _hand(id_: str, seat: Seat) -> Due:
    """All see that it was told; the kinds are the seat's own."""
    return dues.of_seat(id_, "hand", seat, known_to={"farmers": frozenset({seat})})


def offers(public: Public) -> tuple[Due, ...]:
    """Until the end a seat may tell its start farmers again."""
    if public.offer is None or public.stage in ("setup", "end"):
        return ()
    return _hands_again(public.seats)


@once
def _hands_again(seats: tuple[Seat, ...]) -> tuple[Due, ...]:
    return tuple(changed(_hand(f"hand-{i}-again", seat), waits=False) for i, seat in enumerate(seats))


def draw(public: Public, due: Due, pick: Pick) -> LayOut | Refill:
    """Cards that are not out, as fair as a shuffled deck. Oracles come into it after the columns (BALI-26)."""
    if due.kind == "column":
        number = column_of(due)
        return LayOut(number, [card for card in _cards(of(public), False, pick) if card != "oracle"])
    return Refill(_cards(of(public), public.options.oracle, pick))


def column_of(due: Due) -> int:
    """Which column a due of set-up asks for."""
    return next(n for n in range(1, COLUMNS + 1) if due.id == _column(n))


def _cards(offer: Offer, oracle: bool, pick: Pick) -> list[Drawn]:
    """As many as a column takes; or the last ones, in the order in which they are kept."""
    deck = [card for card, n in left(offer, oracle).items() for _ in range(n)]
    return deck if len(deck) < LONG else [deck.pop(pick(len(deck))) for _ in range(LONG)]
