"""Buru's first minute: a sentence and a picture for each thing that a newcomer must know before the first turn."""

from collections.abc import Iterator

from companion.core.set_up import Figure, MinutePage, card, coming, lying
from companion.core.words import text
from companion.games.buru.state import Options


def minute_pages(options: Options) -> Iterator[MinutePage]:
    """Yield the pages: the aim, bids, fish, the reveal of a region, tributes, totems."""
    board = lying("board", 45, 90, 300, 240)
    sources = card(("decree_back", "tribute_back", "elder"), 40, 226, 84, n=3, dx=113)
    yield MinutePage(text("buru.minute.aim", rounds=options.rounds), (lying("esteem", 115, 30, 160), sources))
    bids = coming(lying("explorer_back", 70, 110, 70, n=2, dx=160), 0, 190)
    yield MinutePage(text("buru.minute.bid"), (board, bids, coming(lying("explorer_back", 230, 240, 70), 0, 110)))
    kept = (lying("explorer", 60, 130, 120), coming(lying("fish", 220, 90, 70, n=2, dx=80), -120, 40))
    more = coming(lying("fish", 220, 180, 70, n=2, dx=80), -120, -20)
    yield MinutePage(text("buru.minute.fish"), (*kept, more), (Figure("4", 120, 192, 60),))
    panorama = lying("panorama_forest", 0, 40, 390, 130)
    totals = (lying("explorer", 40, 210, 90, n=2, dx=76), lying("explorer", 270, 210, 90))
    yield MinutePage(text("buru.minute.reveal"), (panorama, *totals, coming(lying("dominance", 150, 310, 70), 0, -200)),
                     (Figure("5", 85, 257), Figure("2", 161, 257), Figure("4", 315, 257)))  # fmt: skip
    goods = lying(("clay", "palm"), 30, 140, 70, n=2, dx=56)
    tribute = (card("gunung", 155, 90, 110), coming(card("tribute_back", 285, 110, 84), -110, 0))
    yield MinutePage(text("buru.minute.tribute"), (goods, *tribute))
    totem = (lying("totem_gunung", 40, 90, 150), card("tribute_back", 230, 60, 70, n=2, dx=60))
    yield MinutePage(
        text("buru.minute.totem"), (*totem, coming(lying("esteem", 220, 210, 90), -60, -100)), (Figure("+1", 340, 260, 56),)
    )
