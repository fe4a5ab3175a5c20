"""Goods and islanders that players gain and lose."""

from companion.games.buru.tests.model.table import Holder, Table, insist
from companion.games.buru.tests.model.things import Goods


def gain(t: Table, holder: Holder, goods: Goods) -> None:
    """Add goods. BURU-08: fish beyond 20 is lost. BURU-44: goods that the ledger does not follow are passed over."""
    for name, n in goods.items():
        if name in t.goods:
            holder.goods[name] += n
    holder.goods["fish"] = min(20, holder.goods["fish"])


def pay(t: Table, holder: Holder, goods: Goods) -> None:
    """Pay all of it, or refuse."""
    price = {name: n for name, n in goods.items() if name in t.goods}
    insist(all(holder.goods[name] >= n for name, n in price.items()), f"too little for {price}")
    for name, n in price.items():
        holder.goods[name] -= n


def esteem(t: Table, holder: Holder) -> None:
    gain(t, holder, {"esteem": 1})


def guide(t: Table, holder: Holder) -> None:
    """BURU-37: give a guide for the next round; a second one adds nothing. BURU-41: a rival always has one, and gets 1
    esteem."""
    if holder.rival:
        esteem(t, holder)
    holder.guide_next = True


def decreed(t: Table, holder: Holder, place: str) -> None:
    """BURU-11, BURU-17: give the goods of every decree there."""
    for decree in t.decrees:
        if decree["place"] == place:
            gain(t, holder, decree.get("reward", {}))


def group_of(t: Table, key: str) -> str:
    """Return the group of a key of `Holder.islanders`: a group itself, or `#` and the ID of a card."""
    return str(t.cards[key[1:]]["group"]) if key.startswith("#") else key


def lying_before_all(t: Table, key: str) -> int:
    return sum(holder.islanders.get(key, 0) for holder in t.holders.values())


def of_group(t: Table, holder: Holder, group: str) -> int:
    """Return the number of islanders of a group, by name or not."""
    return sum(n for key, n in holder.islanders.items() if group_of(t, key) == group)


def recruited(t: Table, holder: Holder, key: str) -> None:
    """BURU-33: give an islander to a player. There are nine of each group, but eight outlaws without Ambelau."""
    group = group_of(t, key)
    most = 8 if group == "outlaw" and not t.has("ambelau") else 9
    insist(sum(of_group(t, each, group) for each in t.holders.values()) < most, f"no {group} left")
    if key.startswith("#"):
        insist(lying_before_all(t, key) < t.cards[key[1:]].get("copies", 1), f"no copy of {key} left")
    holder.islanders[key] = holder.islanders.get(key, 0) + 1


def tasked(holder: Holder, key: str) -> None:
    """BURU-15: task one islander until dusk."""
    insist(holder.tasked.get(key, 0) < holder.islanders.get(key, 0), f"no {key} stands")
    holder.tasked[key] = holder.tasked.get(key, 0) + 1


def discarded(holder: Holder, key: str) -> None:
    """Discard an islander, a tasked one first."""
    insist(holder.islanders.get(key, 0), f"no {key}")
    holder.islanders[key] -= 1
    if holder.tasked.get(key, 0):
        holder.tasked[key] -= 1
