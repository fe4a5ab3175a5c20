"""Bali as a game that the table can hold: what is awaited, and which rule takes which answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.core.answers import Answers
from companion.core.event import Chance, Due, Event
from companion.core.game import Phones, Pick
from companion.core.knowledge import Data, KnownTo, Reach, Seat
from companion.core.score import Score
from companion.core.view import View
from companion.core.words import Text
from companion.games.bali import altar, asks, end, payouts, scoring, stories, taste, turn
from companion.games.bali import score as scores
from companion.games.bali import view as views
from companion.games.bali.pieces import KINDS
from companion.games.bali.state import BaliState, Options, Own, Public, lay_out

ANSWERS: Final[Mapping[str, Callable[[BaliState, Event], BaliState]]] = {
    "buy": turn.buy,
    "play": turn.play,
    "discard": turn.discard,
    "sacrifice": altar.sacrifice,
    "supply": altar.supply,
    "oracle": altar.oracle,
    "keep": altar.keep,
    "scored": scoring.scored,
    "reward": scoring.reward,
    "substitute": scoring.substitute,
    "deck_empty": end.deck_empty,
    "count": end.count,
    "accept": end.accept,
    "set": end.set_right,
}


class Bali:
    """BALI-01 to 37, with an offer of cardboard."""

    id = "bali"
    rules = 1
    options: type[Any] = Options

    def sizes(self, options: Any) -> range:
        return range(2, 5)

    def phones(self, options: Any) -> Phones:
        return "each"

    def setup(self, seats: Sequence[Seat], options: Any) -> BaliState:
        return lay_out(seats, options)

    def due(self, state: BaliState) -> Sequence[Due]:
        public = state.public
        waiting = _after_the_end(public) if public.final else (_waiting(public),)
        return (*waiting, _offer("set", "set", None))

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return asks.ASKS[due.kind](public, own, due)

    def draw(self, state: BaliState, due: Due, pick: Pick) -> dict[str, Any]:
        """Never called: all chance is read off the cardboard."""
        raise AssertionError("all chance of Bali lies on the cardboard")

    def play(self, state: BaliState, event: Event) -> BaliState:
        return ANSWERS[event.kind](state, event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return payouts.tallies(public)

    def tell(self, public: Public, seat: Seat | None, do: Data) -> Text:
        return stories.tell(seat, do)

    def score(self, state: BaliState) -> Score | None:
        public = state.public
        if public.final is None:
            return None
        on_altar, pieces = end.standing(public)
        return scores.score_of(public.seats, pieces, on_altar, public.options.stones_per_point)

    def counts(self, state: BaliState) -> Mapping[Seat | None, Mapping[str, int]]:
        public = state.public
        if public.final is None:
            return {}
        expected: dict[Seat | None, Mapping[str, int]] = {None: dict(zip(KINDS, public.final.altar, strict=True))}
        for seat, pieces in zip(public.seats, end.by_companion(public), strict=True):
            rest = {"stones": pieces.stones, "points": pieces.points, "shrines": pieces.shrines}
            expected[seat] = {**dict(zip(KINDS, pieces.held, strict=True)), **rest}
        return expected

    def sheet(self, data: Data) -> Score:
        return scores.score_sheet(data)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return taste.weights(view, answers)


def _waiting(public: Public) -> Due:
    """The one answer that a game in progress waits for."""
    step, number = public.step, public.turn
    if step == "turn":
        return _of(public, public.active, f"turn-{number}-play" if public.bought else f"turn-{number}")
    if step == "supply":
        return _of(public, public.active, f"supply-{number}")
    if step == "scored":
        # A told `deck_empty` reveals what was secret; that is the answer's doing, not the due's.
        due = _due(f"scored-{number}-{public.looks}", "scored", None, chance=Chance.TOLD)
        return replace(due, takes_two=frozenset({"deck_empty"}))
    if step == "keep":
        return _of(public, public.active, f"keep-{number}-{public.looks}", secret=True)
    claim = public.queue[0]
    id_ = f"{step}-{number}-{claim.seat}{'-extra' if claim.extra else ''}"
    return _of(public, claim.seat, id_, secret=step == "sacrifice" and claim.seat == public.active)


def _of(public: Public, place: int, id_: str, secret: bool = False) -> Due:
    """What a seat is asked; `secret`: the kind is its own, though all see that it answered."""
    seat = public.seats[place]
    return _due(id_, public.step, seat, known_to={"kind": frozenset({seat})} if secret else Reach.EVERYONE)


def _due(id_: str, kind: str, seat: Seat | None, known_to: KnownTo = Reach.EVERYONE, chance: Chance | None = None) -> Due:
    return Due(id=id_, kind=kind, seat=seat, known_to=known_to, open=True, chance=chance)


def _offer(id_: str, kind: str, seat: Seat | None) -> Due:
    """What may be told at any time; nobody is awaited for it."""
    chance = Chance.TOLD if seat is None else None
    return Due(id=id_, kind=kind, seat=seat, known_to=Reach.EVERYONE, open=True, chance=chance, waits=False)


def _after_the_end(public: Public) -> tuple[Due, ...]:
    """BALI-37: every seat's count, the table's of the altar, and, once somebody counted, which count holds."""
    counts = tuple(_offer(f"count-{i}", "count", seat) for i, seat in enumerate(public.seats))
    both = (*counts, _offer("count-altar", "count", None))
    return (*both, _offer("accept", "accept", None)) if public.final and public.final.any_count else both
