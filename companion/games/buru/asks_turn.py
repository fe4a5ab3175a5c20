"""A turn's actions: what its region usually gives as one tap each, the rest behind one button."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from companion.core.answers import Answers, Choice, Group, Option, Step, Steps
from companion.core.event import Due
from companion.core.words import Text, text
from companion.games.buru import forbids
from companion.games.buru.forms import forms
from companion.games.buru.pieces import GROUPS, RESOURCES, SPACES, SPIRITS
from companion.games.buru.state import Own, Public, fish, goods

USUAL_FISH: Final = (1, 2, 3)
USUAL_GOODS: Final = (1, 2)
USUAL_PRICES: Final = (1, 2, 3, 4)

USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    "forest": ("goods", "gain"),
    "shore": ("gain",),
    "village": ("task", "pay", "goods", "gain"),
    "lake": ("tribute", "council"),
}
"""BURU-14: what a turn in each region is about, beside recruiting at the shore. All else a card may still bring."""

RIVALS_USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    **USUAL,
    # BURU-28: it tasks nobody, so it trades nothing either. Its steps want the room of what is seldom gained.
    "village": ("task", "goods", "gain"),
    "shore": (),
}


FULL_VILLAGE: Final = ("task", "pay", "goods")
"""With the full ledger what is traded is told a piece a tap: a third row of gains would lie over one's own numbers."""


def act(public: Public, own: Own | None, due: Due) -> Answers:
    by, region = public.active, public.region
    assert by is not None
    assert region is not None
    usual = _usual(public, region, by)
    placed = [_placed(name, group, usual) for name, group in _groups(public, by)]
    return Answers(
        groups=tuple(sorted(placed, key=lambda group: group.aside)),
        steps=_recruiting(public, by) if region == "shore" else None,
        forms=forms(public.options.full, public.is_rival(by), "tribute" in usual),
        aside=text("buru.ask.aside"),
        main=_done(public.names[by] if public.is_rival(by) else None),
        panel=text("buru.panel.act", rival=public.names[by]),
    )


def _usual(public: Public, region: str, by: int) -> tuple[str, ...]:
    if public.is_rival(by):
        return RIVALS_USUAL[region]
    return FULL_VILLAGE if _is_full_village(public, by) else USUAL[region]


def _is_full_village(public: Public, by: int) -> bool:
    return public.options.full and public.region == "village" and not public.is_rival(by)


def _groups(public: Public, by: int) -> Iterator[tuple[str, Group]]:
    """Each with what it is about; the likeliest comes last, where the thumb is."""
    if public.region != "shore":
        yield "recruit", _recruits(public, by)
    yield "task", _tasks(public, by)
    yield "council", _council(public, by)
    # With the full ledger a tribute's cost is always told, so there the forms stand in this place.
    yield "offering" if public.options.full else "tribute", _tributes(public, by)
    yield "pay", _pays(public, by)
    trades = _is_full_village(public, by)
    if public.options.full:
        yield "goods", _traded() if trades else _goods_group(public.region)
    yield "gain", _gains(USUAL_FISH[1:] if trades else USUAL_FISH)
    yield "space", _spaces(public)


def _placed(name: str, group: Group, usual: tuple[str, ...]) -> Group:
    """Aside each group has its title. What belongs here needs none, and comes first on the display."""
    return replace(group, title=None, hint=None) if name in usual else replace(group, aside=True)


# Ready-made. What never changes is made once: a turn is asked for anew after every action.


def _blocked(option: Option, why: Text | None) -> Option:
    return option if why is None else replace(option, why=why)


@cache
def _gains(usual: tuple[int, ...]) -> Group:
    gains = (*({"fish": n} for n in usual), {"esteem": 1})
    return Group(tuple(_gain(**gain) for gain in gains), len(gains), title=text("buru.ask.gain"))


@cache
def _traded() -> Group:
    """One of each, below what one of each costs."""
    options = tuple(_gain(**{name: 1}) for name in ("fish", *RESOURCES))
    return Group(options, len(options), title=text("buru.ask.gain"))


@cache
def _goods_group(region: str) -> Group:
    """BURU-44: clay, palm and ebony are followed with the full ledger. In the village a rival's tasks take the room."""
    usual = USUAL_GOODS[:1] if region == "village" else USUAL_GOODS
    options = tuple(_gain(**{name: n}) for n in usual for name in RESOURCES)
    return Group(options, len(RESOURCES), title=text("buru.ask.gain"))


def _gain(**gain: int) -> Option:
    ((name, n),) = gain.items()
    return Option(
        do={"type": "gain", **gain},
        words=text("buru.plus", n=n),
        sign=name,
        spoken=text("buru.say.gain", what=text(f"buru.some.{name}", count=n)),
        panel=text(f"buru.panel.gain.{name}", n=n),
    )


def _pays(public: Public, by: int) -> Group:
    """BURU-15: what a trade costs; with the full ledger one piece a tap, so that all four goods are in one row."""
    pays = [(name, 1) for name in ("fish", *RESOURCES)] if public.options.full else [("fish", n) for n in USUAL_FISH]
    options = (_blocked(_pay(name, n), forbids.pay(public, by, goods({name: n}))) for name, n in pays)
    return Group(tuple(options), len(pays), title=text("buru.ask.pay"))


