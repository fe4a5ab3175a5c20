"""People can read a name aloud and distinguish it from the others, in any script."""

import pytest

from companion.bounds import NAME_CHARACTERS, NAME_LETTERS, NAME_MARKS
from companion.core.words import Refused
from companion.speech.names import alike, is_name, letters, spelled

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


@pytest.mark.bound("NAME_LETTERS", "NAME_MARKS")
@pytest.mark.parametrize(
    "name",
    [
        FAMILY, FAMILY * NAME_LETTERS, "W" * NAME_LETTERS, "\U0001f1eb\U0001f1f7" * NAME_LETTERS, "é" * NAME_LETTERS,
        "b" + "\u0300" * NAME_MARKS,
        "e\u0301" * NAME_LETTERS, "\U0001f937\U0001f3fd\u200d\u2640\ufe0f", "1\ufe0f\u20e3", "❤\ufe0f", "محمد", "מרים",
        "मनीषा", "สมชาย", "가나다", "\u1112\u1161\u11ab", "Åsa-Lill O’Hara", "日本語", "Nguyễn",
    ],
)  # fmt: skip
def test_any_twenty_letters_that_can_be_seen_are_a_name(name: str) -> None:
    assert is_name(spelled(name))


@pytest.mark.bound("NAME_LETTERS", "NAME_MARKS")
@pytest.mark.parametrize(
    "name",
    [
        "\u3164", "\uffa0", "\u115f", "\u2800", "\u200d", "\ufe0f", "\u0301", "Ana\u034f", "Ana\u3164", "Ana\u2800x",
        "Ana\u200bx", "An\u200da", "An\u200ca", "Ana\ufe0f", "A\u00adna", "Ana\U000e0061", "Ana\U000e0100", "\u2066Ana",
        "Ana\u180e", "b" + "\u0300" * (NAME_MARKS + 1), "W" * (NAME_LETTERS + 1), FAMILY * (NAME_LETTERS + 1), "An\na",
        "\u0378", "",
    ],
)  # fmt: skip
def test_an_invisible_name_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="bad_name"):
        spelled(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"), ("Ana", "\u0410n\u0430"), ("Zoé", "Zoe\u0301"), ("Ana Li", "Ana  Li"), ("Ana Li", "Ana\u3000Li"),
        ("Ana", "Ａｎａ"), ("ΟΝ", "oν"), ("Boo", "\u0412\u043e\u043e"), ("❤", "❤\ufe0f"),
    ],
)  # fmt: skip
def test_names_that_look_alike_count_as_one(one: str, other: str) -> None:
    assert alike(spelled(one)) == alike(spelled(other))


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Zoé", "Zoe"), ("Иван", "Ивана"), ("🦊", "🐻"), ("一", "二")])
def test_names_that_differ_to_the_eye_are_two(one: str, other: str) -> None:
    assert alike(one) != alike(other)


def test_letters_are_counted_as_people_count_them() -> None:
    assert letters("e\u0301a" + FAMILY + "\U0001f1eb\U0001f1f7\U0001f1ef") == [
        "e\u0301", "a", FAMILY, "\U0001f1eb\U0001f1f7", "\U0001f1ef",
    ]  # fmt: skip


@pytest.mark.bound("NAME_CHARACTERS")
def test_a_name_of_the_longest_length_fits_in_all_letters_and_one_more_is_refused() -> None:
    """Families with a skin colour are the longest letters that exist."""
    family = "\u200d".join(person + "\U0001f3fd" for person in FAMILY.split("\u200d"))
    many, left = divmod(NAME_CHARACTERS, len(family))
    name = family * many + "x" * left
    assert is_name(name)
    assert not is_name(name + "\u0301")
    assert len(letters(name + "\u0301")) <= NAME_LETTERS
