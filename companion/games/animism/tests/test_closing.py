"""The end with the sheets on paper: read off, confirmed or disputed, and resources where totals are equal."""

import pytest

from companion.games.animism.tests.playing import Sitting

FIRST = {"tracks": {"blue": 12}, "hexagons": {"blue": 3}, "altars": {"blue": 2}}


def read(sitting: Sitting, **points: int) -> Sitting:
    """Return a game whose sheets are all read and confirmed. The tracks on Ana's sheet have these numbers."""
    for i, owner in enumerate(sitting.names):
        left = sitting.names[(i + 1) % len(sitting.names)]
        sitting.read(owner, owner, tracks=points if owner == "Ana" else {}).answer(left, "confirm", owner=owner)
    return sitting


@pytest.mark.rule("ANIM-28")
def test_on_paper_a_turn_is_one_answer():
    sitting = Sitting(3)
    assert sitting.awaited() == [("turn", seat) for seat in sitting.names]
    assert [sitting.legal(seat) for seat in sitting.names] == [[{"type": "done"}]] * 3


@pytest.mark.rule("ANIM-28")
def test_after_the_last_turn_every_owner_reads_its_sheet_off_in_any_order():
    sitting = Sitting(3).closed()
    assert sitting.awaited() == [("sheet", seat) for seat in sitting.names]
    sitting.read("Cho", "Cho").read("Ana", "Ana")
    assert sitting.awaited() == [("confirm", "Ben"), ("sheet", "Ben"), ("confirm", "Ana")]


@pytest.mark.rule("ANIM-28")
def test_a_sheet_goes_to_and_fro_until_one_confirms_what_the_other_entered_last():
    sitting = Sitting(3).closed().read("Ana", "Ana", **FIRST)
    sitting.read("Ben", "Ana", tracks={"blue": 14})
    assert ("confirm", "Ana") in sitting.awaited()
    sitting.read("Ana", "Ana", **FIRST).answer("Ben", "confirm", owner="Ana")
    assert sitting.awaited() == [("sheet", "Ben"), ("sheet", "Cho")]
    assert sitting.public.readings[0].counted.tracks == (12, 0, 0, 0)


@pytest.mark.rule("ANIM-28")
def test_the_question_about_a_sheet_starts_from_its_entries_field_by_field():
    sitting = Sitting(3, advanced=True).closed().read("Ana", "Ana", **FIRST, bonus={"red": 2})
    due = next(due for due in sitting.dues("confirm"))
    assert sitting.answers(due).forms[0].initial == {
        "tracks": {"blue": 12, "green": 0, "red": 0},
        "hexagons": {"blue": 3, "green": 0, "red": 0},
        "altars": {"blue": 2, "green": 0, "red": 0},
        "bonus": {"blue": 0, "green": 0, "red": 2},
    }


@pytest.mark.rule("ANIM-28")
@pytest.mark.parametrize(
    "do",
    [
        {"owner": "Ben", "tracks": {}, "hexagons": {}, "altars": {}},
        {"owner": "Ana", "tracks": {}, "hexagons": {}},
        {"owner": "Ana", "tracks": {"blue": 100}, "hexagons": {}, "altars": {}},
        {"owner": "Ana", "tracks": {"blue": -1}, "hexagons": {}, "altars": {}},
        {"owner": "Ana", "tracks": {"yellow": 1}, "hexagons": {}, "altars": {}},
        {"owner": "Ana", "tracks": {}, "hexagons": {}, "altars": {}, "bonus": {}},
        {"owner": "Ana", "tracks": {}, "hexagons": {}, "altars": {}, "left": 1},
    ],
)
def test_numbers_that_no_sheet_can_have_are_no_answer(do):
    assert Sitting(3).closed().refused("Ana", "sheet", **do).key == "malformed"


@pytest.mark.rule("ANIM-25")
@pytest.mark.rule("ANIM-28")
def test_a_bonus_is_read_off_circled_sheets_with_the_advanced_rule():
    sitting = Sitting(3, advanced=True).closed()
    assert sitting.refused("Ana", "sheet", owner="Ana", tracks={}, hexagons={}, altars={}, bonus={"red": 5})
    sitting.read("Ana", "Ana", hexagons={"red": 3}, altars={"red": 2, "blue": 1}, bonus={"red": 4}).read("Ben", "Ben")
    assert [sitting.public.readings[i].counted.bonus for i in (0, 1)] == [(0, 0, 4, 0), None]
    sitting.answer("Ben", "confirm", owner="Ana").answer("Cho", "confirm", owner="Ben")
    score = sitting.read("Cho", "Cho").answer("Ana", "confirm", owner="Cho").answer("Ana", "resources", left=0)
    assert score.answer("Ben", "resources", left=0).moment.score().total("Cho") == (3 + 4) * 2


