"""All finished games as one file: another card takes it, and has the same games."""

import io
import json
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_LZMA, ZipFile

import msgspec
import pytest

from companion.bounds import NEWEST_NUMBER, SAVED_BYTES, UNPACKED_BYTES
from companion.box.running import open_journal
from companion.core.journal import entry_hash, head_hash
from companion.core.words import BadFile, Refused
from companion.house.house import House, TakenGames
from companion.journals.box_journal import BoxJournal, FinishedTable, Result
from companion.promises.tapes import Tape, tapes_of
from companion.records.proof import export, verify
from companion.records.results import finished_games
from companion.records.saved import ENDS, LEFT_OUT, read, save
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.promises.settings import SHELF, settings_of
from tests.support.forgetful import ForgetfulJournal
from tests.support.games import play
from tests.support.houses import open_house, playing, sit_down, start
from tests.support.records import finished

WHOLE = [setting for game in SHELF for setting in (settings_of(game)[0], settings_of(game)[-1])]
"""The usual game, and the one with all options together."""


def keep(journal: BoxJournal, tape: Tape) -> int:
    """Keep a whole game as a box does."""
    table, score = tape.table, tape.table.moment.score()
    assert score is not None
    number = journal.open_table(table.head, "CODE")
    for entry in table.entries:
        journal.append(number, entry.n - 1, entry)
    journal.keep_result(
        number, Result(score.as_data(), None, "2026-11-22T20:40:00+00:00", local="2026-11-22T21:40", minutes=40)
    )
    journal.leave_table()
    return number


def records(journal: BoxJournal) -> list[list[str]]:
    return [list(export(journal, number)) for number, _ in journal.results()]


class Cards(NamedTuple):
    """A card with finished games, and a new one that took them."""

    old: ForgetfulJournal
    new: ForgetfulJournal
    codes: list[str]
    """The check codes at the ends."""


@pytest.fixture(scope="module", params=WHOLE, ids=str)
def cards(request: pytest.FixtureRequest) -> Cards:
    old, new, tapes = ForgetfulJournal(), ForgetfulJournal(), tapes_of(request.param)
    for tape in tapes:
        keep(old, tape)
    new.add_finished(read(save(old)))
    return Cards(old, new, [tape.table.moment.fingerprint for tape in tapes])


def test_another_card_has_the_same_records_with_the_same_hashes_and_check_codes(cards: Cards) -> None:
    old, new, codes = cards
    assert records(new) == records(old)
    assert [verify("\n".join(record)).prints[-1] for record in records(new)] == codes


def test_another_card_lists_the_same_results(cards: Cards) -> None:
    assert list(finished_games(cards.new)) == list(finished_games(cards.old))


def test_a_card_that_took_the_games_saves_the_same_file(cards: Cards) -> None:
    assert save(cards.new) == save(cards.old)


# Two cards


def evenings(folder: Path, *games: str, seed: int = 1) -> House:
    """Return a house in whose folder these games were played to their ends, one after the other."""
    house = open_house(folder, seed)
    sit_down(house, "Ana", "Ben", "Cho")
    for n, game in enumerate(games):
        start(house, "Ana", "Ben", "Cho", game=game)
        play(house, seed=n)
        house.leave_game()
    return house


@pytest.fixture
def old(tmp_path: Path) -> Iterator[House]:
    house = evenings(tmp_path / "old", "bali", "animism", "bali")
    yield house
    house.journal.close()


def test_a_new_card_has_every_game_under_its_number_also_after_a_restart(old: House, tmp_path: Path) -> None:
    new = open_house(tmp_path / "new")
    assert new.add_games(old.saved_games()) == TakenGames(3, 0)
    new.journal.close()
    again = open_house(tmp_path / "new")
    assert not again.journal.salvaged
    assert list(finished_games(again.journal)) == list(finished_games(old.journal))
    assert records(again.journal) == records(old.journal)


def test_the_end_of_each_game_can_be_looked_at_again(old: House, tmp_path: Path) -> None:
    new = open_house(tmp_path / "new")
    new.add_games(old.saved_games())
    for number in (1, 2, 3):
        then, now = old.game_finished(number), new.game_finished(number)
        assert then is not None
        assert now is not None
        assert now.screen(None).view == then.screen(None).view


def test_a_file_that_comes_twice_counts_once(old: House, tmp_path: Path) -> None:
    new, raw = open_house(tmp_path / "new"), old.saved_games()
    new.add_games(raw)
    assert new.add_games(raw) == TakenGames(0, 3)
    assert len(new.journal.results()) == 3


def test_games_of_both_cards_stay_and_the_ones_from_elsewhere_get_the_next_numbers(old: House, tmp_path: Path) -> None:
    new = evenings(tmp_path / "new", "animism", seed=9)
    assert new.add_games(old.saved_games()) == TakenGames(3, 0)
    assert [game.game for game in finished_games(new.journal)] == ["animism", "bali", "animism", "bali"]
    assert records(new.journal)[1:] == records(old.journal)


