"""The table: the answers that count, the news for everybody, and the state after a restart, at the toy's night market."""

import pytest

from companion.core.journal import Entry, MemoryJournal
from companion.core.words import Malformed, Refused
from companion.house.snapshots import OnePhone
from companion.snapshot.panel import PanelSnapshot
from companion.snapshot.phone import PhoneSnapshot
from tests.toy.playing import Market

COIN = {"type": "choose", "take": "coin"}
WAIT = {"type": "choose", "take": "wait"}
SET = {"type": "set", "seat": "Ben", "coins": 9}


def due(market: Market, kind: str, seat: str | None = None) -> str:
    found = next(d for d in market.moment.history.dues if d.kind == kind and d.seat == seat)
    return market.moment.full_id(found.id)


def coins(market: Market) -> tuple[int, ...]:
    return market.moment.history.state.public.coins


# Seats and their answers


def test_any_seat_and_the_panel_answer_for_the_table():
    for by in ("Cho", None):
        market = Market().post(by, {"type": "first", "seat": "Ben"})
        assert market.moment.history.state.public.first == 1


def test_nobody_answers_for_another_seat():
    market = Market().begun()
    for by in ("Ben", None):
        with pytest.raises(Refused, match="too_late"):
            market.table.answer(by, due(market, "choose", "Ana"), COIN, "a key")


def test_a_stranger_is_an_error_and_never_an_onlooker():
    market = Market()
    with pytest.raises(KeyError):
        market.moment.screen("Zoe")


def test_an_onlooker_is_asked_nothing_and_shown_no_secret():
    screen = Market().begun().moment.screen(None)
    assert screen.asks == ()
    assert not any(type(block).__name__ == "Secret" for block in screen.view.blocks)


@pytest.mark.parametrize("held", [OnePhone, PhoneSnapshot, PanelSnapshot])
def test_neither_a_phone_nor_the_panel_holds_a_way_to_ask_for_another_seat(held):
    members = [getattr(held, name) for name in vars(held) if not name.startswith("_")]
    assert members
    assert not any(map(callable, members))


def test_an_answer_to_an_earlier_game_of_the_box_is_too_late():
    market = Market()
    assert due(market, "first") == "7.first"
    for other in ("6.first", "first", "8.first", "7.first.", ""):
        with pytest.raises(Refused, match="too_late"):
            market.table.answer("Ana", other, {"type": "first", "seat": "Ana"}, "a key")


def test_a_draw_of_the_box_is_never_taken_from_anybody():
    market = Market(draws=False)
    deal = {"type": "deal", "hands": {"Ana": 101, "Ben": 102, "Cho": 103}}
    with pytest.raises(Refused, match="too_late"):
        market.table.answer("Ana", due(market, "deal"), deal, "a key")


# Keys


def test_an_answer_sent_twice_counts_once():
    market = Market().post("Ana", {"type": "first", "seat": "Ben"}, key="k")
    before, first = market.moment, "7.first"
    market.table.answer("Ana", first, {"type": "first", "seat": "Ben"}, "k")
    assert market.moment is before


def test_an_answer_sent_twice_counts_once_also_after_a_restart():
    journal = MemoryJournal()
    Market(journal).post("Ana", {"type": "first"}, key="bid").post("Ana", SET, key="set").choose(Ana="coin").back("Ana")
    again = Market(journal)
    before = again.moment
    again.table.answer("Ana", "7.first", {"type": "first"}, "bid")
    again.table.answer("Ana", None, SET, "set")
    again.table.take_back("Ana", "key 2")
    assert again.moment is before


def test_a_key_with_another_answer_is_refused():
    market = Market().begun()
    market.post("Ana", SET, key="k")
    for other in ({**SET, "coins": 8}, {**SET, "coins": 9.0}, {"type": "set"}):
        with pytest.raises(Refused, match="key_used"):
            market.table.answer("Ana", None, other, "k")
    with pytest.raises(Refused, match="key_used"):
        market.table.answer("Ana", due(market, "choose", "Ana"), SET, "k")
    with pytest.raises(Refused, match="key_used"):
        market.table.take_back("Ana", "k")


