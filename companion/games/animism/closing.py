"""The end of a game with sheets on paper: people read off each sheet and confirm the numbers (ANIM-28). Seats with equal
totals also enter their resources (ANIM-22)."""

from dataclasses import replace

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, form_start
from companion.core.answers import Answers, Field, Form, Group, Option
from companion.core.dues import Due, Event
from companion.core.state import Seat, with_public
from companion.core.words import Text, text
from companion.games.animism.pieces import COLOURS, NONE, Colour, Four, colour_name, colour_sign, four
from companion.games.animism.score import MOST, MOST_BONUS, MOST_LEFT, final_sheets, tied
from companion.games.animism.state import AnimismState, Counted, Own, Public, Reading, neighbour, pens, place_of
from companion.kits.paper import Mark, Section


class ReadOff(Action, frozen=True, tag="sheet"):
    """The numbers that somebody reads off a sheet, for each colour (ANIM-28): track, hexagons, joined altars, and the bonus
    if one is circled."""

    owner: Seat
    tracks: dict[Colour, int]
    hexagons: dict[Colour, int]
    altars: dict[Colour, int]
    bonus: dict[Colour, int] | UnsetType = UNSET

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        sheet = place_of(state.public, self.owner)
        before = state.public.readings[sheet]
        times = 1 if before is None else before.times + 1
        return _with_reading(state, sheet, Reading(counted_of(self), times))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.sheet", seat=self.owner)


