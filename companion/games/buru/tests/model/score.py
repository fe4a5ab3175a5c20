"""The end."""

from dataclasses import dataclass

from companion.games.buru.tests.model.purse import of_group
from companion.games.buru.tests.model.table import Holder, Table
from companion.games.buru.tests.model.things import SETS


@dataclass
class Score:
    """The points of each player by name, and the players from the first place to the last."""

    totals: dict[str, int]
    ranking: list[str]
    tie_break: str | None


def score(t: Table) -> Score:
    """BURU-21: return the score. Ties at every place go from the Emissary clockwise."""
    totals = {name: total(t, holder) for name, holder in t.holders.items()}
    ranking = sorted(t.around(), key=lambda name: -totals[name])
    is_tied = list(totals.values()).count(max(totals.values())) > 1
    return Score(totals, ranking, "buru.tie.emissary" if is_tied else None)


def total(t: Table, holder: Holder) -> int:
    values = holder.final_values or {"tributes": {}, "elders": []}
    tributes = sum(map(sum, (*values["tributes"].values(), *holder.counted.values())))
    sets = sum(SETS[min(5, of_group(t, holder, group))] for group in t.groups) if holder.rival else 0
    return holder.goods["esteem"] + tributes + sum(values["elders"]) + sets
