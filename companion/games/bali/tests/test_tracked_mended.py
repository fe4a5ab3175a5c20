"""Corrections of a tracked offer, and its secrets (BALI-36)."""

import pytest

from companion.core.words import Malformed, Refused
from companion.games.bali.cards import hand_of
from companion.games.bali.tests.playing import COLUMNS, Following, Sitting, following

pytestmark = pytest.mark.rule("BALI-36")


# Corrections


def test_before_the_first_turn_nothing_of_the_offer_is_set_right():
    sitting = Sitting(2, offer="tracked").answer(None, "column", column=1, cards=COLUMNS[0])
    assert isinstance(sitting.refused(None, "set", column=1, cards=COLUMNS[1]), Malformed)
    sitting.answer(None, "set", seat="Ana", stones=3)


def test_a_column_is_set_right_with_as_many_cards_as_it_has():
    sitting = following(COLUMNS).now("play", card="rice").now("take", column=1)
    for cards in (["rice"] * 2, ["rice"] * 4, ["oracle", "rice", "rice"]):
        assert isinstance(sitting.refused(None, "set", column=1, cards=cards), Malformed)
    out = sitting.left("rice"), sitting.left("shrine")
    sitting.answer(None, "set", column=1, cards=["priest", "rice", "rice"])
    assert sitting.public.offer.columns[0] == ("priest", "rice", "rice")
    assert (sitting.left("rice"), sitting.left("shrine")) == (out[0] - 1, out[1] + 1)
    assert sitting.public.paid.card == "priest"


def test_an_empty_column_is_not_set_right():
    sitting = following().emptied()
    assert isinstance(sitting.refused(None, "set", column=1, cards=[]), Malformed)


def test_a_corrected_tally_stays_within_the_number_of_pieces():
    sitting = following(COLUMNS).with_cards_out(shrine=9).now("play", card="rice").now("take", column=2)
    assert sitting.refused(None, "set", column=3, cards=["shrine"] * 4).key == "bali.too_many_out"
    assert sitting.refused(None, "set", seat="Ana", card="rice", is_="shrine").key == "bali.too_many_out"


def test_only_its_seat_enters_a_start_farmer_again():
    sitting = following(hands={"Ana": ("rice", "peanut", "banana")})
    sitting.refused("Ben", "hand", farmers=["rice", "rice", "rice"])
    sitting.answer("Ana", "hand", farmers=["rice", "peanut", "pepper"])
    assert sitting.hand("Ana") == ["rice", "peanut", "pepper"]
    assert sitting.own("Ben").farmers == ("rice", "peanut", "banana")


# Secrets


def test_only_its_seat_knows_a_hand_and_all_know_that_it_was_entered():
    due = Sitting(2, offer="tracked").dues("hand")[0]
    assert (due.known_to, due.announced) == ({"farmers": frozenset({"Ana"})}, True)
    again = following().dues("hand")[0]
    assert (again.known_to, again.announced, again.waits) == ({"farmers": frozenset({"Ana"})}, True, False)


@pytest.mark.parametrize("other", [("rice", "peanut", "pepper"), ("peanut", "banana", "pepper")])
def test_no_refusal_rests_on_another_seats_start_farmers(other):
    one = following(COLUMNS, hands={"Ben": ("rice", "peanut", "banana")})
    two = following(COLUMNS, hands={"Ben": other})
    for line in (*PROBES, ("play", {"card": "rice"}), *PROBES):
        assert refusal(one, *line) == refusal(two, *line)
    assert one.view("Ana") == two.view("Ana")
    assert one.view(None) == two.view(None)


PROBES = (
    ("set", {"seat": "Ben", "card": "rice", "is_": "priest"}),
    ("set", {"column": 1, "cards": ["rice"] * 4}),
    ("take", {"column": 1}),
    ("play", {"card": "banana"}),
)


def refusal(sitting: Following, type_: str, fields: dict[str, object]) -> str | None:
    seat = None if type_ == "set" else "Ana"
    try:
        sitting.answer(seat, type_, **fields)
    except Refused as why:
        return repr(why)
    return None


def test_the_deck_and_hands_add_up_to_all_cards():
    sitting = following(COLUMNS, oracle=True)
    assert sitting.deck() == 42
    assert len(hand_of(sitting.public.offer, sitting.own("Ana"), 0)) == 3
