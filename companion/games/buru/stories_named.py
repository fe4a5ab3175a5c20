"""The same of what is told by a card of the owner's; and every answer's words."""

from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import Cases, case, or_default
from companion.core.state import Seat
from companion.core.words import Text, listed, text
from companion.games.buru import lookup
from companion.games.buru.actions import BuruAct
from companion.games.buru.cards import AltarCard, Card, DecreeCard, Doing, IslanderCard, PlotCard, Way
from companion.games.buru.named import (
    AltarByName,
    DecreeByName,
    ForestByName,
    PlanByName,
    PlotByName,
    RecruitByName,
    SpaceWay,
    TaskByName,
    TokohByName,
    TokohWay,
    UkumByName,
)
from companion.games.buru.naming import place_name, some, worthy
from companion.games.buru.state import Public
from companion.games.buru.stories import STORIES


def tell(public: Public, seat: Seat | None, action: BuruAct) -> Text:
    """What was answered, without who gave it."""
    return EVERY(action, public, seat)


def does(way: Way) -> Text:
    """A way as it stands printed: "2 fish : 1 palm"."""
    gains = [text("buru.box.a_guide")] if way.guide is True else []
    gains = [*([some(way.gain)] if way.gain else []), *gains]
    if not way.pay:
        return listed(gains)
    pays = some(way.pay)
    return text("buru.box.trade", pay=pays, gain=listed(gains)) if gains else text("buru.box.price", pay=pays)


def _did(public: Public, card: str, way: int | UnsetType) -> Text:
    """A card, and what of it was done."""
    found = lookup.card(public.options, card, Card)
    what = _way(found, way) if isinstance(found, Doing) else None
    return lookup.title(found) if what is None else text("buru.box.did", card=lookup.title(found), what=what)


def _way(found: Doing, way: int | UnsetType) -> Text | None:
    """What is printed there, if there is such a way: an answer is told also before the rules have looked at it."""
    return None if way is UNSET or not 1 <= way <= len(found.ways) else does(found.ways[way - 1])


def _decree_named(action: DecreeByName, public: Public, seat: Seat | None) -> Text:
    found = lookup.card(public.options, action.card, DecreeCard)
    return text("buru.told.decree_reward", where=place_name(found.place), what=lookup.title(found))


def _plot_named(action: PlotByName, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.plot_cards", cards=listed([lookup.name(public.options, card) for card in action.cards]))


def _plan_named(action: PlanByName, public: Public, seat: Seat | None) -> Text:
    lake = lookup.card(public.options, action.card, PlotCard).lake
    return text(f"buru.told.plan_{lake}", rival=action.rival)


def _recruit_named(action: RecruitByName, public: Public, seat: Seat | None) -> Text:
    found = lookup.card(public.options, action.card, IslanderCard)
    cost = found.cost if action.cost is UNSET else action.cost
    return text("buru.told.recruit", group=lookup.title(found), count=or_default(cost, 0))


def _task_named(action: TaskByName, public: Public, seat: Seat | None) -> Text:
    return worthy(text("buru.told.task", group=_did(public, action.card, action.way)), action.value)


def _altar_named(action: AltarByName, public: Public, seat: Seat | None) -> Text:
    found = lookup.card(public.options, action.card, AltarCard)
    words = text("buru.told.tribute_for", spirit=text(f"buru.spirit.{found.spirit}"), what=some(found.cost))
    return worthy(words, action.value)


def _ukum_named(action: UkumByName, public: Public, seat: Seat | None) -> Text:
    return worthy(text("buru.told.tribute_ukum", group=_did(public, action.card, action.way)), action.value)


def _space_way(action: SpaceWay, public: Public, seat: Seat | None) -> Text:
    found = lookup.space(public.options, public.region, action.space)
    told = text("buru.told.space", n=action.space)
    what = None if found is None else _way(found, action.way)
    return told if what is None else text("buru.box.did", card=told, what=what)


def _forest_named(action: ForestByName, public: Public, seat: Seat | None) -> Text:
    return _did(public, action.card, action.way)


def _tokoh_named(action: TokohByName, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.tokoh_is", card=lookup.name(public.options, action.card))


def _tokoh_way(action: TokohWay, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.tokoh_way", n=action.way)


EVERY: Final = Cases(
    BuruAct,
    *STORIES,
    case(DecreeByName, _decree_named),
    case(PlotByName, _plot_named),
    case(PlanByName, _plan_named),
    case(RecruitByName, _recruit_named),
    case(TaskByName, _task_named),
    case(AltarByName, _altar_named),
    case(UkumByName, _ukum_named),
    case(SpaceWay, _space_way),
    case(ForestByName, _forest_named),
    case(TokohByName, _tokoh_named),
    case(TokohWay, _tokoh_way),
)
