"""Animism as a game that the table can hold: its dues, its answers, its set-up and what bots like."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.core import dues
from companion.core.actions import ActionTypes
from companion.core.answers import Answers, Option
from companion.core.blocks import Highlight
from companion.core.dues import Chance, Due
from companion.core.game import AskedBy, Game, Phones, Pick, Tale
from companion.core.owner_things import AnyKind
from companion.core.score import Score
from companion.core.set_up import MinutePage, SetUpStep
from companion.core.state import Seat
from companion.core.view import View
from companion.core.words import Text
from companion.games.animism import closing, copying, dice, result, stage, turns, view
from companion.games.animism import score as scores
from companion.games.animism.buying import Buy
from companion.games.animism.closing import (
    Confirm,
    ReadOff,
    Resources,
    asked,
    missing,
)
from companion.games.animism.dice import Reroll, Roll, to_roll
from companion.games.animism.drawing import Draw
from companion.games.animism.pieces import CELL
from companion.games.animism.state import SIZES, AnimismState, Options, Own, Public, Stage, turn_in_round
from companion.games.animism.turns import Bonus, Done, Hand
from companion.games.animism.work import work_of

AnimismAct = Done | Hand | ReadOff | Confirm | Resources | Roll | Buy | Draw | Reroll | Bonus
ACTIONS: Final[ActionTypes[AnimismAct]] = ActionTypes(AnimismAct)

QUESTIONS: Final[Mapping[str, AskedBy[Public, Own]]] = {
    "turn": turns.ask_turn,
    "hand": turns.ask_hand,
    "sheet": closing.ask_sheet,
    "confirm": closing.ask_confirm,
    "resources": closing.ask_resources,
}


class Animism(Game[Public, Own, None, Options, AnimismAct, scores.Sheet]):
    """The game of Animism (ANIM-01 to 29), with the sheets on paper alone or on phones, too."""

    id = "animism"
    rules = 1
    kits = ("paper",)
    options = Options
    actions = ACTIONS
    questions = QUESTIONS
    sheets = scores.Sheet
    owner_things: Sequence[AnyKind] = (copying.SheetLayout(),)

    def sizes(self, options: Options) -> range:
        return SIZES

    def minutes(self, seats: int) -> int:
        return 15 * seats

    def phones(self, options: Options) -> Phones:
        """Return "only" if phones hold the sheets. With sheets on paper return "each": all seats enter numbers at the same
        time, and nobody may see those of another."""
        return "only" if options.sheets == "twin" else "each"

    def first_state(self, seats: Sequence[Seat], options: Options) -> AnimismState:
        return turns.first_state(seats, options)

    def set_up_steps(self, seats: Sequence[Seat], options: Options) -> Sequence[SetUpStep]:
        return tuple(stage.set_up_steps(seats, options))

    def minute(self, seats: Sequence[Seat], options: Options) -> Sequence[MinutePage]:
        return tuple(stage.minute_pages(options))

    def due(self, state: AnimismState) -> Sequence[Due]:
        return STAGE_DUES[state.public.stage](state)

    def draw(self, state: AnimismState, due: Due, pick: Pick) -> AnimismAct:
        """Roll the dice that a seat's step asks for (ANIM-10, ANIM-17)."""
        assert due.seat is not None
        return dice.box_roll(work_of(state, due.seat), pick)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return view.view(public, own, seat)

    def highlight(self, before: Public, public: Public, seat: Seat | None, action: AnimismAct) -> Highlight | None:
        return stage.highlight(before, public)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        """Return nothing: a seat's resources are secret during its turn."""
        return {}

    def counted(self, sign: str, n: int) -> Text:
        """Raise AssertionError: `tallies` counts nothing."""
        raise AssertionError("Animism has no open tallies")

    def score(self, state: AnimismState) -> Score | None:
        return scores.score_of(state.public)

    def standing(self, public: Public) -> Mapping[Seat, int]:
        return scores.standing(public)

    def tale(self, public: Public) -> Tale:
        return result.tale(public)

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        """Return a weight for each answer that is not blocked. The bot leaves the dice to chance."""
        return [_weight(option) for option in answers.options() if option.why is None]


OVERT: Final = frozenset({"done"})
"""The types of answers during a turn that other seats learn of."""


def _turn_dues(state: AnimismState) -> tuple[Due, ...]:
    """Return the dues of all seats that are not done. They work at the same time (ANIM-05)."""
    public = state.public
    busy = tuple(i for i in range(len(public.seats)) if i not in public.done)
    if public.is_twin:
        return tuple(_step_due(state, i) for i in busy)
    return tuple(due for i in busy for due in _on_paper(public, i))


def _step_due(state: AnimismState, place: int) -> Due:
    """Return the due of a seat's next step. No other seat learns which step it is."""
    public = state.public
    seat = public.seats[place]
    course = f"turn-{public.round}.{turn_in_round(public)}-{place}"
    chance = Chance.DRAWN if to_roll(work_of(state, seat)) else None
    return dues.course_due(course, state.own[seat].steps + 1, "turn", seat, overt=OVERT, chance=chance)


def _on_paper(public: Public, place: int) -> tuple[Due, Due]:
    seat, when = public.seats[place], f"{public.round}.{turn_in_round(public)}-{place}"
    helper = dues.offer_due(f"hand-{when}", "hand", seat, secret=True, forever=True)
    return dues.seat_due(f"turn-{when}", "turn", seat, known_to=frozenset({seat})), helper


def _sheet_dues(state: AnimismState) -> tuple[Due, ...]:
    """Return the dues of all sheets (ANIM-28)."""
    return tuple(due for sheet in range(len(state.public.seats)) for due in _reading(state.public, sheet))


def _reading(public: Public, sheet: int) -> tuple[Due, ...]:
    seat, reading = public.seats[asked(public, sheet)], public.readings[sheet]
    if reading is None:
        return (dues.seat_due(f"sheet-{sheet}", "sheet", seat),)
    return () if reading.confirmed else (dues.seat_due(f"confirm-{sheet}-{reading.times}", "confirm", seat),)


def _resources_dues(state: AnimismState) -> tuple[Due, ...]:
    public = state.public
    return tuple(dues.seat_due(f"resources-{i}", "resources", public.seats[i]) for i in missing(public))


STAGE_DUES: Final[Mapping[Stage, Callable[[AnimismState], tuple[Due, ...]]]] = {
    "turn": _turn_dues,
    "sheets": _sheet_dues,
    "resources": _resources_dues,
    "end": lambda state: (),
}

PIECE_WEIGHT: Final = 12
"""A bot's weight of each way to pay for a piece. A bot that has many ways to pay is likelier to buy than to save."""
CELL_WEIGHT: Final = 60
"""A bot's weight of the single cell, which costs nothing. A bot that takes it saves its resources for an extra action."""
GAIN_WEIGHT: Final = 30
"""A bot's weight of a place that brings something."""


def _weight(option: Option) -> int:
    match ACTIONS.read(option.do):
        case Draw():
            return 1 if option.words.key == "animism.ask.paints_nothing" else GAIN_WEIGHT
        case Buy(piece):
            return CELL_WEIGHT if piece == CELL else PIECE_WEIGHT
        case Roll() | Resources():
            return 6
        case Confirm():
            return PIECE_WEIGHT
        case Bonus() | Reroll():
            return 1
        case _:
            return 30
