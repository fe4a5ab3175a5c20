"""Babel Builders as a game that the table can hold: which rule takes which answer."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.actions import Cases, rule
from companion.core.answers import Answers
from companion.core.dues import SET_RIGHT, Due, Event
from companion.core.game import Changed, Game, Phones, Pick
from companion.core.score import Score
from companion.core.state import Seat
from companion.core.view import Laying, View
from companion.core.words import Text, text
from companion.games.babel import (
    asks,
    dues,
    effects,
    end,
    moving,
    pieces,
    pile,
    reversal,
    rounds,
    setup,
    stories,
    taste,
    to_lay,
)
from companion.games.babel import score as scores
from companion.games.babel import view as views
from companion.games.babel.actions import (
    ACTIONS,
    Appoint,
    BabelAct,
    Blueprint,
    Commit,
    Deal,
    Declare,
    Draw,
    Master,
    OwnRole,
    Punish,
    Reveal,
    Seal,
    SetRight,
    Show,
    Storms,
    Swap,
    Zealot,
)
from companion.games.babel.state import BabelState, Box, Options, Own, Public, lay_out


def _master(state: BabelState, event: Event[Master]) -> BabelState:
    return rounds.next_master(state, event) if state.public.round else setup.first_master(state, event)


RULES: Final = Cases(
    BabelAct,
    rule(Deal, setup.deal),
    rule(OwnRole, setup.role),
    rule(Blueprint, setup.blueprint),
    rule(Master, _master),
    rule(Appoint, rounds.appoint),
    rule(Commit, rounds.commit),
    rule(Storms, rounds.storms),
    rule(Show, rounds.show),
    rule(Swap, rounds.swap),
    rule(Reveal, effects.reveal),
    rule(Draw, rounds.draw),
    rule(Declare, reversal.declare),
    rule(Seal, reversal.seal),
    rule(Punish, reversal.punish),
    rule(Zealot, end.zealot),
    rule(SetRight, effects.set_right),
)


class Babel(Game[Public, Own, Box, Options, BabelAct, scores.Sheet]):
    """BABEL-01 to 25, with the cards on cardboard or on phones."""

    id = "babel"
    rules = 2
    options = Options
    kept = ()
    actions = ACTIONS
    sheets = scores.Sheet

    def changed(self, rules: int, options: Options) -> Changed | None:
        """BABEL-22: since 2 zealots are asked for at the end, where the cards are in hand."""
        if options.hands == "phones":
            return None
        return Changed(text("babel.changed.zealots"), gone=frozenset({"zealot"}))

    def sizes(self, options: Options) -> range:
        return pieces.SIZES

    def phones(self, options: Options) -> Phones:
        """Roles are secret: each seat needs a phone."""
        return "each"

    def setup(self, seats: Sequence[Seat], options: Options) -> BabelState:
        return lay_out(seats, options)

    def to_lay(self, seats: Sequence[Seat], options: Options) -> Sequence[Laying]:
        return tuple(to_lay.steps(seats, options))

    def due(self, state: BabelState) -> Sequence[Due]:
        return (*dues.waiting(state), SET_RIGHT)

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return asks.ASKS[due.kind](public, own, due)

    def draw(self, state: BabelState, due: Due, pick: Pick) -> BabelAct:
        public = state.public
        if due.kind == "deal":
            return setup.draw_deal(public, pick)
        if due.kind == "master":  # BABEL-07
            return Master(public.seats[pick(len(public.seats))])
        return Draw(pile.drawn(state.box, len(public.seats), len(pile.drawers(public)), pick))

    def play(self, state: BabelState, event: Event[BabelAct]) -> BabelState:
        return RULES(event.action, state, event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return moving.tallies(public)

    def counted(self, sign: str, n: int) -> Text:
        return moving.counted(sign, n)

    def tell(self, public: Public, seat: Seat | None, action: BabelAct) -> Text:
        return stories.tell(action)

    def score(self, state: BabelState) -> Score | None:
        return scores.score_of(state.public)

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return taste.weights(view, answers)
