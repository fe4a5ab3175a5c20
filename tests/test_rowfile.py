"""Files of rows that people write by hand: their faults, how a page shows them, and the file after the page's changes."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.owner_things import MissingPart, toml
from companion.core.words import BadFile
from companion.games.buru.owner_cards import FILE, START, Draft, OwnersCards
from companion.kits import cards as fields
from companion.kits.cards import Row, Wording, amounts, keyed, list_with, numbers, trade
from companion.records.record import parse_file, strict_toml

GOODS = ("fish", "palm")
SOME = amounts(*GOODS)
WAYS = list_with(trade(SOME, SOME, "guide", ":"), "|")
SCROLL = keyed(("manuk", "ibu"), SOME, "|")
CARDS = OwnersCards()
TRADE = {"pay": {"fish": 2}, "gain": {"palm": 2}}

AMOUNTS = st.dictionaries(st.sampled_from(GOODS), st.integers(1, 20), min_size=1)
WAY = st.fixed_dictionaries({}, optional={"pay": AMOUNTS, "gain": AMOUNTS, "guide": st.just(True)}).filter(bool)


@given(st.lists(WAY, min_size=1, max_size=4))
def test_a_card_does_the_same_after_it_was_typed_again(ways: list[Any]) -> None:
    assert fields.read(WAYS, fields.typed(WAYS, ways)) == ways


@pytest.mark.parametrize(
    ("form", "phrase", "value"),
    [
        (WAYS, "2 fish : 2 palm | 1 palm : 2 fish", [TRADE, {"pay": {"palm": 1}, "gain": {"fish": 2}}]),
        (WAYS, "2fish:2palm|guide", [TRADE, {"guide": True}]),
        (WAYS, "1 fish :", [{"pay": {"fish": 1}}]),
        (SCROLL, "manuk 1 fish | ibu 2 palm", {"manuk": {"fish": 1}, "ibu": {"palm": 2}}),
        (numbers(), "2 5", [2, 5]),
    ],
)  # fmt: skip
def test_a_phrase_is_read_as_it_is_printed(form: Wording, phrase: str, value: object) -> None:
    assert fields.read(form, phrase) == value


@pytest.mark.parametrize(
    ("form", "phrase"),
    [(WAYS, "2 gold"), (WAYS, "fish 2"), (WAYS, "1 fish 2 fish"), (WAYS, "1 fish : 2 palm : 1 fish"),
     (WAYS, "guide : 1 fish"),
     (SCROLL, "1 fish"), (SCROLL, "ibu 1 fish | ibu 2 fish"), (SOME, "9" * 99 + " fish"), (numbers(), "two"), (SOME, "2")],
)  # fmt: skip
def test_text_that_cannot_be_read_stays_as_it_was_typed(form: Wording, phrase: str) -> None:
    assert fields.read(form, phrase) == phrase


def draft(**parts: Any) -> Draft:
    return msgspec.convert(parts, Draft)


def where(lacks: Any) -> list[tuple[str, tuple[int, ...]]]:
    return [(lack.part, lack.at) for lack in lacks if isinstance(lack, MissingPart)]


def test_a_row_that_says_nothing_is_none_yet() -> None:
    begun = draft(islander=[{"said": {}}, {"said": {"cost": ""}}])
    assert where(CARDS.lacks(begun)) == [("islander", ())]
    assert FILE.written(begun) == {}


def test_a_fault_names_its_row_and_column() -> None:
    rows = [{"said": {"name.en": "Farmer", "group": "gatherer", "cost": "21", "does": "2 gold"}}, {"said": {"cost": "1"}}]
    assert where(CARDS.lacks(draft(islander=rows))) == [
        ("islander", (0, 2)),
        ("islander", (0, 3)),
        ("islander", (1, 0)),
        ("islander", (1, 1)),
    ]


def test_rows_that_a_page_began_have_keys_of_their_names_and_none_twice() -> None:
    named = [{"said": {"name.en": name}} for name in ("Old Tree", "old tree!", "古い木", "Old Tree")]
    keys = ["old_tree", "old_tree_2", "forest3", "old_tree_3"]
    assert list(FILE.written(draft(forest=named))) == keys
    assert list(FILE.written(draft(forest=[Row("kept", {"name.en": "Old"}), Row("kept", {"name.en": "Old"})]))) == [
        "kept",
        "old",
    ]


def test_a_file_is_the_same_once_it_was_opened_and_saved() -> None:
    opened = draft(**FILE.drafted(START))
    assert strict_toml(toml(FILE.written(opened))) == START
    assert CARDS.lacks(opened) == ()


@pytest.mark.parametrize("field", ["kind", "colour"])
def test_values_that_no_row_can_have_are_a_bad_file(field: str) -> None:
    with pytest.raises(BadFile):
        FILE.drafted({"farmer": {**START["farmer"], field: "king"}})


def test_other_faults_can_be_mended_by_typing() -> None:
    opened = draft(**FILE.drafted({"farmer": {**START["farmer"], "cost": 99, "does": [{"gain": {"gold": 1}}]}}))
    assert opened.islander[0].typed["cost"] == "99"
    assert where(CARDS.lacks(opened)) == [("islander", (0, 2)), ("islander", (0, 3))]


@given(st.text(), st.text())
def test_any_words_are_the_same_in_toml(one: str, other: str) -> None:
    rows: Any = {"a": {"kind": one, "name": {"en": other, "x y": one}}}
    if all(ord(letter) < 0xD800 or ord(letter) > 0xDFFF for letter in one + other):
        assert strict_toml(toml(rows)) == rows


@pytest.mark.parametrize("words", ["= 1", "a = 1\na = 2", "a = " + "9" * 99, "a = " + "9" * 9999, "a = " + "[" * 9999, "\0"])
def test_a_text_that_is_no_toml_is_a_bad_file(words: str) -> None:
    with pytest.raises(BadFile):
        strict_toml(words)


def test_a_file_is_json_by_its_suffix_alone() -> None:
    assert parse_file('{"a": {}}', "cards.json") == {"a": {}} == parse_file("[a]", "cards.toml") == parse_file("[a]", "-")
    for words in ("[1]", "[a]"):
        with pytest.raises(BadFile):
            parse_file(words, "cards.json")
