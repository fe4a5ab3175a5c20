"""If the display's fonts cannot draw a name, the display shows something that people can read."""

import pytest
from msgspec.structs import replace

from companion.core.state import Seat
from companion.letters import LACKED, Ascii, Fonts, load
from companion.snapshot.panel import PanelSnapshot
from companion.snapshot.people import PeopleNews, Progress
from hardware.drawing.draw import names, with_drawable_names
from hardware.pages.layouts import Plain
from tests.hardware.box import awaiting, lobby, playing

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
PLAIN = Fonts(Ascii(24, scale=2), Ascii(16), Ascii(12), Ascii(10), complete=False)


def at_table(*names: str, language: str = "en") -> PanelSnapshot:
    return replace(lobby(language), pieces={Seat(name): piece for piece, name in enumerate(names, 1)})


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"), ("Zoé", "Zoé"), ("日本語", "日本語"), ("Ana 🦊", "Ana"), ("🦊Ana🦊Li", "AnaLi"),
        (FAMILY, "blue disc"),
        ("محمد", "blue disc"), ("สมชาย", "blue disc"), ("मनीषा", "blue disc"), ("Ana محمد", "blue disc"),
    ],
)  # fmt: skip
def test_a_name_is_drawn_without_what_the_fonts_lack_or_as_its_piece(name: str, shown: str) -> None:
    assert names(at_table(name), load()) == {name: shown}


def test_without_the_fonts_letters_of_other_scripts_are_a_piece_too() -> None:
    assert names(at_table("Zoé", "日本語"), PLAIN) == {"Zoé": "Zoé", "日本語": "green triangle"}


def test_seats_whose_names_would_be_drawn_alike_are_named_by_their_pieces() -> None:
    assert names(at_table("Ana🦊", "Ana🐻", "Ben", language="fr"), load()) == {
        "Ana🦊": "disque bleu", "Ana🐻": "triangle vert", "Ben": "Ben",
    }  # fmt: skip


@pytest.mark.parametrize("name", [FAMILY, "محمد", "Ana 🦊", "मनीषा"])
def test_nothing_that_is_drawn_has_a_character_that_the_fonts_lack(name: str) -> None:
    seat, fonts = Seat(name), load()
    snapshot = replace(
        playing(display=awaiting(seat)), pieces={seat: 1}, undo=(seat,), people=(PeopleNews(seat, Progress(1)),)
    )
    page = Plain(page="x", title=f"{name}: x", main=name, sub=f"x {name} y")
    leaf = with_drawable_names(page, snapshot, fonts)
    drawn = "".join(face._drawable(" ".join(leaf.lines())) for face in (fonts.b24, fonts.b12))  # type: ignore[attr-defined]
    assert LACKED not in drawn
    assert leaf.lines() != page.lines()
    assert page.words().lines == page.lines(), "readers get the name itself"
