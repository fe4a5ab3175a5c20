"""Public names have docstrings: these tests hold what `make check` counts."""

import ast
from textwrap import dedent
from typing import Final

import pytest

from tests.docstrings import HOUSE, ROOT, ambiguous, lost_names, modules, public_names, riddles, script_riddles

LAMPS: Final = '''
    """What shines."""
    from typing import Protocol

    class Lamp(Protocol):
        """Burns until it is put out."""
        def shine(self) -> int:
            """How bright it is now, 0 to 255."""
'''
RED: Final = '''
    """Lamps in colours."""
    from lamps import Lamp as Light

    class Red(Light):
        """For the end of a train."""
        def shine(self) -> int: ...
'''


def silent(**sources: str) -> list[str]:
    """Return the names without a docstring, each after its module."""
    house = {name: ast.parse(dedent(source)) for name, source in sources.items()}
    return [f"{name.module} {name.name}".strip() for name in public_names(house) if not name.is_documented]


def test_every_room_of_the_box_is_counted() -> None:
    fronts = {file.parent for house in HOUSE for file in (ROOT / house).glob("*/__init__.py")}
    rooms = {".".join(front.relative_to(ROOT).parts) for front in fronts}
    assert {*HOUSE, *rooms} == {name.room for name in public_names(modules())}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("pass", []),
        ("def go(): ...", ["go"]),
        ("async def go(): ...", ["go"]),
        ("class A:\n    def go(self): ...", ["A", "A.go"]),
        ("class A:\n    @property\n    def go(self): ...", ["A", "A.go"]),
        ("class A:\n    class B: ...", ["A", "A.B"]),
    ],
)
def test_a_public_name_without_words_is_found(source: str, names: list[str]) -> None:
    assert silent(box=source) == ["box", *(f"box {name}" for name in names)]


def test_a_docstring_that_only_repeats_the_name_does_not_count() -> None:
    assert silent(box='"""Lamps."""\ndef take_back():\n    """Take it back."""') == ["box take_back"]


def test_private_names_and_setters_need_no_docstring() -> None:
    source = '''
        """Lamps."""
        def _go(): ...
        class _A:
            def go(self): ...
        class B:
            """Shines."""
            def __init__(self): ...
            @property
            def lit(self):
                """How bright, 0 to 255."""
            @lit.setter
            def lit(self, n): ...
    '''
    assert silent(box=source) == []


def test_a_class_based_on_a_protocol_has_its_docstrings() -> None:
    assert silent(lamps=LAMPS, box=RED) == []


def test_a_likeness_is_not_enough() -> None:
    assert silent(lamps=LAMPS, box=RED.replace("(Light)", "")) == ["box Red.shine"]


def test_a_base_without_a_docstring_gives_none() -> None:
    mute = LAMPS.replace('"""How bright it is now, 0 to 255."""', "...")
    assert silent(lamps=mute, box=RED) == ["lamps Lamp.shine", "box Red.shine"]


def test_the_words_may_be_in_a_base_class() -> None:
    dark = '''
        """Lamps in the dark."""
        from box import Red
        class Dim(Red):
            """Under a cloth."""
            def shine(self) -> int: ...
    '''
    assert silent(lamps=LAMPS, box=RED, dark=dark) == []


# Riddles


@pytest.mark.parametrize(
    ("words", "n"),
    [
        ("Return the seats that still have to answer.", 0),
        ("Who has won begins.", 1),
        ("A seat takes a card. How many it has depends on the round.", 1),
        ("What is asked?", 0),
        ("Of several the newest counts; that of a guest never does.", 1),
        ("Read the file anew.", 1),
        ("Everybody answers at once.", 1),
        ("Return `told`, a field of the file.", 0),
        ("The crown\n    stands there. The crown is there.", 1),
    ],
)
def test_a_sentence_that_riddles_is_counted(words: str, n: int) -> None:
    assert len(riddles(f'"""{words}"""')) == n
    assert len(riddles("\n".join(f"# {line.strip()}" for line in words.split("\n")))) == n
    assert len(script_riddles("\n".join(f"// {line.strip()}" for line in words.split("\n")))) == n
    assert len(script_riddles(f".card {{ color: red; }} /* {words} */")) == n


def test_the_text_below_a_field_counts_and_other_texts_do_not() -> None:
    assert riddles('seat: str = "Who stands here."\n"""Who sits here."""') == ["Who sits here."]


# Names that lead nowhere


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        ("Return `seat`.", []),
        ("Return what `said` has.", ["said"]),
        ("Return `other` of the same file.", []),
        ("Return it, as `Due.known_to` says.", []),
    ],
)
def test_a_docstring_of_a_function_names_what_its_file_has(words: str, lost: list[str]) -> None:
    assert list(lost_names(f'def go(seat):\n    """{words}"""\n\ndef other(): ...')) == lost


# Names with several meanings


def test_names_with_several_meanings_are_counted_in_each_package() -> None:
    source = "class Told: ...\ndef said(chair): told = heard(said=chair); return told.told"
    house = {"web.drawing.parts": ast.parse(source), "web.app": ast.parse("import said\nsay(told)")}
    assert ambiguous(house) == {"web.drawing": 3}
