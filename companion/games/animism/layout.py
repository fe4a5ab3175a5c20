"""A layout: what is printed on a sheet, a draft's faults in words, and the project's own sample (ANIM-01)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from companion.core.owner_things import MissingPart
from companion.core.words import BadFile, text
from companion.games.animism.pieces import CELL, Die
from companion.kits.paper import Drawn

Cell = tuple[int, int]
"""A row and a column, from 0 at the top left."""
TrackCellShape = Literal["circle", "hexagon"]
"""The shape of a track's cell."""
Part = Literal["name", "map", "pieces", "black", "white", "track"]
"""A part of a layout, by the name of its field."""

LEVELS: Final[tuple[int, ...]] = (1, 2, 3, 4)
AREAS: Final = "abcd"
ALTARS: Final = "ABCD"
"""Altars. Each is in the area of the same letter."""
OPEN, LONE, CENTRE = ".", "O", "+"
"""Three signs of the map: a cell in no area, an altar in no area, a cell of the centre cross."""
SIGNS: Final = OPEN + AREAS + ALTARS + LONE + CENTRE

LEAST_SIDE, MOST_SIDE = 5, 30
"""The fewest and the most rows of a map, and of cells in a row. The printed sheet alone says how many there are."""
LONE_ALTARS: Final = 4  # ANIM-01
CROSS: Final[tuple[Cell, ...]] = ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0))
"""The cells of the centre cross, counted from its middle."""
LONGEST_NAME, LONGEST_ID = 40, 12
"""The most characters of a layout's name, and of a piece's ID."""
SMALLEST, LARGEST = 2, 5
"""The fewest and the most cells of a piece."""
FACES: Final = 6
LONGEST_TRACK, TOP_SCORE = 40, 99
"""The most cells of a track, and the largest number in one."""

Piece = Drawn
"""A piece of a purchase frame, as printed."""


def cells_of(piece: Piece) -> tuple[Cell, ...]:
    """Return the cells of a piece, row after row, from the corner of its drawing."""
    return tuple((r, c) for r, row in enumerate(piece.cells) for c, sign in enumerate(row) if sign == "#")


TrackCell = tuple[TrackCellShape, int]
"""A cell of a track with its number."""


def _fault(part: Part, why: str, *at: int, **values: object) -> MissingPart:
    return MissingPart(part, text(f"animism.layout.{why}", **values), at)


def name_faults(name: str) -> Iterator[MissingPart]:
    """Yield the fault of a layout's name, if it has one."""
    if not 1 <= len(name) <= LONGEST_NAME:
        yield _fault("name", "name", most=LONGEST_NAME)


def map_faults(rows: Sequence[str]) -> Iterator[MissingPart]:
    """Yield the faults of a map: it must be a rectangle with a centre cross, four areas and four lone altars (ANIM-01)."""
    sides = {len(rows), *map(len, rows)}
    if min(sides) < LEAST_SIDE or max(sides) > MOST_SIDE or len(set(map(len, rows))) > 1:
        yield _fault("map", "map_size", least=LEAST_SIDE, most=MOST_SIDE)
        return
    yield from (_fault("map", "map_sign", r, c) for r, c, sign in _signs(rows) if sign not in SIGNS)
    yield from _centre_faults(tuple((r, c) for r, c, sign in _signs(rows) if sign == CENTRE))
    there = {sign for _, _, sign in _signs(rows)}
    yield from (_fault("map", "no_area", area=n) for n, area in enumerate(AREAS, 1) if area not in there)
    lone = sum(row.count(LONE) for row in rows)
    if lone != LONE_ALTARS:
        yield _fault("map", "lone_altars", most=LONE_ALTARS, found=lone)


