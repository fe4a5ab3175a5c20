"""Random box files, such as owners may enter: some cards of each kind, also of modules that are not played."""

from random import Random
from typing import Any

from companion.games.buru.tests.model.things import GOODS, Goods

GROUPS = ("artisan", "gatherer", "noble", "priest", "outlaw")
SPIRITS = ("banyu", "gunung", "manuk", "ukum", "ibu")
REGIONS = ("forest", "shore", "village", "ambelau", "lake")
Card = dict[str, Any]


def box_file(dice: Random) -> dict[str, Any]:
    """Return a box file as a record's head has it."""
    made = [make(dice) for make, most in KINDS.items() for _ in range(dice.randint(0, most))]
    cards = {f"{card['kind']}_{i}": {"name": {"en": f"Card {i}"}, **card} for i, card in enumerate(made)}
    cards["noble"] = {"kind": "islander", "name": {"ja": "貴族"}, "group": "noble", "cost": 1, "copies": 2}
    seen: dict[Any, str] = {}
    for id_, card in cards.items():
        if card["kind"] == "space":
            seen.setdefault((card["region"], card["space"]), id_)
    return {
        "hash": "0" * 64,
        "cards": {id_: card for id_, card in cards.items() if card["kind"] != "space" or id_ in seen.values()},
    }


def _goods(dice: Random, *, esteem: bool = True) -> Goods:
    names = [name for name in GOODS if esteem or name != "esteem"]
    return {name: dice.randint(1, 2) for name in dice.sample(names, dice.choice([1, 1, 2]))}


def _way(dice: Random) -> Card:
    way: Card = {"pay": _goods(dice, esteem=False)} if dice.random() < 0.4 else {}
    way |= {"gain": _goods(dice)} if dice.random() < 0.8 else {}
    return way if way and dice.random() < 0.8 else {**way, "guide": True}


def _some(dice: Random, **may: Any) -> Card:
    """Return a card with about half of these fields."""
    return {name: value for name, value in may.items() if dice.random() < 0.6}


def _ways(dice: Random) -> list[Card]:
    return [_way(dice) for _ in range(dice.randint(1, 3))]


def _islander(dice: Random) -> Card:
    scroll = {spirit: _goods(dice) for spirit in dice.sample(SPIRITS, 2)}
    may = _some(dice, cost=dice.randint(0, 3), does=_ways(dice), scroll=scroll, copies=dice.randint(1, 3))
    return {"kind": "islander", "group": dice.choice([*GROUPS, "outlaw"]), **may}


def _forest(dice: Random) -> Card:
    return {"kind": "forest", "does": _ways(dice), **_some(dice, gems=dice.randint(0, 3))}


def _space(dice: Random) -> Card:
    where = {"region": dice.choice(["shore", "village", "lake"]), "space": dice.randint(1, 5)}
    return {"kind": "space", **where, **_some(dice, does=_ways(dice), gems=dice.randint(0, 3))}


def _decree(dice: Random) -> Card:
    return {"kind": "decree", "place": dice.choice([*REGIONS, *SPIRITS]), **_some(dice, reward=_goods(dice))}


def _altar(dice: Random) -> Card:
    return {"kind": "altar", "spirit": dice.choice(SPIRITS[:3]), "cost": _goods(dice, esteem=False)}


def _plot(dice: Random) -> Card:
    regions = ["forest", "shore", "village", "lake", *REGIONS]
    lake = dice.choice(["emissary", "esteem"])
    return {"kind": "plot", "a": dice.choice(regions), "b": dice.choice(regions), "lake": lake}


def _tokoh(dice: Random) -> Card:
    return {"kind": "tokoh", **_some(dice, start=_goods(dice), does=_ways(dice))}


def _elder(dice: Random) -> Card:
    return {"kind": "elder", "esteem": [2, 5]}


KINDS = {_islander: 9, _forest: 4, _space: 12, _decree: 14, _altar: 3, _plot: 9, _tokoh: 6, _elder: 2}
