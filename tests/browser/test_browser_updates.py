"""An update from a phone: the host finds the page, chooses a file, sees the progress, and reads the result."""

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from companion.card.uploads import SENT, Takes, publish_takes, update_notice, write_notices
from companion.core.words import text
from companion.speech.languages import LANGUAGES
from tests.browser.axe import violations
from tests.browser.conftest import Box, Phones
from tests.browser.fitting import Easel
from tests.browser.test_browser_fits import measured
from tests.support.updates import new_key, update

pytestmark = pytest.mark.browser


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return new_key(tmp_path)


@pytest.fixture
def notices(tmp_path: Path, key: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    publish_takes(folder, Takes("bookworm", 100, (), (), str(key.with_suffix(".pub"))))
    return folder


@pytest.fixture
def box(tmp_path: Path, notices: Path) -> Iterator[Box]:
    (tmp_path / "state").mkdir()
    box = Box.new(tmp_path / "state", "Ana", "Ben", notices=str(notices))
    box.house.store.publish(takes_updates=True)
    yield box
    box.stop()


def test_the_host_sends_an_update_whole_and_reads_why_another_file_is_refused(
    box: Box, phone: Phones, tmp_path: Path, key: Path, notices: Path
) -> None:
    good, forged = tmp_path / "companion.update", tmp_path / "forged"
    good.write_bytes(update(key, bytes(range(256)) * 1500))
    forged.write_bytes(good.read_bytes().replace(b"200", b"201", 1))
    ana = phone(box, "Ana")
    ana.get_by_role("button", name="More").tap()
    ana.get_by_text("As host").tap()
    ana.get_by_role("link", name="Update the box").tap()
    ana.locator("input[type=file]").set_input_files(forged)
    expect(ana.get_by_role("alert")).to_contain_text("Its signature is not this card’s.")
    ana.locator("input[type=file]").set_input_files(good)
    expect(ana.get_by_role("alert")).to_have_count(0)
    expect(ana.locator("[data-coming]")).to_contain_text("Version 0.9 is here, complete.")
    assert (box.folder / SENT).read_bytes() == good.read_bytes()
    write_notices(notices, [update_notice(text("card.update.no_room"))])
    expect(ana.locator("[data-told]")).to_contain_text("The card is full.")


def send(box: Box, at: str, piece: bytes) -> None:
    """Send a piece of an update as Ana's phone does."""
    place, headers = f"http://127.0.0.1:{box.server.port}/update?at={at}", {"Cookie": f"seat={box.tokens['Ana']}"}
    with urllib.request.urlopen(urllib.request.Request(place, piece, headers, method="PUT"), timeout=20) as answer:
        answer.read()


def test_an_update_that_breaks_off_continues_by_itself_from_the_same_byte(
    box: Box, phone: Phones, tmp_path: Path, key: Path
) -> None:
    good = tmp_path / "companion.update"
    good.write_bytes(update(key, bytes(range(256)) * 1500))
    ana = phone(box, "Ana", "/update")
    asked: list[str] = []
    lost, raw = iter((False, True)), good.read_bytes()

    def between(route: Route) -> None:
        """Let the second piece reach the box, and lose the reply to it."""
        at = route.request.url.rpartition("=")[2]
        if route.request.method == "PUT":
            asked.append(at)
        if route.request.method == "PUT" and next(lost, False):
            send(box, at, raw[int(at) :][:65_536])
            route.abort()
        else:
            route.continue_()

    ana.route("**/update*", between)
    ana.locator("input[type=file]").set_input_files(good)
    expect(ana.locator("[data-coming]")).to_contain_text("Version 0.9 is here, complete.")
    assert (box.folder / SENT).read_bytes() == good.read_bytes()
    assert asked == [str(at) for at in range(0, len(raw), 65_536)], "what the box has is not sent twice"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_the_page_is_cut_or_broken_in_any_size_and_axe_finds_nothing(
    box: Box, phone: Phones, tmp_path: Path, notices: Path, language: str
) -> None:
    """The page shows all its words together: why a file is not an update, and the fate of the last update."""
    (tmp_path / "none").write_bytes(b"no update")
    write_notices(notices, [update_notice(text("card.update.no_room"))])
    ana = phone(box, "Ana", "/update", locale=language)
    ana.locator("input[type=file]").set_input_files(tmp_path / "none")
    expect(ana.get_by_role("alert")).to_have_count(1)
    assert violations(ana) == []
    wrong = measured(Easel(ana), language)
    assert wrong == [], "\n".join(wrong)
