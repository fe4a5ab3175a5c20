"""Babel Builders at a table of its tests, answered line by line. Tests give the box's draws, or let it draw."""

from collections import Counter
from typing import Any

from companion.core.dues import Due
from companion.core.state import Seat
from companion.core.view import Screen
from companion.games.babel import GAME
from companion.games.babel.pieces import BLOCKS, INSTRUCTIONS, builds, copies
from companion.games.babel.state import is_used_up
from companion.promises.sitting import AnySitting, TableSitting

PLAIN = ("column-A", "column-B", "row-1")
"""A hand without special cards."""
IDLE = tuple(card for card in INSTRUCTIONS if builds(card) == 1)


class Sitting(TableSitting):
    """A game in progress. Ana is the first Master, and the last seat is the Messenger."""

    def __init__(self, seats: int = 5, hands: str = "cardboard", draws: bool = False) -> None:
        super().__init__(GAME, seats, draws=draws, hands=hands)

    def post(self, by: str | None, do: dict[str, Any]) -> "Sitting":
        """Post an answer as a record writes it. The box's draws are lines, too. A line for which nothing is due is
        refused."""
        return AnySitting.post(self, by, do)

    def answer_due(self, due: Due, do: dict[str, Any], by: Seat | None) -> None:
        self.table.append_recorded(due, do)

    def screen(self, seat: str | None) -> Screen:
        return self.moment.screen(None if seat is None else Seat(seat))

    def legal(self, kind: str, seat: str | None) -> list[dict[str, Any]]:
        due = next(due for due in self.dues(kind) if due.seat == seat)
        return self.moment.history.answers(due).legal()  # in the game's order, not at drawn places

    # Whole steps

    def deal(self, messenger: str | None = None, **hands: tuple[str, ...]) -> "Sitting":
        """Give each seat a role. With cards on phones also give it the named hand, or one without special cards."""
        roles = {name: "messenger" if name == (messenger or self.names[-1]) else "architect" for name in self.names}
        if not self.public.on_phones:
            return self.answer(None, "deal", roles=roles)
        return self.answer(None, "deal", roles=roles, hands=self._hands(hands))

    def _hands(self, named: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
        """Return all hands. Those that are not named have instructions. If no named hand has the punishment card, the last
        other one has it."""
        used = Counter(card for hand in named.values() for card in hand)
        left = [card for card in reversed(INSTRUCTIONS) for _ in range(copies(card, len(self.names)) - used[card])]
        hands = {name: list(named.get(name, ())) or [left.pop(0) for _ in range(3)] for name in self.names}
        if not used["punishment"]:
            hands[[name for name in self.names if name not in named][-1]][0] = "punishment"
        return hands

    def begun(self, messenger: str | None = None, blueprint: dict[str, int] | None = None, **hands: Any) -> "Sitting":
        """Play until Ana, the first Master, has to appoint."""
        self.deal(messenger, **hands)
        return self.answer(None, "blueprint", cells=blueprint or {"A3": 8}).answer(None, "master", seat="Ana")

    def appoint(self, *seats: str) -> "Sitting":
        """Appoint the named seats, or those after the Master."""
        assert self.public.master is not None
        after = [*self.names[self.public.master + 1 :], *self.names[: self.public.master]]
        chosen = seats or after[: 3 if len(self.names) < 7 else 4]
        return self.answer(self.names[self.public.master], "appoint", seats=list(chosen))

    def commit(self, seat: str, play: str, discard: str | None) -> "Sitting":
        return self.answer(seat, "commit", play=play, discard=discard)

    def master(self, kind: str, /, **fields: Any) -> "Sitting":
        """Give the present Master's answer."""
        assert self.public.master is not None
        return self.answer(self.names[self.public.master], kind, **fields)

    def idle(self) -> "Sitting":
        """Play a round with cards of cardboard. All blocks are built, so the cards change nothing."""
        self.answer(None, "set", cells={"B2": BLOCKS}).appoint().master("storms", count=0)
        while self.dues("reveal"):
            self.master("reveal", card=next(card for card in IDLE if not is_used_up(self.public, card)))
        return self

    def asked_for_zealots(self, *came: str) -> "Sitting":
        """Answer the question for zealots after an end without a reversal, with cards of cardboard. A punishment card came
        into the hands of these seats."""
        for name in self.names:
            self.answer(name, "zealot", now=name in came)
        return self

    def reversal(self, messenger: str | None = None) -> "Sitting":
        """Complete the tower, with cards of cardboard."""
        self.begun(messenger, {"A1": 1}).appoint().master("storms", count=len(self.public.rounds[-1].builders) - 2)
        self.answer(None, "set", cells={"A1": 1})
        return self.master("reveal", card="seal")
