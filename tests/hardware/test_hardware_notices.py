"""Notices for the owner of a card: the display shows them until somebody has read them, in the box's language."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.card.uploads import file_notice, read_notices, update_notice, write_notices
from companion.core.words import text
from companion.house.panel_acts import HouseForPanel
from companion.snapshot.panel import PanelSnapshot
from companion.snapshot.table import CardNotice
from companion.speech.languages import LANGUAGES
from tests.hardware.box import BACK, NEXT, OK, Bench, claiming, lobby, playing, troubled
from tests.support.houses import open_house

COUNTRY = file_notice(text("card.bad.country", line=7))
UPDATE = update_notice(text("card.update.forged"))


def knowing(snapshot: PanelSnapshot, *notices: CardNotice) -> PanelSnapshot:
    return replace(snapshot, card_notices=notices)


@pytest.mark.parametrize(("language", "words"), [
    ("en", ("companion.txt", "Line 7", "Country: two letters, as in FR.")),
    ("fr", ("companion.txt", "Ligne 7", "Pays\u202f: deux lettres, comme FR.")),
    ("ja", ("companion.txt", "7 行目", "国：2文字（例：JP）")),
])  # fmt: skip
def test_a_notice_is_on_the_display_in_the_box_s_language(language: str, words: tuple[str, ...]) -> None:
    bench = Bench(knowing(lobby(language), COUNTRY))
    assert bench.page == "told"
    assert bench.lines == words


def test_ok_says_that_a_notice_was_read_and_nothing_else_happens() -> None:
    bench = Bench(knowing(lobby(), COUNTRY, UPDATE))
    bench.press(BACK, NEXT)
    assert bench.page == "told"
    assert bench.box.bidden == []
    bench.press(OK)
    assert bench.box.bidden == [("have_read", COUNTRY)]
    bench.box.becomes(knowing(lobby(), UPDATE))
    assert bench.lines[0] == "Update"


def test_urgent_pages_of_a_table_come_before_it() -> None:
    assert Bench(knowing(troubled(), COUNTRY)).page == "error"
    assert Bench(knowing(claiming(), COUNTRY)).page == "new_phone"
    assert Bench(knowing(playing(), COUNTRY)).page == "told"


def test_the_box_forgets_what_was_read_and_keeps_the_rest(tmp_path: Path) -> None:
    for_panel = HouseForPanel(house := open_house(tmp_path), lambda: None)
    house.store.publish(card_notices=(COUNTRY, UPDATE))
    for_panel.have_read(COUNTRY)
    for_panel.have_read(COUNTRY)
    assert for_panel.snapshot().card_notices == (UPDATE,)


def test_notices_of_the_card_reach_the_box_unchanged(tmp_path: Path) -> None:
    assert read_notices(tmp_path) == ()
    write_notices(tmp_path, [COUNTRY, UPDATE])
    assert read_notices(tmp_path) == (COUNTRY, UPDATE)


@pytest.mark.parametrize("content", ["", "{", "null", json.dumps([1]), json.dumps([["a"]])])
def test_unreadable_notices_are_not_shown(tmp_path: Path, content: str) -> None:
    (tmp_path / "said.json").write_text(content)
    assert read_notices(tmp_path) == ()


def test_every_notice_has_words_in_every_language() -> None:
    assert {Bench(knowing(lobby(language), UPDATE)).buttons[2] for language in LANGUAGES} == {"Read", "Lu", "読んだ"}
