"""Sheets as blocks: the map with its paint, the tracks, the frames, and all sheets in small."""

from collections.abc import Collection, Mapping
from typing import Final

from msgspec.structs import replace

from companion.core.caching import cached_by_identity
from companion.core.words import Text, listed, text
from companion.games.animism.ground import Board, longest
from companion.games.animism.layout import ALTARS, AREAS, CENTRE, LEVELS, LONE, OPEN, Piece
from companion.games.animism.papers import Paper, is_open, is_sold_out, price
from companion.games.animism.pieces import COLOURS, PIECES, Die, colour_name, piece_name
from companion.games.animism.state import Public, holder
from companion.kits.paper import Frame, Ground, Ink, Inks, Lane, Map, Mark, Shape, Sheet, Tracks

LETTERS: Final = "bgry"
"""The inks of COLOURS, in their order."""
BARE: Final = "."
"""The letter of a cell without paint."""

GROUNDS: Final[Mapping[str, Ground]] = {
    OPEN: Ground(text("animism.ground.open"), "plain"),
    CENTRE: Ground(text("animism.ground.centre"), "centre"),
    LONE: Ground(text("animism.ground.altar"), "altar"),
    **{sign: Ground(text("animism.ground.area", n=n), f"area{n}") for n, sign in enumerate(AREAS, 1)},
    **{sign: Ground(text("animism.ground.altar_in", n=n), f"altar{n}") for n, sign in enumerate(ALTARS, 1)},
}


@cached_by_identity
def inks(public: Public) -> Inks:
    """Return the four colours by their letters, each with its seat."""
    seats = dict(zip(public.colours, public.seats, strict=True))
    return {
        letter: Ink(piece, colour_name(colour), seats.get(colour))
        for letter, piece, colour in zip(LETTERS, PIECES, COLOURS, strict=True)
    }


def map_of(public: Public, paper: Paper, lit: Board = 0) -> Map:
    """Return the map of a sheet with its paint, and with the cells in `lit` lit."""
    rows = public.options.layout.map
    outlined = {} if paper.fourth is None else {LONE: LETTERS[paper.fourth]}
    return Map(
        rows=rows,
        grounds=GROUNDS,
        paint=letter_rows(public, dict(zip(LETTERS, paper.paint, strict=True))),
        inks=inks(public),
        lit=letter_rows(public, {"#": lit}) if lit else (),
        outlined=outlined,
    )


def letter_rows(public: Public, boards: Mapping[str, Board]) -> tuple[str, ...]:
    """Return the rows of the map as text. Each cell has the letter of the board that it is in, or BARE."""
    ground = public.ground
    cells = [[BARE] * ground.width for _ in range(ground.height)]
    for letter, board in boards.items():
        for row, col in ground.cells(board):
            cells[row][col] = letter
    return tuple("".join(row) for row in cells)


def tracks(public: Public, paper: Paper) -> Tracks:
    """Return the four resource tracks with their paint."""
    marks = tuple(Mark(score, shape) for shape, score in public.options.layout.track)
    lanes = tuple(Lane(ink, _painted(pens)) for ink, pens in zip(LETTERS, paper.tracks, strict=True))
    return Tracks(marks, lanes, inks(public), text("animism.tracks"))


def _painted(pens: Collection[int]) -> str:
    return "".join(LETTERS[pen] for pen in pens)


def frames(public: Public, paper: Paper, pen: int | None = None) -> tuple[Frame, ...]:
    """Return the purchase frames. If `pen` may not buy from one, that frame says so."""
    return tuple(_frame(public, paper, level, pen) for level in LEVELS)


def _frame(public: Public, paper: Paper, level: int, pen: int | None) -> Frame:
    strict = public.options.strict_levels
    is_closed = pen is not None and not is_open(paper, pen, level, strict)
    return Frame(
        title=text("animism.level", level=level),
        shapes=tuple(_shape(public, paper, piece) for piece in public.options.layout.pieces if piece.level == level),
        ticked=_painted([i for i, levels in enumerate(paper.ticks) if level in levels]),
        inks=inks(public),
        note=text("animism.not_ticked") if is_closed else None,
    )


