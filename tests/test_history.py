"""Answers that still count: taking back, by a seat and by the panel, and corrections of earlier answers."""

from itertools import permutations

import pytest

from companion.core.blocks import Undo
from companion.core.dues import Correction
from companion.core.history import without
from companion.core.journal import MemoryJournal
from companion.core.words import Refused, text
from tests.toy.playing import Market


def undo(market: Market, seat: str) -> Undo | None:
    return next((block for block in market.moment.screen(seat).view.blocks if isinstance(block, Undo)), None)


def stands(market: Market) -> list[tuple[str, str | None]]:
    """Return the answers that still count, without the box's draws."""
    return [(s.event.kind, s.event.seat) for s in market.moment.history.answered if s.event.kind != "deal"]


def correct(market: Market, of: tuple[int, ...], data: dict | None) -> Market:
    market.table.correct(Correction(of=of, data=data, by=None))
    return market


def entry_of(market: Market, kind: str, seat: str | None = None) -> int:
    return next(s.entry.n for s in market.moment.history.answered if (s.event.kind, s.event.seat) == (kind, seat))


# A seat takes back


def test_the_last_own_answer_can_be_taken_back_until_something_follows():
    market = Market().bidding().bid("Ana", "quay", 201)
    assert undo(market, "Ana").free
    market.bid("Ben", "quay", 202)
    assert undo(market, "Ana") is None
    with pytest.raises(Refused, match="nothing_to_take_back"):
        market.back("Ana")


def test_answers_of_others_to_what_was_asked_already_are_nothing_that_follows():
    market = Market().begun().choose(Ana="coin", Ben="wait")
    assert market.back("Ana").moment.history.state.own["Ana"].choice is None
    assert market.moment.history.state.own["Ben"].choice == "wait"


def test_a_secret_answer_of_another_seat_shows_on_no_undo_card():
    market = Market().bidding().bid("Ana", "quay", 201)
    before = undo(market, "Ana")
    market.post("Ben", {"type": "oath", "to": "Cho"})
    assert undo(market, "Ana") == before
    assert undo(market, "Ben") is None


def test_secret_answers_of_others_do_not_count_as_later_answers():
    market = Market().post("Ana", {"type": "first", "seat": "Cho"}).choose(Ben="coin")
    assert market.back("Ana").moment.history.state.public.first is None


def test_no_undo_card_shows_during_a_sealed_question_because_it_would_show_who_has_answered():
    market = Market().post("Ana", {"type": "first", "seat": "Cho"})
    assert undo(market, "Ana") is None
    assert undo(market.choose(Ana="coin"), "Ana") is None


def test_past_a_reveal_only_the_panel_takes_back():
    market = Market().begun().choose(Ana="coin", Ben="wait", Cho="wait")
    for seat in ("Ana", "Ben", "Cho"):
        assert not undo(market, seat).free
        with pytest.raises(Refused, match="only_box"):
            market.back(seat)


def test_the_seat_that_answered_for_the_table_takes_its_answer_back():
    market = Market().post("Ben", {"type": "first", "seat": "Cho"})
    assert undo(market, "Ana") is None
    assert market.back("Ben").moment.history.state.public.first is None


def test_a_seat_cannot_take_back_an_answer_of_the_panel():
    market = Market().begun()
    with pytest.raises(Refused, match="nothing_to_take_back"):
        market.back("Ana")


def test_a_seats_correction_of_a_tally_is_taken_back_before_its_answer():
    market = Market().bidding().bid("Ana", "quay", 201).post("Ana", {"type": "set", "seat": "Ben", "coins": 7})
    assert undo(market, "Ana") == Undo(text("toy.told.set", seat="Ben", coins=7), free=True)
    assert market.back("Ana").moment.history.state.public.coins == (1, 0, 0)
    assert market.back("Ana").moment.history.state.public.bids == ()


def test_another_seats_correction_of_a_tally_is_passed_over_and_stays():
    market = Market().bidding().bid("Ana", "quay", 201).post("Ben", {"type": "set", "seat": "Ben", "coins": 7})
    market.back("Ana")
    assert market.moment.history.state.public.bids == ()
    assert market.moment.history.state.public.coins == (1, 7, 0)


def test_a_corrected_tally_can_be_taken_back_after_others_have_answered_older_questions():
    market = Market().bidding().post("Ana", {"type": "set", "seat": "Ben", "coins": 7}).bid("Ana", "quay", 201)
    assert undo(market.post("Ben", {"type": "set", "seat": "Ben", "coins": 8}), "Ben").free
    market.bid("Ben", "hill", 201)
    assert market.back("Ben").back("Ben").moment.history.state.public.coins == (1, 7, 0)
    assert undo(market, "Ana").words.key == "toy.told.bid"


