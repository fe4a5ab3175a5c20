"""What each chair, or an onlooker, sees of a game of Animism."""

from msgspec.structs import replace

from companion.core.blocks import Block, Cell, Grid, Note, Row, SeatRow, Seats
from companion.core.caching import once_for_all
from companion.core.state import Seat
from companion.core.view import View
from companion.core.words import Text, text
from companion.games.animism import awaited
from companion.games.animism.colours import COLOURS, NONE
from companion.games.animism.cover import secret
from companion.games.animism.display import oled
from companion.games.animism.evening import evening, last_turn
from companion.games.animism.naming import colour, counts, sign
from companion.games.animism.now import now
from companion.games.animism.pictures import map_of
from companion.games.animism.result import end_blocks
from companion.games.animism.sheets import all_sheets, ended, frames, maps_at_the_end, owned, titled, tracks
from companion.games.animism.state import Counted, Own, Public, holder, pen, sheet_of


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """The screen of a seat, or (`seat` and `own` None) of an onlooker. A sheet that another seat works on is on it as the
    turn began (ANIM-05)."""
    place = None if seat is None else public.seats.index(seat)
    return View(
        where=_where(public),
        round=public.turn,
        now=now(public, own, place),
        phase=_phase(public, own, place),
        oled=oled(public),
        blocks=(*_blocks(public, own, place), *((secret(own),) if own else ())),
    )


@once_for_all
def _where(public: Public) -> Text:
    if public.stage != "turn":
        return text("animism.where_end")
    return text("animism.where", turn=public.turn + 1, turns=public.turns)


def _phase(public: Public, own: Own | None, place: int | None) -> str:
    """Which card says what is done now: step by step where phones lead through the turn."""
    if public.stage == "turn" and public.is_twin and own is not None and place not in public.done:
        return own.phase
    return "first" if public.stage == "turn" and public.round == 1 else public.stage


def _blocks(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    if public.stage == "end":
        return (*end_blocks(public, place), *_readings(public).values(), *_at_the_end(public, place))
    if public.stage != "turn":
        return _closing(public, place)
    if not public.is_twin:
        return (seats(public),)
    if own is None or place is None:
        return (*all_sheets(public), seats(public), *last_turn(public))
    return (*_in_front(public, own, place), seats(public), *last_turn(public), *_elsewhere(public, place))


def _at_the_end(public: Public, place: int | None) -> tuple[Block, ...]:
    if not public.is_twin:
        return ()
    return (*(maps_at_the_end(public) if place is None else ended(public)), *evening(public))


# The sheets


def _in_front(public: Public, own: Own, place: int) -> tuple[Block, ...]:
    """The sheet that a seat works on, with all that it has done there. While it draws, the question has the map."""
    assert own.paper is not None
    notes = (Note(text("animism.sample_note")),) if public.options.layout.sample else ()
    parts: tuple[Block, ...] = (tracks(public, own.paper), *frames(public, own.paper, pen(public, place)), *notes)
    if own.phase == "draw" and place not in public.done:
        return parts
    shown = replace(map_of(public, own.paper), title=titled(public, sheet_of(public, place)))
    return (shown, *parts)


def _elsewhere(public: Public, place: int) -> tuple[Block, ...]:
    return tuple(sheet for i, sheet in enumerate(all_sheets(public)) if holder(public, i) != place)


@once_for_all
def seats(public: Public) -> Seats:
    """ANIM-27: who holds which sheet, who is done, and with the sheets on phones what each had as the turn began."""
    busy = awaited.awaited(public)
    hands = public.hands or (NONE,) * len(public.seats)
    return Seats(
        tuple(SeatRow(seat, counts(hands[i]), active=i in busy, note=_at(public, i)) for i, seat in enumerate(public.seats))
    )


def _at(public: Public, place: int) -> Text:
    if public.stage != "turn":
        reading = public.readings[place]
        state = "missing" if reading is None else "confirmed" if reading.confirmed else "entered"
        return text(f"animism.read.{state}")
    if place in public.done:
        return text("animism.is_done")
    return text("animism.works_on", sheet=owned(public, sheet_of(public, place)))


# Sheets that are read off


def _closing(public: Public, place: int | None) -> tuple[Block, ...]:
    """What a seat is asked to check comes first."""
    found = _readings(public)
    asked = [i for i in (() if place is None else awaited.to_read(public, place)) if i in found]
    others = [i for i in found if i not in asked]
    return (*(found[i] for i in asked), seats(public), *(found[i] for i in others))


@once_for_all
def _readings(public: Public) -> dict[int, Grid]:
    """ANIM-28: what was entered of each sheet, and whether it is confirmed."""
    readings = enumerate(public.readings)
    return {i: _grid(public, i, one.counted, one.confirmed) for i, one in readings if one is not None}


def _grid(public: Public, sheet: int, counted: Counted, confirmed: bool) -> Grid:
    columns = [counted.tracks, counted.hexagons, counted.altars, *([counted.bonus] if counted.bonus else [])]
    names = ("tracks", "hexagons", "altars", "bonus")[: len(columns)]
    heads = (text("animism.head.colour"), *(text(f"animism.head.{name}") for name in names))
    rows = tuple(
        Row(colour(of), tuple(Cell(text("animism.number", n=column[COLOURS.index(of)])) for column in columns), sign(of))
        for of in public.colours
    )
    state = text("animism.read.confirmed" if confirmed else "animism.read.entered")
    return Grid(heads, rows, title=titled(public, sheet), words=state)