class Confirm(Action, frozen=True, tag="confirm"):
    """The confirmation that the last reading of a sheet, by another player, is right (ANIM-28)."""

    owner: Seat

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        sheet = place_of(state.public, self.owner)
        reading = state.public.readings[sheet]
        assert reading is not None
        return _after_confirming(_with_reading(state, sheet, replace(reading, confirmed=True)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.confirm", seat=self.owner)


class Resources(Action, frozen=True, tag="resources"):
    """The number of resources that a seat with an equal total has left (ANIM-22). The last of these answers ends the
    game."""

    left: int

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        state = _with_left(state, event.asked, self.left)
        return state if missing(state.public) else with_public(state, stage="end")

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.resources", count=self.left)


def asked(public: Public, sheet: int) -> int:
    """Return the place of the seat that is asked about a sheet: first its owner, then the neighbour to the left and the
    owner in turns."""
    reading = public.readings[sheet]
    return neighbour(public, sheet) if reading is not None and reading.times % 2 else sheet


def _with_reading(state: AnimismState, sheet: int, reading: Reading) -> AnimismState:
    readings = state.public.readings
    return with_public(state, readings=(*readings[:sheet], reading, *readings[sheet + 1 :]))


def _after_confirming(state: AnimismState) -> AnimismState:
    """Return the state unchanged until all sheets are confirmed. Then it is in the stage "resources", or at the end if no
    seat has to enter its resources (ANIM-22)."""
    if not all(reading is not None and reading.confirmed for reading in state.public.readings):
        return state
    return with_public(state, stage="resources" if missing(state.public) else "end")


def missing(public: Public) -> tuple[int, ...]:
    """Return the places of the seats that still have to enter their resources, because another seat has as many points."""
    return tuple(i for i in tied(final_sheets(public), pens(public)) if public.left[i] is None)


def _with_left(state: AnimismState, seat: Seat, n: int) -> AnimismState:
    place, left = place_of(state.public, seat), state.public.left
    return with_public(state, left=(*left[:place], n, *left[place + 1 :]))


def awaited(public: Public) -> tuple[int, ...]:
    """Return the places of the seats that the game waits for, in order. After the end there are none."""
    if public.stage == "turn":
        return tuple(i for i in range(len(public.seats)) if i not in public.done)
    if public.stage == "sheets":
        return tuple(i for i in range(len(public.seats)) if to_read(public, i))
    return missing(public) if public.stage == "resources" else ()


def to_read(public: Public, place: int) -> list[int]:
    """Return the sheets that a seat is asked about, its own before others."""
    asks = [i for i in range(len(public.seats)) if asked(public, i) == place and not is_settled(public, i)]
    return [i for i in asks if i == place] + [i for i in asks if i != place]


def is_settled(public: Public, sheet: int) -> bool:
    """Return True if the last reading of a sheet is confirmed."""
    reading = public.readings[sheet]
    return reading is not None and reading.confirmed


def awaited_seats(public: Public) -> tuple[Seat, ...]:
    """Return the names of the awaited seats."""
    return tuple(public.seats[i] for i in awaited(public))


def counted_of(reading: ReadOff) -> Counted:
    """Return the numbers of a reading in the order of COLOURS."""
    bonus = None if reading.bonus is UNSET else four(reading.bonus)
    return Counted(four(reading.tracks), four(reading.hexagons), four(reading.altars), bonus)


def ask_sheet(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the owner for the numbers of its sheet (ANIM-28)."""
    assert due.seat is not None
    question, panel = (text(f"animism.{place}.read_off", seat=due.seat) for place in ("ask", "panel"))
    return Answers(forms=(_reading_form(public, due.seat),), question=question, panel=panel)


def ask_confirm(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask whether a reading is right. If not, ask for the right numbers (ANIM-28)."""
    owner = public.seats[int(due.id.split("-")[1])]
    reading = public.readings[place_of(public, owner)]
    assert reading is not None
    right = Option(as_data(Confirm(owner)), text("animism.ask.confirm"))
    form = _reading_form(public, owner, reading.counted)
    question, panel = (text(f"animism.{place}.is_right", seat=owner) for place in ("ask", "panel"))
    return Answers(main=right, forms=(form,), question=question, panel=panel)


def _reading_form(public: Public, owner: Seat, counted: Counted | None = None) -> Form:
    """Return the form for a sheet's numbers. It starts with the numbers of the reading `counted`, else with 0."""
    fields, parts = [], []
    for name, most in _numbers(public):
        fields.append(Field(name, min=0, max=most, default=0, keys=public.colours, optional=name == "bonus"))
        parts.append(_part(public, name))
    return Form(
        form_start(ReadOff, owner=owner),
        tuple(fields),
        text("animism.ask.sheet_done"),
        labels=tuple((colour_name(colour), colour_sign(colour)) for _ in fields for colour in public.colours),
        collapsed=None if counted is None else text("animism.ask.other"),
        initial={} if counted is None else _initial(public, counted),
        parts=tuple(parts),
    )


def _numbers(public: Public) -> tuple[tuple[str, int], ...]:
    """Return the names of a reading's numbers, each with the highest value that it may have. Only the advanced rules have a
    bonus (ANIM-25)."""
    usual = (("tracks", MOST), ("hexagons", MOST), ("altars", MOST))
    return (*usual, ("bonus", MOST_BONUS)) if public.options.advanced else usual


def _part(public: Public, name: str) -> Section:
    """Return a section of the form. Tracks look as printed if the owner has copied the printed sheet (ANIM-28)."""
    layout = public.options.layout
    printed = name == "tracks" and not layout.sample
    marks = tuple(Mark(score, shape) for shape, score in layout.track) if printed else ()
    return Section(name, text(f"animism.part.{name}"), text(f"animism.part.{name}_hint"), marks)


def _initial(public: Public, counted: Counted) -> dict[str, dict[str, int]]:
    numbers = {"tracks": counted.tracks, "hexagons": counted.hexagons, "altars": counted.altars}
    numbers["bonus"] = counted.bonus or NONE
    return {name: _by_seat(public, numbers[name]) for name, _ in _numbers(public)}


def _by_seat(public: Public, numbers: Four) -> dict[str, int]:
    return {str(colour): numbers[COLOURS.index(colour)] for colour in public.colours}


def ask_resources(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask how many resources a seat has left (ANIM-22)."""
    options = tuple(Option(as_data(Resources(n)), text("animism.number", n=n)) for n in range(MOST_LEFT + 1))
    question, panel = text("animism.ask.left"), text("animism.panel.left")
    return Answers((Group(options, 5),), question=question, hint=text("animism.ask.left_hint"), panel=panel)
