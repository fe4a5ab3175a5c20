"""Bali as a game that the table can hold: what is awaited, and which rule takes which answer."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET

from companion.core import dues
from companion.core.actions import Accept, Cases, rule, type_of
from companion.core.answers import Answers
from companion.core.dues import Due, Event
from companion.core.game import Game, Phones, Pick
from companion.core.score import Score
from companion.core.state import Reach, Seat
from companion.core.view import Laying, View
from companion.core.words import Text
from companion.games.bali import altar, asks, check, end, payouts, scoring, stories, taste, to_lay, turn
from companion.games.bali import score as scores
from companion.games.bali import view as views
from companion.games.bali.actions import (
    ACTIONS,
    BaliAct,
    Buy,
    Choose,
    Count,
    DeckEmpty,
    Discard,
    Hold,
    Keep,
    LayOut,
    Oracle,
    Play,
    Refill,
    Sacrifice,
    Scored,
    SetRight,
    Substitute,
    Supply,
    Take,
)
from companion.games.bali.state import BaliState, Box, Options, Own, Public, lay_out
from companion.games.bali.tracked import dues as tracked_dues
from companion.games.bali.tracked import rules as tracked


def _set_right(state: BaliState, event: Event[SetRight]) -> BaliState:
    """The cardboard is the truth: tallies before a seat, a column, or a card that was taken."""
    told = event.action
    if told.column is not UNSET:
        return tracked.set_column(state, event)
    return end.set_right(state, event) if told.card is UNSET else tracked.set_card(state, event)


RULES: Final = Cases(
    BaliAct,
    rule(Hold, tracked.hold),
    rule(LayOut, tracked.lay_out),
    rule(Take, tracked.take),
    rule(Refill, tracked.refill),
    rule(Buy, turn.buy),
    rule(Play, turn.play),
    rule(Discard, turn.discard),
    rule(Sacrifice, altar.sacrifice),
    rule(Supply, altar.supply),
    rule(Oracle, altar.oracle),
    rule(Keep, altar.keep),
    rule(Scored, scoring.scored),
    rule(Choose, scoring.reward),
    rule(Substitute, scoring.substitute),
    rule(DeckEmpty, end.deck_empty),
    rule(Count, end.count),
    rule(Accept, end.accept),
    rule(SetRight, _set_right),
)


class Bali(Game[Public, Own, Box, Options, BaliAct, scores.Sheet]):
    """BALI-01 to 37."""

    id = "bali"
    rules = 1
    options = Options
    kept = ()
    actions = ACTIONS
    sheets = scores.Sheet

    def sizes(self, options: Options) -> range:
        return range(2, 5)

    def phones(self, options: Options) -> Phones:
        return "each"

    def setup(self, seats: Sequence[Seat], options: Options) -> BaliState:
        return lay_out(seats, options)

    def to_lay(self, seats: Sequence[Seat], options: Options) -> Sequence[Laying]:
        return tuple(to_lay.steps(seats, options))

    def due(self, state: BaliState) -> Sequence[Due]:
        public = state.public
        waiting = _after_the_end(public) if public.final else tracked_dues.waiting(public) or (_waiting(public),)
        return (*waiting, *tracked_dues.offers(public), dues.SET_RIGHT)

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return asks.ASKS[due.kind](public, own, due)

    def draw(self, state: BaliState, due: Due, pick: Pick) -> BaliAct:
        return tracked_dues.draw(state.public, due, pick)

    def play(self, state: BaliState, event: Event[BaliAct]) -> BaliState:
        return tracked.follow(RULES(event.action, state, event))

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return payouts.tallies(public)

    def counted(self, sign: str, n: int) -> Text:
        return payouts.counted(sign, n)

    def tell(self, public: Public, seat: Seat | None, action: BaliAct) -> Text:
        return stories.tell(seat, action)

    def score(self, state: BaliState) -> Score | None:
        public = state.public
        if public.final is None:
            return None
        on_altar, pieces = end.standing(public)
        return scores.score_of(public.seats, pieces, on_altar, public.options.stones_per_point)

    def agreed(self, public: Public) -> bool:
        return check.agreed(public)

    def standing(self, public: Public) -> Mapping[Seat, int]:
        return scores.standing(public)

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return taste.weights(view, answers)


def _waiting(public: Public) -> Due:
    """The one answer that a game in progress waits for."""
    stage, number = public.stage, public.turn
    if stage == "turn":
        return _of(public, public.active, f"turn-{number}-play" if public.bought else f"turn-{number}")
    if stage == "supply":
        return _of(public, public.active, f"supply-{number}")
    if stage == "scored":
        # A told `deck_empty` reveals what was secret; that is the answer's doing, not the due's.
        takes_two = frozenset({type_of(DeckEmpty)})
        return dues.of_table(f"scored-{number}-{public.looks}", "scored", takes_two=takes_two)
    if stage == "keep":
        return _of(public, public.active, f"keep-{number}-{public.looks}", secret=True)
    claim = public.queue[0]
    id_ = f"{stage}-{number}-{claim.seat}{'-extra' if claim.extra else ''}"
    return _of(public, claim.seat, id_, secret=stage == "sacrifice" and claim.seat == public.active)


def _of(public: Public, place: int, id_: str, secret: bool = False) -> Due:
    """What a seat is asked; `secret`: the kind is its own, though all see that it answered."""
    seat = public.seats[place]
    return dues.of_seat(id_, public.stage, seat, known_to={"kind": frozenset({seat})} if secret else Reach.EVERYONE)


def _after_the_end(public: Public) -> tuple[Due, ...]:
    """BALI-37: every seat's count, the table's of the altar, and, once somebody counted, which count holds."""
    counts = tuple(dues.check(f"count-{i}", "count", seat) for i, seat in enumerate(public.seats))
    both = (*counts, dues.check("count-altar", "count", None))
    return (*both, dues.check("accept", "accept", None)) if public.final and public.final.any_count else both
