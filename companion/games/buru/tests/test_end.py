"""Dusk, the end, counts, and corrections."""

import pytest

from companion.core.words import Malformed
from companion.games.buru import GAME
from companion.games.buru.tests.playing import Sitting, everywhere


def dusk(sitting: Sitting) -> Sitting:
    """Play the rest of the round. All seats place the same tokens."""
    equal = everywhere(2, 3, 4, 5)
    return sitting.dawn().morning(**dict.fromkeys(sitting.public.names, equal)).noon()


def ended(sitting: Sitting) -> Sitting:
    """Play to the end of the last round."""
    dusk(sitting.last_round())
    while sitting.public.stage not in ("final", "end"):
        sitting.table("reveal") if sitting.due().kind == "reveal" else sitting.done()
    return sitting


@pytest.mark.rule("BURU-20")
def test_at_dusk_decrees_are_gone_tokens_come_back_and_islanders_are_ready():
    sitting = (
        dusk(Sitting(2).give("Ana", noble=1)).until("act", "village").answer("Ana", "task", group="noble").until("decree")
    )
    public = sitting.public
    assert (public.round, public.decrees, public.tokens, public.dominances) == (2, (), (), ())
    assert sitting.player("Ana").tasked == (0, 0, 0, 0, 0)
    assert sitting.player("Ana").islanders == (0, 0, 1, 0, 0)
    assert sitting.player("Ana").kept is None
    assert all((own.hand, own.placed) == ((1, 2, 3, 4, 5), ()) for own in sitting.state.own.values())


@pytest.mark.rule("BURU-20")
def test_totems_and_emissary_stay_where_they_are():
    sitting = dusk(Sitting(2)).until("act", "lake").done().answer("Ben", "emissary").until("decree")
    assert (sitting.public.totems, sitting.public.emissary) == ((0, 0, 0, None, None), 1)
    assert sitting.dawn().awaits() == ("place", "Ben")


@pytest.mark.rule("BURU-21")
def test_the_score_is_track_tribute_cards_and_elders():
    sitting = Sitting(2).give("Ana", esteem=4, banyu=2, manuk=1, elders=2).give("Ben", gunung=1)
    ended(sitting).answer("Ana", "final", tributes={"banyu": [3, 2], "manuk": [4]}, elders=[5, 0])
    sitting.answer("Ben", "final", tributes={"gunung": [6]}, elders=[])
    score = GAME.score(sitting.state)
    track = sitting.player("Ana").esteem
    assert [line.points for line in score.seats["Ana"]] == [track, 9, 5]
    assert score.total("Ben") == sitting.player("Ben").esteem + 6


@pytest.mark.rule("BURU-21")
def test_ties_at_every_place_go_to_the_emissary_and_then_clockwise():
    sitting = ended(Sitting(4, first="Cho"))
    for name in ("Ana", "Ben", "Cho", "Dai"):
        sitting.table("set", seat=name, esteem=7 if name == "Ben" else 5)
    assert GAME.score(sitting.state).ranking == (("Ben",), ("Cho",), ("Dai",), ("Ana",))
    assert GAME.score(sitting.state).tie_break is None
    sitting.table("set", seat="Ben", esteem=5)
    assert GAME.score(sitting.state).ranking == (("Cho",), ("Dai",), ("Ana",), ("Ben",))
    assert GAME.score(sitting.state).tie_break == "buru.tie.emissary"


@pytest.mark.rule("BURU-45")
def test_the_score_comes_immediately_if_nobody_holds_a_card():
    sitting = ended(Sitting(2))
    assert sitting.dues() == []
    assert GAME.score(sitting.state).ranking


def test_the_winner_reads_you_win():
    sitting = ended(Sitting(2))
    (first,), _ = GAME.score(sitting.state).ranking
    lines = {seat: sitting.view(seat).now.line.key for seat in (*sitting.names, None)}
    assert [seat for seat, key in lines.items() if key == "buru.end.you_win"] == [first]


@pytest.mark.rule("BURU-45")
def test_only_seats_that_hold_a_card_are_asked():
    sitting = ended(Sitting(3).give("Ana", banyu=1).give("Cho", elders=1))
    assert [(due.kind, due.seat) for due in sitting.dues()] == [("final", "Ana"), ("final", "Cho")]
    assert GAME.score(sitting.state) is None


@pytest.mark.rule("BURU-45")
def test_a_seat_that_entered_all_values_at_the_draw_is_asked_all_the_same():
    sitting = (
        dusk(Sitting(2).last_round()).until("act", "lake").answer("Ana", "tribute", spirit="banyu", value=4).done().done()
    )
    assert [due.seat for due in sitting.dues()] == ["Ana"]
    sitting.answer("Ana", "final", tributes={"banyu": []}, elders=[])
    assert [line.points for line in GAME.score(sitting.state).seats["Ana"]][1] == 4


@pytest.mark.rule("BURU-45")
def test_exactly_the_values_missing_at_the_draw_are_asked_at_the_end():
    sitting = dusk(Sitting(2).last_round()).until("act", "lake").answer("Ana", "tribute", spirit="banyu", value=4)
    sitting.answer("Ana", "tribute", spirit="banyu").done().done()
    for tributes in ({}, {"banyu": []}, {"banyu": [1, 4]}, {"banyu": [1], "manuk": [1]}, {"banyu": [21]}, {"banyu": [-1]}):
        assert isinstance(sitting.refused("Ana", "final", tributes=tributes, elders=[]), Malformed)
    assert isinstance(sitting.refused("Ana", "final", tributes={"banyu": [1]}, elders=[0]), Malformed)
    sitting.answer("Ana", "final", tributes={"banyu": [1], "gunung": []}, elders=[])
    assert sitting.public.final.values[0].tributes == ((4, 1), (), (), (), ())


