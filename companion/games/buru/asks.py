"""What may be answered to each due, and how the question is laid out: from the set-up to the reveals."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import as_data, form_start
from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.dues import Due
from companion.core.words import Text, listed, text
from companion.games.buru import asks_end, asks_show, asks_turn, forbids, forms, island
from companion.games.buru.actions import First, Place, Plan, Plot, Reveal, ShowDecree
from companion.games.buru.goods import goods_of
from companion.games.buru.modules import blessing
from companion.games.buru.pieces import (
    BONUSES,
    DECREES,
    ISLAND,
    RESOURCES,
    Bonus,
    Good,
    Region,
    Rival,
    Site,
    is_region,
)
from companion.games.buru.state import Own, Public
from companion.games.buru.stories import place_name, some, token_in, token_name, told


def region(name: Region) -> Text:
    """Its name."""
    return text(f"buru.region.{name}")


def _first(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-22: a rival is never the first Emissary."""
    seats = (text("buru.seat", seat=seat) for seat in public.names[: public.people])
    options = (
        Option(as_data(First(seat)), words, spoken=text("buru.say.first", seat=seat), panel=words)
        for seat, words in zip(public.names, seats, strict=False)
    )
    lots = Option(form_start(First), text("buru.ask.draw"), panel=text("buru.panel.draw"))
    question, panel = text("buru.ask.first"), text("buru.panel.first")
    return Answers((Group(tuple(options), 2),), question=question, panel=panel, lots=lots)


def _decree(public: Public, own: Own | None, due: Due) -> Answers:
    """The place, then what the token gives, if that is one of the usual things."""
    usual = rewards(public)
    nth = text("buru.ask.decree", n=len(public.decrees) + 1, of=DECREES)
    where = Step(_places(public.sites), forms.across(len(public.sites)), title=nth)
    gives = Step(tuple(map(_reward, usual)), 5, title=text("buru.ask.decree_gives"), panel=text("buru.panel.decree_gives"))
    options = tuple(
        Option(as_data(ShowDecree(site, reward or UNSET)), place_name(site), path=(i, j))
        for i, site in enumerate(public.sites)
        for j, reward in enumerate(usual)
    )
    return Answers(
        steps=Steps((where, gives), options),
        forms=(_decree_form(public),),
        panel=text("buru.panel.decree", n=len(public.decrees) + 1),
    )


def _places(sites: tuple[Site, ...]) -> tuple[Choice, ...]:
    """BURU-04: in few letters, a spirit's name for its altar."""
    return tuple(
        Choice(_short(site), sign=site, spoken=place_name(site), panel=text(f"buru.panel.place.{site}")) for site in sites
    )


def _short(site: Site) -> Text:
    return region(site) if is_region(site) else text(f"buru.spirit.{site}")


def rewards(public: Public) -> tuple[dict[Good, int], ...]:
    """What decrees usually give; nothing: who earns it tells it then."""
    goods: tuple[Good, ...] = RESOURCES if public.options.full else ()
    return ({}, {"fish": 1}, {"fish": 2}, {"fish": 3}, {"esteem": 1}, *({name: 1} for name in goods))


def _reward(reward: dict[Good, int]) -> Choice:
    if not reward:
        return Choice(text("buru.ask.later"), spoken=text("buru.decree_untold"), panel=text("buru.panel.untold"))
    ((name, n),) = reward.items()
    return Choice(text("buru.plus", n=n), sign=name, spoken=some(reward), panel=text(f"buru.panel.gain.{name}", n=n))


def _decree_form(public: Public) -> Form:
    """For whatever else a token gives."""
    goods = goods_of(public.options.full)
    fields = (
        Field("place", of=public.sites),
        Field("reward", min=1, max=forms.MOST, keys=goods, optional=True),
    )
    return Form(
        form_start(ShowDecree),
        fields,
        text("buru.ask.decree_done"),
        labels=forms.labels(goods),
        choices={"place": _places(public.sites)},
        fold=text("buru.ask.decree_reward"),
        panel=text("buru.panel.decree_reward"),
    )


def _decreed(public: Public, name: Region) -> Text | None:
    """The decrees of a region in few words."""
    gives = [text("buru.decree_short") if d.reward is None else told(d.reward) for d in public.decrees if d.place == name]
    return listed(gives) if gives else None


