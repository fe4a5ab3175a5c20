"""An answer in words, for the story and the undo card: as far as the reader may know it."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.action import Action, otherwise
from companion.core.cases import Cases, case
from companion.core.knowledge import Seat
from companion.core.words import Text, listed, text
from companion.games.buru.actions import (
    BuruAct,
    Canoe,
    Choose,
    Count,
    Done,
    Elder,
    Emissary,
    First,
    Gain,
    Guide,
    Pay,
    Place,
    Plan,
    Plot,
    Recruit,
    Reveal,
    SetRight,
    Show,
    ShowDecree,
    Space,
    Task,
    Tribute,
    UseTokoh,
    Worth,
)
from companion.games.buru.box import lookup
from companion.games.buru.cards import AltarCard, Card, DecreeCard, Doing, IslanderCard, PlotCard, Way
from companion.games.buru.goods import Goods
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
from companion.games.buru.pieces import GOODS, RIVALS, Explorer, Good, Site, is_region
from companion.games.buru.state import Public


def tell(public: Public, seat: Seat | None, action: BuruAct) -> Text:
    """What was answered, without who gave it."""
    return STORIES(action, public, seat)


def some(told: Mapping[Good, int]) -> Text:
    """GOODS in words: "2 fish, 1 clay"."""
    return listed([text(f"buru.some.{name}", count=told[name]) for name in GOODS if name in told])


def told(reward: Goods) -> Text:
    """The same of a number for each of GOODS."""
    return some({name: n for name, n in zip(GOODS, reward, strict=True) if n})


def called(public: Public, by: int) -> Text:
    """Somebody in a sentence: a person by name, a rival as one."""
    name = public.names[by]
    return text("buru.rival.name", rival=name) if public.is_rival(by) else text("buru.seat", seat=name)


def token_name(token: Explorer) -> Text:
    """An explorer by what stands on it."""
    return token_in("buru.power", token)


def token_in(key: str, token: Explorer, **more: object) -> Text:
    """A sentence about an explorer, by its power, or (those that have no number) one of its own."""
    return text(key, n=token, **more) if isinstance(token, int) else text(f"{key}_{token}", **more)


def place_name(place: Site) -> Text:
    """A region, or a spirit's altar, in words."""
    return text(f"buru.region.{place}") if is_region(place) else text(f"buru.altar.{place}")


def _plain(key: str) -> Callable[[Action, Public, Seat | None], Text]:
    def words(action: Action, public: Public, seat: Seat | None) -> Text:
        return text(f"buru.told.{key}")

    return words


