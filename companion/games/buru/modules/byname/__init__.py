"""Answers that name a card which the owner entered (BURU-01). After one tap the box does what the card says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from companion.core.actions import as_data, form_start
from companion.core.answers import Answers, Choice, Field, Form, Group, Option
from companion.core.words import Text, listed, text
from companion.games.buru import lookup, payout, questions
from companion.games.buru.cards import MOST_WAYS, AltarCard, Card, DecreeCard, ForestCard, IslanderCard, PlotCard
from companion.games.buru.modules.byname import reasons, turn
from companion.games.buru.modules.byname.acts import (
    AltarByName,
    DecreeByName,
    ForestByName,
    PlanByName,
    PlotByName,
    RecruitByName,
    TaskByName,
    UkumByName,
)
from companion.games.buru.naming import place_name, some
from companion.games.buru.pieces import Spirit
from companion.games.buru.questions import blocked
from companion.games.buru.state import BuruState, Named, Played, Public, before

COLUMNS: Final = 2
"""The number of cards side by side. Their names are long."""
MOST_DRAWN: Final = 100
"""The most plot cards that one answer may name. No draw takes as many."""


def with_decrees(public: Public, answers: Answers) -> Answers:
    """Return the question with a tap for each decree card that was not shown yet."""
    left = [(named, found) for named, found in lookup.cards(public.options, DecreeCard) if named not in public.decreed]
    return _with(answers, tuple(_decree(named, found) for named, found in left))


def _with(answers: Answers, options: tuple[Option, ...], *more: Form) -> Answers:
    groups: tuple[Group, ...] = (*answers.groups, Group(options, COLUMNS)) if options else answers.groups
    forms: tuple[Form, ...] = (*answers.forms, *more)
    return msgspec.structs.replace(answers, groups=groups, forms=forms)


def _decree(named: str, found: DecreeCard) -> Option:
    gives = some(found.reward) if found.reward else None
    title = lookup.title(found)
    return Option(
        as_data(DecreeByName(named)),
        title,
        sign=found.place,
        small=gives,
        spoken=listed((title, place_name(found.place))),
        panel=title,
    )


def with_plots(public: Public, answers: Answers) -> Answers:
    """Return the question with a tap for each plot card, and a form for several cards."""
    found = tuple(lookup.cards(public.options, PlotCard))
    if not found:
        return answers
    options = tuple(_plot(public, named, card) for named, card in found)
    form = _drawn(found)
    return _with(answers, options, form)


def _plot(public: Public, named: str, found: PlotCard) -> Option:
    to = [text(f"buru.region.{region}") for region in lookup.rivals_places(public.options, found)]
    where = to[0] if len(to) == 1 else text("buru.two", a=to[0], b=to[1])
    title = lookup.title(found)
    return blocked(
        Option(as_data(PlotByName([named])), title, small=where, panel=title), reasons.why_not_plots(public, [named])
    )


def _drawn(found: tuple[tuple[str, PlotCard], ...]) -> Form:
    """Return the form for several plot cards, drawn one after the other until all tokens are placed."""
    return Form(
        form_start(PlotByName),
        (Field("cards", of=tuple(named for named, _ in found), many=(1, MOST_DRAWN), again=True),),
        text("buru.ask.plot_cards_done"),
        choices={"cards": tuple(Choice(lookup.title(card)) for _, card in found)},
        collapsed=text("buru.ask.plot_cards"),
        panel=text("buru.panel.plot_cards"),
    )


def with_plans(public: Public, answers: Answers) -> Answers:
    """Return the question with a form for the face-up plot card, for records. At the table one tap without the card's name
    is enough."""
    found = tuple(lookup.cards(public.options, PlotCard))
    if not found or public.active is None:
        return answers
    field = Field("card", of=tuple(named for named, _ in found))
    do = form_start(PlanByName, rival=public.rival(public.active))
    return _with(answers, (), Form(do, (field,), text("buru.ask.plot_cards_done"), drawn=False))


More = Callable[[Public, Answers], Answers]

MORE: Final[Mapping[str, More]] = {"decree": with_decrees, "plot": with_plots, "plan": with_plans, "act": turn.first}

PANELS: Final[Mapping[str, str]] = {
    "recruit": "by_name",
    "altar": "tribute_worth",
    "given": "ukum_worth",
    "given_outlaw": "outlaw_to_ukum",
    "outlaw": "outlaw_worth",
}
"""The last part of the display's title of each form."""


