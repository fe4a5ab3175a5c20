"""Set-up, options, dawn."""

import pytest

from companion.core.dues import Chance
from companion.core.state import Seat
from companion.core.words import BadFile, Malformed, text
from companion.games.buru import GAME
from companion.games.buru.pieces import forest_cards
from companion.games.buru.state import Options
from companion.games.buru.tests.playing import Sitting
from companion.records.record import parse_head
from companion.speech.say import say


@pytest.mark.rule("BURU-02")
def test_the_first_emissary_has_no_fish_and_the_others_three():
    sitting = Sitting(4, first="Ana")
    assert [player.fish for player in sitting.public.players] == [0, 3, 3, 3]
    assert [player.esteem for player in sitting.public.players] == [0, 0, 0, 0]


@pytest.mark.rule("BURU-02")
def test_everybody_has_explorers_of_power_one_to_five():
    assert all(own.hand == (1, 2, 3, 4, 5) for own in Sitting(3).state.own.values())


@pytest.mark.rule("BURU-02")
def test_the_first_emissary_is_entered_or_drawn_by_the_box():
    sitting = Sitting(3, first=None)
    due = sitting.due()
    assert (due.kind, due.seat, due.chance) == ("first", None, Chance.DRAWN)
    assert sitting.answers(due).lots.do == {"type": "first"}
    drawn = {GAME.draw(sitting.state, due, lambda n, i=i: i % n).seat for i in range(6)}
    assert drawn == {"Ana", "Ben", "Cho"}


@pytest.mark.rule("BURU-02")
def test_a_totem_that_nobody_took_pays_nobody():
    sitting = Sitting(2).dawn().morning(Ana=_lake(), Ben=_lake()).noon().table("reveal")
    before = [player.esteem for player in sitting.public.players]
    sitting.answer(sitting.due().seat, "tribute", spirit="banyu")
    assert [player.esteem for player in sitting.public.players] == before


def _lake():
    return [(token, "lake") for token in (1, 2, 3, 4)]


@pytest.mark.rule("BURU-03")
@pytest.mark.parametrize(("long", "rounds"), [(False, 5), (True, 6)])
def test_a_game_has_five_rounds_and_a_long_one_six(long, rounds):
    sitting, seen = Sitting(2, long=long), 0
    while sitting.public.stage != "end":
        seen += 1
        assert sitting.public.round == seen
        sitting.dawn().morning(Ana=_lake(), Ben=_lake()).noon().table("reveal").done().done()
    assert seen == rounds


@pytest.mark.rule("BURU-04")
def test_two_decrees_are_entered_in_any_order_also_the_same_place_twice():
    sitting = Sitting(2).table("decree", place="lake")
    assert sitting.awaits() == ("decree", None)
    sitting.table("decree", place="lake", reward={"fish": 2})
    assert [decree.place for decree in sitting.public.decrees] == ["lake", "lake"]
    assert sitting.awaits() == ("place", "Ana")


@pytest.mark.rule("BURU-04")
@pytest.mark.parametrize("place", ["ukum", "ambelau", "ibu", "sea", None, ["lake"]])
def test_a_decree_is_in_a_region_or_beside_an_altar_of_this_game(place):
    assert isinstance(Sitting(2).refused(None, "decree", place=place), Malformed)


@pytest.mark.rule("BURU-04")
@pytest.mark.parametrize("reward", [{}, {"fish": 0}, {"fish": 21}, {"clay": 1}, {"stone": 1}, {"fish": True}, None, 3])
def test_a_reward_is_one_or_more_of_what_the_ledger_follows(reward):
    Sitting(2).refused(None, "decree", place="lake", reward=reward)


@pytest.mark.rule("BURU-05")
def test_a_dawn_shows_a_forest_card_for_each_at_the_table_and_at_least_three():
    assert [forest_cards(n) for n in range(1, 6)] == [3, 3, 3, 4, 5]


@pytest.mark.rule("BURU-05")
def test_rivals_count_for_the_forest_cards():
    view = GAME.view(Sitting(2, lawan=2).public, None, None)
    assert view.now.small[-1].values["count"] == 4


