"""Formulas: their numbers, the parts that they may not have, and the names that they read."""

from dataclasses import dataclass, field

import pytest

from companion.games.own.formulas import Formula, Names, Read, Wrong, read
from companion.games.own.working import Worker, explained

NAMES = Names(frozenset({"x", "side", "thrown", "vote"}), frozenset({"pot"}), frozenset({"thrown"}), frozenset({"team"}))


@dataclass
class World:
    """Numbers of seats for a test."""

    x: tuple[int | None, ...] = (9, 7, 7, 2)
    inside: tuple[bool, ...] = (True, True, True, True)
    starter: int = 0
    round: int = 3
    sides: tuple[str, ...] = ("a", "b", "a", "b")
    dice_of: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def players(self):
        return len(self.x)

    def is_in(self, place):
        return self.inside[place]

    def number(self, name, place):
        if name == "pot":
            return 40
        if name == "thrown":
            return sum(self.dice_of[place]) if place in self.dice_of else None
        return None if place is None else self.x[place]

    def row(self, table):
        return (2, 3, 2)

    def dice(self, roll, place):
        return self.dice_of.get(place, ())

    def side(self, place):
        return self.sides[place]

    def counted(self, name, n):
        return None


def worth(formula, me=0, world=None, counts_all=False):
    return Worker(world or World(), me, counts_all).work(read(formula, NAMES))


@pytest.mark.rule("OWN-22")
@pytest.mark.parametrize(
    ("formula", "n"),
    [
        ("7 / 2", 3),
        ("-7 / 2", -4),
        ("-7 % 3", 2),
        ("5 / 0", None),
        ("5 % 0", None),
        ("1000000 + 1", None),
        ("3 if nothing else 4", 4),
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("2 = 2", 1),
        ("2 == 3", 0),
        ("2 != 3 and 1 <= 1", 1),
        ("5 and 7", 1),
        ("0 or 7", 1),
        ("not 5", 0),
        ("min(3, 1, 2)", 1),
        ("max(3, 1, 2)", 3),
        ("abs(-4)", 4),
        ("nth(2, 10, 5, 2)", 5),
        ("nth(4, 10, 5, 2)", None),
        ("team(3)", 2),
        ("team(4)", None),
        ("players * 10 + round", 43),
        ("me", 1),
        ("pot", 40),
        ("left", 4),
        ("is_starter", 1),
        (12, 12),
    ],
)
def test_a_formula_has_its_number(formula, n):
    assert worth(formula) == n


@pytest.mark.rule("OWN-23")
@pytest.mark.parametrize(
    ("formula", "by_seat"),
    [
        ("rank(x)", (1, 2, 2, 4)),
        ("alone(x)", (1, 0, 0, 1)),
        ("total(x)", (25, 25, 25, 25)),
        ("most(x)", (9, 9, 9, 9)),
        ("fewest(x)", (2, 2, 2, 2)),
        ("count(x == 7)", (2, 2, 2, 2)),
        ("count(x > x)", (0, 0, 0, 0)),
        ("first(x == 7)", (2, 2, 2, 2)),
        ("of(4, x)", (2, 2, 2, 2)),
        ("ours(x)", (16, 9, 16, 9)),
        ("me", (1, 2, 3, 4)),
        ("total(seat == me)", (1, 1, 1, 1)),
        ("x == most(x if alone(x) else nothing)", (1, 0, 0, 0)),
        ("total(5 / 0)", (0, 0, 0, 0)),
        ("most(5 / 0)", (None,) * 4),
    ],
)
def test_functions_over_seats_read_the_number_of_every_seat(formula, by_seat):
    assert tuple(worth(formula, me) for me in range(4)) == by_seat


@pytest.mark.rule("OWN-23")
def test_me_is_the_seat_for_which_a_formula_is_worked_out():
    votes = World(x=(2, 1, 1))
    assert [worth("count(vote == me)", me, votes) for me in range(3)] == [2, 1, 0]


@pytest.mark.rule("OWN-23")
def test_seats_that_are_out_count_in_the_score_alone():
    world = World(inside=(False, True, True, True))
    assert worth("most(x)", 1, world) == 7
    assert worth("of(1, x)", 1, world) is None
    assert worth("most(x)", 1, world, counts_all=True) == 9


@pytest.mark.rule("OWN-23")
def test_first_searches_clockwise_from_the_starter():
    assert worth("first(x == 7)", 0, World(starter=2)) == 3