def _regions(public: Public) -> tuple[Choice, ...]:
    """Each with whose tokens lie there, and what a decree gives there."""
    return tuple(
        Choice(
            region(name),
            sign=name,
            small=_decreed(public, name),
            pieces=tuple(public.names[token.by] for token in public.tokens if token.region == name),
            panel=text(f"buru.panel.place.{name}"),
            marks=(*island.marks(public, name), *(mark for _, mark in island.standing(public, name))),
        )
        for name in public.regions
    )


def _beside(places: Sequence[object]) -> int:
    """With more than the island's four, three find room beside each other."""
    return 2 if len(places) <= len(ISLAND) else 3


def _blessed(name: Region) -> Choice:
    """BURU-39: the same region, with its blessing."""
    spoken = text("buru.say.blessed", region=region(name))
    return Choice(region(name), sign="blessing", small=text("buru.plus", n=1), spoken=spoken)


def _place(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-06: the region first, so that the secret tap is the last."""
    assert own is not None
    assert public.active is not None
    tokens = public.explorers(public.active)
    blessed = [name for module in public.modules for name in module.blessable(public, public.active)]
    choices = (*_regions(public), *map(_blessed, blessed))
    where = Step(
        choices,
        _beside(choices),
        title=text("buru.ask.where"),
        hint=text("buru.ask.where_hint"),
        overt=True,
    )
    which = Step(
        tuple(map(asks_show.token, tokens)),
        asks_show.beside(tokens),
        title=text("buru.ask.which"),
        hint=text("buru.ask.which_hint"),
    )
    ways: list[tuple[Region, bool | UnsetType]] = [(name, UNSET) for name in public.regions]
    ways += [(name, True) for name in blessed]
    options = tuple(
        Option(
            do=as_data(Place(token=token, region=name, blessing=blessing)),
            words=token_name(token),
            spoken=token_in("buru.say.place", token, region=region(name)),
            why=forbids.place(own, token),
            path=(i, j),
        )
        for i, (name, blessing) in enumerate(ways)
        for j, token in enumerate(tokens)
    )
    return Answers(steps=Steps((where, which), options), secret=True)


def _plot(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-24: where the tokens lie in the end, A's and then B's."""
    rivals = [public.names[rival] for rival in public.rivals]
    steps = tuple(
        Step(
            _regions(public),
            _beside(public.regions),
            title=text("buru.ask.plot", rival=rival),
            panel=text("buru.panel.plot_of", rival=rival),
        )
        for rival in rivals
    )
    ways = product(range(len(public.regions)), repeat=len(rivals))
    options = tuple(_plotted(public, path) for path in ways)
    return Answers(steps=Steps(steps, options), panel=text("buru.panel.plot"))


def _plotted(public: Public, path: tuple[int, ...]) -> Option:
    regions = [public.regions[i] for i in path]
    short = [text(f"buru.panel.place.{name}") for name in regions]
    words = [region(name) for name in regions]
    return Option(
        do=as_data(Plot(*regions)),
        words=words[0] if len(words) == 1 else text("buru.two", a=words[0], b=words[1]),
        why=forbids.plot(public, regions),
        panel=short[0] if len(short) == 1 else text("buru.panel.two", a=short[0], b=short[1]),
        path=path,
    )


def _reveal(public: Public, own: Own | None, due: Due) -> Answers:
    where = public.region or "kept"
    return Answers(
        main=Option(as_data(Reveal()), text(f"buru.ask.reveal.{where}"), panel=text(f"buru.panel.reveal.{where}"))
    )


def _plan(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-29: what the open plot card names for two tokens at the lake."""
    assert public.active is not None
    name = public.rival(public.active)
    options = tuple(_planned(name, lake) for lake in BONUSES)
    question, panel = text("buru.ask.plan", rival=name), text("buru.panel.plan", rival=name)
    return Answers((Group(options, 1),), question=question, panel=panel)


def _planned(rival: Rival, lake: Bonus) -> Option:
    words, panel = text(f"buru.ask.plan_{lake}"), text(f"buru.panel.plan_{lake}")
    return Option(as_data(Plan(rival, lake)), words, sign=lake, panel=panel)


Ask = Callable[[Public, Own | None, Due], Answers]

ASKS: Final[Mapping[str, Ask]] = {
    "first": _first,
    "decree": _decree,
    "place": _place,
    "plot": _plot,
    "reveal": _reveal,
    "show": asks_show.show,
    "plan": _plan,
    "choose": blessing.ask,
    "act": asks_turn.act,
    "final": asks_end.final,
    "count": asks_end.count,
    "set": asks_end.set_right,
}
