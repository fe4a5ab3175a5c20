"""Buru at a table of its tests."""

from collections.abc import Sequence
from typing import Any

from companion.core.dues import Due
from companion.core.state import Seat, changed
from companion.games.buru import GAME
from companion.games.buru.pieces import GOODS, GROUPS, SPIRITS
from companion.games.buru.state import BuruState, Player
from companion.house.dice import SeededDice
from companion.promises import sitting

DEALT = ("forest", "shore", "village", "lake")


class Sitting(sitting.Sitting):
    """A game in progress."""

    def __init__(self, seats: int = 3, first: str | None = "Ana", **options: Any) -> None:
        super().__init__(GAME, seats, **options)
        if first is not None:
            self.table("first", seat=first)

    def due(self) -> Due:
        (due,) = self.dues()
        return due

    def awaits(self) -> tuple[str, str | None]:
        return self.due().kind, self.due().seat

    def table(self, type_: str, /, **fields: Any) -> "Sitting":
        return self.answer(None, type_, **fields)

    # A round

    def dawn(self, *decrees: dict[str, Any]) -> "Sitting":
        for decree in decrees or ({"place": "forest"}, {"place": "manuk"}):
            self.table("decree", **decree)
        return self

    def morning(self, plots: Sequence[dict[str, str]] = (), **bids: Sequence[tuple[int, str]]) -> "Sitting":
        """Place each seat's four bids as (token, region), and the plots, in any order of turns."""
        left = {seat: list(bid) for seat, bid in bids.items()}
        cards = list(plots)
        while self.due().kind in ("place", "plot"):
            kind, seat = self.awaits()
            if kind == "plot":
                self.table("plot", **cards.pop(0))
            else:
                token, region = left[seat].pop(0)
                self.answer(seat, "place", token=token, region=region)
        return self

    def noon(self) -> "Sitting":
        return self.table("reveal")

    def done(self) -> "Sitting":
        """End the turn of the active player."""
        return self.answer(self.due().seat, "done")

    def until(self, kind: str, region: str | None = None) -> "Sitting":
        """Play until this due. Reveals, ended turns, and dominance where there is a choice are the only answers."""
        while (self.due().kind, self.public.region) != (kind, region):
            match self.due().kind:
                case "act":
                    self.done()
                case "choose":
                    self.now("choose", take="dominance")
                case other:
                    assert other == "reveal"
                    self.table("reveal")
        return self

    # States that a test sets

    def give(self, seat: str, **what: Any) -> "Sitting":
        """Give a seat goods, islanders and tributes by name, and elders."""
        by = self.public.names.index(seat)
        player: Player = self.public.players[by]
        player = changed(player, goods=_put(GOODS, player.goods, what), islanders=_put(GROUPS, player.islanders, what))
        player = changed(player, tributes=_put(SPIRITS, player.tributes, what), elders=what.get("elders", player.elders))
        players = (*self.public.players[:by], player, *self.public.players[by + 1 :])
        self.open(players=players)
        if seat in self.state.own:
            values = tuple((None,) * n for n in player.tributes)
            own = {**self.state.own, Seat(seat): changed(self.state.own[Seat(seat)], values=values)}
            self.state = changed(self.state, own=own)
        return self

    def player(self, seat: str) -> Player:
        player: Player = self.public.players[self.public.names.index(seat)]
        return player

    def holds(self, seat: str, *names: str) -> tuple[int, ...]:
        """Return how many a player has of each of these goods, islanders and tribute cards."""
        player = self.player(seat)
        kinds = ((GOODS, player.goods), (GROUPS, player.islanders), (SPIRITS, player.tributes))
        numbers = {name: n for kind, found in kinds for name, n in zip(kind, found, strict=True)}
        return tuple(numbers[name] for name in names)

    def drawn(self, seat: str, spirit: str) -> tuple[int | None, ...]:
        """Return the values that a seat knows of its cards of a spirit."""
        values: tuple[int | None, ...] = self.own(seat).values[SPIRITS.index(spirit)]
        return values

    def hold(self, spirit: str, seat: str | None) -> "Sitting":
        """Give a totem to a seat, or to nobody."""
        by = None if seat is None else self.public.names.index(seat)
        totems = zip(SPIRITS, self.public.totems, strict=True)
        return self.open(totems=tuple(by if name == spirit else had for name, had in totems))

    # Ambelau

    def move(self, steps: int) -> "Sitting":
        """Move the active player's canoe."""
        return self.answer(self.due().seat, "canoe", steps=steps)

    def canoe(self, seat: str) -> int:
        """Return the space of a player's canoe."""
        space: int = self.public.canoes[self.public.names.index(seat)]
        return space

    def afloat(self, **spaces: int) -> "Sitting":
        """Put these players' canoes on these spaces."""
        return self.open(canoes=_put(self.public.names, self.public.canoes, spaces))

    def last_round(self) -> "Sitting":
        return self.open(round=self.public.options.rounds)


def _put(names: Sequence[str], numbers: tuple[int, ...], what: dict[str, Any]) -> tuple[int, ...]:
    return tuple(what.get(name, n) for name, n in zip(names, numbers, strict=True))


def holder(sitting: Sitting, spirit: str) -> str | None:
    """Return the holder of a totem."""
    by = sitting.public.totems[SPIRITS.index(spirit)]
    return None if by is None else str(sitting.public.names[by])


def seen(state: BuruState, seat: str | None) -> Any:
    """Return all that a seat, or the room, sees: its screen, its questions, and the dues of others."""
    own = state.own[Seat(seat)] if seat else None
    dues = GAME.due(state)
    answers = [GAME.outcomes(state.public, own if due.seat else None, due) for due in dues if due.seat in (seat, None)]
    return GAME.view(state.public, own, seat and Seat(seat)), answers, dues


def everywhere(*tokens: int) -> list[tuple[int, str]]:
    """Return these tokens, one in each region, in the order of regions."""
    return list(zip(tokens, DEALT, strict=True))


def random_steps(seed: int, seats: int, **options: Any) -> Any:
    """Play a whole random game. Yield the sitting before and after every answer, with the answer."""
    pick = SeededDice(seed).pick
    sitting = Sitting(seats, first=None, **options)
    while dues := [due for due in sitting.dues() if due.id not in sitting.ids]:
        due = dues[pick(len(dues))]
        do = sitting.liked(due, pick)
        before = sitting.state
        sitting.answer_due(due, do, due.seat)
        yield sitting, before, do
