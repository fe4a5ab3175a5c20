"""A newcomer reads what to do and why when a question is new, until everybody has seen it done."""

from collections import Counter
from pathlib import Path

import pytest

from companion.bots import seat_bots
from companion.core.words import text
from companion.house.hints import AT_ONCE, hints
from companion.house.house import House
from companion.speech.say import has_words
from tests.promises.golden import playthroughs
from tests.promises.learning import moments, played
from tests.support.games import answers, play
from tests.support.houses import open_house, playing, sit_down

RECORDS = playthroughs()
EACH = pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.parent.parent.name}-{record.stem}")


@EACH
def test_every_question_is_explained_when_it_comes_first(record: Path) -> None:
    """If several questions come together, a phone may begin with two of them."""
    _, asked = played(record)
    assert [one for one in asked if one.key is None] == []
    assert [one for one in asked if one.key not in one.shown and len(one.shown) < AT_ONCE] == []


@EACH
def test_no_hint_comes_more_than_twice(record: Path) -> None:
    shown, _ = played(record)
    times = Counter((one.seat, one.key) for one in shown)
    assert [one for one, n in times.items() if n > 2] == []


@EACH
def test_the_reason_for_an_answer_is_given_once(record: Path) -> None:
    shown, _ = played(record)
    times = Counter((one.seat, one.why) for one in shown if one.why)
    assert set(times.values()) == {1}
    assert [one.key for one in shown if not has_words(one.key.replace(".first.", ".because."))] == []


def first(house: House, name: str) -> tuple[str, ...]:
    """Return the hints that a seat reads, by their keys."""
    seat = next(seat for seat in house.guests.seating.seats if seat == name)
    return tuple(words.key for words in house.snapshot(seat).notice.first)


def asked(house: House, name: str) -> set[str]:
    """Return the kinds of questions that a seat is asked."""
    assert house.table is not None
    return {ask.kind for ask in house.table.moment.asks(next(seat for seat in house.table.head.seats if seat == name))}


def learning(house: House) -> House:
    house.learn(house.guests.seating.seats, wants=True)
    return house


def test_a_hint_disappears_after_one_turn_of_each_seat(tmp_path: Path) -> None:
    """Ana sees her own turn and Ben's. Her second one needs no hint."""
    house = learning(playing(tmp_path, "Ana", "Ben"))
    assert first(house, "Ana") == ("bali.first.turn",)
    later = [first(house, "Ana") for _ in answers(house, most=12) if "turn" in asked(house, "Ana")]
    assert later
    assert not any(later)


def test_an_answer_under_seal_leaves_the_hint_where_it_is(tmp_path: Path) -> None:
    house = learning(playing(tmp_path, "Ana", "Ben", "Cho", "Dai", "Eva", game="babel"))
    before = first(house, "Ana")
    assert house.table is not None
    ask = next(ask for ask in house.table.moment.asks(house.guests.seating.seats[0]) if ask.kind == "role")
    house.play(house.guests.seating.seats[0], ask.due, ask.answers.legal()[0], "a")
    assert "babel.first.role" in before
    assert "babel.first.role" in first(house, "Ana")


def test_a_person_who_comes_late_has_seen_nothing_yet() -> None:
    *_, last = [m for m in moments(RECORDS[0]) if not m.over and m.history.turn]
    seat = last.history.turn[0]
    assert hints(last, seat) == ()
    assert hints(last, seat, since=last.entries)


def test_a_person_who_takes_a_bots_seat_has_not_seen_what_the_bot_saw(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    seat_bots(house, "bali", ("Ana", "Ben"), {})
    next(n for n in answers(house) if n > 9 and "turn" in asked(house, "Ana"))
    sit_down(house, "Ana")
    assert first(learning(house), "Ana") == ("bali.first.turn",)


def test_the_host_sees_whether_everybody_reads_hints(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    ana, ben = house.guests.seating.seats
    house.learn([ana], wants=True)
    before = house.snapshots.phone(ana).key
    assert not house.snapshot(ana).place.all_learn
    house.learn([ben], wants=True)
    assert house.snapshot(ana).place.all_learn
    assert house.snapshots.phone(ana).key != before, "the host's phone gets a new screen"


def test_the_next_game_begins_with_all_hints(tmp_path: Path) -> None:
    house = learning(playing(tmp_path, "Ana", "Ben"))
    before = first(house, "Ana")
    play(house)
    house.again()
    assert first(house, "Ana") == before


def test_a_hint_says_why_beside_what(tmp_path: Path) -> None:
    house = learning(playing(tmp_path, "Ana", "Ben"))
    notice = house.snapshot(house.guests.seating.seats[0]).notice
    assert (notice.first, notice.because) == ((text("bali.first.turn"),), (text("bali.because.turn"),))
