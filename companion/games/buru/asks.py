"""What may be answered to each due, and how the question is laid out: from the set-up to the reveals."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Final

from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.event import Due
from companion.core.knowledge import Seat
from companion.core.words import Text, text
from companion.games.buru import asks_end, asks_turn, forbids, forms
from companion.games.buru.pieces import POWERS, REGIONS, RESOURCES, SPIRITS, Region
from companion.games.buru.state import Own, Public
from companion.games.buru.stories import listed, place_name, some, told


def region(name: Region) -> Text:
    return text(f"buru.region.{name}")


def _first(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-22: a rival is never the first Emissary."""
    seats = (text("buru.seat", seat=seat) for seat in public.names[: public.people])
    options = (
        Option({"type": "first", "seat": seat}, words, spoken=text("buru.say.first", seat=seat), panel=words)
        for seat, words in zip(public.names, seats, strict=False)
    )
    lots = Option({"type": "first"}, text("buru.ask.draw"), panel=text("buru.panel.draw"))
    question, panel = text("buru.ask.first"), text("buru.panel.first")
    return Answers((Group(tuple(options), 2),), question=question, panel=panel, lots=lots)


PLACES: Final = (*REGIONS, *SPIRITS)
"""BURU-04: where a decree may lie: in a region, or beside a spirit's altar."""


def _decree(public: Public, own: Own | None, due: Due) -> Answers:
    """The place, then what the token gives, if that is one of the usual things."""
    usual = rewards(public)
    where = Step(_places(), len(REGIONS), title=text("buru.ask.decree"))
    gives = Step(tuple(map(_reward, usual)), 5, title=text("buru.ask.decree_gives"), panel=text("buru.panel.decree_gives"))
    options = tuple(
        Option({"type": "decree", "place": place, **told}, place_name(place), path=(i, j))
        for i, place in enumerate(PLACES)
        for j, told in enumerate(({"reward": reward} if reward else {}) for reward in usual)
    )
    return Answers(
        steps=Steps((where, gives), options),
        forms=(_decree_form(public),),
        panel=text("buru.panel.decree"),
    )


def _places() -> tuple[Choice, ...]:
    """BURU-04: in few letters, a spirit's name for its altar."""
    return tuple(
        Choice(
            region(place) if place in REGIONS else text(f"buru.spirit.{place}"),
            sign=place,
            spoken=place_name(place),
            panel=text(f"buru.panel.place.{place}"),
        )
        for place in PLACES
    )


def rewards(public: Public) -> tuple[dict[str, int], ...]:
    """What decrees usually give; nothing: who earns it tells it then."""
    gives = ({"fish": 1}, {"fish": 2}, {"fish": 3}, {"esteem": 1})
    return ({}, *gives, *({name: 1} for name in RESOURCES if public.options.full))


def _reward(reward: dict[str, int]) -> Choice:
    if not reward:
        return Choice(text("buru.ask.later"), spoken=text("buru.decree_untold"), panel=text("buru.panel.untold"))
    ((name, n),) = reward.items()
    return Choice(text("buru.plus", n=n), sign=name, spoken=some(reward), panel=text(f"buru.panel.gain.{name}", n=n))


def _decree_form(public: Public) -> Form:
    """For whatever else a token gives."""
    goods = forms.goods_of(public.options.full)
    fields = (
        Field("place", of=PLACES),
        Field("reward", min=1, max=forms.MOST, keys=goods, optional=True),
    )
    return Form(
        {"type": "decree"},
        fields,
        text("buru.ask.decree_done"),
        labels=forms.labels(goods),
        choices={"place": _places()},
        opens=text("buru.ask.decree_reward"),
        panel=text("buru.panel.decree_reward"),
    )


def _decreed(public: Public, name: Region) -> Text | None:
    """The decrees of a region in few words."""
    gives = [text("buru.decree_short") if d.reward is None else told(d.reward) for d in public.decrees if d.place == name]
    return listed(gives) if gives else None


def _regions(public: Public) -> tuple[Choice, ...]:
    """The four, each with whose tokens lie there, and what a decree gives there."""
    return tuple(
        Choice(
            region(name),
            sign=name,
            small=_decreed(public, name),
            pieces=tuple(public.names[token.by] for token in public.tokens if token.region == name),
            panel=text(f"buru.panel.place.{name}"),
        )
        for name in REGIONS
    )