def card_forms(public: Public, by: int) -> Iterator[Form]:
    """Yield forms for other prices than the printed ones, and for the worth of a tribute's card."""
    yield from _none_of_it(public, by)
    islanders = list(lookup.cards(public.options, IslanderCard))
    if islanders:
        yield _form(
            form_start(RecruitByName), islanders, (Field("cost", min=0, max=questions.MOST, optional=True),), "recruit"
        )
    if public.is_rival(by):
        return
    value = Field("value", min=0, max=questions.MOST, unseen=True)
    way = Field("way", min=1, max=MOST_WAYS, optional=True)
    altars = list(lookup.cards(public.options, AltarCard))
    if altars:
        yield _form(form_start(AltarByName), altars, (value,), "altar")
    theirs = list(turn.held(public, by))
    outlaws = [named for named in theirs if public.offering(named[1].group)]
    others = [named for named in theirs if named not in outlaws] if "ukum" in public.spirits else []
    if others:
        yield _form(form_start(UkumByName, spirit="ukum"), others, (value,), "given")
    if outlaws:
        yield _form(form_start(UkumByName, spirit="ukum"), outlaws, (way, value), "given_outlaw")
        yield _form(form_start(TaskByName), outlaws, (way, value), "outlaw")


def _none_of_it(public: Public, by: int) -> Iterator[Form]:
    """Yield forms for a card that is used without any of its ways, for records and other clients."""
    cards = [card for card, _ in lookup.cards(public.options, ForestCard)] if public.region == "forest" else []
    if cards:
        yield Form(form_start(ForestByName), (Field("card", of=tuple(cards)),), text("buru.box.nothing"), drawn=False)
    theirs = [card for card, _ in turn.held(public, by)] if "ukum" in public.spirits else []
    if theirs:
        do = form_start(UkumByName, spirit="ukum")
        yield Form(do, (Field("card", of=tuple(theirs)),), text("buru.box.nothing"), drawn=False)


def _form(do: dict[str, object], cards: Sequence[tuple[str, Card]], fields: tuple[Field, ...], name: str) -> Form:
    labels = {"cost": (text("buru.good.cost"), "fish"), "way": (text("buru.box.way"), None)}
    worth = {**labels, "value": (text("buru.good.value"), "tribute")}
    return Form(
        do,
        (Field("card", of=tuple(card for card, _ in cards)), *fields),
        text("buru.ask.recruit_done" if name == "recruit" else "buru.ask.tribute_later"),
        labels=tuple(worth[field.name] for field in fields),
        choices={"card": tuple(Choice(lookup.title(found)) for _, found in cards)},
        collapsed=text(f"buru.ask.by_name_more.{name}"),
        panel=text(f"buru.panel.{PANELS[name]}"),
        seldom=True,
    )


class WithCards(Played):
    """The module with the cards that the owner entered. For all other cards people enter what they do."""

    option = "box"

    def offered(self, state: BuruState, by: int, spirit: Spirit) -> BuruState:
        """Return the state with the goods from scrolls of tasked islanders, which come with a tribute to their spirit
        (BURU-15)."""
        gives = lookup.scroll(state.public.options, state.public.players[by], spirit)
        return payout.because(state, payout.gain(state, by, gives), text("buru.why.scroll")) if any(gives) else state

    def dusk(self, state: BuruState) -> BuruState:
        for by, player in enumerate(state.public.players):
            state = before(state, by, named=tuple(replace(one, tasked=False) for one in player.named))
        return state

    def gems(self, public: Public, space: int) -> int | None:
        return lookup.gems(public.options, public.region, space)

    def more(self, public: Public, kind: str, answers: Answers) -> Answers:
        return MORE[kind](public, answers) if kind in MORE else answers

    def groups_of(self, public: Public, by: int) -> Iterator[tuple[str, Group]]:
        return turn.groups(public, by)

    def forms(self, public: Public, by: int) -> Iterator[Form]:
        return card_forms(public, by)

    def notes(self, public: Public, by: int) -> Iterator[Text]:
        """Yield a player's Tokoh and islanders, as far as their cards are known."""
        player = public.players[by]
        if player.tokoh is not None:
            yield lookup.name(public.options, player.tokoh)
        for one in player.named:
            yield _islander(public, one)


def _islander(public: Public, one: Named) -> Text:
    name = lookup.title(lookup.card(public.options, one.card, IslanderCard))
    return text("buru.box.tasked", card=name) if one.tasked else name
