"""After the last turn each sheet is read off, confirmed and counted; equal totals need the resources, too (ANIM-28)."""

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


class Sheet(Action, frozen=True, tag="sheet"):
    """ANIM-28: what is read off a sheet: by colour the number in the right-most painted cell of its track, its hexagons,
    its joined altars, and of a circled sheet its bonus."""

    owner: Seat
    tracks: dict[Colour, int]
    hexagons: dict[Colour, int]
    altars: dict[Colour, int]
    bonus: dict[Colour, int] | UnsetType = UNSET

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        """A sheet as somebody read it off; the other one is asked next."""
        sheet = place_of(state.public, self.owner)
        before = state.public.readings[sheet]
        as_data = 1 if before is None else before.said + 1
        return _with(state, sheet, Reading(read_off(self), as_data))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.sheet", seat=self.owner)


class Confirm(Action, frozen=True, tag="confirm"):
    """ANIM-28: what somebody else read off a sheet is right."""

    owner: Seat

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        """What the other one entered is right."""
        sheet = place_of(state.public, self.owner)
        reading = state.public.readings[sheet]
        assert reading is not None
        return _counted(_with(state, sheet, replace(reading, confirmed=True)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.confirm", seat=self.owner)


class Resources(Action, frozen=True, tag="resources"):
    """ANIM-22: how many a seat has left, where totals are equal."""

    left: int

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        """ANIM-22: the last of them ends the game."""
        state = _left(state, event.asked, self.left)
        return state if missing(state.public) else with_public(state, stage="end")

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("animism.told.resources", count=self.left)


def asked(public: Public, sheet: int) -> int:
    """Who is asked about a sheet: its owner first, then the left neighbour and the owner in turns."""
    reading = public.readings[sheet]
    return neighbour(public, sheet) if reading is not None and reading.said % 2 else sheet


def _with(state: AnimismState, sheet: int, reading: Reading) -> AnimismState:
    readings = state.public.readings
    return with_public(state, readings=(*readings[:sheet], reading, *readings[sheet + 1 :]))


def _counted(state: AnimismState) -> AnimismState:
    """ANIM-22: once all sheets are confirmed."""
    if not all(reading is not None and reading.confirmed for reading in state.public.readings):
        return state
    return with_public(state, stage="resources" if missing(state.public) else "end")


def missing(public: Public) -> tuple[int, ...]:
    """Who has still to tell what it has left, as another seat has as many points."""
    return tuple(i for i in tied(final_sheets(public), pens(public)) if public.left[i] is None)


def _left(state: AnimismState, seat: Seat, n: int) -> AnimismState:
    place, left = place_of(state.public, seat), state.public.left
    return with_public(state, left=(*left[:place], n, *left[place + 1 :]))


def awaited(public: Public) -> tuple[int, ...]:
    """The seats that the game waits for, in their order; none: it is over."""
    if public.stage == "turn":
        return tuple(i for i in range(len(public.seats)) if i not in public.done)
    if public.stage == "sheets":
        return tuple(i for i in range(len(public.seats)) if to_read(public, i))
    return missing(public) if public.stage == "resources" else ()


def to_read(public: Public, place: int) -> list[int]:
    """The sheets that a seat is asked about, its own before others."""
    asks = [i for i in range(len(public.seats)) if asked(public, i) == place and not is_settled(public, i)]
    return [i for i in asks if i == place] + [i for i in asks if i != place]


def is_settled(public: Public, sheet: int) -> bool:
    """Whether both who look at a sheet agree on it."""
    reading = public.readings[sheet]
    return reading is not None and reading.confirmed


def awaited_seats(public: Public) -> tuple[Seat, ...]:
    """Those who are awaited, by name."""
    return tuple(public.seats[i] for i in awaited(public))


def read_off(told: Sheet) -> Counted:
    """The same as somebody read it off."""
    return Counted(
        four(told.tracks), four(told.hexagons), four(told.altars), None if told.bonus is UNSET else four(told.bonus)
    )


def ask_sheet(public: Public, own: Own | None, due: Due) -> Answers:
    """ANIM-28: the owner enters its sheet."""
    assert due.seat is not None
    question, panel = (text(f"animism.{place}.read_off", seat=due.seat) for place in ("ask", "panel"))
    return Answers(forms=(_read_off(public, due.seat),), question=question, panel=panel)


def ask_confirm(public: Public, own: Own | None, due: Due) -> Answers:
    """ANIM-28: what the other one entered is right, or what is right in its place."""
    owner = public.seats[int(due.id.split("-")[1])]
    reading = public.readings[place_of(public, owner)]
    assert reading is not None
    right = Option(as_data(Confirm(owner)), text("animism.ask.confirm"))
    form = _read_off(public, owner, reading.counted)
    question, panel = (text(f"animism.{place}.is_right", seat=owner) for place in ("ask", "panel"))
    return Answers(main=right, forms=(form,), question=question, panel=panel)


def _read_off(public: Public, owner: Seat, stands: Counted | None = None) -> Form:
    """A sheet, from what was entered before."""
    fields, parts = [], []
    for name, most in _numbers(public):
        fields.append(Field(name, min=0, max=most, default=0, keys=public.colours, optional=name == "bonus"))
        parts.append(_part(public, name))
    return Form(
        form_start(Sheet, owner=owner),
        tuple(fields),
        text("animism.ask.sheet_done"),
        labels=tuple((colour_name(of), colour_sign(of)) for _ in fields for of in public.colours),
        fold=None if stands is None else text("animism.ask.other"),
        stands={} if stands is None else _stands(public, stands),
        parts=tuple(parts),
    )


def _numbers(public: Public) -> tuple[tuple[str, int], ...]:
    """What is read off, and how much each may be. ANIM-25: a bonus with the advanced rule alone."""
    usual = (("tracks", MOST), ("hexagons", MOST), ("altars", MOST))
    return (*usual, ("bonus", MOST_BONUS)) if public.options.advanced else usual


def _part(public: Public, name: str) -> Section:
    """ANIM-28: tracks as they are printed, where the owner has copied the printed sheet; the sample is none."""
    layout = public.options.layout
    printed = name == "tracks" and not layout.sample
    marks = tuple(Mark(score, mould) for mould, score in layout.track) if printed else ()
    return Section(name, text(f"animism.part.{name}"), text(f"animism.part.{name}_hint"), marks)


def _stands(public: Public, counted: Counted) -> dict[str, dict[str, int]]:
    numbers = {"tracks": counted.tracks, "hexagons": counted.hexagons, "altars": counted.altars}
    numbers["bonus"] = counted.bonus or NONE
    return {name: _by_seat(public, numbers[name]) for name, _ in _numbers(public)}


def _by_seat(public: Public, numbers: Four) -> dict[str, int]:
    return {str(of): numbers[COLOURS.index(of)] for of in public.colours}


def ask_resources(public: Public, own: Own | None, due: Due) -> Answers:
    """ANIM-22."""
    options = tuple(Option(as_data(Resources(n)), text("animism.number", n=n)) for n in range(MOST_LEFT + 1))
    question, panel = text("animism.ask.left"), text("animism.panel.left")
    return Answers((Group(options, 5),), question=question, hint=text("animism.ask.left_hint"), panel=panel)
