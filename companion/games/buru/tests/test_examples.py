"""The worked examples of the rules: the base game."""

import pytest

from companion.games.buru.tests.telling import BEGIN, lays

pytestmark = BEGIN

FOREST = lays((1, "forest"), (2, "forest"), (3, "forest"), (4, "forest"))


@pytest.mark.rule("BURU-02")
def test_the_first_emissary_has_no_fish_and_the_others_three(begin):
    assert begin(4).fish() == [0, 3, 3, 3]
    assert begin(1, lawan=2).fish() == [0, 3, 3]


@pytest.mark.rule("BURU-10")
def test_the_equal_player_nearer_clockwise_to_the_emissary_acts_first(begin):
    game = begin(3, first="Ben").round(Ana=FOREST, Ben=FOREST, Cho=FOREST)
    assert game.awaited() == ("act", "Ben")
    assert game.now("done").awaited() == ("act", "Cho")
    assert game.now("done").awaited() == ("act", "Ana")


@pytest.mark.rule("BURU-08")
def test_eight_fish_and_a_last_explorer_of_four_are_twelve_and_beyond_twenty_all_is_lost(begin):
    lake = lays((1, "lake"), (2, "lake"), (3, "lake"), (5, "lake"))
    game = begin(2).has("Ana", fish=8).round(Ana=lake, Ben=lake)
    assert game.fish("Ana") == [12]
    assert game.has("Ana", fish=20).now("gain", fish=1).fish("Ana") == [20]


@pytest.mark.rule("BURU-14", "BURU-15")
def test_at_the_shore_four_fish_are_enough_for_a_farmer_but_not_for_a_second_one(begin):
    shore = lays((1, "shore"), (2, "shore"), (3, "shore"), (4, "shore"))
    game = begin(2).round(Ana=shore, Ben=FOREST).at("shore").has("Ana", fish=4)
    game.now("recruit", group="gatherer", cost=2)
    game.refused_now("recruit", group="noble", cost=3)
    assert game.now("done").fish("Ana") == [2]


@pytest.mark.rule("BURU-15")
def test_a_weaver_without_the_two_fish_is_tasked_for_nothing(begin):
    village = lays((1, "village"), (2, "village"), (3, "village"), (4, "village"))
    game = begin(2, ledger="full").round(Ana=village, Ben=FOREST).at("village").now("recruit", group="artisan", cost=0)
    game.has("Ana", fish=1).now("task", group="artisan").refused_now("pay", fish=2)
    game.refused_now("task", group="artisan")
    assert game.table.holders["Ana"].goods["palm"] == 0


@pytest.mark.rule("BURU-27", "BURU-28")
def test_a_rival_at_the_shore_recruits_the_carver_and_cannot_pay_the_palm_merchant(begin):
    game = begin(1, lawan=2).round(A=["shore", "village", "village", "lake"], B=["lake", "lake"], Ana=FOREST)
    game.at("shore").has("A", fish=4)
    game.now("recruit", group="artisan", cost=2).refused_now("recruit", group="artisan", cost=4)
    assert game.now("done").fish("A") == [2]


@pytest.mark.rule("BURU-17", "BURU-28", "BURU-29")
def test_a_rivals_double_at_the_lake_brings_one_more_esteem_for_its_one_tribute(begin):
    game = begin(1, lawan=2, ledger="full")
    game.shows = {"A": [[1], [2], [4, 5]], "B": [[1], [2], [3]]}
    game.round(Ana=FOREST, A=["shore", "forest", "shore", "lake"], B=["forest", "village", "lake", "lake"])
    game.at("lake").has("B", fish=0, clay=2)
    assert (game.table.totems["banyu"], game.table.totals("lake")) == ("A", {"A": 3, "B": 9})
    before = game.esteem("A")
    game.now("elder").now("tribute", spirit="banyu", pay={"clay": 2}).refused_now("tribute", spirit="banyu", pay={"clay": 2})
    holder = game.table.holders["B"]
    assert (holder.elders, holder.tributes, holder.goods["esteem"]) == (1, {"banyu": 1}, 2)
    assert game.esteem("A") == [before[0] + 1]


@pytest.mark.rule("BURU-30")
@pytest.mark.parametrize(("cards", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 5), (6, 5)])
def test_a_rivals_esteem_for_each_number_of_cards_of_a_type(begin, cards, bonus):
    game = begin(1, lawan=1).round(Ana=lays((1, "lake"), (2, "lake"), (3, "lake"), (4, "lake")), A=["forest"])
    for _ in range(cards):
        game.now("recruit", group="noble", cost=0)
    game.end()
    assert game.referee.score.totals["A"] - game.esteem("A")[0] == bonus


@pytest.mark.rule("BURU-13")
def test_the_marker_taken_at_the_lake_orders_those_who_have_not_acted(begin):
    """Ana is the Emissary. At the lake Cho has 5, Ben and Dai have 3. Cho takes the marker, so Dai acts before Ben."""
    lay = {name: lays((1, "forest"), (2, "forest"), (token, "lake"), (4, "forest")) for name, token in _LAKE.items()}
    game = begin(4).round(**lay, Ana=FOREST).at("lake")
    assert game.awaited() == ("act", "Cho")
    assert game.now("emissary").now("done").awaited() == ("act", "Dai")


_LAKE = {"Ben": 3, "Cho": 5, "Dai": 3}
