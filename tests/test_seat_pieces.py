"""A seat's wooden piece is its colour: in a game with colours people choose it by the piece, and all screens show it."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.state import Seat
from companion.core.words import BadFile, Refused
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.house.seat_pieces import in_game
from companion.records.record import parse_head
from companion.shelf import games
from tests.support.games import play
from tests.support.houses import facts, open_house, sit_down
from tests.toy import GAME as TOY

BLUE, GREEN, RED, YELLOW, PURPLE = range(1, 6)
ANA, BEN, CHO, DAI, EVA = map(Seat, ("Ana", "Ben", "Cho", "Dai", "Eva"))


def lobby(folder: Path, *names: str) -> House:
    """Return these people, about to play Animism."""
    house = open_house(folder)
    sit_down(house, *names)
    house.pick("animism")
    return house


def take(house: House, seat: Seat, piece: int) -> None:
    """Take a piece as `POST /piece` does."""
    with house.changing() as guests:
        guests.give_pieces(house.snapshots.lobby.with_piece(seat, piece))


def begin(house: House, **options: Any) -> dict[str, Any]:
    """Return the options in the head of the game that they begin."""
    house.start({"game": "animism", "seats": list(house.guests.seating.seats), **options})
    assert house.table is not None
    return house.table.head.options


def shown(house: House) -> dict[Seat, int]:
    """Return the pieces of all seats, which a phone, the room and the box must show alike."""
    on_phone, in_room = house.snapshot(ANA).place.pieces, house.snapshot(None).place.pieces
    on_box = HouseForPanel(house, lambda: None).snapshot().pieces
    assert on_phone == in_room == on_box
    return on_phone


def test_seats_that_chose_nothing_have_the_colours_of_their_places_and_the_head_leaves_them_out(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    assert shown(house) == {ANA: BLUE, BEN: GREEN, CHO: RED}
    assert begin(house) == {}
    assert shown(house) == {ANA: BLUE, BEN: GREEN, CHO: RED}


def test_a_seat_has_the_colour_of_the_piece_that_it_took(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    take(house, BEN, YELLOW)
    assert shown(house) == {ANA: BLUE, BEN: YELLOW, CHO: RED}
    assert begin(house) == {"colours": ["blue", "yellow", "red"]}
    assert shown(house) == {ANA: BLUE, BEN: YELLOW, CHO: RED}


def test_at_a_full_table_who_takes_somebodys_colour_gives_its_own_for_it(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho", "Dai")
    take(house, ANA, YELLOW)
    assert shown(house) == {ANA: YELLOW, BEN: GREEN, CHO: RED, DAI: BLUE}
    take(house, ANA, YELLOW)
    assert shown(house)[ANA] == YELLOW
    assert begin(house) == {"colours": ["yellow", "green", "red", "blue"]}


def test_a_piece_that_the_game_lacks_is_replaced_for_that_game_only(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben", "Cho")
    with house.changing() as guests:
        guests.give_piece(ANA, PURPLE)
    house.pick("animism")
    assert shown(house) == {ANA: BLUE, BEN: GREEN, CHO: RED}
    with pytest.raises(Refused, match="piece_not_here"):
        take(house, ANA, PURPLE)
    house.pick("bali")
    assert shown(house) == {ANA: PURPLE, BEN: GREEN, CHO: RED}


def test_taking_a_free_colour_takes_it_from_nobody(tmp_path: Path) -> None:
    """This holds also if the piece belongs to a seat in other games, or a seat's own piece is not in this game."""
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben", "Cho")
    with house.changing() as guests:
        guests.give_piece(ANA, PURPLE)
    house.pick("animism")
    take(house, CHO, YELLOW)
    assert shown(house) == {ANA: BLUE, BEN: GREEN, CHO: YELLOW}
    take(house, BEN, BLUE)
    assert shown(house) == {ANA: GREEN, BEN: BLUE, CHO: YELLOW}


