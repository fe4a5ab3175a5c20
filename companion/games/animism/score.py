"""The score of the sheets, of a game and of a score sheet (ANIM-19 to ANIM-26)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import or_default
from companion.core.caching import cached_by_identity
from companion.core.game import check_names
from companion.core.score import Score, ScoreLine, ranked
from companion.core.state import Seat
from companion.core.words import BadFile
from companion.games.animism.ground import Geometry, longest
from companion.games.animism.layout import LEVELS
from companion.games.animism.papers import Paper, hexagons, track_score
from companion.games.animism.pieces import COLOURS, NONE, BonusMark, Colour, Four, four, plus, tallied
from companion.games.animism.state import SIZES, Counted, Public, pens

TRACK, ALTARS = "ANIM-19", "ANIM-20"
TIE_BREAK = "animism.tie.resources"

MOST, MOST_BONUS, MOST_LEFT = 99, 4, 9
"""The largest numbers that people may enter: any number of a colour on a sheet, its bonus (ANIM-26: first in all four
areas), and a seat's resources (ANIM-18: three of each other colour)."""


def counted(ground: Geometry, paper: Paper) -> Counted:
    """Return the numbers of a sheet for its score."""
    return Counted(
        tracks=tuple(track_score(ground, paper, i) for i in range(len(COLOURS))),
        hexagons=hexagons(ground, paper),
        altars=tuple(longest(ground, paint).n for paint in paper.paint),
        bonus=bonus_of(ground, paper) if paper.mark else None,
    )


def altar_points(sheet: Counted, pen: int) -> int:
    """Return a colour's points for altars: its hexagons, plus the bonus of a circled sheet, times its altars (ANIM-20,
    ANIM-25)."""
    return (sheet.hexagons[pen] + _bonus(sheet, pen)) * sheet.altars[pen]


def _bonus(sheet: Counted, pen: int) -> int:
    return 0 if sheet.bonus is None else sheet.bonus[pen]


def lines(sheets: Sequence[Counted], pen: int) -> tuple[ScoreLine, ...]:
    """Return the lines of a colour on every sheet (ANIM-22)."""
    return tuple(line for i, sheet in enumerate(sheets, 1) for line in _lines(i, sheet, pen))


def _lines(number: int, sheet: Counted, pen: int) -> tuple[ScoreLine, ScoreLine]:
    values = {
        "sheet": number,
        "hexagons": sheet.hexagons[pen],
        "bonus": _bonus(sheet, pen),
        "altars": sheet.altars[pen],
    }
    key = "animism.score.circled" if values["bonus"] else "animism.score.altars"
    return (
        ScoreLine("animism.score.track", sheet.tracks[pen], TRACK, {"sheet": number}),
        ScoreLine(key, altar_points(sheet, pen), ALTARS, values),
    )


def totals(sheets: Sequence[Counted], colours: Sequence[int]) -> tuple[int, ...]:
    """Return the points of these colours, given as indices in COLOURS, before resources break ties (ANIM-22)."""
    return tuple(sum(line.points for line in lines(sheets, pen)) for pen in colours)


def tied(sheets: Sequence[Counted], colours: Sequence[int]) -> tuple[int, ...]:
    """Return the indices in `colours` of the colours that have as many points as another one (ANIM-22)."""
    found = totals(sheets, colours)
    often = Counter(found)
    return tuple(i for i, total in enumerate(found) if often[total] > 1)


def score_of_sheets(seats: Sequence[Seat], colours: Sequence[int], sheets: Sequence[Counted], left: Sequence[int]) -> Score:
    """Return the score: lines, ranking, and what broke a tie for the first place. `colours` has the seats' colours as
    indices in COLOURS, `left` the number of their resources."""
    by_total = totals(sheets, colours)
    worth = {seat: (total, rest) for seat, total, rest in zip(seats, by_total, left, strict=True)}
    ranking = ranked(seats, worth)
    decided = by_total.count(max(by_total)) > 1 and len(ranking[0]) == 1
    by_seat = {seat: lines(sheets, pen) for seat, pen in zip(seats, colours, strict=True)}
    return Score(ranking, by_seat, TIE_BREAK if decided else None)


def final_sheets(public: Public) -> tuple[Counted, ...]:
    """Return the numbers of the sheets, from the phones or as people read and confirmed them at the end."""
    if public.is_twin:
        return tuple(counted(public.ground, paper) for paper in public.papers)
    return tuple(reading.counted for reading in public.readings if reading is not None)


