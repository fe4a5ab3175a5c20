"""Promises that hold in every game with any modules."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.buru import GAME
from companion.games.buru.modules.ambelau import START
from companion.games.buru.pieces import POWERS, SPACES, Region
from companion.games.buru.state import BuruState, Public
from companion.games.buru.tests.playing import Sitting, random_steps

MODULES = ("ukum", "ambelau", "tokoh", "blessing", "liaison", "kuda")
TABLES = st.sampled_from([(2, 0), (3, 0), (4, 0), (1, 1), (2, 1), (2, 2), (1, 2), (3, 2)])
PLAYED = st.one_of(st.just(MODULES), st.lists(st.sampled_from(MODULES), unique=True, min_size=1).map(tuple))
MORE = st.fixed_dictionaries(
    {
        "ledger": st.sampled_from(["esteem", "full"]),
        "long": st.booleans(),
        "kuda_start": st.sampled_from(["forest", "village"]),
        "kuda_forest": st.sampled_from(["five", "players"]),
    }
)
SEEDS = st.integers(0, 2**32)

Stride = tuple[BuruState, BuruState, dict[str, Any]]


def every(test: Any) -> Any:
    """Run the test over many random games: seeds, people and rivals, modules, other options."""
    return settings(max_examples=6, deadline=None)(given(SEEDS, TABLES, PLAYED, MORE)(test))


def sittings(seed: int, table: tuple[int, int], played: tuple[str, ...], more: dict[str, Any]) -> Iterator[Any]:
    options = {**more, **dict.fromkeys(played, True)}
    return iter(random_steps(seed, table[0], lawan=table[1], fifth=True, **options))


def steps(seed: int, table: tuple[int, int], played: tuple[str, ...], more: dict[str, Any]) -> Iterator[Stride]:
    """Play a random game. Yield each state, the one before it, and the answer between them."""
    for sitting, before, do in sittings(seed, table, played, more):
        yield before, sitting.state, do


@pytest.mark.rule("BURU-35")
@every
def test_canoes_never_share_a_space_and_never_come_back_to_the_start(seed, table, played, more):
    for before, after, _ in steps(seed, table, played, more):
        if after.public.canoes is None:
            assert "ambelau" not in played
            continue
        spaces = [space for space in after.public.canoes if space != START]
        assert len(set(spaces)) == len(spaces)
        assert all(0 <= space <= 12 for space in after.public.canoes)
        pairs = zip(before.public.canoes, after.public.canoes, strict=True)
        assert all(then == START or now != START for then, now in pairs)


@pytest.mark.rule("BURU-39")
@every
def test_each_regions_blessing_is_in_one_place(seed, table, played, more):
    for _, after, _ in steps(seed, table, played, more):
        public = after.public
        if public.blessings is None:
            continue
        assert [one.region for one in public.blessings] == list(public.regions)
        for one in public.blessings:
            assert one.on is None or one.holder is not None
            assert one.on is None or public.tokens[one.on].by == one.holder
            assert one.on is None or public.tokens[one.on].region == one.region
        on_tokens = [one.on for one in public.blessings if one.on is not None]
        assert len(set(on_tokens)) == len(on_tokens)
        assert not on_tokens or public.stage not in ("decree", "final", "end")


@pytest.mark.rule("BURU-39", "BURU-40")
@every
def test_a_total_is_the_powers_of_ones_tokens_there_and_at_most_a_blessing_and_a_liaison_adds_none(
    seed, table, played, more
):
    for _, after, _ in steps(seed, table, played, more):
        public = after.public
        for total in public.totals:
            there = [token.explorer for token in public.at(public.region, total.by)]
            numbers = {"guide": 1, "liaison": 0}
            powers = [numbers.get(str(explorer), explorer) for explorer in there]
            assert total.power - sum(powers) in ((0, 1) if "blessing" in played else (0,))
            assert any(powers)
        assert len({total.by for total in public.totals}) == len(public.totals)


@pytest.mark.rule("BURU-42")
@every
def test_kuda_goes_round_the_island_and_never_swims(seed, table, played, more):
    for before, after, _ in steps(seed, table, played, more):
        public = after.public
        if public.kuda is None:
            continue
        forest = public.spaces_in("forest") if public.kuda.region == "forest" else SPACES
        assert public.kuda.region != "ambelau"
        assert public.kuda.space in forest
        new = public.dominances[len(before.public.dominances) :]
        if new and not new[-1].forgone and before.public.kuda.region == new[-1].region:
            there = (before.public.kuda.region, before.public.kuda.space)
            assert public.kuda.marker == there
            assert _far(public, there, (public.kuda.region, public.kuda.space)) == new[-1].totals[0].power % len(
                _way(public)
            )
        else:
            assert (public.kuda.region, public.kuda.space) == (before.public.kuda.region, before.public.kuda.space)


def _way(public: Public) -> list[tuple[Region, int]]:
    forest = len(public.names) if public.options.kuda_forest == "players" else 5
    regions: list[tuple[Region, int]] = [("forest", forest), ("shore", 5), ("village", 5), ("lake", 5)]
    return [(name, n + 1) for name, count in regions for n in range(count)]


def _far(public: Public, start: tuple[Region, int], end: tuple[Region, int]) -> int:
    way = _way(public)
    return (way.index(end) - way.index(start)) % len(way)


@pytest.mark.rule("BURU-06", "BURU-37", "BURU-40")
@every
def test_every_token_exists_exactly_once(seed, table, played, more):
    for _, after, _ in steps(seed, table, played, more):
        public = after.public
        for by, seat in enumerate(public.names):
            wanted = Counter(map(str, POWERS))
            wanted += Counter(["liaison"] if "liaison" in played else [])
            guided = public.guides is not None and (public.is_rival(by) or by in public.guides.now)
            wanted += Counter(["guide"] if guided else [])
            if public.is_rival(by):
                shown = [token.explorer for token in public.tokens if token.by == by and token.explorer is not None]
                shown += [public.players[by].kept] if public.players[by].kept is not None else []
                assert Counter(map(str, shown)) <= wanted
                continue
            own = after.own[seat]
            assert Counter(map(str, (*own.hand, *own.placed))) == wanted
            tokens = [token for token in public.tokens if token.by == by]
            assert all(token.explorer in (None, mine) for token, mine in zip(tokens, own.placed, strict=True))


@pytest.mark.rule("BURU-07", "BURU-37", "BURU-40")
@every
def test_at_noon_everybody_has_one_token_left(seed, table, played, more):
    for _, after, do in steps(seed, table, played, more):
        public = after.public
        if do["type"] in ("place", "plot") and public.stage == "reveal":
            assert all(public.hidden(by) == 1 for by in range(len(public.names)))


@pytest.mark.rule("BURU-12", "BURU-40")
@every
def test_all_with_power_act_once_and_the_owner_of_the_only_liaison_once_more(seed, table, played, more):
    turns: list[tuple[int, bool]] = []
    for before, after, do in steps(seed, table, played, more):
        public = before.public
        if public.region is not None and public.stage == "act" and do["type"] == "done":
            turns.append((public.active, public.again))
        if public.region is None or after.public.region == public.region:
            continue
        if public.stage == "act":
            there = [token for token in public.tokens if token.region == public.region]
            with_power = sorted({token.by for token in there if token.explorer != "liaison"})
            liaisons = [token.by for token in there if token.explorer == "liaison"]
            more_ = liaisons if len(liaisons) == 1 and public.region != "ambelau" else []
            assert sorted(by for by, again in turns if not again) == with_power
            assert [by for by, again in turns if again] == more_
        turns = []


@pytest.mark.rule("BURU-38")
@every
def test_a_tokoh_acts_once_a_round_and_rivals_have_none(seed, table, played, more):
    used: list[int] = []
    for before, after, do in steps(seed, table, played, more):
        used = [] if before.public.round != after.public.round else used
        if do["type"] == "tokoh":
            used.append(before.public.active)
            assert before.public.active < before.public.people
            assert len(set(used)) == len(used)


@every
def test_offered_answers_are_accepted_and_every_seat_has_a_screen(seed, table, played, more):
    """At every seventeenth moment, all options that are not blocked are tried."""
    for n, (sitting, _, _) in enumerate(sittings(seed, table, played, more)):
        sitting.views()
        if n % 17 == 0:
            _tried(sitting)
    assert GAME.score(sitting.state)
    assert len(set(sitting.ids)) == len(sitting.ids)


def _tried(sitting: Sitting) -> None:
    for due in sitting.dues():
        for do in sitting.answers(due).legal():
            Sitting(sitting.public.people, first=None, state=sitting.state).answer_due(due, do, due.seat)
