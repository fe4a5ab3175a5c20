"""Animism as a game that the table can hold: which rule takes which answer."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.actions import Cases, rule
from companion.core.answers import Answers
from companion.core.dues import Due, Event
from companion.core.game import Game, Phones, Pick
from companion.core.kept import AnyKind
from companion.core.score import Score
from companion.core.state import Seat
from companion.core.view import Laying, View
from companion.core.words import Text
from companion.games.animism import asks, closing, copying, dues, stories, taste, to_lay, turns, twin_turn
from companion.games.animism import score as scores
from companion.games.animism import view as views
from companion.games.animism.actions import (
    ACTIONS,
    AnimismAct,
    Bonus,
    Buy,
    Confirm,
    Done,
    Draw,
    Hand,
    Reroll,
    Resources,
    Roll,
    Sheet,
)
from companion.games.animism.state import SIZES, AnimismState, Options, Own, Public
from companion.games.animism.work import work_of

RULES: Final = Cases(
    AnimismAct,
    rule(Done, turns.done),
    rule(Hand, turns.hand),
    rule(Sheet, closing.enter),
    rule(Confirm, closing.confirm),
    rule(Resources, closing.resources),
    rule(Roll, twin_turn.roll),
    rule(Buy, twin_turn.buy),
    rule(Draw, twin_turn.draw),
    rule(Reroll, twin_turn.reroll),
    rule(Bonus, twin_turn.bonus),
)


class Animism(Game[Public, Own, None, Options, AnimismAct, scores.Sheet]):
    """ANIM-01 to 29, with the sheets on paper alone or on phones, too."""

    id = "animism"
    rules = 1
    options = Options
    actions = ACTIONS
    sheets = scores.Sheet
    kept: Sequence[AnyKind] = (copying.SheetLayout(),)

    def sizes(self, options: Options) -> range:
        return SIZES

    def phones(self, options: Options) -> Phones:
        """Everybody works at the same time, and nobody may look at what another one does; or draws on a phone."""
        return "only" if options.sheets == "twin" else "each"

    def setup(self, seats: Sequence[Seat], options: Options) -> AnimismState:
        return turns.lay_out(seats, options)

    def to_lay(self, seats: Sequence[Seat], options: Options) -> Sequence[Laying]:
        return tuple(to_lay.steps(seats, options))

    def due(self, state: AnimismState) -> Sequence[Due]:
        return dues.waiting(state)

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return asks.ASKS[due.kind](public, own, due)

    def draw(self, state: AnimismState, due: Due, pick: Pick) -> AnimismAct:
        """ANIM-10, ANIM-17: the dice that a seat's step asks for, where they stay in the game's box."""
        assert due.seat is not None
        return twin_turn.rolled(work_of(state, due.seat), pick)

    def play(self, state: AnimismState, event: Event[AnimismAct]) -> AnimismState:
        return RULES(event.action, state, event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        """Nothing is counted openly: resources are a seat's own while it has its turn."""
        return {}

    def counted(self, sign: str, n: int) -> Text:
        """Never called: `tallies` counts nothing."""
        raise AssertionError("nothing of Animism lies open by number")

    def tell(self, public: Public, seat: Seat | None, action: AnimismAct) -> Text:
        return stories.tell(action)

    def score(self, state: AnimismState) -> Score | None:
        return scores.score_of(state.public)

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return taste.weights(view, answers)
