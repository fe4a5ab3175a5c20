"""A turn's actions: what its region usually gives as one tap each, the rest behind one button."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from companion.core.answers import Answers, Choice, Field, Form, Group, Option
from companion.core.event import Due
from companion.core.words import Text, text
from companion.games.buru import forbids
from companion.games.buru.pieces import GOODS, GROUPS, MOST_AT_ONCE, RESOURCES, SPACES, SPIRITS
from companion.games.buru.state import Own, Public, fish, goods

MOST: Final = MOST_AT_ONCE
USUAL_FISH: Final = (1, 2, 3)
USUAL_GOODS: Final = (1, 2)
USUAL_PRICES: Final = (1, 2, 3, 4)

USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    "forest": ("goods", "gain"),
    "shore": ("recruit", "gain"),
    "village": ("task", "pay", "goods", "gain"),
    "lake": ("tribute", "council", "gain"),
}
"""BURU-14: what a turn in each region is about. All else a card may still bring."""


def act(public: Public, own: Own | None, due: Due) -> Answers:
    by, region = public.active, public.region
    assert by is not None
    assert region is not None
    usual = USUAL[region]
    return Answers(
        groups=tuple(_placed(name, group, usual) for name, group in _groups(public, by)),
        forms=(*_tribute_forms(public, by, "tribute" in usual), *_goods_forms(public), _recruit_form()),
        aside=text("buru.ask.aside"),
        main=_done(public, by),
        panel=text("buru.panel.act", rival=public.names[by]),
    )


def _groups(public: Public, by: int) -> Iterator[tuple[str, Group]]:
    """Each with what it is about; the likeliest comes last, where the thumb is."""
    yield "recruit", _recruits(public, by)
    yield "task", _tasks(public, by)
    yield "council", _council(public, by)
    # With the full ledger a tribute's cost is always told, so there the forms stand in this place.
    yield "free tribute" if public.options.full else "tribute", _tributes(public, by)
    yield "pay", _pays(public, by)
    if public.options.full:
        yield "goods", _goods_group(public)
    yield "gain", _gains()
    yield "space", _spaces(public)


def _placed(name: str, group: Group, usual: tuple[str, ...]) -> Group:
    """Aside each group has its title. What belongs here needs none, and only this is on the display."""
    if name in usual:
        return replace(group, title=None, hint=None)
    return replace(group, aside=True, options=tuple(replace(option, panel=None) for option in group.options))


# Ready-made


def _gains() -> Group:
    gains = (*({"fish": n} for n in USUAL_FISH), {"esteem": 1})
    return Group(tuple(_gain(gain) for gain in gains), 4, title=text("buru.ask.gain"))


def _goods_group(public: Public) -> Group:
    """BURU-44: clay, palm and ebony are followed with the full ledger. In the village what they cost takes the room."""
    usual = USUAL_GOODS[:1] if public.region == "village" else USUAL_GOODS
    options = tuple(_gain({name: n}) for n in usual for name in RESOURCES)
    return Group(options, len(RESOURCES), title=text("buru.ask.gain"))


def _gain(gain: dict[str, int]) -> Option:
    ((name, n),) = gain.items()
    what = text(f"buru.some.{name}", count=n)
    return Option(
        do={"type": "gain", **gain},
        words=text("buru.plus", n=n),
        sign=name,
        spoken=text("buru.say.gain", what=what),
        panel=text(f"buru.panel.gain.{name}", n=n),
    )


def _pays(public: Public, by: int) -> Group:
    """BURU-15: what a trade costs."""
    pays = [{"fish": n} for n in USUAL_FISH]
    if public.options.full:
        pays += [{name: 1} for name in RESOURCES]
    return Group(tuple(_pay(public, by, price) for price in pays), 3, title=text("buru.ask.pay"))


def _pay(public: Public, by: int, price: dict[str, int]) -> Option:
    ((name, n),) = price.items()
    return Option(
        do={"type": "pay", **price},
        words=text("buru.minus", n=n),
        sign=name,
        spoken=text("buru.say.pay", what=text(f"buru.some.{name}", count=n)),
        why=forbids.pay(public, by, goods(price)),
    )


def _recruits(public: Public, by: int) -> Group:
    """A row for each price, the first one with the names of its columns."""
    options = tuple(_recruit(public, by, group, cost) for cost in USUAL_PRICES for group in GROUPS)
    return Group(options, len(GROUPS), title=text("buru.ask.recruit"), hint=text("buru.ask.recruit_hint"))


def _recruit(public: Public, by: int, group: str, cost: int) -> Option:
    name, price = text(f"buru.group.{group}"), text("buru.cost", n=cost)
    is_first = cost == USUAL_PRICES[0]
    return Option(
        do={"type": "recruit", "group": group, "cost": cost},
        words=name if is_first else price,
        sign=group if is_first else None,
        small=price if is_first else None,
        small_sign="fish" if is_first else None,
        spoken=text("buru.say.recruit", group=name, count=cost),
        why=forbids.recruit(public, by, group, cost),
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


def _council(public: Public, by: int) -> Group:
    options = (
        Option(
            do={"type": "elder"},
            words=text("buru.ask.elder"),
            sign="elder",
            why=forbids.elder(public),
            panel=text("buru.panel.elder"),
        ),
        Option(
            do={"type": "emissary"},
            words=text("buru.ask.emissary"),
            sign="emissary",
            why=forbids.emissary(public, by),
            panel=text("buru.panel.emissary"),
        ),
    )
    return Group(options, 2)


def _tributes(public: Public, by: int) -> Group:
    """With the full ledger these are the ones that cost nothing."""
    full = public.options.full
    options = (
        Option(
            do={"type": "tribute", "spirit": spirit, **({"pay": {}} if full else {})},
            words=text(f"buru.spirit.{spirit}"),
            sign=spirit,
            spoken=text("buru.say.tribute", spirit=text(f"buru.spirit.{spirit}")),
            why=forbids.tribute(public, by, spirit, fish(0)),
            panel=text(f"buru.panel.tribute.{spirit}"),
        )
        for spirit in SPIRITS
    )
    return Group(tuple(options), len(SPIRITS), title=text("buru.ask.tribute_free" if full else "buru.ask.tribute"))


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


def _done(public: Public, by: int) -> Option:
    words = text("buru.ask.done_rival", rival=public.names[by]) if public.is_rival(by) else text("buru.ask.done")
    return Option({"type": "done"}, words, spoken=text("buru.say.done"), panel=text("buru.panel.done"))


# Forms


def goods_of(public: Public) -> tuple[str, ...]:
    """BURU-44: what this table's ledger follows."""
    return GOODS if public.options.full else tuple(name for name in GOODS if name not in RESOURCES)


