"""Secrets: placed tokens until their region is revealed, kept tokens until noon, the worth of cards until the end."""

import pytest

from companion.core.words import Refused
from companion.games.buru.tests.playing import Sitting, seen
from companion.house.dice import SeededDice

SEATS = ("Ana", "Ben", "Cho")
OTHERS = ("Ben", "Cho", None)


def swapped(record: list[tuple[str | None, dict]], one: int, two: int) -> list[tuple[str | None, dict]]:
    """Return the record with the tokens of two lines exchanged."""
    twin = [(seat, dict(do)) for seat, do in record]
    twin[one][1]["token"], twin[two][1]["token"] = record[two][1]["token"], record[one][1]["token"]
    return twin


def first_round(seed: int) -> list[tuple[str | None, dict]]:
    """Return a random first round, as a record."""
    pick, sitting, record = SeededDice(seed).pick, Sitting(3, first=None), []
    while sitting.public.round == 1:
        due = sitting.due()
        do = sitting.liked(due, pick)
        sitting.answer_due(due, do, due.seat)
        record.append((due.seat, do))
    return record


def bids_of(record: list[tuple[str | None, dict]], seat: str) -> list[int]:
    return [i for i, (who, do) in enumerate(record) if who == seat and do["type"] == "place"]


@pytest.mark.rule("BURU-06", "BURU-43")
@pytest.mark.parametrize("seed", [*range(10), 11, 12])  # with seed 10 Ana places in one region only
def test_two_bids_that_changed_places_are_seen_only_when_one_of_their_regions_is_revealed(seed):
    record = first_round(seed)
    mine = bids_of(record, "Ana")
    one, two = next((a, b) for a in mine for b in mine if record[a][1]["region"] != record[b][1]["region"])
    regions = {record[i][1]["region"] for i in (one, two)}
    this, that = Sitting(3, first=None), Sitting(3, first=None)
    compared = 0
    for (seat, do), (_, other) in zip(record, swapped(record, one, two), strict=True):
        if do["type"] == "reveal" and this.public.region in regions:
            break
        this.post(seat, do)
        that.post(seat, other)
        assert all(seen(this.state, seat) == seen(that.state, seat) for seat in OTHERS)
        compared += 1
    assert compared > two
    assert this.state != that.state


@pytest.mark.rule("BURU-08", "BURU-43")
@pytest.mark.parametrize("seed", range(12))
def test_the_kept_token_is_seen_only_at_noon(seed):
    record = first_round(seed)
    last = bids_of(record, "Ana")[-1]
    (kept,) = {1, 2, 3, 4, 5} - {record[i][1]["token"] for i in bids_of(record, "Ana")}
    this, that = Sitting(3, first=None), Sitting(3, first=None)
    for i, (seat, do) in enumerate(record):
        if do["type"] == "reveal":
            break
        this.post(seat, do)
        that.post(seat, {**do, "token": kept} if i == last else do)
        assert all(seen(this.state, seat) == seen(that.state, seat) for seat in OTHERS)
    assert seen(this.post(None, {"type": "reveal"}).state, None) != seen(that.post(None, {"type": "reveal"}).state, None)


@pytest.mark.rule("BURU-16", "BURU-43")
@pytest.mark.parametrize("other", [{}, {"value": 0}, {"value": 9}])
def test_nobody_else_sees_the_value_of_a_tribute_before_the_score(other):
    this, that = at_the_lake(), at_the_lake()
    this.answer("Ana", "tribute", spirit="banyu", value=3)
    that.answer("Ana", "tribute", spirit="banyu", **other)
    while this.public.stage != "final":
        assert all(seen(this.state, seat) == seen(that.state, seat) for seat in OTHERS)
        this.done()
        that.done()
    assert all(seen(this.state, seat) == seen(that.state, seat) for seat in OTHERS)


def at_the_lake() -> Sitting:
    """Return a game in which Ana acts at the lake in the last round."""
    equal = [(token, "lake") for token in (1, 2, 3, 4)]
    sitting = Sitting(3).last_round().dawn().morning(Ana=equal, Ben=equal, Cho=equal)
    return sitting.noon().table("reveal")


@pytest.mark.rule("BURU-45")
def test_finals_are_seen_by_nobody_else_until_all_are_in():
    this, that = (at_the_lake().give("Ana", elders=1).give("Ben", elders=1).done().done().done() for _ in range(2))
    this.answer("Ana", "final", tributes={}, elders=[1])
    that.answer("Ana", "final", tributes={}, elders=[9])
    assert all(seen(this.state, seat) == seen(that.state, seat) for seat in OTHERS)


@pytest.mark.rule("BURU-45")
def test_other_values_of_a_seats_cards_change_nothing_on_other_screens():
    this = at_the_lake().give("Ana", elders=1).give("Ben", elders=1).give("Cho", elders=1).done().done().done()
    this.answer("Ana", "final", tributes={}, elders=[1])
    before = [seen(this.state, seat)[:2] for seat in OTHERS]
    this.answer("Ana", "final", tributes={}, elders=[9])
    assert [seen(this.state, seat)[:2] for seat in OTHERS] == before


@pytest.mark.rule("BURU-43")
def test_a_refused_bid_says_no_power():
    sitting = Sitting(2).dawn().answer("Ana", "place", token=3, region="lake").answer("Ben", "place", token=3, region="lake")
    with pytest.raises(Refused) as why:
        sitting.answer("Ana", "place", token=3, region="lake")
    assert why.value.values == {}
    assert "3" not in why.value.key