def test_only_the_box_takes_a_corrected_tally_back_after_an_answer_to_a_newer_question():
    market = Market().bidding().post("Cho", {"type": "set", "seat": "Ben", "coins": 7}).bid("Ana", "quay", 201)
    assert undo(market, "Cho").free
    assert undo(market.bid("Ben", "hill", 201), "Cho") is None


def test_a_count_is_passed_over_by_taking_back():
    market = Market().bidding().bid("Ana", "quay", 201)
    before = market.moment.undo_of()
    market.post("Ben", {"type": "oath", "to": "Cho"})
    assert market.moment.undo_of() == before


def test_taking_back_twice_goes_two_answers_back():
    market = Market().begun().choose(Ana="coin").choose(Ana="wait")
    assert market.back("Ana").moment.history.state.own["Ana"].choice == "coin"
    assert market.back("Ana").moment.history.state.own["Ana"].choice is None


# The panel takes back


def test_the_panel_takes_back_the_last_open_answer_of_any_seat():
    market = Market().bidding().bid("Ana", "quay", 201).bid("Ben", "hill", 201)
    assert market.moment.undo_of() == ("Ben",)
    assert stands(market.back(None))[-1] == ("bid", "Ana")
    assert stands(market.back(None))[-1] == ("choose", "Cho")


def test_the_panel_takes_back_what_was_set_right_last_and_names_it():
    market = Market().bidding().bid("Ana", "quay", 201).post("Ana", {"type": "set", "seat": "Ben", "coins": 7})
    assert market.moment.undo_of() == (None,)
    assert market.moment.undo_words() == text("toy.told.set", seat="Ben", coins=7)
    assert stands(market.back(None))[-1] == ("bid", "Ana")
    assert stands(market.back(None))[-1] == ("choose", "Cho")


def test_the_panel_takes_a_reveal_back_with_all_answers_of_its_question():
    market = Market().begun().choose(Ana="coin", Ben="wait", Cho="wait")
    assert stands(market.back(None)) == [("first", None)]
    assert market.moment.history.state.shown == ()


def test_the_panel_does_not_show_which_seat_answered_last_under_seal():
    asked = [
        Market().begun().choose(**dict.fromkeys(order, "wait")).moment.undo_of()
        for order in permutations(("Ana", "Ben", "Cho"))
    ]
    assert set(asked) == {(None,)}


def test_the_panel_takes_no_secret_back_by_itself():
    market = Market().begun().choose(Ana="coin")
    market.back(None)
    assert stands(market) == []


def test_secrets_that_no_longer_fit_go_unseen_and_their_seats_are_asked_again():
    market = Market().begun().choose(Ana="coin", Ben="wait")
    seqs = market.seqs()
    market.back(None).begun("Cho")
    assert market.moment.history.state.own["Ana"].choice is None
    assert market.seqs() == {seat: n + 2 for seat, n in seqs.items()}


def test_an_open_answer_of_somebody_is_never_dropped_by_taking_back_what_it_followed():
    market = Market().bidding().bid("Ana", "quay", 201).bid("Ben", "hill", 202)
    with pytest.raises(Refused, match="followed"):
        without(market.moment.history, {entry_of(market, "bid", "Ana")})


def test_a_secret_answer_that_no_longer_fits_is_dropped_by_taking_back_what_it_followed():
    market = Market().begun().choose(Ana="coin")
    first, choice = entry_of(market, "first"), entry_of(market, "choose", "Ana")
    _, gone = without(market.moment.history, {first})
    assert {first, choice} <= {*gone}


def test_the_panel_takes_nothing_back_before_the_first_answer():
    market = Market()
    assert market.moment.undo_of() is None
    with pytest.raises(Refused, match="nothing_to_take_back"):
        market.back(None)


def ended() -> Market:
    return Market(nights=1).night().reveal("quay").reveal("hill")


def test_the_end_can_be_taken_back_also_when_somebody_has_counted():
    market = ended().post("Ana", {"type": "count", "coins": 3})
    assert market.moment.over
    market.back(None)
    assert not market.moment.over
    assert market.moment.history.state.public.counted == ()
    assert market.reveal("hill").moment.history.state.public.counted == ()


def test_offers_that_still_fit_stay():
    market = ended().post("Ana", {"type": "oath", "to": "Ben"})
    assert market.back(None).moment.history.state.own["Ana"].oath == "Ben"


# Corrections of earlier answers


def test_a_correction_names_the_right_answer_of_an_entry():
    market = Market().night()
    correct(market, (entry_of(market, "bid", "Ana"),), {"type": "bid", "at": "hill", "token": 202})
    assert [(bid.place, bid.at) for bid in market.moment.history.state.public.bids] == [
        (0, "hill"),
        (1, "quay"),
        (2, "hill"),
    ]


