"""What may be answered to each due, and how the question is laid out: from the set-up to the reveals."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Final

from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.event import Due
from companion.core.knowledge import Seat
from companion.core.words import Text, text
from companion.games.buru import asks_end, asks_turn, forbids
from companion.games.buru.pieces import POWERS, REGIONS, SPIRITS, Region
from companion.games.buru.state import Own, Public


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


def _decree(public: Public, own: Own | None, due: Due) -> Answers:
    places = tuple((place, region(place)) for place in REGIONS) + tuple((s, text(f"buru.altar.{s}")) for s in SPIRITS)
    options = tuple(
        Option({"type": "decree", "place": place}, words, sign=place, panel=text(f"buru.panel.place.{place}"))
        for place, words in places
    )
    goods = asks_turn.goods_of(public.options.full)
    fields = (
        Field("place", of=tuple(place for place, _ in places)),
        Field("reward", min=1, max=asks_turn.MOST, default=1, keys=goods, optional=True),
    )
    form = Form(
        {"type": "decree"},
        fields,
        text("buru.ask.decree_done"),
        labels=asks_turn.labels(goods),
        choices={"place": tuple(Choice(words, sign=place) for place, words in places)},
        opens=text("buru.ask.decree_reward"),
    )
    groups = (Group(options[: len(REGIONS)], 2), Group(options[len(REGIONS) :], 3))
    return Answers(groups, forms=(form,), question=text("buru.ask.decree"), panel=text("buru.panel.decree"))


def _regions(public: Public) -> tuple[Choice, ...]:
    """The four, each with whose tokens lie there."""
    return tuple(
        Choice(
            region(name),
            sign=name,
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
    steps = tuple(Step(_regions(public), 2, title=text("buru.ask.plot", rival=rival)) for rival in rivals)
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
    what = text("buru.ask.reveal_kept") if public.region is None else text("buru.ask.reveal", region=region(public.region))
    option = Option({"type": "reveal"}, what, sign=public.region, panel=text("buru.panel.reveal"))
    return Answers((Group((option,), 1),), panel=text("buru.panel.reveal_title"))


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