@pytest.mark.rule("BURU-45")
def test_an_elder_that_was_not_met_counts_nothing_and_every_elder_is_asked():
    sitting = ended(Sitting(2).give("Ana", elders=2))
    for elders in ([], [3], [3, 0, 0], [3, 21]):
        assert isinstance(sitting.refused("Ana", "final", tributes={}, elders=elders), Malformed)
    assert sitting.answer("Ana", "final", tributes={}, elders=[3, 0]).dues() == []


@pytest.mark.rule("BURU-45")
def test_a_persons_final_names_no_rival():
    sitting = ended(Sitting(2).give("Ana", elders=1))
    assert isinstance(sitting.refused("Ana", "final", tributes={}, elders=[1], rival="A"), Malformed)


@pytest.mark.rule("BURU-45")
def test_values_of_the_end_are_face_up_once_all_are_in_and_not_before():
    sitting = ended(Sitting(2).give("Ana", banyu=1).give("Ben", banyu=1))
    shown = sitting.state.shown
    sitting.answer("Ana", "final", tributes={"banyu": [3]}, elders=[])
    assert (sitting.public.final, sitting.state.shown) == (None, shown)
    assert [due.seat for due in sitting.dues()] == ["Ana", "Ben"]
    assert [due.announced for due in sitting.dues()] == [False, True]
    sitting.answer("Ana", "final", tributes={"banyu": [2]}, elders=[]).answer(
        "Ben", "final", tributes={"banyu": [1]}, elders=[]
    )
    assert [one.tributes[0] for one in sitting.public.final.values] == [(2,), (1,)]
    assert sitting.state.shown == (*shown, None)


@pytest.mark.rule("BURU-30")
def test_the_table_enters_a_rivals_cards_and_its_islanders_score():
    sitting = Sitting(1, lawan=1).give("A", banyu=1, elders=1, noble=4, priest=2).last_round().dawn()
    sitting.morning([{"a": "forest"}] * 2 + [{"a": "shore"}] * 2, Ana=everywhere(1, 2, 3, 4)).noon()
    sitting.table("show", rival="A", powers=[5]).table("reveal").table("show", rival="A", powers=[1, 2])
    while sitting.public.stage != "final":
        sitting.table("reveal") if sitting.due().kind == "reveal" else sitting.done()
    assert sitting.awaits() == ("final", None)
    assert isinstance(sitting.refused(None, "final", tributes={"banyu": [2]}, elders=[3]), Malformed)
    sitting.table("final", tributes={"banyu": [2]}, elders=[3], rival="A")
    score = GAME.score(sitting.state)
    assert [line.points for line in score.seats["A"]] == [sitting.player("A").esteem, 2, 3, 4]
    assert score.ranking == (("A",), ("Ana",))


@pytest.mark.rule("BURU-30")
def test_a_persons_islanders_are_worth_nothing():
    sitting = ended(Sitting(2).give("Ana", noble=9))
    assert [line.key for line in GAME.score(sitting.state).seats["Ana"]] == [
        "buru.score.track",
        "buru.score.tributes",
        "buru.score.elders",
    ]


@pytest.mark.rule("BURU-45")
def test_after_the_score_each_seat_may_count_and_differences_are_named():
    sitting = ended(Sitting(2))
    right = {"esteem": sitting.player("Ana").esteem, "tributes": 0, "elders": 0}
    sitting.answer("Ana", "count", **right).answer("Ben", "count", **{**right, "esteem": 9})
    view = GAME.view(sitting.public, None, None)
    assert [block.words.key for block in view.blocks if hasattr(block, "alert")] == ["buru.end.differs"]
    assert [words.key for words in view.now.small][-1] == "buru.end.differ"


@pytest.mark.rule("BURU-45")
def test_nobody_counts_before_the_score():
    assert Sitting(2).refused("Ana", "count", esteem=0, tributes=0, elders=0).key == "not_due"


@pytest.mark.rule("BURU-43")
def test_a_tally_is_set_right_at_any_time_of_rivals_too():
    sitting = Sitting(1, lawan=1).table("set", seat="A", fish=9).table("set", seat="Ana", fish=20, esteem=3)
    assert sitting.player("A").fish == 9
    assert (sitting.player("Ana").fish, sitting.player("Ana").esteem) == (20, 3)
    assert sitting.awaits() == ("decree", None)


@pytest.mark.rule("BURU-43")
@pytest.mark.parametrize(
    "do",
    [{"seat": "Ana"}, {"seat": "Ana", "fish": 21}, {"seat": "Zoe", "fish": 1}, {"seat": "Ana", "clay": 1}, {"fish": 1}, {}],
)
def test_a_correction_that_changes_nothing_is_refused(do):
    Sitting(2).refused(None, "set", **do)


@pytest.mark.rule("BURU-44")
def test_with_the_full_ledger_goods_are_set_right_too():
    sitting = Sitting(2, ledger="full").table("set", seat="Ana", clay=3, ebony=0, esteem=1)
    assert sitting.player("Ana").goods == (0, 1, 3, 0, 0)
