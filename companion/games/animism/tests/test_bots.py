"""Bots give every type of answer, so that the promises of all games are tested with each."""

from collections import Counter

import pytest

from companion.games.animism import GAME
from companion.games.animism.game import ACTIONS
from companion.promises.tapes import GivenAnswer, tape_of
from tests.promises.settings import Setting, settings_of

SEEDS = range(8)


def counted_types(setting: Setting) -> Counter[str]:
    """Return how often each type of answer was given in some games. A piece bought with the dice counts as a type of its
    own."""
    tapes = [tape_of(setting, seed) for seed in SEEDS]
    ops = [(e, i, op) for e in tapes for i, op in enumerate(e.ops) if isinstance(op, GivenAnswer)]
    found = Counter(op.do["type"] for _, _, op in ops)
    owns = [(op.do["type"], tape.moments[i].history.state.own[op.by].dice) for tape, i, op in ops if op.by]
    found["bought with dice"] = sum(type_ == "buy" and dice is not None for type_, dice in owns)
    return found


def test_every_action_is_taken_in_some_game():
    """On paper, and on phones with all options."""
    found = counted_types(settings_of(GAME)[0]) + counted_types(settings_of(GAME)[-1])
    assert {str(of.__struct_config__.tag) for of in ACTIONS.types} <= set(found)


@pytest.mark.rule("ANIM-17")
def test_extra_actions_are_among_them():
    assert counted_types(settings_of(GAME)[-1])["bought with dice"]
