"""The public part of a game as plain numbers, to compare the model with the game."""

from typing import Any

from companion.games.buru.tests.model.purse import group_of
from companion.games.buru.tests.model.referee import Referee
from companion.games.buru.tests.model.table import Table


def numbers(referee: Referee) -> dict[str, Any]:
    """Return the numbers by name. Values of players are in the order of seats. Empty values are left out."""
    t = referee.table
    each = list(t.holders.values())
    return {
        "goods": [_some(holder.goods) for holder in each],
        "islanders": [_by_group(t, holder.islanders) for holder in each],
        "tasked": [_by_group(t, holder.tasked) for holder in each],
        "tributes": [_some(holder.tributes) for holder in each],
        "elders": [holder.elders for holder in each],
        "totems": t.totems,
        "round": max(1, t.round),
        "region": t.region,
        "spaces": sorted(t.spaces),
        "dominances": t.dominances,
        "placed": sorted((one.by, one.region, _shown(t, one)) for one in t.placed if _shown(t, one) != "liaison"),
        "score": _score(referee),
        **({"emissary": t.emissary} if t.emissary else {}),
        **({"blessings": _blessings(t)} if t.has("blessing") else {}),
        **({"kuda": t.track()[t.kuda], "marker": _marker(t)} if t.has("kuda") else {}),
        **({"guides": _guides(t), "canoes": [holder.canoe for holder in each]} if t.has("ambelau") else {}),
        **({"tokoh": [holder.name for holder in each if holder.tokoh_used]} if t.has("tokoh") else {}),
    }


def _blessings(t: Table) -> dict[str, str]:
    """Return the holder of each blessing that is not on a token. The present region's is left out, because it may be about
    to move."""
    used = [one.region for one in t.placed if one.blessed and one.region not in t.shown]
    return {region: by for region, by in t.blessings.items() if region not in (*used, t.region)}


def _marker(t: Table) -> tuple[str, int] | None:
    return None if t.marker is None else t.track()[t.marker]


def _guides(t: Table) -> list[tuple[str, bool, bool]]:
    """Return the guides of people who have one in this round, or get one in the next."""
    people = [t.holders[name] for name in t.people if t.round]
    return [(each.name, each.guide_now, each.guide_next) for each in people]


def _shown(t: Table, one: Any) -> str:
    shown = t.holders[one.by].rival or one.region in t.shown
    return str(one.token) if shown else "None"


def _some(counts: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in counts.items() if n}


def _by_group(t: Table, islanders: dict[str, int]) -> dict[str, int]:
    groups: dict[str, int] = {}
    for key, n in islanders.items():
        groups[group_of(t, key)] = groups.get(group_of(t, key), 0) + n
    return _some(groups)


def _score(referee: Referee) -> Any:
    score = referee.score
    return None if score is None else (list(score.totals.values()), score.ranking, score.tie_break)
