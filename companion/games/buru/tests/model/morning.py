"""The answers before the afternoon, and those that reveal tokens and cards."""

from typing import Any

from companion.games.buru.tests.model import cards, purse
from companion.games.buru.tests.model.lines import fields, goods, list_of, number, one_of
from companion.games.buru.tests.model.table import Holder, PlacedToken, Table, insist
from companion.games.buru.tests.model.things import Do, power


def first(t: Table, do: Do) -> None:
    """BURU-02, BURU-22, BURU-38"""
    fields(do, {"seat": one_of(t.people)})
    t.emissary = do["seat"]
    for holder in t.holders.values():
        if holder.name != t.emissary:
            purse.gain(t, holder, {"fish": 3})


def decree(t: Table, do: Do) -> None:
    """BURU-04"""
    if "card" in do:
        found = cards.card(t, do["card"], "decree")
        fields(do, {"card": one_of([do["card"]])})
        insist(do["card"] not in t.used, "once a game")
        t.used.append(do["card"])
    else:
        found = do
        fields(do, {"place": one_of([*t.regions, *t.spirits])}, {"reward": goods(t)})
    t.decrees.append({"place": found["place"], "reward": found.get("reward", {})})


def place(t: Table, holder: Holder, do: Do) -> None:
    """BURU-06, BURU-39"""
    fields(do, {"token": one_of(holder.hand), "region": one_of(t.regions)}, {"blessing": one_of([True])})
    if "blessing" in do:
        insist(t.has("blessing") and t.blessings.get(do["region"]) == holder.name, "not its blessing")
        insist(not any(one.blessed for one in t.tokens_in(do["region"], holder.name)), "laid already")
    holder.hand.remove(do["token"])
    t.placed.append(PlacedToken(holder.name, do["region"], do["token"], "blessing" in do))


def plot(t: Table, do: Do) -> None:
    """BURU-24, BURU-31"""
    if "cards" in do:
        _drawn(t, do)
        return
    fields(do, {side: one_of(t.regions) for side in _sides(t)})
    for side, rival in _sides(t).items():
        insist(_may_lie(t, rival, do[side]), "a third token")
        _lay(t, rival, do[side])


def _sides(t: Table) -> dict[str, str]:
    return dict(zip(("a", "b"), t.rivals, strict=False))


def _may_lie(t: Table, rival: str, region: str) -> bool:
    return region in t.regions and len(t.tokens_in(region, rival)) < 2


def _lay(t: Table, rival: str, region: str) -> None:
    """BURU-39: place a token. The blessing goes with the first token there."""
    blessed = t.blessings.get(region) == rival and not t.tokens_in(region, rival)
    t.holders[rival].to_lay -= 1
    t.placed.append(PlacedToken(rival, region, None, blessed))


def _drawn(t: Table, do: Do) -> None:
    """Place the rivals' tokens by plot cards. Each card places every token that waits and may be there. Only the last card
    places the last token."""
    fields(do, {"cards": list_of(lambda id_: isinstance(id_, str))})
    waiting = _sides(t)
    for id_ in do["cards"]:
        insist(waiting, "all lie already")
        found = cards.card(t, id_, "plot")
        for side, rival in list(waiting.items()):
            if _may_lie(t, rival, found[side]):
                _lay(t, rival, found[side])
                del waiting[side]
    insist(not waiting, "some still wait")


def reveal(t: Table, do: Do) -> None:
    fields(do, {})


def show(t: Table, rival: Holder, do: Do) -> None:
    """BURU-23: reveal the token that was kept, at noon, or all tokens in the region."""
    n = len(t.tokens_in(t.region, rival.name)) if t.region else 1
    fields(do, {"rival": one_of([rival.name]), "powers": list_of(one_of([1, 2, 3, 4, 5, "guide", "liaison"]), n)})
    shown(t, rival, do["powers"])


def shown(t: Table, rival: Holder, powers: list[Any]) -> None:
    """Take the tokens that a rival reveals. If one of two has the blessing, it is the first."""
    for token in powers:
        insist(token in rival.hand, f"{token} cannot be")
        rival.hand.remove(token)
    if t.region is None:
        purse.gain(t, rival, {"fish": power(powers[0])})
        return
    placed = sorted(t.tokens_in(t.region, rival.name), key=lambda one: not one.blessed)
    for one, token in zip(placed, powers, strict=True):
        one.token = token


def plan(t: Table, rival: Holder, do: Do) -> None:
    """BURU-29"""
    if "card" in do:
        found = cards.card(t, do["card"], "plot")
        fields(do, {"rival": one_of([rival.name]), "card": one_of([do["card"]])})
        rival.plan = found["lake"]
    else:
        fields(do, {"rival": one_of([rival.name]), "lake": one_of(["emissary", "esteem"])})
        rival.plan = do["lake"]


def final(t: Table, holder: Holder, do: Do) -> None:
    """BURU-45: take exactly the values that the seat has not entered yet, and one for each elder."""
    worth = number(0, 20)
    whose = {"rival": one_of([holder.name])} if holder.rival else {}
    fields(do, {"tributes": lambda value: isinstance(value, dict), "elders": list_of(worth, holder.elders), **whose})
    insist(set(do["tributes"]) <= set(t.spirits), "no such spirit")
    for spirit in t.spirits:
        left = holder.tributes.get(spirit, 0) - len(holder.counted.get(spirit, []))
        insist(list_of(worth, left)(do["tributes"].get(spirit, [])), f"not {left} values of {spirit}")
    holder.final_values = do
