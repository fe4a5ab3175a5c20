"""Missing fonts are named, before a text is cut for want of them."""

from tests.support.fonts import missing_families


def test_a_family_that_is_not_installed_is_named_with_its_package() -> None:
    there = "DejaVu Sans\nNoto Sans CJK JP,Noto Sans CJK JP Bold\nNoto Sans,Noto Sans Medium\n"
    assert missing_families(there) == ["Roboto (fonts-roboto-unhinted)"]
    assert missing_families(f"{there}Roboto\n") == []


def test_without_any_font_all_are_named() -> None:
    assert len(missing_families("")) == 4
