"""The story of the game, turn by turn: what each seat drew and gained, and how each sheet was painted."""

from collections.abc import Iterator

from companion.core.blocks import Chapter, Deed, Timeline
from companion.core.caching import cached_by_identity
from companion.core.words import Text, joined, text
from companion.games.animism import papers
from companion.games.animism.pieces import COLOURS, piece_name, resources_in_words
from companion.games.animism.sheets import LETTERS, map_of, sheet_title, whose_sheet
from companion.games.animism.state import Deeds, DrawnPiece, Public
from companion.kits.paper import Map, Strip, Stroke


@cached_by_identity
def last_turn(public: Public) -> tuple[Timeline, ...]:
    """Return what seats did in the turn before. It became open when the last seat was done."""
    if not public.past:
        return ()
    return (Timeline(text("animism.evening.before"), (_chapter(public, len(public.past)),)),)


@cached_by_identity
def evening(public: Public) -> tuple[Timeline | Strip, ...]:
    """Return each sheet as it was after each turn, then the turns in words."""
    if not public.past:
        return ()
    chapters = tuple(_chapter(public, n) for n in range(1, len(public.past) + 1))
    return (*_strips(public), Timeline(text("animism.evening.title"), chapters))


# Sheets


def _strips(public: Public) -> Iterator[Strip]:
    for sheet in range(len(public.seats)):
        strokes = tuple(_stroke(public, n, sheet) for n in range(1, len(public.past) + 1))
        yield Strip(sheet_title(public, sheet), _bare(public), strokes)


def _bare(public: Public) -> Map:
    fourth = public.papers[0].fourth
    return map_of(public, papers.blank(public.ground, fourth))


def _stroke(public: Public, turn: int, sheet: int) -> Stroke:
    """Return what was drawn on a sheet in a turn: one seat's piece, or two."""
    place, deeds = next((i, deeds) for i, deeds in enumerate(public.past[turn - 1]) if deeds.sheet == sheet)
    cells = 0
    for drawn in deeds.drawn:
        cells |= drawn.cells
    ink = LETTERS[COLOURS.index(public.colours[place])]
    return Stroke(text("animism.evening.turn", n=turn), ink, public.ground.cells(cells))


# Turns in words


def _chapter(public: Public, turn: int) -> Chapter:
    past = public.past[turn - 1]
    cells = sum(drawn.cells.bit_count() for deeds in past for drawn in deeds.drawn)
    lines = tuple(_deed(public, i, deeds) for i, deeds in enumerate(past))
    return Chapter(text("animism.evening.turn", n=turn), lines, note=text("animism.evening.cells", count=cells))


def _deed(public: Public, place: int, deeds: Deeds) -> Deed:
    seat, sheet = public.seats[place], whose_sheet(public, deeds.sheet)
    done = [*map(_drawn, deeds.drawn), *_more(deeds)]
    if not done:
        return Deed(text("animism.evening.nothing", seat=seat, sheet=sheet), seat=seat)
    return Deed(text("animism.evening.did", seat=seat, sheet=sheet, what=joined(done)), seat=seat)


def _drawn(drawn: DrawnPiece) -> Text:
    what = text("animism.evening.drew", piece=piece_name(drawn.piece), gained=_gained(drawn))
    return text("animism.evening.opened", what=what, level=drawn.new_level) if drawn.new_level else what


def _gained(drawn: DrawnPiece) -> Text:
    if not any(drawn.gained):
        return text("animism.evening.gained_none")
    return text("animism.evening.gained", resources=resources_in_words(drawn.gained))


def _more(deeds: Deeds) -> Iterator[Text]:
    if deeds.bonus:
        yield text("animism.evening.circled", mark=deeds.bonus)
    if any(deeds.given_back):
        yield text("animism.evening.trimmed", resources=resources_in_words(deeds.given_back))
