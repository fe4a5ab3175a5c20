"""A panel at a real house, with a real game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.house.boxside import HouseSide
from companion.house.house import House
from companion.ports.panel import Panel
from hardware.simulated import start_panel
from tests.hardware.box import BACK, NEXT, OK
from tests.support import houses


class AtHome:
    """A house and its panel; whether it was switched off."""

    def __init__(self, house: House) -> None:
        self.house, self.off = house, False
        self.panel: Panel = start_panel(HouseSide(house, self._switch_off))

    def _switch_off(self) -> None:
        self.off = True

    @property
    def page(self) -> str:
        return self.panel.page().page

    def play_until_asked(self) -> None:
        """Every seat gives its first legal answer until the table is asked."""
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
    home.house.guiding.lay(None, home.house.table.number)
    assert home.page == "phase"
    home.play_until_asked()
    before = home.entries
    home.panel.press(NEXT, False)
    home.panel.press(OK, False)
    assert home.entries == before + 1
    home.panel.press(BACK, True)
    assert home.page == "take_back"
    home.panel.press(OK, False)
    assert home.page == "question", "the same is asked again"


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
