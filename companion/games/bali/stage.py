"""The scene on the room's screen, and the highlights that fill it for a moment."""

from companion.core.actions import Act
from companion.core.blocks import Count, Highlight, Move
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.games.bali.altar import Sacrifice, Supply
from companion.games.bali.pieces import SHRINE_COST, Card
from companion.games.bali.scoring import moves
from companion.games.bali.state import Public, shrines
from companion.games.bali.turn import Play
from companion.kits.board import PileScene

AT_ALTAR = ("sacrifice", "supply", "keep")
"""The stages in which people act at the altar."""


@cached_by_identity
def scene(public: Public) -> PileScene | None:
    """Return the offer and the altar, until the game is over."""
    if public.final is not None:
        return None
    card = public.paid.card
    return PileScene(
        card=None if card is None else Count(None, card, _fate(public, card)),
        column=None if card is None or public.offer is None else public.offer.last - 1,
        shut=public.demon - 1 if public.demon else None,
        shut_words=text("bali.shut") if public.demon else None,
        matters=public.stage in AT_ALTAR,
    )


def _fate(public: Public, card: Card) -> Text:
    """Return the words on the scored card. The ribbon below has no row if nobody gets anything, so the words say that."""
    pays = public.paid.gains or public.queue
    return text("bali.highlight.scored" if pays else "bali.moves.nothing", card=text(f"bali.card_name.{card}"))


def face_of(kind: str | None) -> str:
    """Return the key of the picture of a sacrifice card. It is face down if `kind` is None."""
    return f"sacrifice_{kind or 'back'}"


def highlight(before: Public, public: Public, seat: Seat | None, action: Act) -> Highlight | None:
    """Return the highlight of this answer: a card that paid, a new shrine, or a card for the altar. Return None for
    others."""
    if _has_paid(before, public):
        return _scored(public)
    match action:
        case Play(card="shrine"):
            return _built(before, public)
        case Sacrifice(kind):
            return _given(public, before.queue[0].seat, "given", kind if isinstance(kind, str) else None)
        case Supply(kind):
            return _given(public, public.active, "supply", kind)
    return None


def _has_paid(before: Public, public: Public) -> bool:
    """Return True if this answer paid the last piece for the scored card."""
    is_new = before.paid.of != public.paid.of or bool(before.queue)
    return public.paid.card is not None and is_new and not public.queue and bool(public.paid.gains)


def _scored(public: Public) -> Highlight:
    card = text(f"bali.card_name.{public.paid.card}")
    paid = moves(public)
    rows = () if paid is None else _by_seat(paid.rows)
    return Highlight(
        kind="scored",
        words=text("bali.highlight.scored", card=card),
        line=text("bali.now.is_scored", card=card),
        seat=rows[0].seat if len(rows) == 1 else None,
        picture=public.paid.card,
        rows=rows,
    )


def _by_seat(rows: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return one row for each seat that gets something, with the sum of its pieces. Kinds of cards are left out."""
    paid = [row for row in rows if not row.still]
    sums = {row.seat: sum(other.counts[0].n or 0 for other in paid if other.seat == row.seat) for row in paid}
    first = {row.seat: row.counts[0] for row in reversed(paid)}
    return tuple(Move((Count(n, first[seat].sign, first[seat].words),), seat) for seat, n in sums.items())


def _built(before: Public, public: Public) -> Highlight:
    place = before.active
    built = shrines(public, place)
    return Highlight(
        kind="built",
        words=text("bali.highlight.built"),
        line=text("bali.now.shrine_built", seat=public.seats[place]),
        seat=public.seats[place],
        picture="shrine_built",
        counts=(
            Count(built, "shrine", text("bali.word.shrine", count=built), change=1),
            Count(None, "stone", text("bali.word.stone", count=SHRINE_COST), change=-SHRINE_COST),
        ),
    )


def _given(public: Public, place: int, key: str, kind: str | None) -> Highlight:
    """Return the highlight of a card that came to the altar. `kind` is None if the card is face down."""
    what = text("bali.highlight.hidden") if kind is None else text(f"bali.offering.{kind}")
    seat = public.seats[place]
    return Highlight(
        kind="given",
        words=text(f"bali.highlight.{key}", what=what),
        line=text(f"bali.highlight.{key}_line", seat=seat, what=what),
        seat=seat,
        picture=face_of(kind),
        counts=(Count(public.altar, "card", _cards(public.altar), change=1),),
    )


def _cards(n: int) -> Text:
    return text("bali.cards_lie_here", count=n)
