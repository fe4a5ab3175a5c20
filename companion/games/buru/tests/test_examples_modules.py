"""The worked examples of the rules: modules."""

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
    game.tell("Ana", "canoe", steps=4).tell("Ana", "tribute", spirit="ibu", pay={})
    game.refused("Ana", "tribute", spirit="ibu", pay={})
    assert (game.canoe("Ana"), game.esteem("Ana"), game.table.holders["Ana"].goods["palm"]) == ([4], [1], 1)
    game.now("done").tell("Ben", "canoe", steps=3).now("done").tell("Cho", "canoe", steps=3)
    assert (game.canoe("Ben", "Cho"), game.table.holders["Ben"].goods["clay"]) == ([3, 5], 1)
    game.round()
    assert [len(game.table.holders[name].hand) for name in ("Ana", "Ben")] == [1, 1]
    assert [len([one for one in game.table.lying if one.by == name]) for name in ("Ana", "Ben")] == [4, 5]


@pytest.mark.rule("BURU-35")
def test_past_the_twelfth_comes_the_first_and_two_esteem(begin):
    game = begin(2, ambelau=True).round(Ana=alone(5, 4, 2, region="ambelau"), Ben=AWAY).at("ambelau")
    game.now("canoe", steps=11).round(Ana=alone(3, region="ambelau"), Ben=AWAY).at("ambelau").now("canoe", steps=3)
    assert (game.canoe("Ana"), game.esteem("Ana")) == ([2], [2])


@pytest.mark.rule("BURU-35")
def test_pushed_past_the_start_is_past_the_start(begin):
    game = begin(3, ambelau=True)
    game.round(Ana=alone(5, 4, 2, region="ambelau"), Ben=alone(5, 4, 3, region="ambelau"), Cho=alone(1, region="ambelau"))
    game.at("ambelau").tell("Ben", "canoe", steps=12).now("done").tell("Ana", "canoe", steps=11).now("done")
    game.tell("Cho", "canoe", steps=1).now("done")
    game.round(Ana=alone(1, region="ambelau"), Ben=AWAY, Cho=AWAY).at("ambelau").has("Ana", fish=0).now("canoe", steps=1)
    assert (game.canoe("Ana"), game.esteem("Ana"), game.fish("Ana")) == ([2], [2], [1])


@pytest.mark.rule("BURU-35", "BURU-37", "BURU-39")
def test_seventeen_steps_go_past_the_start_twice(begin):
    game = begin(2, ambelau=True, blessing=True, liaison=True)
    ben = lays((5, "ambelau"), (4, "ambelau"), (1, "ambelau"), (2, "lake"), ("liaison", "lake"))
    game.round(Ana=lays((5, "ambelau"), (4, "ambelau"), (1, "lake"), (2, "lake"), (3, "lake")), Ben=ben).at("ambelau")
    game.tell("Ben", "canoe", steps=1).now("done").tell("Ana", "canoe", steps=9)
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
    """All tokens of a round, by turns from the Emissary."""
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
def test_rivals_with_guide_and_liaison_lie_by_six_plots(begin):
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
    assert game.tell(None, "first", seat="Ana").fish() == [2, 5, 5]


@pytest.mark.rule("BURU-38")
def test_a_tokoh_that_acted_in_the_forest_does_not_act_in_ambelau(begin):
    game = begin(2, tokoh=True, ambelau=True)
    game.round(Ana=lays((1, "forest"), (2, "ambelau"), (3, "lake"), (4, "lake")), Ben=AWAY).at("forest")
    game.now("tokoh").refused_now("space", space=1).at("ambelau").refused_now("tokoh").now("canoe", steps=1)


# Blessing


@pytest.mark.rule("BURU-39")
def test_explorers_of_two_and_one_and_the_blessing_are_four(begin):
    game = begin(2, blessing=True)
    game.round(Ana=alone(1, region="village"), Ben=alone(2, region="village")).at("lake")
    assert game.table.blessings["village"] == "Ana"
    ana = lays((2, "village"), (1, "village", "blessed"), (3, "lake"), (4, "lake"))
    game.round(Ana=ana, Ben=alone(5, region="village")).at("village")
    assert game.table.totals("village") == {"Ana": 4, "Ben": 5}


