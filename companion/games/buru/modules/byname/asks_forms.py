"""What is told by a card in a form: a price that is not the printed one, what a tribute is worth; the rest for records."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.core.actions import form_start
from companion.core.answers import Choice, Field, Form
from companion.core.words import text
from companion.games.buru import forms as usual_forms
from companion.games.buru.box import lookup
from companion.games.buru.cardfields import MOST_WAYS
from companion.games.buru.cards import AltarCard, Card, ForestCard, IslanderCard
from companion.games.buru.modules.byname import asks_turn
from companion.games.buru.named import AltarByName, ForestByName, RecruitByName, TaskByName, UkumByName
from companion.games.buru.state import Public

PANELS: Final[Mapping[str, str]] = {
    "recruit": "by_name",
    "altar": "tribute_worth",
    "given": "ukum_worth",
    "given_outlaw": "outlaw_to_ukum",
    "outlaw": "outlaw_worth",
}
"""What each form is called on the display."""


def forms(public: Public, by: int) -> Iterator[Form]:
    """For prices that are not the printed ones, and for who tells at once what a tribute's card is worth."""
    yield from _none_of_it(public, by)
    islanders = list(lookup.cards(public.options, IslanderCard))
    if islanders:
        yield _form(
            form_start(RecruitByName), islanders, (Field("cost", min=0, max=usual_forms.MOST, optional=True),), "recruit"
        )
    if public.is_rival(by):
        return
    value = Field("value", min=0, max=usual_forms.MOST, unseen=True)
    way = Field("way", min=1, max=MOST_WAYS, optional=True)
    altars = list(lookup.cards(public.options, AltarCard))
    if altars:
        yield _form(form_start(AltarByName), altars, (value,), "altar")
    theirs = list(asks_turn.held(public, by))
    outlaws = [named for named in theirs if public.offering(named[1].group)]
    others = [named for named in theirs if named not in outlaws] if "ukum" in public.spirits else []
    if others:
        yield _form(form_start(UkumByName, spirit="ukum"), others, (value,), "given")
    if outlaws:
        yield _form(form_start(UkumByName, spirit="ukum"), outlaws, (way, value), "given_outlaw")
        yield _form(form_start(TaskByName), outlaws, (way, value), "outlaw")


def _none_of_it(public: Public, by: int) -> Iterator[Form]:
    """For records, and for other clients: a card of which nothing is done."""
    cards = [card for card, _ in lookup.cards(public.options, ForestCard)] if public.region == "forest" else []
    if cards:
        yield Form(form_start(ForestByName), (Field("card", of=tuple(cards)),), text("buru.box.nothing"), drawn=False)
    theirs = [card for card, _ in asks_turn.held(public, by)] if "ukum" in public.spirits else []
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
        fold=text(f"buru.ask.by_name_more.{name}"),
        panel=text(f"buru.panel.{PANELS[name]}"),
        aside=True,
    )
