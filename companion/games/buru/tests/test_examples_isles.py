"""The worked examples of the rules: Ambelau, Tokoh and Ukum."""

import pytest

from companion.games.buru.tests.telling import BEGIN, alone, lays

pytestmark = BEGIN
AWAY = lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))


# Ambelau


@pytest.mark.rule("BURU-35", "BURU-36")
def test_canoes_push_each_other_on(begin):
    game = begin(3, first="Ben", ambelau=True, ledger="full")
    game.round(Ana=alone(4, region="ambelau"), Ben=alone(3, region="ambelau"), Cho=alone(3, region="ambelau")).at("ambelau")
    assert game.table.totems["ibu"] == "Ana"
    game.refused("Ana", "done").refused("Ana", "canoe", steps=5).refused("Ana", "space", space=1)
    game.answer("Ana", "canoe", steps=4).answer("Ana", "tribute", spirit="ibu", pay={})
    game.refused("Ana", "tribute", spirit="ibu", pay={})
    assert (game.canoe("Ana"), game.esteem("Ana"), game.table.holders["Ana"].goods["palm"]) == ([4], [1], 1)
    game.now("done").answer("Ben", "canoe", steps=3).now("done").answer("Cho", "canoe", steps=3)
    assert (game.canoe("Ben", "Cho"), game.table.holders["Ben"].goods["clay"]) == ([3, 5], 1)
    game.round()
    assert [len(game.table.holders[name].hand) for name in ("Ana", "Ben")] == [1, 1]
    assert [len([one for one in game.table.placed if one.by == name]) for name in ("Ana", "Ben")] == [4, 5]


@pytest.mark.rule("BURU-35")
def test_past_the_twelfth_comes_the_first_and_two_esteem(begin):
    game = begin(2, ambelau=True).round(Ana=alone(5, 4, 2, region="ambelau"), Ben=AWAY).at("ambelau")
    game.now("canoe", steps=11).round(Ana=alone(3, region="ambelau"), Ben=AWAY).at("ambelau").now("canoe", steps=3)
    assert (game.canoe("Ana"), game.esteem("Ana")) == ([2], [2])


@pytest.mark.rule("BURU-35")
def test_pushed_past_the_start_is_past_the_start(begin):
    game = begin(3, ambelau=True)
    game.round(Ana=alone(5, 4, 2, region="ambelau"), Ben=alone(5, 4, 3, region="ambelau"), Cho=alone(1, region="ambelau"))
    game.at("ambelau").answer("Ben", "canoe", steps=12).now("done").answer("Ana", "canoe", steps=11).now("done")
    game.answer("Cho", "canoe", steps=1).now("done")
    game.round(Ana=alone(1, region="ambelau"), Ben=AWAY, Cho=AWAY).at("ambelau").has("Ana", fish=0).now("canoe", steps=1)
    assert (game.canoe("Ana"), game.esteem("Ana"), game.fish("Ana")) == ([2], [2], [1])


@pytest.mark.rule("BURU-35", "BURU-37", "BURU-39")
def test_seventeen_steps_go_past_the_start_twice(begin):
    game = begin(2, ambelau=True, blessing=True, liaison=True)
    ben = lays((5, "ambelau"), (4, "ambelau"), (1, "ambelau"), (2, "lake"), ("liaison", "lake"))
    game.round(Ana=lays((5, "ambelau"), (4, "ambelau"), (1, "lake"), (2, "lake"), (3, "lake")), Ben=ben).at("ambelau")
    game.answer("Ben", "canoe", steps=1).now("done").answer("Ana", "canoe", steps=9)
    tokens = [(1, "ambelau", "blessed"), *[(token, "ambelau") for token in (2, 3, 4, 5, "guide")]]
    ben = lays(*[(token, "lake") for token in (1, 2, 3, 4, "liaison")])
    game.round(Ana=lays(*tokens), Ben=ben).at("ambelau")
    assert game.awaited() == ("choose", "Ana")
    before = game.now("choose", take="dominance").refused_now("canoe", steps=18).esteem("Ana")[0]
    assert (game.now("canoe", steps=17).canoe("Ana"), game.esteem("Ana")[0] - before) == ([2], 4)


@pytest.mark.rule("BURU-37")
@pytest.mark.parametrize(("liaison", "least"), [(False, 4), (True, 5)])
def test_a_guide_is_one_token_more_in_the_next_round(begin, liaison, least):
    game = begin(2, ambelau=True, liaison=liaison).round().now("guide").now("guide")
    _lay_round(game, "Ana", least + 1)
    assert game.until("act").awaited() == ("act", "Ana")
    game.now("guide")
    _lay_round(game, "Ana", least + 1)
    _lay_round(game, "Ana", least)


