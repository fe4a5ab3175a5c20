"""The set-up of Bali's table: its steps, and where the pieces are (BALI-01 to 05, BALI-26, BALI-31)."""

from collections.abc import Iterator, Sequence

from companion.core.set_up import SetupStep, card, lying, setup_step
from companion.core.state import Seat
from companion.games.bali.pieces import FIRST_STONES
from companion.games.bali.state import Options

DECK = 50  # BALI-01
ROWS = (
    ("banana", "stonemason", "rice", "pepper"),
    ("shrine", "priest", "peanut", "rice"),
    ("peanut", "rice", "shrine", "banana"),
    ("priest", "pepper", "banana", "rice"),
)
"""The cards of the four columns in the drawing, from the top."""
COLUMNS = tuple(card(row, 84, 96 + 19 * n, 25, n=4, dx=29) for n, row in enumerate(ROWS))


def setup_steps(seats: Sequence[Seat], options: Options) -> Iterator[SetupStep]:
    """Yield the steps of the set-up. Each comes after the steps that it needs."""
    key = "bali.to_lay."
    yield setup_step(key + "mason", "each", card("stonemason", 10, 10, 34), art="stonemason", small=len(seats) < 4)
    yield setup_step(key + "farmers", "each", card("back", 160, 36, 20, n=3, dx=14), art=("rice", "banana", "pepper"))
    if options.offer == "tracked":
        yield setup_step(key + "hand", "each", art="rice", small=True, after="farmers", asks="hand")
    piles = ("sacrifice_rice", "sacrifice_peanut", "sacrifice_banana", "sacrifice_pepper")
    yield setup_step(key + "piles", "one", card(piles, 206, 158, 16, n=4, dx=19), art=piles)
    own = card("sacrifice_back", 54, 14, 25, n=4, dx=24)
    yield setup_step(key + "sacrifices", "each", own, art="sacrifice_back", small=True, after="piles")
    points = lying("point", 240, 196, 18, n=3, dx=12)
    yield setup_step(key + "supply", "one", lying("stone", 196, 196, 22, n=3, dx=11), points, art=("stone", "point"))
    numbers = range(FIRST_STONES, FIRST_STONES + len(seats))
    stones = lying("stone", 158, 10, 13, n=0, dx=9)
    yield setup_step(key + "stones", "each", stones, art="stone", small=True, blanks=numbers, seat=seats[0])
    yield setup_step(
        key + "offer", "one", *COLUMNS, card("back", 84, 204, 25, n=2, dx=3), art="shrine", small=True, cards=DECK
    )
    yield setup_step(key + "altar", "one", lying("altar", 204, 118, 78, 20), art="altar")
    if options.oracle:
        yield setup_step(key + "oracle", "one", card("oracle", 120, 204, 25), art="oracle", after="offer")
        four = card("sacrifice_back", 214, 92, 18, n=4, dx=13)
        yield setup_step(key + "oracle_altar", "one", four, art="sacrifice_back", small=True, after=("piles", "altar"))
    if options.demon:
        yield setup_step(key + "demon", "one", lying("mask", 82, 150, 29, 32), art="mask", after="offer")
    if options.offer == "tracked":
        yield setup_step(key + "columns", "table", art="banana", small=True, after="offer", asks="column")
