"""The seats that may know an answer, field by field."""

import pytest

from companion.core.state import KnownTo, Reach, Seat, known_part

ANA, BEN, CHO = Seat("Ana"), Seat("Ben"), Seat("Cho")

DEAL = {"type": "deal", "hands": {"Ana": 1, "Ben": 2}}
DRAW = {"type": "draw", "cards": ["storm", "seal", "seal"]}


@pytest.mark.parametrize(
    ("known_to", "seat", "part"),
    [
        (Reach.EVERYONE, None, {"cards": ["storm", "seal", "seal"]}),
        (frozenset({ANA}), ANA, {"cards": ["storm", "seal", "seal"]}),
        (frozenset({ANA}), BEN, {}),
        (frozenset({ANA}), None, {}),
        ({"cards": (ANA, BEN, ANA)}, ANA, {"cards": ["storm", "seal"]}),
        ({"cards": (ANA, BEN, ANA)}, BEN, {"cards": ["seal"]}),
        ({"cards": (ANA, BEN, ANA)}, CHO, {}),
        ({"cards": (ANA, BEN, ANA)}, None, {}),
        ({}, ANA, {}),
    ],
)
def test_each_knows_its_part_of_a_draw(known_to: KnownTo, seat: Seat | None, part: dict[str, object]) -> None:
    assert known_part(DRAW, known_to, seat) == {"type": "draw", **part}


def test_each_knows_its_part_of_a_deal() -> None:
    parts = [known_part(DEAL, {"hands": Reach.EACH}, seat).get("hands") for seat in (ANA, BEN, CHO, None)]
    assert parts == [{"Ana": 1}, {"Ben": 2}, None, None]


def test_a_draw_has_one_knower_for_each_card() -> None:
    with pytest.raises(ValueError, match="shorter"):
        known_part(DRAW, {"cards": (ANA, BEN)}, ANA)