@pytest.mark.rule("BURU-39", "BURU-42")
@pytest.mark.parametrize("take", ["dominance", "blessing"])
def test_who_has_power_alone_takes_dominance_or_the_blessing(begin, take):
    game = begin(2, blessing=True, kuda=True, kuda_start="village")
    game.round(Ben=alone(2, region="village"), Ana=AWAY).at("village").now("choose", take="dominance")
    game.round({"place": "village", "reward": {"fish": 2}}, Ana=alone(2, region="village"), Ben=AWAY).at("village")
    assert game.kuda() == ("village", 3)
    game.has("Ana", fish=0).now("choose", take=take)
    dominates = take == "dominance"
    assert (game.table.totems, game.fish("Ana")) == (({"manuk": "Ana"}, [2]) if dominates else ({"manuk": "Ben"}, [0]))
    assert game.kuda() == ("village", 5 if dominates else 3)
    assert game.now("space", space=3).fish("Ana") == [3 if dominates else 2]
    game.now("done")
    assert game.table.blessings.get("village") == (None if dominates else "Ana")


@pytest.mark.rule("BURU-39", "BURU-40")
def test_a_blessing_under_a_liaison_is_void_and_may_be_won_again(begin):
    game = begin(2, blessing=True, liaison=True)
    rest = [(token, "lake") for token in (1, 2, 4, 5)]
    game.round(Ana=lays((3, "shore"), *rest), Ben=lays((2, "shore"), (1, "lake"), (3, "lake"), (4, "lake"), (5, "lake")))
    game.at("lake")
    ben = lays((3, "shore"), ("liaison", "shore", "blessed"), (1, "lake"), (2, "lake"), (4, "lake"))
    game.round(Ana=lays((3, "shore"), *rest), Ben=ben).at("shore")
    assert (game.table.totals("shore"), game.awaited()) == ({"Ana": 3, "Ben": 3}, ("act", "Ana"))
    assert game.table.blessings["shore"] == "Ben"
    game.now("done").now("done")
    assert (game.table.blessings["shore"], game.awaited()) == ("Ben", ("act", "Ben"))


# Liaison


@pytest.mark.rule("BURU-40")
def test_two_liaisons_go_home_and_the_only_one_acts_again(begin):
    game = begin(3, liaison=True)
    tokens = ("village", "shore", "shore", "shore")
    game.round(
        Ana=lays(("liaison", "village"), *zip((1, 2, 3, 4), tokens, strict=True)),
        Ben=lays(("liaison", "village"), *zip((1, 2, 3, 4), tokens, strict=True)),
        Cho=lays((4, "lake"), ("liaison", "lake"), (1, "shore"), (2, "shore"), (3, "shore")),
    ).at("village")
    assert [game.awaited()[1], game.now("done").awaited()[1]] == ["Ana", "Ben"]
    game.at("lake").has("Cho", fish=1).now("space", space=1).now("done").now("space", space=3).now("pay", fish=1)
    game.now("elder")
    assert game.fish("Cho") == [0]


@pytest.mark.rule("BURU-11", "BURU-40")
def test_a_liaison_alone_in_the_forest_dominates_nothing_and_acts_once(begin):
    game = begin(2, liaison=True)
    ana = lays(("liaison", "forest"), (1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))
    ben = lays(*[(token, "lake") for token in (1, 2, 3, 4, 5)])
    game.round({"place": "forest", "reward": {"fish": 3}}, Ana=ana, Ben=ben).at("forest").has("Ana", fish=0)
    assert (game.awaited(), "gunung" in game.table.totems) == (("act", "Ana"), False)
    game.now("done")
    assert (game.fish("Ana"), game.table.region) == ([0], "lake")


@pytest.mark.rule("BURU-40")
def test_a_liaison_takes_the_right_most_space_once_more_when_all_are_taken(begin):
    game = begin(5, fifth=True, liaison=True)
    one = lays((1, "shore"), (2, "lake"), (3, "lake"), (4, "lake"), (5, "lake"))
    ana = lays((1, "shore"), ("liaison", "shore"), (2, "lake"), (3, "lake"), (4, "lake"))
    game.round(Ana=ana, Ben=one, Cho=one, Dai=one, Eva=one).at("shore")
    for space in (1, 2, 3, 4, 5):
        game.now("space", space=space).now("done")
    game.refused_now("space", space=1).now("space", space=5).refused_now("space", space=5)


