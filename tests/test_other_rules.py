"""A rule changes between two evenings: a game that began with the older rules is kept, proved and shown, but does not
continue."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.bots import choose
from companion.commands.terminal import BAD_FILE
from companion.core.blocks import Secret
from companion.core.journal import (
    AnswerEntry,
    CorrectionEntry,
    Entry,
    TableHead,
    Visibility,
    decode_entry,
    entry_hash,
    head_hash,
)
from companion.core.state import Seat
from companion.core.words import BadFile, Refused
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.records.proof import export, verify
from companion.records.record import replay
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue, say
from tests.promises.settings import SHELF, settings_of
from tests.support.houses import open_house, playing, start

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
OLD = {"game": "babel", "seats": list(NAMES), "rules": 1}
ZEALOT = {"type": "zealot", "now": True}


def record(hands: str = "cardboard", **head: Any) -> str:
    """Return a record that consists of line 1."""
    return json.dumps({"game": "babel", "seats": list(NAMES), "options": {"hands": hands}, **head})


# Changes that a game names


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_a_game_that_raised_its_rules_says_in_every_language_which_one_changed(game):
    for rules in range(1, game.rules):
        found = [game.changed(rules, msgspec.convert(one.options, game.options)) for one in settings_of(game)]
        assert any(found), "nothing changed: then the number need not"
        for changed in filter(None, found):
            assert all(changed.words.key in catalogue(language) for language in LANGUAGES)
            assert say(changed.words, "en") != say(changed.words, "fr")


# A record


def test_a_record_of_a_rule_that_changed_is_refused_with_a_sentence_that_says_which():
    with pytest.raises(BadFile) as why:
        replay(record(rules=1))
    assert "BABEL-22" in say(why.value.text, "en")


@pytest.mark.parametrize("head", [{"rules": 1, "hands": "phones"}, {"rules": 2}, {}])
def test_a_record_for_whose_options_nothing_changed_is_taken(head):
    assert replay(record(**head)).moment.entries == 0


@pytest.mark.parametrize("rules", [3, 0, -1, True, "1", 1.0, None])
def test_rules_that_nobody_knows_are_no_record(rules):
    with pytest.raises(BadFile):
        replay(record(rules=rules))


def test_the_command_says_it_in_one_line_and_ends_as_for_a_bad_file(tmp_path):
    file = tmp_path / "old.jsonl"
    file.write_text(record(rules=1))
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert result.exit_code == BAD_FILE
    assert "BABEL-22" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def play(house: House, most: int = 500, seed: int = 1) -> None:
    """Let the awaited seats answer, each question once."""
    lots = SeededDice(seed)
    for n in range(most):
        assert house.table is not None
        moment = house.table.moment
        answered = {step.entry.due for step in moment.history.newest()}
        due = next((due for due in moment.history.dues if due.waits and due.id not in answered), None)
        if due is None:
            return
        seat = due.seat or house.table.head.seats[0]
        do = choose(house.table.game, moment.screen(seat).view, moment.answers(due), lots.pick)
        house.play(seat, moment.full_id(due.id), do, f"key {seed} {n}")


# A box that was switched off in mid-game, and is on again with newer rules


def aged(folder: Path, *more: Entry) -> list[Entry]:
    """Make the game that is on one of the first version of the rules, with these entries at its end."""
    db = sqlite3.connect(folder / "companion.db")
    old = msgspec.structs.replace(msgspec.json.decode(one(db, "SELECT head FROM tables"), type=TableHead), rules=1)
    db.execute("UPDATE tables SET head = ?", (msgspec.json.encode(old),))
    kept = [decode_entry(row[0]) for row in db.execute("SELECT entry FROM entries ORDER BY n")]
    db.execute("DELETE FROM entries")
    hash_, entries = head_hash(old.fields()), []
    for n, entry in enumerate((*kept, *more), 1):
        hash_ = entry_hash(old.chain, hash_, entry.fields(), entry.bits)
        entries.append(msgspec.structs.replace(entry, n=n, hash=hash_))
        db.execute("INSERT INTO entries (number, n, entry) VALUES (1, ?, ?)", (n, msgspec.json.encode(entries[-1])))
    db.commit()
    db.close()
    return entries


def one(db: sqlite3.Connection, question: str) -> Any:
    return db.execute(question).fetchone()[0]


def answer_of(seat: str, do: dict[str, Any]) -> AnswerEntry:
    """Return an answer that only the older rules took. It was the seat's secret."""
    return AnswerEntry(
        n=0, due="zealot-1", seat=Seat(seat), do=do, by=Seat(seat), key=seat, bits="5" * 32, hash="", news=Visibility()
    )


def taken_back(n: int) -> CorrectionEntry:
    return CorrectionEntry(n=0, correct=(n,), by=Seat("Ben"), key="back", bits="6" * 32, hash="", news=Visibility())


def open_state(house: House) -> Any:
    moment = house.game_for_paper()
    assert moment is not None
    return moment.history.state.public


