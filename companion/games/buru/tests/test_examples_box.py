"""The worked example of the rules: the box file."""

import pytest

from companion.games.buru.tests.telling import BEGIN, alone, lays

pytestmark = BEGIN
AWAY = lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))
CARDS = {
    "carver": {"kind": "islander", "name": {"en": "Carver"}, "group": "artisan", "cost": 2},
    "weaver": {
        "kind": "islander",
        "name": {"en": "Weaver"},
        "group": "artisan",
        "cost": 0,
        "does": [{"pay": {"fish": 2}, "gain": {"palm": 2}}, {"pay": {"palm": 1}, "gain": {"fish": 2}}],
    },
}


@pytest.mark.rule("BURU-01", "BURU-15")
def test_cards_by_name_cost_and_give_what_they_say(begin):
    game = begin(2, box={"hash": "0" * 64, "cards": CARDS})
    village = {"Ana": alone(4, region="village"), "Ben": AWAY}
    game.round(**village).at("village").has("Ana", fish=3).now("recruit", card="carver")
    game.refused_now("recruit", card="carver")
    assert game.fish("Ana") == [1]
    game.now("recruit", card="weaver").now("task", card="weaver", way=2)
    assert game.fish("Ana") == [3]
    game.refused_now("task", card="weaver").refused_now("task", group="artisan")
    game.round(**village).at("village").has("Ana", fish=3).now("task", card="weaver", way=1)
    assert game.fish("Ana") == [1]
    game.round(**village).at("village").has("Ana", fish=1).refused_now("task", card="weaver", way=1)
    assert game.now("task", card="weaver").fish("Ana") == [1]


# Cases that the worked example leaves out

NAME = {"en": "A card"}
MORE = {
    "noble": {"kind": "islander", "name": NAME, "group": "noble", "cost": 3, "copies": 3},
    "priest": {"kind": "islander", "name": NAME, "group": "priest"},
    "thug": {
        "kind": "islander",
        "name": NAME,
        "group": "outlaw",
        "cost": 0,
        "copies": 2,
        "does": [{"pay": {"fish": 1}, "gain": {"esteem": 2}}],
    },
    "first": {"kind": "space", "name": NAME, "region": "shore", "space": 1, "gems": 3, "does": [{"gain": {"fish": 5}}]},
    "third": {
        "kind": "space",
        "name": NAME,
        "region": "shore",
        "space": 3,
        "gems": 2,
        "does": [{"pay": {"fish": 1}, "gain": {"esteem": 1}}],
    },
    "trees": {"kind": "forest", "name": NAME, "gems": 2, "does": [{"gain": {"esteem": 1}}]},
    "decree": {"kind": "decree", "name": NAME, "place": "forest", "reward": {"fish": 1, "clay": 2}},
    "leader": {"kind": "tokoh", "name": NAME, "start": {"fish": 2}, "does": [{"gain": {"esteem": 1}}]},
    "altar": {"kind": "altar", "name": NAME, "spirit": "banyu", "cost": {"fish": 1, "clay": 1}},
}
BOX = {"hash": "0" * 64, "cards": MORE}
IDLE = lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"), (5, "lake"))


@pytest.mark.rule("BURU-01", "BURU-40", "BURU-42")
def test_a_liaison_pays_the_gems_that_the_file_knows_but_kudas_and_the_markers_first(begin):
    game = begin(2, kuda=True, liaison=True, box=BOX)
    ana = lays((5, "forest"), (1, "shore"), ("liaison", "shore"), (2, "lake"), (3, "lake"))
    game.round(Ana=ana, Ben=IDLE).at("shore").has("Ana", fish=9)
    assert (game.kuda(), game.table.track()[game.table.marker]) == (("shore", 2), ("shore", 1))
    game.refused_now("space", space=1, way=1).now("space", space=2).now("recruit", card="noble").now("recruit", card="noble")
    assert game.fish("Ana") == [9 - 1 - 3]
    game.now("done").has("Ana", fish=2).refused_now("space", space=3, way=1).has("Ana", fish=3).now("space", space=3, way=1)
    assert (game.fish("Ana"), game.esteem("Ana")) == ([0], [1])


@pytest.mark.rule("BURU-01", "BURU-40")
def test_a_forest_card_is_a_space_of_the_forest_and_comes_as_often_as_it_is_shown(begin):
    game = begin(2, liaison=True, box=BOX)
    ana = lays((5, "forest"), ("liaison", "forest"), (1, "lake"), (2, "lake"), (3, "lake"))
    game.round(Ana=ana, Ben=IDLE).has("Ana", fish=0).now("space", card="trees", way=1).refused_now("space", space=1)
    game.now("done").refused_now("space", card="trees").refused_now("space", card="first").has("Ana", fish=2)
    game.now("space", card="trees", way=1)
    assert (game.fish("Ana"), game.esteem("Ana")) == ([0], [2])
    game.at("lake").refused_now("space", card="trees")


@pytest.mark.rule("BURU-01", "BURU-04", "BURU-14", "BURU-16")
def test_a_decree_comes_once_a_game_and_a_card_costs_the_entered_or_the_printed_price(begin):
    game = begin(2, box=BOX).answer(None, "decree", card="decree").refused(None, "decree", card="decree")
    game.refused(None, "decree", card="altar").answer(None, "decree", place="forest").until("act")
    assert (game.awaited(), game.fish("Ana"), game.table.decrees[0]["place"]) == (("act", "Ana"), [5 + 1], "forest")
    game.has("Ana", fish=4).refused_now("recruit", card="priest").now("recruit", card="priest", cost=1)
    game.now("recruit", card="noble").refused_now("recruit", card="noble").now("recruit", card="noble", cost=0)
    game.has("Ana", fish=1).now("tribute", card="altar", value=2).refused_now("tribute", card="altar")
    assert (game.fish("Ana"), game.table.holders["Ana"].tributes) == ([0], {"banyu": 1})


@pytest.mark.rule("BURU-01", "BURU-38")
def test_each_names_a_tokoh_of_its_own_before_the_first_emissary(begin):
    game = begin(2, first="", tokoh=True, box=BOX)
    game.now("gain", fish=1).now("tokoh", card="leader").now("tribute", card="altar")
    game.refused_now("tokoh", card="leader").now("done").refused_now("tokoh", card="leader").now("done")
    assert game.answer(None, "first", seat="Ben").fish() == [1 + 2 - 1 + 3, 0]
    game.until("act").refused_now("tokoh", way=1).now("tokoh").now("done").refused_now("tokoh", way=2)
    game.now("tokoh", way=1).refused_now("space", space=1)
    assert game.awaited() == ("act", "Ana")


@pytest.mark.rule("BURU-01", "BURU-34")
@pytest.mark.parametrize("answer", [{"type_": "task"}, {"type_": "tribute", "spirit": "ukum"}])
def test_the_gain_of_an_outlaws_discard_comes_after_its_tribute(begin, answer):
    game = begin(2, ukum=True, box=BOX)
    village = lays((4, "village"), (1, "lake"), (2, "lake"), (3, "lake"))
    game.round({"place": "ukum", "reward": {"fish": 1}}, Ana=village, Ben=IDLE[:4]).at("village").has("Ana", fish=0)
    game.now("recruit", card="thug").refused_now("task", group="outlaw")
    game.refused_now("tribute", spirit="ukum", islander="outlaw")
    fields = {name: value for name, value in answer.items() if name != "type_"}
    game.now(answer["type_"], card="thug", way=1, **fields)
    assert (game.fish("Ana"), game.esteem("Ana"), game.table.holders["Ana"].tributes) == ([0], [2], {"ukum": 1})