@pytest.mark.rule("OWN-22")
def test_faces_counts_the_dice_of_one_seat():
    world = World(dice_of={0: (6, 6, 2), 1: (6,)})
    assert worth("faces(thrown, 6)", 0, world) == 2
    assert worth("total(faces(thrown, 6))", 3, world) == 3
    assert worth("faces(thrown, 6)", 3, world) is None


@pytest.mark.rule("OWN-24")
@pytest.mark.parametrize(
    ("formula", "n"),
    [("nothing + 1", None), ("min(1, nothing)", None), ("abs(nothing)", None), ("nothing < 1", 0), ("not nothing", 1),
     ("nothing == nothing", 0), ("nothing and 1", 0), ("has(nothing)", 0), ("has(0)", 1), ("-nothing", None)],
)  # fmt: skip
def test_a_formula_with_a_part_that_is_nothing_has_the_number_of_the_rules(formula, n):
    assert worth(formula) == n


@pytest.mark.rule("OWN-22")
@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("", "empty"),
        ("1 +", "shape"),
        ("1 < 2 < 3", "chain"),
        ("2 ** 3", "shape"),
        ("7 // 2", "shape"),
        ("0x1", "mark"),
        ("1_0", "mark"),
        ("1.5", "mark"),
        ("'a'", "mark"),
        ("x.real", "mark"),
        ("x[0]", "mark"),
        ("[1]", "mark"),
        ("{1}", "mark"),
        ("1 @ 2", "mark"),
        ("1; 2", "mark"),
        ("lambda: 1", "mark"),
        ("f(1)", "function"),
        ("open(1)", "function"),
        ("__import__", "name"),
        ("True", "name"),
        ("y", "name"),
        ("min()", "parts"),
        ("team(1, 2)", "parts"),
        ("faces(x, 1)", "faces"),
        ("2000000", "large"),
        ("1" + " + 1" * 40, "words"),
        ("x" * 201, "long"),
        ("(" * 190 + "1", "shape"),
        ("total(total(total(x)))", "deep"),
    ],
)
def test_words_that_are_no_formula_are_refused(formula, why):
    with pytest.raises(Wrong) as wrong:
        read(formula, NAMES)
    assert wrong.value.text.key == f"own.formula.{why}"


@pytest.mark.rule("OWN-02")
def test_words_of_python_are_names_like_any_other():
    names = Names(frozenset({"pass", "raise", "class", "lambda"}))
    assert read("pass + raise * class - lambda", names).names == {"pass", "raise", "class", "lambda"}


@pytest.mark.rule("OWN-24")
@pytest.mark.parametrize(
    ("formula", "why"), [("me", "me"), ("x", "no_seat"), ("rank(x)", "no_seat"), ("count(x == me)", "me")]
)
def test_a_formula_of_the_table_that_reads_a_seat_s_number_is_refused(formula, why):
    table = Names(NAMES.seat, NAMES.table, NAMES.rolls, NAMES.tables, has_me=False)
    with pytest.raises(Wrong) as wrong:
        read(formula, table)
    assert wrong.value.text.key == f"own.formula.{why}"


@pytest.mark.rule("OWN-24")
def test_a_formula_notes_which_names_of_which_seats_it_reads():
    assert read("x + pot + total(vote)", NAMES).reads == {Read("x", "own"), Read("pot", "table"), Read("vote", "others")}


@pytest.mark.rule("OWN-24")
@pytest.mark.parametrize(
    ("formula", "is_counted"),
    [("count(vote == 2)", True), ("count(2 = vote)", True), ("count(vote == me)", True), ("count(vote == x)", False),
     ("count(vote > 2)", False), ("total(vote == 2)", False)],
)  # fmt: skip
def test_the_number_of_equal_answers_is_read_as_a_count(formula, is_counted):
    assert (Read("vote", "counted") in read(formula, NAMES).reads) == is_counted


@pytest.mark.rule("OWN-21")
def test_a_formula_is_explained_with_its_numbers_and_the_branch_that_was_taken():
    formula = read("10 + x if x == 9 else 0", NAMES)
    assert explained(formula, Worker(World(), 0)) == ("10 + ", "x", " (9)", "")
    assert explained(formula, Worker(World(), 1)) == ("0",)


@pytest.mark.rule("OWN-21")
def test_a_function_over_seats_is_explained_as_one_number():
    assert explained(read("x * count(x > 2)", NAMES), Worker(World(), 0)) == (
        *("", "x", " (9)"), *(" * ", "count(x > 2)", " (3)"), "",
    )  # fmt: skip


@pytest.mark.rule("OWN-22")
def test_equal_formulas_are_equal_however_often_they_are_read():
    assert read("x + 1", NAMES) == read("x + 1", NAMES)
    assert read("x + 1", NAMES) != Formula("x")
