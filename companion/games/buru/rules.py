"""Buru as a game that the table can hold: what is awaited, and which rule takes which answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.core.action import LooseVocabulary
from companion.core.answers import Answers
from companion.core.event import Chance, Due, Event
from companion.core.game import Phones, Pick
from companion.core.knowledge import Data, KnownTo, Reach, Seat
from companion.core.score import Score
from companion.core.view import View
from companion.core.words import Text
from companion.games.buru import afternoon, asks, dusk, morning, noon, payout, stories, taste, turn
from companion.games.buru import score as scores
from companion.games.buru import view as views
from companion.games.buru.pieces import GOODS
from companion.games.buru.state import BuruState, Options, Own, Public, lay_out


def _reveal(state: BuruState, event: Event[Data]) -> BuruState:
    return afternoon.reveal(state, event) if state.public.region else noon.reveal(state, event)


def _show(state: BuruState, event: Event[Data]) -> BuruState:
    return afternoon.show(state, event) if state.public.region else noon.show(state, event)


ANSWERS: Final[Mapping[str, Callable[[BuruState, Event[Data]], BuruState]]] = {
    "first": morning.first,
    "decree": morning.decree,
    "place": morning.place,
    "plot": morning.plot,
    "reveal": _reveal,
    "show": _show,
    "plan": noon.plan,
    "gain": turn.gain,
    "pay": turn.pay,
    "recruit": turn.recruit,
    "task": turn.task,
    "tribute": turn.tribute,
    "elder": turn.elder,
    "emissary": turn.emissary,
    "space": turn.space,
    "done": turn.done,
    "final": dusk.final,
    "count": dusk.count,
    "set": dusk.set_right,
}

OPEN_OF_A_TURN: Final = (*GOODS, "group", "cost", "spirit", "pay", "space")
"""All that a turn's actions say, but for what a tribute is worth: that is its seat's own."""


class Buru:
    """BURU-02 to 32 and 43 to 45."""

    id = "buru"
    rules = 1
    options: type[Any] = Options
    actions = LooseVocabulary()
    sheets = scores.Sheet

    def sizes(self, options: Any) -> range:
        """BURU-32; rivals fill up, so that with one of them a person can play alone."""
        return range(max(1, 2 - options.lawan), 5 + options.fifth - options.lawan)

    def phones(self, options: Any) -> Phones:
        """Bids are secret: each seat needs a screen of its own."""
        return "each"

    def setup(self, seats: Sequence[Seat], options: Any) -> BuruState:
        return lay_out(seats, options)

    def due(self, state: BuruState) -> Sequence[Due]:
        step = state.public.step
        waiting = _words(state) if step == "final" else _counts(state.public) if step == "end" else (_waiting(state.public),)
        return (*waiting, _offer("set", "set", None))

    def outcomes(self, public: Public, own: Own | None, due: Due) -> Answers:
        return asks.ASKS[due.kind](public, own, due)

    def draw(self, state: BuruState, due: Due, pick: Pick) -> dict[str, Any]:
        """BURU-02, BURU-22: the first Emissary, a person."""
        return {"type": "first", "seat": state.public.names[pick(state.public.people)]}

    def play(self, state: BuruState, event: Event[Data]) -> BuruState:
        return payout.rest(state, ANSWERS[event.kind](state, event), event)

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        return views.view(public, own, seat)

    def tallies(self, public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
        return payout.tallies(public)

    def tell(self, public: Public, seat: Seat | None, do: Data) -> Text:
        return stories.tell(public, seat, do)

    def score(self, state: BuruState) -> Score | None:
        return scores.score_at_the_end(state.public) if state.public.final else None

    def sheet(self, sheet: scores.Sheet) -> Score:
        return scores.score_sheet(sheet)

    def taste(self, view: View, answers: Answers) -> Sequence[int]:
        return taste.weights(view, answers)


def _waiting(public: Public) -> Due:
    """The one answer that a game in progress waits for, with an id that says a place in it."""
    step, number, by = public.step, public.round, public.active
    seat = None if by is None else public.seat(by)
    where = public.region or "noon"
    if step == "act":
        id_ = f"act-{number}-{where}-{by}-{len(public.told)}"
        return _due(id_, step, seat, known_to=_turn_known_to(seat))
    if step == "place":
        assert seat is not None
        known_to: KnownTo = {"region": Reach.EVERYONE, "token": frozenset({seat})}
        return _due(f"place-{number}-{len(public.tokens)}", step, seat, known_to=known_to)
    ids = {
        "first": "first",
        "decree": f"decree-{number}-{len(public.decrees)}",
        "plot": f"plot-{number}-{len(public.tokens)}",
        "reveal": f"reveal-{number}-{where}",
    }
    return _due(ids.get(step, f"{step}-{number}-{where}-{by}"), step, None)


def _turn_known_to(seat: Seat | None) -> KnownTo:
    if seat is None:
        return Reach.EVERYONE
    return {**dict.fromkeys(OPEN_OF_A_TURN, Reach.EVERYONE), "value": frozenset({seat})}


def _due(id_: str, kind: str, seat: Seat | None, known_to: KnownTo = Reach.EVERYONE) -> Due:
    chance = None if seat else Chance.LOTS if kind == "first" else Chance.TOLD
    return Due(id=id_, kind=kind, seat=seat, known_to=known_to, open=True, chance=chance)


def _words(state: BuruState) -> tuple[Due, ...]:
    """BURU-45: stands for all who hold a card, until the last is in; the answer that completes it is open."""
    public = state.public
    owing = dusk.owing(public)
    missing = [by for by in owing if dusk.word_of(state, by) is None]
    return tuple(_word(public, by, missing == [by]) for by in owing)


def _word(public: Public, by: int, is_last: bool) -> Due:
    seat = public.seat(by)
    return Due(
        id=f"final-{by}",
        kind="final",
        seat=seat,
        # A rival's cards are nobody's: whoever turns them up tells them.
        known_to=frozenset() if seat is None else frozenset({seat}),
        open=is_last,
        chance=Chance.TOLD if seat is None else None,
        sealed="final",
    )


def _offer(id_: str, kind: str, seat: Seat | None) -> Due:
    """What may be told at any time; nobody is awaited for it."""
    chance = Chance.TOLD if seat is None else None
    return Due(id=id_, kind=kind, seat=seat, known_to=Reach.EVERYONE, open=True, chance=chance, waits=False)


def _counts(public: Public) -> tuple[Due, ...]:
    return tuple(_offer(f"count-{i}", "count", seat) for i, seat in enumerate(public.names[: public.people]))
