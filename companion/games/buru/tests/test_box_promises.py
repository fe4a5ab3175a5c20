"""The promises of the owner's cards in every game, with any modules."""

from typing import Any

import pytest
from hypothesis import given, settings

from companion.bots import fill
from companion.core.words import Malformed, Refused, Text
from companion.games.buru.pieces import GROUPS
from companion.games.buru.tests.playing import Sitting, random_steps
from companion.games.buru.tests.test_box import BOX
from companion.games.buru.tests.test_promises_modules import MORE, PLAYED, SEEDS, TABLES
from companion.house.dice import SeededDice

SOME = 60
"""The most options that a test tries at one moment."""


def sittings(seed: int, table: tuple[int, int], played: tuple[str, ...], more: dict[str, Any]) -> Any:
    options = {**more, **dict.fromkeys(played, True), "box": BOX}
    return random_steps(seed, table[0], lawan=table[1], fifth=True, **options)


def every(test: Any) -> Any:
    return settings(max_examples=4, deadline=None)(given(SEEDS, TABLES, PLAYED, MORE)(test))


def by_name(sitting: Sitting) -> list[tuple[Any, Any]]:
    """Return the options that name a card, blocked or not, each with its due."""
    found = [(due, option) for due in sitting.dues() for option in sitting.answers(due).options()]
    return [(due, option) for due, option in found if {"card", "cards", "way"} & {*option.do}]


def refusal(sitting: Sitting, due: Any, do: dict[str, Any]) -> Text | None:
    """Return why this answer would be refused now, or None if it would be accepted."""
    state = sitting.state
    try:
        sitting.answer_due(due, do, due.seat)
    except Refused as why:
        return why.text
    finally:
        sitting.state = state
    return None


@every
def test_answers_offered_by_name_are_taken_and_blocked_ones_are_refused_with_their_reason(seed, table, played, more):
    tried = 0
    for sitting, _, _ in sittings(seed, table, played, more):
        found = by_name(sitting)
        for due, option in found[:: 1 + len(found) // SOME]:
            assert refusal(sitting, due, option.do) == option.why, option.do
            tried += 1
    assert tried


@every
def test_a_form_by_name_makes_a_well_formed_answer_even_if_it_is_against_the_rules(seed, table, played, more):
    pick = SeededDice(seed).pick
    for sitting, _, _ in sittings(seed, table, played, more):
        for due in sitting.dues():
            for form in sitting.answers(due).forms:
                if any(field.name == "card" for field in form.fields):
                    assert refusal(sitting, due, fill(form, pick)) != Malformed().text, form


@pytest.mark.rule("BURU-01")
@every
def test_named_islanders_are_among_those_that_players_have_and_no_more_than_their_copies(seed, table, played, more):
    for sitting, _, _ in sittings(seed, table, played, more):
        public = sitting.public
        named = [one.card for player in public.players for one in player.named]
        assert all(named.count(card) <= BOX["cards"][card].get("copies", 1) for card in named)
        for player in public.players:
            for group, n, tasked in zip(GROUPS, player.islanders, player.tasked, strict=True):
                assert 0 <= player.untasked(group) <= player.unnamed(group) <= n
                assert tasked <= n