def labels(goods: tuple[str, ...]) -> tuple[tuple[Text, str], ...]:
    return tuple((text(f"buru.good.{name}"), name) for name in goods)


def _goods_forms(public: Public) -> Iterator[Form]:
    for kind in ("gain", "pay"):
        names = tuple(name for name in goods_of(public) if kind == "gain" or name != "esteem")
        fields = tuple(Field(name, min=1, max=MOST, optional=True) for name in names)
        yield Form(
            {"type": kind},
            fields,
            text("buru.ask.goods_done"),
            labels=labels(names),
            opens=text(f"buru.ask.{kind}_more"),
            panel=text(f"buru.panel.{kind}_more"),
            aside=True,
        )


def _recruit_form() -> Form:
    fields = (Field("group", of=GROUPS), Field("cost", min=0, max=MOST, default=0))
    return Form(
        {"type": "recruit"},
        fields,
        text("buru.ask.recruit_done"),
        labels=((text("buru.good.cost"), "fish"),),
        choices={"group": tuple(_choice("group", group) for group in GROUPS)},
        opens=text("buru.ask.recruit_more"),
        panel=text("buru.panel.recruit_more"),
        aside=True,
    )


def _choice(kind: str, name: str) -> Choice:
    return Choice(text(f"buru.{kind}.{name}"), sign=name)


def _tribute_forms(public: Public, by: int, is_usual: bool) -> Iterator[Form]:
    """With the full ledger what it cost; what it is worth if the seat tells it at once, and not at the end."""
    value = () if public.is_rival(by) else (Field("value", min=0, max=MOST, optional=True),)
    worth = ((text("buru.good.value"), "tribute"),)[: len(value)]
    if not public.options.full:
        if value:
            yield _tribute_form((Field("spirit", of=SPIRITS), *value), worth)
        return
    names = tuple(name for name in GOODS if name != "esteem")
    pay = Field("pay", min=1, max=MOST, keys=names)
    for spirit in SPIRITS:
        form = _tribute_form((pay, *value), (*labels(names), *worth))
        do: dict[str, Any] = {**form.do, "spirit": spirit}
        opens, panel = (
            text("buru.ask.tribute_to", spirit=text(f"buru.spirit.{spirit}")),
            text(f"buru.panel.tribute.{spirit}"),
        )
        yield replace(form, do=do, opens=opens, panel=panel, choices={}, aside=not is_usual)


def _tribute_form(fields: tuple[Field, ...], numbers: tuple[tuple[Text, str | None], ...]) -> Form:
    return Form(
        {"type": "tribute"},
        fields,
        text("buru.ask.tribute_done"),
        labels=numbers,
        choices={"spirit": tuple(_choice("spirit", spirit) for spirit in SPIRITS)},
        opens=text("buru.ask.tribute_more"),
        aside=True,
    )