def test_the_next_game_on_a_card_with_games_from_elsewhere_is_a_new_one(old: House, tmp_path: Path) -> None:
    new = open_house(tmp_path / "new")
    new.add_games(old.saved_games())
    sit_down(new, "Ana", "Ben")
    start(new, "Ana", "Ben")
    assert new.table is not None
    assert new.table.number == 4
    assert new.store.state.before == 3


def test_while_a_game_is_on_nothing_is_saved_and_nothing_taken(old: House, tmp_path: Path) -> None:
    raw, new = old.saved_games(), playing(tmp_path / "new", "Ana", "Ben")
    for act in (new.saved_games, lambda: new.add_games(raw)):
        with pytest.raises(Refused) as why:
            act()
        assert why.value.key == "game_on"
    assert new.journal.results() == []


def test_a_kill_in_the_middle_leaves_none_of_the_games(old: House, tmp_path: Path) -> None:
    tables = read(old.saved_games())
    dies = get_context("fork").Process(target=_take_and_die, args=(tmp_path / "new", tables))
    dies.start()
    dies.join(60)
    assert dies.exitcode == -signal.SIGKILL
    journal = open_journal(tmp_path / "new")
    assert (journal.salvaged, journal.newest_table(), list(journal.results())) == (False, 0, [])


def _take_and_die(folder: Path, tables: tuple[FinishedTable, ...]) -> None:
    """Begin to keep these games, and kill the process before the last one."""

    class Deadly(tuple[FinishedTable, ...]):
        def __iter__(self) -> Iterator[FinishedTable]:
            yield from list(tables)[:-1]
            os.kill(os.getpid(), signal.SIGKILL)

    open_journal(folder).add_finished(Deadly(tables))


# Secrets


def test_no_saved_file_has_eternal_secrets(tmp_path: Path) -> None:
    house = finished(tmp_path, "Ana", "Ben", "Cho", oracle=True)
    raw = house.saved_games()
    with ZipFile(io.BytesIO(raw)) as file:
        names = file.namelist()
        (record,) = [file.read(name).decode() for name in names if name.endswith(".jsonl")]
    assert record.splitlines() == list(export(house.journal, 1))
    assert names == ["0001-bali.jsonl", ENDS]


def test_the_secret_places_of_a_table_are_in_no_saved_file(old: House) -> None:
    heads = [old.journal.table(number) for number in (1, 2, 3)]
    with ZipFile(io.BytesIO(old.saved_games())) as file:
        everything = b"".join(map(file.read, file.namelist()))
    assert all(head is not None and head.places and head.places.encode() not in everything for head in heads)


# Bad files


def repacked(raw: bytes, change: Callable[[dict[str, bytes]], dict[str, bytes]], **how: Any) -> bytes:
    """Return the file with its parts changed."""
    with ZipFile(io.BytesIO(raw)) as file:
        parts = change({name: file.read(name) for name in file.namelist()})
    out = io.BytesIO()
    with ZipFile(out, "w", **how) as to:
        for name, part in parts.items():
            to.writestr(name, part)
    return out.getvalue()


def with_end(**fields: Any) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    """Return a change of the facts about every game."""

    def change(parts: dict[str, bytes]) -> dict[str, bytes]:
        ends = {name: {**end, **fields} for name, end in json.loads(parts[ENDS]).items()}
        return {**parts, ENDS: json.dumps(ends).encode()}

    return change


def with_record(change: Callable[[list[str]], list[str]]) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    """Return a change of the lines of the first record."""

    def changes(parts: dict[str, bytes]) -> dict[str, bytes]:
        name = min(parts)
        return {**parts, name: "\n".join(change(parts[name].decode().splitlines())).encode()}

    return changes


def without_end(lines: list[str]) -> list[str]:
    return lines[: len(lines) // 2]


NONE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda raw: b"", "not_one"),
    "a picture": (lambda raw: b"\x89PNG" + raw[4:300], "not_one"),
    "torn": (lambda raw: raw[:-30], "not_one"),
    "another zip": (lambda raw: repacked(raw, lambda parts: {"a.txt": b"a"}), "not_one"),
    "a zip packed otherwise": (lambda raw: repacked(raw, dict, compression=ZIP_LZMA), "not_one"),
    "without a record that it names": (lambda raw: repacked(raw, lambda parts: {ENDS: parts[ENDS]}), "not_one"),
    "no facts": (lambda raw: repacked(raw, lambda parts: {**parts, ENDS: b"[]"}), "not_one"),
    "one number for all": (lambda raw: repacked(raw, with_end(number=1)), "not_one"),
    "a number below one": (lambda raw: repacked(raw, with_end(number=0)), "not_one"),
    "a line changed": (
        lambda raw: repacked(raw, with_record(lambda of: [*of[:3], of[3].replace('"do"', '"od"'), *of[4:]])),
        "changed",
    ),
    "a line taken out": (lambda raw: repacked(raw, with_record(lambda of: [*of[:3], *of[4:]])), "changed"),
    "a game without its end": (lambda raw: repacked(raw, with_record(without_end)), "changed"),
    "a game without answers": (lambda raw: repacked(raw, with_record(lambda of: of[:1])), "changed"),
    "no record": (lambda raw: repacked(raw, with_record(lambda of: ["{", *of])), "bad_game"),
    "a game that nobody knows": (
        lambda raw: repacked(raw, with_record(lambda of: [of[0].replace("bali", "whist"), *of[1:]])),
        "bad_game",
    ),
    "words in place of a date": (lambda raw: repacked(raw, with_end(result={"score": {}, "local": "yesterday"})), "changed"),
    "a game of a million years": (
        lambda raw: repacked(raw, with_end(result={"score": {}, "local": "2026-11-22T21:40", "minutes": 10**15})),
        "changed",
    ),
}


