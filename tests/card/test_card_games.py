"""Finished games in the part of the card that every computer can read: a button puts them there, and a new card takes
them."""

import io
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest

from companion.box.running import OpenBox, Shutdown
from companion.card.games import BROUGHT, FILE, LEFT
from companion.card.starting import keep_games
from companion.card.uploads import read_notices, write_notices
from companion.core.words import Refused
from companion.house.house import House
from companion.house.new_card import FORM, seal, take_brought, unseal
from companion.house.panel_acts import HouseForPanel
from companion.records.results import finished_games
from companion.records.saved import read
from tests.support.cards import Machine, PowerCut
from tests.support.games import play
from tests.support.houses import facts, open_house, playing, sit_down
from tests.support.records import finished


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "card").mkdir()
    return Machine(tmp_path / "card")


@pytest.fixture
def state(machine: Machine) -> Path:
    return machine.card.data / "state"


@pytest.fixture
def saved(tmp_path: Path) -> bytes:
    """Return the file of another card, with one game."""
    house = finished(tmp_path / "old", "Ana", "Ben")
    raw = house.saved_games()
    house.journal.close()
    return raw


@pytest.fixture
def box(state: Path) -> Iterator[House]:
    """Return the box of this card."""
    house = open_house(state, seed=3)
    yield house
    house.journal.close()


def words(house: House) -> list[tuple[str, int | None]]:
    return [
        (notice.words.key.removeprefix("card.games."), notice.words.values.get("count")) for notice in take_brought(house)
    ]


# A new card takes them


def test_games_beside_the_owner_s_file_come_to_the_box_at_the_next_start(
    machine: Machine, box: House, state: Path, saved: bytes
) -> None:
    (machine.card.boot / FILE).write_bytes(saved)
    assert machine.start() == []
    assert machine.asked[-1] == f"chown companion:companion {state / BROUGHT}"
    assert words(box) == [("taken", 1)]
    assert [game.game for game in finished_games(box.journal)] == ["bali"]
    assert not (state / BROUGHT).exists()


def test_a_file_that_stays_on_the_card_is_taken_once(machine: Machine, box: House, saved: bytes) -> None:
    (machine.card.boot / FILE).write_bytes(saved)
    for wanted in ([("taken", 1)], [], []):
        machine.start()
        assert words(box) == wanted


def test_a_card_without_such_a_file_says_nothing(machine: Machine, box: House) -> None:
    machine.start()
    assert words(box) == []


@pytest.mark.parametrize("raw", [b"", b"PK", b"x" * 10_000])
def test_a_file_that_is_no_games_file_is_reported_once_and_changes_nothing(machine: Machine, box: House, raw: bytes) -> None:
    (machine.card.boot / FILE).write_bytes(raw)
    machine.start()
    assert words(box) == [("bad", None)]
    machine.start()
    assert words(box) == []
    assert list(box.journal.results()) == []


def test_a_folder_with_that_name_is_passed_over(machine: Machine, box: House) -> None:
    (machine.card.boot / FILE).mkdir()
    machine.start()
    assert words(box) == []


def test_after_a_power_cut_at_any_point_the_next_start_takes_the_games(machine: Machine, box: House, saved: bytes) -> None:
    (machine.card.boot / FILE).write_bytes(saved)
    for lasts in range(3):
        machine.asked.clear()
        machine.lasts = lasts
        with pytest.raises(PowerCut):
            machine.start()
    machine.lasts = 10**6
    machine.start()
    assert words(box) == [("taken", 1)]


def test_games_wait_while_one_is_on(tmp_path: Path, saved: bytes) -> None:
    house = playing(tmp_path / "box", "Ana", "Ben", seed=3)
    (tmp_path / "box" / BROUGHT).write_bytes(saved)
    assert words(house) == []
    play(house)
    assert words(house) == [("taken", 1)]


def test_the_display_says_that_games_came_with_the_card(tmp_path: Path, saved: bytes) -> None:
    run = tmp_path / "run"
    run.mkdir()
    write_notices(run, [])
    house = open_house(tmp_path / "box", notices=str(run), frontends=())
    (tmp_path / "box" / BROUGHT).write_bytes(saved)
    evening = OpenBox(house, Shutdown())
    try:
        assert [notice.words.key for notice in HouseForPanel(house, lambda: None).snapshot().card_notices] == [
            "card.games.taken"
        ]
        assert house.store.state.has_card
    finally:
        evening.close()


# A button puts them there


@pytest.fixture
def played(state: Path) -> Iterator[House]:
    """Return the box of this card after a game, in the lobby."""
    house = open_house(state, seed=3)
    sit_down(house, "Ana", "Ben")
    house.start({"game": "bali", "seats": ["Ana", "Ben"], "options": {}})
    play(house)
    house.leave_game()
    house.store.publish(has_card=True)
    yield house
    house.journal.close()


