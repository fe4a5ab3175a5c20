"""The gains from a scored card."""

import pytest

from companion.games.bali.pieces import KINDS, bonus
from companion.games.bali.tests.playing import Sitting


def scored(card: str, *counts: int, stones: int = 0) -> Sitting:
    """Return a game in which a card was scored in Ana's turn. `counts` has how many of it each seat has."""
    sitting = Sitting(len(counts))
    for i, n in enumerate(counts):
        sitting.give(i, stones=stones, **{"stonemason": 0, card: n})
    return sitting.now("discard").now("scored", card=card)


def got(sitting: Sitting, kind: str) -> list[int]:
    """Return how many cards of a kind each seat has more than at the start."""
    return [sitting.held(name)[kind] - 1 for name in sitting.names]


@pytest.mark.rule("BALI-15")
def test_stonemasons_bring_a_stone_each_and_one_more_to_the_most():
    assert scored("stonemason", 2, 1, 0).public.stones == (3, 1, 0)


@pytest.mark.rule("BALI-15")
def test_a_lone_stonemason_brings_no_bonus():
    assert scored("stonemason", 1, 0).public.stones == (1, 0)


@pytest.mark.rule("BALI-16")
def test_priests_bring_points():
    assert scored("priest", 2, 2, 1).public.points == (2, 2, 1)
    assert scored("priest", 2, 3, 1).public.points == (2, 4, 1)


@pytest.mark.rule("BALI-17")
def test_shrines_bring_stones_or_points_as_each_seat_chooses():
    sitting = scored("shrine", 3, 1, 2)
    sitting.now("reward", as_="points").now("reward", as_="stones").now("reward", as_="points")
    assert sitting.public.points == (4, 0, 2)
    assert sitting.public.stones == (0, 1, 0)


@pytest.mark.rule("BALI-17")
def test_seats_without_shrines_choose_nothing_and_the_active_one_chooses_first():
    sitting = scored("shrine", 0, 1, 2)
    sitting.now("reward", as_="points").now("reward", as_="points")
    assert [line["seat"] for line in sitting.record[-2:]] == ["Ben", "Cho"]
    assert sitting.due().kind == "turn"


@pytest.mark.rule("BALI-17")
def test_the_order_begins_at_the_active_seat():
    sitting = Sitting(3).now("play", card="priest").now("scored", card="priest")
    for i in range(3):
        sitting.give(i, shrine=1)
    sitting.now("play", card="priest").now("scored", card="shrine")
    for _ in range(3):
        sitting.now("reward", as_="stones")
    assert [line["seat"] for line in sitting.record[-3:]] == ["Ben", "Cho", "Ana"]


@pytest.mark.rule("BALI-18")
def test_one_rice_farmer_alone_brings_one_card_and_no_bonus():
    assert got(scored("rice", 0, 1, 0), "rice") == [0, 1, 0]


@pytest.mark.rule("BALI-18")
def test_farmers_bring_one_card_however_many_and_one_more_to_the_most():
    assert got(scored("rice", 4, 3, 0), "rice") == [2, 1, 0]


@pytest.mark.rule("BALI-19")
def test_a_seat_whose_kind_is_gone_takes_another_and_the_bonus_comes_last():
    sitting = Sitting(3).supply(rice=2)
    sitting.give(0, rice=2).give(1, rice=1).give(2, rice=1)
    sitting.now("play", card="rice").now("scored", card="rice")
    assert (sitting.due().id, sitting.due().seat) == ("substitute-1-2", "Cho")
    sitting.now("substitute", kind="pepper")
    assert (sitting.due().id, sitting.due().seat) == ("substitute-1-0-extra", "Ana")
    sitting.now("substitute", kind="banana")
    assert got(sitting, "rice") == [1, 1, 0]
    assert (got(sitting, "pepper"), got(sitting, "banana")) == ([0, 0, 1], [1, 0, 0])
    assert sitting.due().kind == "turn"


@pytest.mark.rule("BALI-19")
def test_a_seat_whose_kind_is_gone_may_take_none():
    sitting = Sitting(2).supply(rice=0).give(0, rice=1).now("discard").now("scored", card="rice")
    sitting.now("substitute", kind=None)
    assert sitting.public.cards == (4, 4)
    assert sitting.due().kind == "turn"


@pytest.mark.rule("BALI-19")
def test_a_substitute_must_be_left_in_the_supply():
    sitting = Sitting(2).supply(rice=0, pepper=0).give(0, rice=1).now("discard").now("scored", card="rice")
    assert sitting.refused_now("substitute", kind="pepper").key == "bali.supply_out"


@pytest.mark.rule("BALI-19")
def test_from_an_empty_supply_nobody_is_asked():
    sitting = Sitting(2).supply(**dict.fromkeys(KINDS, 0)).give(0, rice=3)
    assert sitting.now("discard").now("scored", card="rice").due().kind == "turn"


@pytest.mark.rule("BALI-20")
@pytest.mark.parametrize(
    ("counts", "most"), [((2, 2, 1), None), ((1, 0), None), ((2, 1), 0), ((0, 0), None), ((1, 3, 3, 4), 3)]
)
def test_only_the_one_with_most_and_at_least_two_gets_more(counts, most):
    assert bonus(counts) == most


@pytest.mark.rule("BALI-20")
def test_the_start_stonemason_counts():
    sitting = Sitting(2).give(0, stones=0).give(1, stones=0)
    sitting.now("play", card="stonemason").now("scored", card="stonemason")
    assert sitting.public.stones == (3, 1)
