"""The table hears of a seat on a new phone, of a seat that was let go, and of a lost phone. The game goes on."""

from pathlib import Path

import pytest

from companion.bounds import ARRIVALS_KEPT, HOST_LOST_SECONDS, NEWS_ANSWERS, PHONES_KNOWN, SECONDS_A_CLAIM
from companion.core.state import Seat
from companion.house.doors import Presence
from companion.house.guests import token_hash
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.house.stories import Story, story
from tests.support.games import play, waiting
from tests.support.houses import ADDRESS, HandClock, open_house, playing, settle, sit_down, start

ANA, BEN, CHO = Seat("Ana"), Seat("Ben"), Seat("Cho")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def new_phone(house: House, name: str) -> str:
    """Take this seat on a new phone, with the yes of the table. Return the token."""
    with house.changing() as guests:
        secret, _ = guests.claim(guests.door.code, name, ADDRESS)
        settle(guests, True)
        seat, token = guests.collect_claim(secret)
    assert seat == name
    return token or ""


def moved_seats(house: House) -> set[tuple[Seat, ...]]:
    """Return the seats on a new phone, which the room, the box and every other phone must show alike."""
    box = HouseForPanel(house, lambda: None).snapshot().people
    moved = tuple(one.seat for one in box if one.what == "new_phone")
    for seat in (*house.guests.seating.seats, None):
        assert house.snapshot(seat).moved == tuple(other for other in moved if other != seat)
    return {moved}


# A new phone is no secret


