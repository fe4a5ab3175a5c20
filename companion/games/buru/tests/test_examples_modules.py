"""The worked examples of the rules: the blessing, the liaison and Kuda."""

import pytest

from companion.games.buru.tests.telling import BEGIN, alone, lays

pytestmark = BEGIN
AWAY = lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"))


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
def test_the_only_player_with_power_takes_dominance_or_the_blessing(begin, take):
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
