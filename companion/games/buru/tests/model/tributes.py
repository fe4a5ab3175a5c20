"""Tributes and their gifts (BURU-16, BURU-17), also those to Ukum (BURU-33, BURU-34)."""

from companion.games.buru.tests.model import cards, purse
from companion.games.buru.tests.model.lines import Check, fields, goods, number, one_of
from companion.games.buru.tests.model.table import Holder, Table, insist
from companion.games.buru.tests.model.things import BULLY, Do


def drawn(t: Table, spirit: str, do: Do) -> None:
    """Pay the cost, and take the card."""
    holder = t.actor
    insist(sum(each.tributes.get(spirit, 0) for each in t.holders.values()) < 10, f"{spirit}'s cards are gone")
    holder.tributes[spirit] = holder.tributes.get(spirit, 0) + 1
    if "value" in do:
        holder.counted.setdefault(spirit, []).append(do["value"])
    if spirit in t.totems:
        purse.esteem(t, t.holders[t.totems[spirit]])
    purse.decreed(t, holder, spirit)
    for card, n in cards.scrolls(t, holder, spirit):
        for _ in range(n):
            purse.gain(t, holder, card)
    if holder.plan == "esteem":
        purse.esteem(t, holder)


def tribute(t: Table, do: Do) -> None:
    """Take a tribute from the active player."""
    value = {} if t.actor.rival else {"value": number(0, 20)}
    if "spirit" not in do:
        spirit = cards.altar(t, do, value)
    elif do["spirit"] == "ukum":
        spirit = _ukum(t, do, value)
    else:
        spirit = _paid(t, do, value)
    drawn(t, spirit, do)
    if spirit == "ukum" and "card" in do:
        cards.go(t, cards.card(t, do["card"], "islander"), do)


def _paid(t: Table, do: Do, value: dict[str, Check]) -> str:
    """BURU-44: pay the cost. With the full ledger people always enter it. A tribute to Ibu costs nothing."""
    ledger = {"pay": goods(t, esteem=False, free=True)} if t.full else {}
    fields(do, {"spirit": one_of(t.spirits), **ledger}, value)
    if do["spirit"] == "ibu":
        assert t.turn is not None
        insist(t.turn.ibu, "nothing here gives a tribute to Ibu")
        insist(not do.get("pay"), "Ibu's costs nothing")
        t.turn.ibu -= 1
    purse.pay(t, t.actor, do.get("pay", {}))
    return str(do["spirit"])


def _ukum(t: Table, do: Do, value: dict[str, Check]) -> str:
    insist("ukum" in t.spirits, "no Ukum here")
    if "card" in do:
        cards.banish(t, do, {"spirit": one_of(["ukum"])}, value)
        return "ukum"
    fields(do, {"spirit": one_of(["ukum"]), "islander": one_of(t.groups)}, value)
    outlaw_first(t, t.actor, do["islander"])
    purse.discarded(t.actor, do["islander"])
    return "ukum"


def outlaw_first(t: Table, holder: Holder, group: str) -> None:
    """BURU-41: refuse a rival's other islander while it has an outlaw."""
    if holder.rival and group != BULLY:
        insist(not purse.of_group(t, holder, BULLY), "a rival's outlaw goes first")


def task(t: Table, do: Do) -> None:
    """BURU-15: task an islander. BURU-28: a rival's gives 1 esteem. BURU-34: an outlaw is discarded for a tribute."""
    if t.actor.rival:
        fields(do, {})
        purse.esteem(t, t.actor)
    elif "card" in do:
        cards.task(t, do)
    elif do.get("group") == BULLY:
        fields(do, {"group": one_of(t.groups)}, {"value": number(0, 20)})
        purse.discarded(t.actor, BULLY)
        drawn(t, "ukum", do)
    else:
        fields(do, {"group": one_of(t.groups)})
        purse.tasked(t.actor, do["group"])
