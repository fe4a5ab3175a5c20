"""Bali at a table of its tests."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.answers import Answers
from companion.core.event import Due
from companion.core.knowledge import Reach, Seat, State
from companion.games.bali import GAME
from companion.games.bali.pieces import KINDS, PLACE
from companion.games.bali.state import BaliState
from companion.house.lots import SeededLots
from tests.support import sitting


class Sitting(sitting.Sitting):
    """A game that goes on, or one as it might stand."""

    def __init__(self, seats: int = 3, state: BaliState | None = None, **options: Any) -> None:
        super().__init__(GAME, seats, state, **options)
        self.secrets: list[int] = []
        """Which lines of the record are not for everybody."""

    def due(self) -> Due:
        """What stands first: Bali waits for one answer at a time."""
        return self.standing()[0]

    def answers(self, due: Due | None = None) -> Answers:
        return super().answers(due or self.due())

    def answer(self, due: Due, do: dict[str, Any], by: Seat | None) -> None:
        super().answer(due, do, by)
        self.secrets += [] if due.known_to is Reach.EVERYONE else [len(self.record) - 1]

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


def random_game(seed: int, seats: int = 3, **options: Any) -> Sitting:
    pick = SeededLots(seed).pick
    game = Sitting(seats, **options)
    while game.due().waits:
        game.post(game.due().seat, game.liked(game.due(), pick))
    return game


def all_views(state: State[Any, Any, Any]) -> Sequence[Any]:
    public = state.public
    chairs = [GAME.view(public, state.own[seat], seat) for seat in public.seats]
    return [GAME.view(public, None, None), *chairs]