def test_more_than_the_game_has_colours_for_keep_their_own_pieces(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho", "Dai", "Eva")
    assert list(shown(house).values()) == [BLUE, GREEN, RED, YELLOW, PURPLE]
    assert not house.snapshots.lobby.swaps
    with house.changing() as guests, pytest.raises(Refused, match="piece_taken"):
        guests.give_piece(ANA, GREEN)


def test_colours_in_the_options_win_and_missing_ones_go_by_place(tmp_path: Path) -> None:
    """As in a record, options that another client left out are not filled in."""
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    take(house, BEN, YELLOW)
    assert begin(house, options={"advanced": True}) == {"advanced": True}
    assert shown(house) == {ANA: BLUE, BEN: GREEN, CHO: RED}
    house.leave_game(unfinished=True)
    assert begin(house, options={"colours": ["red", "blue", "green"]}) == {"colours": ["red", "blue", "green"]}
    assert shown(house) == {ANA: RED, BEN: BLUE, CHO: GREEN}


def test_a_phone_and_the_box_start_the_same_game(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    take(house, ANA, RED)
    house.agree("animism", {"advanced": True})
    for_panel = HouseForPanel(house, lambda: None)
    chosen, table = for_panel.snapshot().lobby, house.snapshot(ANA).lobby
    assert chosen is not None
    assert table is not None
    for_panel.start(chosen)
    assert house.table is not None
    by_panel = house.table.head.options
    house.leave_game(unfinished=True)
    unusual = {option.name: option.value for option in table.options if not option.usual}
    assert begin(house, options={**unusual, **table.colours}) == by_panel
    house.leave_game(unfinished=True)
    assert begin(house) == by_panel == {"advanced": True, "colours": ["red", "green", "blue"]}


def test_a_waiting_guest_never_looks_like_a_player(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    begin(house, options={"colours": ["yellow", "blue", "green"]})
    sit_down(house, "Dai", "Eva")
    pieces = shown(house)
    assert {seat: pieces[seat] for seat in (ANA, BEN, CHO)} == {ANA: YELLOW, BEN: BLUE, CHO: GREEN}
    assert len(set(pieces.values())) == 5


def test_with_guests_in_every_place_nobody_who_waits_looks_like_somebody_who_plays(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    house.pick("bali")
    for seat, own in ((ANA, 5), (BEN, 6), (CHO, 7)):
        take(house, seat, own)
    house.pick("animism")
    begin(house)
    sit_down(house, "Dai", "Eva", "Farid", "Gala", "Hana", "Ida", "Jo")
    pieces = shown(house)
    assert sorted(pieces.values()) == list(range(1, 11))
    assert [pieces[seat] for seat in (ANA, BEN, CHO)] == [BLUE, GREEN, RED]


def test_everybody_keeps_their_colour_from_a_game_to_the_next_one_and_over_a_restart(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    take(house, BEN, YELLOW)
    begin(house)
    before = facts(house)
    house.journal.close()
    again = open_house(tmp_path)
    assert facts(again) == before
    again.leave_game(unfinished=True)
    assert shown(again) == {ANA: BLUE, BEN: YELLOW, CHO: RED}
    assert begin(again) == {"colours": ["blue", "yellow", "red"]}


def test_once_more_everybody_keeps_their_colour_and_who_waited_has_one_that_is_left(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    begin(house, options={"colours": ["green", "yellow", "red"], "advanced": True})
    sit_down(house, "Dai")
    play(house)
    house.again()
    assert house.table is not None
    assert house.table.head.seats == (ANA, BEN, CHO, DAI)
    assert house.table.head.options == {"advanced": True, "colours": ["green", "yellow", "red", "blue"]}
    assert shown(house) == {ANA: GREEN, BEN: YELLOW, CHO: RED, DAI: BLUE}


def test_the_story_shows_the_colours_that_were_played(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    begin(house, options={"colours": ["green", "yellow", "red"]})
    play(house)
    assert house.table is not None
    head = house.table.head
    house.leave_game()
    take(house, ANA, YELLOW)
    assert house.snapshots.pieces_in(head) == {ANA: GREEN, BEN: YELLOW, CHO: RED}


def test_the_story_keeps_its_colours_when_ten_others_sit_here_later(tmp_path: Path) -> None:
    house = lobby(tmp_path, "Ana", "Ben", "Cho")
    begin(house)
    assert house.table is not None
    head = house.table.head
    others = {Seat(f"Guest {n}"): n for n in range(1, 11)}
    pieces = in_game(games()["animism"], head.options, head.seats, others)
    assert [pieces[seat] for seat in (ANA, BEN, CHO)] == [BLUE, GREEN, RED]
    assert pieces.keys() == {ANA, BEN, CHO, *others}


@pytest.mark.parametrize("game", ["bali", "buru"])
def test_games_that_go_with_no_colours_leave_each_seat_its_own_piece(tmp_path: Path, game: str) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben", "Cho")
    with house.changing() as guests:
        guests.give_piece(BEN, PURPLE)
    house.pick(game)
    house.start({"game": game, "seats": ["Ana", "Ben", "Cho"]})
    assert house.table is not None
    assert house.table.head.options == {}
    assert shown(house) == {ANA: BLUE, BEN: PURPLE, CHO: RED}


@pytest.mark.parametrize("values", [["pink", "white"], ["pink", "white", "pink"], ["pink", "white", "red", "purple"], []])
def test_a_head_has_a_value_for_each_seat_and_no_two_the_same(values: list[str]) -> None:
    with pytest.raises(BadFile) as why:
        parse_head({"game": "toy", "seats": ["Ana", "Ben", "Cho"], "options": {"colours": values}}, {"toy": TOY})
    assert why.value.text.key == "file.each_seat"
    parse_head(
        {"game": "toy", "seats": ["Ana", "Ben", "Cho"], "options": {"colours": ["red", "white", "pink"]}}, {"toy": TOY}
    )
