"""Dusk, the end of a game, where people enter what their cards are worth, and corrections of tallies."""

from dataclasses import replace

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, form_start, required
from companion.core.answers import Answers, Field, Form, Option
from companion.core.dues import Due, Event
from companion.core.state import Seat, changed, revealed_to, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.buru import payout, refusals
from companion.games.buru.answers import OfGoods
from companion.games.buru.naming import called, some
from companion.games.buru.pieces import (
    GOODS,
    MOST_AT_ONCE,
    MOST_FISH,
    NOTHING,
    RIVALS,
    SPIRITS,
    Good,
    Rival,
    Spirit,
    goods_of,
)
from companion.games.buru.questions import labels
from companion.games.buru.state import Box, BuruState, CardValues, Counted, Final, Own, Public, before


def end_round(state: BuruState) -> BuruState:
    """Return the state after dusk: decrees and plans are gone, tokens are back in hand, islanders are ready again. It is
    dawn, or the end after the last round (BURU-20)."""
    public = state.public
    for by, player in enumerate(public.players):
        state = before(state, by, tasked=(0,) * len(player.tasked), kept=None, plan=None)
    state = with_public(state, region=None, active=None, decrees=(), tokens=(), dominances=())
    dusks = (*public.dusks, tuple(player.esteem for player in public.players))
    state = with_public(state, totals=(), acted=(), again=False, turn_answers=(), spaces=(), dusks=dusks)
    for module in public.modules:
        state = module.dusk(state)
    for by, seat in enumerate(public.names[: public.people]):
        state = with_own(state, seat, hand=state.public.explorers(by), placed=())
    if public.round < public.options.rounds:
        return with_public(state, round=public.round + 1, stage="decree")
    return _next_values(with_public(state, stage="final"))


def owing(public: Public) -> tuple[int, ...]:
    """Return the numbers of the players that hold a card whose worth the end asks for (BURU-45)."""
    return tuple(by for by, player in enumerate(public.players) if player.cards)


def values_of(state: BuruState, by: int) -> CardValues | None:
    """Return the values that were entered for a player at the end, or None."""
    public = state.public
    return state.box.values[by - public.people] if public.is_rival(by) else state.own[public.names[by]].final_values


class Worth(Action, frozen=True, tag="final"):
    """The worth of a seat's cards, except of those that it entered before, or of a rival's cards (BURU-45)."""

    rival: Rival | UnsetType = UNSET
    tributes: dict[Spirit, list[int]] | UnsetType = UNSET
    """The worth of each card, by spirit. A spirit that is left out has none."""
    elders: list[int] | UnsetType = UNSET

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after this answer. It stays secret until all have answered (BURU-45)."""
        tributes, elders = required(self.tributes), required(self.elders)
        values = CardValues(tuple(tuple(tributes.get(spirit, ())) for spirit in SPIRITS), tuple(elders))
        if event.seat is not None:
            return _next_values(with_own(state, event.seat, final_values=values))
        rival = RIVALS.index(required(self.rival))
        rivals = (*state.box.values[:rival], values, *state.box.values[rival + 1 :])
        return _next_values(changed(state, box=Box(rivals)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.final_rival") if seat is None else text("buru.told.final")


def missing(public: Public) -> tuple[int, ...]:
    """Return the numbers of the players whose cards nobody has entered yet (BURU-45)."""
    return tuple(by for by in owing(public) if by not in public.entered)


def _next_values(state: BuruState) -> BuruState:
    """Return the state after one more answer. The last answer reveals everything (BURU-21)."""
    entered = tuple(by for by in owing(state.public) if values_of(state, by) is not None)
    state = with_public(state, entered=entered)
    if missing(state.public):
        return state
    values = tuple(_whole(state, by) for by in range(len(state.public.names)))
    return with_public(revealed_to(state), stage="end", final=Final(values, (None,) * state.public.people), payout=None)


def _whole(state: BuruState, by: int) -> CardValues:
    """Return the worth of all cards of a player: those entered when they were drawn, then those entered at the end."""
    late = values_of(state, by) or CardValues()
    if state.public.is_rival(by):
        return late
    early = state.own[state.public.names[by]].values
    early_values = (tuple(value for value in values if value is not None) for values in early)
    tributes = tuple((*at_once, *later) for at_once, later in zip(early_values, late.tributes, strict=True))
    return replace(late, tributes=tributes)


class Count(Action, frozen=True, tag="count"):
    """The numbers that a seat counted on the table: its place on the esteem track, and how many cards it has (BURU-45)."""

    esteem: int
    tributes: int
    elders: int

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with this count."""
        final = state.public.final
        assert final is not None
        by = state.public.names.index(event.asked)
        counted = Counted(self.esteem, self.tributes, self.elders)
        return with_public(state, final=replace(final, counted=(*final.counted[:by], counted, *final.counted[by + 1 :])))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.count")


