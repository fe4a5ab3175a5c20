"""Examples of cases that the worked ones leave out, for the game and for the model of its rules."""

import pytest

from companion.games.buru.tests.telling import BEGIN, lays

pytestmark = BEGIN


@pytest.mark.rule("BURU-39", "BURU-40", "BURU-41")
@pytest.mark.parametrize(("powers", "total"), [([3, "liaison"], 4), (["liaison", 3], 3)])
def test_a_rivals_last_two_tokens_ask_for_the_one_on_its_blessing_if_one_may_be_the_liaison(begin, powers, total):
    game = begin(1, lawan=1, blessing=True, liaison=True)
    game.shows = {"A": [["liaison"]]}
    game.round(
        Ana=lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"), (5, "lake")),
        A=["forest", "forest", "shore", "village", "lake"],
    )
    game.until("decree")
    assert game.table.blessings == {"lake": "A"}
    game.shows = {"A": [[1], [2, 4], [5], powers]}
    ana = lays((1, "shore"), (2, "shore"), (3, "shore"), (4, "shore"), (5, "shore"))
    game.round(Ana=ana, A=["forest", "forest", "village", "lake", "lake"]).until("reveal", region="lake")
    assert game.now("reveal").awaited() == ("show", None)
    game.until("act")
    assert game.table.totals("lake") == {"A": total}
    assert game.table.blessings == ({} if total == 4 else {"lake": "A"})


@pytest.mark.rule("BURU-33", "BURU-41")
def test_a_rivals_outlaw_goes_first_to_ukum(begin):
    game = begin(1, lawan=1, ukum=True).round(A=["shore"]).at("shore")
    game.now("recruit", group="priest", cost=0).now("recruit", group="outlaw", cost=0)
    game.refused_now("tribute", spirit="ukum", islander="priest").now("tribute", spirit="ukum", islander="outlaw")
    game.refused_now("tribute", spirit="ukum", islander="outlaw").now("tribute", spirit="ukum", islander="priest")
    assert game.table.holders["A"].tributes == {"ukum": 2}


@pytest.mark.rule("BURU-40", "BURU-41")
@pytest.mark.parametrize(("hidden", "esteem"), [([4, 5], 1), ([4, "liaison"], 0)])
def test_a_plan_of_esteem_counts_until_the_lake_shows_the_liaison(begin, hidden, esteem):
    game = begin(1, lawan=1, liaison=True)
    left = [token for token in (1, 2, 3, 5, 4, "liaison") if token not in hidden]
    game.plans, game.shows = {"A": "esteem"}, {"A": [left[:1], left[1:3], left[3:4], hidden]}
    ana = lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"), (5, "forest"))
    game.round(Ana=ana, A=["forest", "forest", "shore", "lake", "lake"]).at("shore")
    before = game.esteem("A")[0]
    assert game.now("tribute", spirit="manuk").esteem("A") == [before + 1]
    game.now("done").until("act", region="lake")
    while game.awaited()[1]:
        game.now("done")
    before = game.esteem("A")[0]
    assert game.now("tribute", spirit="manuk").esteem("A") == [before + esteem]


@pytest.mark.rule("BURU-34")
@pytest.mark.parametrize(("ambelau", "most"), [(True, 9), (False, 8)])
def test_without_ambelau_there_is_an_outlaw_less_until_one_comes_back(begin, ambelau, most):
    game = begin(2, ukum=True, ambelau=ambelau).round()
    for _ in range(most):
        game.now("recruit", group="outlaw", cost=0)
    game.refused_now("recruit", group="outlaw", cost=0).now("task", group="outlaw").now("recruit", group="outlaw", cost=0)


@pytest.mark.rule("BURU-18")
@pytest.mark.parametrize(
    ("ukum", "ambelau", "deck"), [(False, False, 13), (True, False, 15), (False, True, 14), (True, True, 16)]
)
def test_the_last_elder_leaves_nothing_and_a_rival_takes_it(begin, ukum, ambelau, deck):
    game = begin(1, lawan=1, ukum=ukum, ambelau=ambelau)
    game.round(Ana=lays((1, "shore"), (2, "shore"), (3, "shore"), (4, "shore")), A=["lake"]).at("shore")
    for _ in range(deck + 2):
        game.now("elder")
    assert game.table.holders["Ana"].elders == deck - 1
    game.at("lake").now("elder").refused_now("elder")
    assert game.table.holders["A"].elders == 1


@pytest.mark.rule("BURU-42")
def test_kudas_space_is_cheaper_once_and_a_gem_each_for_a_liaison(begin):
    game = begin(2, kuda=True, liaison=True)
    ana = lays((5, "forest"), (1, "shore"), ("liaison", "shore"), (2, "lake"), (3, "lake"))
    game.round(Ana=ana, Ben=lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake"), (5, "lake"))).at("shore")
    assert (game.kuda(), game.table.track()[game.table.marker]) == (("shore", 2), ("shore", 1))
    assert game.has("Ana", fish=1).now("space", space=1).now("done").fish("Ana") == [2]
    assert game.has("Ana", fish=1).refused_now("space", space=2).has("Ana", fish=6).now("space", space=2).fish("Ana") == [4]
    assert game.now("recruit", group="noble", cost=3).now("recruit", group="noble", cost=3).fish("Ana") == [0]


@pytest.mark.rule("BURU-35", "BURU-41")
def test_a_rivals_double_in_ambelau_may_give_ibu_a_tribute_on_any_space(begin):
    game = begin(1, lawan=1, ambelau=True, ledger="full")
    game.shows = {"A": [[5], [1, 2], [3]]}
    game.round(
        Ana=lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake")), A=["forest", "forest", "shore", "ambelau", "ambelau"]
    )
    game.at("ambelau").refused_now("tribute", spirit="ibu", pay={}).now("canoe", steps=4)
    assert game.table.totals("ambelau") == {"A": 5}
    game.refused_now("tribute", spirit="ibu", pay={"fish": 1}).now("tribute", spirit="ibu", pay={})
    game.now("tribute", spirit="ibu", pay={}).refused_now("tribute", spirit="ibu", pay={}).refused_now("canoe", steps=1)
    assert game.table.holders["A"].tributes == {"ibu": 2}
