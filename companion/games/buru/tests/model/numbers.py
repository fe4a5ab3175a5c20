"""What is open of a game, as plain numbers to hold another program against."""

from typing import Any

from companion.games.buru.tests.model.purse import group_of
from companion.games.buru.tests.model.referee import Referee
from companion.games.buru.tests.model.table import Table


def numbers(referee: Referee) -> dict[str, Any]:
    """By name; before whom things lie in the order of the seats; nothing where there is none."""
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
        "lying": sorted((one.by, one.region, _shown(t, one)) for one in t.lying),
        "score": _score(referee),
        **({"emissary": t.emissary} if t.emissary else {}),
    }


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
