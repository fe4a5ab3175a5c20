"""Babel Builders as a game that the table can hold: which rule takes which answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.core.action import LooseVocabulary
from companion.core.answers import Answers
from companion.core.event import Due, Event
from companion.core.game import Phones, Pick
from companion.core.knowledge import Data, Seat
from companion.core.score import Score
from companion.core.view import View
from companion.core.words import Text
from companion.games.babel import asks, dues, effects, end, moving, pieces, pile, reversal, rounds, setup, stories, taste
from companion.games.babel import score as scores
from companion.games.babel import view as views
from companion.games.babel.state import BabelState, Options, Own, Public, lay_out

ANSWERS: Final[Mapping[str, Callable[[BabelState, Event[Data]], BabelState]]] = {
    "deal": setup.deal,
    "role": setup.role,
    "blueprint": setup.blueprint,
    "appoint": rounds.appoint,
    "commit": rounds.commit,
    "storms": rounds.storms,
    "show": rounds.show,
    "swap": rounds.swap,
    "reveal": effects.reveal,
    "draw": rounds.draw,
    "declare": reversal.declare,
    "seal": reversal.seal,
    "punish": reversal.punish,
    "zealot": end.zealot,
    "set": effects.set_right,
}


class Babel:
    """BABEL-01 to 25, with the cards on cardboard or on phones."""

    id = "babel"
    rules = 1
    options: type[Any] = Options
    actions = LooseVocabulary()
    sheets = scores.Sheet

    def sizes(self, options: Any) -> range:
        return pieces.SIZES

    def phones(self, options: Any) -> Phones:
        """Roles are secret: each seat needs a phone."""
        return "each"

    def setup(self, seats: Sequence[Seat], options: Any) -> BabelState:
        return lay_out(seats, options)

    def due(self, state: BabelState) -> Sequence[Due]:
        return (*dues.waiting(state), *dues.offers(state.public))

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return asks.ASKS[due.kind](public, own, due)

    def draw(self, state: BabelState, due: Due, pick: Pick) -> dict[str, Any]:
        public = state.public
        if due.kind == "deal":
            return setup.draw_deal(public, pick)
        if due.kind == "master":  # BABEL-07
            return {"type": "master", "seat": public.seats[pick(len(public.seats))]}
        cards = pile.drawn(state.box, len(public.seats), len(pile.drawers(public)), pick)
        return {"type": "draw", "cards": cards}

    def play(self, state: BabelState, event: Event[Data]) -> BabelState:
        if event.kind == "master":
            return (rounds.next_master if state.public.round else setup.first_master)(state, event)
        return ANSWERS[event.kind](state, event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return moving.tallies(public)

    def tell(self, public: Public, seat: Seat | None, do: Data) -> Text:
        return stories.tell(seat, do)

    def score(self, state: BabelState) -> Score | None:
        return scores.score_of(state.public)

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return taste.weights(view, answers)
