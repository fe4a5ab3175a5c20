"""A TOML file is changed only where its values differ."""

import json
import random
from copy import deepcopy
from typing import Any

import pytest

from companion.games.own.kept import PlanKind
from companion.rewriting import rewritten, written
from companion.toml import read

PLANS = [draft.words for draft in PlanKind.samples]

MINE = """# our evening
plan = 1
name = "Purse" # for now

# the purse
[[counter]]
id = "money"
name = "money"

[[step]]
do = "say"
text = "Begin."

[[step.then]]
add = "money"
n = 1

[fr]
"Purse" = "Bourse"
"""


def scribbled(values: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return the same values with some rows and keys added, changed and taken away."""
    values = deepcopy(values)
    for _ in range(dice.randint(1, 4)):
        inner: list[Any] = [values]
        for one in inner:
            inner += [value for value in (one.values() if isinstance(one, dict) else one) if isinstance(value, dict | list)]
        one = dice.choice(inner)
        new = dice.choice([7, 'a "b" é', {"a": 1}, [{"b": [2]}], [], True])
        if isinstance(one, list):
            one.insert(dice.randint(0, len(one)), deepcopy(dice.choice(one)) if one and dice.random() < 0.7 else new)
            del one[dice.randrange(len(one)) : dice.randint(0, len(one))]
        elif dice.random() < 0.4 and one is not values and one:
            del one[dice.choice(list(one))]
        else:
            one[dice.choice([*one, "new"])] = new
    return values


@pytest.mark.parametrize("words", [*PLANS, MINE])
def test_a_changed_file_says_exactly_the_new_values(words: str) -> None:
    dice = random.Random(words)
    for _ in range(15):
        changed = scribbled(read(words), dice)
        assert json.dumps(read(rewritten(words, changed)), sort_keys=True) == json.dumps(changed, sort_keys=True)
        assert read(written(changed)) == changed


def test_unchanged_lines_stay_as_they_were_written() -> None:
    values = read(MINE)
    values["name"] = "Wallet"
    values["counter"].append({"id": "lots", "name": "lots"})
    values["step"][0]["then"][0]["n"] = 2
    del values["fr"]
    changed = MINE.replace('"Purse" #', '"Wallet" #').replace("\nn = 1\n", "\nn = 2\n").split("[fr]")[0]
    changed = changed.replace("[[step]]\n", '[[counter]]\nid = "lots"\nname = "lots"\n\n[[step]]\n')
    assert rewritten(MINE, values) == changed


def test_a_row_in_a_list_keeps_the_comments_around_it() -> None:
    words = 'step = [\n  # first\n  { do = "say", text = "a" },\n  # second\n  { do = "work" }, # idle\n]\n'
    values = {"step": [{"do": "say", "text": "b"}, {"do": "roll"}, {"do": "work"}]}
    assert rewritten(words, values) == words.replace('"a"', '"b"').replace(
        '{ do = "work" }', '{ do = "roll" },\n  { do = "work" }'
    )


@pytest.mark.parametrize("words", ["# mine\na = [" + "1, " * 201 + "]\nb = 1\n", "# mine\na = [1]\nb = 1\n" + "\n" * 500])
def test_a_change_that_is_slow_to_compare_is_written_as_a_new_file(words: str) -> None:
    values = {**read(words), "a": [2]}
    assert rewritten(words, values) == "a = [2]\nb = 1\n"
