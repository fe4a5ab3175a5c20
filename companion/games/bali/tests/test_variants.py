"""Oracles and the demon."""

import pytest

from companion.core.blocks import Note
from companion.core.state import changed
from companion.core.words import text
from companion.games.bali.pieces import KINDS
from companion.games.bali.state import AltarCard, Look
from companion.games.bali.tests.playing import Sitting, all_views


def looking(*altar: str | None, unknown: tuple[str, ...] = (), down: tuple[int, ...] = ()) -> Sitting:
    """Return a game in which Ana looks at an altar of these cards, listed from below. The cards with an index in `down` are
    face down."""
    sitting = Sitting(2, oracle=True)
    cards = tuple(AltarCard(kind, kind is not None and i not in down, None) for i, kind in enumerate(altar))
    public = changed(sitting.public, altar=len(cards), top=cards[-1] if cards else None)
    sitting.state = changed(sitting.state, public=public, box=changed(sitting.state.box, altar=cards, unknown=unknown))
    return sitting.now("discard").now("oracle")


@pytest.mark.rule("BALI-26")
def test_one_card_of_each_kind_is_face_down_from_the_start():
    sitting = Sitting(3, oracle=True)
    assert (sitting.public.altar, sitting.public.top.kind) == (4, None)
    assert sitting.public.supply == (21, 21, 21, 21)
    assert sitting.altar() == [None] * 4


@pytest.mark.rule("BALI-27")
def test_an_oracle_comes_before_the_scored_card_and_is_never_scored():
    sitting = Sitting(2, oracle=True).now("discard")
    assert {"type": "oracle"} in sitting.answers().legal()
    assert {"type": "scored", "card": "oracle"} not in [option.do for option in sitting.answers().options()]


@pytest.mark.rule("BALI-27")
def test_without_the_variant_no_oracle_comes_up():
    sitting = Sitting(2).now("discard")
    assert {"type": "oracle"} not in [option.do for option in sitting.answers().options()]


@pytest.mark.rule("BALI-28")
def test_one_look_for_each_column_and_no_more_than_three():
    sitting = Sitting(2, oracle=True).now("discard")
    for _ in range(3):
        sitting.now("oracle").now("keep", kind=None)
    assert sitting.refused_now("oracle").key == "bali.oracles_enough"


@pytest.mark.rule("BALI-28")
def test_a_seat_that_looks_keeps_one_card_and_the_others_stay_in_their_order():
    sitting = looking("rice", "peanut", "rice", "banana", "pepper", down=(2,)).now("keep", kind="rice")
    assert sitting.altar() == ["rice", "peanut", "banana", "pepper"]
    assert sitting.held("Ana")["rice"] == 2
    assert (sitting.public.altar, sitting.public.cards[0]) == (4, 5)


@pytest.mark.rule("BALI-28")
def test_a_seat_that_does_not_look_changes_nothing():
    sitting = looking("rice", "pepper").now("keep", kind=None)
    assert sitting.altar() == ["rice", "pepper"]
    assert sitting.public.cards == (4, 4)


@pytest.mark.rule("BALI-28")
def test_only_the_top_four_can_be_kept():
    sitting = looking("rice", "peanut", "peanut", "peanut", "pepper")
    assert sitting.refused_now("keep", kind="rice").key == "bali.not_seen"


@pytest.mark.rule("BALI-28")
def test_from_an_empty_altar_nothing_is_kept():
    sitting = looking()
    assert sitting.due().id == "scored-1-1"


@pytest.mark.rule("BALI-28")
def test_a_face_down_card_that_comes_to_the_top_is_shown_as_such():
    sitting = looking("rice", "peanut", "pepper", down=(1,)).now("keep", kind="pepper")
    assert sitting.public.top.kind is None
    sitting.now("oracle").now("keep", kind="peanut")
    assert sitting.public.top.kind == "rice"


