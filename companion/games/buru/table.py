"""The set-up of Buru's table: its steps, modules included, and where the pieces are (BURU-02, BURU-03, BURU-23)."""

from collections.abc import Iterator

from companion.core.set_up import SetupStep, card, lying, setup_step
from companion.games.buru.pieces import DECREES
from companion.games.buru.state import Public


def setup_steps(public: Public) -> Iterator[SetupStep]:
    """Yield the steps of the set-up. Cards come before the deck into which they are shuffled. The first Emissary comes after
    the Tokoh, and before the fish."""
    key = "buru.to_lay."
    yield setup_step(key + "mat", "each", lying("explorer_back", 14, 10, 30, n=5, dx=32), art="explorer_back", small=True)
    yield setup_step(key + "esteem", "each", lying("esteem", 14, 44, 20), art="esteem")
    yield setup_step(key + "board", "one", lying("board", 84, 104, 130, 104), art="board")
    totems = ("totem_gunung", "totem_banyu", "totem_manuk")
    yield setup_step(key + "totems", "one", lying(totems, 96, 86, 26, n=3, dx=28), art=totems, small=True, after="board")
    mixed = [step for module in public.modules if module.mixes for step in module.to_lay(public)]
    yield from mixed
    first = tuple(step.name for step in mixed if step.who == "one")
    stack = lying("decree_back", 134, 140, 28)
    yield setup_step(
        key + "decrees", "one", stack, art="decree_back", small=True, after=first, stack=DECREES * public.options.rounds
    )
    row = card(("islander_back", "artisan", "noble", "gatherer"), 216, 100, 18, n=4, dx=17)
    yield setup_step(key + "islanders", "one", row, art="islander_back", after=first)
    decks = card(("forest_back", "elder_back"), 88, 212, 24, n=2, dx=32)
    yield setup_step(key + "decks", "one", decks, art=("forest_back", "elder_back"), after=first)
    altars = card(("banyu", "gunung", "manuk"), 222, 146, 18, n=3, dx=21)
    yield setup_step(key + "altars", "one", altars, art=("banyu", "gunung", "manuk"), small=True)
    goods = ("clay", "palm", "ebony")
    yield setup_step(key + "goods", "one", lying(goods, 172, 218, 20, n=3, dx=24), art=goods)
    if public.rivals:
        yield setup_step(
            key + "rivals", "one", lying("explorer_back", 232, 186, 20, n=2, dx=22), art="explorer_back", small=True
        )
    for module in public.modules:
        if not module.mixes:
            yield from module.to_lay(public)
    after = "tokoh_start" if public.tokoh is not None else ""
    yield setup_step(key + "first", "table", art="emissary", small=True, after=after, asks="first", skipped="first")
    yield setup_step(key + "fish", "each", lying("fish", 150, 44, 18, n=3, dx=18), art="fish", small=True, after="first")
    if public.rivals:
        yield setup_step(key + "rival_fish", "one", lying("fish", 246, 214, 14, n=3, dx=13), art="fish", after="first")
