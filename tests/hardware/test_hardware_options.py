"""A table's options on the display: each option of each game is shown whole, in every language, with each of its values."""

from pathlib import Path

import pytest

from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.shelf import games
from companion.snapshot.panel import PanelSnapshot
from companion.speech.languages import LANGUAGES
from hardware.pages import pages
from hardware.pages.contents import layout
from hardware.pages.layouts import Listed
from hardware.pages.pages import PagePosition
from tests.hardware.test_hardware_fits import painted
from tests.support.houses import open_house, sit_down

MINE = "a" * 32


def house(folder: Path, game: str, language: str) -> House:
    house = open_house(folder, language=language)
    sit_down(house, "Ana", "Ben", "Cho")
    house.pick(game)
    return house


def rows(snapshot: PanelSnapshot) -> list[Listed]:
    """Return the page of options, once for each option, with that option marked."""
    assert snapshot.lobby is not None
    shown = [layout(snapshot, PagePosition(pages.OPTIONS, row), pages.OPTIONS) for row in range(len(snapshot.lobby.options))]
    return [page for page in shown if isinstance(page, Listed)]


def owners(house: House) -> tuple[str, ...]:
    """Return the options whose values are things that an owner named."""
    return tuple(option.name for option in house.agreed.offered(house.snapshots.lobby.picked) if option.kind == "kept")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_no_option_of_a_game_is_cut(tmp_path: Path, game: str, language: str) -> None:
    table = house(tmp_path, game, language)
    for_panel, cut = HouseForPanel(table, lambda: None), set[str]()
    for option in table.agreed.offered(game):
        for _ in option.values:
            for_panel.turn_option(option.name)
            words = (words for page in rows(for_panel.snapshot()) for words in painted(page))
            cut |= {words for words in words if words.endswith("…")}
    named = (option for option in table.agreed.offered(game) if option.name in owners(table))
    assert len(cut) <= sum(len(option.values) for option in named), cut


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kind_and_the_beginning_of_a_long_name_are_shown(tmp_path: Path, language: str) -> None:
    table = house(tmp_path, "animism", language)
    usual = rows(HouseForPanel(table, lambda: None).snapshot())[-1].rows[-1]
    sample = table.owner_things.one("animism", "layout", "sample1").thing.draft
    table.owner_things.write("animism", "layout", MINE, 0, {**sample, "name": "Wolfgang’s " + "W" * 29, "sample": False})
    table.agree("animism", {"layout": MINE})
    page = rows(HouseForPanel(table, lambda: None).snapshot())[-1]
    words = painted(page)
    assert usual.words in words
    assert any(sentence.startswith("Wolf") and sentence.endswith("…") for sentence in words)
