"""What may be told by a card when the table is asked: a decree, plot cards, a plan."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from companion.core.actions import as_data, form_start
from companion.core.answers import Answers, Choice, Field, Form, Group, Option
from companion.core.words import Text, text
from companion.games.buru.box import lookup
from companion.games.buru.cards import DecreeCard, PlotCard
from companion.games.buru.forbids import blocked
from companion.games.buru.modules.byname import asks_turn, lacks
from companion.games.buru.named import DecreeByName, PlanByName, PlotByName
from companion.games.buru.state import Public
from companion.games.buru.stories import place_name, some

COLUMNS: Final = 2
MOST_DRAWN: Final = 100
"""Plot cards for one token of each rival: nobody draws so many."""


def decree(public: Public, answers: Answers) -> Answers:
    """Those that were not shown yet."""
    left = [(named, found) for named, found in lookup.cards(public.options, DecreeCard) if named not in public.decreed]
    return _with(answers, tuple(_decree(named, found) for named, found in left))


def _with(answers: Answers, options: tuple[Option, ...], *more: Form) -> Answers:
    groups: tuple[Group, ...] = (*answers.groups, Group(options, COLUMNS)) if options else answers.groups
    forms: tuple[Form, ...] = (*answers.forms, *more)
    return replace(answers, groups=groups, forms=forms)


def _decree(named: str, found: DecreeCard) -> Option:
    gives = some(found.reward) if found.reward else None
    title = lookup.title(found)
    return Option(as_data(DecreeByName(named)), title, sign=found.place, small=gives, spoken=_spoken(found), panel=title)


def _spoken(found: DecreeCard) -> Text:
    return text("buru.told.decree_reward", where=place_name(found.place), what=lookup.title(found))


def plot(public: Public, answers: Answers) -> Answers:
    """One card, where it lays all; else all that were drawn, one after the other."""
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
    return blocked(Option(as_data(PlotByName([named])), title, small=where, panel=title), lacks.plots(public, [named]))


def _drawn(found: tuple[tuple[str, PlotCard], ...]) -> Form:
    """One card after the other, until all lie."""
    return Form(
        form_start(PlotByName),
        (Field("cards", of=tuple(named for named, _ in found), many=(1, MOST_DRAWN), again=True),),
        text("buru.ask.plot_cards_done"),
        choices={"cards": tuple(Choice(lookup.title(card)) for _, card in found)},
        fold=text("buru.ask.plot_cards"),
        panel=text("buru.panel.plot_cards"),
    )


def plan(public: Public, answers: Answers) -> Answers:
    """What the open plot card names is one tap without its name, too: this is for records."""
    found = tuple(lookup.cards(public.options, PlotCard))
    if not found or public.active is None:
        return answers
    field = Field("card", of=tuple(named for named, _ in found))
    do = form_start(PlanByName, rival=public.rival(public.active))
    return _with(answers, (), Form(do, (field,), text("buru.ask.plot_cards_done"), drawn=False))


More = Callable[[Public, Answers], Answers]

MORE: Final[Mapping[str, More]] = {"decree": decree, "plot": plot, "plan": plan, "act": asks_turn.first}
