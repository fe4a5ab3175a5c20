"""A table for tests: answers go through what the asks admit, as at a real one, and come as the lines of a record do."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.core.answers import Answers
from companion.core.event import Due
from companion.core.history import heard
from companion.core.knowledge import Seat
from companion.core.words import Refused
from companion.games.buru import GAME
from companion.games.buru.options import Options
from companion.games.buru.pieces import GOODS, GROUPS, SPIRITS
from companion.games.buru.state import BuruState, Player

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
DEALT = ("forest", "shore", "village", "lake")


class Sitting:
    """A game that goes on."""

    def __init__(self, seats: int = 3, first: str | None = "Ana", **options: Any) -> None:
        self.state: BuruState = GAME.setup(tuple(map(Seat, NAMES[:seats])), Options(**options))
        self.ids: list[str] = []
        if first is not None:
            self.table("first", seat=first)

    @property
    def public(self) -> Any:
        return self.state.public

    def dues(self) -> list[Due]:
        """What is awaited."""
        return [due for due in GAME.due(self.state) if due.waits]

    def due(self) -> Due:
        (due,) = self.dues()
        return due

    def awaits(self) -> tuple[str, str | None]:
        return self.due().kind, self.due().seat

    def answers(self, due: Due) -> Answers:
        own = self.state.own[due.seat] if due.seat else None
        return GAME.outcomes(self.state.public, own, due)

    def tell(self, seat: str | None, type_: str, /, **fields: Any) -> "Sitting":
        """A line of a record: it answers the first standing due of its seat that takes it."""
        return self.post(seat, {"type": type_, **fields})

    def table(self, type_: str, /, **fields: Any) -> "Sitting":
        return self.tell(None, type_, **fields)

    def post(self, seat: str | None, do: dict[str, Any]) -> "Sitting":
        refusals: list[Refused] = [Refused("not_due")]
        for due in [due for due in GAME.due(self.state) if due.seat == seat]:
            try:
                return self.answer(due, do)
            except Refused as why:
                refusals.append(why)
        raise next((why for why in refusals[1:] if why.key != "malformed"), refusals[-1])

    def answer(self, due: Due, do: dict[str, Any]) -> "Sitting":
        do = self.answers(due).admit(do)
        self.state = GAME.play(self.state, heard(GAME, due, do, due.seat))
        self.ids += [due.id] if due.waits else []
        return self

    def refused(self, seat: str | None, type_: str, /, **fields: Any) -> Refused:
        """The refusal of a line, which leaves everything as it was."""
        before = self.state
        try:
            self.tell(seat, type_, **fields)
        except Refused as why:
            assert self.state == before
            return why
        raise AssertionError(f"{type_} {fields} was not refused")

    # A round

    def dawn(self, *decrees: dict[str, Any]) -> "Sitting":
        for decree in decrees or ({"place": "forest"}, {"place": "manuk"}):
            self.table("decree", **decree)
        return self

    def morning(self, plots: Sequence[dict[str, str]] = (), **bids: Sequence[tuple[int, str]]) -> "Sitting":
        """Each seat's four bids as (token, region), and the plots, whoever's turn it is."""
        left = {seat: list(said) for seat, said in bids.items()}
        cards = list(plots)
        while self.due().kind in ("place", "plot"):
            kind, seat = self.awaits()
            if kind == "plot":
                self.table("plot", **cards.pop(0))
            else:
                token, region = left[seat].pop(0)
                self.tell(seat, "place", token=token, region=region)
        return self

    def noon(self) -> "Sitting":
        return self.table("reveal")

    def done(self) -> "Sitting":
        """The turn of whoever acts is over."""
        return self.tell(self.due().seat, "done")

    def until(self, kind: str, region: str | None = None) -> "Sitting":
        """Go on with nothing but turning up and ending turns."""
        while (self.due().kind, self.public.region) != (kind, region):
            assert self.due().kind in ("reveal", "act")
            self.done() if self.due().kind == "act" else self.table("reveal")
        return self

    # As if the game had come so far

    def open(self, **changes: Any) -> "Sitting":
        self.state = replace(self.state, public=replace(self.public, **changes))
        return self

    def give(self, seat: str, **what: Any) -> "Sitting":
        """Goods, islanders, tributes by name; elders."""
        by = self.public.names.index(seat)
        player: Player = self.public.players[by]
        player = replace(player, goods=_put(GOODS, player.goods, what), islanders=_put(GROUPS, player.islanders, what))
        player = replace(player, tributes=_put(SPIRITS, player.tributes, what), elders=what.get("elders", player.elders))
        players = (*self.public.players[:by], player, *self.public.players[by + 1 :])
        self.open(players=players)
        if seat in self.state.own:
            values = tuple((None,) * n for n in player.tributes)
            own = {**self.state.own, Seat(seat): replace(self.state.own[Seat(seat)], values=values)}
            self.state = replace(self.state, own=own)
        return self

    def player(self, seat: str) -> Player:
        player: Player = self.public.players[self.public.names.index(seat)]
        return player

    def last_round(self) -> "Sitting":
        return self.open(round=self.public.options.rounds)


def _put(names: Sequence[str], numbers: tuple[int, ...], what: dict[str, Any]) -> tuple[int, ...]:
    return tuple(what.get(name, n) for name, n in zip(names, numbers, strict=True))


def everywhere(*tokens: int) -> list[tuple[int, str]]:
    """A token in each region, in their order."""
    return list(zip(tokens, DEALT, strict=True))


def liked(sitting: Sitting, due: Due, dice: Random) -> dict[str, Any]:
    """A legal answer by a bot's taste; of a form small numbers."""
    answers = sitting.answers(due)
    legal = answers.legal()
    if not legal:
        return _filled(answers, dice)
    view = GAME.view(sitting.public, sitting.state.own[due.seat] if due.seat else None, due.seat)
    return dice.choices(legal, GAME.taste(view, answers))[0]


def _filled(answers: Answers, dice: Random) -> dict[str, Any]:
    form = answers.forms[0]
    said = dict(form.do)
    for field in form.fields:
        if isinstance(field.many, dict):
            said[field.name] = {key: [dice.randrange(4) for _ in range(n)] for key, n in field.many.items()}
        else:
            said[field.name] = [dice.randrange(4) for _ in range(field.many)]
    return said


def random_steps(seed: int, seats: int, **options: Any) -> Any:
    """A whole random game; yields the sitting before and after every answer, with what was answered."""
    dice = Random(seed)
    sitting = Sitting(seats, first=None, **options)
    while dues := [due for due in sitting.dues() if due.id not in sitting.ids]:
        due = dice.choice(dues)
        do = liked(sitting, due, dice)
        before = sitting.state
        sitting.answer(due, do)
        yield sitting, before, do
