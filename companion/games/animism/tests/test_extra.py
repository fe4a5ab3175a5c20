"""Buying, and the extra action with the dice, step by step."""

from dataclasses import replace

import msgspec
import pytest

from companion.core.answers import SKIPPED
from companion.core.dues import Chance
from companion.core.state import Seat, changed
from companion.games.animism import GAME
from companion.games.animism.dice import to_roll
from companion.games.animism.layout import SAMPLE, cells_of
from companion.games.animism.state import Dice
from companion.games.animism.tests.playing import NARROW, TIGHT, rich, working
from companion.games.animism.work import work_of
from companion.promises.sitting import Sitting as Rules
from companion.promises.sitting import TableSitting
from companion.promises.tapes import tape_of
from tests.promises.settings import settings_of


def buying(blue: int = 0, green: int = 0, red: int = 0, yellow: int = 0, **options: object) -> Rules:
    sitting = rich(blue, green, red, yellow, **options)
    sitting.state = working(sitting.state, phase="buy")
    return sitting


def rolled(black: int, white: int, hand: tuple[int, ...] = (0, 3, 3, 3), **options: object) -> Rules:
    """Return a game in which Ana has rolled both dice."""
    return rich(*hand, **options).answer("Ana", "roll", black=black, white=white)


def bought(sitting: Rules, *pieces: str, times: int = 5) -> Rules:
    """Return a game in which each of these pieces was bought `times` times on Ana's sheet, or as often as it has cells."""
    paper = sitting.own("Ana").paper
    pens = tuple(
        (0,) * min(times, len(cells_of(piece))) if piece.id in pieces else row
        for piece, row in zip(SAMPLE.pieces, paper.bought, strict=True)
    )
    sitting.state = working(sitting.state, paper=replace(paper, bought=pens))
    return sitting


def answers(sitting: Rules) -> list[dict[str, object]]:
    return sitting.answers(sitting.dues()[0]).legal()


# Buying


@pytest.mark.rule("ANIM-08")
def test_a_piece_costs_its_cells_and_what_was_bought_of_it_and_is_painted_as_bought():
    sitting = bought(buying(green=4, red=1, yellow=1), "three", times=2)
    assert sitting.refused("Ana", "buy", piece="three", pay={"green": 1, "red": 1}).values == {"price": 5}
    sitting.answer("Ana", "buy", piece="three", pay={"green": 1, "red": 1, "yellow": 1})
    assert sitting.own("Ana").paper.bought[1] == (0, 0, 0)
    assert sitting.own("Ana").hand == (0, 3, 0, 0)


@pytest.mark.rule("ANIM-11")
def test_seven_is_paid_with_one_red_one_yellow_and_three_green():
    sitting = bought(buying(green=4, red=1, yellow=1), "zig", times=3)
    offered = [do["pay"] for do in answers(sitting) if do.get("piece") == "zig"]
    assert offered == [{"green": 3, "red": 1, "yellow": 1}]


@pytest.mark.rule("ANIM-11")
@pytest.mark.parametrize(
    "pay", [{"green": 1}, {"green": 2, "red": 1}, {"yellow": 1, "green": 1}, {"blue": 2}, {}, {"green": 99}]
)
def test_no_other_payment_is_taken(pay):
    sitting = buying(green=3, red=1)
    assert sitting.refused("Ana", "buy", piece="two", pay=pay).key == "animism.why.other_payment"


@pytest.mark.rule("ANIM-08")
@pytest.mark.parametrize(("piece", "why"), [("four", "locked"), ("zig", "sold_out"), ("tee", "too_dear")])
def test_a_piece_that_cannot_be_bought_is_there_with_the_reason(piece, why):
    sitting = bought(buying(green=2), "zig")
    options = sitting.answers(sitting.dues()[0]).options()
    blocked = {option.do["piece"]: option.why.key for option in options if option.why and "piece" in option.do}
    assert blocked[piece] == f"animism.why.{why}"
    assert sitting.refused("Ana", "buy", piece=piece, pay={"green": 2}).key == f"animism.why.{why}"


@pytest.mark.rule("ANIM-12")
def test_a_piece_that_fits_nowhere_cannot_be_bought():
    sitting = buying(green=3, red=3, yellow=3, layout=NARROW)
    assert sitting.refused("Ana", "buy", piece="plus0", pay={"green": 1}).key == "animism.why.fits_nowhere"


@pytest.mark.rule("ANIM-09")
def test_the_single_cell_is_always_there_and_for_nothing():
    sitting = buying()
    assert {"type": "buy", "piece": "cell"} in answers(sitting)
    assert sitting.answer("Ana", "buy", piece="cell").own("Ana").piece == "cell"


