"""Goods that change hands."""

from companion.games.buru.tests.model.table import Holder, Table, insist
from companion.games.buru.tests.model.things import Goods


def gain(t: Table, holder: Holder, goods: Goods) -> None:
    """BURU-08: of fish beyond 20 the rest is lost. BURU-44: what the ledger does not follow is passed over."""
    for name, n in goods.items():
        if name in t.goods:
            holder.goods[name] += n
    holder.goods["fish"] = min(20, holder.goods["fish"])


def pay(t: Table, holder: Holder, goods: Goods) -> None:
    """All of it or nothing."""
    told = {name: n for name, n in goods.items() if name in t.goods}
    insist(all(holder.goods[name] >= n for name, n in told.items()), f"too little for {told}")
    for name, n in told.items():
        holder.goods[name] -= n


def esteem(t: Table, holder: Holder) -> None:
    gain(t, holder, {"esteem": 1})


def guide(t: Table, holder: Holder) -> None:
    """BURU-37: ready for the next round, twice is once; BURU-41: a rival has one always, and gets 1 esteem."""
    if holder.rival:
        esteem(t, holder)
    holder.guide_next = True


def decreed(t: Table, holder: Holder, place: str) -> None:
    """BURU-11, BURU-17: what every decree gives that lies there."""
    for decree in t.decrees:
        if decree["place"] == place:
            gain(t, holder, decree.get("reward", {}))


def group_of(t: Table, key: str) -> str:
    """Islanders recruited by name are kept under `#` and their card."""
    return str(t.cards[key[1:]]["group"]) if key.startswith("#") else key


def lying_before_all(t: Table, key: str) -> int:
    return sum(holder.islanders.get(key, 0) for holder in t.holders.values())


def of_group(t: Table, holder: Holder, group: str) -> int:
    """By name or not."""
    return sum(n for key, n in holder.islanders.items() if group_of(t, key) == group)


def recruited(t: Table, holder: Holder, key: str) -> None:
    """BURU-33: there are nine of a group, of outlaws eight without Ambelau, before all together."""
    group = group_of(t, key)
    most = 8 if group == "outlaw" and not t.has("ambelau") else 9
    insist(sum(of_group(t, each, group) for each in t.holders.values()) < most, f"no {group} left")
    if key.startswith("#"):
        insist(lying_before_all(t, key) < t.cards[key[1:]].get("copies", 1), f"no copy of {key} left")
    holder.islanders[key] = holder.islanders.get(key, 0) + 1


def tasked(holder: Holder, key: str) -> None:
    """BURU-15: once until dusk."""
    insist(holder.tasked.get(key, 0) < holder.islanders.get(key, 0), f"no {key} stands")
    holder.tasked[key] = holder.tasked.get(key, 0) + 1


def discarded(holder: Holder, key: str) -> None:
    """A tasked one first."""
    insist(holder.islanders.get(key, 0), f"no {key}")
    holder.islanders[key] -= 1
    if holder.tasked.get(key, 0):
        holder.tasked[key] -= 1