def _signs(rows: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    return ((r, c, sign) for r, row in enumerate(rows) for c, sign in enumerate(row))


def _centre_faults(cells: tuple[Cell, ...]) -> Iterator[MissingPart]:
    """Yield a fault if the centre's cells, row after row, are not a cross. The third of its five cells is the middle."""
    row, col = cells[len(cells) // 2] if cells else (0, 0)
    if cells != tuple((row + r, col + c) for r, c in CROSS):
        yield _fault("map", "centre", *(cells[0] if cells else ()))


def piece_faults(pieces: Sequence[Piece]) -> Iterator[MissingPart]:
    """Yield the faults of the pieces. Each needs two to five joined cells and a name of its own, and each level needs a
    piece (ANIM-01)."""
    named = Counter(piece.id for piece in pieces)
    for i, piece in enumerate(pieces):
        if not 1 <= len(piece.id) <= LONGEST_ID or piece.id == CELL or named[piece.id] > 1:
            yield _fault("pieces", "piece_name", i, most=LONGEST_ID, piece=piece.id)
        if piece.level not in LEVELS:
            yield _fault("pieces", "piece_level", i, most=LEVELS[-1], piece=piece.id)
        if not _is_drawn(piece.cells) or not _hangs_together(cells_of(piece)):
            yield _fault("pieces", "piece_cells", i, least=SMALLEST, most=LARGEST, piece=piece.id)
    levels = {piece.level for piece in pieces}
    yield from (_fault("pieces", "no_level", level=level) for level in LEVELS if level not in levels)


def _is_drawn(rows: tuple[str, ...]) -> bool:
    return len(set(map(len, rows))) == 1 and set("".join(rows)) <= set("#.")


def _hangs_together(cells: tuple[Cell, ...]) -> bool:
    if not SMALLEST <= len(cells) <= LARGEST:
        return False
    reached = {cells[0]}
    for _ in cells:
        reached |= {(r, c) for r, c in cells if reached & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}}
    return len(reached) == len(cells)


def die_faults(die: Die, faces: Sequence[str | None], pieces: Sequence[Piece]) -> Iterator[MissingPart]:
    """Yield the faults of a die. It needs six different pieces: black of level 1, white of levels 2 to 4 (ANIM-01)."""
    if len(faces) != FACES:
        yield _fault(die, "faces", most=FACES)
    wanted = {piece.id for piece in pieces if (piece.level == 1) == (die == "black")}
    seen: set[str] = set()
    for i, face in enumerate(faces):
        if face is None:
            yield _fault(die, "no_face", i, n=i + 1)
        elif face not in wanted or face in seen:
            yield _fault(die, f"{die}_face", i, n=i + 1, piece=face)
        seen.add(face or "")


def track_faults(track: Sequence[tuple[TrackCellShape, int | None]]) -> Iterator[MissingPart]:
    """Yield the faults of a track. It needs circles and hexagons with numbers that never fall (ANIM-01)."""
    if not 1 <= len(track) <= LONGEST_TRACK:
        yield _fault("track", "track_length", most=LONGEST_TRACK)
    elif all(shape == "circle" for shape, _ in track):
        yield _fault("track", "no_hexagon")
    before = 0
    for i, (_, score) in enumerate(track):
        if score is None:
            yield _fault("track", "no_score", i, n=i + 1)
        elif not 0 <= score <= TOP_SCORE:
            yield _fault("track", "score", i, most=TOP_SCORE)
        elif score < before:
            yield _fault("track", "score_falls", i, n=score, before=before)
        before = before if score is None else score


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole layout. Raise BadFile with the first fault if no sheet can be like this."""

    name: str
    sample: bool
    """True if it is not the printed sheet. Each screen that names the layout says so (ANIM-02)."""
    map: tuple[str, ...]
    """Rows of SIGNS."""
    pieces: tuple[Piece, ...]
    black: tuple[str, ...]
    """The IDs of the pieces that the die's numbers show, from 1 to 6."""
    white: tuple[str, ...]
    track: tuple[TrackCell, ...]
    """The cells of a track from the left. All four tracks are alike."""

    def __post_init__(self) -> None:
        for fault in self._faults():
            raise BadFile("animism.bad_layout", why=fault.words)

    def _faults(self) -> Iterator[MissingPart]:
        yield from name_faults(self.name)
        yield from map_faults(self.map)
        yield from piece_faults(self.pieces)
        yield from die_faults("black", self.black, self.pieces)
        yield from die_faults("white", self.white, self.pieces)
        yield from track_faults(self.track)


SAMPLE: Final = Layout(
    name="Table Companion sample",
    sample=True,
    map=(
        "aaaaa.bbbbb",
        "aaAaaObBbbb",
        "aaaaa.bbbBb",
        "aAaaa.bbbbb",
        "aaaa.+.bbbb",
        ".O..+++..O.",
        "cccc.+.dddd",
        "ccccc.dddDd",
        "cCccc.ddddd",
        "cccCcOddDdd",
        "ccccc.ddddd",
    ),
    pieces=(
        Piece("two", 1, ("##",)),
        Piece("three", 1, ("###",)),
        Piece("corner", 1, ("##", "#.")),
        Piece("hook", 1, ("#.", "#.", "##")),
        Piece("tee", 1, ("###", ".#.")),
        Piece("zig", 1, ("##.", ".##")),
        Piece("four", 2, ("####",)),
        Piece("oar", 2, (".#", ".#", "##")),
        Piece("stairs", 3, ("#..", "##.", ".##")),
        Piece("branch", 3, ("####", ".#..")),
        Piece("five", 4, ("#####",)),
        Piece("angle", 4, ("#..", "#..", "###")),
    ),
    black=("two", "three", "corner", "hook", "tee", "zig"),
    white=("four", "oar", "stairs", "branch", "five", "angle"),
    track=(
        ("circle", 1),
        ("hexagon", 2),
        ("circle", 3),
        ("circle", 4),
        ("hexagon", 5),
        ("circle", 6),
        ("circle", 8),
        ("hexagon", 10),
        ("circle", 12),
        ("hexagon", 14),
        ("circle", 17),
        ("hexagon", 20),
    ),
)
