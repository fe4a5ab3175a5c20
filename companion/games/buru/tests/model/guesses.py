"""Random lines that a table could enter at this moment. Most are right. Lines that concern modules are frequent."""

from random import Random
from typing import Any

from companion.games.buru.tests.model import named
from companion.games.buru.tests.model.referee import Due, Referee
from companion.games.buru.tests.model.table import Table, Turn
from companion.games.buru.tests.model.things import RESOURCES, RING_IBU, Do, Goods


def guess(referee: Referee, due: Due, dice: Random) -> Do:
    """Return an answer to a due."""
    t = referee.table
    fields = GUESSES[due.kind](t, due, dice) if due.kind in GUESSES else {}
    return {"type": due.kind, **fields}


def set_right(referee: Referee, dice: Random) -> Do:
    """Return a correction of a random player's goods."""
    t = referee.table
    numbers = {name: dice.choice([0, 1, 5, 20, 21]) for name in dice.sample(t.goods, dice.choice([1, 1, 2]))}
    return {"type": "set", "seat": dice.choice(list(t.holders)), **numbers}


def some_goods(t: Table, dice: Random, *, esteem: bool = True, least: int = 1) -> Goods:
    names = [name for name in t.goods if esteem or name != "esteem"]
    names_drawn = dice.sample(names, min(len(names), dice.choice([least, 1, 1, 2])))
    return {name: dice.choice([1, 1, 2, 3, 7]) for name in names_drawn}


def affordable(t: Table, dice: Random) -> Goods:
    have = t.actor.goods
    return {name: dice.randint(1, min(3, have[name])) for name in ("fish", *RESOURCES) if have[name] and dice.random() < 0.4}


def _first(t: Table, due: Due, dice: Random) -> Do:
    return {"seat": dice.choice(t.people)}


def _decree(t: Table, due: Due, dice: Random) -> Do:
    if (cards := named.some(t, "decree")) and dice.random() < 0.7:
        return {"card": dice.choice(cards)}
    where = {"place": dice.choice([*t.regions, *t.spirits])}
    return {**where, "reward": some_goods(t, dice)} if dice.random() < 0.7 else where


def _place(t: Table, due: Due, dice: Random) -> Do:
    """Return a placed token. Its region is often one whose blessing the seat has, or one where most place in this round. Or
    a weak token is alone where Kuda is, so that Kuda stays near."""
    assert due.seat is not None
    holder = t.holders[due.seat]
    horse = t.track()[t.kuda][0]
    if t.has("kuda") and dice.random() < 0.4 and not t.tokens_in(horse):
        return {"token": holder.hand[0], "region": horse}
    mine = [region for region, name in t.blessings.items() if name == due.seat]
    token, region = dice.choice(holder.hand), dice.choice([*t.regions, *mine, *mine])
    if dice.random() < 0.3:
        region = t.regions[t.round % len(t.regions)]
    fresh = region in mine and not any(one.blessed for one in t.tokens_in(region, due.seat))
    return {"token": token, "region": region, **({"blessing": True} if fresh and dice.random() < 0.8 else {})}


def _plot(t: Table, due: Due, dice: Random) -> Do:
    if (cards := named.some(t, "plot")) and dice.random() < 0.7:
        return {"cards": named.drawn(t, cards, dice)}
    sides = dict(zip(("a", "b"), t.rivals, strict=False))
    return {side: dice.choice([r for r in t.regions if len(t.tokens_in(r, name)) < 2]) for side, name in sides.items()}


def _rival(t: Table, due: Due, dice: Random) -> str:
    """Return the name of the rival that the line must name."""
    return str(due.take.args[0])


def _show(t: Table, due: Due, dice: Random) -> Do:
    holder = t.holders[_rival(t, due, dice)]
    n = len(t.tokens_in(t.region, holder.name)) if t.region else 1
    powers = dice.sample(holder.hand, n)
    if t.region and "liaison" in holder.hand and "liaison" not in powers and dice.random() < 0.4:
        powers[dice.randrange(n)] = "liaison"
    return {"rival": holder.name, "powers": powers}


def _plan(t: Table, due: Due, dice: Random) -> Do:
    rival = _rival(t, due, dice)
    if (cards := named.some(t, "plot")) and dice.random() < 0.7:
        return {"rival": rival, "card": dice.choice(cards)}
    return {"rival": rival, "lake": dice.choice(["emissary", "esteem"])}


def _choose(t: Table, due: Due, dice: Random) -> Do:
    return {"take": dice.choice(["dominance", "blessing"])}


def _final(t: Table, due: Due, dice: Random) -> Do:
    holder = t.holders[_rival(t, due, dice)]
    left = {s: holder.tributes.get(s, 0) - len(holder.counted.get(s, [])) for s in t.spirits}
    tributes = {s: [dice.randint(0, 6) for _ in range(n)] for s, n in left.items() if n or dice.random() < 0.3}
    whose = {"rival": holder.name} if holder.rival else {}
    return {"tributes": tributes, "elders": [dice.randint(0, 5) for _ in range(holder.elders)], **whose}


