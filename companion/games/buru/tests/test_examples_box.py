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
    game.round(**village).at("village").has("Ana", fish=3).now("recruit", card="carver").refused_now(
        "recruit", card="carver"
    )
    assert game.fish("Ana") == [1]
    game.now("recruit", card="weaver").now("task", card="weaver", way=2)
    assert game.fish("Ana") == [3]
    game.refused_now("task", card="weaver").refused_now("task", group="artisan")
    game.round(**village).at("village").has("Ana", fish=3).now("task", card="weaver", way=1)
    assert game.fish("Ana") == [1]
    game.round(**village).at("village").has("Ana", fish=1).refused_now("task", card="weaver", way=1)
    assert game.now("task", card="weaver").fish("Ana") == [1]
