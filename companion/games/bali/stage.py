"""Pictures of the table: the scene on the room's screen, its highlights, the set-up, and the first minute."""

from collections.abc import Iterator, Sequence

from companion.core.actions import Act
from companion.core.blocks import Count, Highlight, Move
from companion.core.caching import cached_by_identity
from companion.core.set_up import Figure, MinutePage, SetUpStep, card, coming, row_of, set_up_step
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.games.bali.altar import Sacrifice, Supply
from companion.games.bali.pieces import FIRST_STONES, SHRINE_COST, Card
from companion.games.bali.scoring import moves
from companion.games.bali.state import Options, Public, shrines
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


# The set-up: the steps, with the places of the pieces (BALI-01 to 05, BALI-26, BALI-31)


DECK = 50  # BALI-01
ROWS = (
    ("banana", "stonemason", "rice", "pepper"),
    ("shrine", "priest", "peanut", "rice"),
    ("peanut", "rice", "shrine", "banana"),
    ("priest", "pepper", "banana", "rice"),
)
"""The cards of the four columns in the drawing, from the top."""
COLUMNS = tuple(card(row, 84, 96 + 19 * n, 25, n=4, dx=29) for n, row in enumerate(ROWS))
"""The same cards at their places."""


def set_up_steps(seats: Sequence[Seat], options: Options) -> Iterator[SetUpStep]:
    """Yield the steps of the set-up. Each comes after the steps that it needs."""
    key = "bali.set_up."
    yield set_up_step(key + "mason", "each", card("stonemason", 10, 10, 34), art="stonemason", small=len(seats) < 4)
    yield set_up_step(key + "farmers", "each", card("back", 160, 36, 20, n=3, dx=14), art=("rice", "banana", "pepper"))
    if options.offer == "tracked":
        yield set_up_step(key + "hand", "each", art="rice", small=True, after="farmers", asks="hand")
    piles = ("sacrifice_rice", "sacrifice_peanut", "sacrifice_banana", "sacrifice_pepper")
    yield set_up_step(key + "piles", "one", card(piles, 206, 158, 16, n=4, dx=19), art=piles)
    own = card("sacrifice_back", 54, 14, 25, n=4, dx=24)
    yield set_up_step(key + "sacrifices", "each", own, art="sacrifice_back", small=True, after="piles")
    points = row_of("point", 240, 196, 18, n=3, dx=12)
    yield set_up_step(key + "supply", "one", row_of("stone", 196, 196, 22, n=3, dx=11), points, art=("stone", "point"))
    numbers = range(FIRST_STONES, FIRST_STONES + len(seats))
    stones = row_of("stone", 158, 10, 13, n=0, dx=9)
    yield set_up_step(key + "stones", "each", stones, art="stone", small=True, blanks=numbers, seat=seats[0])
    yield set_up_step(
        key + "offer", "one", *COLUMNS, card("back", 84, 204, 25, n=2, dx=3), art="shrine", small=True, cards=DECK
    )
    yield set_up_step(key + "altar", "one", row_of("altar", 204, 118, 78, 20), art="altar")
    if options.oracle:
        yield set_up_step(key + "oracle", "one", card("oracle", 120, 204, 25), art="oracle", after="offer")
        four = card("sacrifice_back", 214, 92, 18, n=4, dx=13)
        yield set_up_step(key + "oracle_altar", "one", four, art="sacrifice_back", small=True, after=("piles", "altar"))
    if options.demon:
        yield set_up_step(key + "demon", "one", row_of("mask", 82, 150, 29, 32), art="mask", after="offer")
    if options.offer == "tracked":
        yield set_up_step(key + "columns", "table", art="banana", small=True, after="offer", asks="column")


# The first minute: a sentence and a picture for each thing that a newcomer must know


UPPER_ROW = ("banana", "stonemason", "rice", "pepper")
BOTTOM_ROW = ("priest", "rice", "priest", "banana")
"""The cards of the four columns on the page about taking cards."""
ALTAR = ("sacrifice_pepper", "sacrifice_rice", "sacrifice_banana", "sacrifice_peanut")
"""The kinds on the page about their worth, the commonest on the altar first."""


def minute_pages(options: Options) -> Iterator[MinutePage]:
    """Yield the pages: the aim, what cards cost, taking cards, what a scored card pays, and two on the altar."""
    stones = options.stones_per_point
    worth = (Figure("1", 320, 66), Figure("4", 320, 158), Figure("1", 320, 250), Figure("0–3", 320, 342))
    for_a_point = row_of("stone", 70, 222, 56, n=stones, dx=24)
    aim = (row_of("point", 70, 38, 56), card("shrine", 76, 118, 50), for_a_point, card("sacrifice_banana", 76, 306, 50))
    yield MinutePage(text("bali.minute.aim"), aim, worth)
    first = (card(("stonemason", "priest"), 60, 12, 44, n=2, dx=52), card("rice", 60, 88, 44))
    rest = (card("banana", 60, 164, 44, n=2, dx=26), card("pepper", 60, 240, 44, n=3, dx=26), card("shrine", 60, 316, 44))
    rows = (*first, *rest)
    cost = tuple(Figure(f"{n}", 270, 46 + 76 * at) for at, n in enumerate((0, 0, 1, 2, 7)))
    yield MinutePage(text("bali.minute.play"), (*rows, *(row_of("stone", 300, 24 + 76 * at, 40) for at in range(5))), cost)
    columns = (card(UPPER_ROW, 44, 20, 62, n=4, dx=80), card(BOTTOM_ROW, 44, 62, 62, n=4, dx=80))
    hand = coming(card(("stonemason", "rice", "banana"), 96, 256, 72, n=3, dx=64), 0, -150)
    yield MinutePage(text("bali.minute.take"), (*columns, hand))
    paid = (card("rice", 140, 10, 110), card("shrine", 140, 50, 110), coming(card("priest", 130, 96, 130), 0, -40))
    gains = (row_of("point", 60, 300, 56), row_of("point", 196, 300, 56, n=3, dx=32))
    yield MinutePage(text("bali.minute.pay"), (*paid, *gains), (Figure("+1", 150, 332), Figure("+3", 350, 332)))
    given = (coming(card("sacrifice_rice", 30, 40, 76), 110, 90), coming(card("sacrifice_back", 284, 40, 76), -110, 90))
    top = (row_of("altar", 65, 300, 260, 65), card("sacrifice_pepper", 135, 130, 120))
    yield MinutePage(text("bali.minute.altar"), (*top, *given))
    heights = tuple(card(one, 28 + 86 * at, 120 + 24 * at, 76, n=5 - at, dy=24) for at, one in enumerate(ALTAR))
    yield MinutePage(
        text("bali.minute.value"), heights, tuple(Figure(f"{3 - n}", 66 + 86 * n, 74 + 24 * n, 52) for n in range(4))
    )