def _act(t: Table, due: Due, dice: Random) -> Do:
    assert t.turn is not None
    begins = t.region == "ambelau" and not (t.turn.canoe or t.turn.tokoh)
    if begins and dice.random() < 0.9:
        return _begin_in_ambelau(t, dice)
    if t.turn.cheaper and dice.random() < 0.7:
        return {"type": "recruit", "group": dice.choice(t.groups), "cost": dice.randint(0, 4)}
    types = ["done"] * 5 + ["gain", "gain", "recruit", "recruit", "task", "task", "tribute", "tribute", "elder", "pay"]
    types += _now_and_then(t, t.turn, dice)
    type_ = dice.choice(types)
    return {"type": type_, **GUESS_OF.get(type_, lambda t, dice: {})(t, dice)}


def _now_and_then(t: Table, turn: Turn, dice: Random) -> list[str]:
    more = ["emissary"] if t.region == "lake" or dice.random() < 0.1 else []
    more += ["tokoh"] if (t.has("tokoh") and not t.actor.rival) or dice.random() < 0.05 else []
    more += ["guide"] if t.has("ambelau") or dice.random() < 0.05 else []
    more += ["canoe"] if t.region == "ambelau" or dice.random() < 0.05 else []
    more += ["space"] * (9 if t.region != "ambelau" and turn.kind != "start" and not turn.space else dice.random() < 0.1)
    return more


def _begin_in_ambelau(t: Table, dice: Random) -> Do:
    if t.has("tokoh") and dice.random() < 0.2:
        return {"type": "tokoh"}
    steps = range(1, t.totals("ambelau")[t.actor.name] + 1)
    ibu = [n for n in steps if (t.actor.canoe + n - 1) % 12 + 1 in RING_IBU]
    return {"type": "canoe", "steps": dice.choice([*steps, *ibu, *ibu])}


def _recruit(t: Table, dice: Random) -> Do:
    if (cards := named.some(t, "islander")) and dice.random() < 0.7:
        return named.recruit(t, cards, dice)
    return {"group": dice.choice([*t.groups, t.groups[-1]]), "cost": dice.choice([0, 0, 1, 2, 3, 4])}


def _task(t: Table, dice: Random) -> Do:
    if t.actor.rival:
        return {}
    if (mine := named.mine(t)) and dice.random() < 0.7:
        return named.use(t, dice.choice(mine), dice)
    group = _some_group(t, dice)
    return {"group": group, **_value(t, dice)} if group == "outlaw" else {"group": group}


def _some_group(t: Table, dice: Random) -> str:
    mine = [key for key, n in t.actor.islanders.items() if n and not key.startswith("#")]
    bully = ["outlaw"] if "outlaw" in mine else []
    return dice.choice(bully or mine or t.groups) if dice.random() < 0.9 else dice.choice(t.groups)


def _value(t: Table, dice: Random) -> Do:
    return {"value": dice.randint(0, 9)} if dice.random() < 0.4 and not t.actor.rival else {}


def _tribute(t: Table, dice: Random) -> Do:
    assert t.turn is not None
    if (cards := named.some(t, "altar")) and dice.random() < 0.4:
        return {"card": dice.choice(cards), **_value(t, dice)}
    some_ibu = ["ibu"] * 6 if t.turn.ibu else [s for s in t.spirits if s == "ibu" and dice.random() < 0.1]
    spirit = dice.choice([s for s in t.spirits if s != "ibu"] + some_ibu)
    if spirit == "ukum":
        if (mine := named.mine(t)) and dice.random() < 0.7:
            return {"spirit": "ukum", **named.use(t, dice.choice(mine), dice)}
        return {"spirit": "ukum", "islander": _some_group(t, dice), **_value(t, dice)}
    price: dict[str, Any] = {} if spirit == "ibu" and dice.random() < 0.9 else affordable(t, dice)
    return {"spirit": spirit, **_value(t, dice), **({"pay": price} if t.full else {})}


def _space(t: Table, dice: Random) -> Do:
    assert t.region is not None or t.turn is not None
    if t.region == "forest" and (cards := named.some(t, "forest")) and dice.random() < 0.5:
        return named.forest(t, cards, dice)
    last = t.last_space(t.region) if t.region and t.region != "ambelau" else 5
    free = [n for n in range(1, last + 1) if n not in t.spaces]
    pieces = [n for n in range(1, last + 1) if t.region and t.region != "ambelau" and t.piece_on(n)]
    pieces += [n for n in pieces if t.piece_on(n) == "kuda" and n not in t.spaces] * 4
    space = dice.choice([*(free or [last] * 5), *pieces * 4, dice.randint(1, 5)])
    return {"space": space, **named.way_on(t, space, dice)}


def _steps(t: Table, dice: Random) -> Do:
    return {"steps": dice.randint(1, 6)}


GUESS_OF = {
    "gain": lambda t, dice: some_goods(t, dice), "pay": lambda t, dice: affordable(t, dice) or some_goods(t, dice),
    "recruit": _recruit, "task": _task, "tribute": _tribute, "space": _space, "canoe": _steps, "tokoh": named.tokoh,
}  # fmt: skip

GUESSES = {
    "first": _first, "decree": _decree, "place": _place, "plot": _plot, "show": _show, "plan": _plan, "choose": _choose,
    "final": _final, "act": _act,
}  # fmt: skip
