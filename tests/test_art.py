"""Pictures of games: plain shapes, small, and read without them where one is broken."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

from web.drawing.art import drawn, names, whole

COMPANION = Path(str(files("companion")))
ALL = sorted([*COMPANION.glob("art/*.svg"), *COMPANION.glob("games/*/art/*.svg")])
SHAPES = {"svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
DRESS = {
    "d",
    "x",
    "y",
    "x1",
    "x2",
    "y1",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "width",
    "height",
    "points",
    "transform",
    "viewBox",
}
DRESS |= {"fill", "fill-rule", "fill-opacity", "opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"}
DRESS |= {"stroke-dasharray", "stroke-opacity", "stroke-miterlimit"}


def elements(file: Path) -> Iterator[ElementTree.Element]:
    """Yield each element of a picture."""
    yield from ElementTree.parse(file).iter()


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.relative_to(COMPANION).as_posix())
def test_a_picture_is_made_of_plain_shapes(file: Path) -> None:
    """It refers to nothing, runs nothing and has no name that another picture could have, too."""
    for element in elements(file):
        assert element.tag.rpartition("}")[2] in SHAPES
        assert set(element.attrib) <= DRESS
        assert not (element.text or "").strip()


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.relative_to(COMPANION).as_posix())
def test_a_picture_has_its_size(file: Path) -> None:
    """A page scales it by its `viewBox`."""
    assert len(ElementTree.parse(file).getroot().get("viewBox", "").split()) == 4


def test_all_pictures_together_are_small() -> None:
    """Phones fetch them over a Raspberry Pi's Wi-Fi."""
    assert sum(file.stat().st_size for file in ALL) <= 400 * 1024


def test_every_picture_is_in_a_sheet() -> None:
    """A page can draw each by its key."""
    whole = b"".join(drawn(sheet).content for sheet in names())
    assert whole.count(b'<symbol id="a-') == len(ALL)


def test_a_broken_picture_leaves_the_others() -> None:
    """A page then shows its sign."""
    rice = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>'
    assert [key for key, _ in whole([("pepper", b"<svg><path"), ("rice", rice)])] == ["rice"]
