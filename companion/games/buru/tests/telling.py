"""Plays rounds of the worked examples: a test names each player's tokens and the answers that matter, the rest follows."""

from typing import Any

import pytest

from companion.games.buru.tests.model import Referee
from companion.games.buru.tests.side_by_side import Both
from tests.promises.settings import NAMES

Bids = dict[str, Any]


def lays(*bids: Any) -> list[dict[str, Any]]:
    """Return a seat's placed tokens of a round. Each bid is a token and a region. A third item puts the blessing on it."""
    return [{"token": token, "region": region, **({"blessing": True} if more else {})} for token, region, *more in bids]


def alone(*tokens: int, region: str, rest: str = "lake") -> list[dict[str, Any]]:
    """Return placed tokens: these in the region, and the weakest others in `rest`, so that the strongest other one is
    kept."""
    others = [token for token in (1, 2, 3, 4, 5) if token not in tokens][: 4 - len(tokens)]
    return lays(*[(token, region) for token in tokens], *[(token, rest) for token in others])


class Telling:
    """A game and its answers. Bids are by seat, and a rival's by region. `shows` has the tokens that a rival reveals, in
    order."""

    def __init__(self, seats: int = 2, first: str = "Ana", **options: Any) -> None:
        self.told = self.begun(list(NAMES[:seats]), options)
        self.bids: Bids = {}
        self.shows: dict[str, list[list[Any]]] = {}
        self.decrees: list[dict[str, Any]] = []
        self.plans: dict[str, str] = {}
        while self.awaited()[0] == "act" and first:
            self.now("done")
        if first:
            self.answer(None, "first", seat=first)

    def begun(self, names: list[str], options: dict[str, Any]) -> Any:
        return Referee(names, options)

    @property
    def referee(self) -> Referee:
        referee: Referee = self.told
        return referee

    @property
    def table(self) -> Any:
        return self.referee.table

    def awaited(self) -> tuple[str, str | None]:
        return self.referee.awaited[0]

    def answer(self, seat: str | None, type_: str, /, **fields: Any) -> "Telling":
        assert self.told.answer(seat, {"type": type_, **fields}), (type_, fields, self.referee.why)
        return self

    def refused(self, seat: str | None, type_: str, /, **fields: Any) -> "Telling":
        assert not self.told.answer(seat, {"type": type_, **fields}), (type_, fields)
        return self

    def now(self, type_: str, /, **fields: Any) -> "Telling":
        """Let the awaited seat answer."""
        return self.answer(self.awaited()[1], type_, **fields)

    def refused_now(self, type_: str, /, **fields: Any) -> "Telling":
        return self.refused(self.awaited()[1], type_, **fields)

    # A round

    def round(self, *decrees: dict[str, Any], **bids: Any) -> "Telling":
        """Play to the first turn, or choice, of a round. A seat without bids places its tokens in the forest, the weakest
        first."""
        self.decrees = [*decrees, {"place": "manuk"}, {"place": "manuk"}][:2]
        self.bids = {seat: list(bid) for seat, bid in bids.items()}
        if self.awaited()[0] != "decree":
            self.until("decree")
        return self.until("act", "choose")

    def until(self, *kinds: str, region: str | None = None) -> "Telling":
        """Give usual answers until one of these dues. If a turn is due now, give at least one."""
        while not (self.awaited()[0] in kinds and region in (None, self.table.region)):
            self.usual()
        return self

    def end(self) -> "Telling":
        """Play to the score."""
        while self.referee.dues:
            self.usual()
        return self

    def at(self, region: str) -> "Telling":
        """Play to the first turn, or choice, in this region."""
        return self.until("act", "choose", region=region)

    def usual(self) -> None:
        """Give the usual answer to the first due."""
        kind, seat = self.awaited()
        getattr(self, f"_{kind}")(seat)

    def _decree(self, seat: str | None) -> None:
        self.now("decree", **self.decrees.pop(0)) if self.decrees else self.now("decree", place="manuk")

    def _place(self, seat: str) -> None:
        bids = self.bids.get(seat)
        self.now("place", **(bids.pop(0) if bids else {"token": self.table.holders[seat].hand[0], "region": "forest"}))

    def _plot(self, seat: str | None) -> None:
        self.now("plot", **{name.lower(): self._region_named(name) for name in self.table.rivals})

    def _region_named(self, rival: str) -> str:
        """Return the region that the test names for a rival's token, or else the first one where it may be."""
        if self.bids.get(rival):
            return str(self.bids[rival].pop(0))
        return next(region for region in self.table.regions if len(self.table.tokens_in(region, rival)) < 2)

    def _reveal(self, seat: str | None) -> None:
        self.now("reveal")

    def _show(self, seat: str | None) -> None:
        rival = self.referee.dues[0].take.args[0]
        n = len(self.table.tokens_in(self.table.region, rival)) if self.table.region else 1
        usual = self.table.holders[rival].hand[:n]
        self.now("show", rival=rival, powers=self.shows[rival].pop(0) if self.shows.get(rival) else usual)

    def _plan(self, seat: str | None) -> None:
        rival = self.referee.dues[0].take.args[0]
        self.now("plan", rival=rival, lake=self.plans.get(rival, "esteem"))

    def _choose(self, seat: str) -> None:
        self.now("choose", take="dominance")

    def _act(self, seat: str | None) -> None:
        turn = self.table.turn
        if self.table.region == "ambelau" and not (turn.canoe or turn.tokoh):
            self.now("canoe", steps=1)
        self.now("done")

    def _final(self, seat: str | None) -> None:
        holder = self.table.holders[self.referee.dues[0].take.args[0]]
        left = {s: n - len(holder.told.get(s, [])) for s, n in holder.tributes.items()}
        whose = {"rival": holder.name} if holder.rival else {}
        self.now("final", tributes={s: [0] * n for s, n in left.items()}, elders=[0] * holder.elders, **whose)

    # Results

    def fish(self, *names: str) -> list[int]:
        return [self.table.holders[name].goods["fish"] for name in names or self.table.holders]

    def esteem(self, *names: str) -> list[int]:
        return [self.table.holders[name].goods["esteem"] for name in names or self.table.holders]

    def canoe(self, *names: str) -> list[int]:
        return [self.table.holders[name].canoe for name in names or self.table.holders]

    def kuda(self) -> tuple[str, int]:
        where: tuple[str, int] = self.table.track()[self.table.kuda]
        return where

    def has(self, seat: str, /, **goods: int) -> "Telling":
        """Correct a seat's goods to these numbers."""
        return self.answer(None, "set", seat=seat, **goods)


class Beside(Telling):
    """A model's game whose answers also go to the real game. Both must agree."""

    def begun(self, names: list[str], options: dict[str, Any]) -> Any:
        return Both(len(names), options)

    @property
    def referee(self) -> Referee:
        both: Both = self.told
        return both.referee


BEGIN = pytest.mark.parametrize("begin", [Beside])
