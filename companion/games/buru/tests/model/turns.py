"""The answers in a turn."""

from companion.games.buru.tests.model import cards, purse, tributes
from companion.games.buru.tests.model.lines import fields, goods, number, of_goods, one_of
from companion.games.buru.tests.model.table import Table, Turn, insist
from companion.games.buru.tests.model.things import RING, RING_GUIDE, RING_IBU, Do


def act(t: Table, do: Do) -> None:
    """Take one line of a turn: any of ACTS."""
    insist(do["type"] in ACTS, "not of a turn")
    turn = t.turn
    assert turn is not None
    if t.region == "ambelau" and not (turn.canoe or turn.tokoh):
        insist(do["type"] in ("canoe", "tokoh"), "the canoe first")
    ACTS[do["type"]](t, do)


def _turn(t: Table) -> Turn:
    assert t.turn is not None
    return t.turn


def _gain(t: Table, do: Do) -> None:
    fields({"of": of_goods(do)}, {"of": goods(t)})
    purse.gain(t, t.actor, of_goods(do))


def _pay(t: Table, do: Do) -> None:
    fields({"of": of_goods(do)}, {"of": goods(t, esteem=False)})
    purse.pay(t, t.actor, of_goods(do))


def _recruit(t: Table, do: Do) -> None:
    """BURU-14: recruit. BURU-29: a rival with two tokens at the shore pays 1 less for each islander. BURU-42: Kuda makes the
    next one 2 cheaper."""
    key, cost = cards.recruit(t, do) if "card" in do else _by_group(t, do)
    if t.region == "shore" and t.pair("shore", t.actor.name):
        cost -= 1
    cost -= _turn(t).cheaper
    _turn(t).cheaper = 0
    purse.pay(t, t.actor, {"fish": max(0, cost)})
    purse.recruited(t, t.actor, key)


def _by_group(t: Table, do: Do) -> tuple[str, int]:
    fields(do, {"group": one_of(t.groups), "cost": number(0, 20)})
    return do["group"], do["cost"]


def _elder(t: Table, do: Do) -> None:
    """BURU-18: draw two elders and keep one. BURU-28: a rival draws one."""
    fields(do, {})
    deck = 13 + 2 * t.has("ukum") + t.has("ambelau")
    left = deck - sum(holder.elders for holder in t.holders.values())
    insist(left > 0, "no elder left")
    if left > 1 or t.actor.rival:
        t.actor.elders += 1


def _emissary(t: Table, do: Do) -> None:
    """BURU-19"""
    fields(do, {})
    insist(t.region == "lake", "only at the lake")
    insist(t.emissary != t.actor.name, "it has the marker")
    t.emissary = t.actor.name


def _canoe(t: Table, do: Do) -> None:
    """BURU-35, BURU-36"""
    insist(t.region == "ambelau", "only in Ambelau")
    turn, boat = _turn(t), t.actor
    insist(not turn.canoe and not turn.tokoh, "once")
    fields(do, {"steps": number(1, t.totals("ambelau")[boat.name])})
    turn.canoe = True
    others = [holder.canoe for holder in t.holders.values() if holder.name != boat.name]
    steps = 0
    while steps < do["steps"] or boat.canoe in others:
        if boat.canoe == 12:
            purse.gain(t, boat, {"esteem": 2})
        boat.canoe = boat.canoe % 12 + 1
        steps += 1
    purse.gain(t, boat, RING[boat.canoe - 1])
    if boat.canoe in RING_GUIDE:
        purse.guide(t, boat)
    turn.ibu = (boat.canoe in RING_IBU) + t.pair("ambelau", boat.name)


def _guide(t: Table, do: Do) -> None:
    insist(t.has("ambelau"), "no guides here")
    fields(do, {})
    purse.guide(t, t.actor)


def _tokoh(t: Table, do: Do) -> None:
    """BURU-38"""
    turn = _turn(t)
    insist(t.has("tokoh") and not t.actor.rival, "has no Tokoh")
    if turn.kind == "start":
        cards.choose_tokoh(t, do)
        return
    insist(not (turn.space or turn.canoe or turn.tokoh), "in the place of a space")
    insist(not t.actor.tokoh_used, "once a round")
    if "way" in do:
        cards.tokoh(t, do)
    else:
        fields(do, {})
    turn.tokoh = t.actor.tokoh_used = True


def _space(t: Table, do: Do) -> None:
    """BURU-12, BURU-40, BURU-42"""
    turn = _turn(t)
    insist(turn.kind != "start" and t.region != "ambelau", "no spaces here")
    insist(not (turn.space or turn.tokoh), "once a turn")
    turn.space = True
    if "card" in do:
        cards.forest(t, do)
        return
    assert t.region is not None
    last = t.last_space(t.region)
    way = {"way": number(1, 4)} if t.region != "forest" else {}
    fields(do, {"space": number(1, last)}, way)
    space = do["space"]
    once_more = turn.kind == "liaison" and space == last and len(set(t.spaces)) == last
    insist(space not in t.spaces or once_more, "taken")
    piece = t.piece_on(space)
    if turn.kind == "liaison":
        purse.pay(t, t.actor, {"fish": {"kuda": 2, "marker": 0, None: cards.gems(t, space)}[piece]})
    t.spaces.append(space)
    if "way" in do:
        insist(piece is None, "Kuda or the marker is there")
        cards.space(t, do)
    if piece == "kuda":
        _on_kuda(t)
    if piece == "marker":
        purse.gain(t, t.actor, {"fish": 1})
        t.marker = None


def _on_kuda(t: Table) -> None:
    if t.region == "village":
        purse.gain(t, t.actor, {"fish": 2})
    if t.region == "shore":
        _turn(t).cheaper = 2


def _done(t: Table, do: Do) -> None:
    fields(do, {})
    _turn(t).over = True


ACTS = {
    "gain": _gain, "pay": _pay, "recruit": _recruit, "task": tributes.task, "tribute": tributes.tribute, "elder": _elder,
    "emissary": _emissary, "space": _space, "canoe": _canoe, "guide": _guide, "tokoh": _tokoh, "done": _done,
}  # fmt: skip
