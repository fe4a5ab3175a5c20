"""With any modules, a seat's tokens, and the worth of its cards, change nothing that any other seat gets."""

from random import Random
from typing import Any

import pytest

from companion.games.buru.tests.model import Referee, tables
from companion.games.buru.tests.model.guesses import guess
from companion.games.buru.tests.playing import Sitting, seen
from tests.promises.settings import NAMES

Line = tuple[str | None, dict[str, Any]]
SEEDS = range(12)


class Twins:
    """Two games of the same people with nearly the same answers."""

    def __init__(self, seed: int) -> None:
        dice = Random(seed)
        self.people, self.options = tables.any_table(dice, {"long": False})
        self.record = _record(self.people, self.options, dice)
        self.this, self.that = (Sitting(self.people, first=None, **self.options) for _ in "ab")
        self.viewers = [None, *NAMES[1 : self.people]]
        """The room, and all seats except the first one, whose secrets differ."""

    def compare(self, others: dict[int, dict[str, Any]], until: Any) -> int:
        """Give both games the record until `until` returns True. In the second game, the lines in `others` replace those
        with the same number. Return after how many lines the screens were compared."""
        compared = 0
        for i, (seat, do) in enumerate(self.record):
            if i > min(others) and until(self, i):
                break
            self.this.post(seat, do)
            self.that.post(seat, others.get(i, do))
            if i >= min(others):
                assert all(seen(self.this.state, seat) == seen(self.that.state, seat) for seat in self.viewers), (i, do)
                compared += 1
        assert self.this.state != self.that.state
        return compared

    def mine(self, type_: str) -> list[int]:
        """Return the numbers of the first seat's lines of this type."""
        return [i for i, (seat, do) in enumerate(self.record) if (seat, do["type"]) == (NAMES[0], type_)]


def _record(people: int, options: dict[str, Any], dice: Random) -> list[Line]:
    """Return the lines of a whole game. The first seat's final values come before those of others."""
    referee, record = Referee(list(NAMES[:people]), options), []
    while referee.dues:
        due = dice.choice(referee.dues)
        do = guess(referee, due, dice)
        if referee.answer(due.seat, do):
            record.append((due.seat, do))
    finals = {(seat, do.get("rival")): do for seat, do in record if do["type"] == "final"}
    last = sorted(((seat, do) for (seat, _), do in finals.items()), key=lambda line: line[0] != NAMES[0])
    return [line for line in record if line[1]["type"] != "final"] + last


@pytest.mark.rule("BURU-06", "BURU-37", "BURU-39", "BURU-40", "BURU-43")
@pytest.mark.parametrize("seed", SEEDS)
def test_two_tokens_that_changed_places_are_seen_only_when_a_region_of_theirs_is_revealed(seed):
    twins = Twins(seed)
    one, two = _bids_apart(twins)
    first, second = (twins.record[i][1] for i in (one, two))
    regions = {first["region"], second["region"]}

    def is_shown(twins: Twins, i: int) -> bool:
        reveals = twins.record[i][1]["type"] == "reveal"
        return reveals and (twins.this.public.region in regions or twins.this.public.stage == "final")

    others = {one: {**first, "token": second["token"]}, two: {**second, "token": first["token"]}}
    assert twins.compare(others, is_shown) > two - one


def _bids_apart(twins: Twins) -> tuple[int, int]:
    """Return two lines of a round that place tokens in different regions. If possible, one of the tokens has no number."""
    mine = twins.mine("place")
    per_round = [i for i, (_, do) in enumerate(twins.record) if do["type"] == "decree"]
    pairs = [(i, j) for i in mine for j in mine if i < j and not any(i < n < j for n in per_round)]
    apart = [pair for pair in pairs if len({twins.record[i][1]["region"] for i in pair}) == 2]
    return min(apart, key=lambda pair: all(isinstance(twins.record[i][1]["token"], int) for i in pair))


@pytest.mark.rule("BURU-16", "BURU-34", "BURU-45")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_value_of_a_card_shows_only_in_the_score(seed):
    twins = Twins(seed)
    places = [i for type_ in ("tribute", "task") for i in twins.mine(type_) if "value" in twins.record[i][1]]
    others = {i: {**twins.record[i][1], "value": 20 - twins.record[i][1]["value"]} for i in places}
    others |= {i: _otherwise(twins.record[i][1]) for i in twins.mine("final")}
    others |= {len(twins.record) - 1: twins.record[-1][1]}
    assert twins.compare(others, lambda twins, i: i == len(twins.record) - 1)


def _otherwise(final: dict[str, Any]) -> dict[str, Any]:
    tributes = {spirit: [20 - n for n in values] for spirit, values in final["tributes"].items()}
    return {**final, "tributes": tributes, "elders": [20 - n for n in final["elders"]]}