@pytest.mark.rule("BALI-29")
def test_the_seen_cards_are_on_the_active_seats_screen_alone():
    sitting = looking("rice", "peanut", "banana", "pepper", down=(1,))
    look = Look(("pepper", "banana", "peanut", "rice"), ())
    assert (sitting.state.own["Ana"].look, sitting.state.own["Ben"].look) == (look, None)
    assert sitting.due().known_to == {"kind": frozenset({"Ana"})}
    assert sitting.state.shown == ("Ana",)


@pytest.mark.rule("BALI-29")
def test_a_look_ends_with_its_answer():
    sitting = looking("rice").now("keep", kind="rice")
    assert sitting.state.own["Ana"].look is None


@pytest.mark.rule("BALI-29")
def test_a_card_of_the_set_up_may_be_any_kind_that_is_left_among_them():
    sitting = looking(None, None, unknown=("banana", "rice")).now("keep", kind="banana")
    assert sitting.state.box.unknown == ("rice",)
    sitting.now("oracle")
    assert sitting.refused_now("keep", kind="banana").key == "bali.not_seen"


@pytest.mark.rule("BALI-29")
def test_a_known_card_goes_before_one_of_the_set_up():
    sitting = looking(None, "rice", None, unknown=("rice", "pepper")).now("keep", kind="rice")
    assert sitting.altar() == [None, None]
    assert sitting.state.box.unknown == ("rice", "pepper")


@pytest.mark.rule("BALI-29")
def test_the_highest_card_of_the_kept_kind_is_taken():
    sitting = looking("rice", "pepper", "rice", "peanut", down=(0, 2)).now("keep", kind="rice")
    assert sitting.altar() == ["rice", "pepper", "peanut"]


@pytest.mark.rule("BALI-29")
def test_the_question_looks_alike_after_any_look():
    answers = looking("rice").answers()
    assert answers.secret
    assert [option.do["kind"] for option in answers.options()] == [*KINDS, None]


@pytest.mark.rule("BALI-29")
def test_a_taken_top_card_shows_everybody_that_it_is_gone():
    assert looking("rice", "pepper").now("keep", kind="pepper").state.shown == ("Ana", None)
    assert looking("rice", "pepper").now("keep", kind="rice").state.shown == ("Ana",)


@pytest.mark.rule("BALI-30")
def test_the_end_may_be_entered_in_place_of_an_oracle():
    sitting = Sitting(2, oracle=True).now("discard").now("deck_empty")
    assert sitting.public.final
    assert "keep" not in {line["do"]["type"] for line in sitting.record}


@pytest.mark.rule("BALI-31")
def test_a_priest_moves_the_demon_from_the_last_column_to_the_first():
    sitting = Sitting(2, demon=True)
    sitting.state = changed(sitting.state, public=changed(sitting.public, demon=4))
    assert sitting.now("play", card="priest").public.demon == 1


@pytest.mark.rule("BALI-31")
@pytest.mark.parametrize("card", ["stonemason", "rice", "shrine"])
def test_nothing_else_moves_the_demon(card):
    assert Sitting(2, demon=True).give(0, stones=7).now("play", card=card).public.demon == 1


@pytest.mark.rule("BALI-32")
def test_every_screen_names_the_column_that_is_forbidden():
    sitting = Sitting(2, demon=True).now("play", card="priest")
    assert [view.now.small[-2].values for view in all_views(sitting.state)] == [{"column": 2}] * 3
    for view in all_views(sitting.now("scored", card="rice").state):
        assert [block.words.values for block in view.blocks if isinstance(block, Note)] == [{"column": 2}]


@pytest.mark.rule("BALI-28")
@pytest.mark.parametrize(("altar", "seen"), [(("rice",), 1), (("rice",) * 3, 3), (("rice",) * 6, 4)])
def test_a_seat_that_may_look_reads_at_how_many_cards(altar, seen):
    sitting = looking(*altar)
    ana = all_views(sitting.state)[1]
    assert ana.now.small == (text("bali.now.oracle"), text("bali.now.keep_small", count=seen))


@pytest.mark.rule("BALI-33")
def test_both_variants_may_be_played_together():
    sitting = Sitting(2, oracle=True, demon=True).now("play", card="priest").now("oracle")
    assert (sitting.public.demon, sitting.due().kind) == (2, "keep")
