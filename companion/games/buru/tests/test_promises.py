"""Promises that hold in every game of Buru, with any answers."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.buru import GAME
from companion.games.buru.pieces import EACH_GROUP, EACH_SPIRIT, ESTEEM, MOST_FISH, PAIR, POWERS, REGIONS, TOTEMS
from companion.games.buru.state import BuruState, Public
from companion.games.buru.tests.playing import random_steps

TABLES = st.sampled_from([(2, 0), (4, 0), (1, 1), (2, 1), (2, 2), (1, 2)])
LEDGERS = st.sampled_from(["esteem", "full"])
SEEDS = st.integers(0, 2**32)


def every(test: Any) -> Any:
    """Run the test over many random games: seeds, people and rivals, ledgers."""
    return settings(max_examples=12, deadline=None)(given(SEEDS, TABLES, LEDGERS)(test))


def steps(seed: int, table: tuple[int, int], ledger: str) -> Iterator[tuple[BuruState, BuruState, dict[str, Any]]]:
    """Play a random game. Yield each state, the one before it, and the answer between them."""
    for sitting, before, do in random_steps(seed, table[0], lawan=table[1], ledger=ledger):
        yield before, sitting.state, do


@pytest.mark.rule("BURU-08")
@every
def test_nobody_ever_has_less_than_nothing_or_more_than_twenty_fish(seed, table, ledger):
    for _, after, _ in steps(seed, table, ledger):
        assert all(min(player.goods) >= 0 and player.fish <= MOST_FISH for player in after.public.players)


@pytest.mark.rule("BURU-06")
@every
def test_every_token_is_in_one_place(seed, table, ledger):
    for _, after, _ in steps(seed, table, ledger):
        for by, seat in enumerate(after.public.names[: after.public.people]):
            own, tokens = after.own[seat], _of(after.public, by)
            assert sorted((*own.hand, *own.placed)) == list(POWERS)
            assert len(own.placed) == len(tokens)
            assert all(token.power in (None, power) for token, power in zip(tokens, own.placed, strict=True))


def _of(public: Public, by: int) -> list[Any]:
    return [token for token in public.tokens if token.by == by]


@pytest.mark.rule("BURU-23")
@every
def test_a_rival_shows_each_power_once_a_round_and_has_two_tokens_a_region_at_most(seed, table, ledger):
    for _, after, _ in steps(seed, table, ledger):
        for rival in after.public.rivals:
            shown = [token.power for token in _of(after.public, rival) if token.power]
            kept = after.public.players[rival].kept
            shown += [kept] if kept else []
            assert len(set(shown)) == len(shown)
            assert all(len(after.public.at(region, rival)) <= PAIR for region in REGIONS)


@pytest.mark.rule("BURU-12")
@every
def test_everybody_with_a_token_in_a_region_acts_there_once(seed, table, ledger):
    acted: list[int] = []
    for before, after, _ in steps(seed, table, ledger):
        public = before.public
        assert len(set(after.public.acted)) == len(after.public.acted)
        if public.acted and after.public.region != public.region:
            acted = sorted(public.acted)
            assert acted == sorted({token.by for token in public.tokens if token.region == public.region})
    assert acted


@pytest.mark.rule("BURU-10", "BURU-13")
@every
def test_the_order_of_action_is_a_sort_that_a_reader_can_check(seed, table, ledger):
    """The next player has the highest total of those that have not acted. Between equals the Emissary's place decides."""
    for before, after, do in steps(seed, table, ledger):
        public = after.public
        if public.stage != "act" or (before.public.stage == "act" and do["type"] != "done"):
            continue
        powers = {
            by: sum(t.power for t in public.tokens if (t.by, t.region) == (by, public.region)) for by in _there(public)
        }
        waiting = [by for by in powers if by not in public.acted[:-1]]
        marker = before.public.emissary
        best = sorted(waiting, key=lambda by: (powers[by], -((by - marker) % len(public.names))))[-1]
        assert public.active == best


def _there(public: Public) -> list[int]:
    return sorted({token.by for token in public.tokens if token.region == public.region})


@pytest.mark.rule("BURU-11")
@every
def test_the_dominant_player_holds_the_totem_and_nobody_there_is_higher(seed, table, ledger):
    for before, after, _ in steps(seed, table, ledger):
        public = after.public
        if len(public.dominances) <= len(before.public.dominances):
            continue
        won = public.dominances[-1]
        assert max(public.totals, key=lambda total: total.power).power == public.totals[0].power
        assert public.totals[0].by == won.by
        assert won.totem == TOTEMS.get(won.region)
        assert won.totem is None or won.by in public.totems


@pytest.mark.rule("BURU-16", "BURU-18")
@every
def test_there_are_never_more_cards_than_in_the_box(seed, table, ledger):
    for _, after, _ in steps(seed, table, ledger):
        players = after.public.players
        assert all(n <= EACH_SPIRIT for n in map(sum, zip(*(p.tributes for p in players), strict=True)))
        assert all(n <= EACH_GROUP for n in map(sum, zip(*(p.islanders for p in players), strict=True)))
        assert after.public.elders_left >= 0
        assert all(t <= n for p in players for t, n in zip(p.tasked, p.islanders, strict=True))


@pytest.mark.rule("BURU-17")
@every
def test_each_tribute_brings_the_totems_holder_one_esteem(seed, table, ledger):
    for before, after, do in steps(seed, table, ledger):
        if do["type"] != "tribute":
            continue
        gained = [b.esteem - a.esteem for a, b in zip(before.public.players, after.public.players, strict=True)]
        plan = before.public.players[before.public.active].plan == "esteem"
        holder = before.public.totems[("banyu", "gunung", "manuk").index(do["spirit"])]
        rewards = [decree.reward for decree in before.public.decrees if decree.place == do["spirit"] and decree.reward]
        assert sum(gained) == (holder is not None) + plan + sum(reward[ESTEEM] for reward in rewards)
        assert holder is None or gained[holder] >= 1


@pytest.mark.rule("BURU-21")
@every
def test_every_game_ends_with_a_place_of_its_own_for_each(seed, table, ledger):
    (*_, (_, last, _)) = steps(seed, table, ledger)
    ranking = GAME.score(last).ranking
    assert sorted(seat for (seat,) in ranking) == sorted(last.public.names)
    totals = [GAME.score(last).total(seat) for (seat,) in ranking]
    assert totals == sorted(totals, reverse=True)


@every
def test_a_due_never_comes_twice(seed, table, ledger):
    (*_, sitting) = (sitting for sitting, _, _ in random_steps(seed, table[0], lawan=table[1], ledger=ledger))
    assert len(set(sitting.ids)) == len(sitting.ids)