@pytest.mark.rule("ANIM-15")
def test_a_ticked_level_opens_those_below_it_unless_levels_are_strict():
    for strict, opened in ((False, {1, 2, 3}), (True, {1, 3})):
        sitting = buying(green=9, red=9, yellow=9, strict_levels=strict)
        paper = replace(sitting.own("Ana").paper, ticks=((3,), (), (), ()))
        sitting.state = working(sitting.state, paper=paper)
        pieces = {do["piece"] for do in answers(sitting) if do["type"] == "buy"}
        assert {piece.level for piece in SAMPLE.pieces if piece.id in pieces} == opened


@pytest.mark.rule("ANIM-05")
def test_a_begun_step_is_ended_before_the_turn():
    sitting = buying(green=3)
    assert sitting.refused("Ana", "done").key == "animism.why.first_buy"
    sitting.answer("Ana", "buy", piece="cell")
    assert sitting.refused("Ana", "done").key == "animism.why.first_draw"


# The dice


@pytest.mark.rule("ANIM-17")
def test_with_less_than_ten_no_dice_are_offered():
    sitting = rich(green=3, red=2, yellow=1)  # worth 9
    assert answers(sitting) == [{"type": "done"}]
    assert sitting.refused("Ana", "roll", black=1, white=1).key == "animism.why.too_dear"


@pytest.mark.rule("ANIM-17")
def test_both_dice_are_entered_and_then_one_of_their_pieces_costs_ten():
    sitting = rolled(1, 1)
    assert {do["piece"] for do in answers(sitting) if do["type"] == "buy"} == {"two"}
    sitting.answer("Ana", "buy", piece="two", pay={"green": 2, "red": 2, "yellow": 2})
    assert (sitting.own("Ana").hand, sitting.own("Ana").piece) == ((0, 1, 1, 1), "two")
    assert sitting.own("Ana").paper.bought[0] == (0,)


@pytest.mark.rule("ANIM-17")
def test_a_piece_of_the_dice_is_chosen_first_and_then_its_payment():
    sitting = rolled(1, 1)
    options = [option for option in sitting.answers(sitting.dues()[0]).steps.options if option.why is None]
    buys, rolls = ([option.path for option in options if option.do["type"] == kind] for kind in ("buy", "reroll"))
    assert {path[:2] for path in buys} == {(0, SKIPPED)}
    assert {path[0] for path in rolls} == {2, 3}
    assert SKIPPED not in {at for path in rolls for at in path}


@pytest.mark.rule("ANIM-17")
def test_the_white_dies_piece_needs_its_level():
    assert rolled(1, 1).refused("Ana", "buy", piece="four", pay={"green": 3}).key == "animism.why.locked"
    sitting = rolled(1, 1)
    sitting.state = working(sitting.state, paper=replace(sitting.own("Ana").paper, ticks=((2,), (), (), ())))
    sitting.answer("Ana", "buy", piece="four", pay={"green": 2, "red": 2, "yellow": 2})
    assert sitting.own("Ana").piece == "four"


@pytest.mark.rule("ANIM-17")
def test_nothing_else_is_bought_with_the_dice():
    sitting = rolled(1, 1)
    assert sitting.refused("Ana", "buy", piece="tee", pay={"green": 3}).key == "animism.why.not_rolled"


@pytest.mark.rule("ANIM-17")
def test_it_may_be_declined_and_there_is_no_second_one():
    assert rolled(1, 1).answer("Ana", "done").public.done == (0,)
    sitting = rolled(1, 1, hand=(0, 9, 9, 9)).answer("Ana", "buy", piece="two", pay={"green": 2, "red": 2, "yellow": 2})
    sitting.answer("Ana", "draw", cells=[[3, 5], [3, 6]])
    assert answers(sitting) == [{"type": "done"}]


@pytest.mark.rule("ANIM-17")
def test_one_red_and_one_green_are_three_rolls_and_stopping_after_one_loses_two():
    sitting = rolled(1, 1, hand=(0, 4, 4, 4)).answer("Ana", "reroll", die="black", pay={"red": 1, "green": 1})
    assert sitting.own("Ana").dice.left == 3
    sitting.answer("Ana", "roll", black=5)
    assert sitting.own("Ana").dice == Dice(5, 1, "black", 2)
    sitting.answer("Ana", "reroll", die="white", pay={"yellow": 1})
    assert sitting.own("Ana").dice == Dice(5, 1, "white", 1)
    assert not [do for do in answers(sitting) if do["type"] == "roll" and "black" in do]
    sitting.answer("Ana", "roll", white=3)
    assert not [do for do in answers(sitting) if do["type"] == "roll"]


