"""A turn's actions: what is likely as one tap each, the rest as forms."""

from functools import cache
from typing import Any, Final

import msgspec

from companion.core.answers import Answers, Choice, Field, Form, Group, Option
from companion.core.event import Due
from companion.core.words import Text, text
from companion.games.buru import forbids
from companion.games.buru.pieces import GOODS, GROUPS, MOST_AT_ONCE, RESOURCES, SPACES, SPIRITS
from companion.games.buru.state import Own, Public, fish

MOST: Final = MOST_AT_ONCE
USUAL_FISH: Final = (1, 2, 3)
USUAL_PRICES: Final = (1, 2, 3, 4)


def act(public: Public, own: Own | None, due: Due) -> Answers:
    by = public.active
    assert by is not None
    groups = (_gains(public.options.full), _recruits(public, by), _tasks(public, by), _tributes(public, by), _spaces(public))
    forms = _forms(public.options.full, public.is_rival(by))
    rival = text("buru.ask.rival", rival=public.names[by]) if public.is_rival(by) else None
    return Answers((*groups, _last(public, by)), forms=forms, question=rival, panel=text("buru.panel.act"))


# Ready-made. What never changes is made once: a turn is asked for after every action.


def _blocked(option: Option, why: Text | None) -> Option:
    return option if why is None else msgspec.structs.replace(option, why=why)


@cache
def _gains(full: bool) -> Group:
    gains: list[dict[str, int]] = [*({"fish": n} for n in USUAL_FISH), {"esteem": 1}]
    if full:
        gains += [{name: 1} for name in RESOURCES]
    return Group(tuple(_gain(gain) for gain in gains), 4, title=text("buru.ask.gain"))


def _gain(gain: dict[str, int]) -> Option:
    ((name, n),) = gain.items()
    words = text("buru.plus", n=n)
    spoken = text("buru.say.gain", what=text(f"buru.some.{name}", count=n))
    return Option({"type": "gain", **gain}, words, sign=name, spoken=spoken, panel=text(f"buru.panel.gain.{name}", n=n))


def _recruits(public: Public, by: int) -> Group:
    options = tuple(
        _blocked(_recruit(group, cost), forbids.recruit(public, by, group, cost))
        for cost in USUAL_PRICES
        for group in GROUPS
    )
    return Group(options, len(GROUPS), title=text("buru.ask.recruit"), hint=text("buru.ask.recruit_hint"))


@cache
def _recruit(group: str, cost: int) -> Option:
    words = text(f"buru.group.{group}")
    return Option(
        do={"type": "recruit", "group": group, "cost": cost},
        words=words,
        sign=group,
        small=text("buru.cost", n=cost),
        small_sign="fish",
        spoken=text("buru.say.recruit", group=words, count=cost),
        panel=text(f"buru.panel.recruit.{group}", n=cost),
    )


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


def _tributes(public: Public, by: int) -> Group:
    """With the full ledger what was paid is always told: `{}` if nothing."""
    options = (
        _blocked(_tribute(spirit, public.options.full), forbids.tribute(public, by, spirit, fish(0))) for spirit in SPIRITS
    )
    return Group(tuple(options), len(SPIRITS), title=text("buru.ask.tribute"))


@cache
def _tribute(spirit: str, full: bool) -> Option:
    words = text(f"buru.spirit.{spirit}")
    paid: dict[str, Any] = {"pay": {}} if full else {}
    return Option(
        do={"type": "tribute", "spirit": spirit, **paid},
        words=words,
        sign=spirit,
        small=text("buru.free") if full else None,
        spoken=text("buru.say.tribute", spirit=words),
        panel=text(f"buru.panel.tribute.{spirit}"),
    )


def _spaces(public: Public) -> Group:
    """BURU-12: only who likes tells which space it took."""
    options = (_blocked(_space(space), forbids.space(public, space)) for space in SPACES)
    return Group(tuple(options), len(SPACES), title=text("buru.ask.space"), hint=text("buru.ask.space_hint"))


@cache
def _space(space: int) -> Option:
    return Option({"type": "space", "space": space}, text("buru.power", n=space), spoken=text("buru.say.space", n=space))


def _last(public: Public, by: int) -> Group:
    elder, marker, done = _lasts()
    return Group((_blocked(elder, forbids.elder(public)), _blocked(marker, forbids.emissary(public, by)), done), 3)


@cache
def _lasts() -> tuple[Option, Option, Option]:
    return (
        Option({"type": "elder"}, text("buru.ask.elder"), sign="elder", panel=text("buru.panel.elder")),
        Option({"type": "emissary"}, text("buru.ask.emissary"), sign="emissary", panel=text("buru.panel.emissary")),
        Option({"type": "done"}, text("buru.ask.done"), spoken=text("buru.say.done"), panel=text("buru.panel.done")),
    )


# Forms


def goods_of(full: bool) -> tuple[str, ...]:
    """BURU-44: what a ledger follows."""
    return GOODS if full else tuple(name for name in GOODS if name not in RESOURCES)


def labels(goods: tuple[str, ...]) -> tuple[tuple[Text, str], ...]:
    return tuple((text(f"buru.good.{name}"), name) for name in goods)


@cache
def _forms(full: bool, rival: bool) -> tuple[Form, ...]:
    goods = goods_of(full)
    paid = tuple(name for name in goods if name != "esteem")
    return (_goods_form("gain", goods), _goods_form("pay", paid), _recruit_form(), *_tribute_forms(full, rival))


def _goods_form(kind: str, goods: tuple[str, ...]) -> Form:
    """One or more of the goods; those at nothing are left out."""
    return Form(
        {"type": kind},
        tuple(Field(name, min=1, max=MOST, default=1, optional=True) for name in goods),
        text("buru.ask.goods_done"),
        labels=labels(goods),
        opens=text(f"buru.ask.{kind}_more"),
        panel=text(f"buru.panel.{kind}_more"),
    )


def _recruit_form() -> Form:
    fields = (Field("group", of=GROUPS), Field("cost", min=0, max=MOST, default=1))
    return Form(
        {"type": "recruit"},
        fields,
        text("buru.ask.goods_done"),
        labels=((text("buru.good.fish"), "fish"),),
        choices={"group": tuple(Choice(text(f"buru.group.{group}"), sign=group) for group in GROUPS)},
        opens=text("buru.ask.recruit_more"),
        panel=text("buru.panel.recruit_more"),
    )


def _tribute_forms(full: bool, rival: bool) -> tuple[Form, ...]:
    """With the full ledger what it cost; what it is worth if the seat tells it at once, and not at the end."""
    fields: list[Field] = []
    numbers: list[tuple[Text, str]] = []
    if full:
        goods = tuple(name for name in GOODS if name != "esteem")
        fields.append(Field("pay", min=1, max=MOST, default=1, keys=goods))
        numbers += labels(goods)
    if not rival:
        fields.append(Field("value", min=0, max=MOST, default=1, optional=True))
        numbers.append((text("buru.good.value"), "tribute"))
    if not fields:
        return ()
    form = Form(
        {"type": "tribute"},
        (Field("spirit", of=SPIRITS), *fields),
        text("buru.ask.goods_done"),
        labels=tuple(numbers),
        choices={"spirit": tuple(Choice(text(f"buru.spirit.{spirit}"), sign=spirit) for spirit in SPIRITS)},
        opens=text("buru.ask.tribute_more"),
    )
    return (form,)
