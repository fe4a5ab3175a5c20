"""The promises of the answers of every game of the shelf and of the toy: which are offered, taken, kept and refused.

A game need not have all that these promises speak of. The toy has it all, so no promise is empty.
"""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.core.answers import SKIPPED, same
from companion.core.dues import Chance, Due
from companion.core.table import Table
from companion.core.words import Refused, Text
from companion.house.dice import SeededDice
from companion.promises.probes import as_posted, forms_at_their_bounds, malformed, refusal
from companion.promises.tapes import Draw, GivenAnswer, apply, longest_tape, tape_of
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue
from tests.promises.settings import Setting, is_variation, settings
from tests.toy import GAME as TOY

OURS = {"animism", "babel", "bali", "buru"}

every_setting = pytest.mark.parametrize("setting", settings(), ids=str, scope="module")


@every_setting
def test_taps_lead_to_one_answer_and_each_choice_to_some(setting):
    for moment in longest_tape(setting).moments:
        for due in moment.history.dues:
            if (steps := moment.answers(due).steps) and steps.digits is None:
                paths = [option.path for option in steps.options]
                assert all(path and len(steps.onward(path)) == 1 for path in paths)
                reached = {(depth, at) for path in paths for depth, at in enumerate(path) if at != SKIPPED}
                assert SKIPPED not in {path[-1] for path in paths}
                assert reached == {(depth, i) for depth, step in enumerate(steps.steps) for i in range(len(step.choices))}


@every_setting
def test_every_form_that_screens_draw_can_be_drawn(setting):
    """A form with a choice for each of several keys cannot be drawn. It is for records and other clients."""
    for moment in longest_tape(setting).moments:
        for due in moment.history.dues:
            for form in moment.answers(due).forms:
                assert not (form.drawn and any(field.of is not None and field.keys is not None for field in form.fields))
                assert all(len(words) == len(field.of) for field in form.fields if (words := form.choices.get(field.name)))


@every_setting
def test_offered_answers_are_taken_and_blocked_ones_are_refused_with_their_reason(setting):
    legal = blocked = 0
    for moment in longest_tape(setting).moments[:: 3 if is_variation(setting) else 1]:
        for due in moment.history.dues:
            for option in moment.answers(due).options():
                why = refusal(moment, due, option.do)
                assert (why.text if why else None) == option.why
                legal, blocked = legal + (why is None), blocked + (why is not None)
    assert legal or has_no_need(setting)
    assert blocked or has_no_need(setting)


@pytest.mark.parametrize("setting", [one for one in settings() if one.game.id in OURS], ids=str, scope="module")
def test_a_dashed_answer_of_an_open_question_has_its_reason_in_two_words(setting):
    """An answer on a board is left out, because the board shows its reason."""
    found = set[str]()
    for moment in longest_tape(setting).moments:
        for answers in (moment.answers(due) for due in moment.history.dues):
            if not answers.secret:
                found |= {one.why.key for one in answers.options() if one.why and not one.short and one.at is None}
    lacking = {key for key in found for code in LANGUAGES if key.replace(".", ".reason.", 1) not in catalogue(code)}
    assert lacking == set()


def has_no_need(setting: Setting) -> bool:
    """Return whether this setting may lack one of the shapes of answers (ready-made, blocked, a form). Only the toy with its
    usual or all options must have them all."""
    return setting.game is not TOY or is_variation(setting)


@every_setting
def test_every_answer_is_kept_in_its_full_form(setting):
    for moment in tape_of(setting, 0).moments:
        for due in moment.history.dues:
            answers = moment.answers(due)
            for option in answers.options():
                assert same(answers.admit(json.loads(json.dumps(option.do))), option.do)
                assert all(same(answers.admit(other), option.do) for other in option.also)


@every_setting
def test_a_form_takes_what_is_within_its_bounds_and_nothing_else(setting):
    seen = Counter()
    for moment in longest_tape(setting).moments[::5]:
        for due in moment.history.dues:
            answers = moment.answers(due)
            for inside, do in forms_at_their_bounds(answers):
                seen[inside] += 1
                assert any(form.takes(as_posted(do)) for form in answers.forms) is inside, do
    assert (seen[True] and seen[False]) or has_no_need(setting)


@every_setting
def test_a_malformed_answer_is_refused_and_changes_nothing(setting):
    table, tried, asked = setting.table(draws=False), 0, set[tuple[int, bytes]]()
    for n, op in enumerate(longest_tape(setting).ops):
        before = table.moment
        for due in before.history.dues:
            question = n % 5, msgspec.json.encode(before.answers(due))
            if question in asked:  # by now it takes the same, and nothing else
                continue
            asked.add(question)
            for do in malformed(before.answers(due), SeededDice(tried).pick, part=(n % 5, 5)):
                tried += 1
                assert refused(table, due, do).key == ("too_late" if due.chance is Chance.BOX else "malformed"), do
        assert table.moment is before
        apply(table, op, f"key {before.entries}")
    assert tried


@every_setting
def test_an_answer_against_the_rules_changes_nothing(setting):
    """Answers are posted at a table, which treats all alike: a third of each question's, another third each time."""
    table, tried = setting.table(draws=False), 0
    for n, op in enumerate(longest_tape(setting).ops):
        before = table.moment
        for due in before.history.dues:
            for option in [one for one in before.answers(due).options() if one.why is not None][n % 3 :: 3]:
                tried += 1
                assert refused(table, due, option.do) == option.why
        assert table.moment is before
        apply(table, op, f"key {before.entries}")
    assert tried or has_no_need(setting)


def refused(table: Table, due: Due, do: dict[str, Any]) -> Text:
    """Return the reason why the table refuses this answer."""
    try:
        table.answer(due.seat, None if due.sets_right else table.moment.full_id(due.id), do, "a key")
    except Refused as why:
        return why.text
    raise AssertionError(f"{do} was taken")


@every_setting
def test_a_retried_answer_counts_once(setting):
    table, retried = setting.table(draws=False), 0
    for op in longest_tape(setting).ops:
        key = f"key {table.moment.entries}"
        apply(table, op, key)
        after = table.moment
        if not isinstance(op, Draw):
            retried += 1
            apply(table, op, key)
        assert table.moment is after
    assert retried


@every_setting
def test_a_used_key_with_another_answer_is_refused(setting):
    table, tried = setting.table(draws=False), 0
    for op in longest_tape(setting).ops:
        key = f"key {table.moment.entries}"
        apply(table, op, key)
        after = table.moment
        if isinstance(op, GivenAnswer):
            tried += 1
            with pytest.raises(Refused, match="key_used"):
                apply(table, replace(op, do={**op.do, "more": 1}), key)
        assert table.moment is after
    assert tried
