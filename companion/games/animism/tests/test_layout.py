"""The limits of a sheet layout."""

import msgspec
import pytest
from hypothesis import given

from companion.core.words import BadFile
from companion.games.animism.layout import SAMPLE, Layout
from companion.games.animism.tests.printing import layouts

GOOD = msgspec.to_builtins(SAMPLE)


def with_map(row: int, col: int, sign: str) -> dict[str, object]:
    rows = list(GOOD["map"])
    rows[row] = rows[row][:col] + sign + rows[row][col + 1 :]
    return GOOD | {"map": rows}


def with_piece(place: int, **changes: object) -> dict[str, object]:
    pieces = list(GOOD["pieces"])
    pieces[place] = pieces[place] | changes
    return GOOD | {"pieces": pieces}


def why(data: object) -> str:
    with pytest.raises(BadFile) as refusal:
        msgspec.convert(data, Layout)
    return str(refusal.value.text.values["why"].key).removeprefix("animism.layout.")


@pytest.mark.rule("ANIM-01")
@given(layouts(largest=30))
def test_every_layout_that_keeps_the_rules_is_taken_and_comes_back_as_it_was(layout):
    assert msgspec.convert(msgspec.to_builtins(layout), Layout) == layout


@pytest.mark.rule("ANIM-01")
@pytest.mark.parametrize("field", GOOD)
def test_a_layout_has_all_its_fields_and_no_other(field):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({name: value for name, value in GOOD.items() if name != field}, Layout)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(GOOD | {f"{field}_": GOOD[field]}, Layout)


WRONG = {
    "name": (GOOD | {"name": ""}, GOOD | {"name": "x" * 41}),
    "map_size": (
        GOOD | {"map": GOOD["map"][:4]},
        GOOD | {"map": [*GOOD["map"], *["." * 11] * 20]},
        GOOD | {"map": [row[:4] for row in GOOD["map"]]},
        GOOD | {"map": [row + "." * 20 for row in GOOD["map"]]},
        GOOD | {"map": [*GOOD["map"][:-1], "d" * 10]},
        GOOD | {"map": []},
    ),
    "map_sign": (with_map(0, 5, "x"), with_map(0, 5, "#"), with_map(0, 5, " ")),
    "centre": (with_map(0, 5, "+"), with_map(5, 5, "."), GOOD | {"map": [row.replace("+", ".") for row in GOOD["map"]]}),
    "no_area": (GOOD | {"map": [row.replace("c", ".") for row in GOOD["map"]]},),
    "lone_altars": (with_map(0, 5, "O"), with_map(1, 5, ".")),
    "piece_name": (
        with_piece(0, id=""),
        with_piece(0, id="x" * 13),
        with_piece(0, id="cell"),
        GOOD | {"pieces": [*GOOD["pieces"], GOOD["pieces"][0]]},
    ),
    "piece_cells": (
        with_piece(0, cells=["#"]),
        with_piece(0, cells=["######"]),
        with_piece(0, cells=["#.#"]),
        with_piece(0, cells=["#.", ".#"]),
        with_piece(0, cells=["##", "#"]),
        with_piece(0, cells=["#x#"]),
        with_piece(0, cells=[]),
        with_piece(0, cells=["", ""]),
    ),
    "no_level": (
        with_piece(-1, level=3) | {"pieces": [*GOOD["pieces"][:-2], *({**p, "level": 3} for p in GOOD["pieces"][-2:])]},
    ),
    "faces": (GOOD | {"black": GOOD["black"][:5]}, GOOD | {"white": [*GOOD["white"], "zig"]}),
    "black_face": (
        GOOD | {"black": [*GOOD["black"][:5], "four"]},
        GOOD | {"black": [*GOOD["black"][:5], "two"]},
        GOOD | {"black": [*GOOD["black"][:5], "cell"]},
    ),
    "white_face": (GOOD | {"white": [*GOOD["white"][:5], "two"]}, GOOD | {"white": [*GOOD["white"][:5], "four"]}),
    "track_length": (GOOD | {"track": []}, GOOD | {"track": [["hexagon", 1]] * 41}),
    "no_hexagon": (GOOD | {"track": [["circle", 1]]},),
    "score": (GOOD | {"track": [["hexagon", -1]]}, GOOD | {"track": [["hexagon", 100]]}),
    "score_falls": (GOOD | {"track": [["hexagon", 2], ["circle", 1]]},),
}


@pytest.mark.rule("ANIM-01")
@pytest.mark.parametrize(
    ("reason", "wrong"), [(reason, wrong) for reason, all_wrong in WRONG.items() for wrong in all_wrong]
)
def test_a_layout_that_no_sheet_could_have_is_refused_with_the_reason(reason, wrong):
    assert why(wrong) == reason


@pytest.mark.rule("ANIM-01")
def test_the_bounds_of_a_layout_are_within_them():
    rows = ["+++++" for _ in range(5)]
    rows = ["a+bOO", "+++cd", ".+.OO", ".....", "....."]
    small = GOOD | {"map": rows, "name": "x", "track": [["hexagon", 0]]}
    wide = GOOD | {"map": [row + "." * 19 for row in GOOD["map"]], "track": [["hexagon", 99]] * 40}
    tall = GOOD | {"map": [*GOOD["map"], *["." * 11] * 19], "name": "x" * 40}
    for layout in (small, wide, tall):
        assert msgspec.convert(layout, Layout).sample


@pytest.mark.rule("ANIM-02")
def test_the_layout_that_comes_with_the_game_says_that_it_is_a_sample():
    assert SAMPLE.sample
    assert "sample" in SAMPLE.name
