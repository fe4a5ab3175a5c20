"""The scoring at a turn's end, and the payouts that every screen names until the next seat plays."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import field

from companion.core.actions import Action, as_data
from companion.core.answers import Agreement, Answers, Cards, Group, Option
from companion.core.blocks import Count, Move, Moves
from companion.core.caching import cached_by_identity
from companion.core.dues import Due, Event
from companion.core.state import Seat, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.bali.altar import oracle_option
from companion.games.bali.cards import card_name, each_kind, kind_name, none_left, with_card
from companion.games.bali.end import DeckEmpty
from companion.games.bali.pieces import CARDS, KINDS, PLACE, PRIEST, SHRINE, STONEMASON, Card, Kind, bonus, is_kind
from companion.games.bali.state import (
    BaliState,
    Gain,
    Own,
    Paid,
    Public,
    Queued,
    clockwise,
    next_turn,
    numbers_of,
    with_gains,
    with_supply_card,
)

Reward = Literal["stones", "points"]
"""The pieces that a seat may choose when shrines are scored (BALI-17)."""


class Scored(Action, frozen=True, tag="scored"):
    """The card that is scored at a turn's end (BALI-14)."""

    card: Card

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        return score_card(state, self.card)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("bali.told.scored", card=text(f"bali.card_name.{self.card}"))

    def picture(self) -> Cards:
        return Cards(self.card)


class Choose(Action, frozen=True, tag="reward"):
    """A seat's choice for all its shrines together: stones or points (BALI-17)."""

    reward: Reward = field(name="as")

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public = state.public
        place = public.queue[0].seat
        gain = tuple(n if i == place else 0 for i, n in enumerate(gains(public, SHRINE)))
        state = with_public(state, queue=public.queue[1:])
        return _next_reward(_stones(state, gain) if self.reward == "stones" else _points(state, gain))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text(f"bali.told.reward_{self.reward}")

    def picture(self) -> Cards:
        return Cards("shrine")


