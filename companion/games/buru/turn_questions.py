"""The question of a turn. The usual answers of its region take one tap each. The rest is behind one button, *Other*."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.actions import as_data, form_start, type_of
from companion.core.answers import Answers, Cards, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.caching import cached_by_type
from companion.core.dues import Due
from companion.core.words import Text, text
from companion.games.buru import refusals, turn
from companion.games.buru.answers import OfGoods
from companion.games.buru.pieces import (
    ALTARS,
    GOODS,
    NOTHING,
    PEOPLE,
    RESOURCES,
    Good,
    Goods,
    Islander,
    Region,
    Rival,
    Spirit,
    goods,
    goods_of,
)
from companion.games.buru.questions import MOST, Labels, across, blocked, choices, labels
from companion.games.buru.state import Own, Public
from companion.games.buru.turn import Done, Elder, Emissary, Gain, Pay, Recruit, Space, Task, Tribute

USUAL_FISH: Final[tuple[int, ...]] = (1, 2, 3)
USUAL_GOODS: Final[tuple[int, ...]] = (1, 2)
USUAL_PRICES: Final = (1, 2, 3, 4)
PIECES: Final[tuple[Good, ...]] = ("fish", *RESOURCES)
"""The goods that people trade."""

USUAL: Final[Mapping[Region, tuple[str, ...]]] = {
    "forest": ("goods", "gain"),
    "shore": ("gain",),
    "village": ("task", "pay", "goods", "gain"),
    "lake": ("tribute", "council"),
}
"""The usual subjects of a turn in each region (BURU-14). Recruiting at the shore is not here, as it has steps. A card may
bring any other subject."""

RIVALS_USUAL: Final[Mapping[Region, tuple[str, ...]]] = {
    **USUAL,
    # BURU-28: a rival tasks nobody, so it pays nothing here. At the shore recruiting needs the space of gains, which are
    # rare.
    "village": ("task", "goods", "gain"),
    "shore": (),
}

FULL_VILLAGE: Final = ("task", "pay", "goods")
"""The usual subjects in the village with the full ledger. Each tap gives or pays one piece: taps for more would take a third
row and cover the seat's numbers."""


