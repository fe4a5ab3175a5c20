"""A turn's actions: what is likely as one tap each, the rest as forms."""

from collections.abc import Iterator
from typing import Any, Final

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
    groups = (_gains(public), _recruits(public, by), _tasks(public, by), _tributes(public, by), _spaces(public))
    forms = (*_goods_forms(public), _recruit_form(), *_tribute_forms(public, by))
    rival = text("buru.ask.rival", rival=public.names[by]) if public.is_rival(by) else None
    return Answers((*groups, _last(public, by)), forms=forms, question=rival, panel=text("buru.panel.act"))


# Ready-made


def _gains(public: Public) -> Group:
    gains: list[dict[str, int]] = [*({"fish": n} for n in USUAL_FISH), {"esteem": 1}]
    if public.options.full:
        gains += [{name: 1} for name in RESOURCES]
    return Group(tuple(_gain(gain) for gain in gains), 4, title=text("buru.ask.gain"))


def _gain(gain: dict[str, int]) -> Option:
    ((name, n),) = gain.items()
    words = text("buru.plus", n=n)
    spoken = text("buru.say.gain", what=text(f"buru.some.{name}", count=n))
    return Option({"type": "gain", **gain}, words, sign=name, spoken=spoken, panel=text(f"buru.panel.gain.{name}", n=n))


def _recruits(public: Public, by: int) -> Group:
    options = tuple(_recruit(public, by, group, cost) for cost in USUAL_PRICES for group in GROUPS)
    return Group(options, len(GROUPS), title=text("buru.ask.recruit"), hint=text("buru.ask.recruit_hint"))


def _recruit(public: Public, by: int, group: str, cost: int) -> Option:
    words = text(f"buru.group.{group}")
    return Option(
        do={"type": "recruit", "group": group, "cost": cost},
        words=words,
        sign=group,
        small=text("buru.cost", n=cost),
        small_sign="fish",
        spoken=text("buru.say.recruit", group=words, count=cost),
        why=forbids.recruit(public, by, group, cost),
        panel=text(f"buru.panel.recruit.{group}", n=cost),
    )


def _tasks(public: Public, by: int) -> Group:
    """BURU-28: a rival tasks nobody, and gets 1 esteem for it."""
    if public.is_rival(by):
        words = text("buru.ask.task_rival")
        return Group((Option({"type": "task"}, words, sign="esteem", panel=text("buru.panel.task")),), 1)
    options = (
        Option(
            do={"type": "task", "group": group},
            words=text(f"buru.group.{group}"),
            sign=group,
            spoken=text("buru.say.task", group=text(f"buru.group.{group}")),
            why=forbids.task(public, by, group),
        )
        for group in GROUPS
    )
    return Group(tuple(options), len(GROUPS), title=text("buru.ask.task"))


def _tributes(public: Public, by: int) -> Group:
    """With the full ledger what was paid is always told: `{}` if nothing."""
    options = (
        Option(
            do={"type": "tribute", "spirit": spirit, **_unpaid(public)},
            words=text(f"buru.spirit.{spirit}"),
            sign=spirit,
            small=text("buru.free") if public.options.full else None,
            spoken=text("buru.say.tribute", spirit=text(f"buru.spirit.{spirit}")),
            why=forbids.tribute(public, by, spirit, fish(0)),
            panel=text(f"buru.panel.tribute.{spirit}"),
        )
        for spirit in SPIRITS
    )
    return Group(tuple(options), len(SPIRITS), title=text("buru.ask.tribute"))


def _unpaid(public: Public) -> dict[str, Any]:
    return {"pay": {}} if public.options.full else {}


def _spaces(public: Public) -> Group:
    """BURU-12: only who likes tells which space it took."""
    options = (
        Option(
            do={"type": "space", "space": space},
            words=text("buru.power", n=space),
            spoken=text("buru.say.space", n=space),
            why=forbids.space(public, space),
        )
        for space in SPACES
    )
    return Group(tuple(options), len(SPACES), title=text("buru.ask.space"), hint=text("buru.ask.space_hint"))


def _last(public: Public, by: int) -> Group:
    elder, marker = text("buru.ask.elder"), text("buru.ask.emissary")
    options = (
        Option({"type": "elder"}, elder, sign="elder", why=forbids.elder(public), panel=text("buru.panel.elder")),
        Option(
            do={"type": "emissary"},
            words=marker,
            sign="emissary",
            why=forbids.emissary(public, by),
            panel=text("buru.panel.emissary"),
        ),
        Option({"type": "done"}, text("buru.ask.done"), spoken=text("buru.say.done"), panel=text("buru.panel.done")),
    )
    return Group(options, 3)


# Forms


def goods_of(public: Public) -> tuple[str, ...]:
    """BURU-44: what this table's ledger follows."""
    return GOODS if public.options.full else tuple(name for name in GOODS if name not in RESOURCES)


def labels(goods: tuple[str, ...]) -> tuple[tuple[Text, str], ...]:
    return tuple((text(f"buru.good.{name}"), name) for name in goods)


def _goods_forms(public: Public) -> Iterator[Form]:
    for kind in ("gain", "pay"):
        goods = tuple(name for name in goods_of(public) if kind == "gain" or name != "esteem")
        fields = tuple(Field(name, min=1, max=MOST, default=1, optional=True) for name in goods)
        yield Form(
            {"type": kind},
            fields,
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


def _tribute_forms(public: Public, by: int) -> tuple[Form, ...]:
    """With the full ledger what it cost; what it is worth if the seat tells it at once, and not at the end."""
    fields = [Field("spirit", of=SPIRITS)]
    if public.options.full:
        goods = tuple(name for name in GOODS if name != "esteem")
        fields.append(Field("pay", min=1, max=MOST, default=1, keys=goods))
    if not public.is_rival(by):
        fields.append(Field("value", min=0, max=MOST, default=1, optional=True))
    if len(fields) == 1:
        return ()
    numbers = (*(labels(goods) if public.options.full else ()), (text("buru.good.value"), "tribute"))
    return (
        Form(
            {"type": "tribute"},
            tuple(fields),
            text("buru.ask.goods_done"),
            labels=numbers[: len(numbers) - public.is_rival(by)],
            choices={"spirit": tuple(Choice(text(f"buru.spirit.{spirit}"), sign=spirit) for spirit in SPIRITS)},
            opens=text("buru.ask.tribute_more"),
        ),
    )