def press(machine: Machine, house: House) -> list[str]:
    """Press the button, and let the card's service work. Return the keys of its messages."""
    HouseForPanel(house, lambda: None).leave_games()
    keep_games(machine.card, machine.bid)
    return [notice.words.key.removeprefix("card.games.") for notice in read_notices(machine.card.run)]


def test_the_button_puts_all_finished_games_beside_the_owner_s_file(machine: Machine, played: House, state: Path) -> None:
    assert press(machine, played) == ["kept"]
    assert (machine.card.boot / FILE).read_bytes() == played.saved_games()
    assert machine.asked == [f"mount -o remount,{how} {machine.card.boot}" for how in ("rw", "ro")]
    assert not (state / LEFT).exists()


def test_a_new_card_has_the_games_that_the_button_saved(machine: Machine, played: House, tmp_path: Path) -> None:
    press(machine, played)
    (tmp_path / "new").mkdir()
    new = Machine(tmp_path / "new")
    (new.card.boot / FILE).write_bytes((machine.card.boot / FILE).read_bytes())
    new.start()
    house = open_house(new.card.data / "state")
    assert words(house) == [("taken", 1)]
    assert list(finished_games(house.journal)) == list(finished_games(played.journal))


def test_the_card_does_not_take_its_own_games_back(machine: Machine, played: House, state: Path) -> None:
    press(machine, played)
    machine.start()
    assert not (state / BROUGHT).exists()


def test_a_locked_card_is_reported_and_keeps_the_file_from_before(machine: Machine, played: House) -> None:
    press(machine, played)
    before = (machine.card.boot / FILE).read_bytes()
    machine.locked = True
    machine.card.run.joinpath("said.json").unlink()
    assert press(machine, played) == ["locked"]
    assert (machine.card.boot / FILE).read_bytes() == before


def test_the_button_is_there_on_a_card_with_games_alone(played: House) -> None:
    for_panel = HouseForPanel(played, lambda: None)
    assert for_panel.snapshot().leaves_games
    played.store.publish(has_card=False)
    assert not for_panel.snapshot().leaves_games
    played.store.publish(has_card=True)
    played.start({"game": "bali", "seats": ["Ana", "Ben"], "options": {}})
    assert for_panel.snapshot().leaves_games
    play(played, seed=5)
    assert not for_panel.snapshot().leaves_games, "the room may not have seen the end yet"


def test_a_card_without_any_game_has_no_such_button(box: House) -> None:
    box.store.publish(has_card=True)
    assert not HouseForPanel(box, lambda: None).snapshot().leaves_games


def test_the_readable_part_of_the_card_has_no_answer_of_a_broken_off_game(machine: Machine, played: House) -> None:
    """The secrets of that game were never revealed."""
    played.start({"game": "bali", "seats": ["Ana", "Ben"], "options": {}})
    play(played, most=9, seed=7)
    played.leave_game(unfinished=True)
    press(machine, played)
    raw = (machine.card.boot / FILE).read_bytes()
    assert [table.number for table in read(raw)] == [1]
    with ZipFile(io.BytesIO(raw)) as file:
        everything = b"".join(map(file.read, file.namelist())).decode()
    assert not [entry.hash for entry in played.journal.read(2) if entry.hash in everything or entry.bits in everything]