def test_two_phones_may_come_upon_the_same_key():
    market = Market().begun()
    market.post("Ana", COIN, key="k").post("Ben", WAIT, key="k")
    own = market.moment.history.state.own
    assert (own["Ana"].choice, own["Ben"].choice) == ("coin", "wait")


def test_a_refused_answer_uses_no_key_up():
    market = Market().bidding().bid("Ana", "quay", 201).bid("Ben", "quay", 201)
    with pytest.raises(Malformed):
        market.post("Cho", {"type": "bid", "at": "quay", "token": 9}, key="k")
    market.post("Cho", {"type": "bid", "at": "quay", "token": 203}, key="k")
    assert len(market.moment.history.state.public.bids) == 3


# Setting right


@pytest.mark.parametrize("by", ["Ana", "Ben", None])
def test_anybody_sets_an_open_tally_right_without_naming_a_due(by):
    market = Market().begun()
    market.table.answer(by, None, SET, "a key")
    assert coins(market) == (0, 9, 0)


def test_setting_right_has_no_due_to_name_and_nothing_else_goes_without_one():
    market = Market().begun()
    with pytest.raises(Refused, match="too_late"):
        market.table.answer("Ana", due(market, "set"), SET, "one")
    with pytest.raises(Malformed):
        market.table.answer("Ana", None, COIN, "two")


def test_setting_right_is_no_question():
    market = Market().begun()
    assert "set" not in {ask.kind for ask in market.moment.screen("Ana").asks}
    assert market.moment.set_right_question().kind == "set"


# News for everybody


def test_an_answer_under_seal_is_news_to_nobody_but_who_gave_it():
    market = Market().begun()
    before, seqs = market.moment, market.seqs()
    market.choose(Ana="coin")
    assert market.seqs() == {**seqs, "Ana": seqs["Ana"] + 1}
    assert market.moment.fingerprint == before.fingerprint
    assert market.moment.hash != before.hash


def test_an_answer_that_changes_nothing_for_anybody_is_news_to_nobody():
    market = Market().begun().choose(Ana="coin")
    seqs = market.seqs()
    assert market.choose(Ana="coin").seqs() == seqs


def test_the_same_sealed_answer_twice_counts_once_and_is_taken_back_in_one_step():
    """This happens by a double tap, in which each tap has a key of its own."""
    market = Market().begun().choose(Ana="coin")
    before = market.moment
    market.choose(Ana="coin")
    assert market.moment is before
    market.choose(Ana="wait").choose(Ana="coin")
    assert market.moment.entries == before.entries + 2


def test_the_answer_that_completes_a_sealed_question_is_news_to_all():
    market = Market().begun().choose(Ana="coin", Ben="wait")
    seqs, print_ = market.seqs(), market.moment.fingerprint
    market.choose(Cho="wait")
    assert market.seqs() == {seat: n + 1 for seat, n in seqs.items()}
    assert market.moment.fingerprint != print_


def test_under_seal_the_last_answer_counts():
    market = Market().begun().choose(Ana="coin", Ben="coin").choose(Ana="wait").choose(Cho="coin")
    assert coins(market) == (0, 1, 1)


def test_answers_that_contradict_each_other_are_asked_again_under_a_new_name():
    market = Market().begun()
    before = due(market, "choose", "Ana")
    market.choose(Ana="coin", Ben="coin", Cho="coin")
    assert due(market, "choose", "Ana") != before
    assert {own.choice for own in market.moment.history.state.own.values()} == {None}


def test_the_fingerprint_stays_when_a_secret_is_taken_back():
    market = Market().begun().choose(Ana="coin")
    before, seqs = market.moment, market.seqs()
    market.back("Ana")
    assert market.moment.fingerprint == before.fingerprint
    assert market.seqs() == {**seqs, "Ana": seqs["Ana"] + 1}


def test_the_fingerprint_moves_when_an_open_answer_is_taken_back():
    market = Market().bidding().bid("Ana", "quay", 201)
    before = market.moment.fingerprint
    assert market.back("Ana").moment.fingerprint != before


def test_reading_a_screen_never_counts_it():
    market = Market().begun()
    before = market.seqs()
    for seat in before:
        market.moment.screen(seat)
    assert market.seqs() == before


