"""A panel of a real house, with a real game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house import prompts
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.snapshot.panel import Panel
from hardware.panel import start_panel
from tests.hardware.box import BACK, NEXT, OK
from tests.support import houses


class AtHome:
    """A house and its panel. `off` is True after somebody switched the box off."""

    def __init__(self, house: House) -> None:
        self.house, self.off = house, False
        self.panel: Panel = start_panel(HouseForPanel(house, self._switch_off))

    def _switch_off(self) -> None:
        self.off = True

    @property
    def page(self) -> str:
        return self.panel.page().page

    def play_until_asked(self) -> None:
        """Give each seat's first legal answer until the table is asked."""
        for key in range(100):
            if self.page == "question":
                return
            table = self.house.table
            assert table is not None
            seat, ask = next((s, a) for s in table.head.seats for a in table.moment.screen(s).asks if a.answers.legal())
            self.house.play(seat, ask.due, ask.answers.legal()[0], f"key {key}")
        raise AssertionError("the table was never asked")

    @property
    def entries(self) -> int:
        assert self.house.table is not None
        return self.house.table.moment.entries


@pytest.fixture
def home(tmp_path: Path) -> Iterator[AtHome]:
    house = houses.open_house(tmp_path)
    houses.sit_down(house, "Ana", "Ben")
    at_home = AtHome(house)
    yield at_home
    at_home.panel.close()
    house.journal.close()


def test_a_game_is_started_from_the_box_answered_there_and_taken_back(home: AtHome) -> None:
    assert home.page == "join"
    home.panel.press(OK, False)
    assert home.page == "lobby"
    home.panel.press(OK, False)
    assert home.page == "laying"
    assert home.house.table is not None
    prompts.skip(home.house, home.house.table.number)
    assert home.page == "phase"
    home.play_until_asked()
    before = home.entries
    for button in (NEXT, NEXT, OK):  # a priest, which nobody has
        home.panel.press(button, False)
    assert home.entries == before + 1
    home.panel.press(BACK, True)
    assert home.page == "take_back"
    home.panel.press(OK, False)
    assert home.page == "question", "the same is asked again"


@pytest.fixture
def corrected(home: AtHome) -> AtHome:
    """Return a box with Bali, on which Ana has corrected Ben's stones to 9."""
    home.house.start({"game": "bali", "seats": ["Ana", "Ben"], "options": {}})
    assert home.house.table is not None
    prompts.skip(home.house, home.house.table.number)
    home.house.play(Seat("Ana"), None, {"type": "set", "seat": "Ben", "stones": 9}, "set")
    return home


def test_the_box_shows_a_correction_as_phones_do_with_nothing_to_move(corrected: AtHome) -> None:
    assert corrected.panel.page().lines == ("Corrected", "Ben  = 9")
    moves = corrected.house.snapshots.phone(Seat("Ben")).snapshot.screen.view.moves  # type: ignore[union-attr]
    assert moves is not None
    assert [row.still for row in moves.rows] == [True]


def test_the_box_names_the_correction_that_it_takes_back_and_no_piece_moves_for_it(corrected: AtHome) -> None:
    corrected.panel.press(BACK, True)
    assert corrected.page == "take_back"
    assert any("9 stones" in line for line in corrected.panel.page().lines)
    corrected.panel.press(OK, False)
    assert corrected.panel.page().lines == ("Corrected", "Ben  = 3")


def test_a_seat_takes_its_own_correction_back_on_its_phone_and_nobody_else_does(corrected: AtHome) -> None:
    house = corrected.house
    with pytest.raises(Refused, match="nothing_to_take_back"):
        house.back(Seat("Ben"), "no")
    house.back(Seat("Ana"), "back")
    assert corrected.panel.page().lines == ("Corrected", "Ben  = 3")


def test_the_lobby_refuses_who_sits_alone(tmp_path: Path) -> None:
    house = houses.open_house(tmp_path)
    houses.sit_down(house, "Ana")
    at_home = AtHome(house)
    at_home.panel.press(OK, False)
    at_home.panel.press(OK, False)
    assert at_home.panel.page().lines[-1] == "needs 2–4 players"
    assert house.table is None
    at_home.panel.close()
    house.journal.close()


def test_switching_off_reaches_the_machine(home: AtHome) -> None:
    home.panel.press(OK, True)
    assert home.off
    home.panel.close()
    assert home.page == "safe"