def test_a_seat_on_a_new_phone_is_news_on_every_screen_until_it_answers(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho")
    keys = {seat: house.snapshots.phone(seat).key for seat in (ANA, BEN, CHO, None)}
    found = waiting(house)
    assert found is not None
    seat, ask = found
    new_phone(house, seat)
    assert moved_seats(house) == {(seat,)}
    assert all(house.snapshots.phone(other).key != key for other, key in keys.items()), "every screen changes immediately"
    house.play(seat, ask.due, ask.answers.legal()[0], "one")
    assert moved_seats(house) == {()}


def test_an_answer_of_another_seat_ends_nothing(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    found = waiting(house)
    assert found is not None
    seat, ask = found
    other = BEN if seat == ANA else ANA
    new_phone(house, other)
    house.play(seat, ask.due, ask.answers.legal()[0], "one")
    assert moved_seats(house) == {(other,)}


def test_a_restart_forgets_no_new_phone(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    new_phone(house, "Ben")
    house.journal.close()
    assert moved_seats(open_house(tmp_path)) == {(BEN,)}


def sealed_question(house: House) -> list[Seat]:
    """Play Babel to the first question that several seats answer in secret. Return these seats."""
    names = ("Ana", "Ben", "Cho", "Dai", "Eva")
    sit_down(house, *names)
    start(house, *names, game="babel", hands="phones")
    for seed in range(1, 200):
        assert house.table is not None
        asked = sorted(due.seat for due in house.table.moment.history.dues if due.sealed and due.seat and due.waits)
        if len(asked) > 1:
            return asked
        play(house, seed=seed, most=1)
    raise AssertionError("no question was sealed")


@pytest.mark.parametrize("answers", ["first", "last"])
def test_a_new_phone_does_not_show_whether_its_seat_has_answered_under_seal(tmp_path: Path, answers: str) -> None:
    """No screen says whether a seat has chosen in secret, or which seat chose last."""
    house = open_house(tmp_path)
    seats = sealed_question(house)
    seat = seats[-1]
    new_phone(house, seat)
    for other in [seat] if answers == "first" else seats:
        assert house.table is not None
        ask = next(ask for ask in house.table.moment.screen(other).asks if ask.answers.legal())
        house.play(other, ask.due, ask.answers.legal()[0], f"sealed {other}")
    assert house.table is not None
    steps = house.table.moment.history.answered
    assert steps[-1].event.seat == seat
    assert steps[-1].event.due.sealed
    assert steps[-1].event.announced == (answers == "last")
    assert moved_seats(house) == {(seat,)}


@pytest.mark.bound("NEWS_ANSWERS")
def test_a_seat_without_open_answers_is_news_until_a_number_of_open_answers_has_come(tmp_path: Path) -> None:
    """An answer that nothing waits for does not shorten the news, so that nobody can hide a new phone by it."""
    house = playing(tmp_path, "Ana", "Ben", "Cho", "Dai")
    seats = (ANA, BEN, CHO, Seat("Dai"))
    found = waiting(house)
    assert found is not None
    last = seats[seats.index(found[0]) - 1]
    new_phone(house, last)
    for n in range(NEWS_ANSWERS + 1):
        house.play_at_panel(None, {"type": "set", "seat": "Ana", "stones": n}, f"set {n}")
    for seed in range(NEWS_ANSWERS):
        assert moved_seats(house) == {(last,)}
        play(house, seed=seed, most=1)
    assert house.table is not None
    assert last not in {answered.event.seat for answered in house.table.moment.history.answered}
    assert moved_seats(house) == {()}


def test_the_story_says_when_a_seat_came_on_a_new_phone(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=4)
    new_phone(house, "Ben")
    assert house.table is not None
    assert story(house.table.moment, house.guests.book.news) == Story(), "nothing is told before the end"
    play(house, seed=2)
    tale = story(house.table.moment, house.guests.book.news)
    chapters = [chapter for act in tale.acts for chapter in act.chapters]
    lines = [line for chapter in chapters for passage in chapter.passages for line in passage.lines]
    news = [i for i, line in enumerate(lines) if line.words.key == "story.new_phone"]
    assert [(lines[i].seats, lines[i].numbers) for i in news] == [((BEN,), (4,))]
    assert lines[news[0] - 1].numbers[-1] == 4
    assert lines[news[0] + 1].numbers[0] > 4


# Let go, and the reason


def test_an_old_phone_learns_that_a_new_one_has_its_seat(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    old = sit_down(house, "Ana", "Ben")["Ben"]
    assert house.guests.ending(old) is None
    new_phone(house, "Ben")
    house.journal.close()
    ending = open_house(tmp_path).guests.ending(old)
    assert ending is not None
    assert (ending.text.key, ending.text.values) == ("gone.new_phone", {"seat": BEN})


def test_a_guest_who_is_let_go_gets_a_message_and_one_who_leaves_does_not(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    tokens = sit_down(house, "Ana", "Ben", "Cho")
    house.guests.let_go(BEN)
    house.guests.leave(CHO)
    endings = [house.guests.ending(tokens[name]) for name in ("Ana", "Ben", "Cho")]
    assert [ending and ending.why for ending in endings] == [None, "let_go", None]


def test_a_shared_phone_that_keeps_a_seat_is_not_out(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    token = sit_down(house, "Ana")["Ana"]
    house.guests.sit_beside(ANA, "Ben")
    new_phone(house, "Ben")
    assert house.guests.seat_of(token) == ANA
    assert house.guests.ending(token) is None


@pytest.mark.bound("ARRIVALS_KEPT")
def test_the_last_new_phones_and_the_last_ones_let_go_are_kept(tmp_path: Path, clock: HandClock) -> None:
    house = open_house(tmp_path, clock=clock)

    def later(name: str) -> str:
        clock.pass_(SECONDS_A_CLAIM)
        return new_phone(house, name)

    tokens = [sit_down(house, "Ana", "Ben", "Cho")["Ben"], *(later("Ben") for _ in range(ARRIVALS_KEPT))]
    assert len(house.guests.book.news) == ARRIVALS_KEPT
    assert all(house.guests.ending(token) for token in tokens[:-1])
    later("Cho")
    later("Ben")
    arrivals = house.guests.book.news
    assert [arrival.seat for arrival in arrivals[-2:]] == [CHO, BEN]
    assert len(arrivals) == len(house.guests.book.endings) == ARRIVALS_KEPT
    assert [house.guests.ending(token) is None for token in tokens[:3]] == [True, True, False]


# The host's phone is lost, and there is no panel


def lost(folder: Path, clock: HandClock, **settings: object) -> tuple[House, dict[str, str]]:
    """Return a house whose host Ana has not been seen for long, and the phones' tokens. Ben and Cho look."""
    house = open_house(folder, clock=clock, **settings)
    tokens = sit_down(house, "Ana", "Ben", "Cho")
    for name in tokens:
        house.presence.came(token_hash(tokens[name]))
    house.presence.went(token_hash(tokens["Ana"]))
    clock.pass_(HOST_LOST_SECONDS)
    return house, tokens


def test_any_seated_phone_settles_claims_and_may_be_host_once_the_hosts_is_lost(tmp_path: Path, clock: HandClock) -> None:
    house, _ = lost(tmp_path, clock, panel="none")
    with house.changing() as guests:
        _, claim = guests.claim(guests.door.code, "Ana", ADDRESS)
    assert [house.snapshots.phone(seat).leads for seat in (ANA, BEN, CHO, None, Seat("Eve"))] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert [house.snapshot(seat).notice.claim for seat in (BEN, CHO, None)] == [claim, claim, None]
    assert [house.snapshot(seat).place.deputy for seat in (ANA, BEN, CHO, None)] == [False, True, True, False]


@pytest.mark.bound("HOST_LOST_SECONDS")
def test_a_host_who_looks_or_asks_now_and_then_stays_host(tmp_path: Path, clock: HandClock) -> None:
    house, tokens = lost(tmp_path, clock, panel="none")
    key = house.snapshots.phone(BEN).key
    house.presence.asked(token_hash(tokens["Ana"]))
    assert not house.snapshots.phone(BEN).leads
    assert house.snapshots.phone(BEN).key != key, "screens change with it"
    clock.pass_(HOST_LOST_SECONDS - 1)
    assert not house.snapshots.phone(BEN).leads
    house.presence.came(token_hash(tokens["Ana"]))
    clock.pass_(10 * HOST_LOST_SECONDS)
    assert not house.snapshots.phone(BEN).leads


@pytest.mark.bound("PHONES_KNOWN")
def test_one_phone_above_the_bound_makes_the_box_forget_the_oldest(clock: HandClock) -> None:
    presence = Presence(clock)
    clock.pass_(HOST_LOST_SECONDS)
    phones = [f"phone {n}" for n in range(PHONES_KNOWN)]
    for phone in [*phones, phones[0]]:
        presence.asked(phone)
    assert not any(map(presence.is_lost, phones))
    presence.asked("one more")
    assert [phone for phone in [*phones, "one more"] if presence.is_lost(phone)] == [phones[1]]


def test_if_there_is_a_panel_nobody_takes_the_hosts_place(tmp_path: Path, clock: HandClock) -> None:
    house, _ = lost(tmp_path, clock)
    assert [house.snapshots.phone(seat).leads for seat in (ANA, BEN)] == [True, False]
    house.store.publish(display_lost=True)
    assert house.snapshots.phone(BEN).leads, "a panel without a display does not count"


def test_a_restart_makes_nobody_host_before_the_hosts_phone_had_time_to_come_back(tmp_path: Path, clock: HandClock) -> None:
    house, _ = lost(tmp_path, clock, panel="none")
    house.journal.close()
    again = open_house(tmp_path, clock=clock, panel="none")
    assert not again.snapshots.phone(BEN).leads
    clock.pass_(HOST_LOST_SECONDS)
    assert again.snapshots.phone(BEN).leads