@pytest.mark.rule("ANIM-17")
@pytest.mark.parametrize(
    ("pay", "why"), [({}, "pay_something"), ({"green": 5}, "not_at_hand"), ({"blue": 1}, "not_at_hand")]
)
def test_a_re_roll_costs_something_that_is_there(pay, why):
    assert rolled(1, 1).refused("Ana", "reroll", die="black", pay=pay).key == f"animism.why.{why}"


@pytest.mark.rule("ANIM-17")
def test_before_a_re_roll_that_spoils_the_purchase_the_phone_warns():
    sitting = rolled(1, 1, hand=(0, 3, 3, 2))
    for option in sitting.answers(sitting.dues()[0]).options():
        if option.do["type"] == "reroll":
            spoils = option.do["pay"] != {"green": 1} and option.do["pay"] != {"red": 1}
            assert (option.confirm is not None) == (spoils and left_is_poor(option.do["pay"])), option.do


def left_is_poor(pay: dict[str, int]) -> bool:
    """Return True if three green, three red and two yellow are worth less than ten after this payment."""
    left = [n - pay.get(c, 0) for c, n in (("green", 3), ("red", 3), ("yellow", 2))]
    return 2 * sum(left) - max(left) < 10


@pytest.mark.rule("ANIM-17")
def test_a_die_whose_piece_is_painted_full_is_rolled_again_free_and_nothing_else_is_taken():
    sitting = bought(rich(0, 3, 3, 3), "two").answer("Ana", "roll", black=1, white=1)
    assert {tuple(do) for do in answers(sitting)} == {("type", "black")}
    assert sitting.refused("Ana", "done").key == "animism.why.first_roll"
    sitting.answer("Ana", "roll", black=2)
    assert "done" in [do["type"] for do in answers(sitting)]


@pytest.mark.rule("ANIM-17")
def test_both_dice_are_rolled_again_where_both_pieces_are_painted_full():
    sitting = bought(rich(0, 3, 3, 3), "two", "four")
    sitting.answer("Ana", "roll", black=1, white=1)
    assert {tuple(do) for do in answers(sitting)} == {("type", "black", "white")}


@pytest.mark.rule("ANIM-17")
def test_a_free_roll_takes_none_of_those_that_were_paid():
    sitting = bought(rolled(2, 1, hand=(0, 4, 4, 4)), "two")
    sitting.answer("Ana", "reroll", die="black", pay={"red": 2}).answer("Ana", "roll", black=1)
    assert sitting.own("Ana").dice.left == 1
    sitting.answer("Ana", "roll", black=3)
    assert sitting.own("Ana").dice.left == 1


@pytest.mark.rule("ANIM-17")
def test_a_die_whose_six_faces_are_all_painted_is_not_rolled_again():
    sitting = bought(rich(0, 3, 3, 3), *SAMPLE.black).answer("Ana", "roll", black=1, white=1)
    assert "done" in [do["type"] for do in answers(sitting)]
    assert sitting.refused("Ana", "buy", piece="two", pay={"green": 3}).key == "animism.why.sold_out"


@pytest.mark.rule("ANIM-17")
def test_a_locked_level_and_a_piece_that_fits_nowhere_are_not_rolled_again():
    sitting = rolled(1, 1, layout=NARROW)
    assert "done" in [do["type"] for do in answers(sitting)]
    assert sitting.refused("Ana", "buy", piece="plus0", pay={"green": 3}).key == "animism.why.fits_nowhere"


# Nothing fits, three seats, the advanced rule


@pytest.mark.rule("ANIM-10")
def test_later_too_nothing_is_bought_where_not_even_the_single_cell_fits():
    sitting = Rules(GAME, 3, sheets="twin", layout=TIGHT)
    ground = sitting.public.ground
    full = replace(sitting.public.papers[0], paint=(ground.open, 0, 0, 0))
    sitting.open(turn=2, papers=(full, full, full))
    for seat in sitting.names:
        sitting.state = changed(
            sitting.state, own={**sitting.state.own, seat: changed(sitting.own(seat), phase="closing", paper=full)}
        )
    for seat in sitting.names:
        sitting.answer(seat, "done")
    assert sitting.public.round == 2
    assert answers(sitting) == [{"type": "done"}]


