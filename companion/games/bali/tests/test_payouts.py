"""Every screen says which pieces a scored card brings, until the next payout."""

import pytest

from companion.core.blocks import Moves, SeatRow, Seats, Tally
from companion.core.words import text
from companion.games.bali.tests.playing import Sitting, all_views

Row = tuple[str | None, int | None, str, str | None]


def moves(sitting: Sitting) -> Moves | None:
    """Return the moves, after checking that every screen has the same."""
    first, *others = (view.moves for view in all_views(sitting.state))
    assert all(other == first for other in others)
    return first


def rows(sitting: Sitting) -> list[Row]:
    """Return each row: the seat, the change, the piece, and the reason or the kind."""
    paid = moves(sitting)
    assert paid is not None
    return [(row.seat, row.counts[0].n, row.counts[0].sign, row.words.key if row.words else None) for row in paid.rows]


def seat_rows(sitting: Sitting) -> tuple[SeatRow, ...]:
    return next(block for block in all_views(sitting.state)[0].blocks if isinstance(block, Seats)).rows


def strip(sitting: Sitting, place: int) -> list[tuple[int | None, str, int | None]]:
    tally = next(block for block in all_views(sitting.state)[place + 1].blocks if isinstance(block, Tally))
    return [(count.n, count.sign, count.change) for count in tally.counts]


@pytest.mark.rule("BALI-15")
def test_everybody_reads_the_stones_of_a_stonemason():
    sitting = Sitting(3).give(0, stonemason=2).give(2, stonemason=0)
    sitting.now("play", card="rice").now("scored", card="stonemason")
    assert rows(sitting) == [("Ana", 3, "stone", None), ("Ben", 1, "stone", None)]


@pytest.mark.rule("BALI-16")
def test_everybody_reads_the_points_of_a_priest():
    sitting = Sitting(2).now("play", card="priest").now("scored", card="priest")
    assert rows(sitting) == [("Ana", 1, "point", None)]


@pytest.mark.rule("BALI-17")
def test_each_choice_for_shrines_joins_the_payout():
    sitting = Sitting(2).give(0, shrine=2).give(1, shrine=1).now("discard").now("scored", card="shrine")
    assert moves(sitting) is None
    sitting.now("reward", as_="points")
    assert rows(sitting) == [("Ana", 3, "point", None)]
    sitting.now("reward", as_="stones")
    assert rows(sitting) == [("Ana", 3, "point", None), ("Ben", 1, "stone", None)]


@pytest.mark.rule("BALI-18")
def test_the_cards_of_a_farmer_are_listed_with_their_kind():
    sitting = Sitting(2).give(0, rice=2).give(1, rice=1).now("discard").now("scored", card="rice")
    assert rows(sitting) == [("Ana", 2, "card", "bali.kind.rice"), ("Ben", 1, "card", "bali.kind.rice")]


@pytest.mark.rule("BALI-19")
def test_another_kind_is_listed_where_the_scored_one_ran_out():
    sitting = Sitting(2).supply(rice=1).give(0, rice=1).give(1, rice=1).now("discard").now("scored", card="rice")
    sitting.now("substitute", kind="pepper")
    assert rows(sitting) == [("Ana", 1, "card", "bali.kind.rice"), ("Ben", 1, "card", "bali.kind.pepper")]


@pytest.mark.rule("BALI-14")
def test_a_payout_of_nothing_is_shown_too():
    paid = moves(Sitting(2).now("discard").now("scored", card="shrine"))
    assert paid is not None
    assert (paid.title.key, paid.rows) == ("bali.moves.nothing", ())


@pytest.mark.rule("BALI-34")
def test_a_corrected_tally_is_shown_with_its_new_number():
    sitting = Sitting(2).answer(None, "set", seat="Ben", stones=9)
    assert rows(sitting) == [("Ben", 9, "stone", "bali.moves.corrected")]


@pytest.mark.rule("BALI-34")
def test_a_corrected_tally_after_a_payout_shows_both_numbers():
    sitting = Sitting(2).now("discard").now("scored", card="stonemason").answer(None, "set", seat="Ben", stones=9)
    paid = moves(sitting)
    assert paid is not None
    assert paid.rows[-1].words == text("bali.moves.corrected", was=4, n=9)


