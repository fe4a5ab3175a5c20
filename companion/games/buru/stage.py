"""Pictures of the table: the scene on the room's screen (the island, or a region), the set-up, and the first minute."""

from collections.abc import Iterator

from companion.core.blocks import Count, Highlight
from companion.core.caching import cached_by_identity
from companion.core.set_up import Figure, MinutePage, SetUpStep, card, coming, row_of, set_up_step
from companion.core.words import Text, joined, listed, text
from companion.games.buru import island
from companion.games.buru.island_pieces import Dominance
from companion.games.buru.naming import called
from companion.games.buru.payout import TOTEMS
from companion.games.buru.pieces import DECREES, FIRST_FISH
from companion.games.buru.state import Options, Public
from companion.kits.board import AreaScene, Stop


@cached_by_identity
def scene(public: Public) -> AreaScene | None:
    """Return the island, and in the afternoon its present region. Return None at the end."""
    if public.final is not None:
        return None
    won = next((won for won in public.dominances if won.region == public.region), None)
    return AreaScene(
        pictures=tuple(f"panorama_{name}" for name in public.regions),
        stops=tuple(Stop(text(f"buru.region.{name}"), sign=name) for name in public.regions),
        at=0 if public.region is None else public.regions.index(public.region) + 1,
        won=None if won is None else listed(island.gifts(won)),
        line=_line(public, won),
        ring=public.canoes is not None and public.region == "ambelau",
        steps=_steps(public),
    )


def _line(public: Public, won: Dominance | None) -> Text | None:
    """Return what people move besides their gains, or else why one of equal totals dominates, or else the decrees beside the
    altars, while all regions show and where tributes are paid."""
    if public.stage == "act":
        for line in (line for module in public.modules for line in module.to_move(public)):
            return line
    if won is not None and won.over:
        return _tie(public, won)
    altars = [note.words for note in island.altars(public)] if public.region in (None, "lake") else []
    return listed(altars) if altars else None


def _tie(public: Public, won: Dominance) -> Text:
    others = joined(called(public, other) for other in won.over)
    return text("buru.dominance_tie", seat=called(public, won.by), others=others)


def _steps(public: Public) -> tuple[int, ...]:
    """Return the space to which each number of steps, from 1, leads the piece that the active player moves now."""
    if public.active is None or public.stage != "act":
        return ()
    return next((steps for module in public.modules if (steps := module.steps(public, public.active))), ())


def highlight(before: Public, public: Public) -> Highlight | None:
    """Return the highlight of the region that a player has just won. There is none if the player took the blessing
    instead."""
    if len(public.dominances) <= len(before.dominances) or public.dominances[-1].forgone:
        return None
    won = public.dominances[-1]
    total = won.totals[0].power
    totem = () if won.totem is None else (Count(None, TOTEMS[won.totem], text(f"buru.totem.{won.totem}")),)
    return Highlight(
        kind="won",
        words=text("buru.highlight.won", region=text(f"buru.region.{won.region}")),
        line=text("buru.dominates", seat=called(public, won.by)),
        seat=public.names[won.by],
        picture=f"panorama_{won.region}",
        counts=(Count(total, "dominance", text("buru.highlight.total", n=total)), *totem),
        of=f"{public.round}-{won.region}",
    )


# The set-up: the steps, modules included, with the places of the pieces (BURU-02, BURU-03, BURU-23)


