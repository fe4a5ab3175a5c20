"""Answers that name a card of the box file, in place of the numbers on it."""

from typing import Any

from companion.games.buru.tests.model import purse, tributes
from companion.games.buru.tests.model.lines import Check, fields, number, one_of
from companion.games.buru.tests.model.table import Holder, Table, insist
from companion.games.buru.tests.model.things import BULLY, Do, Goods

Card = dict[str, Any]


def card(t: Table, id_: Any, kind: str) -> Card:
    """Return the card with this ID. It must be of this kind, and in this game."""
    insist(isinstance(id_, str) and id_ in t.cards, f"no card {id_}")
    found: Card = t.cards[id_]
    insist(found["kind"] == kind, f"{id_} is another kind of card")
    places = [found[name] for name in ("place", "a", "b") if name in found]
    insist(all(place in (*t.regions, *t.spirits) for place in places), f"{id_} is not in this game")
    insist(found.get("group") in (None, *t.groups), f"{id_} is not in this game")
    return found


def ways(found: Card) -> dict[str, Check]:
    """Return the check of the field `way`, if the card has ways."""
    return {"way": number(1, len(found["does"]))} if "does" in found else {}


def go(t: Table, found: Card, do: Do) -> None:
    """Pay for the named way and take its gains, or refuse if it cannot be paid. Without `way` do nothing."""
    if "way" not in do:
        return
    way = found["does"][do["way"] - 1]
    purse.pay(t, t.actor, way.get("pay", {}))
    purse.gain(t, t.actor, way.get("gain", {}))
    if way.get("guide"):
        insist(t.has("ambelau"), "no guides here")
        purse.guide(t, t.actor)


def scrolls(t: Table, holder: Holder, spirit: str) -> list[tuple[Goods, int]]:
    """Return the goods that tasked cards give at a tribute, each with its number of times."""
    keys = [(key, n) for key, n in holder.tasked.items() if key.startswith("#")]
    return [(t.cards[key[1:]].get("scroll", {}).get(spirit, {}), n) for key, n in keys]


def altar(t: Table, do: Do, value: dict[str, Check]) -> str:
    """Take the cost on the altar's card from the player. Return its spirit."""
    insist("card" in do, "no spirit")
    found = card(t, do["card"], "altar")
    fields(do, {"card": one_of([do["card"]])}, value)
    purse.pay(t, t.actor, found["cost"])
    return str(found["spirit"])


def banish(t: Table, do: Do, spirit: dict[str, Check], value: dict[str, Check]) -> None:
    """Discard a named islander for a tribute to Ukum."""
    found = card(t, do["card"], "islander")
    bonus = ways(found) if found["group"] == BULLY else {}
    fields(do, {**spirit, "card": one_of([do["card"]])}, {**value, **bonus})
    tributes.outlaw_first(t, t.actor, found["group"])
    purse.discarded(t.actor, "#" + do["card"])


def task(t: Table, do: Do) -> None:
    found = card(t, do["card"], "islander")
    is_bully = found["group"] == BULLY
    fields(do, {"card": one_of([do["card"]])}, {**ways(found), **({"value": number(0, 20)} if is_bully else {})})
    if is_bully:
        purse.discarded(t.actor, "#" + do["card"])
        tributes.drawn(t, "ukum", do)
    else:
        purse.tasked(t.actor, "#" + do["card"])
    go(t, found, do)


def recruit(t: Table, do: Do) -> tuple[str, int]:
    """Return the key of the islander that is recruited, and its cost. The line has a cost if none is printed, or if the
    player pays another one."""
    found = card(t, do["card"], "islander")
    cost = {"cost": number(0, 20)}
    named = {"card": one_of([do["card"]])}
    fields(do, named if "cost" in found else {**named, **cost}, cost)
    return "#" + do["card"], do.get("cost", found.get("cost", 0))


def choose_tokoh(t: Table, do: Do) -> None:
    """BURU-38: take a Tokoh before the first Emissary, one for each person, and no other person's."""
    insist("card" in do, "no action yet")
    found = card(t, do["card"], "tokoh")
    fields(do, {"card": one_of([do["card"]])})
    insist(t.actor.tokoh is None, "it has one")
    insist(all(holder.tokoh != do["card"] for holder in t.holders.values()), "another's")
    t.actor.tokoh = do["card"]
    purse.gain(t, t.actor, found.get("start", {}))


def tokoh(t: Table, do: Do) -> None:
    insist(t.actor.tokoh is not None, "none was named")
    found = t.cards[t.actor.tokoh]
    fields(do, ways(found))
    go(t, found, do)


def _space(t: Table, space: int) -> Card:
    """Return the file's card for a space of this region."""
    place = ("space", t.region, space)
    return next((c for c in t.cards.values() if (c["kind"], c.get("region"), c.get("space")) == place), {})


def gems(t: Table, space: int) -> int:
    """Return the gems of an action space, or 0 if the file has none."""
    return int(_space(t, space).get("gems", 0))


def space(t: Table, do: Do) -> None:
    found = _space(t, do["space"])
    insist("does" in found, "the file does not know it")
    insist(do["way"] <= len(found["does"]), "no such way")
    go(t, found, do)


def forest(t: Table, do: Do) -> None:
    insist(t.region == "forest", "forest cards are in the forest")
    found = card(t, do["card"], "forest")
    fields(do, {"card": one_of([do["card"]])}, ways(found))
    assert t.turn is not None
    if t.turn.kind == "liaison":
        purse.pay(t, t.actor, {"fish": found.get("gems", 0)})
    go(t, found, do)
