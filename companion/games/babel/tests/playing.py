"""A table for tests, told line by line as a record tells it; what the box draws is told too, or drawn from a seed."""

from typing import Any

from companion.core.event import Due
from companion.core.game import Pick
from companion.core.journal import Head, MemoryJournal
from companion.core.knowledge import Seat
from companion.core.table import Table
from companion.core.view import Screen
from companion.core.words import Refused
from companion.games.babel import GAME
from companion.games.babel.state import Own, Public
from companion.record import retell

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")

PLAIN = ("column-A", "column-B", "row-1")
"""A hand without anything in it."""


class Sitting:
    """A game that goes on. Ana is the first Master, the last seat the Messenger."""

    def __init__(self, seats: int = 5, hands: str = "cardboard", pick: Pick | None = None) -> None:
        self.names = NAMES[:seats]
        options = {"hands": hands}
        head = Head("babel", tuple(map(Seat, self.names)), options, GAME.rules)
        self.table = Table(GAME, head, GAME.options(**options), MemoryJournal(), 1, lambda: "0" * 32, pick)

    @property
    def public(self) -> Public:
        public: Public = self.table.moment.history.state.public
        return public

    def own(self, seat: str) -> Own:
        own: Own = self.table.moment.history.state.own[Seat(seat)]
        return own

    def screen(self, seat: str | None) -> Screen:
        return self.table.moment.screen(None if seat is None else Seat(seat))

    def dues(self, kind: str | None = None) -> list[Due]:
        """What is awaited, offers left out, or all that stands of a kind."""
        standing = self.table.moment.history.dues
        return [due for due in standing if (due.kind == kind if kind else due.waits)]

    def awaited(self) -> list[tuple[str, str | None]]:
        return [(due.kind, due.seat) for due in self.dues()]

    def legal(self, kind: str, seat: str | None) -> list[dict[str, Any]]:
        due = next(due for due in self.dues(kind) if due.seat == seat)
        return self.table.moment.answers(due).legal()

    def tell(self, by: str | None, kind: str, /, **fields: Any) -> "Sitting":
        retell(self.table, {"seat": by, "do": {"type": kind, **fields}})
        return self

    def refused(self, by: str | None, kind: str, /, **fields: Any) -> str:
        """Why it is refused; nothing has changed then."""
        before = self.table.moment
        try:
            self.tell(by, kind, **fields)
        except Refused as why:
            assert self.table.moment is before
            return why.key
        raise AssertionError(f"{kind} {fields} was taken")

    # Whole steps

    def deal(self, messenger: str | None = None, **hands: tuple[str, ...]) -> "Sitting":
        """Everybody has a role and, on phones, the hand that is named, or one of nothing special."""
        roles = {name: "messenger" if name == (messenger or self.names[-1]) else "architect" for name in self.names}
        if not self.public.on_phones:
            return self.tell(None, "deal", roles=roles)
        return self.tell(None, "deal", roles=roles, hands=self._hands(hands))

    def _hands(self, named: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
        """The named hands; the rest of the seats get instructions, the last of them the punishment card if nobody has it."""
        rest = iter(["row-2"] * 3 + ["row-3"] * 3 + ["column-C"] * 3 + ["seal"] * 3 + [f"cell-{c}3" for c in "ABC"] * 3)
        hands = {name: list(named.get(name, ())) or [next(rest) for _ in range(3)] for name in self.names}
        if not any("punishment" in hand for hand in hands.values()):
            hands[next(name for name in self.names if name not in named)][0] = "punishment"
        return hands

    def begun(self, messenger: str | None = None, blueprint: dict[str, int] | None = None, **hands: Any) -> "Sitting":
        """Ana is Master and is to appoint."""
        self.deal(messenger, **hands)
        return self.tell(None, "blueprint", cells=blueprint or {"B2": 8}).tell(None, "master", seat="Ana")

    def appoint(self, *seats: str) -> "Sitting":
        """The seats named, or those that come after the Master."""
        assert self.public.master is not None
        after = [*self.names[self.public.master + 1 :], *self.names[: self.public.master]]
        chosen = seats or after[: 3 if len(self.names) < 7 else 4]
        return self.tell(self.names[self.public.master], "appoint", seats=list(chosen))

    def commit(self, seat: str, play: str, discard: str | None) -> "Sitting":
        return self.tell(seat, "commit", play=play, discard=discard)

    def master(self, kind: str, /, **fields: Any) -> "Sitting":
        """The present Master does something."""
        assert self.public.master is not None
        return self.tell(self.names[self.public.master], kind, **fields)

    def next_round(self) -> "Sitting":
        """Cardboard: a round of nothing but storms and seals, and the next seat becomes Master."""
        self.appoint().master("storms", count=0)
        for _ in range(len(self.public.rounds[-1].builders) - 1):
            self.master("reveal", card="deliberation", seat=self.names[self.public.rounds[-1].builders[0]])
        if self.public.final is not None:
            return self
        return self.master("master", seat=self.names[((self.public.master or 0) + 1) % len(self.names)])

    def reversal(self, messenger: str | None = None) -> "Sitting":
        """Cardboard: the tower is complete."""
        self.begun(messenger, {"A1": 1}).appoint().master("storms", count=len(self.public.rounds[-1].builders) - 2)
        self.tell(None, "set", cells={"A1": 1})
        return self.master("reveal", card="seal")