def _first(action: First, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.first", seat=action.seat)


def _decree(action: ShowDecree, public: Public, seat: Seat | None) -> Text:
    where = place_name(action.place)
    if action.reward is UNSET:
        return text("buru.told.decree", where=where)
    return text("buru.told.decree_reward", where=where, what=some(action.reward))


def _place(action: Place, public: Public, seat: Seat | None) -> Text:
    where = text(f"buru.region.{action.region}")
    if action.token is UNSET:
        return text("buru.told.place_hidden", where=where)
    return token_in("buru.told.place", action.token, where=where)


def _plot(action: Plot, public: Public, seat: Seat | None) -> Text:
    lying = zip(RIVALS, action.regions, strict=False)
    return listed([text("buru.told.lies", rival=rival, where=place_name(region)) for rival, region in lying])


def _reveal(action: Reveal, public: Public, seat: Seat | None) -> Text:
    """BURU-08, BURU-09: a region's tokens, once they lie open, are followed by shows or turns; those kept at noon by a
    rival's, or by the next reveal."""
    noon = public.region is None or public.stage == "reveal"
    return text("buru.told.reveal", where=text("buru.noon" if noon else f"buru.region.{public.region}"))


def _show(action: Show, public: Public, seat: Seat | None) -> Text:
    powers = listed([token_name(token) for token in action.powers])
    return text("buru.told.show", rival=action.rival, powers=powers)


def _plan(action: Plan, public: Public, seat: Seat | None) -> Text:
    return text(f"buru.told.plan_{action.lake}", rival=action.rival)


def _choose(action: Choose, public: Public, seat: Seat | None) -> Text:
    return text(f"buru.told.choose_{action.take}")


def _gain(action: Gain, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.gain", what=some(action.goods))


def _pay(action: Pay, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.pay", what=some(action.goods))


def _recruit(action: Recruit, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.recruit", group=text(f"buru.group.{action.group}"), count=action.cost)


def _task(action: Task, public: Public, seat: Seat | None) -> Text:
    if action.group is UNSET:
        return text("buru.told.task_rival")
    if public.offering(action.group) is not None:
        return _worthy(text("buru.told.task_outlaw"), action.value)
    return text("buru.told.task", group=text(f"buru.group.{action.group}"))


def _tribute(action: Tribute, public: Public, seat: Seat | None) -> Text:
    spirit = text(f"buru.spirit.{action.spirit}")
    words = text("buru.told.tribute", spirit=spirit)
    if action.pay:
        words = text("buru.told.tribute_for", spirit=spirit, what=some(action.pay))
    if action.islander is not UNSET:
        words = text("buru.told.tribute_ukum", group=text(f"buru.group.{action.islander}"))
    return _worthy(words, action.value)


def _worthy(words: Text, value: int | UnsetType) -> Text:
    return words if value is UNSET else text("buru.told.worth", what=words, n=value)


def _canoe(action: Canoe, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.canoe", count=action.steps)


def _space(action: Space, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.space", n=action.space)


def _worth(action: Worth, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.final_rival") if seat is None else text("buru.told.final")


def _set(action: SetRight, public: Public, seat: Seat | None) -> Text:
    """A rival is called one, so that its letter is not somebody's name."""
    return text("buru.told.set", seat=called(public, public.names.index(action.seat)), what=some(action.goods))


# By the owner's cards


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
    if way is UNSET or not isinstance(found, Doing):
        return lookup.title(found)
    return text("buru.box.did", card=lookup.title(found), what=does(found.ways[way - 1]))


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
    return text("buru.told.recruit", group=lookup.title(found), count=otherwise(cost, 0))


def _task_named(action: TaskByName, public: Public, seat: Seat | None) -> Text:
    return _worthy(text("buru.told.task", group=_did(public, action.card, action.way)), action.value)


def _altar_named(action: AltarByName, public: Public, seat: Seat | None) -> Text:
    found = lookup.card(public.options, action.card, AltarCard)
    words = text("buru.told.tribute_for", spirit=text(f"buru.spirit.{found.spirit}"), what=some(found.cost))
    return _worthy(words, action.value)


def _ukum_named(action: UkumByName, public: Public, seat: Seat | None) -> Text:
    return _worthy(text("buru.told.tribute_ukum", group=_did(public, action.card, action.way)), action.value)


def _space_way(action: SpaceWay, public: Public, seat: Seat | None) -> Text:
    found = lookup.space(public.options, public.region, action.space)
    told = text("buru.told.space", n=action.space)
    return told if found is None else text("buru.box.did", card=told, what=does(found.ways[action.way - 1]))


def _forest_named(action: ForestByName, public: Public, seat: Seat | None) -> Text:
    return _did(public, action.card, action.way)


def _tokoh_named(action: TokohByName, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.tokoh_is", card=lookup.name(public.options, action.card))


def _tokoh_way(action: TokohWay, public: Public, seat: Seat | None) -> Text:
    return text("buru.told.tokoh_way", n=action.way)


STORIES: Final = Cases(
    BuruAct,
    case(First, _first),
    case(ShowDecree, _decree),
    case(Place, _place),
    case(Plot, _plot),
    case(Reveal, _reveal),
    case(Show, _show),
    case(Plan, _plan),
    case(Choose, _choose),
    case(Gain, _gain),
    case(Pay, _pay),
    case(Recruit, _recruit),
    case(Task, _task),
    case(Tribute, _tribute),
    case(Elder, _plain("elder")),
    case(Emissary, _plain("emissary")),
    case(Space, _space),
    case(Canoe, _canoe),
    case(Guide, _plain("guide")),
    case(UseTokoh, _plain("tokoh")),
    case(Done, _plain("done")),
    case(Worth, _worth),
    case(Count, _plain("count")),
    case(SetRight, _set),
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