class SetRight(OfGoods, frozen=True, tag="set", kw_only=True):
    """A correction: the goods that a player really has, also a rival."""

    seat: Seat

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with these numbers."""
        counted = self.goods
        if not counted:
            refuse_if(refusals.why_not_nothing(NOTHING))
        by = state.public.names.index(self.seat)
        have = zip(GOODS, state.public.players[by].goods, strict=True)
        right = before(state, by, goods=tuple(counted.get(name, n) for name, n in have))
        return payout.set_right(state, right)

    def words(self, public: Public, seat: Seat | None) -> Text:
        """Return the correction in words. It says "rival A", as the letter alone could be a person's name."""
        return text("buru.told.set", seat=called(public, public.names.index(self.seat)), what=some(self.goods))


MOST_COUNTED = 999
"""The largest number that a count accepts. No game reaches it, so no honest count is refused."""


def ask_final(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the worth of each card that has no worth yet (BURU-45). The question is collapsed. A record needs
    exactly these values, so the question may differ between seats."""
    by = next(by for by in range(len(public.names)) if due.id == f"final-{by}")
    rival = public.rival(by) if own is None else UNSET
    left = {spirit: _without_value(public, own, by, i) for i, spirit in enumerate(SPIRITS) if spirit in public.spirits}
    elders = public.players[by].elders
    do = form_start(Worth) if rival is UNSET else form_start(Worth, rival=rival)
    written = _values({**do, **({} if elders else {"elders": []})}, left, elders, drawn=False)
    if not (elders or any(left.values())):
        written_already = Option(as_data(Worth(rival, {}, [])), text("buru.ask.final_told"))
        return Answers(forms=(written,), main=written_already)
    asked = {spirit: n for spirit, n in left.items() if n}
    blank: dict[str, object] = {**({} if asked else {"tributes": {}}), **({} if elders else {"elders": []})}
    collapsed = text("buru.ask.final_rival", rival=rival) if rival else text("buru.ask.final")
    panel = text("buru.panel.final_rival", rival=rival) if rival else text("buru.panel.final")
    form = msgspec.structs.replace(_values({**do, **blank}, asked, elders, drawn=True), collapsed=collapsed, panel=panel)
    return Answers(forms=(form, written), panel=panel)


def _values(do: dict[str, object], left: dict[Spirit, int], elders: int, drawn: bool) -> Form:
    """Return a form for these values. The drawn one asks only for those that are missing. In the other one, for records,
    spirits may have none."""
    fields = (*_value("tributes", left), *_value("elders", elders))
    cards = [(text("buru.tribute_of", spirit=text(f"buru.spirit.{s}")), s) for s, n in left.items() for _ in range(n)]
    labels = (*cards, *[(text("buru.elder"), "elder")] * elders)
    return Form(do, fields, text("buru.ask.final_done"), labels=labels, drawn=drawn)


def _value(name: str, many: dict[Spirit, int] | int) -> tuple[Field, ...]:
    """Return a field for the values of this many cards, or nothing if there are none."""
    return (Field(name, min=0, max=MOST_AT_ONCE, many=many, unseen=True),) if many else ()


def _without_value(public: Public, own: Own | None, by: int, spirit: int) -> int:
    """Return how many of a player's cards of this spirit have no value yet. A rival's cards never have one."""
    return public.players[by].tributes[spirit] if own is None else own.values[spirit].count(None)


def ask_count(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat for its count. All numbers begin at 0, so that nobody copies the box's (BURU-45)."""
    names = ("esteem", "tributes", "elders")
    fields = tuple(Field(name, min=0, max=MOST_COUNTED, default=0) for name in names)
    words = (text("buru.label.track"), text("buru.label.tributes"), text("buru.label.elders"))
    numbers = tuple(zip(words, ("esteem", "tribute", "elder"), strict=True))
    collapsed, panel = text("buru.ask.count"), text("buru.panel.count")
    form = Form(form_start(Count), fields, text("buru.ask.count_done"), labels=numbers, collapsed=collapsed, panel=panel)
    return Answers(forms=(form,), panel=panel)


def ask_set(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the true numbers of a player's goods, also a rival's. Each good of the ledger has a form of its own. One more
    form takes several."""
    goods = goods_of(public.options.full)
    each = tuple(_set_form(public, (name,), False) for name in goods)
    return Answers(forms=(*each, _set_form(public, goods, True)), panel=text("buru.panel.set"))


def _set_form(public: Public, goods: tuple[Good, ...], several: bool) -> Form:
    """Return the form for these goods. The one for several is not drawn: it is for records and other clients."""
    numbers = (
        Field(name, min=0, max=MOST_FISH if name == "fish" else MOST_COUNTED, default=0, optional=several) for name in goods
    )
    collapsed: Text | None = None if several else text(f"buru.ask.set.{goods[0]}")
    return Form(
        form_start(SetRight),
        (Field("seat", of=public.names), *numbers),
        text("buru.ask.set_done"),
        labels=labels(goods),
        collapsed=collapsed,
        initial_by_choice={
            name: {good: n for good, n in zip(GOODS, player.goods, strict=True) if good in goods}
            for name, player in zip(public.names, public.players, strict=True)
        },
        panel=None if several else text(f"buru.panel.set_one.{goods[0]}"),
        drawn=not several,
    )
