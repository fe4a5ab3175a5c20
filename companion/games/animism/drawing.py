"""Drawing a piece on the sheet (ANIM-12 to ANIM-16)."""

from collections.abc import Collection, Iterator

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, form_start, required
from companion.core.answers import Answers
from companion.core.dues import Event
from companion.core.state import Seat
from companion.core.words import Text, refuse_if, text
from companion.games.animism import papers, placing
from companion.games.animism.layout import Cell
from companion.games.animism.pieces import NONE, piece_name, plus, resources_in_words
from companion.games.animism.placing import Effect, Hindrance, Spots, closed_cells, effects, placements
from companion.games.animism.sheets import BARE, LETTERS, map_of
from companion.games.animism.state import AnimismState, DrawnPiece, Public
from companion.games.animism.work import Work, with_step, work_of
from companion.kits.paper import Placing, Spot


class Draw(Action, frozen=True, tag="draw"):
    """The cells on which a seat draws its piece, each as row and column (ANIM-12). Drawing paints tracks, ticks a level and
    brings resources (ANIM-14 to ANIM-16)."""

    cells: list[list[int]] | UnsetType = UNSET

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        seat, work = event.asked, work_of(state, event.asked)
        cells = [(row, col) for row, col in required(self.cells)]
        own, piece = work.own, work.own.piece
        assert piece is not None
        refuse_if(why_not_draw(work, piece, cells))
        board = work.ground.board(cells)
        done = papers.after_drawing(work.ground, work.paper, work.pen, board)
        drawn = DrawnPiece(piece, board, own.paid, done.gains, done.new_level, extra=own.dice is not None)
        return with_step(
            state,
            seat,
            phase="closing" if work.is_first_round or own.dice else "choose",
            piece=None,
            paid=NONE,
            dice=None,
            paper=done.paper,
            hand=plus(own.hand, done.gains),
            drawn=(*own.drawn, drawn),
        )

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.draw") if self.cells is UNSET else text("animism.told.drew", count=len(self.cells))


def why_not_draw(work: Work, id_: str, cells: Collection[Cell]) -> Text | None:
    """Return the refusal if a piece cannot be drawn on these cells, else None (ANIM-12, ANIM-13)."""
    why = placing.hindrance(work.ground, work.paper, work.shape(id_), cells, first=work.is_first_round)
    return None if why is None else hindrance_in_words(why)


def hindrance_in_words(why: placing.Hindrance) -> Text:
    """Return what hinders a drawing, in words."""
    return text(f"animism.hindrance.{why}")


IN_THE_WAY: tuple[Hindrance, ...] = ("altar", "centre", "paint")
"""The reasons for which a single cell is closed to every piece."""


def ask_draw(work: Work) -> Answers:
    """Ask for a place for the piece, on the sheet in front of the seat."""
    piece = work.own.piece
    assert piece is not None
    return Answers(placing=_placing(work, piece), question=text("animism.ask.draw", piece=piece_name(piece)))


def _placing(work: Work, piece: str) -> Placing:
    shape = work.shape(piece)
    by_effect = effects(work.ground, work.paper, work.pen, shape, work.spots(piece))
    found = {effect: by_effect[effect] for effect in sorted(by_effect, key=_rank, reverse=True)}
    return Placing(
        form_start(Draw),
        map_of(work.public, work.paper),
        LETTERS[work.pen],
        shape.turns,
        spots=tuple(_spots(work, found)),
        says=tuple(map(_says, found)),
        words=text("animism.ask.draw_it"),
        apart=hindrance_in_words("apart_centre" if work.is_first_round else "apart"),
        closed=_closed(work),
        whys=tuple(map(hindrance_in_words, IN_THE_WAY)),
    )


def _rank(effect: Effect) -> tuple[int, int]:
    return sum(effect.gains), effect.new_level


def _spots(work: Work, found: dict[Effect, Spots]) -> Iterator[Spot]:
    return ((*spot, i) for i, spots in enumerate(found.values()) for spot in placements(work.ground, spots))


def _says(effect: Effect) -> Text:
    """Return in words what a place brings: the resources gained, one for each track cell painted, and the level ticked."""
    gained = resources_in_words(effect.gains)
    if any(effect.gains) and effect.new_level:
        return text("animism.ask.paints_and_opens", resources=gained, level=effect.new_level)
    if any(effect.gains):
        return text("animism.ask.paints", resources=gained)
    return text("animism.ask.opens", level=effect.new_level) if effect.new_level else text("animism.ask.paints_nothing")


def _closed(work: Work) -> tuple[str, ...]:
    """Return the rows of the map. A closed cell has the index of its reason in IN_THE_WAY, others have BARE."""
    ground = work.ground
    rows = [[BARE] * ground.width for _ in range(ground.height)]
    for (row, col), what in closed_cells(ground, work.paper).items():
        rows[row][col] = str(IN_THE_WAY.index(what))
    return tuple("".join(row) for row in rows)
