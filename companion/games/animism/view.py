"""The screen of each seat, and of an onlooker."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from companion.core.blocks import Block, Cell, Grid, Note, Row, SeatRow, Seats, Secret
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now, View
from companion.core.words import Text, names, text
from companion.games.animism import closing, papers, stage
from companion.games.animism.dice import to_roll
from companion.games.animism.evening import evening, last_turn
from companion.games.animism.paying import worth
from companion.games.animism.pieces import COLOURS, NONE, colour_name, colour_sign, resource_counts, resources_in_words
from companion.games.animism.result import end_blocks, end_display, end_now
from companion.games.animism.sheets import (
    all_sheets,
    frames,
    map_of,
    maps_at_the_end,
    sheet_title,
    sheets_at_the_end,
    tracks,
    whose_sheet,
)
from companion.games.animism.state import Counted, Own, Phase, Public, Stage, holder, pen, sheet_of, turn_in_round
from companion.games.animism.work import Work


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """Return the screen of a seat, or of an onlooker if `seat` and `own` are None. The sheets that other seats work on look
    as they did when the turn began (ANIM-05)."""
    place = None if seat is None else public.seats.index(seat)
    return View(
        where=_where(public),
        round=public.turn,
        now=now(public, own, place),
        phase=_phase(public, own, place),
        display=display_lines(public),
        scene=stage.scene(public) if place is None else None,
        blocks=(*_blocks(public, own, place), *((secret(own),) if own else ())),
        cards=_more_cards(public),
    )


@cached_by_identity
def _more_cards(public: Public) -> tuple[str, ...]:
    """Return the names of the rule cards for the extra action on paper, for three players and for bonuses."""
    if public.stage not in ("turn", "sheets"):
        return ()
    is_in_play = {
        "extra": public.stage == "turn" and not public.is_twin and public.round > 1,
        "three": len(public.seats) == len(COLOURS) - 1,
        "bonus": public.options.advanced,
    }
    return tuple(name for name, holds in is_in_play.items() if holds)


@cached_by_identity
def _where(public: Public) -> Text:
    if public.stage != "turn":
        return text("animism.where_end")
    return text("animism.where", turn=public.turn + 1, turns=public.turns)


def _phase(public: Public, own: Own | None, place: int | None) -> str:
    """Return the phase, which chooses the rule card. With sheets on phones it is the step of a seat's turn."""
    if public.stage == "turn" and public.is_twin and own is not None and place is not None and place not in public.done:
        return _step(public, own, place)
    return "first" if public.stage == "turn" and public.round == 1 else public.stage


def _step(public: Public, own: Own, place: int) -> Phase:
    """Return the step of a seat's turn. A seat that cannot pay for the extra action can only end it (ANIM-17)."""
    is_over = own.phase == "choose" and not to_roll(Work(public, own, place))
    return "closing" if is_over else own.phase


