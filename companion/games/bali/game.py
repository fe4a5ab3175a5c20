"""Bali as a game that the table can hold: its dues, its answers, its set-up and what bots like."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core import dues
from companion.core.actions import ActionTypes, or_default, type_of
from companion.core.answers import Answers
from companion.core.blocks import Highlight, SeatRow, Seats
from companion.core.dues import Due, Event
from companion.core.game import AskedBy, Game, Pick, Tale
from companion.core.score import Score
from companion.core.set_up import MinutePage, SetUpStep
from companion.core.state import Reach, Seat
from companion.core.view import View
from companion.core.words import Text
from companion.games.bali import (
    altar,
    end,
    result,
    scoring,
    set_right,
    stage,
    tracked,
    tracked_questions,
    turn,
    view,
)
from companion.games.bali import score as scores
from companion.games.bali.altar import (
    Keep,
    Oracle,
    Sacrifice,
    Supply,
)
from companion.games.bali.end import Accept, Count, DeckEmpty
from companion.games.bali.pieces import Card, is_kind
from companion.games.bali.scoring import (
    Choose,
    Scored,
    Substitute,
)
from companion.games.bali.set_right import SetRight
from companion.games.bali.state import BaliState, Box, Options, Own, Public, first_state
from companion.games.bali.tracked import Hold, LayOut, Refill, Take
from companion.games.bali.turn import Buy, Discard, Play
from companion.kits.board import Columns

BaliAct = (
    Hold
    | LayOut
    | Take
    | Refill
    | Buy
    | Play
    | Discard
    | Sacrifice
    | Supply
    | Oracle
    | Keep
    | Scored
    | Choose
    | Substitute
    | DeckEmpty
    | Count
    | Accept
    | SetRight
)
ACTIONS: Final[ActionTypes[BaliAct]] = ActionTypes(BaliAct)
QUESTIONS: Final[Mapping[str, AskedBy[Public, Own]]] = {
    **tracked_questions.QUESTIONS,
    "turn": turn.ask_turn,
    "sacrifice": altar.ask_sacrifice,
    "supply": altar.ask_supply,
    "keep": altar.ask_keep,
    "substitute": scoring.ask_substitute,
    "reward": scoring.ask_reward,
    "scored": scoring.ask_scored,
    "count": end.ask_count,
    "accept": end.ask_accept,
    "set": set_right.ask_set,
}


class Bali(Game[Public, Own, Box, Options, BaliAct, scores.Sheet]):
    """The game of Bali (BALI-01 to 37)."""

    id = "bali"
    rules = 1
    kits = ("board",)
    options = Options
    actions = ACTIONS
    questions = QUESTIONS
    sheets = scores.Sheet

    def sizes(self, options: Options) -> range:
        return range(2, 5)

    def minutes(self, seats: int) -> int:
        return 10 + 10 * seats

    def first_state(self, seats: Sequence[Seat], options: Options) -> BaliState:
        return first_state(seats, options)

    def set_up_steps(self, seats: Sequence[Seat], options: Options) -> Sequence[SetUpStep]:
        return tuple(stage.set_up_steps(seats, options))

    def minute(self, seats: Sequence[Seat], options: Options) -> Sequence[MinutePage]:
        return tuple(stage.minute_pages(options))

    def due(self, state: BaliState) -> Sequence[Due]:
        public = state.public
        awaited = _after_the_end(public) if public.final else tracked.awaited_dues(public) or (_awaited_due(public),)
        return (*awaited, *tracked.hand_corrections(public), dues.SET_RIGHT)

    def draw(self, state: BaliState, due: Due, pick: Pick) -> BaliAct:
        return tracked.draw(state.public, due, pick)

    def play(self, state: BaliState, event: Event[BaliAct]) -> BaliState:
        return tracked.after_known_steps(event.action.play(state, event))

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return view.view(public, own, seat)

    def highlight(self, before: Public, public: Public, seat: Seat | None, action: BaliAct) -> Highlight | None:
        return stage.highlight(before, public, seat, action)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return scoring.tallies(public)

    def counted(self, sign: str, n: int) -> Text:
        return scoring.pieces_in_words(sign, n)

    def score(self, state: BaliState) -> Score | None:
        public = state.public
        if public.final is None:
            return None
        on_altar, pieces = end.valid_pieces(public)
        return scores.score_of(public.seats, pieces, on_altar, public.options.stones_per_point)

    def agreed(self, public: Public) -> bool:
        return end.agreed(public)

    def standing(self, public: Public) -> Mapping[Seat, int]:
        return scores.standing(public)

    def tale(self, public: Public) -> Tale:
        return result.tale(public)

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        """Return a weight for each legal answer. "The deck is empty" weighs 0 at first, then more with each turn."""
        return [_weight(view, ACTIONS.read(do)) for do in answers.legal()]


def _awaited_due(public: Public) -> Due:
    """Return the one due of a game in progress. The stages that only a tracked offer has are not here."""
    stage, number = public.stage, public.turn
    if stage == "turn":
        return _seat_due(public, public.active, f"turn-{number}-play" if public.bought else f"turn-{number}")
    if stage == "supply":
        return _seat_due(public, public.active, f"supply-{number}")
    if stage == "scored":
        # `deck_empty` reveals secrets, so two people have to enter it.
        needs_confirmation = frozenset({type_of(DeckEmpty)})
        return dues.table_due(f"scored-{number}-{public.looks}", "scored", needs_confirmation=needs_confirmation)
    if stage == "keep":
        return _seat_due(public, public.active, f"keep-{number}-{public.looks}", secret=True)
    first = public.queue[0]
    id_ = f"{stage}-{number}-{first.seat}{'-extra' if first.extra else ''}"
    return _seat_due(public, first.seat, id_, secret=stage == "sacrifice" and first.seat == public.active)


def _seat_due(public: Public, place: int, id_: str, secret: bool = False) -> Due:
    """Return a question for one seat. If it is `secret`, that seat alone knows the kind in the answer. All see that the seat
    answered."""
    seat = public.seats[place]
    return dues.seat_due(id_, public.stage, seat, known_to={"kind": frozenset({seat})} if secret else Reach.EVERYONE)


def _after_the_end(public: Public) -> tuple[Due, ...]:
    """Return a due for the count of each seat and of the altar. After the first count, add the due for the choice of the
    valid numbers (BALI-37)."""
    of_seats = tuple(dues.check_due(f"count-{i}", "count", seat) for i, seat in enumerate(public.seats))
    counts = (*of_seats, dues.check_due("count-altar", "count", None))
    return (*counts, dues.check_due("accept", "accept", None)) if public.final and public.final.any_count else counts


PLAYS: Final[Mapping[Card, int]] = {"stonemason": 5, "priest": 6, "shrine": 16}
"""A bot's weights of cards to play. Each farmer weighs 2."""
SCORED: Final[Mapping[Card, int]] = {"stonemason": 12, "priest": 9, "shrine": 9}
"""A bot's weights of cards to score: the number of each in the deck. A kind of farmer weighs 5."""
TAKEN: Final[Mapping[str, int]] = {"stonemason": 3, "priest": 3, "shrine": 5}
"""A bot's weights of cards to take. A farmer weighs 2."""


