"""Which types of options a lobby can ask for."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import UnsetType

from companion.core.game import EachSeat, FromOwnerThing, OneOf, OnlyWith, SeatValues, only_with, option_type

Colour = Literal["blue", "red"]


@pytest.mark.parametrize(
    ("hint", "found"),
    [
        (bool, OneOf((False, True))),
        (Colour, OneOf(("blue", "red"))),
        (Annotated[tuple[Colour, ...], EachSeat()] | UnsetType, SeatValues(("blue", "red"), ())),
        (Annotated[tuple[Colour, ...], EachSeat((1, 3))] | UnsetType, SeatValues(("blue", "red"), (1, 3))),
        (Annotated[dict, FromOwnerThing("layout")], FromOwnerThing("layout")),
        (Annotated[bool, OnlyWith("other", True)], OneOf((False, True))),
        (Annotated[Colour, OnlyWith("other", "red")], OneOf(("blue", "red"))),
    ],
)
def test_an_option_is_asked_for_as_its_type_says(hint: Any, found: object) -> None:
    assert option_type(hint) == found


@pytest.mark.parametrize(
    "hint",
    [
        int,
        tuple[Colour, ...],
        Annotated[int, "so many"],
        Annotated[Colour, EachSeat()],
        Annotated[tuple[int, ...], EachSeat()],
        Annotated[tuple[Colour, ...], EachSeat((1,))],
    ],
)
def test_a_type_that_no_lobby_could_ask_for_is_no_option(hint: Any) -> None:
    with pytest.raises(TypeError):
        option_type(hint)


def test_an_option_may_need_another() -> None:
    assert only_with(Annotated[bool, OnlyWith("other", 2)]) == OnlyWith("other", 2)
    assert only_with(bool) is None
    assert only_with(Annotated[dict, FromOwnerThing("layout")]) is None