@pytest.mark.rule("ANIM-20")
@pytest.mark.rule("ANIM-22")
def test_the_sums_and_the_winner_are_the_engines():
    sitting = Sitting(3).closed()
    for i, owner in enumerate(sitting.names):
        left = sitting.names[(i + 1) % 3]
        sitting.read(owner, owner, tracks={"blue": 5, "green": 6, "red": 1}, hexagons={"red": 3}, altars={"red": 2 + i})
        sitting.answer(left, "confirm", owner=owner)
    score = sitting.moment.score()
    assert {seat: score.total(seat) for seat in sitting.names} == {"Ana": 15, "Ben": 18, "Cho": 3 + 3 * (2 + 3 + 4)}
    assert score.ranking == (("Cho",), ("Ben",), ("Ana",))
    assert score.tie_break is None
    assert [(line.points, line.rule) for line in score.seats["Cho"]][:2] == [(1, "ANIM-19"), (6, "ANIM-20")]


@pytest.mark.rule("ANIM-22")
def test_resources_are_asked_of_seats_with_equal_totals_alone():
    sitting = read(Sitting(4).closed(), blue=9, green=4, red=9, yellow=2)
    assert sitting.awaited() == [("resources", "Ana"), ("resources", "Cho")]
    assert sitting.refused("Ana", "resources", left=10).key == "malformed"
    assert sitting.moment.score() is None
    sitting.answer("Cho", "resources", left=9).answer("Ana", "resources", left=8)
    score = sitting.moment.score()
    assert score.ranking == (("Cho",), ("Ana",), ("Ben",), ("Dai",))
    assert score.tie_break == "animism.tie.resources"


@pytest.mark.rule("ANIM-22")
def test_as_many_resources_too_is_a_draw():
    sitting = read(Sitting(3).closed(), blue=9, green=9)
    score = sitting.answer("Ana", "resources", left=3).answer("Ben", "resources", left=3).moment.score()
    assert score.ranking == (("Ana", "Ben"), ("Cho",))
    assert score.tie_break is None


@pytest.mark.rule("ANIM-22")
def test_a_tie_behind_the_winner_breaks_no_tie_for_the_first_place():
    sitting = read(Sitting(3).closed(), blue=9)
    score = sitting.answer("Ben", "resources", left=1).answer("Cho", "resources", left=3).moment.score()
    assert score.ranking == (("Ana",), ("Cho",), ("Ben",))
    assert score.tie_break is None


# The payment helper


@pytest.mark.rule("ANIM-27")
def test_the_helper_shows_each_smallest_way_to_pay_and_what_it_leaves():
    sitting = Sitting(4).answer("Ana", "hand", resources={"red": 1, "yellow": 1, "green": 4})
    helper = sitting.answers(sitting.dues("hand")[0])
    sevens = [option for option in helper.steps.options if option.path[0] == 6]
    assert [option.do for option in sevens] == [{"type": "hand", "resources": {"green": 1}}]


@pytest.mark.rule("ANIM-27")
def test_the_last_hand_holds_and_done_trims_it():
    sitting = Sitting(3).answer("Ana", "hand", resources={"red": 7}).answer("Ana", "hand", resources={"red": 5, "green": 2})
    assert sitting.hand("Ana") == {"green": 2, "red": 5}
    assert sitting.done("Ana").hand("Ana") == {"green": 2, "red": 3}
    assert sitting.refused("Ana", "hand", resources={}).key == "not_due"
    assert sitting.done("Ben", "Cho").hand("Ana") == {"green": 2, "red": 3}


@pytest.mark.rule("ANIM-27")
@pytest.mark.parametrize("resources", [{"blue": 1}, {"red": 100}, {"red": -1}, {"pink": 1}])
def test_nobody_holds_its_own_colour_or_more_than_99(resources):
    assert Sitting(3).refused("Ana", "hand", resources=resources).key == "malformed"


@pytest.mark.rule("ANIM-27")
def test_entries_in_the_helper_are_never_shown_to_anybody_else():
    sitting = Sitting(3)
    before = sitting.moment.seqs
    sitting.answer("Ana", "hand", resources={"red": 7})
    assert {seat for seat, n in sitting.moment.seqs.items() if n != before[seat]} == {"Ana"}
    read(sitting.closed(), blue=3, green=2)
    assert "hand" not in [answer.words.key.rpartition(".")[2] for answer in sitting.moment.story()]
