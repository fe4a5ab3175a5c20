"""The pictures of README and docs/ are of this version, small, and each is on a page."""

from pathlib import Path
from typing import Final

import pytest
from PIL import Image

from companion.speech.languages import LANGUAGES
from tests.pictures import FOLDER, MADE_BY, SOFTWARE

ROOT: Final = Path(__file__).parents[1]
PICTURES: Final = sorted(FOLDER.glob("*.webp"))
LARGEST: Final = 1_000_000
"""The most bytes of a film. A picture has far fewer."""


def test_there_are_pictures_in_every_language() -> None:
    assert {picture.suffixes[0] for picture in PICTURES} == {f".{language}" for language in LANGUAGES}


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_of_this_version_and_small(picture: Path) -> None:
    with Image.open(picture) as opened:
        assert opened.getexif().get(SOFTWARE) == MADE_BY, "`make pictures` makes them again"
    assert picture.stat().st_size < LARGEST


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_on_a_page(picture: Path) -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    assert any(f"pictures/{picture.name}" in page.read_text("utf-8") for page in pages)