def test_a_correction_is_kept_only_if_all_that_followed_still_fits():
    market = Market().night().reveal("quay").reveal("hill").choose(Ana="coin", Ben="wait", Cho="wait")
    market.bid("Ana", "quay", 203)
    before = market.moment
    with pytest.raises(Refused, match=r"toy\.used"):
        correct(market, (entry_of(market, "bid", "Ana"),), {"type": "bid", "at": "quay", "token": 203})
    with pytest.raises(Refused, match="too_late"):
        correct(market, (entry_of(market, "bid", "Ana"),), None)
    assert market.moment is before


@pytest.mark.parametrize(
    "wrong", [{}, {"type": "fly"}, {"type": "set", "seat": "Ana", "coins": 1}, {"type": "bid", "at": "sea"}]
)
def test_a_correction_must_be_an_answer_to_what_was_asked(wrong):
    market = Market().night()
    before = market.moment
    with pytest.raises(Refused, match="malformed"):
        correct(market, (entry_of(market, "bid", "Cho"),), wrong)
    assert market.moment is before


def test_the_last_of_two_corrections_counts():
    market = Market().night()
    cho = (entry_of(market, "bid", "Cho"),)
    correct(correct(market, cho, None), cho, {"type": "bid", "at": "quay", "token": 201})
    assert stands(market)[-1] == ("bid", "Cho")
    assert market.moment.history.state.own["Cho"].token == 201


def test_only_entries_can_be_corrected():
    market = Market().night()
    correct(market, (entry_of(market, "bid", "Cho"),), None)
    for of in (market.moment.entries, 99, 0, -1):
        with pytest.raises(Refused, match="no_such_entry"):
            correct(market, (of,), None)


def test_a_correction_does_not_change_who_may_know():
    market = Market().night()
    correct(market, (entry_of(market, "bid", "Ana"),), {"type": "bid", "at": "quay", "token": 202})
    bid = next(s.event for s in market.moment.history.answered if s.event.seat == "Ana" and s.event.kind == "bid")
    assert bid.due.known_to["token"] == frozenset({"Ana"})


def test_a_restart_finds_corrections_as_they_were_made():
    journal = MemoryJournal()
    market = Market(journal).night()
    correct(market, (entry_of(market, "bid", "Cho"),), {"type": "bid", "at": "quay", "token": 201})
    market.back(None).bid("Cho", "hill", 203)
    again = Market(journal).moment
    assert again.history == market.moment.history
    assert again.seqs == market.moment.seqs


# The story


def test_the_story_is_there_only_after_the_end():
    market = Market(nights=1).night()
    assert market.moment.story() == ()
    market.reveal("quay").reveal("hill")
    assert ("bid", "Ana") in [(tale.words.key.rpartition(".")[2], tale.seat) for tale in market.moment.story()]


def test_the_story_has_the_last_answer_to_a_sealed_question():
    market = Market(nights=1).begun().choose(Ana="coin").choose(Ana="wait", Ben="wait").choose(Ben="coin", Cho="wait")
    market.bid("Ana", "quay", 201).bid("Ben", "quay", 203).bid("Cho", "hill", 202).reveal("quay").reveal("hill")
    chosen = [tale for tale in market.moment.story() if tale.words.key.endswith(".choose")]
    assert [(line.seat, line.words.values["take"]) for line in chosen] == [("Ana", "wait"), ("Ben", "coin"), ("Cho", "wait")]


def test_no_story_has_eternal_secrets():
    market = Market(nights=1).post("Ana", {"type": "oath", "to": "Ben"}).night().reveal("quay").reveal("hill")
    assert market.moment.over
    assert not any("oath" in tale.words.key for tale in market.moment.story())


def test_eternal_secrets_stay_so_after_a_correction():
    journal = MemoryJournal()
    market = Market(journal).post("Ana", {"type": "oath", "to": "Ben"}).post("Ana", {"type": "oath", "to": "Cho"}).begun()
    oaths = [step.entry.n for step in market.moment.history.answered if step.event.kind == "oath"]
    correct(market, (oaths[1],), {"type": "oath", "to": None})
    kept = {entry.n for entry in journal.read(7) if entry.news.forever}
    assert kept == {*oaths, market.moment.entries}


def test_a_record_leaves_out_which_eternal_secrets_went_unless_an_open_answer_went_with_them():
    journal = MemoryJournal()
    market = Market(journal).post("Ana", {"type": "oath", "to": "Ben"}).post("Ana", {"type": "oath", "to": "Cho"}).begun()
    first, second, begun = (step.entry.n for step in market.moment.history.answered if step.event.kind in ("oath", "first"))
    correct(market, (first,), None)
    assert journal.read(7)[-1].news.forever
    correct(market, (second, begun), None)
    assert not journal.read(7)[-1].news.forever