def ask_turn(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask for the answers of a turn, in any order (BURU-12, BURU-14)."""
    by, region = public.active, public.region
    assert by is not None
    whole = (module.turn(public, by) for module in public.modules)
    for instead in whole:
        if instead is not None:
            return instead
    usual = _usual(public, region, by)
    placed = [_placed(name, group, usual) for name, group in _groups(public, by)]
    return Answers(
        groups=tuple(sorted(placed, key=_is_seldom)),
        steps=_recruiting(public, by) if region == "shore" else None,
        forms=(
            *turn_forms(public.options.full, public.is_rival(by), "tribute" in usual, public.groups),
            *(form for module in public.modules for form in module.forms(public, by)),
        ),
        seldom=text("buru.ask.aside"),
        main=_done(public.rival(by) if public.is_rival(by) else None),
        panel=_turn_title(public, by),
    )


def _turn_title(public: Public, by: int) -> Text:
    """Return the title for the display: the rival's turn, the Tokoh's start, or the region."""
    if public.is_rival(by):
        return text("buru.panel.act", rival=public.names[by])
    return text("buru.panel.tokoh") if public.region is None else text(f"buru.panel.place.{public.region}")


def _usual(public: Public, region: Region | None, by: int) -> tuple[str, ...]:
    others = (module.usual(public, by) for module in public.modules)
    other = next((usual for usual in others if usual is not None), None)
    if other is not None:
        return other
    assert region is not None
    if public.is_rival(by):
        return RIVALS_USUAL[region]
    usual = FULL_VILLAGE if _is_full_village(public, by) else USUAL[region]
    # BURU-40: a player that acts again pays the space's gems first.
    return ("pay", *usual) if public.again and "pay" not in usual else usual


def _is_full_village(public: Public, by: int) -> bool:
    return public.options.full and public.region == "village" and not public.is_rival(by)


def _groups(public: Public, by: int) -> Iterator[tuple[str, Group]]:
    """Yield the groups of taps, each with its subject. The likeliest come last, near the thumb."""
    if public.region != "shore" and len(public.groups) == len(PEOPLE):
        yield "recruit", _recruits(public, by)
    yield "task", _tasks(public, by)
    yield "council", _council(public, by)
    # With the full ledger people enter a tribute's cost in a form. Taps bring a tribute without a cost, which is rare.
    yield "offering" if public.options.full else "tribute", _tributes(public, by)
    yield "pay", _pays(public, by)
    trades = _is_full_village(public, by)
    if public.options.full:
        yield "goods", _traded() if trades else _goods_group(public.region)
    yield "gain", _gains(USUAL_FISH[1:] if trades else USUAL_FISH)
    if public.region is not None and public.spaces_in(public.region):
        yield "space", _spaces(public)
    for module in public.modules:
        yield from module.groups_of(public, by)


def _placed(name: str, group: Group, usual: tuple[str, ...]) -> Group:
    """Return the group, in front without its title or under *Other* with it."""
    if name == "usual":
        return group
    return replace(group, title=None, hint=None) if name in usual else replace(group, seldom=True)


def _is_seldom(group: Group) -> bool:
    return group.seldom


# The following options never change, so they are made once: a turn's question is made again after every answer.


@cached_by_type
def _gains(usual: tuple[int, ...]) -> Group:
    options = (*(_gain("fish", n) for n in usual), _gain("esteem", 1))
    return Group(options, len(options), title=text("buru.ask.gain"))


@cached_by_type
def _traded() -> Group:
    """Return a tap that gains one of each good in PIECES, for the row below the payments."""
    options = tuple(_gain(name, 1) for name in PIECES)
    return Group(options, len(options), title=text("buru.ask.gain"))


@cached_by_type
def _goods_group(region: Region | None) -> Group:
    """Return taps that gain clay, palm and ebony, for the full ledger (BURU-44). In the village there is space for one of
    each, below a rival's task."""
    usual = USUAL_GOODS[:1] if region == "village" else USUAL_GOODS
    options = tuple(_gain(name, n) for n in usual for name in RESOURCES)
    return Group(options, len(RESOURCES), title=text("buru.ask.gain"))


def _gain(name: Good, n: int) -> Option:
    return Option(
        do=as_data(Gain(**{name: n})),
        words=text("buru.gains", what=text(f"buru.some.{name}", count=n)),
        sign=name,
        spoken=text("buru.say.gain", what=text(f"buru.some.{name}", count=n)),
        panel=text(f"buru.panel.gain.{name}", n=n),
    )


def _pays(public: Public, by: int) -> Group:
    """Return taps that pay (BURU-15). With the full ledger each pays one piece, so that all four goods fit in a row."""
    pays = [_pay(name, 1) for name in PIECES] if public.options.full else [_pay("fish", n) for n in USUAL_FISH]
    options = (blocked(option, refusals.why_not_pay(public, by, price)) for option, price in pays)
    if public.again:
        return Group(tuple(options), len(pays), title=text("buru.ask.pay_space"), hint=text("buru.ask.pay_space_hint"))
    return Group(tuple(options), len(pays), title=text("buru.ask.pay"))


@cached_by_type
def _pay(name: Good, n: int) -> tuple[Option, Goods]:
    """Return the tap that pays these goods, and its price."""
    spoken = text("buru.say.pay", what=text(f"buru.some.{name}", count=n))
    words = text("buru.pays", what=text(f"buru.some.{name}", count=n))
    return Option(as_data(Pay(**{name: n})), words, sign=name, spoken=spoken), goods({name: n})


def _recruiting(public: Public, by: int) -> Steps:
    """Return two steps at the shore: the group, then the price. A grid of both would hide the order of action."""
    options = tuple(
        replace(blocked(_recruit(group, cost), turn.why_not_recruit(public, by, group, cost)), path=(i, j))
        for i, group in enumerate(public.groups)
        for j, cost in enumerate(USUAL_PRICES)
    )
    return Steps(_recruit_steps(public.groups, public.is_rival(by)), options, show_all=True)


@cached_by_type
def _recruit_steps(islanders: tuple[Islander, ...], rival: bool) -> tuple[Step, Step]:
    """Return both steps: the group, then the price. The prices of a seat have a minus, because gains with the same sign are
    above them. The prices of a rival have no minus, because it may pay less."""
    groups = tuple(
        Choice(text(f"buru.group.{group}"), sign=group, card=group, panel=text(f"buru.panel.recruit.{group}"))
        for group in islanders
    )
    price = "buru.costs" if rival else "buru.pays"
    prices = tuple(
        Choice(text(price, what=text("buru.some.fish", count=cost)), sign="fish", spoken=text("buru.some.fish", count=cost))
        for cost in USUAL_PRICES
    )
    who = Step(groups, across(len(groups)), title=text("buru.ask.recruit_who"))
    return who, Step(prices, len(USUAL_PRICES), title=text("buru.ask.recruit_price"), panel=text("buru.panel.price"))


def _recruits(public: Public, by: int) -> Group:
    """Return a grid of taps: a row for each price, a column for each group. The first row names the groups."""
    options = tuple(
        blocked(_recruit(group, cost), turn.why_not_recruit(public, by, group, cost))
        for cost in USUAL_PRICES
        for group in public.groups
    )
    return Group(options, len(public.groups), title=text("buru.ask.recruit"), hint=text("buru.ask.recruit_hint"))


@cached_by_type
def _recruit(group: Islander, cost: int) -> Option:
    name, price = text(f"buru.group.{group}"), text("buru.cost", n=cost)
    do = as_data(Recruit(group, cost))
    panel = text("buru.panel.recruit_for", group=name, n=cost)
    if cost == USUAL_PRICES[0]:
        spoken = text("buru.say.recruit", group=name, count=cost)
        return Option(do, name, sign=group, small=price, small_sign="fish", spoken=spoken, panel=panel)
    return Option(do, price, spoken=text("buru.say.recruit_price", group=name, count=cost), panel=panel)


def _tasks(public: Public, by: int) -> Group:
    """Return a tap for each group's task. A rival tasks nobody, and gets 1 esteem (BURU-28)."""
    if public.is_rival(by):
        words = text("buru.ask.task_rival")
        return Group((Option(as_data(Task()), words, sign="esteem", panel=text("buru.panel.task")),), 1)
    options = (blocked(_task(group), turn.why_not_task(public, by, group)) for group in public.groups)
    return Group(tuple(options), across(len(public.groups)), title=text("buru.ask.task"))


@cached_by_type
def _task(group: Islander) -> Option:
    words = text(f"buru.group.{group}")
    return Option(as_data(Task(group)), words, sign=group, cards=Cards(group), spoken=text("buru.say.task", group=words))


def _council(public: Public, by: int) -> Group:
    elder, marker = _lake_options()
    return Group((blocked(elder, turn.why_not_elder(public)), blocked(marker, turn.why_not_emissary(public, by))), 2)


@cached_by_type
def _lake_options() -> tuple[Option, Option]:
    return (
        Option(as_data(Elder()), text("buru.ask.elder"), sign="elder", cards=Cards("elder"), panel=text("buru.panel.elder")),
        Option(
            as_data(Emissary()),
            text("buru.ask.emissary"),
            sign="emissary",
            cards=Cards("emissary"),
            panel=text("buru.panel.emissary"),
        ),
    )


def _tributes(public: Public, by: int) -> Group:
    """Return a tap for a tribute to each spirit with an altar. With the full ledger these tributes are free."""
    full = public.options.full
    options = (blocked(_tribute(spirit, full), turn.why_not_tribute(public, by, spirit, NOTHING)) for spirit in ALTARS)
    return Group(tuple(options), len(ALTARS), title=text("buru.ask.tribute_free" if full else "buru.ask.tribute"))


@cached_by_type
def _tribute(spirit: Spirit, full: bool) -> Option:
    words = text(f"buru.spirit.{spirit}")
    return Option(
        do=as_data(Tribute(spirit, pay={} if full else UNSET)),
        words=words,
        sign=spirit,
        cards=Cards(spirit),
        spoken=text("buru.say.tribute", spirit=words),
        panel=text(f"buru.panel.tribute.{spirit}"),
    )


def _spaces(public: Public) -> Group:
    """Return a tap for each action space. A seat need not enter the one that it takes (BURU-12)."""
    assert public.region is not None
    spaces = public.spaces_in(public.region)
    options = (blocked(_space(space), turn.why_not_space(public, space)) for space in spaces)
    return Group(tuple(options), len(spaces), title=text("buru.ask.space"), hint=text("buru.ask.space_hint"))


@cached_by_type
def _space(space: int) -> Option:
    return Option(
        do=as_data(Space(space)),
        words=text("buru.power", n=space),
        spoken=text("buru.say.space", n=space),
        panel=text("buru.told.space", n=space),
    )


@cached_by_type
def _done(rival: Rival | None) -> Option:
    if rival is not None:
        return Option(as_data(Done()), text("buru.ask.done_rival", rival=rival), panel=text("buru.panel.done"))
    return Option(as_data(Done()), text("buru.ask.done"), spoken=text("buru.say.done"), panel=text("buru.panel.done"))


@cached_by_type
def turn_forms(full: bool, rival: bool, at_the_lake: bool, groups: tuple[Islander, ...]) -> tuple[Form, ...]:
    """Return the forms of a turn. They are under *Other*, except those for tributes at the lake with the full ledger."""
    goods = goods_of(full)
    paid = tuple(name for name in goods if name != "esteem")
    tributes = tuple(_tribute_forms(full, rival, at_the_lake))
    return (*tributes, _recruit_form(groups), _goods_form(Gain, goods), _goods_form(Pay, paid))


def _goods_form(of: type[OfGoods], goods: tuple[Good, ...]) -> Form:
    """Return a form for one or more goods. Goods at 0 are left out of the answer."""
    kind = type_of(of)
    return Form(
        form_start(of),
        tuple(Field(name, min=1, max=MOST, optional=True) for name in goods),
        text("buru.ask.goods_done"),
        labels=labels(goods),
        collapsed=text(f"buru.ask.{kind}_more"),
        panel=text(f"buru.panel.{kind}_more"),
        seldom=True,
    )


def _recruit_form(groups: tuple[Islander, ...]) -> Form:
    return Form(
        form_start(Recruit),
        (Field("group", of=groups), Field("cost", min=0, max=MOST, default=0)),
        text("buru.ask.recruit_done"),
        labels=((text("buru.good.cost"), "fish"),),
        choices={"group": choices("group", groups)},
        collapsed=text("buru.ask.recruit_more"),
        panel=text("buru.panel.recruit_more"),
        seldom=True,
    )


def _tribute_forms(full: bool, rival: bool, at_the_lake: bool) -> Iterator[Form]:
    """Yield forms for a tribute with the worth of its card, if the seat enters that now. With the full ledger they also have
    the cost."""
    value: tuple[Field, ...] = () if rival else (Field("value", min=0, max=MOST, optional=True, unseen=True),)
    worth: Labels = () if rival else ((text("buru.good.value"), "tribute"),)
    if full:
        paid = tuple(name for name in GOODS if name != "esteem")
        fields = (Field("pay", min=1, max=MOST, keys=paid), *value)
        for spirit in ALTARS:
            yield _tribute_to(spirit, fields, (*labels(paid), *worth), at_the_lake)
    elif value:
        yield Form(
            form_start(Tribute),
            (Field("spirit", of=ALTARS), *value),
            text("buru.ask.tribute_later"),
            labels=worth,
            choices={"spirit": choices("spirit", ALTARS)},
            collapsed=text("buru.ask.tribute_more"),
            panel=text("buru.panel.tribute_worth"),
            seldom=True,
        )


def _tribute_to(spirit: Spirit, fields: tuple[Field, ...], numbers: Labels, at_the_lake: bool) -> Form:
    return Form(
        as_data(Tribute(spirit)),
        fields,
        text("buru.ask.tribute_later" if any(field.unseen for field in fields) else "buru.ask.tribute_done"),
        labels=numbers,
        collapsed=text("buru.ask.tribute_to", spirit=text(f"buru.spirit.{spirit}")),
        panel=text(f"buru.panel.tribute.{spirit}"),
        seldom=not at_the_lake,
    )