def _place(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-06: the region first, so that the secret tap is the last."""
    assert own is not None
    where = Step(_regions(public), 2, title=text("buru.ask.where"), hint=text("buru.ask.where_hint"), open=True)
    powers = tuple(Choice(text("buru.power", n=n), spoken=text("buru.say.power", n=n)) for n in POWERS)
    which = Step(powers, len(POWERS), title=text("buru.ask.which"), hint=text("buru.ask.which_hint"))
    options = tuple(
        Option(
            do={"type": "place", "token": power, "region": name},
            words=text("buru.power", n=power),
            spoken=text("buru.say.place", n=power, region=region(name)),
            why=forbids.place(own, power),
            path=(i, j),
        )
        for i, name in enumerate(REGIONS)
        for j, power in enumerate(POWERS)
    )
    return Answers(steps=Steps((where, which), options), secret=True)


def _plot(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-24: where the tokens lie in the end, A's and then B's."""
    rivals = [public.names[rival] for rival in public.rivals]
    steps = tuple(
        Step(_regions(public), 2, title=text("buru.ask.plot", rival=rival), panel=text("buru.panel.plot_of", rival=rival))
        for rival in rivals
    )
    ways = product(range(len(REGIONS)), repeat=len(rivals))
    options = tuple(_plotted(public, rivals, path) for path in ways)
    return Answers(steps=Steps(steps, options), panel=text("buru.panel.plot"))


def _plotted(public: Public, rivals: Sequence[Seat], path: tuple[int, ...]) -> Option:
    regions = [REGIONS[i] for i in path]
    short = [text(f"buru.panel.place.{name}") for name in regions]
    words = [region(name) for name in regions]
    return Option(
        do={"type": "plot", **{rival.lower(): name for rival, name in zip(rivals, regions, strict=True)}},
        words=words[0] if len(words) == 1 else text("buru.two", a=words[0], b=words[1]),
        why=forbids.plot(public, regions),
        panel=short[0] if len(short) == 1 else text("buru.panel.two", a=short[0], b=short[1]),
        path=path,
    )


def _reveal(public: Public, own: Own | None, due: Due) -> Answers:
    where = public.region or "kept"
    return Answers(
        main=Option(
            {"type": "reveal"},
            text(f"buru.ask.reveal.{where}"),
            confirm=text("buru.ask.reveal_sure"),
            panel=text(f"buru.panel.reveal.{where}"),
        )
    )


def _show(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-23: in any order; those it showed before cannot be."""
    rival = public.active
    assert rival is not None
    n = 1 if public.region is None else len(public.at(public.region, rival))
    options = tuple(_showing(public, rival, powers) for powers in combinations(POWERS, n))
    name = public.names[rival]
    if public.region is None:
        question = text("buru.ask.show_kept", rival=name)
    else:
        question = text("buru.ask.show", rival=name, region=region(public.region))
    return Answers((Group(options, len(POWERS)),), question=question, panel=text("buru.panel.show", rival=name))


def _showing(public: Public, rival: int, powers: tuple[int, ...]) -> Option:
    name = public.names[rival]
    one, *more = powers
    words = text("buru.powers", a=one, b=more[0]) if more else text("buru.power", n=one)
    do = {"type": "show", "rival": name}
    return Option(
        do={**do, "powers": list(powers)},
        words=words,
        why=forbids.show(public, rival, powers),
        panel=words,
        also=({**do, "powers": [*more, one]},) if more else (),
    )


def _plan(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-29: what the open plot card names for two tokens at the lake."""
    assert public.active is not None
    name = public.names[public.active]
    options = tuple(
        Option(
            do={"type": "plan", "rival": name, "lake": lake},
            words=text(f"buru.ask.plan_{lake}"),
            sign=lake,
            panel=text(f"buru.panel.plan_{lake}"),
        )
        for lake in ("emissary", "esteem")
    )
    question, panel = text("buru.ask.plan", rival=name), text("buru.panel.plan", rival=name)
    return Answers((Group(options, 1),), question=question, panel=panel)


Ask = Callable[[Public, Own | None, Due], Answers]

ASKS: Final[Mapping[str, Ask]] = {
    "first": _first,
    "decree": _decree,
    "place": _place,
    "plot": _plot,
    "reveal": _reveal,
    "show": _show,
    "plan": _plan,
    "act": asks_turn.act,
    "final": asks_end.final,
    "count": asks_end.count,
    "set": asks_end.set_right,
}