@pytest.mark.rule("BURU-32")
@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({}, [2, 3, 4]),
        ({"fifth": True}, [2, 3, 4, 5]),
        ({"lawan": 1}, [1, 2, 3]),
        ({"lawan": 2}, [1, 2]),
        ({"lawan": 1, "fifth": True}, [1, 2, 3, 4]),
        ({"lawan": 2, "fifth": True}, [1, 2, 3]),
    ],
)
def test_people_and_rivals_together_are_two_to_four_and_five_with_the_module(options, sizes):
    assert list(GAME.sizes(Options(**options))) == sizes


@pytest.mark.rule("BURU-32")
def test_five_play_as_four_do():
    sitting = Sitting(5, fifth=True)
    assert [player.fish for player in sitting.public.players] == [0, 3, 3, 3, 3]
    sitting.dawn().morning(**{name: _lake() for name in sitting.names})
    assert len(sitting.public.tokens) == 20


@pytest.mark.parametrize("plays", [True, False])
@pytest.mark.parametrize("module", ["ukum", "ambelau", "tokoh", "blessing", "liaison", "kuda"])
def test_a_head_says_with_which_modules_it_plays(module, plays):
    head, _, _ = parse_head({"game": "buru", "seats": ["Ana", "Ben"], "options": {module: plays}})
    assert head.seats == ("Ana", "Ben")


@pytest.mark.parametrize("options", [{"lawan": 3}, {"lawan": True}, {"ledger": "half"}, {"long": 1}, {"more": 1}])
def test_an_impossible_option_is_a_bad_file(options):
    with pytest.raises(BadFile):
        parse_head({"game": "buru", "seats": ["Ana", "Ben"], "options": options})


@pytest.mark.rule("BURU-22")
@pytest.mark.parametrize(("lawan", "name"), [(1, "A"), (1, "B"), (2, "A"), (2, "B")])
def test_nobody_is_called_like_a_rival_while_one_plays(lawan, name):
    with pytest.raises(BadFile, match=r"buru\.rivals_name"):
        parse_head({"game": "buru", "seats": ["Ana", name], "options": {"lawan": lawan}})


@pytest.mark.rule("BURU-22")
@pytest.mark.parametrize("name", ["A", "B"])
def test_the_rivals_names_are_free_while_none_plays(name):
    head, _, _ = parse_head({"game": "buru", "seats": ["Ana", name]})
    assert head.seats == ("Ana", name)


@pytest.mark.rule("BURU-22")
def test_a_rival_is_never_the_first_emissary_and_b_sits_right_after_a():
    sitting = Sitting(2, first=None, lawan=2)
    assert isinstance(sitting.refused(None, "first", seat="A"), Malformed)
    sitting.table("first", seat="Ben")
    assert sitting.public.names == ("Ana", "Ben", "A", "B")
    assert [player.fish for player in sitting.public.players] == [3, 0, 3, 3]


def test_setting_up_is_for_seats_by_name():
    assert GAME.first_state((Seat("Ana"), Seat("Ben")), Options()).public.people == 2


MODULES = ("ukum", "ambelau", "tokoh", "blessing", "liaison", "kuda")


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_pieces_of_a_module_have_the_name_of_its_option(language):
    for name in MODULES:
        step = "kuda_forest" if name == "kuda" else name
        called, chosen = text(f"buru.set_up.{step}.title"), text(f"buru.option.{name}.name")
        assert say(called, language) in say(chosen, language), name


@pytest.mark.rule("BURU-33", "BURU-35")
def test_cards_of_modules_are_shuffled_in_before_decks_are_placed():
    all_steps = GAME.set_up_steps((Seat("Ana"), Seat("Ben")), Options(**dict.fromkeys(MODULES, True)))
    steps = [step.name for step in all_steps]
    decks = [step for step in all_steps if step.name in ("decrees", "islanders", "decks")]
    assert max(steps.index("ukum"), steps.index("ambelau")) < min(steps.index(step.name) for step in decks)
    assert all({*step.after} == {"ukum", "ambelau"} for step in decks)
    assert set(MODULES) - {"kuda"} <= set(steps)


@pytest.mark.rule("BURU-38")
def test_the_first_emissary_comes_after_the_tokoh_and_before_the_fish():
    steps = {step.name: step for step in GAME.set_up_steps((Seat("Ana"), Seat("Ben")), Options(tokoh=True))}
    assert (steps["tokoh_start"].asks, steps["first"].after, steps["fish"].after) == (("act",), ("tokoh_start",), ("first",))
