"""What moves on the table when a card is scored or a number set right: said on every screen until the next seat plays."""

from collections.abc import Mapping

from companion.core.blocks import Count, Move, Moves
from companion.core.caching import once_for_all
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.games.bali.pieces import CARDS
from companion.games.bali.state import Gain, Paid, Public


def tallies(public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
    """What lies before each seat. The altar and the demon have a block of their own, and cards come there one tap each."""
    return {
        seat: {
            "stone": public.stones[i],
            "point": public.points[i],
            "card": public.cards[i],
            **dict(zip(CARDS, public.table[i], strict=True)),
        }
        for i, seat in enumerate(public.seats)
    }


def counted(sign: str, n: int) -> Text:
    """What so many pieces of a tally are called."""
    return text(f"bali.before.{sign}" if sign in CARDS and sign != "shrine" else f"bali.word.{sign}", count=n)


def paid(public: Public, place: int, tally: str) -> int:
    """How many pieces of a kind a seat has just been paid; what was set right is no payment."""
    if public.stage == "turn" and public.bought is not None:
        return 0  # its own number has changed again since
    return sum(gain.n for gain in public.paid.gains if (gain.seat, gain.tally) == (place, tally) and gain.now is None)


@once_for_all
def moves(public: Public) -> Moves | None:
    """While seats still choose and nobody got anything yet there is nothing to take."""
    paid = public.paid
    rows = tuple(_row(public, gain) for gain in paid.gains)
    if not rows and (paid.card is None or public.queue):
        return None
    return Moves(paid.of, _title(paid), rows)


def _title(paid: Paid) -> Text:
    if paid.card is None:
        return text("bali.moves.set_right")
    key = "scored" if any(gain.now is None for gain in paid.gains) else "nothing"
    return text(f"bali.moves.{key}", card=text(f"bali.card_name.{paid.card}"))


def _row(public: Public, gain: Gain) -> Move:
    seat, kind = public.seats[gain.seat], gain.kind
    if gain.now is not None:
        right = Count(gain.now, gain.tally, text(f"bali.word.{gain.tally}", count=gain.now), change=gain.n)
        return Move((right,), seat, text("bali.moves.corrected", was=gain.now - gain.n, n=gain.now), still=True)
    count = Count(gain.n, gain.tally, text(f"bali.word.{gain.tally}", count=abs(gain.n)))
    return Move((count,), seat, text(f"bali.kind.{kind}") if kind else None)
