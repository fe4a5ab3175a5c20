"""Bali's first minute: a sentence and a picture for each thing that a newcomer must know before the first turn."""

from collections.abc import Iterator

from companion.core.set_up import Figure, MinutePage, card, coming, lying
from companion.core.words import text
from companion.games.bali.state import Options

FIELD = ("banana", "stonemason", "rice", "pepper")
FOOT = ("priest", "rice", "priest", "banana")
ALTAR = ("sacrifice_pepper", "sacrifice_rice", "sacrifice_banana", "sacrifice_peanut")


def minute_pages(options: Options) -> Iterator[MinutePage]:
    """Yield the pages: the aim, what cards cost, taking cards, what a scored card pays, and two on the altar."""
    stones = options.stones_per_point
    worth = (Figure("1", 320, 66), Figure("4", 320, 158), Figure("1", 320, 250), Figure("0–3", 320, 342))
    lots = lying("stone", 70, 222, 56, n=stones, dx=24)
    aim = (lying("point", 70, 38, 56), card("shrine", 76, 118, 50), lots, card("sacrifice_banana", 76, 306, 50))
    yield MinutePage(text("bali.minute.aim"), aim, worth)
    first = (card(("stonemason", "priest"), 60, 12, 44, n=2, dx=52), card("rice", 60, 88, 44))
    rest = (card("banana", 60, 164, 44, n=2, dx=26), card("pepper", 60, 240, 44, n=3, dx=26), card("shrine", 60, 316, 44))
    rows = (*first, *rest)
    cost = tuple(Figure(f"{n}", 270, 46 + 76 * at) for at, n in enumerate((0, 0, 1, 2, 7)))
    yield MinutePage(text("bali.minute.play"), (*rows, *(lying("stone", 300, 24 + 76 * at, 40) for at in range(5))), cost)
    columns = (card(FIELD, 44, 20, 62, n=4, dx=80), card(FOOT, 44, 62, 62, n=4, dx=80))
    hand = coming(card(("stonemason", "rice", "banana"), 96, 256, 72, n=3, dx=64), 0, -150)
    yield MinutePage(text("bali.minute.take"), (*columns, hand))
    paid = (card("rice", 140, 10, 110), card("shrine", 140, 50, 110), coming(card("priest", 130, 96, 130), 0, -40))
    gains = (lying("point", 60, 300, 56), lying("point", 196, 300, 56, n=3, dx=32))
    yield MinutePage(text("bali.minute.pay"), (*paid, *gains), (Figure("+1", 150, 332), Figure("+3", 350, 332)))
    given = (coming(card("sacrifice_rice", 30, 40, 76), 110, 90), coming(card("sacrifice_back", 284, 40, 76), -110, 90))
    top = (lying("altar", 65, 300, 260, 65), card("sacrifice_pepper", 135, 130, 120))
    yield MinutePage(text("bali.minute.altar"), (*top, *given))
    heights = tuple(card(one, 28 + 86 * at, 120 + 24 * at, 76, n=5 - at, dy=24) for at, one in enumerate(ALTAR))
    yield MinutePage(
        text("bali.minute.value"), heights, tuple(Figure(f"{3 - n}", 66 + 86 * n, 74 + 24 * n, 52) for n in range(4))
    )
