"""Where a piece may be drawn, and what it does in each place (ANIM-12 to ANIM-16)."""

from collections.abc import Iterator

from companion.core.actions import begun
from companion.core.answers import Answers
from companion.core.paper import Placing, Spot
from companion.core.words import Text, joined, text
from companion.games.animism import forbids
from companion.games.animism.actions import Draw
from companion.games.animism.effects import Effect, effects
from companion.games.animism.naming import resources
from companion.games.animism.pictures import BARE, LETTERS, map_of
from companion.games.animism.placing import Hindrance, Spots, placements
from companion.games.animism.placing import closed as lying
from companion.games.animism.stories import piece_name
from companion.games.animism.work import Work

LIES: tuple[Hindrance, ...] = ("altar", "centre", "paint")


def answers(work: Work) -> Answers:
    """The piece at hand, on the sheet in front of the seat."""
    piece = work.own.piece
    assert piece is not None
    return Answers(placing=_placing(work, piece), question=text("animism.ask.draw", piece=piece_name(piece)))


def _placing(work: Work, piece: str) -> Placing:
    shape = work.shape(piece)
    found = effects(work.ground, work.paper, work.pen, shape, work.spots(piece))
    return Placing(
        begun(Draw),
        map_of(work.public, work.paper),
        LETTERS[work.pen],
        shape.turns,
        spots=tuple(_spots(work, found)),
        says=tuple(map(_says, found)),
        words=text("animism.ask.draw_it"),
        apart=forbids.hindrance("apart_centre" if work.is_first_round else "apart"),
        closed=_closed(work),
        whys=tuple(map(forbids.hindrance, LIES)),
    )


def _spots(work: Work, found: dict[Effect, Spots]) -> Iterator[Spot]:
    return ((*spot, i) for i, spots in enumerate(found.values()) for spot in placements(work.ground, spots))


def _says(effect: Effect) -> Text:
    """What is painted on tracks, which is what is gained, and the level that is ticked."""
    painted = text("animism.ask.paints", resources=resources(effect.gains)) if any(effect.gains) else None
    opened = text("animism.ask.opens", level=effect.opened) if effect.opened else None
    some = [words for words in (painted, opened) if words is not None]
    return joined(some) if some else text("animism.ask.paints_nothing")


def _closed(work: Work) -> tuple[str, ...]:
    """Which of LIES lies on each cell."""
    ground = work.ground
    rows = [[BARE] * ground.width for _ in range(ground.height)]
    for (row, col), lies in lying(ground, work.paper).items():
        rows[row][col] = str(LIES.index(lies))
    return tuple("".join(row) for row in rows)
