"""Games are moved to another card: the host finds the page, loads the file, and sees the games."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Phones
from tests.browser.fitting import Easel
from tests.browser.test_browser_fits import measured
from tests.support.records import finished

pytestmark = pytest.mark.browser


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    (tmp_path / "new").mkdir()
    box = Box.new(tmp_path / "new", "Ana", "Ben")
    yield box
    box.stop()


@pytest.fixture
def brought(tmp_path: Path) -> Path:
    """Return the file of saved games from a box on which a game was played."""
    file = tmp_path / "companion-games.zip"
    file.write_bytes(finished(tmp_path / "old", "Cho", "Dai").saved_games())
    return file


def test_the_host_of_a_new_card_loads_the_games_of_the_old_one(
    box: Box, phone: Phones, tmp_path: Path, brought: Path
) -> None:
    none = tmp_path / "none"
    none.write_bytes(b"no games")
    ana = phone(box, "Ana")
    ana.get_by_role("button", name="More").tap()
    ana.get_by_role("link", name="Games played here").tap()
    ana.locator("input[type=file]").set_input_files(none)
    expect(ana.get_by_role("alert")).to_contain_text("This is not a file of saved games")
    ana.locator("input[type=file]").set_input_files(brought)
    expect(ana.locator("[data-table]")).to_contain_text("Cho")
    expect(ana.locator("[data-moving] [role=status]")).to_have_text("1 game was added.")
    ana.locator("input[type=file]").set_input_files(brought)
    expect(ana.locator("[data-moving] [role=status]")).to_have_text("1 game was here already.")
    expect(ana.get_by_role("alert")).to_have_count(0)
    with ana.expect_download() as saved:
        ana.get_by_role("link", name="Save all games").click()
    assert saved.value.suggested_filename == brought.name
    assert Path(saved.value.path()).read_bytes() == brought.read_bytes()


def test_only_the_host_is_offered_to_move_the_games(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben", "/results")
    expect(ben.get_by_role("heading", name="Games played here")).to_be_visible()
    expect(ben.locator("[data-moving]")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_the_page_is_cut_or_broken_in_any_size_and_axe_finds_nothing(
    box: Box, phone: Phones, brought: Path, language: str
) -> None:
    """The page shows all its words together: after the first file games that came, after the second games that were here
    already."""
    ana = phone(box, "Ana", "/results", locale=language)
    for _ in range(2):
        ana.locator("input[type=file]").set_input_files(brought)
        expect(ana.locator("[data-moving] [role=status]")).to_have_count(1)
    assert violations(ana) == []
    wrong = measured(Easel(ana), language)
    assert wrong == [], "\n".join(wrong)