@pytest.mark.rule("BURU-39", "BURU-40")
def test_beside_a_rivals_four_a_liaison_leaves_the_blessing_in_the_field(begin):
    game = begin(1, lawan=1, liaison=True, blessing=True)
    game.shows = {"A": [[1], [2, 3], [4]]}
    ana = lays(("liaison", "village"), (1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))
    game.round(Ana=ana, A=["forest", "forest", "village", "lake", "lake"]).at("village")
    assert (game.awaited(), game.table.totems["manuk"]) == (("act", None), "A")
    assert game.now("done").awaited() == ("act", "Ana")
    assert "village" not in game.now("done").table.blessings


@pytest.mark.rule("BURU-29", "BURU-40", "BURU-42")
def test_a_rivals_liaison_makes_no_double_and_pays_for_kudas_space(begin):
    game = begin(1, lawan=1, liaison=True, kuda=True, kuda_start="village")
    game.shows, game.plans = {"A": [[1], [2], [3, 5], [4, "liaison"]]}, {"A": "emissary"}
    ana = lays((5, "village"), (1, "forest"), (2, "forest"), (3, "forest"), (4, "forest"))
    game.round(Ana=ana, A=["forest", "shore", "shore", "lake", "lake"]).at("lake")
    assert (game.kuda(), game.table.emissary, game.table.marker is None) == (("lake", 5), "Ana", False)
    game.now("done").has("A", fish=2).now("space", space=5)
    assert game.fish("A") == [0]
    game.refused_now("recruit", group="noble", cost=1)


# Kuda


@pytest.mark.rule("BURU-42")
def test_kuda_goes_from_region_to_region(begin):
    game = begin(2, kuda=True).round(Ana=alone(3, region="forest"), Ben=AWAY).at("forest")
    assert game.kuda() == ("forest", 4)
    game.round(Ana=lays((3, "forest"), (4, "shore"), (2, "village"), (1, "lake")), Ben=AWAY)
    assert game.kuda() == ("shore", 2)
    game.at("shore")
    assert game.kuda() == ("village", 1)
    game.at("village")
    assert game.kuda() == ("village", 3)
    ana = lays((1, "village"), (5, "village"), (3, "lake"), (2, "forest"))
    game.round(Ana=ana, Ben=lays((1, "shore"), (2, "shore"), (3, "shore"), (4, "shore"))).at("village")
    assert game.kuda() == ("lake", 4)
    game.at("lake")
    assert game.kuda() == ("forest", 2)


@pytest.mark.rule("BURU-42")
def test_a_forest_of_as_many_spaces_as_players_is_shorter(begin):
    game = begin(4, kuda=True, kuda_forest="players")
    game.round(Ana=alone(3, region="forest"), Ben=AWAY, Cho=AWAY, Dai=AWAY)
    assert game.kuda() == ("forest", 4)
    game.refused_now("space", space=5)
    game.round(Ana=alone(3, region="forest"), Ben=AWAY, Cho=AWAY, Dai=AWAY)
    assert game.kuda() == ("shore", 3)
    game = begin(3, kuda=True, kuda_forest="players").round(Ana=alone(1, region="forest"), Ben=AWAY, Cho=AWAY)
    assert game.kuda() == ("forest", 2)
    assert game.round(Ana=alone(4, region="forest"), Ben=AWAY, Cho=AWAY).kuda() == ("shore", 3)


@pytest.mark.rule("BURU-42")
def test_on_kudas_space_at_the_shore_an_islander_is_two_fish_less(begin):
    game = begin(2, kuda=True)
    game.round(Ana=lays((5, "forest"), (1, "shore"), (2, "lake"), (3, "lake")), Ben=AWAY).at("shore")
    assert game.kuda() == ("shore", 2)
    game.has("Ana", fish=3).now("space", space=2).now("recruit", group="noble", cost=3)
    assert game.fish("Ana") == [2]
    assert game.now("recruit", group="noble", cost=2).fish("Ana") == [0]


@pytest.mark.rule("BURU-29", "BURU-42")
def test_kudas_two_and_a_doubles_one_make_three_fish_less(begin):
    game = begin(1, lawan=1, kuda=True)
    game.shows = {"A": [[3], [1, 2]]}
    ana = lays((5, "forest"), (1, "lake"), (2, "lake"), (3, "lake"))
    game.round(Ana=ana, A=["shore", "shore", "lake", "lake"]).at("shore")
    assert game.kuda() == ("shore", 4)
    assert game.has("A", fish=0).now("space", space=4).now("recruit", group="noble", cost=3).fish("A") == [0]


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
