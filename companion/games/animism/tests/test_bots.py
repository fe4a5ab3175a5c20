"""Bots play all that there is, so that what every game promises is looked at with all of it."""

from collections import Counter

import pytest

from companion.games.animism import GAME
from companion.games.animism.game import ACTIONS
from companion.promises.tapes import Tell, tape_of
from tests.promises.settings import Setting, settings_of

SEEDS = range(8)


def told(setting: Setting) -> Counter[str]:
    """Return how often each type of answer was given in some games; a piece of the dice counts apart."""
    tapes = [tape_of(setting, seed) for seed in SEEDS]
    ops = [(e, i, op) for e in tapes for i, op in enumerate(e.ops) if isinstance(op, Tell)]
    found = Counter(op.do["type"] for _, _, op in ops)
    owns = [(op.do["type"], tape.moments[i].history.state.own[op.by].dice) for tape, i, op in ops if op.by]
    found["bought with dice"] = sum(type_ == "buy" and dice is not None for type_, dice in owns)
    return found


def test_every_action_is_taken_in_some_game():
    """On paper, and on phones with all that can be chosen."""
    found = told(settings_of(GAME)[0]) + told(settings_of(GAME)[-1])
    assert {str(of.__struct_config__.tag) for of in ACTIONS.types} <= set(found)


@pytest.mark.rule("ANIM-17")
def test_extra_actions_are_among_them():
    assert told(settings_of(GAME)[-1])["bought with dice"]