def switched_off(folder: Path, hands: str = "cardboard", most: int = 12) -> Any:
    """Play a part of Babel Builders and switch off. Return the open state of the game."""
    house = playing(folder, *NAMES, game="babel", hands=hands)
    play(house, most)
    found = open_state(house)
    house.journal.close()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_of_an_older_game_names_the_rule_that_changed(tmp_path, language):
    switched_off(tmp_path)
    aged(tmp_path, answer_of("Ben", ZEALOT))
    house = open_house(tmp_path)
    assert house.table is None
    assert house.trouble is not None
    assert house.trouble.key == "trouble.other_rules"
    assert "BABEL-22" in say(house.trouble, language)


def test_the_journal_keeps_a_game_of_older_rules_unchanged(tmp_path):
    switched_off(tmp_path)
    entries = aged(tmp_path, answer_of("Ben", ZEALOT))
    house = open_house(tmp_path)
    assert list(house.journal.read(1)) == entries
    assert not list(tmp_path.glob("*.damaged-*"))


def test_going_on_without_the_box_shows_all_that_was_in_view_under_older_rules(tmp_path):
    lay = switched_off(tmp_path)
    n = len(aged(tmp_path, answer_of("Ben", ZEALOT), answer_of("Cho", ZEALOT)))
    aged(tmp_path, taken_back(n))
    for _ in range(2):  # also after another restart
        house = open_house(tmp_path)
        assert open_state(house) == lay
        assert house.snapshot(Seat("Ana")).place.broken_off == "babel"
        house.journal.close()


def test_each_seat_still_has_its_own_behind_the_cover(tmp_path):
    switched_off(tmp_path)
    aged(tmp_path)
    house = open_house(tmp_path)
    moment = house.game_for_paper()
    assert moment is not None
    for name in NAMES:
        own = next(block for block in moment.screen(Seat(name)).view.blocks if isinstance(block, Secret))
        hand = house.snapshot(Seat(name)).hand
        assert hand is not None
        assert hand.secret == own


def test_if_more_has_changed_no_set_up_that_may_be_wrong_is_shown(tmp_path):
    switched_off(tmp_path)
    aged(tmp_path, answer_of("Ben", {"type": "dance"}))
    house = open_house(tmp_path)
    assert house.trouble is not None
    assert house.trouble.key == "trouble.other_rules"
    assert house.game_for_paper() is None


def test_another_game_can_be_started(tmp_path):
    switched_off(tmp_path)
    aged(tmp_path)
    house = open_house(tmp_path)
    start(house, *NAMES, game="babel")
    assert house.table is not None
    assert house.table.number == 2
    assert house.table.head.rules == SHELF_RULES


SHELF_RULES = games()["babel"].rules


def test_a_game_continues_if_no_rule_of_its_options_has_changed(tmp_path):
    lay = switched_off(tmp_path, hands="phones")
    aged(tmp_path)
    house = open_house(tmp_path)
    assert house.trouble is None
    assert house.table is not None
    assert open_state(house) == lay
    play(house, seed=2)
    assert house.table.moment.over


# A game that was over


@pytest.fixture
def finished(tmp_path: Path) -> House:
    """Return a house whose finished game had the older rules. In it Ben said that he was a zealot."""
    house = playing(tmp_path, *NAMES, game="babel")
    play(house)
    assert house.journal.result(1) is not None
    house.journal.close()
    aged(tmp_path, answer_of("Ben", ZEALOT))
    return open_house(tmp_path)


def test_the_result_of_an_older_game_stays_and_is_no_trouble(finished):
    assert finished.trouble is None
    assert finished.table is None
    assert [number for number, _ in finished.journal.results()] == [1]


def test_the_record_of_an_older_game_is_exported_names_its_rules_and_verifies(finished):
    lines = list(export(finished.journal, 1))
    assert json.loads(lines[0])["rules"] == 1
    assert verify("\n".join(lines)).left_out == 0
    with pytest.raises(BadFile, match=r"file\.line"):
        replay("\n".join(lines))


def test_one_whose_entries_do_not_say_who_knew_them_is_not_exported(tmp_path):
    house = playing(tmp_path, *NAMES, game="babel")
    play(house)
    house.journal.close()
    aged(tmp_path, msgspec.structs.replace(answer_of("Ben", ZEALOT), news=None))
    with pytest.raises(Refused, match="export_other_rules"):
        list(export(open_house(tmp_path).journal, 1))


def test_an_older_game_that_is_not_over_is_not_exported(tmp_path):
    switched_off(tmp_path)
    aged(tmp_path)
    with pytest.raises(Refused, match="export_other_rules"):
        list(export(open_house(tmp_path).journal, 1, unfinished=True))


def test_the_number_of_newer_rules_is_bound_like_the_rest_of_line_1(tmp_path):
    house = playing(tmp_path, *NAMES, game="babel")
    play(house)
    first, *rest = export(house.journal, 1)
    assert json.loads(first)["rules"] == SHELF_RULES
    changed = json.dumps({**json.loads(first), "rules": SHELF_RULES + 1})
    assert verify("\n".join([first, *rest]))
    with pytest.raises(Exception, match=r"verify|line"):
        verify("\n".join([changed, *rest]))
