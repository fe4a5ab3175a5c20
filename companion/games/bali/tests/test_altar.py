"""Sacrifices, and the cards of the altar that people see."""

import pytest

from companion.core.state import Reach
from companion.games.bali import GAME
from companion.games.bali.pieces import KINDS
from companion.games.bali.tests.playing import Sitting, all_views


def built(seats: int = 3, **options: object) -> Sitting:
    """Return a game in which Ana has built a shrine."""
    return Sitting(seats, **options).give(0, stones=8).now("play", card="shrine")


def worked_example() -> Sitting:
    sitting = built()
    sitting.now("sacrifice", kind="peanut").now("sacrifice", kind="peanut")
    return sitting.now("sacrifice", kind="rice").now("supply", kind="pepper")


@pytest.mark.rule("BALI-09")
def test_the_others_sacrifice_first_then_the_builder_and_the_supply():
    sitting = worked_example()
    assert sitting.altar() == ["peanut", "peanut", "rice", "pepper"]
    assert [line["seat"] for line in sitting.record[1:]] == ["Ben", "Cho", "Ana", "Ana"]
    assert sitting.public.stones[0] == 1
    assert sitting.public.top.kind == "pepper"


@pytest.mark.rule("BALI-09")
def test_only_a_shrine_is_followed_by_sacrifices():
    for card in ("stonemason", "priest", "rice"):
        assert Sitting(2).now("play", card=card).due().kind == "scored"


@pytest.mark.rule("BALI-09")
def test_the_builders_card_is_known_to_the_builder_alone():
    sitting = built()
    assert sitting.due().known_to is Reach.EVERYONE
    sitting.now("sacrifice", kind="rice").now("sacrifice", kind="rice")
    assert sitting.due().known_to == {"kind": frozenset({"Ana"})}
    assert sitting.due().announced


@pytest.mark.rule("BALI-09")
def test_only_the_builders_buttons_say_face_down_and_cover_the_card():
    sitting, asked = built(2), []
    for _ in ("Ben, face up", "Ana, face down"):
        asked.append({(option.spoken.key, option.cards is None) for option in sitting.answers().options()})
        sitting.now("sacrifice", kind="rice")
    assert asked == [{("bali.say.sacrifice", False)}, {("bali.say.sacrifice_down", True)}]


@pytest.mark.rule("BALI-09")
def test_a_seat_sacrifices_only_what_it_holds():
    sitting = built(2).now("sacrifice", kind="rice").now("sacrifice", kind="rice").now("supply", kind="rice")
    sitting.now("scored", card="priest").give(1, stones=7).now("play", card="shrine")
    assert sitting.refused_now("sacrifice", kind="rice").key == "bali.not_held"


@pytest.mark.rule("BALI-09")
def test_a_sacrifice_is_asked_alike_for_any_hand():
    sitting = built(2)
    answers = sitting.answers()
    assert answers.secret
    assert [option.do["kind"] for option in answers.options()] == list(KINDS)


@pytest.mark.rule("BALI-10")
def test_a_seat_without_cards_puts_nothing():
    sitting = Sitting(3)
    for kind in KINDS:
        sitting.give(0, stones=7).now("play", card="shrine")
        for _ in range(3):
            sitting.now("sacrifice", kind=kind)
        sitting.now("supply", kind="rice").now("scored", card="priest")
        for _ in range(2):
            sitting.now("play", card="priest").now("scored", card="stonemason")
    sitting.give(0, stones=7).now("play", card="shrine")
    assert sitting.due().kind == "supply"


@pytest.mark.rule("BALI-10")
def test_an_empty_supply_adds_nothing():
    sitting = built(2).supply(rice=0, peanut=0, banana=0, pepper=0)
    sitting.now("sacrifice", kind="rice").now("sacrifice", kind="rice")
    assert sitting.due().kind == "scored"
    assert sitting.public.altar == 2


@pytest.mark.rule("BALI-10")
def test_from_the_supply_comes_only_what_is_left():
    sitting = built(2).supply(rice=0).now("sacrifice", kind="rice").now("sacrifice", kind="rice")
    assert sitting.refused_now("supply", kind="rice").key == "bali.supply_out_must"


@pytest.mark.rule("BALI-11")
def test_screens_show_only_the_top_and_the_number_of_the_altar():
    one = worked_example()
    other = built().now("sacrifice", kind="banana").now("sacrifice", kind="banana")
    other.now("sacrifice", kind="rice").now("supply", kind="pepper")
    assert GAME.view(one.public, None, None) == GAME.view(other.public, None, None)


@pytest.mark.rule("BALI-11")
def test_a_card_face_down_on_top_shows_no_kind():
    sitting = built(2).supply(rice=0, peanut=0, banana=0, pepper=0)
    sitting.now("sacrifice", kind="rice").now("sacrifice", kind="banana")
    assert (sitting.public.top.kind, sitting.public.top.by) == (None, 0)


@pytest.mark.rule("BALI-11")
def test_the_altar_log_lists_only_cards_that_came_face_up():
    sitting = built(2, altar_log=True).now("sacrifice", kind="peanut").now("sacrifice", kind="banana")
    sitting.now("supply", kind="pepper")
    assert [card.kind for card in sitting.public.log] == ["peanut", "pepper"]
    note = next(block for block in all_views(sitting.state)[0].blocks if getattr(block, "more", ()))
    assert "banana" not in repr(note)


@pytest.mark.rule("BALI-11")
def test_without_the_option_there_is_no_log():
    views = all_views(worked_example().state)
    assert not [block for view in views for block in view.blocks if getattr(block, "more", ())]