def _lay_round(game, name, tokens):
    """Place all tokens of a round, one seat after the other from the Emissary on."""
    game.until("place")
    order = []
    while game.awaited()[0] == "place":
        order.append(game.awaited()[1])
        game.usual()
    assert order == ["Ana", "Ben"] * order.count("Ben") + ["Ana"] * (tokens - order.count("Ben"))


@pytest.mark.rule("BURU-08", "BURU-37", "BURU-40")
@pytest.mark.parametrize(("kept", "fish"), [("guide", 1), ("liaison", 0)])
def test_a_guide_that_is_kept_brings_one_fish_and_a_liaison_none(begin, kept, fish):
    game = begin(2, ambelau=True, liaison=True).round().now("guide").until("decree").has("Ana", fish=0)
    tokens = [token for token in (1, 2, 3, 4, 5, "guide", "liaison") if token != kept]
    game.round(Ana=lays(*[(token, "lake") for token in tokens]))
    assert game.fish("Ana") == [fish]


@pytest.mark.rule("BURU-24", "BURU-41")
def test_rivals_with_guide_and_liaison_are_placed_by_six_plots(begin):
    game = begin(1, lawan=1, ambelau=True, liaison=True).until("place")
    plots = 0
    while game.awaited()[0] in ("place", "plot"):
        plots += game.awaited()[0] == "plot"
        game.usual()
    assert plots == 6


@pytest.mark.rule("BURU-29", "BURU-36", "BURU-41")
@pytest.mark.parametrize(("totem", "esteem"), [("Ana", 2), ("A", 3)])
def test_a_rivals_plan_of_esteem_counts_for_ibu(begin, totem, esteem):
    game = begin(1, lawan=1, ambelau=True)
    game.shows = {"A": [[1], [2, 3], ["guide"]]}
    game.round(Ana=AWAY, A=["ambelau", "ambelau", "forest", "forest", "shore"]).at("ambelau").now("canoe", steps=9)
    game.until("decree").shows = {"A": [[1], [2], ["guide"], [3]]}
    ana = alone(5, region="ambelau") if totem == "Ana" else AWAY
    game.round(Ana=ana, A=["forest", "shore", "lake", "lake", "ambelau"]).at("ambelau")
    if totem == "Ana":
        game.usual()
    before = game.esteem("A")[0]
    game.now("canoe", steps=3).now("tribute", spirit="ibu").refused_now("tribute", spirit="ibu")
    assert (game.table.totems["ibu"], game.canoe("A")) == (totem, [12])
    assert game.esteem("A")[0] - before == esteem


# Tokoh


@pytest.mark.rule("BURU-38")
def test_tokohs_start_comes_before_the_fish_of_the_others(begin):
    game = begin(3, first="", tokoh=True)
    for name in ("Ana", "Ben", "Cho"):
        assert game.awaited() == ("act", name)
        for what in ({"type_": "tokoh"}, {"type_": "emissary"}, {"type_": "space", "space": 1}):
            game.refused(name, what.pop("type_"), **what)
        game.now("gain", fish=2).now("done")
    assert game.answer(None, "first", seat="Ana").fish() == [2, 5, 5]


@pytest.mark.rule("BURU-38")
def test_a_tokoh_that_acted_in_the_forest_does_not_act_in_ambelau(begin):
    game = begin(2, tokoh=True, ambelau=True)
    game.round(Ana=lays((1, "forest"), (2, "ambelau"), (3, "lake"), (4, "lake")), Ben=AWAY).at("forest")
    game.now("tokoh").refused_now("space", space=1).at("ambelau").refused_now("tokoh").now("canoe", steps=1)


# Ukum


@pytest.mark.rule("BURU-33", "BURU-34")
def test_a_priest_that_sits_goes_first_and_an_outlaw_is_a_tribute(begin):
    game = begin(2, ukum=True).round(Ben=AWAY)
    game.round({"place": "ukum", "reward": {"fish": 1}}, Ana=alone(4, region="village"), Ben=AWAY).at("village")
    assert game.table.totems["ukum"] == "Ben"
    for _ in range(2):
        game.now("recruit", group="priest", cost=0)
    game.now("recruit", group="outlaw", cost=0).now("task", group="priest")
    game.refused_now("tribute", spirit="ukum").now("tribute", spirit="ukum", islander="priest").has("Ana", fish=0)
    ana = game.table.holders["Ana"]
    assert (ana.islanders["priest"], ana.tasked["priest"]) == (1, 0)
    before = game.esteem("Ben")[0]
    game.now("task", group="outlaw", value=3).refused_now("task", group="outlaw")
    assert (ana.islanders["outlaw"], ana.tributes["ukum"], game.fish("Ana")) == (0, 2, [1])
    assert game.esteem("Ben") == [before + 1]
