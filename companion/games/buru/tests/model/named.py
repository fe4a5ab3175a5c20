"""Random answers that name cards of a box file."""

from random import Random

from companion.games.buru.tests.model.table import Table
from companion.games.buru.tests.model.things import Do


def some(t: Table, kind: str) -> list[str]:
    """Return the IDs of the file's cards of a kind."""
    return [id_ for id_, card in t.cards.items() if card["kind"] == kind]


def mine(t: Table) -> list[str]:
    """Return the IDs of the active player's known islanders."""
    return [key[1:] for key, n in t.actor.islanders.items() if n and key.startswith("#")]


def _way(t: Table, id_: str, dice: Random) -> Do:
    does = t.cards[id_].get("does", [])
    return {"way": dice.randint(1, len(does))} if does and dice.random() < 0.7 else {}


def drawn(t: Table, cards: list[str], dice: Random) -> list[str]:
    """Return the cards of a plot. Mostly they are those until all tokens are placed."""
    waiting = dict(zip(("a", "b"), t.rivals, strict=False))
    found: list[str] = []
    while waiting and len(found) < 19:
        found.append(dice.choice(cards))
        for side, rival in list(waiting.items()):
            region = t.cards[found[-1]][side]
            if region in t.regions and len(t.tokens_in(region, rival)) < 2:
                del waiting[side]
    return found if dice.random() < 0.9 else [*found, dice.choice(cards)]


def recruit(t: Table, cards: list[str], dice: Random) -> Do:
    id_ = dice.choice(cards)
    dear = "cost" not in t.cards[id_]
    return {"card": id_, **({"cost": dice.randint(0, 3)} if dear != (dice.random() < 0.1) else {})}


def use(t: Table, id_: str, dice: Random) -> Do:
    """Return an answer that tasks or discards the islander with this ID."""
    is_bully = t.cards[id_]["group"] == "outlaw"
    value = {"value": dice.randint(0, 9)} if is_bully and not t.actor.rival and dice.random() < 0.4 else {}
    return {"card": id_, **_way(t, id_, dice), **value}


def forest(t: Table, cards: list[str], dice: Random) -> Do:
    id_ = dice.choice(cards)
    return {"card": id_, **_way(t, id_, dice)}


def way_on(t: Table, space: int, dice: Random) -> Do:
    """Return the number of a way for an action space that the file has, as the answer's field."""
    place = ("space", t.region, space)
    ids = [id_ for id_, c in t.cards.items() if (c["kind"], c.get("region"), c.get("space")) == place]
    return _way(t, ids[0], dice) if ids else {}


def tokoh(t: Table, dice: Random) -> Do:
    assert t.turn is not None
    cards = some(t, "tokoh")
    if t.turn.kind == "start":
        return {"card": dice.choice(cards)} if cards else {}
    return _way(t, t.actor.tokoh, dice) if t.actor.tokoh else {}
