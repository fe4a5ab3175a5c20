"""A table that another box has taken: this box takes no answers for it, and every screen says where the game continues."""

from pathlib import Path

import pytest

from companion.box.running import HouseForPanel
from companion.core.blocks import Undo
from companion.core.state import Seat
from companion.core.words import Refused, text
from companion.house import takeover
from companion.house.house import House
from companion.house.moved import MovedTable
from tests.support.games import play, waiting
from tests.support.houses import open_house, playing, start

AWAY = MovedTable(1, "Table 7", "192.168.1.27:8080", 3)


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=6)
    return house


def fence(house: House) -> None:
    """Let another box have the table, without the last three answers."""
    assert house.table is not None
    takeover.fence(house, AWAY.table, "Table 7", "192.168.1.27:8080", house.table.moment.seqs[None] - 1 - 3)


def refusal(house: House) -> str:
    found = waiting(house)
    assert found is not None
    seat, ask = found
    with pytest.raises(Refused) as why:
        house.play(seat, ask.due, next(iter(ask.answers.legal()), {"type": "?"}), "late")
    return why.value.key


def test_a_table_that_goes_on_elsewhere_takes_no_answer(house: House) -> None:
    assert house.table is not None
    before = house.table.entries
    fence(house)
    assert refusal(house) == "trouble.elsewhere"
    for act in (
        lambda: house.back(Seat("Ana"), "late"),
        lambda: house.take_back("late"),
        lambda: house.play_at_panel(None, {"type": "set", "seat": "Ana", "stones": 3}, "late"),
        lambda: house.play(Seat("Ana"), None, {"type": "set", "seat": "Ana", "stones": 3}, "late"),
    ):
        with pytest.raises(Refused, match=r"trouble\.elsewhere"):
            act()
    assert house.table.entries == before


def test_a_box_knows_after_a_restart_that_its_table_is_elsewhere(house: House, tmp_path: Path) -> None:
    fence(house)
    house.journal.close()
    again = open_house(tmp_path)
    assert refusal(again) == "trouble.elsewhere"
    assert again.snapshot(Seat("Ana")).notice.trouble == AWAY.text
    again.journal.close()


def test_every_screen_says_where_the_table_goes_on_and_what_is_missing_there(house: House) -> None:
    fence(house)
    snapshots = [house.snapshot(seat).notice.trouble for seat in (Seat("Ana"), Seat("Ben"), None)]
    assert snapshots == [AWAY.text] * 3
    assert HouseForPanel(house, lambda: None).snapshot().trouble == AWAY.text
    assert AWAY.text.values["where"] == text("elsewhere.at", box="Table 7", address="192.168.1.27:8080")
    assert AWAY.text.values["lost"] == text("elsewhere.lost.some", count=3)


def test_no_screen_asks_anybody_any_more(house: House) -> None:
    fence(house)
    snapshots = [house.snapshot(seat) for seat in (Seat("Ana"), Seat("Ben"), None)]
    assert [(snapshot.screen and snapshot.screen.asks, snapshot.set_right) for snapshot in snapshots] == [((), None)] * 3
    assert [
        block
        for snapshot in snapshots
        if snapshot.screen
        for block in snapshot.screen.view.blocks
        if isinstance(block, Undo)
    ] == []
    assert [snapshot.screen and snapshot.screen.view.now.line for snapshot in snapshots] == [text("elsewhere.now")] * 3


def test_each_phone_is_led_to_its_own_question_there_and_the_room_to_none(house: House, tmp_path: Path) -> None:
    assert house.snapshot(Seat("Ana")).notice.onward == ""
    fence(house)
    ways = {seat: house.snapshot(seat).notice.onward for seat in (Seat("Ana"), Seat("Ben"), None)}
    assert ways[None] == ""
    codes = {seat: way.removeprefix("http://192.168.1.27:8080/J/") for seat, way in ways.items() if seat is not None}
    assert {seat: house.guests.seats_of(code) for seat, code in codes.items()} == {seat: (seat,) for seat in codes}


@pytest.mark.parametrize("address", ["", "evil/x", "a@b", "x y", "x?y", "x#y", "é"])
def test_nobody_is_led_to_a_word_that_is_no_address(house: House, address: str) -> None:
    takeover.fence(house, 1, "Table 7", address, None)
    assert house.snapshot(Seat("Ana")).notice.onward == ""


def test_the_news_about_the_other_box_is_passed_on_unchanged() -> None:
    assert MovedTable(1, "B", "", 0).text.values["where"].key == "elsewhere.box"
    assert MovedTable(1, "B", "", 0).text.values["lost"].key == "elsewhere.lost.none"
    assert MovedTable(1, "B", "", None).text.values["lost"].key == "elsewhere.lost.unknown"


def test_the_people_go_to_the_lobby_and_the_next_game_is_theirs(house: House) -> None:
    fence(house)
    HouseForPanel(house, lambda: None).retry("trouble.elsewhere")
    assert house.table is None
    assert house.snapshots.warning is None
    start(house, "Ana", "Ben")
    assert play(house, seed=2, most=3) == 3


def test_a_table_that_was_left_is_not_fenced(house: House) -> None:
    house.leave_game(unfinished=True)
    start(house, "Ana", "Ben")
    fence(house)
    assert house.snapshots.warning is None
    assert play(house, seed=2, most=3) == 3


def test_only_the_host_reads_how_far_the_copy_to_the_hall_is_and_it_moves_no_other_screen(house: House) -> None:
    assert house.snapshot(Seat("Ana")).place.host
    before = {seat: house.snapshots.phone(seat).key for seat in (Seat("Ana"), Seat("Ben"), None)}
    house.store.show_hall_words(text("hall.word.to_send", count=3))
    after = {seat: house.snapshots.phone(seat).key for seat in before}
    assert [before[seat] == after[seat] for seat in before] == [False, True, True]
    assert house.snapshot(Seat("Ana")).notice.hall == text("hall.word.to_send", count=3)
    assert house.snapshot(Seat("Ben")).notice.hall is None
    assert HouseForPanel(house, lambda: None).snapshot().hall.words == text("hall.word.to_send", count=3)
