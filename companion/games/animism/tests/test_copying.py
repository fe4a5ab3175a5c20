"""Copying the printed sheet, part by part."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.owner_things import MissingPart
from companion.core.words import BadFile
from companion.games.animism.copying import Draft, SheetLayout
from companion.games.animism.layout import SAMPLE, SIGNS, Layout
from companion.games.animism.tests.printing import layouts

KIND = SheetLayout()
WHOLE = KIND.samples[0]
NOTHING = msgspec.to_builtins(Draft())


def with_parts(*names: str) -> Draft:
    """Return a draft in which only these parts are copied."""
    whole = msgspec.to_builtins(WHOLE)
    return msgspec.convert(NOTHING | {name: whole[name] for name in names}, Draft)


@pytest.mark.rule("ANIM-02")
def test_the_sample_lacks_nothing_and_makes_the_layout_that_a_game_begins_with():
    assert KIND.lacks(WHOLE) == ()
    assert KIND.made(WHOLE, {}) == SAMPLE
    assert KIND.is_sample(WHOLE)


@pytest.mark.rule("ANIM-02")
@settings(max_examples=30, deadline=None)
@given(layouts())
def test_a_layout_and_the_draft_of_it_are_the_same_file(layout):
    data = msgspec.to_builtins(layout)
    draft = msgspec.convert(data, Draft)
    assert msgspec.to_builtins(draft) == data
    assert KIND.lacks(draft) == ()
    assert KIND.made(draft, {}) == layout


@pytest.mark.rule("ANIM-02")
def test_a_new_draft_lacks_every_part():
    assert {lack.part for lack in KIND.lacks(Draft())} == {"name", "map", "pieces", "black", "white", "track"}
    assert not KIND.is_sample(Draft())


@pytest.mark.rule("ANIM-02")
@pytest.mark.parametrize("left", ["name", "map", "pieces", "track"])
def test_a_part_that_is_left_is_the_one_that_is_missing(left):
    copied = {"name", "map", "pieces", "black", "white", "track"} - {left}
    lacking = {lack.part for lack in KIND.lacks(with_parts(*copied))}
    assert lacking == ({"pieces", "black", "white"} if left == "pieces" else {left})


@pytest.mark.rule("ANIM-02")
def test_a_number_of_a_die_that_no_piece_has_yet_is_named():
    lacks = KIND.lacks(with_parts("name", "map", "pieces", "white", "track"))
    assert [(lack.part, lack.at) for lack in lacks] == [("black", (n,)) for n in range(6)]


@pytest.mark.rule("ANIM-02")
def test_a_wrong_cell_is_named_by_its_row_and_column():
    rows = list(WHOLE.map)
    rows[0] = "aaaaa?bbbbb"
    lacks = KIND.lacks(msgspec.structs.replace(WHOLE, map=tuple(rows)))
    assert [(lack.part, lack.words.key, lack.at) for lack in lacks] == [("map", "animism.layout.map_sign", (0, 5))]


@pytest.mark.rule("ANIM-02")
@settings(max_examples=200, deadline=None)
@given(st.from_type(Draft))
def test_a_draft_lacks_something_only_if_no_layout_can_be_made_of_it(draft):
    lacks = KIND.lacks(draft)
    assert all(isinstance(lack, MissingPart) for lack in lacks)
    if lacks:
        with pytest.raises(BadFile):
            KIND.made(draft, {})
    else:
        assert isinstance(KIND.made(draft, {}), Layout)


@pytest.mark.rule("ANIM-02")
def test_every_sign_of_a_map_has_a_paint_of_its_own():
    paints = next(part for part in KIND.parts if part.name == "map").paints
    assert sorted(paint.value for paint in paints) == sorted(SIGNS)
    assert len({paint.look for paint in paints}) == len(SIGNS)


def test_each_field_of_a_draft_is_a_part():
    assert {part.name for part in KIND.parts} == set(NOTHING)