def set_up_steps(public: Public) -> Iterator[SetUpStep]:
    """Yield the steps of the set-up. Cards come before the deck into which they are shuffled. The first Emissary comes after
    the Tokoh, and before the fish."""
    key = "buru.set_up."
    yield set_up_step(key + "mat", "each", row_of("explorer_back", 14, 10, 30, n=5, dx=32), art="explorer_back", small=True)
    yield set_up_step(key + "esteem", "each", row_of("esteem", 14, 44, 20), art="esteem")
    yield set_up_step(key + "board", "one", row_of("board", 84, 104, 130, 104), art="board")
    totems = ("totem_gunung", "totem_banyu", "totem_manuk")
    yield set_up_step(key + "totems", "one", row_of(totems, 96, 86, 26, n=3, dx=28), art=totems, small=True, after="board")
    mixed = [step for module in public.modules if module.mixes for step in module.set_up_steps(public)]
    yield from mixed
    first = tuple(step.name for step in mixed if step.who == "one")
    stack = row_of("decree_back", 134, 140, 28)
    yield set_up_step(
        key + "decrees", "one", stack, art="decree_back", small=True, after=first, stack=DECREES * public.options.rounds
    )
    row = card(("islander_back", "artisan", "noble", "gatherer"), 216, 100, 18, n=4, dx=17)
    yield set_up_step(key + "islanders", "one", row, art="islander_back", after=first)
    decks = card(("forest_back", "elder_back"), 88, 212, 24, n=2, dx=32)
    yield set_up_step(key + "decks", "one", decks, art=("forest_back", "elder_back"), after=first)
    altars = card(("banyu", "gunung", "manuk"), 222, 146, 18, n=3, dx=21)
    yield set_up_step(key + "altars", "one", altars, art=("banyu", "gunung", "manuk"), small=True)
    goods = ("clay", "palm", "ebony")
    yield set_up_step(key + "goods", "one", row_of(goods, 172, 218, 20, n=3, dx=24), art=goods)
    if public.rivals:
        yield set_up_step(
            key + "rivals", "one", row_of("explorer_back", 232, 186, 20, n=2, dx=22), art="explorer_back", small=True
        )
    for module in public.modules:
        if not module.mixes:
            yield from module.set_up_steps(public)
    after = "tokoh_start" if public.tokoh is not None else ""
    yield set_up_step(key + "first", "table", art="emissary", small=True, after=after, asks="first", skipped="first")
    yield from _fish_steps(public, key)


def _fish_steps(public: Public, key: str) -> Iterator[SetUpStep]:
    fish = row_of("fish", 150, 44, 18, n=0, dx=18)
    yield set_up_step(key + "fish", "each", fish, art="fish", small=True, after="first", blanks=first_fish(public))
    if public.rivals:
        yield set_up_step(key + "rival_fish", "one", row_of("fish", 246, 214, 14, n=3, dx=13), art="fish", after="first")


def first_fish(public: Public) -> tuple[int, ...]:
    """Return how many fish each person takes before the first round: all but the Emissary take some (BURU-02)."""
    return tuple(0 if public.dealt and by == public.emissary else FIRST_FISH for by in range(public.people))


# The first minute: a sentence and a picture for each thing that a newcomer must know


def minute_pages(options: Options) -> Iterator[MinutePage]:
    """Yield the pages: the aim, bids, fish, the reveal of a region, tributes, totems."""
    board = row_of("board", 45, 90, 300, 240)
    sources = card(("decree_back", "tribute_back", "elder"), 40, 226, 84, n=3, dx=113)
    yield MinutePage(text("buru.minute.aim", rounds=options.rounds), (row_of("esteem", 115, 30, 160), sources))
    bids = coming(row_of("explorer_back", 70, 110, 70, n=2, dx=160), 0, 190)
    yield MinutePage(text("buru.minute.bid"), (board, bids, coming(row_of("explorer_back", 230, 240, 70), 0, 110)))
    kept = (row_of("explorer", 60, 130, 120), coming(row_of("fish", 220, 90, 70, n=2, dx=80), -120, 40))
    more = coming(row_of("fish", 220, 180, 70, n=2, dx=80), -120, -20)
    yield MinutePage(text("buru.minute.fish"), (*kept, more), (Figure("4", 120, 192, 60),))
    panorama = row_of("panorama_forest", 0, 40, 390, 130)
    totals = (row_of("explorer", 40, 210, 90, n=2, dx=76), row_of("explorer", 270, 210, 90))
    yield MinutePage(text("buru.minute.reveal"), (panorama, *totals, coming(row_of("dominance", 150, 310, 70), 0, -200)),
                     (Figure("5", 85, 257), Figure("2", 161, 257), Figure("4", 315, 257)))  # fmt: skip
    goods = row_of(("clay", "palm"), 30, 140, 70, n=2, dx=56)
    tribute = (card("gunung", 155, 90, 110), coming(card("tribute_back", 285, 110, 84), -110, 0))
    yield MinutePage(text("buru.minute.tribute"), (goods, *tribute))
    totem = (row_of("totem_gunung", 40, 90, 150), card("tribute_back", 230, 60, 70, n=2, dx=60))
    yield MinutePage(
        text("buru.minute.totem"), (*totem, coming(row_of("esteem", 220, 210, 90), -60, -100)), (Figure("+1", 340, 260, 56),)
    )
