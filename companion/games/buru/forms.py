"""A turn's numbers and choices that are too many to list."""

from collections.abc import Iterator
from typing import Final

from companion.core.actions import as_data, form_start, type_of
from companion.core.answers import Choice, Field, Form
from companion.core.caching import cached_by_type
from companion.core.words import Text, text
from companion.games.buru.actions import Gain, OfGoods, Pay, Recruit, Tribute
from companion.games.buru.goods import goods_of
from companion.games.buru.pieces import ALTARS, GOODS, MOST_AT_ONCE, Good, Islander, Spirit

MOST: Final = MOST_AT_ONCE
Labels = tuple[tuple[Text, str], ...]


def labels(goods: tuple[Good, ...]) -> Labels:
    """Word and sign of each."""
    return tuple((text(f"buru.good.{name}"), name) for name in goods)


def across(n: int) -> int:
    """In how many columns so many islanders or places stand: five names side by side have no room on a small phone."""
    return min(n, 3 if n in (5, 9) else 4)


@cached_by_type
def forms(full: bool, rival: bool, at_the_lake: bool, groups: tuple[Islander, ...]) -> tuple[Form, ...]:
    """Aside, but for the tributes of a full ledger where they are usual."""
    goods = goods_of(full)
    paid = tuple(name for name in goods if name != "esteem")
    tributes = tuple(_tribute_forms(full, rival, at_the_lake))
    return (*tributes, _recruit_form(groups), _goods_form(Gain, goods), _goods_form(Pay, paid))


def _goods_form(of: type[OfGoods], goods: tuple[Good, ...]) -> Form:
    """One or more of the goods; those at nothing are left out."""
    kind = type_of(of)
    return Form(
        form_start(of),
        tuple(Field(name, min=1, max=MOST, optional=True) for name in goods),
        text("buru.ask.goods_done"),
        labels=labels(goods),
        fold=text(f"buru.ask.{kind}_more"),
        panel=text(f"buru.panel.{kind}_more"),
        aside=True,
    )


def _recruit_form(groups: tuple[Islander, ...]) -> Form:
    return Form(
        form_start(Recruit),
        (Field("group", of=groups), Field("cost", min=0, max=MOST, default=0)),
        text("buru.ask.recruit_done"),
        labels=((text("buru.good.cost"), "fish"),),
        choices={"group": choices("group", groups)},
        fold=text("buru.ask.recruit_more"),
        panel=text("buru.panel.recruit_more"),
        aside=True,
    )


def choices(kind: str, names: tuple[str, ...]) -> tuple[Choice, ...]:
    """Islanders or spirits by name."""
    return tuple(Choice(text(f"buru.{kind}.{name}"), sign=name, panel=text(f"buru.{kind}.{name}")) for name in names)


def _tribute_forms(full: bool, rival: bool, at_the_lake: bool) -> Iterator[Form]:
    """What it is worth if the seat tells it at once, and not at the end; with the full ledger what it cost."""
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
            fold=text("buru.ask.tribute_more"),
            panel=text("buru.panel.tribute_worth"),
            aside=True,
        )


def _tribute_to(spirit: Spirit, fields: tuple[Field, ...], numbers: Labels, at_the_lake: bool) -> Form:
    return Form(
        as_data(Tribute(spirit)),
        fields,
        text("buru.ask.tribute_later" if any(field.unseen for field in fields) else "buru.ask.tribute_done"),
        labels=numbers,
        fold=text("buru.ask.tribute_to", spirit=text(f"buru.spirit.{spirit}")),
        panel=text(f"buru.panel.tribute.{spirit}"),
        aside=not at_the_lake,
    )