def _weight(view: View, action: BaliAct) -> int:
    match action:
        case DeckEmpty():
            return _end_weight(view)
        case Scored(card):
            return SCORED.get(card, 5)
        case Take(column):
            return _take_weight(view, column)
        case Play(card, count):
            return 2 * or_default(count, 1) if is_kind(card) else PLAYS[card]
        case Keep(kind) | Substitute(kind):
            return 3 if kind else 1
        case Buy(kind):
            return 1 + _active_has(view, kind) ** 2
        case Discard():
            return 1
        case _:
            return 4


def _take_weight(view: View, column: int) -> int:
    """Return the weight of a column: the weight of its bottom card, plus 9 times the active seat's lead in the card above.
    The lead is the number of copies in front of the seat, minus the most in front of another one. If the seat takes no more
    cards, the card above is scored (BALI-14)."""
    cards = next(block for block in view.blocks if isinstance(block, Columns)).columns[column - 1].cards
    taken = TAKEN.get(cards[-1].sign, 2)
    if len(cards) == 1:
        return taken
    scored = cards[-2].sign
    theirs = max(_in_front(row, scored) for row in _rows(view) if not row.active)
    return max(1, taken + 9 * (_active_has(view, scored) - theirs))


def _rows(view: View) -> Sequence[SeatRow]:
    return next(block.rows for block in view.blocks if isinstance(block, Seats))


def _active_has(view: View, card: str) -> int:
    """Return how many of a card are in front of the active seat."""
    return sum(_in_front(row, card) for row in _rows(view) if row.active)


def _in_front(row: SeatRow, card: str) -> int:
    """Return how many of a card are in front of the seat of this row."""
    return sum(count.n or 0 for count in row.more if count.sign == card)


def _end_weight(view: View) -> int:
    """Return the weight of "the deck is empty": 0 for three turns of each seat, then one more with each turn."""
    return max(0, view.round - 3 * len(_rows(view)))
