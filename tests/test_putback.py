"""Pieces that go back when an answer is taken back: all screens show all of them alike, without any secret."""

from companion.core.blocks import Moves
from companion.core.dues import Correction
from companion.core.journal import MemoryJournal
from companion.core.words import text
from tests.toy.playing import Market


def card(market: Market) -> Moves | None:
    return market.moment.screen(None).back


def coins(market: Market) -> dict[str | None, int]:
    """Return the number of coins that each player gains or loses."""
    card_ = card(market)
    return {move.seat: sum(count.n or 0 for count in move.counts) for move in card_.rows} if card_ else {}


def title(market: Market) -> tuple[str, dict[str, object]]:
    card_ = card(market)
    assert card_ is not None
    return card_.title.key, dict(card_.title.values)


def paid(journal: MemoryJournal | None = None) -> Market:
    """Return a market after the night's choices were revealed. Ana has its coin, and the quay's tokens are face up and
    paid."""
    return Market(journal).night().reveal("quay")


def test_an_answer_of_the_table_is_named_and_the_paid_seat_gives_back():
    market = paid().back(None)
    assert title(market) == ("taken_back.table", {"what": text("toy.told.reveal", at="quay")})
    assert coins(market)
    assert all(n < 0 for n in coins(market).values())


def test_a_public_answer_that_goes_back_is_on_every_screen_above_all_else():
    market = paid().back(None)
    for seat in market.moment.seqs:
        assert market.moment.screen(seat).view.blocks[0] == card(market)


def test_a_sealed_question_that_goes_back_names_nobody_and_no_answer():
    market = Market().bidding().back(None)
    assert title(market) == ("taken_back.sealed", {})
    assert coins(market) == {"Ana": -1}


def test_a_correction_that_moves_no_piece_says_nothing():
    market = Market().bidding().bid("Ana", "quay", 201).back("Ana")
    assert card(market) is None


def test_several_are_one_card_with_the_sum_and_a_restart_keeps_it():
    journal = MemoryJournal()
    market = paid(journal)
    before = held(market)
    for _ in ("the reveal", "Cho's token", "Ben's", "Ana's", "what all chose"):
        market.back(None)
    assert title(market) == ("taken_back.several", {"count": 5})
    assert coins(market) == {seat: n - before[seat] for seat, n in held(market).items() if n != before[seat]}
    assert card(Market(journal)) == card(market)


def held(market: Market) -> dict[str, int]:
    return dict(zip(market.names, market.state.public.coins, strict=True))


def test_pieces_to_put_back_show_until_an_open_answer_and_no_secret_answer_changes_them():
    market = paid().back(None)
    card_, seqs = card(market), market.seqs()
    market.answer("Ben", "oath", to="Cho")
    assert card(market) == card_
    assert {seat for seat, n in market.seqs().items() if n != seqs[seat]} <= {"Ben"}
    market.reveal("quay")
    assert card(market) is None


def test_a_corrected_answer_is_called_corrected():
    market = Market().begun().choose(Ana="coin", Ben="wait", Cho="wait")
    n = next(s.entry.n for s in market.moment.history.answered if s.event.seat == "Cho")
    market.table.correct(Correction(of=(n,), data={"type": "choose", "take": "coin"}, by=None))
    assert title(market) == ("taken_back.corrected", {})
    assert coins(market) == {"Cho": 1}


def test_a_number_that_was_set_goes_back_without_a_piece_that_moves():
    market = Market().begun().answer(None, "set", seat="Ben", coins=9).back(None)
    sentence = text("toy.told.set", seat="Ben", coins=9)
    assert title(market) == ("taken_back.table_still", {"what": sentence})
    assert [(row.still, row.seat, [(c.n, c.change) for c in row.counts]) for row in card(market).rows] == [
        (True, "Ben", [(0, -9)])
    ]


def test_a_correction_of_a_number_that_was_set_moves_no_piece_either():
    market = Market().begun().answer(None, "set", seat="Ben", coins=9)
    n = market.moment.entries
    market.table.correct(Correction(of=(n,), data={"type": "set", "seat": "Ben", "coins": 5}, by=None))
    assert title(market) == ("taken_back.corrected_still", {})
    assert card(market).still


def test_pieces_to_put_back_and_mere_numbers_differ_also_after_a_restart():
    journal = MemoryJournal()
    market = paid(journal).answer(None, "set", seat="Ben", coins=9).back(None).back(None)
    assert title(market) == ("taken_back.several", {"count": 2})
    assert {row.still for row in card(market).rows} == {False, True}
    assert card(Market(journal)) == card(market)