@pytest.mark.rule("ANIM-23")
def test_with_three_seats_the_altars_in_no_area_are_the_fourth_colours():
    sitting = buying()
    paper = replace(sitting.own("Ana").paper, paint=(1 << 4, 0, 0, 0))
    sitting.state = working(sitting.state, paper=paper, phase="draw", piece="cell")
    assert sitting.public.papers[0].fourth == 3
    where = sitting.answers(sitting.dues()[0]).placing
    assert where is not None
    assert where.map.outlined == {"O": "y"}
    assert sitting.refused("Ana", "draw", cells=[[2, 5]]).key == "animism.hindrance.apart"
    sitting.answer("Ana", "draw", cells=[[1, 4]])
    assert sitting.own("Ana").hand == (0, 0, 0, 1)
    assert sitting.own("Ana").paper.tracks[3] == (0,)


@pytest.mark.rule("ANIM-25")
def test_a_bonus_is_circled_once_a_game_by_a_seat_and_once_on_a_sheet():
    sitting = Rules(GAME, 3, sheets="twin", advanced=True).answer("Ana", "bonus", mark="II")
    assert sitting.refused("Ana", "bonus", mark="I").key == "animism.why.bonus_used"
    while sitting.public.turn == 0:
        seat = sitting.dues()[0].seat
        legal = [do for do in answers(sitting) if do["type"] != "bonus"]
        sitting.post(seat, next((do for do in legal if do["type"] == "done"), legal[0]))
    assert sitting.public.circled == ("II", None, None)
    assert sitting.refused("Ana", "bonus", mark="I").key == "animism.why.bonus_used"
    assert sitting.refused("Ben", "bonus", mark="I").key == "animism.why.sheet_circled"
    sitting.answer("Cho", "bonus", mark="I")


@pytest.mark.rule("ANIM-25")
def test_without_the_advanced_rule_nothing_is_circled():
    assert Rules(GAME, 3, sheets="twin").refused("Ana", "bonus", mark="I").key == "malformed"


@pytest.mark.rule("ANIM-01")
def test_any_layout_can_be_played_on():
    layout = {**msgspec.to_builtins(SAMPLE), "name": "mine", "sample": False}
    assert Rules(GAME, 3, sheets="twin", layout=layout).public.options.layout.name == "mine"


# With the dice in the game box


def let_roll(sitting: TableSitting) -> TableSitting:
    """Return a game in which Ana has let the box roll."""
    due = next(due for due in sitting.dues() if due.seat == "Ana")
    sitting.answer_due(due, {"type": "roll"}, Seat("Ana"))
    return sitting


@pytest.mark.rule("ANIM-10")
def test_the_box_rolls_the_black_die_for_a_seat_that_lets_it():
    sitting = let_roll(TableSitting(GAME, 3, sheets="twin"))
    assert sitting.own("Ana").phase == "draw"
    (entry,) = sitting.table.entries
    assert entry.do.keys() == {"type", "black"}
    assert entry.do["black"] in range(1, 7)


@pytest.mark.rule("ANIM-10")
def test_nobody_gains_a_second_roll_by_taking_it_back():
    sitting = let_roll(TableSitting(GAME, 3, sheets="twin"))
    first = sitting.own("Ana").piece
    for n in range(5):
        sitting.table.take_back(Seat("Ana"), f"back {n}")
        assert let_roll(sitting).own("Ana").piece == first


@pytest.mark.rule("ANIM-17")
@pytest.mark.parametrize(
    ("dice", "rolls"),
    [
        (None, ("black", "white")),
        (Dice(1, 1), ()),
        (Dice(1, 1, "white", 2), ("white",)),
        (Dice(1, 1, "white", 0), ()),
    ],
)
def test_the_box_rolls_exactly_the_dice_that_are_asked_for(dice, rolls):
    sitting = rich(0, 3, 3, 3)
    sitting.state = working(sitting.state, dice=dice, phase="choose" if dice is None else "dice")
    due = next(due for due in sitting.dues() if due.seat == "Ana")
    assert to_roll(work_of(sitting.state, Seat("Ana"))) == rolls
    assert (due.chance is Chance.DRAWN) == bool(rolls) == bool(sitting.answers(due).lots)


@pytest.mark.rule("ANIM-27")
def test_with_the_sheets_on_phones_nobody_is_asked_to_pass_any():
    setting = next(setting for setting in settings_of(GAME) if setting.options == {"sheets": "twin"})
    for moment in tape_of(setting, 0).moments:
        for seat in moment.seqs:
            view = moment.screen(seat).view
            keys = {words.key for words in (view.now.line, *view.now.small, view.display.sub)}
            assert not keys & {
                f"animism.{key}" for key in ("now.pass", "now.pass_round", "now.pass_when_done", "display.pass_sub")
            }