def _blocks(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    if public.stage == "end":
        return (*end_blocks(public, place), *_readings(public).values(), *_at_the_end(public, place))
    if public.stage != "turn":
        return _closing(public, place)
    if not public.is_twin:
        is_at_work = place is not None and place not in public.done
        card = (Note(text(f"animism.card.{_phase(public, own, place)}")),) if is_at_work else ()
        return (*card, seats(public))
    if own is None or place is None:
        return (*all_sheets(public), seats(public), *last_turn(public))
    mine, before = _in_front(public, own, place), last_turn(public)
    first = (*before, *mine, seats(public)) if place in public.done else (*mine, seats(public), *before)
    return (*first, *_elsewhere(public, place))


def _at_the_end(public: Public, place: int | None) -> tuple[Block, ...]:
    if not public.is_twin:
        return ()
    return (*(maps_at_the_end(public) if place is None else sheets_at_the_end(public)), *evening(public))


# The sheets


def _in_front(public: Public, own: Own, place: int) -> tuple[Block, ...]:
    """Return the sheet that a seat works on. While the seat draws, the map is left out, because the question has it."""
    assert own.paper is not None
    notes = (Note(text("animism.sample_note")),) if public.options.layout.sample else ()
    parts: tuple[Block, ...] = (tracks(public, own.paper), *frames(public, own.paper, pen(public, place)), *notes)
    if own.phase == "draw" and place not in public.done:
        return parts
    circled = (text("animism.circled", mark=own.paper.mark),) if own.paper.mark else ()
    shown = replace(map_of(public, own.paper), title=sheet_title(public, sheet_of(public, place)), words=circled)
    return (shown, *parts)


def _elsewhere(public: Public, place: int) -> tuple[Block, ...]:
    return tuple(sheet for i, sheet in enumerate(all_sheets(public)) if holder(public, i) != place)


@cached_by_identity
def seats(public: Public) -> Seats:
    """Return each seat with its sheet, whether it is done, and its resources at the start of the turn (ANIM-27)."""
    busy = closing.awaited(public)
    hands = public.hands or (NONE,) * len(public.seats)
    return Seats(
        tuple(
            SeatRow(seat, resource_counts(hands[i]), active=i in busy, note=_seat_note(public, i))
            for i, seat in enumerate(public.seats)
        )
    )


def _seat_note(public: Public, place: int) -> Text:
    if public.stage != "turn":
        reading = public.readings[place]
        state = "missing" if reading is None else "confirmed" if reading.confirmed else "entered"
        return text(f"animism.read.{state}")
    if place in public.done:
        return text("animism.is_done")
    return text("animism.works_on", sheet=whose_sheet(public, sheet_of(public, place)))


# Sheets that are read off


def _closing(public: Public, place: int | None) -> tuple[Block, ...]:
    """Return the readings, first those that this seat is asked to check."""
    found = _readings(public)
    asked = [i for i in (() if place is None else closing.to_read(public, place)) if i in found]
    others = [i for i in found if i not in asked]
    return (*(found[i] for i in asked), seats(public), *(found[i] for i in others))


@cached_by_identity
def _readings(public: Public) -> dict[int, Grid]:
    """Return each reading as a grid, by sheet. The grid says whether the reading is confirmed (ANIM-28)."""
    readings = enumerate(public.readings)
    return {i: _grid(public, i, one.counted, one.confirmed) for i, one in readings if one is not None}


def _grid(public: Public, sheet: int, counted: Counted, confirmed: bool) -> Grid:
    columns = [counted.tracks, counted.hexagons, counted.altars, *([counted.bonus] if counted.bonus else [])]
    names = ("tracks", "hexagons", "altars", "bonus")[: len(columns)]
    heads = (text("animism.head.colour"), *(text(f"animism.head.{name}") for name in names))
    rows = tuple(
        Row(
            colour_name(colour),
            tuple(Cell(text("animism.number", n=column[COLOURS.index(colour)])) for column in columns),
            colour_sign(colour),
        )
        for colour in public.colours
    )
    state = text("animism.read.confirmed" if confirmed else "animism.read.entered")
    return Grid(heads, rows, title=sheet_title(public, sheet), words=state)


def now(public: Public, own: Own | None, place: int | None) -> Now:
    """Return the headline for a seat at this place, or an onlooker (None)."""
    return STAGES[public.stage](public, own, place)


# The headline of a turn


def _turn(public: Public, own: Own | None, place: int | None) -> Now:
    if own is None or place is None or place in public.done:
        return _others(public)
    sheet = sheet_of(public, place)
    whose = text("animism.sheet_yours") if sheet == place else whose_sheet(public, sheet)
    key = _step(public, own, place) if public.is_twin else "work"
    return Now(text(f"animism.now.{key}", sheet=whose), _small_lines(public, own, place), lit=True)


def _others(public: Public) -> Now:
    """Return the headline for seats that are done and for onlookers. It says that everybody works, or once the first seat is
    done, which seats still work."""
    if not public.done:
        return Now(text("animism.now.all"), (_passing(public),))
    at_work = closing.awaited_seats(public)
    return Now(text("animism.now.waiting", seats=names(at_work), count=len(at_work)), (_passing(public),))


def _passing(public: Public) -> Text:
    """Return the sentence on passing the sheets (ANIM-05, ANIM-06). At the start of a turn people pass the sheets. Once a
    seat is done, the sentence says what comes next. With sheets on phones it has other words, because nobody passes
    anything."""
    where = "_phones" if public.is_twin else ""
    if not public.turn or public.done:
        return _next(public)
    if turn_in_round(public) == 1:
        return text(f"animism.now.pass_round{where}", round=public.round)
    return text(f"animism.now.pass{where}")


def _next(public: Public) -> Text:
    """Return the sentence on what follows when all seats are done."""
    if not public.is_twin:
        return text("animism.now.pass_when_done")
    is_last = public.turn + 1 == public.turns
    return text("animism.now.score_when_done_phones" if is_last else "animism.now.pass_when_done_phones")


def _small_lines(public: Public, own: Own, place: int) -> tuple[Text, ...]:
    """Return the small lines of a working seat's headline. With sheets on phones they differ from step to step. In the first
    turn they say nothing of passing, because no sheet has been passed."""
    passed = (_passing(public),) if public.turn else ()
    if not public.is_twin:
        return passed
    step = _step(public, own, place)
    if step == "choose":
        return (text("animism.now.extra"),)
    if step == "closing":
        return (_next(public),)
    if public.round == 1:
        return (*(() if own.steps else passed), text("animism.now.first_twin"))
    return () if own.steps else (*passed, *_supplied(public, place))


def _supplied(public: Public, place: int) -> tuple[Text, ...]:
    """Return the supply of this turn in words (ANIM-07)."""
    paper = public.papers[sheet_of(public, place)]
    supply = papers.supply(public.ground, paper, pen(public, place))
    return (text("animism.now.supply", resources=resources_in_words(supply)),) if any(supply) else ()


# The headline of the end


def _sheets(public: Public, own: Own | None, place: int | None) -> Now:
    """Return the headline while sheets are read off: a seat reads its own sheet first, then checks that of the neighbour to
    the right (ANIM-28). Before a seat reads its own, the sheets are passed once more."""
    if place is not None and (sheets := closing.to_read(public, place)):
        small = (text("animism.now.pass"),) if public.readings[sheets[0]] is None else ()
        return Now(_to_read(public, sheets[0], place), small, lit=True)
    at_work = closing.awaited_seats(public)
    return Now(text("animism.now.reading", seats=names(at_work), count=len(at_work)), (text("animism.now.read_how"),))


def _to_read(public: Public, sheet: int, place: int) -> Text:
    reading, owner = public.readings[sheet], public.seats[sheet]
    if reading is None:
        return text("animism.now.read_off")
    if reading.times == 1:
        return text("animism.now.check", seat=owner)
    if sheet == place:
        return text("animism.now.differs_yours")
    return text("animism.now.differs", seat=owner)


def _resources(public: Public, own: Own | None, place: int | None) -> Now:
    at_work = closing.awaited_seats(public)
    small = (text("animism.now.tied"),)
    if place in closing.awaited(public):
        return Now(text("animism.now.left"), small, lit=True)
    return Now(text("animism.now.left_other", seats=names(at_work), count=len(at_work)), small)


def _end(public: Public, own: Own | None, place: int | None) -> Now:
    return end_now(public, place)


STAGES: Final[Mapping[Stage, Callable[[Public, Own | None, int | None], Now]]] = {
    "turn": _turn,
    "sheets": _sheets,
    "resources": _resources,
    "end": _end,
}


def secret(own: Own) -> Secret:
    """Return a seat's resources and what they are worth together (ANIM-11), for the space behind the cover."""
    if not any(own.hand):
        return Secret(name=text("animism.secret.nothing"))
    goal = (text("animism.secret.worth", n=worth(own.hand)),)
    return Secret(name=text("animism.secret.resources"), goal=goal, counts=resource_counts(own.hand))


@cached_by_identity
def display_lines(public: Public) -> DisplayLines:
    """Return the display's lines: what all do as a turn begins, then the seats that are not done."""
    if public.stage == "end":
        return end_display(public)
    right = _right(public)
    if public.stage == "turn" and not public.done:
        passes = "pass_phones" if public.is_twin else "pass"
        begun = passes if public.turn else "begin"
        return DisplayLines(right=right, main=text(f"animism.display.{begun}"), sub=text(f"animism.display.{begun}_sub"))
    at_work, sub = closing.awaited_seats(public), text(f"animism.display.{public.stage}")
    if len(at_work) == 1:
        return DisplayLines(right=right, sub=sub, seat=at_work[0])
    return DisplayLines(right=right, sub=sub, awaited=at_work)


def _right(public: Public) -> Text:
    if public.stage != "turn":
        return text("animism.display.end")
    return text("animism.display.where", round=public.round, turn=public.turn + 1)
