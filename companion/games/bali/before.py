"""What lies before each seat, and what it did last."""

from companion.core.blocks import Count, SeatRow, Seats
from companion.core.caching import once_for_all
from companion.core.words import Text, text
from companion.games.bali.pieces import CARDS, KINDS
from companion.games.bali.state import Public, shrines
from companion.games.bali.tracked.view import in_hand


def counted(n: int, sign: str) -> Count:
    """So many stones, points, shrines or cards, by their sign, with the word for that number."""
    return Count(n, sign, text(f"bali.word.{sign}", count=n))


def asked_of(public: Public) -> int | None:
    """Which seat is awaited; None: the table, or all whose hand is missing."""
    if public.stage in ("setup", "scored", "refill", "end"):
        return None
    return public.queue[0].seat if public.queue else public.active


def _is_awaited(public: Public, place: int) -> bool:
    if public.stage == "setup" and public.offer is not None:
        return not public.offer.hands[place].told
    return place == asked_of(public)


@once_for_all
def seats(public: Public) -> Seats:
    """For each seat its open numbers and last turn, clockwise; whoever is awaited is marked."""
    return Seats(tuple(_row(public, i) for i in range(len(public.seats))))


def _row(public: Public, place: int) -> SeatRow:
    counts = (
        counted(public.stones[place], "stone"),
        counted(public.points[place], "point"),
        counted(shrines(public, place), "shrine"),
        counted(public.cards[place], "card"),
    )
    return SeatRow(
        public.seats[place],
        counts,
        active=_is_awaited(public, place),
        note=last_turn(public, place),
        more=(*in_hand(public, place), *_cards(public, place)),
    )


def _cards(public: Public, place: int) -> tuple[Count, ...]:
    """The cards that were played before a seat, as the box believes."""
    return tuple(
        Count(n, card, text(f"bali.before.{card}", count=n)) for card, n in zip(CARDS, public.table[place], strict=True) if n
    )


def last_turn(public: Public, place: int) -> Text | None:
    """What a seat did in its last turn; None: it had none yet."""
    last = public.played[place]
    if last is None:
        return None
    did = text("bali.last.discard")
    if last.card is not None:
        key = f"bali.farmers.{last.card}" if last.card in KINDS else f"bali.one.{last.card}"
        did = text("bali.last.play", cards=text(key, count=last.count))
    if last.bought is None:
        return did
    return text("bali.last.bought", did=did, card=text(f"bali.offering.{last.bought}"))
