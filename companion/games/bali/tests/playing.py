"""A table for tests: answers go through what the asks admit, as at a real one."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.core.event import Due
from companion.core.history import heard
from companion.core.knowledge import Reach, Seat, State
from companion.core.words import Refused
from companion.games.bali import GAME
from companion.games.bali.pieces import KINDS, PLACE
from companion.games.bali.state import BaliState, Options

NAMES = ("Ana", "Ben", "Cho", "Dai")


class Sitting:
    """A game that goes on, and the record of it."""

    def __init__(self, seats: int = 3, state: BaliState | None = None, **options: Any) -> None:
        self.names = NAMES[:seats]
        self.options = options
        self.state: BaliState = state or GAME.setup(tuple(map(Seat, self.names)), Options(**options))
        self.record: list[dict[str, Any]] = []
        self.ids: list[str] = []
        self.secrets: list[int] = []
        """Which lines of the record are not for everybody."""

    @property
    def public(self) -> Any:
        return self.state.public

    def due(self) -> Due:
        return GAME.due(self.state)[0]

    def answers(self, due: Due | None = None) -> Any:
        due = due or self.due()
        own = self.state.own[due.seat] if due.seat else None
        return GAME.outcomes(self.state.public, own, due)

    def tell(self, type_: str, seat: str | None = "?", **fields: Any) -> "Sitting":
        """Answer the standing due (or an offer of that type) and come back for the next one."""
        return self.post({"type": type_, **{k.rstrip("_"): v for k, v in fields.items()}}, seat)

    def post(self, do: dict[str, Any], seat: str | None = "?") -> "Sitting":
        due = self._due_for(do["type"], seat)
        do = self.answers(due).admit(do)
        self.state = GAME.play(self.state, heard(GAME, due, do, due.seat))
        self.secrets += [] if due.known_to is Reach.EVERYONE else [len(self.record)]
        self.record.append({"seat": due.seat, "do": do})
        self.ids += [due.id] if due.waits else []
        return self

    def _due_for(self, type_: str, seat: str | None) -> Due:
        standing = GAME.due(self.state)
        if type_ in ("count", "accept", "set"):
            wanted = None if type_ != "count" or seat == "?" else seat
            return next(due for due in standing if due.kind == type_ and due.seat == wanted)
        return standing[0]

    def refused(self, do: dict[str, Any]) -> Refused:
        """The refusal of an answer, which leaves everything as it was."""
        before = self.state
        try:
            self.post(do)
        except Refused as refusal:
            assert self.state == before
            return refusal
        raise AssertionError(f"{do} was not refused")

    def give(self, seat: int, stones: int | None = None, **cards: int) -> "Sitting":
        """Set a seat's stones and what lies before it, as if the game had come so far."""
        public = self.state.public
        row = list(public.table[seat])
        for card, n in cards.items():
            row[PLACE[card]] = n
        table = (*public.table[:seat], tuple(row), *public.table[seat + 1 :])
        told = public.stones[seat] if stones is None else stones
        new = (*public.stones[:seat], told, *public.stones[seat + 1 :])
        self.state = replace(self.state, public=replace(public, table=table, stones=new))
        return self

    def supply(self, **left: int) -> "Sitting":
        supply = tuple(left.get(kind, n) for kind, n in zip(KINDS, self.public.supply, strict=True))
        self.state = replace(self.state, public=replace(self.public, supply=supply))
        return self

    def held(self, seat: str) -> dict[str, int]:
        return dict(zip(KINDS, self.state.own[Seat(seat)].held, strict=True))

    def altar(self) -> list[str | None]:
        return [card.kind for card in self.state.box.altar]


def weighted(sitting: Sitting, dice: Random) -> dict[str, Any]:
    """A legal answer to the standing due, by a bot's taste."""
    due, answers = sitting.due(), sitting.answers()
    seat = due.seat
    view = GAME.view(sitting.public, sitting.state.own[seat] if seat else None, seat)
    legal = answers.legal()
    return dice.choices(legal, GAME.taste(view, answers))[0]


def random_game(seed: int, seats: int = 3, **options: Any) -> Sitting:
    dice = Random(seed)
    sitting = Sitting(seats, **options)
    while sitting.due().waits:
        sitting.post(weighted(sitting, dice))
    return sitting


def all_views(state: State[Any, Any, Any]) -> Sequence[Any]:
    public = state.public
    chairs = [GAME.view(public, state.own[seat], seat) for seat in public.seats]
    return [GAME.view(public, None, None), *chairs]
