"""The table before the first turn."""

import msgspec
import pytest

from companion.games.bali import GAME
from companion.games.bali.pieces import KINDS, PLACE
from companion.games.bali.state import Options
from companion.games.bali.tests.playing import Sitting


@pytest.mark.rule("BALI-01")
def test_everybody_begins_with_one_stonemason_on_the_table():
    for row in Sitting(4).public.table:
        assert row[PLACE["stonemason"]] == 1
        assert sum(row) == 1


@pytest.mark.rule("BALI-02")
def test_there_are_25_cards_of_each_kind():
    sitting = Sitting(3)
    assert sitting.public.supply == (22, 22, 22, 22)


@pytest.mark.rule("BALI-02")
def test_stones_never_run_out():
    sitting = Sitting(2).give(0, stones=900, stonemason=12)
    sitting.now("play", card="stonemason").now("scored", card="stonemason")
    assert sitting.public.stones[0] == 900 + 13 + 1


@pytest.mark.rule("BALI-03")
def test_everybody_holds_one_sacrifice_card_of_each_kind():
    sitting = Sitting(2)
    assert sitting.held("Ana") == dict.fromkeys(KINDS, 1)
    assert sitting.public.cards == (4, 4)


@pytest.mark.rule("BALI-03")
def test_a_seat_sees_its_own_cards_and_of_the_others_only_their_number():
    sitting = Sitting(2)
    ana = GAME.view(sitting.public, sitting.state.own["Ana"], "Ana").blocks
    assert [count.n for count in ana[-1].counts] == [1, 1, 1, 1]
    public = GAME.view(sitting.public, None, None).blocks
    assert "secret" not in {msgspec.to_builtins(block)["block"] for block in public}


@pytest.mark.rule("BALI-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_next_seat_begins_with_one_stone_more(seats):
    assert Sitting(seats).public.stones == (2, 3, 4, 5)[:seats]


@pytest.mark.rule("BALI-05")
def test_the_offer_has_four_columns_and_none_of_it_is_asked():
    sitting = Sitting(2, demon=True)
    columns = set()
    for _ in range(8):
        columns.add(sitting.public.demon)
        sitting.now("play", card="priest").now("scored", card="shrine")
    assert columns == {1, 2, 3, 4}


def test_two_to_four_sit_down():
    assert list(GAME.sizes(Options())) == [2, 3, 4]


@pytest.mark.parametrize("wrong", [{"oracles": True}, {"oracle": 1}, {"stones_per_point": 2}, {"offer": "none"}])
def test_unknown_options_are_refused(wrong):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Options)
