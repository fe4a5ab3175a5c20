"""Animism at a table of its tests, answer by answer."""

from typing import Any, Final

import msgspec

from companion.core.dues import Due
from companion.core.journal import Journal
from companion.core.state import Seat, with_own
from companion.core.view import Screen
from companion.games.animism import GAME
from companion.games.animism.layout import SAMPLE
from companion.games.animism.state import AnimismState
from companion.promises.sitting import AnySitting, TableSitting
from companion.promises.sitting import Sitting as Rules

Do = dict[str, Any]

NARROW: Final = {
    **msgspec.to_builtins(SAMPLE),
    "name": "narrow",
    "map": ["aa.bb", "aO+Ob", ".+++.", "cO+Od", "cc.dd"],
    "pieces": [
        *({"id": f"plus{n}", "level": 1, "cells": [".#.", "###", ".#."]} for n in range(6)),
        *({"id": f"two{n}", "level": 2 + n % 3, "cells": ["##"]} for n in range(6)),
    ],
    "black": [f"plus{n}" for n in range(6)],
    "white": [f"two{n}" for n in range(6)],
}
"""Four cells touch the centre, and no piece of the black die fits anywhere."""
TIGHT: Final = {**NARROW, "map": ["aa.bb", "aO+Ob", ".+++B", "cO+Od", "ccDdd"]}
"""The same layout with altars on two of these cells, so that only two seats can draw on a sheet in the first round."""


class Sitting(TableSitting):
    """A game in progress. Ana is blue, Ben green, Cho red, Dai yellow."""

    def __init__(self, seats: int = 3, journal: Journal | None = None, **options: Any) -> None:
        super().__init__(GAME, seats, journal, draws=False, **options)

    def post(self, by: str | None, do: Do) -> "Sitting":
        """Post an answer as a record writes it."""
        return AnySitting.post(self, by, do)

    def answer_due(self, due: Due, do: Do, by: Seat | None) -> None:
        self.table.answer(by, self.moment.full_id(due.id), do, self.key())

    def screen(self, seat: str | None) -> Screen:
        return self.moment.screen(None if seat is None else Seat(seat))

    def legal(self, seat: str, type_: str | None = None) -> list[Do]:
        """Return all legal answers of a seat, or those of one type."""
        asked = [due for due in self.dues() if due.seat == seat]
        return [do for due in asked for do in self.answers(due).legal() if type_ in (None, do["type"])]

    def hand(self, seat: str) -> dict[str, int]:
        """Return a seat's resources by colour, without those at 0."""
        return {c: n for c, n in zip(("blue", "green", "red", "yellow"), self.own(seat).hand, strict=True) if n}

    # Whole steps

    def done(self, *seats: str) -> "Sitting":
        for seat in seats or self.names:
            self.answer(seat, "done")
        return self

    def turns(self, n: int) -> "Sitting":
        """Play `n` turns on paper."""
        for _ in range(n):
            self.done()
        return self

    def idly(self, *seats: str) -> "Sitting":
        """End the turns of these seats on phones, or of all that are not done. A seat that must draw something draws a
        single cell."""
        for seat in seats or [due.seat for due in self.dues()]:
            while (do := self._idle(seat))["type"] != "done":
                self.post(seat, do)
            self.done(seat)
        return self

    def _idle(self, seat: str) -> Do:
        legal = [do for do in self.legal(seat) if do["type"] != "bonus"]
        return next((do for do in legal if do["type"] == "done"), legal[0])

    def until(self, turn: int) -> "Sitting":
        """Play on phones until this turn."""
        while self.public.turn < turn:
            self.idly()
        return self

    def closed(self) -> "Sitting":
        """Play all turns on paper."""
        return self.turns(self.public.turns)

    def read(self, seat: str, owner: str, **numbers: dict[str, int]) -> "Sitting":
        """Enter a sheet's numbers. Those that are not named are 0."""
        return self.answer(seat, "sheet", owner=owner, **{"tracks": {}, "hexagons": {}, "altars": {}, **numbers})


def rich(blue: int = 0, green: int = 0, red: int = 0, yellow: int = 0, **options: Any) -> Rules:
    """Return a game in round 2. Ana, who is blue, has drawn on her own sheet, has these resources, and may end her turn."""
    sitting = Rules(GAME, 3, sheets="twin", **options).open(turn=3)
    sitting.state = working(sitting.state, hand=(blue, green, red, yellow), phase="choose")
    return sitting


def working(state: AnimismState, **changes: Any) -> AnimismState:
    """Return the state with these changes of Ana's private part."""
    return with_own(state, Seat("Ana"), **changes)