def test_root_follows_no_link_that_the_box_s_user_made(machine: Machine, state: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("of root")
    (state / LEFT).symlink_to(secret)
    keep_games(machine.card, machine.bid)
    assert not (machine.card.boot / FILE).exists()
    assert secret.read_text() == "of root"
    assert not (state / LEFT).is_symlink()


# The unfinished game


class OldCard(NamedTuple):
    """The file that an old card leaves, and the facts of its box at that moment."""

    raw: bytes
    code: str
    """The code that the display showed."""
    facts: dict[str, Any]


def left(folder: Path, *names: str, answers: int = 9, **game: Any) -> OldCard:
    """Play some answers, and press the button in the middle of the game."""
    card = Machine(folder)
    house = playing(card.card.data / "state", *names, **game)
    play(house, most=answers)
    HouseForPanel(house, lambda: None).leave_games()
    (notice,) = house.store.state.card_notices
    keep_games(card.card, card.bid)
    seen = facts(house)
    house.journal.close()
    return OldCard((card.card.boot / FILE).read_bytes(), str(notice.head.values["code"]), seen)


def on_new_card(folder: Path, old: OldCard, code: str = "") -> Machine:
    card = Machine(folder)
    (card.card.boot / FILE).write_bytes(old.raw)
    if code:
        card.says(f"game-code = {code}")
    card.start()
    return card


GAMES_ON = [
    ("bali", "Ana Ben Cho", {"oracle": True}), ("buru", "Ana Ben Cho", {}), ("animism", "Ana Ben Cho", {}),
    ("babel", "Ana Ben Cho Dai Eva", {"hands": "phones"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "names", "options"), GAMES_ON)
def test_a_game_goes_on_on_a_new_card_as_it_was(
    folders: Callable[[], Path], game: str, names: str, options: dict[str, Any]
) -> None:
    old = left(folders(), *names.split(), game=game, answers=15, **options)
    card = on_new_card(folders(), old, old.code)
    house = open_house(card.card.data / "state", seed=2)
    assert words(house) == [("on", None)]
    now, changes = facts(house), ("code", "picked", "agreed")
    assert {name: now[name] for name in now if name not in changes} == {n: old.facts[n] for n in now if n not in changes}
    assert old.code not in (card.card.boot / "companion.txt").read_text()
    assert play(house, most=4, seed=3) == 4


@pytest.fixture
def folders(tmp_path: Path) -> Callable[[], Path]:
    """Return a function that makes a new folder."""
    numbers = count()

    def new() -> Path:
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        return folder

    return new


def test_no_file_of_the_card_has_the_code_and_the_file_has_no_answer(folders: Callable[[], Path]) -> None:
    folder = folders()
    old = left(folder, "Ana", "Ben", "Cho", oracle=True)
    with ZipFile(io.BytesIO(old.raw)) as file:
        everything = b"".join(map(file.read, file.namelist()))
    assert b"Ana" not in everything
    assert b"hash" not in everything
    bare = old.code.replace(" ", "")
    for file_there in folder.rglob("*"):
        if file_there.is_file():
            raw = file_there.read_bytes().decode("latin-1").replace(" ", "")
            assert bare not in raw, file_there


def test_each_press_has_another_code(folders: Callable[[], Path]) -> None:
    one, other = left(folders(), "Ana", "Ben"), left(folders(), "Ana", "Ben")
    assert one.code != other.code


def test_without_its_code_a_game_waits_and_the_finished_ones_come(folders: Callable[[], Path], played: House) -> None:
    played.start({"game": "bali", "seats": ["Ana", "Ben"], "options": {}})
    play(played, most=4, seed=5)
    for_panel, card = HouseForPanel(played, lambda: None), Machine(folders())
    for_panel.leave_games()
    (card.card.data / "state" / LEFT).write_bytes((played.settings.state_folder() / LEFT).read_bytes())
    keep_games(card.card, card.bid)
    old = OldCard((card.card.boot / FILE).read_bytes(), str(for_panel.snapshot().card_notices[0].head.values["code"]), {})
    new = on_new_card(folders(), old)
    house = open_house(new.card.data / "state")
    assert words(house) == [("taken", 1), ("waits", None)]
    house.journal.close()
    new.says(f"game-code = {old.code.replace(' ', '-').lower()}")
    new.start()
    house = open_house(new.card.data / "state")
    assert words(house) == [("on", None)]
    assert house.table is not None
    assert house.table.number == 2


def test_another_code_opens_nothing_and_the_right_one_still_does(folders: Callable[[], Path]) -> None:
    old = left(folders(), "Ana", "Ben")
    new = on_new_card(folders(), old, "AAAA BBBB CCCC DDDD")
    house = open_house(new.card.data / "state")
    assert (words(house), house.table) == ([("wrong", None)], None)
    new.says(f"game-code = {old.code}")
    new.start()
    assert words(house) == [("on", None)]


def test_a_game_that_is_not_wanted_any_more_is_forgotten(folders: Callable[[], Path]) -> None:
    new = on_new_card(folders(), left(folders(), "Ana", "Ben"), "none")
    house = open_house(new.card.data / "state")
    assert (words(house), words(house), house.table) == ([], [], None)


def test_a_sealed_game_that_somebody_changed_is_refused() -> None:
    sealed = seal(b"a game", "ABCD EFGH IJKL MNOP")
    assert unseal(sealed, "abcdefghijklmnop") == b"a game"
    for at in (0, len(FORM), len(FORM) + 20, len(sealed) - 1):
        with pytest.raises(Refused):
            unseal(sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :], "ABCD EFGH IJKL MNOP")


def test_a_phone_keeps_its_seat_on_the_new_card(folders: Callable[[], Path]) -> None:
    old = left(folders(), "Ana", "Ben")
    house = open_house(on_new_card(folders(), old, old.code).card.data / "state")
    take_brought(house)
    assert house.guests.book.tokens == old.facts["book"].tokens