@pytest.mark.rule("BALI-34")
def test_a_seat_sees_beside_its_own_number_what_it_has_to_take():
    sitting = Sitting(2).give(1, stonemason=1).now("discard").now("scored", card="stonemason")
    assert strip(sitting, 1) == [(4, "stone", 1), (0, "point", None), (0, "shrine", None)]


@pytest.mark.rule("BALI-34")
def test_cards_that_a_seat_has_to_take_are_in_its_strip():
    sitting = Sitting(2).give(1, rice=1).now("discard").now("scored", card="rice")
    assert strip(sitting, 1) == [(3, "stone", None), (0, "point", None), (5, "card", 1)]


@pytest.mark.rule("BALI-34")
def test_a_seat_shows_the_cards_in_front_of_it():
    sitting = Sitting(2).give(0, stones=9).now("play", card="rice", count=3)
    assert [(count.n, count.sign) for count in seat_rows(sitting)[0].more] == [(3, "rice"), (1, "stonemason")]


@pytest.mark.rule("BALI-34")
def test_the_last_deed_of_each_seat_stays_readable():
    sitting = Sitting(2).give(0, stones=9).now("buy", kind="rice").now("play", card="pepper", count=2)
    sitting.now("scored", card="priest").now("discard")
    did = [row.note for row in seat_rows(sitting)]
    assert [words.key for words in did if words] == ["bali.last.bought", "bali.last.discard"]


@pytest.mark.rule("BALI-31")
def test_a_priest_sends_the_demon_on_before_cards_are_taken():
    sitting = Sitting(2, demon=True).now("play", card="priest")
    lines = [[words.key for words in view.now.small[-2:]] for view in all_views(sitting.state)]
    assert lines == [
        ["bali.demon_moves", "bali.now.scored_small_other"],
        ["bali.demon_moves", "bali.now.scored_small"],
        ["bali.demon_moves", "bali.now.scored_small_other"],
    ]


@pytest.mark.rule("BALI-34")
def test_once_somebody_buys_what_was_paid_before_is_no_longer_beside_the_number():
    sitting = Sitting(2).give(1, stones=9).now("discard").now("scored", card="stonemason")
    assert strip(sitting, 1)[0] == (10, "stone", 1)
    assert strip(sitting.now("buy", kind="rice"), 1)[0] == (5, "stone", None)


@pytest.mark.rule("BALI-34")
@pytest.mark.parametrize(
    ("stones", "answer", "fields"),
    [(9, "play", {"card": "priest"}), (20, "play", {"card": "shrine"}), (9, "discard", {})],
    ids=["priest", "shrine", "discard"],
)
def test_a_payout_is_gone_from_every_screen_once_the_next_seat_has_played(stones, answer, fields):
    sitting = Sitting(2).give(1, stones=stones).now("discard").now("scored", card="stonemason").now("buy", kind="rice")
    assert moves(sitting).title.key == "bali.moves.scored"
    assert moves(sitting.now(answer, **fields)) is None


@pytest.mark.rule("BALI-34")
def test_a_correction_after_the_next_play_pays_nobody_again():
    sitting = Sitting(2).now("discard").now("scored", card="stonemason").now("discard")
    sitting.answer(None, "set", seat="Ben", stones=9)
    assert moves(sitting).title.key == "bali.moves.set_right"
    assert len(moves(sitting).rows) == 1


@pytest.mark.rule("BALI-34")
def test_a_payout_of_nothing_is_news_until_the_next_play():
    sitting = Sitting(2).now("discard").now("scored", card="priest")
    assert moves(sitting).title.key == "bali.moves.nothing"
    assert moves(sitting.now("discard")) is None


@pytest.mark.rule("BALI-06")
def test_the_others_read_a_purchase_before_the_card_is_played():
    sitting = Sitting(3).give(0, stones=9).now("buy", kind="pepper")
    public, ana, *others = (view.now.small for view in all_views(sitting.state))
    bought = text("bali.now.bought", seat="Ana", card=text("bali.offering.pepper"))
    assert [public[0], *(small[0] for small in others)] == [bought] * 3
    assert ana == ()
