"""One table in one house: games begin, go on after a restart, end, and are left; guests of a game wait for the next."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.state import Seat
from companion.core.words import BadFile, Refused
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.house.snapshots import Snapshots
from companion.journals.box_journal import Result
from companion.shelf import games
from tests.support.games import play, waiting
from tests.support.houses import facts, open_house, playing, sit_down, start

ANA, BEN, CHO = Seat("Ana"), Seat("Ben"), Seat("Cho")


def refusal(house: House, act: Any, *arguments: Any) -> str:
    """Return the reason why an act is refused. Check that nothing has changed."""
    before = facts(house)
    with pytest.raises(Refused) as why:
        act(*arguments)
    assert facts(house) == before
    return why.value.key


# Beginning


def test_a_game_begins_with_the_seats_as_they_were_named(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben", "Cho")
    start(house, "Cho", "Ana", demon=True)
    assert house.table is not None
    assert house.table.head.seats == (CHO, ANA)
    assert house.table.head.options == {"demon": True}
    assert house.snapshot(BEN).place.waits
    assert not house.snapshot(CHO).place.waits


def test_no_second_game_begins_while_one_is_on(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    request = {"game": "bali", "seats": ["Ana", "Ben"], "options": {}}
    assert refusal(house, house.start, request) == "game_on"
    assert refusal(house, house.again) == "game_on"
    assert refusal(house, house.leave_game) == "game_on"
    assert refusal(house, house.pick, "bali") == "game_on"


def test_only_who_sits_here_plays(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    request = {"game": "bali", "seats": ["Ana", "Zoe"], "options": {}}
    assert refusal(house, house.start, request) == "no_such_seat"


@pytest.mark.parametrize(
    "sent",
    [
        {"game": "chess", "seats": ["Ana", "Ben"]},
        {"game": "bali", "seats": ["Ana"]},
        {"game": "bali", "seats": ["Ana", "Ana"]},
        {"game": "bali", "seats": ["Ana", 5]},
        {"game": "bali", "seats": "Ana"},
        {"game": "bali", "seats": ["Ana", "Ben"], "options": {"no_such": True}},
        {"game": "bali", "seats": ["Ana", "Ben"], "options": {"demon": 1}},
        {"game": "bali", "seats": ["Ana", "Ben"], "options": []},
        {"game": "bali", "seats": ["Ana", "Ben"], "options": None},
        {"game": "bali", "seats": ["Ana", "Ben"], "options": {}, "more": 1},
        {"game": "bali"},
        {},
    ],
)
def test_an_unknown_game_does_not_begin(tmp_path: Path, sent: dict[str, Any]) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    before = facts(house)
    with pytest.raises(BadFile):
        house.start(sent)
    assert facts(house) == before


def test_a_game_that_begins_changes_the_code(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    code = house.guests.door.code
    start(house, "Ana", "Ben")
    assert house.guests.door.code != code


def test_nobody_answers_while_no_game_is_on(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    acts: tuple[tuple[Any, ...], ...] = (
        (house.play, ANA, "1.turn-1", {"type": "discard"}, "a"),
        (house.back, ANA, "a"),
        (house.play_at_panel, "1.x", {"type": "x"}, "a"),
        (house.take_back, "a"),
        (house.again,),
        (house.leave_game,),
    )
    for act, *arguments in acts:
        assert refusal(house, act, *arguments) == "no_game"


# Going on


def test_a_whole_game_of_bali_ends_with_a_score_that_is_kept(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", oracle=True, demon=True)
    play(house)
    assert house.table is not None
    score = house.table.moment.score()
    assert score is not None
    kept = house.journal.result(house.table.number)
    assert kept == Result(msgspec.json.decode(msgspec.json.encode(score.as_data())))


def test_the_accepted_count_is_kept_too(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house)
    assert house.table is not None
    own = next(due for due in house.table.moment.history.dues if (due.kind, due.seat) == ("count", ANA))
    due = house.table.moment.full_id(own.id)
    zeros = dict.fromkeys(("rice", "peanut", "banana", "pepper"), 0)
    house.play(ANA, due, {"type": "count", "sacrifices": zeros, "stones": 1, "points": 1, "shrines": 0}, "c")
    accept = next(ask for ask in house.table.moment.screen(ANA).asks if ask.kind == "accept")
    house.play(BEN, accept.due, {"type": "accept", "of": "counted"}, "d")
    kept = house.journal.result(house.table.number)
    assert kept is not None
    assert kept.accepted == "counted"


def test_a_restart_in_the_middle_of_any_answer_of_a_game_changes_no_screen(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", oracle=True)
    for seed in range(1, 30):
        play(house, seed=seed, most=3)
        before = facts(house)
        house.journal.close()
        house = open_house(tmp_path)
        assert facts(house) == before


def test_the_same_key_again_counts_once_and_another_answer_under_it_is_refused(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    found = waiting(house)
    assert found is not None
    seat, ask = found
    one, other = ask.answers.legal()[:2]
    house.play(seat, ask.due, one, "key")
    before = facts(house)
    house.play(seat, ask.due, one, "key")
    assert facts(house) == before
    assert refusal(house, house.play, seat, ask.due, other, "key") == "key_used"


def test_keys_of_two_seats_have_nothing_to_do_with_each_other(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    for _ in range(3):
        found = waiting(house)
        assert found is not None
        seat, ask = found
        do = next(do for do in ask.answers.legal() if do["type"] in ("play", "scored"))
        house.play(seat, ask.due, do, f"key-{seat}-{ask.kind}")


def test_an_open_tally_is_set_right_by_any_seat_and_by_the_panel(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    house.play(BEN, None, {"type": "set", "seat": "Ana", "stones": 7}, "one")
    house.play_at_panel(None, {"type": "set", "seat": "Ben", "points": 3}, "two")
    assert house.table is not None
    assert house.table.moment.history.state.public.stones[0] == 7
    assert house.table.moment.history.state.public.points[1] == 3


# After the end


@pytest.fixture
def over(tmp_path: Path) -> House:
    house = playing(tmp_path, "Ana", "Ben")
    play(house)
    return house


def test_the_same_again_begins_a_new_game_whose_dues_never_were_before(over: House) -> None:
    assert over.table is not None
    number, head = over.table.number, over.table.head
    first = over.journal.read(number)[0]
    over.again()
    assert over.table.number > number
    assert over.table.head == head
    assert over.table.moment.entries == 0
    old_due = f"{number}.{first.due}"
    assert refusal(over, over.play, first.by, old_due, first.do, "new key") == "too_late"


def test_another_game_begins_straight_after_the_end(over: House) -> None:
    sit_down(over, "Cho")
    start(over, "Cho", "Ana", "Ben")
    assert over.table is not None
    assert over.table.head.seats == (CHO, ANA, BEN)


def test_after_the_end_the_table_goes_back_to_the_lobby_and_stays_there(over: House, tmp_path: Path) -> None:
    over.leave_game()
    assert over.table is None
    assert over.snapshot(ANA).lobby is not None
    over.journal.close()
    assert open_house(tmp_path).table is None


def test_a_game_can_be_given_up_and_stays_in_the_journal(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=5)
    house.leave_game(unfinished=True)
    assert house.table is None
    assert len(house.journal.read(1)) == 5
    start(house, "Ana", "Ben")
    assert house.table is not None
    assert house.table.number == 2


# Guests during a game


def test_a_late_guest_sees_the_public_screen_and_sits_in_the_next_lobby(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=4)
    before = {seat: (house.snapshots.phone(seat).key, house.snapshot(seat)) for seat in (ANA, BEN)}
    sit_down(house, "Cho")
    snapshot, table = house.snapshot(CHO), house.snapshot(None)
    assert snapshot.place.waits
    assert snapshot.screen == table.screen
    assert snapshot.screen is not None
    assert snapshot.screen.asks == ()
    assert snapshot.set_right is None
    after = {seat: (house.snapshots.phone(seat).key, house.snapshot(seat)) for seat in (ANA, BEN)}
    assert after[BEN][0] == before[BEN][0], "the host alone hears of the guest, and the room"
    assert {s: (f.seq, f.screen) for s, (_, f) in after.items()} == {s: (f.seq, f.screen) for s, (_, f) in before.items()}
    house.leave_game(unfinished=True)
    assert house.guests.seating.seats == (ANA, BEN, CHO)
    assert not house.snapshot(CHO).place.waits


def test_a_late_guest_waits_for_the_next_game(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    sit_down(house, "Cho")
    assert refusal(house, house.play, CHO, None, {"type": "set", "seat": "Ana", "stones": 7}, "one") == "not_playing"
    assert refusal(house, house.back, CHO, "two") == "not_playing"


def test_a_language_that_one_chooses_changes_nobody_elses_screen(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    before = facts(house)["seqs"], house.snapshots.phone(ANA).key, house.snapshots.phone(None).key
    with house.changing() as guests:
        guests.speak(BEN, "ja")
    assert (facts(house)["seqs"], house.snapshots.phone(ANA).key, house.snapshots.phone(None).key) == before


# The panel's snapshot and acts


def test_the_panel_turns_the_games_of_the_shelf_and_starts_the_picked_one(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    for_panel = HouseForPanel(house, lambda: None)
    seen = []
    for _ in games():
        lobby = for_panel.snapshot().lobby
        assert lobby is not None
        seen.append(lobby.game)
        for_panel.turn_games(1)
    assert sorted(seen) == sorted(games())
    house.pick("bali")
    shown = for_panel.snapshot().lobby
    assert shown is not None
    for_panel.start(shown)
    assert for_panel.snapshot().screen is not None
    assert for_panel.snapshot().lobby is None


def test_the_picked_game_is_remembered(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    last = list(games())[-1]
    house.pick(last)
    house.journal.close()
    assert open_house(tmp_path).snapshots.lobby.picked == last
    assert refusal(house, house.pick, "chess") == "no_such_game"


def test_the_panel_answers_for_the_table_and_takes_the_last_answer_back(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    for_panel = HouseForPanel(house, lambda: None)
    found = waiting(house)
    assert found is not None
    house.play(found[0], found[1].due, {"type": "play", "card": "stonemason"}, "a")
    ask = for_panel.snapshot().asks[0]
    for_panel.answer(ask.due, {"type": "scored", "card": "stonemason"}, "b")
    assert for_panel.snapshot().undo == (None,)
    for_panel.take_back(for_panel.snapshot().fingerprint)
    assert for_panel.snapshot().asks[0].due == ask.due
    for_panel.take_back(for_panel.snapshot().fingerprint)
    assert for_panel.snapshot().undo is None


def test_the_panel_answers_a_claim(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    for_panel = HouseForPanel(house, lambda: None)
    with house.changing() as guests:
        secret, claim = guests.claim(guests.door.code, "Ben", "10.0.0.9")
    assert for_panel.snapshot().claim == claim
    for_panel.settle_claim(claim, yes=True)
    assert for_panel.snapshot().claim is None
    assert house.guests.collect_claim(secret)[0] == BEN


def test_switching_off_is_the_machines_business(tmp_path: Path) -> None:
    off: list[bool] = []
    HouseForPanel(open_house(tmp_path), lambda: off.append(True)).switch_off()
    assert off == [True]


def test_everybody_hears_of_every_change_once_it_is_kept(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    heard: list[int] = []
    house.store.subscribe("maintenance", lambda: heard.append(len(house.journal.read(1))))
    play(house, most=3)
    assert heard == [1, 2, 3]


def seen(snapshots: Snapshots) -> list[Any]:
    return [(snapshots.phone(seat).key, snapshots.phone(seat).snapshot) for seat in (Seat("Ana"), Seat("Ben"), None)]


def test_a_look_at_the_house_does_not_change_when_the_house_does(tmp_path: Path) -> None:
    """Frames are made without the lock. While one is made, the game may begin or end, and everything else may change."""
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    in_lobby, lobby = house.snapshots, seen(house.snapshots)
    house.agree("bali", {"demon": True})
    start(house, "Ana", "Ben")
    in_game, game = house.snapshots, seen(house.snapshots)
    play(house, most=3)
    house.store.publish(display_lost=True)
    house.store.publish(host="10.42.0.1", wifi=None)
    house.leave_game(unfinished=True)
    with house.changing() as guests:
        guests.change_code()
        guests.rename(Seat("Ana"), "Eva")
    assert seen(in_lobby) == lobby
    assert seen(in_game) == game
    assert seen(house.snapshots) not in (lobby, game)


@pytest.mark.parametrize(("panel", "named"), [("none", True), ("simulated", False)])
def test_without_a_panel_only_the_host_reads_which_answer_it_would_take_back(
    tmp_path: Path, panel: str, named: bool
) -> None:
    house = open_house(tmp_path, panel=panel)
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    assert house.snapshot(ANA).notice.undone is None, "nothing stands yet"
    house.play(BEN, None, {"type": "set", "seat": "Ana", "stones": 9}, "set")
    assert house.table is not None
    words = house.table.moment.undo_words()
    assert words is not None
    assert house.snapshot(ANA).notice.undone == (words if named else None)
    assert house.snapshot(BEN).notice.undone is None