class Substitute(Action, frozen=True, tag="substitute"):
    """Another kind for one that the supply no longer has, or None for no card (BALI-19)."""

    kind: Kind | None

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public, kind = state.public, self.kind
        if kind is None:
            return _pay(with_public(state, queue=public.queue[1:]))
        refuse_if(none_left(public, kind))
        place = public.queue[0].seat
        return _pay(with_gains(with_supply_card(state, place, kind, queue=public.queue[1:]), Gain(place, "card", 1, kind)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return with_card("substitute", self.kind)

    def picture(self) -> Cards | None:
        return Cards(f"sacrifice_{self.kind}", sign=self.kind) if self.kind else None


def score_card(state: BaliState, card: Card) -> BaliState:
    """Return the state at the start of the next turn, after the card paid everybody (BALI-14). If a seat has to choose
    first, return the state in which it is asked."""
    public = state.public
    state = with_public(state, paid=Paid(f"scored-{public.turn}", card))
    if card == "stonemason":  # BALI-15
        return next_turn(_stones(state, gains(public, STONEMASON)))
    if card == "priest":  # BALI-16
        return next_turn(_points(state, gains(public, PRIEST)))
    state = with_public(state, scored=card, queue=_queue_of(public, card))
    return _pay(state) if is_kind(card) else _next_reward(state)


def gains(public: Public, card: int) -> tuple[int, ...]:
    """Return how many pieces each seat gets: one for each of its cards, and one more for a seat that alone has most (BALI-15
    to 17, BALI-20)."""
    counts = numbers_of(public, card)
    most = bonus(counts)
    return tuple(n + (i == most) for i, n in enumerate(counts))


def _stones(state: BaliState, more: tuple[int, ...]) -> BaliState:
    new = (Gain(i, "stone", n) for i, n in enumerate(more) if n)
    return with_gains(with_public(state, stones=_plus(state.public.stones, more)), *new)


def _points(state: BaliState, more: tuple[int, ...]) -> BaliState:
    new = (Gain(i, "point", n) for i, n in enumerate(more) if n)
    return with_gains(with_public(state, points=_plus(state.public.points, more)), *new)


def _plus(numbers: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(numbers, more, strict=True))


def _queue_of(public: Public, card: Card) -> tuple[Queued, ...]:
    """Return the seats that get something, clockwise from the active seat. A seat that alone has most farmers gets its
    second card after all others (BALI-17, BALI-19)."""
    counts = numbers_of(public, PLACE[card])
    queued = tuple(Queued(i) for i in clockwise(public, public.active) if counts[i])
    most = bonus(counts)
    return (*queued, Queued(most, extra=True)) if is_kind(card) and most is not None else queued


def _next_reward(state: BaliState) -> BaliState:
    return with_public(state, stage="reward") if state.public.queue else next_turn(state)


def _pay(state: BaliState) -> BaliState:
    """Return the state after seats got sacrifice cards in turn, until one has to choose another kind or all have theirs
    (BALI-18, BALI-19)."""
    kind = state.public.scored
    assert kind is not None
    assert is_kind(kind)
    got: Counter[int] = Counter()
    while state.public.queue and state.public.supply[PLACE[kind]]:
        first, rest = state.public.queue[0], state.public.queue[1:]
        state = with_supply_card(state, first.seat, kind, queue=rest)
        got[first.seat] += 1
    state = with_gains(state, *(Gain(place, "card", n, kind) for place, n in got.items()))
    if state.public.queue and any(state.public.supply):
        return with_public(state, stage="substitute")
    return next_turn(state)


@cached_by_identity
def tallies(public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
    """Return how many pieces of each sign are in front of each seat. The altar is left out, because each card there is an
    answer of its own."""
    return {
        seat: {
            "stone": public.stones[i],
            "point": public.points[i],
            "card": public.cards[i],
            **dict(zip(CARDS, public.table[i], strict=True)),
        }
        for i, seat in enumerate(public.seats)
    }


def pieces_in_words(sign: str, n: int) -> Text:
    """Return `n` pieces of a tally in words."""
    return text(f"bali.before.{sign}" if sign in CARDS and sign != "shrine" else f"bali.word.{sign}", count=n)


@cached_by_identity
def just_paid(public: Public) -> Mapping[tuple[int, str], int]:
    """Return the pieces that seats were just paid, by seat and tally. A correction is no payment."""
    found: Counter[tuple[int, str]] = Counter()
    if public.stage == "turn" and public.bought is not None:
        return found  # the purchase has changed the seat's numbers since
    for gain in public.paid.gains:
        if gain.now is None:
            found[gain.seat, gain.tally] += gain.n
    return found


def moves(public: Public) -> Moves | None:
    """Return which pieces people now take from the supply. Return None while seats still choose and nobody got a piece."""
    paid = public.paid
    rows = tuple(_move(public, gain) for gain in paid.gains)
    if not rows and (paid.card is None or public.queue):
        return None
    return Moves(paid.of, _moves_title(paid), rows)


def _moves_title(paid: Paid) -> Text:
    if paid.card is None:
        return text("bali.moves.set_right")
    key = "scored" if any(gain.now is None for gain in paid.gains) else "nothing"
    return text(f"bali.moves.{key}", card=text(f"bali.card_name.{paid.card}"))


def _move(public: Public, gain: Gain) -> Move:
    seat, kind = public.seats[gain.seat], gain.kind
    if gain.now is not None:
        right = Count(gain.now, gain.tally, text(f"bali.word.{gain.tally}", count=gain.now), change=gain.n)
        return Move((right,), seat, text("bali.moves.corrected", was=gain.now - gain.n, n=gain.now), still=True)
    count = Count(gain.n, gain.tally, text(f"bali.word.{gain.tally}", count=abs(gain.n)))
    return Move((count,), seat, text(f"bali.kind.{kind}") if kind else None)


TALLIES: Final[tuple[Reward, ...]] = ("stones", "points")


def ask_substitute(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat which other kind it takes, as the supply lacks the scored one."""
    none = Option(do=as_data(Substitute(None)), words=text("bali.ask.none"))
    groups = (each_kind(Substitute, "substitute", lambda kind: none_left(public, kind)), Group((none,), 1))
    return Answers(groups, question=text("bali.ask.substitute"), panel=text("bali.panel.substitute"))


def ask_reward(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat what it takes for its shrines."""
    n = gains(public, SHRINE)[public.queue[0].seat]
    options = tuple(
        Option(
            do=as_data(Choose(tally)),
            words=text(f"bali.plus.{tally}", count=n),
            sign=tally.removesuffix("s"),
        )
        for tally in TALLIES
    )
    return Answers((Group(options, 2),), question=text("bali.ask.reward"), panel=text("bali.panel.reward"))


AGREEMENT: Final = Agreement(
    question=text("bali.agree.question"),
    look=text("bali.agree.look"),
    yes=text("bali.agree.yes"),
    yes_small=text("bali.agree.yes_small"),
    no=text("bali.agree.no"),
    no_small=text("bali.agree.no_small"),
    answer=text("bali.agree.said"),
)
"""The question to the other seats whether the deck is really empty (BALI-21)."""


def _printed(card: Card) -> Text:
    return kind_name(card) if is_kind(card) else card_name(card)


CARD_OPTIONS: Final = tuple(
    Option(
        do=as_data(Scored(card)),
        words=_printed(card),
        sign=card,
        cards=Cards(card),
        spoken=text("bali.say.scored", card=_printed(card)),
        panel=text(f"bali.panel.{card}"),
    )
    for card in CARDS
)
CARD_GROUPS: Final = (
    Group(CARD_OPTIONS[: len(KINDS)], len(KINDS), panel=text("bali.panel.a_farmer")),
    Group(CARD_OPTIONS[len(KINDS) :], 3),
)
DECK_EMPTY: Final = Option(
    do=as_data(DeckEmpty()),
    words=text("bali.ask.deck_empty"),
    confirm=text("bali.ask.deck_empty_sure"),
    agreement=AGREEMENT,
    panel=text("bali.panel.deck_empty"),
)


def ask_scored(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the table which card is scored, and whether the deck is empty."""
    ends = (oracle_option(public), DECK_EMPTY) if public.options.oracle else (DECK_EMPTY,)
    groups = (*CARD_GROUPS, Group(ends, len(ends)))
    question, hint = text("bali.ask.scored"), text("bali.ask.scored_hint")
    return Answers(groups, question=question, hint=hint, panel=text("bali.panel.scored"))