@cache
def _pay(name: str, n: int) -> Option:
    spoken = text("buru.say.pay", what=text(f"buru.some.{name}", count=n))
    return Option({"type": "pay", name: n}, text("buru.minus", n=n), sign=name, spoken=spoken)


def _recruiting(public: Public, by: int) -> Steps:
    """At the shore, where the room is needed for the order of action: the group, then the price."""
    options = tuple(
        replace(_blocked(_recruit(group, cost), forbids.recruit(public, by, group, cost)), path=(i, j))
        for i, group in enumerate(GROUPS)
        for j, cost in enumerate(USUAL_PRICES)
    )
    return Steps(_recruit_steps(), options, stands=True)


@cache
def _recruit_steps() -> tuple[Step, Step]:
    groups = tuple(
        Choice(text(f"buru.group.{group}"), sign=group, panel=text(f"buru.panel.recruit.{group}")) for group in GROUPS
    )
    prices = tuple(
        Choice(text("buru.cost", n=cost), sign="fish", spoken=text("buru.some.fish", count=cost)) for cost in USUAL_PRICES
    )
    who = Step(groups, len(GROUPS), title=text("buru.ask.recruit_who"))
    return who, Step(prices, len(USUAL_PRICES), title=text("buru.ask.recruit_price"), panel=text("buru.panel.price"))


def _recruits(public: Public, by: int) -> Group:
    """A row for each price, the first one with the names of its columns."""
    options = tuple(
        _blocked(_recruit(group, cost), forbids.recruit(public, by, group, cost))
        for cost in USUAL_PRICES
        for group in GROUPS
    )
    return Group(options, len(GROUPS), title=text("buru.ask.recruit"), hint=text("buru.ask.recruit_hint"))


@cache
def _recruit(group: str, cost: int) -> Option:
    name, price = text(f"buru.group.{group}"), text("buru.cost", n=cost)
    do = {"type": "recruit", "group": group, "cost": cost}
    spoken = text("buru.say.recruit", group=name, count=cost)
    if cost == USUAL_PRICES[0]:
        return Option(do, name, sign=group, small=price, small_sign="fish", spoken=spoken)
    return Option(do, price, spoken=spoken)


def _tasks(public: Public, by: int) -> Group:
    """BURU-28: a rival tasks nobody, and gets 1 esteem for it."""
    if public.is_rival(by):
        words = text("buru.ask.task_rival")
        return Group((Option({"type": "task"}, words, sign="esteem", panel=text("buru.panel.task")),), 1)
    options = (_blocked(_task(group), forbids.task(public, by, group)) for group in GROUPS)
    return Group(tuple(options), len(GROUPS), title=text("buru.ask.task"))


@cache
def _task(group: str) -> Option:
    words = text(f"buru.group.{group}")
    return Option({"type": "task", "group": group}, words, sign=group, spoken=text("buru.say.task", group=words))


def _council(public: Public, by: int) -> Group:
    elder, marker = _lake_options()
    return Group((_blocked(elder, forbids.elder(public)), _blocked(marker, forbids.emissary(public, by))), 2)


@cache
def _lake_options() -> tuple[Option, Option]:
    return (
        Option({"type": "elder"}, text("buru.ask.elder"), sign="elder", panel=text("buru.panel.elder")),
        Option({"type": "emissary"}, text("buru.ask.emissary"), sign="emissary", panel=text("buru.panel.emissary")),
    )


def _tributes(public: Public, by: int) -> Group:
    """With the full ledger these are the ones that cost nothing."""
    full = public.options.full
    options = (_blocked(_tribute(spirit, full), forbids.tribute(public, by, spirit, fish(0))) for spirit in SPIRITS)
    return Group(tuple(options), len(SPIRITS), title=text("buru.ask.tribute_free" if full else "buru.ask.tribute"))


@cache
def _tribute(spirit: str, full: bool) -> Option:
    words = text(f"buru.spirit.{spirit}")
    paid: dict[str, Any] = {"pay": {}} if full else {}
    return Option(
        do={"type": "tribute", "spirit": spirit, **paid},
        words=words,
        sign=spirit,
        spoken=text("buru.say.tribute", spirit=words),
        panel=text(f"buru.panel.tribute.{spirit}"),
    )


def _spaces(public: Public) -> Group:
    """BURU-12: only who likes tells which space it took."""
    options = (_blocked(_space(space), forbids.space(public, space)) for space in SPACES)
    return Group(tuple(options), len(SPACES), title=text("buru.ask.space"), hint=text("buru.ask.space_hint"))


@cache
def _space(space: int) -> Option:
    return Option(
        do={"type": "space", "space": space},
        words=text("buru.power", n=space),
        spoken=text("buru.say.space", n=space),
        panel=text("buru.told.space", n=space),
    )


@cache
def _done(rival: str | None) -> Option:
    words = text("buru.ask.done") if rival is None else text("buru.ask.done_rival", rival=rival)
    return Option({"type": "done"}, words, spoken=text("buru.say.done"), panel=text("buru.panel.done"))