# The box's draws


def test_the_box_deals_as_soon_as_the_deal_is_due():
    market = Market()
    assert [own.cards for own in market.moment.history.state.own.values()] != [()] * 3
    assert due(market, "first") == "7.first"


def test_a_deal_cut_short_by_a_power_cut_is_dealt_at_the_restart():
    journal = MemoryJournal()
    Market(journal, draws=False)
    market = Market(journal)
    assert market.moment.entries == 1
    assert due(market, "first")


def test_a_deal_that_was_kept_is_not_dealt_again():
    journal = MemoryJournal()
    before = Market(journal).moment.history.state
    again = Market(journal).moment
    assert (again.history.state, again.entries) == (before, 1)


def test_nobody_gains_a_second_draw_by_taking_back():
    market = Market().night().reveal("quay").reveal("hill")
    dealt = market.moment.history.state.own
    market.back(None)
    assert market.moment.history.state.public.night == 1
    market.reveal("hill")
    assert market.moment.history.state.own == dealt


def test_the_box_draws_lots_for_every_seat_that_asks():
    market = Market().post("Ben", {"type": "first"})
    first = market.moment.history.answered[-1].entry
    assert first.do["seat"] in ("Ana", "Ben", "Cho")
    assert (first.by, first.drawn, first.posted) == ("Ben", True, {"type": "first"})


def test_a_bid_for_a_draw_is_taken_back_like_any_answer_and_draws_the_same_again():
    for by in ("Ben", None):
        market = Market().post("Ben", {"type": "first"})
        drawn = market.moment.history.state
        assert market.back(by).moment.history.state.public.first is None
        assert market.post("Ana", {"type": "first"}).moment.history.state == drawn


def test_a_draw_taken_back_may_be_entered_by_hand():
    market = Market().post("Ben", {"type": "first"})
    other = next(s for s in ("Ana", "Ben", "Cho") if s != market.moment.history.answered[-1].entry.do["seat"])
    market.back(None).begun(other)
    assert market.moment.history.answered[-1].entry.do["seat"] == other


def test_chance_is_data_in_a_replay_like_everything_else():
    market = Market(draws=False)
    assert market.moment.entries == 0
    hands = {"Ana": 101, "Ben": 102, "Cho": 103}
    market.table.append_recorded(market.moment.history.dues[0], {"type": "deal", "hands": hands})
    with pytest.raises(Malformed):
        market.post("Ana", {"type": "first"})


# The disk


class Moody(MemoryJournal):
    """A journal that has no room at times."""

    full = False

    def append(self, table: int, expected: int, entry: Entry) -> None:
        if self.full:
            raise Refused("trouble.disk_full")
        super().append(table, expected, entry)


def test_an_answer_that_the_disk_does_not_keep_did_not_happen():
    journal = Moody()
    market = Market(journal).begun()
    before = market.moment
    journal.full = True
    for act in (lambda: market.post("Ana", COIN, key="k"), lambda: market.back(None), lambda: market.post("Ana", SET)):
        with pytest.raises(Refused, match="disk_full"):
            act()
    assert market.moment is before
    journal.full = False
    assert market.post("Ana", COIN, key="k").moment.history.state.own["Ana"].choice == "coin"


def test_a_refused_answer_is_never_kept():
    journal = MemoryJournal()
    market = Market(journal).night().reveal("quay").reveal("hill").choose(Ana="coin", Ben="wait", Cho="wait")
    entries = len(journal.read(7))
    with pytest.raises(Refused, match=r"toy\.used"):
        market.bid("Ana", "quay", 201)
    assert len(journal.read(7)) == entries == market.moment.entries


def test_the_table_knows_every_fingerprint_that_it_showed_however_many_secrets_came_between():
    market = Market().begun()
    shown = [(market.moment.open_entries, market.moment.fingerprint)]
    for seat in ("Ana", "Ben", "Cho"):
        market.post(seat, {"type": "oath", "to": None}).choose(**{seat: "wait"})
        shown.append((market.moment.open_entries, market.moment.fingerprint))
    assert len(set(shown)) > 1
    assert all(market.table.had(*one) for one in shown)
