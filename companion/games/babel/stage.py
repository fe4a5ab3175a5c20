"""Pictures of the table: the scene on the room's screen (the tower), and the first minute."""

from collections.abc import Iterator, Sequence

from companion.core.blocks import Count, Highlight
from companion.core.caching import cached_by_identity
from companion.core.set_up import Figure, MinutePage, card, coming, row_of
from companion.core.state import Seat
from companion.core.words import text
from companion.games.babel import sealed
from companion.games.babel.pieces import BASE, PLACE, blocks_missing, builders_per_round, is_instruction, last_round, rows
from companion.games.babel.state import Public, cards_to_show, present_round
from companion.kits.board import Progress, StackScene

POINTING = {"seal": "babel.scene.discuss", "punish": "babel.scene.point"}
"""The stages in which people point at each other, with the words that the room's screen then shows beside the tower. Zealots
point in silence, so their countdown begins immediately. Seals are discussed first, and only the people know when they
point."""


@cached_by_identity
def scene(public: Public) -> StackScene | None:
    """Return the tower until the game is over. Before the blueprint is known it is only the base."""
    if public.final is not None:
        return None
    is_pointing = public.stage in POINTING
    return StackScene(
        changed=_changed(public),
        workers=() if is_pointing else _workers(public),
        progress=_progress(public),
        gap=_gap(public),
        held=_seals_in_use(public),
        point=f"punish-{public.round}-{public.tries}" if public.stage == "punish" else None,
        point_words=text(POINTING[public.stage]) if is_pointing else None,
        dark=bool(public.stage != "appoint" and public.rounds and present_round(public).storms),
    )


def _changed(public: Public) -> tuple[int, ...]:
    """Return how many blocks the last card added to each cell (below 0: took), row after row, until the next round
    begins."""
    moved = public.moved
    if moved is None or not (is_instruction(moved.why) or moved.why == "lightning"):
        return ()
    return tuple(moved.after[PLACE[cell]] - moved.before[PLACE[cell]] for cell in BASE)


def _workers(public: Public) -> tuple[Seat, ...]:
    is_choosing = public.stage == "appoint" or not public.rounds
    return () if is_choosing else tuple(public.seats[i] for i in present_round(public).builders)


def _progress(public: Public) -> Progress | None:
    """Return how many seats have answered a sealed question, or which card is shown now. No screen says which seats have
    answered."""
    asked = len(sealed.asked(public))
    if asked:
        return Progress(text(f"babel.scene.{public.stage}"), public.answered, asked)
    if public.stage == "reveal":
        return Progress(text("babel.scene.reveal"), len(present_round(public).effects) + 1, cards_to_show(public))
    return None


def _gap(public: Public) -> Progress | None:
    """Return how many blocks are still missing, once the blueprint is known."""
    if public.blueprint is None:
        return None
    return Progress(text("babel.scene.gap"), blocks_missing(public.heights, public.blueprint), sum(public.blueprint))


def _seals_in_use(public: Public) -> Count | None:
    """Return how many seals are in use, or None. With cards of cardboard the box does not know the number."""
    n = len(sealed.sealing(public))
    return Count(n, "seal", text("babel.scene.seals", count=n)) if n else None


def highlight(before: Public, public: Public) -> Highlight | None:
    """Return the highlight of a round's storms, or of a tower that this answer completed. Return None for other answers."""
    if _is_complete(public) and not _is_complete(before):
        return _complete(public)
    storms = _storms(public)
    return _storm(storms) if storms and not _storms(before) else None


def _storms(public: Public) -> int:
    return (present_round(public).storms or 0) if public.rounds and public.stage != "appoint" else 0


def _is_complete(public: Public) -> bool:
    return public.stage in ("declare", *POINTING) or (public.final is not None and public.final.rule == "BABEL-18")


def _storm(storms: int) -> Highlight:
    return Highlight(
        kind="storm",
        words=text("babel.highlight.storm", count=storms),
        line=text("babel.told.storms", count=storms),
        picture="storm",
        counts=(Count(storms, "storm", text("babel.card_name.storm")),),
    )


def _complete(public: Public) -> Highlight:
    """Return the highlight of a complete tower, with its heights."""
    return Highlight(
        kind="complete",
        words=text("babel.highlight.complete"),
        line=text("babel.highlight.complete_line"),
        stacks=rows(public.heights),
    )


# The first minute: a sentence and a picture for each thing that a newcomer must know


def minute_pages(seats: Sequence[Seat]) -> Iterator[MinutePage]:
    """Yield the pages: the tower, the Messenger, builders, the Master, zealots, and the end."""
    base = row_of("base", 45, 220, 300, 166)
    tower = (row_of("block", 150, 187 - 33 * n, 90, 81) for n in range(3))
    most, appointed = last_round(len(seats)), builders_per_round(len(seats))
    yield MinutePage(
        text("babel.minute.tower", count=most),
        (base, row_of("block", 150, 220, 90, 81), *(coming(one, 0, -90) for one in tower)),
    )
    yield MinutePage(
        text("babel.minute.messenger"),
        (card("architect", 40, 120, 90, n=2, dx=46), coming(card("messenger", 220, 70, 140), 0, -40)),
    )
    crew = row_of("builder", 30, 30, 74, 104, n=appointed, dx=84)
    play = (coming(card("build_row", 90, 190, 100), 0, -60), coming(card("back", 220, 190, 100), 0, -60))
    yield MinutePage(text("babel.minute.builders", count=appointed), (crew, *play))
    swap = (
        card("build_cell", 60, 50, 110),
        coming(card("storm", 220, 50, 110), -160, 150),
        row_of("block", 150, 260, 90, 81),
    )
    yield MinutePage(text("babel.minute.master"), swap)
    yield MinutePage(
        text("babel.minute.zealot"),
        (card("architect", 30, 110, 110), card("punishment", 140, 90, 110), coming(card("zealot", 250, 110, 110), -110, 0)),
    )
    end = (card("messenger", 130, 30, 130), card("seal", 60, 240, 90), card("punishment", 240, 240, 90))
    yield MinutePage(text("babel.minute.end"), end, (Figure(">", 195, 305, 64),))
