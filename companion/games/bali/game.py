"""Bali as a game that the table can hold: its dues, its answers, its set-up and what bots like."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from companion.core import dues
from companion.core.actions import Accept, Cases, Vocabulary, case, otherwise, rule, type_of
from companion.core.answers import Answers
from companion.core.blocks import SeatRow, Seats
from companion.core.dues import Due, Event
from companion.core.game import Game, Phones, Pick
from companion.core.score import Score
from companion.core.state import Reach, Seat
from companion.core.view import Laying, View, laying
from companion.core.words import Text
from companion.games.bali import altar, end, scoring, tracked, tracked_questions, turn, view
from companion.games.bali import score as scores
from companion.games.bali.altar import (
    Keep,
    Oracle,
    Sacrifice,
    Supply,
    _keep_words,
    _oracle_words,
    _sacrifice_words,
    _supply_words,
    ask_keep,
    ask_sacrifice,
    ask_supply,
)
from companion.games.bali.end import Count, DeckEmpty, _accept_words, _count_words, _deck_empty_words, ask_accept, ask_count
from companion.games.bali.pieces import FIRST_STONES, Card, is_kind
from companion.games.bali.scoring import (
    Choose,
    Scored,
    Substitute,
    _reward_words,
    _scored_words,
    _substitute_words,
    ask_reward,
    ask_scored,
    ask_substitute,
)
from companion.games.bali.set_right import SetRight, _set_right, _set_words, ask_set
from companion.games.bali.state import BaliState, Box, Options, Own, Public, lay_out
from companion.games.bali.tracked import Hold, LayOut, Refill, Take, _column_words, _hand_words, _refill_words, _take_words
from companion.games.bali.turn import Buy, Discard, Play, _buy_words, _discard_words, _play_words, ask_turn
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
ACTIONS: Final[Vocabulary[BaliAct]] = Vocabulary(BaliAct)


RULES: Final = Cases(
    BaliAct,
    rule(Hold, tracked.hold),
    rule(LayOut, tracked.lay_out),
    rule(Take, tracked.take_card),
    rule(Refill, tracked.refill),
    rule(Buy, turn.buy),
    rule(Play, turn.play),
    rule(Discard, turn.discard),
    rule(Sacrifice, altar.sacrifice),
    rule(Supply, altar.supply),
    rule(Oracle, altar.oracle),
    rule(Keep, altar.keep),
    rule(Scored, scoring.table_scored),
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
    kits = ("board",)
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
        return tuple(setup_steps(seats, options))

    def due(self, state: BaliState) -> Sequence[Due]:
        public = state.public
        waiting = _after_the_end(public) if public.final else tracked.waiting(public) or (_waiting(public),)
        return (*waiting, *tracked.offers(public), dues.SET_RIGHT)

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return ASKS[due.kind](public, own, due)

    def draw(self, state: BaliState, due: Due, pick: Pick) -> BaliAct:
        return tracked.draw(state.public, due, pick)

    def play(self, state: BaliState, event: Event[BaliAct]) -> BaliState:
        return tracked.follow(RULES(event.action, state, event))

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return view.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return scoring.tallies(public)

    def counted(self, sign: str, n: int) -> Text:
        return scoring.counted(sign, n)

    def tell(self, public: Public, seat: Seat | None, action: BaliAct) -> Text:
        return tell(seat, action)

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

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return weights(view, answers)


def _waiting(public: Public) -> Due:
    """The one answer that a game in progress waits for."""
    stage, number = public.stage, public.turn
    if stage == "turn":
        return _seat_due(public, public.active, f"turn-{number}-play" if public.bought else f"turn-{number}")
    if stage == "supply":
        return _seat_due(public, public.active, f"supply-{number}")
    if stage == "scored":
        # A told `deck_empty` reveals what was secret; that is the answer's doing, not the due's.
        takes_two = frozenset({type_of(DeckEmpty)})
        return dues.of_table(f"scored-{number}-{public.looks}", "scored", takes_two=takes_two)
    if stage == "keep":
        return _seat_due(public, public.active, f"keep-{number}-{public.looks}", secret=True)
    claim = public.queue[0]
    id_ = f"{stage}-{number}-{claim.seat}{'-extra' if claim.extra else ''}"
    return _seat_due(public, claim.seat, id_, secret=stage == "sacrifice" and claim.seat == public.active)


def _seat_due(public: Public, place: int, id_: str, secret: bool = False) -> Due:
    """What a seat is asked; `secret`: the kind is its own, though all see that it answered."""
    seat = public.seats[place]
    return dues.of_seat(id_, public.stage, seat, known_to={"kind": frozenset({seat})} if secret else Reach.EVERYONE)


def _after_the_end(public: Public) -> tuple[Due, ...]:
    """BALI-37: every seat's count, the table's of the altar, and, once somebody counted, which count holds."""
    counts = tuple(dues.check(f"count-{i}", "count", seat) for i, seat in enumerate(public.seats))
    both = (*counts, dues.check("count-altar", "count", None))
    return (*both, dues.check("accept", "accept", None)) if public.final and public.final.any_count else both


Ask = Callable[[Public, Own | None, Due], Answers]

ASKS: Final[Mapping[str, Ask]] = {
    **tracked_questions.TRACKED_ASKS,
    "turn": ask_turn,
    "sacrifice": ask_sacrifice,
    "supply": ask_supply,
    "keep": ask_keep,
    "substitute": ask_substitute,
    "reward": ask_reward,
    "scored": ask_scored,
    "count": ask_count,
    "accept": ask_accept,
    "set": ask_set,
}


def tell(seat: Seat | None, action: BaliAct) -> Text:
    """What a seat, or (None) the table, told. A kind that the reader may not know is left out of the sentence."""
    return STORIES(action, seat)


STORIES: Final = Cases(
    BaliAct,
    case(Hold, _hand_words),
    case(LayOut, _column_words),
    case(Take, _take_words),
    case(Refill, _refill_words),
    case(Buy, _buy_words),
    case(Play, _play_words),
    case(Discard, _discard_words),
    case(Sacrifice, _sacrifice_words),
    case(Supply, _supply_words),
    case(Oracle, _oracle_words),
    case(Keep, _keep_words),
    case(Scored, _scored_words),
    case(Choose, _reward_words),
    case(Substitute, _substitute_words),
    case(DeckEmpty, _deck_empty_words),
    case(Count, _count_words),
    case(Accept, _accept_words),
    case(SetRight, _set_words),
)


PLAYS: Final[Mapping[Card, int]] = {"stonemason": 5, "priest": 6, "shrine": 16}
SCORED: Final[Mapping[Card, int]] = {"stonemason": 12, "priest": 9, "shrine": 9}
"""As often as the deck has them; a farmer of a kind 5 times."""
TAKEN: Final[Mapping[str, int]] = {"stonemason": 3, "priest": 3, "shrine": 5}
"""A farmer: 2."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    """For each legal answer, in their order: 0 or more. An empty deck weighs nothing at first, then more every turn."""
    return [_weight(view, ACTIONS.heard(do)) for do in answers.legal()]


def _weight(view: View, action: BaliAct) -> int:
    match action:
        case DeckEmpty():
            return _end_weight(view)
        case Scored(card):
            return SCORED.get(card, 5)
        case Take(column):
            return _take_weight(view, column)
        case Play(card, count):
            return 2 * otherwise(count, 1) if is_kind(card) else PLAYS[card]
        case Keep(kind) | Substitute(kind):
            return 3 if kind else 1
        case Buy(kind):
            return 1 + _mine(view, kind) ** 2
        case Discard():
            return 1
        case _:
            return 4


def _take_weight(view: View, column: int) -> int:
    """What is taken, and what the card above it would bring more than to anybody else if it were scored."""
    lying = next(block for block in view.blocks if isinstance(block, Columns)).columns[column - 1].cards
    taken = TAKEN.get(lying[-1].sign, 2)
    if len(lying) == 1:
        return taken
    scored = lying[-2].sign
    theirs = max(_before(row, scored) for row in _rows(view) if not row.active)
    return max(1, taken + 9 * (_mine(view, scored) - theirs))


def _rows(view: View) -> Sequence[SeatRow]:
    return next(block.rows for block in view.blocks if isinstance(block, Seats))


def _mine(view: View, card: str) -> int:
    """How many of a card lie before the active seat."""
    return sum(_before(row, card) for row in _rows(view) if row.active)


def _before(row: SeatRow, card: str) -> int:
    """How many of a card lie before a seat."""
    return sum(count.n or 0 for count in row.more if count.sign == card)


def _end_weight(view: View) -> int:
    """A deck lasts some turns a seat; from then on its end is likelier every turn."""
    return max(0, view.round - 3 * len(_rows(view)))


DECK = 50  # BALI-01


def setup_steps(seats: Sequence[Seat], options: Options) -> Iterator[Laying]:
    """BALI-01 to 05, BALI-26, BALI-31."""
    yield laying("bali.to_lay.start")
    yield laying("bali.to_lay.sacrifices")
    yield laying("bali.to_lay.stones", seat=seats[0], n=FIRST_STONES, most=FIRST_STONES + len(seats) - 1)
    yield laying("bali.to_lay.offer", n=DECK)
    if options.oracle:
        yield laying("bali.to_lay.oracle")
    if options.demon:
        yield laying("bali.to_lay.demon")
