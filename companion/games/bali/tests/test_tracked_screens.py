"""The screens of a tracked offer, and the number of taps that it takes (BALI-36)."""

import pytest

from companion.core.answers import Answers, Field
from companion.core.blocks import Note, Seats, Secret
from companion.core.view import View
from companion.core.words import Text, text
from companion.games.bali.pieces import CARDS, with_hand
from companion.games.bali.tests.playing import COLUMNS, Following, Sitting, following
from companion.kits.board import Columns

pytestmark = pytest.mark.rule("BALI-36")


def offer(view: View) -> Columns:
    return next(block for block in view.blocks if isinstance(block, Columns))


def asked(sitting: Sitting) -> Answers:
    return sitting.answers(sitting.dues()[0])


def cover(view: View) -> Secret:
    return next(block for block in view.blocks if isinstance(block, Secret))


# The offer as it lies


def test_everybody_sees_four_columns_the_lowest_card_last_and_the_demon_on_its_own():
    sitting = following(COLUMNS, demon=True)
    for view in sitting.views():
        block = offer(view)
        assert [[card.sign for card in column.cards] for column in block.columns] == [cards[::-1] for cards in COLUMNS]
        assert [[mark.sign for mark in column.marks] for column in block.columns] == [["demon"], [], [], []]
        assert block.title == text("bali.deck", count=34)


def test_one_tap_on_a_card_in_its_column_takes_it():
    sitting = following(COLUMNS, demon=True).now("play", card="rice")
    answers = asked(sitting)
    assert answers.on == offer(sitting.view("Ana"))
    assert [(option.do["column"], option.at, option.sign) for option in answers.options()] == [
        *((1, 0, "stonemason"), (2, 1, "rice"), (3, 2, "stonemason"), (4, 3, "priest")),
    ]
    assert [option.why for option in answers.options()] == [text("bali.demon_there", column=1), None, None, None]


def test_the_seat_that_takes_reads_how_many_and_the_effect():
    sitting = following().holding("rice", "rice", "rice").give(0, stones=9).now("play", card="rice", count=2)
    assert sitting.view("Ana").now.line == text("bali.now.take", count=2)
    assert [view.now.line for view in sitting.views() if not view.now.lit] == [
        text("bali.now.take_other", seat="Ana", count=2)
    ] * 2


def test_after_a_priest_somebody_is_asked_to_move_the_demon():
    sitting = following(demon=True).holding("priest", "priest", "priest").now("play", card="priest")
    assert all(text("bali.demon_moves", column=2) in view.now.small for view in sitting.views())


# Taps


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_turn_is_no_more_taps_than_on_cardboard_and_one_for_each_card(cards):
    """A turn is the play and one tap for each card. On cardboard it is the play and the scored card."""
    cardboard = Sitting(2).give(0, stones=9).now("play", card="rice", count=cards).now("scored", card="priest")
    tracked = following().holding("rice", "rice", "rice").give(0, stones=9)
    before = len(tracked.record)
    tracked.now("play", card="rice", count=cards)
    for _ in range(cards):
        assert is_one_tap(asked(tracked), {"type": "take", "column": 2})
        tracked.now("take", column=2)
    assert tracked.awaited() == [("turn", "Ben")]
    assert len(tracked.record) - before <= len(cardboard.record) + cards


def is_one_tap(answers: Answers, do: dict[str, object]) -> bool:
    """Return True if an answer takes one tap and needs no confirmation."""
    ready = [option for option in answers.options() if option.do == do and option.confirm is None]
    return bool(ready) and answers.collapsed is None


def test_a_new_column_takes_a_tap_a_card_with_the_likely_ones_first():
    sitting = following(oracle=True).with_cards_out(stonemason=11, priest=8, shrine=2, rice=5).emptied()
    (form,) = asked(sitting).forms
    (field,) = form.fields
    assert (field.many, field.again) == (4, True)
    assert field.of[:2] == ("oracle", "shrine")
    assert field.of[-3:] == ("stonemason", "priest", "rice")
    named = dict(zip(field.of, form.choices["cards"], strict=True))
    assert [named[card].left for card in ("oracle", "shrine", "priest", "rice")] == [8, 7, 1, 0]
    assert named["rice"].gone == text("bali.too_many_out", card=text("bali.card_name.rice"), most=5)


def test_a_hand_is_entered_in_one_tap():
    answers = asked(Sitting(2, offer="tracked"))
    assert [len(option.do["farmers"]) for option in answers.options()] == [3] * 4
    assert answers.secret


def test_one_of_several_columns_to_enter_is_open():
    sitting = Sitting(2, offer="tracked").answer(None, "column", column=1, cards=COLUMNS[0])
    folded = [sitting.answers(due).collapsed for due in sitting.dues("column")]
    assert [fold is None for fold in folded] == [True, False, False]


def test_a_corrected_column_takes_a_tap_a_card_too():
    sitting = following(COLUMNS).now("play", card="rice").now("take", column=1)
    forms = [form for form in sitting.answers(sitting.dues("set")[0]).forms if "column" in form.do]
    assert [(form.do["column"], cards(form.fields)) for form in forms] == [(1, 3), (2, 4), (3, 4), (4, 4)]


