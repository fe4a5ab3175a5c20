"""The choices of a lobby outlive hosts, restarts and games, and the next game begins from them."""

from pathlib import Path

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.panel_acts import HouseForPanel
from tests.support.games import play
from tests.support.houses import open_house, playing, sit_down

ANA, BEN, CHO = Seat("Ana"), Seat("Ben"), Seat("Cho")


# Choices of the lobby


def test_options_outlive_hosts_and_restarts_and_are_the_same_on_phones_and_panel(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    house.agree("bali", {"oracle": True})
    HouseForPanel(house, lambda: None).turn_option("demon")
    house.guests.make_host(BEN)
    house.guests.leave(ANA)
    house.journal.close()
    house = open_house(tmp_path)
    sit_down(house, "Cho")
    shown = HouseForPanel(house, lambda: None).snapshot().lobby
    assert shown is not None
    assert shown.options == house.snapshots.lobby.shown().options
    assert house.agreed.options("bali") == {"oracle": True, "demon": True}
    HouseForPanel(house, lambda: None).start(shown)
    assert house.table is not None
    assert house.table.head.options == {"oracle": True, "demon": True}


def test_a_start_that_says_no_options_takes_the_ones_agreed_on(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    house.agree("bali", {"demon": True})
    house.start({"game": "bali", "seats": ["Ana", "Ben"]})
    assert house.table is not None
    assert house.table.head.options == {"demon": True}


@pytest.mark.parametrize("options", [{"no_such": True}, {"oracle": 1}, {"oracle": None}, {"stones_per_point": 99}])
def test_an_unknown_option_cannot_be_agreed_on(tmp_path: Path, options: dict[str, object]) -> None:
    house = open_house(tmp_path)
    with pytest.raises(Refused, match="no_such_option"):
        house.agree("bali", {"demon": True, **options})
    assert house.agreed.options("bali") == {}


def test_the_panel_starts_what_it_showed(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    for_panel = HouseForPanel(house, lambda: None)
    shown = for_panel.snapshot().lobby
    assert shown is not None
    house.agree("bali", {"demon": True})
    for_panel.start(shown)
    assert house.table is not None
    assert house.table.head.options == {}


@pytest.mark.parametrize("seats", range(1, 11))
def test_the_game_that_a_lobby_begins_with_fits_who_sits_there(tmp_path: Path, seats: int) -> None:
    house = open_house(tmp_path)
    house.store.set(picked=None)
    sit_down(house, *(f"Guest {n}" for n in range(seats)))
    cards = {card.id: card for card in house.snapshots.lobby.shown().games}
    assert cards[house.snapshots.lobby.picked].fits or not any(card.fits for card in cards.values())


# Once more


def test_a_guest_who_waited_is_in_the_next_game(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", demon=True)
    sit_down(house, "Cho")
    play(house)
    house.again()
    assert house.table is not None
    assert house.table.head.seats == (ANA, BEN, CHO)
    assert house.table.head.options == {"demon": True}
    assert not house.snapshot(CHO).place.waits


def test_once_more_is_refused_where_more_sit_than_the_game_is_for(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", "Dai")
    sit_down(house, "Eva")
    play(house)
    assert house.table is not None
    number, for_panel = house.table.number, HouseForPanel(house, lambda: None)
    with pytest.raises(Refused, match="again_not_for"):
        for_panel.again(number)
    assert house.table.number == number


def test_the_game_before_can_be_read_while_the_next_one_is_on_and_after_a_restart(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    assert not house.snapshot(BEN).place.before
    play(house)
    assert house.table is not None
    number = house.table.number
    house.again()
    assert house.snapshots.state.before == number
    house.journal.close()
    house = open_house(tmp_path)
    assert house.snapshots.state.before == number
    house.leave_game(unfinished=True)
    assert house.snapshot(BEN).place.before, "one that was given up has no score"
    assert house.snapshots.state.before == number