@pytest.mark.parametrize("kind", NONE)
def test_a_bad_file_is_refused_with_its_reason_and_nothing_is_kept(old: House, tmp_path: Path, kind: str) -> None:
    make, reason = NONE[kind]
    new = open_house(tmp_path / "new")
    with pytest.raises(BadFile) as why:
        new.add_games(make(old.saved_games()))
    assert why.value.text.key == f"saved.{reason}"
    assert all(say(why.value.text, language) for language in LANGUAGES)
    assert (new.journal.newest_table(), list(new.journal.results())) == (0, [])


def test_a_score_that_somebody_wrote_into_the_file_does_not_count(old: House, tmp_path: Path) -> None:
    lie = {"score": {"seats": {}, "ranking": [["Cho"]], "tie_break": None}}
    new = open_house(tmp_path / "new")
    new.add_games(repacked(old.saved_games(), with_end(result=lie)))
    assert [game.seats for game in finished_games(new.journal)] == [game.seats for game in finished_games(old.journal)]


@pytest.mark.bound("SAVED_BYTES")
def test_the_largest_file_is_read_and_a_byte_more_is_refused(old: House) -> None:
    raw = old.saved_games()
    filled = SAVED_BYTES - len(raw)
    assert len(read(bytes(filled) + raw)) == 3, "a zip may begin with anything"
    with pytest.raises(BadFile) as why:
        read(bytes(filled + 1) + raw)
    assert why.value.text.key == "saved.too_large"


@pytest.mark.bound("UNPACKED_BYTES")
def test_a_small_file_does_not_unpack_to_more_than_the_bound(old: House) -> None:
    raw = old.saved_games()
    with ZipFile(io.BytesIO(raw)) as file:
        used = sum(info.file_size for info in file.infolist())

    def filled(by: int) -> bytes:
        return repacked(raw, lambda parts: {**parts, "more": bytes(by)}, compression=8)

    assert len(read(filled(UNPACKED_BYTES - used))) == 3
    with pytest.raises(BadFile) as why:
        read(filled(UNPACKED_BYTES - used + 1))
    assert why.value.text.key == "saved.too_large"


@pytest.mark.bound("NEWEST_NUMBER")
@pytest.mark.parametrize(("number", "is_taken"), [(NEWEST_NUMBER, True), (NEWEST_NUMBER + 1, False)])
def test_a_number_that_no_box_reaches_is_refused(tmp_path: Path, number: int, is_taken: bool) -> None:
    raw = repacked(finished(tmp_path, "Ana", "Ben").saved_games(), with_end(number=number))
    if is_taken:
        assert read(raw)[0].number == number
    else:
        with pytest.raises(BadFile):
            read(raw)


# Other versions


def test_a_game_that_this_box_cannot_play_any_more_is_left_out_and_named(old: House) -> None:
    with ZipFile(io.BytesIO(save(old.journal, {game.id: game for game in SHELF if game.id != "animism"}))) as file:
        assert [name for name in file.namelist() if name.endswith(".jsonl")] == ["0003-bali.jsonl", "0001-bali.jsonl"]
        assert file.read(LEFT_OUT) == b"2\n"


def of_older_rules(tape: Tape) -> ForgetfulJournal:
    """Return a card with this game as kept by a box that knew only the first rules."""
    journal, head = ForgetfulJournal(), msgspec.structs.replace(tape.table.head, rules=1)
    number, hash_, score = journal.open_table(head, "CODE"), head_hash(head.fields()), tape.table.moment.score()
    for entry in tape.table.entries:
        hash_ = entry_hash(head.chain, hash_, entry.fields(), entry.bits)
        journal.append(number, entry.n - 1, msgspec.structs.replace(entry, hash=hash_))
    assert score is not None
    journal.keep_result(number, Result(score.as_data()))
    return journal


def test_a_game_of_older_rules_comes_over_with_its_record_its_result_and_its_rules() -> None:
    babel = next(game for game in SHELF if game.id == "babel")
    setting = next(one for one in settings_of(babel) if babel.changed(1, msgspec.convert(one.options, babel.options)))
    old, new = of_older_rules(tapes_of(setting)[0]), ForgetfulJournal()
    new.add_finished(read(save(old)))
    assert records(new) == records(old)
    assert list(finished_games(new)) == list(finished_games(old))
    head = new.table(1)
    assert head is not None
    assert head.rules == 1