def cards(fields: tuple[Field, ...]) -> int:
    (field,) = fields
    assert field.again
    return int(field.many)


# Hands


def test_a_seat_has_its_hand_behind_the_cover():
    sitting = following(COLUMNS, hands={"Ana": ("rice", "peanut", "banana")}).now("play", card="rice").now("take", column=2)
    names = [text(f"bali.card_name.{card}") for card in ("peanut", "banana", "rice")]
    assert cover(sitting.view("Ana")).hand == (text("bali.secret.hand", cards=Text("list", {"words": tuple(names)})),)


def test_with_an_oracle_the_look_and_the_hand_are_behind_the_cover():
    sitting = following(oracle=True).emptied().now("refill", cards=["oracle", "rice", "shrine", "pepper"])
    assert len(cover(sitting.view("Ana")).hand) == 3


@pytest.mark.parametrize("stage", ["turn", "take", "refill", "keep"])
def test_other_screens_have_the_number_of_cards_and_list_nothing_that_was_taken(stage):
    sittings = [at(stage, "priest"), at(stage, "pepper")]
    for place in (None, "Ana", "Cho"):
        one, two = (sitting.view(place) for sitting in sittings)
        assert one == two
        rows = next(block.rows for block in one.blocks if isinstance(block, Seats))
        assert [count.n for row in rows for count in row.more if count.sign == "hand"][1] == 3


def at(stage: str, card: str) -> Following:
    """Return a game in Ana's turn in which Ben has taken a card and played two others."""
    sitting = following(seats=3, oracle=True)
    sitting.open(offer=with_hand(sitting.offer(), 1, taken=(card,), played=("rice",)))
    if stage == "take":
        sitting.now("play", card="rice")
    if stage in ("refill", "keep"):
        sitting.emptied()
    if stage == "keep":
        sitting.now("refill", cards=["oracle", "rice", "rice", "rice"])
    return sitting


def test_a_turn_is_a_secret_question_that_offers_every_card_for_any_hand():
    one, two = following(), following().holding("shrine", "priest", "priest")
    looks = [[(o.words, o.sign, o.small) for o in asked(sitting).options()] for sitting in (one, two)]
    assert looks[0] == looks[1]
    assert asked(one).secret
    assert not Sitting(2).answers().secret


def test_a_seat_may_enter_its_start_farmers_again_in_the_menu():
    (due,) = [due for due in following().dues("hand") if due.seat == "Ana"]
    answers = following().answers(due)
    assert answers.in_menu
    assert answers.collapsed is not None


def test_a_correction_is_on_every_screen_until_somebody_goes_on():
    sitting = following(COLUMNS).now("play", card="rice").now("take", column=2)
    sitting.answer(None, "set", seat="Ana", card="rice", is_="shrine")
    assert all(Note(text("bali.mended.card", seat="Ana")) in view.blocks for view in sitting.views())
    assert sitting.view(None).display.sub == text("bali.display.mended_card")
    sitting.answer(None, "set", column=1, cards=COLUMNS[0])
    assert all(Note(text("bali.mended.column", column=1)) in view.blocks for view in sitting.views())
    assert sitting.view(None).display.sub == text("bali.display.mended_column", column=1)
    sitting.now("play", card="rice")
    assert not any(isinstance(block, Note) for view in sitting.views() for block in view.blocks)
    assert sitting.view(None).display.sub == text("bali.display.take")


# Set-up, and the box


def test_a_seat_with_a_hand_to_enter_is_lit_and_for_columns_everybody_is():
    sitting = Sitting(2, offer="tracked").answer("Ana", "hand", farmers=["rice", "peanut", "banana"])
    assert [view.now.lit for view in sitting.views()] == [False, True, True]
    for number in range(1, 5):
        sitting.answer(None, "column", column=number, cards=COLUMNS[number - 1])
    assert [view.now.lit for view in sitting.views()] == [False, False, True]


def test_the_box_says_what_is_to_be_filled_and_what_the_deck_has():
    view = following().emptied().view(None)
    assert (view.display.main, view.display.right) == (
        text("bali.display.column", column=1),
        text("bali.display.deck", count=34),
    )
    assert asked(following().emptied()).panel == text("bali.panel.refill", column=1, count=34)


def test_buttons_can_enter_everything_that_the_table_answers():
    """Each answer, form and value has a word for the display."""
    sittings = [Sitting(2, offer="tracked"), following().emptied(), following().all_out_but("rice", "priest").emptied()]
    for sitting in sittings:
        for due in [*(due for due in sitting.dues() if due.seat is None), *sitting.dues("set")]:
            answers = sitting.answers(due)
            assert answers.panel
            assert all(option.panel for option in answers.options())
            assert all(form.panel for form in answers.forms)
            assert all(choice.panel for form in answers.forms for choices in form.choices.values() for choice in choices)


def test_an_answer_that_ends_the_game_is_asked_once_more():
    (option,) = asked(following().all_out_but("rice", "priest").emptied()).options()
    assert option.confirm is not None


def test_every_card_has_a_sign_and_a_short_name():
    sitting = following(oracle=True).emptied()
    (form,) = asked(sitting).forms
    assert {choice.sign for choice in form.choices["cards"]} == {*CARDS, "oracle"}