def _shape(public: Public, paper: Paper, piece: Piece) -> Shape:
    ground = public.ground
    return Shape(
        cells=piece.cells,
        painted=_painted(paper.bought[ground.place[piece.id]]),
        price=None if is_sold_out(ground, paper, piece.id) else price(ground, paper, piece.id),
        die=_die(public, piece.id),
        words=piece_name(piece.id),
    )


def printed(public: Public, piece: str) -> Shape:
    """Return a piece as printed, before anybody bought it."""
    return Shape(public.options.layout.pieces[public.ground.place[piece]].cells)


def _die(public: Public, piece: str) -> Text | None:
    layout = public.options.layout
    dice: tuple[tuple[Die, tuple[str, ...]], ...] = (("black", layout.black), ("white", layout.white))
    for die, pieces in dice:
        if piece in pieces:
            return text(f"animism.told.{die}", n=pieces.index(piece) + 1)
    return None


def whose_sheet(public: Public, sheet: int) -> Text:
    """Return the name of a sheet for use in a sentence: "Ana's sheet"."""
    return text("animism.sheet_of", seat=public.seats[sheet])


def sheet_title(public: Public, sheet: int) -> Text:
    """Return the name of a sheet as a title."""
    return text("animism.sheet_title", seat=public.seats[sheet])


@cached_by_identity
def all_sheets(public: Public) -> tuple[Sheet, ...]:
    """Return the sheets at the start of the turn, by their owners."""
    return tuple(_sheet_now(public, i) for i in range(len(public.papers)))


@cached_by_identity
def sheets_at_the_end(public: Public) -> tuple[Sheet, ...]:
    """Return the sheets at the end, without frames, because purchases no longer matter."""
    return tuple(_sheet_at_the_end(public, i) for i in range(len(public.papers)))


@cached_by_identity
def maps_at_the_end(public: Public) -> tuple[Sheet, ...]:
    """Return the sheets at the end for the room, without tracks, so that all fit beside the ranking."""
    return tuple(replace(sheet, tracks=None) for sheet in sheets_at_the_end(public))


def _sheet_now(public: Public, sheet: int) -> Sheet:
    paper, before = public.papers[sheet], holder(public, sheet)
    return Sheet(
        title=sheet_title(public, sheet),
        map=map_of(public, paper),
        inks=inks(public),
        tracks=tracks(public, paper),
        frames=frames(public, paper),
        holder=public.seats[before],
        notes=_notes(public, paper),
        active=before not in public.done,
    )


def _sheet_at_the_end(public: Public, sheet: int) -> Sheet:
    """Return a sheet with the longest chain of each colour lit (ANIM-29)."""
    paper = public.papers[sheet]
    return Sheet(
        title=sheet_title(public, sheet),
        map=with_chains(public, paper),
        inks=inks(public),
        tracks=tracks(public, paper),
        notes=_notes(public, paper),
    )


def with_chains(public: Public, paper: Paper) -> Map:
    """Return the map with the longest chain of each colour lit, and the number of its altars in words."""
    found = {colour: longest(public.ground, paint) for colour, paint in zip(COLOURS, paper.paint, strict=True)}
    lit: Board = 0
    for chain in found.values():
        lit |= chain.routes | chain.altars
    joined = [text("animism.altars", colour=colour_name(colour), n=found[colour].n) for colour in public.colours]
    return replace(map_of(public, paper, lit), words=(text("animism.joins", colours=listed(joined)),))


def _notes(public: Public, paper: Paper) -> tuple[Text, ...]:
    """Return a note on the circled bonus (ANIM-25), and one if the layout is a sample (ANIM-02)."""
    circled = (text("animism.circled", mark=paper.mark),) if paper.mark else ()
    return (*circled, *((text("animism.sample"),) if public.options.layout.sample else ()))