@cached_by_identity
def standing(public: Public) -> Mapping[Seat, int]:
    """Return each seat's points on the sheets as they were when the turn began, which everybody has seen. With sheets on
    paper alone the box does not know the points, so return nothing."""
    if not public.is_twin:
        return {}
    return dict(zip(public.seats, totals(final_sheets(public), pens(public)), strict=True))


def score_of(public: Public) -> Score | None:
    """Return the score of a finished game, or None."""
    if public.stage != "end":
        return None
    left = tuple(sum(hand) for hand in public.hands) if public.is_twin else tuple(n or 0 for n in public.left)
    return score_of_sheets(public.seats, pens(public), final_sheets(public), left)


# A score sheet

Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
ByColour = dict[Colour, Number]
Bonus = dict[Colour, Annotated[int, msgspec.Meta(ge=0, le=MOST_BONUS)]]


class SeatSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's colour, and the resources that it has left."""

    colour: Colour
    resources: Annotated[int, msgspec.Meta(ge=0, le=MOST_LEFT)]


class PaperSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of one sheet. Only a circled sheet has a `bonus`."""

    tracks: ByColour
    hexagons: ByColour
    altars: ByColour
    bonus: Bonus | UnsetType = UNSET

    @property
    def counted(self) -> Counted:
        """The same numbers in the order of COLOURS."""
        bonus = None if self.bonus is UNSET else four(self.bonus)
        return Counted(four(self.tracks), four(self.hexagons), four(self.altars), bonus)

    @property
    def colours(self) -> set[Colour]:
        """All colours that these numbers name."""
        return {*self.tracks, *self.hexagons, *self.altars, *or_default(self.bonus, {})}


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end as people counted it on the table (docs/records.md): a sheet for each seat."""

    seats: dict[str, SeatSheet]
    sheets: tuple[PaperSheet, ...]


def score_sheet(sheet: Sheet) -> Score:
    """Return the score of a sheet. Raise BadFile for one that is impossible."""
    _refuse_bad_sheet(sheet)
    seats = tuple(map(Seat, sheet.seats))
    colours = tuple(COLOURS.index(one.colour) for one in sheet.seats.values())
    left = tuple(one.resources for one in sheet.seats.values())
    return score_of_sheets(seats, colours, [one.counted for one in sheet.sheets], left)


def _refuse_bad_sheet(sheet: Sheet) -> None:
    colours = [one.colour for one in sheet.seats.values()]
    if len(colours) not in SIZES:
        raise BadFile("animism.bad_sheet_seats", seats=len(colours))
    check_names(sheet.seats, "animism.bad_sheet_name")
    if len(set(colours)) < len(colours):
        raise BadFile("animism.colour_twice")
    if len(sheet.sheets) != len(colours):
        raise BadFile("animism.bad_sheet_sheets", seats=len(colours), sheets=len(sheet.sheets))
    if not all(one.colours <= set(colours) for one in sheet.sheets):
        raise BadFile("animism.bad_sheet_colour")


Places = tuple[Four, ...]
"""The number of cells that each colour has painted, for each track, area or frame."""


def bonus_of(ground: Geometry, paper: Paper) -> Four:
    """Return each colour's bonus on a sheet. It is 0 unless a bonus is circled (ANIM-26)."""
    return firsts(PLACES[paper.mark](ground, paper)) if paper.mark else NONE


def firsts(places: Places) -> Four:
    """Return in how many of these places each colour has painted the most cells. If several colours have as many, the place
    counts for each of them. A place without paint counts for nobody."""
    total = NONE
    for painted in places:
        total = plus(total, tuple(int(0 < n == max(painted)) for n in painted))
    return total


def tracks(ground: Geometry, paper: Paper) -> Places:
    """Return what bonus I compares: the paint on the tracks."""
    return tuple(map(tallied, paper.tracks))


def areas(ground: Geometry, paper: Paper) -> Places:
    """Return what bonus II compares: the paint in the areas."""
    return tuple(tuple((area & paint).bit_count() for paint in paper.paint) for area in ground.areas)


def frames(ground: Geometry, paper: Paper) -> Places:
    """Return what bonus III compares: the paint in the purchase frames."""
    bought = tuple(zip(ground.layout.pieces, paper.bought, strict=True))
    return tuple(tallied([pen for piece, pens in bought if piece.level == level for pen in pens]) for level in LEVELS)


PLACES: Final[Mapping[BonusMark, Callable[[Geometry, Paper], Places]]] = {"I": tracks, "II": areas, "III": frames}
