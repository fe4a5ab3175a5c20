"""The proof of a record: a line that somebody takes out, alters or invents is found. A record shows no secret for this."""

import base64
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.commands.terminal import AGAINST_THE_RULES
from companion.core.dues import Correction
from companion.core.game import AnyGame
from companion.core.journal import (
    CHAIN,
    CorrectionEntry,
    Entry,
    MemoryJournal,
    TableHead,
    Visibility,
    entry_hash,
    head_hash,
    inner_hash,
)
from companion.core.state import known_part
from companion.core.words import BadFile, Refused, text
from companion.promises.tapes import Tape, restless_tapes, tape_of
from companion.records.proof import Proof, export, verify
from companion.records.record import RefusedLine, replay
from companion.speech.say import say
from tests.promises.settings import GAMES, NUMBER, Setting, settings, settings_of
from tests.support.games import play
from tests.support.houses import open_house, playing
from tests.support.records import exported
from tests.toy import GAME as TOY
from tests.toy.playing import Market

SHELF = {TOY.id: TOY}
OATHS = ("Ben", "Cho")
"""The seats to whom Ana swears, one after the other. These oaths stay secret for ever."""


class Kept:
    """The market's entries as a box keeps them."""

    def __init__(self, market: Market, journal: MemoryJournal) -> None:
        self._head = market.table.head
        self._journal = journal

    def table(self, number: int) -> TableHead | None:
        return self._head if number == 7 else None

    def read(self, table: int, since: int = 0) -> list[Entry]:
        return list(self._journal.read(table, since))


def market_lines() -> tuple[list[str], str]:
    """Return the record of a night market in which Ana swore twice, and its fingerprint as the screens showed it."""
    journal = MemoryJournal()
    market = Market(journal, nights=1)
    for to in OATHS:
        market.post("Ana", {"type": "oath", "to": to})
    market.night().post("Ana", {"type": "oath", "to": None}).reveal("quay").reveal("hill")
    return list(export(Kept(market, journal), 7, SHELF)), market.moment.fingerprint


def proof_of(lines: list[str]) -> Proof:
    return verify("\n".join(lines), SHELF)


def is_found_out(lines: list[str], fingerprint: str) -> bool:
    try:
        return proof_of(lines).prints[-1] != fingerprint
    except (BadFile, RefusedLine):
        return True


def proves_nothing(lines: list[str]) -> bool:
    """Return whether `verify` says, for any fingerprint, that this record proves nothing."""
    return proof_of(lines).chain == 1 and proof_of(lines).left_out > 0


def left_out(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if "inner" in json.loads(line)]


def test_eternal_secrets_are_in_no_line_and_the_record_still_leads_to_the_fingerprint() -> None:
    lines, fingerprint = market_lines()
    assert proof_of(lines) == Proof(proof_of(lines).prints, 3, CHAIN)
    assert proof_of(lines).prints[-1] == fingerprint
    assert "oath" not in "".join(lines)
    for i in left_out(lines):
        assert set(json.loads(lines[i])) == {"inner", "hash"}


def test_an_inner_hash_says_nothing_to_a_guesser() -> None:
    """Without the random bits of the entry every oath that might have been sworn fits as badly as every other."""
    lines, _ = market_lines()
    shown = {json.loads(lines[i])["inner"] for i in left_out(lines)}
    oaths = [{"seat": "Ana", "do": {"type": "oath", "to": to}} for to in (*OATHS, None)]
    seen = [json.loads(line).get("bits", "") for line in lines[1:]]
    assert not shown & {inner_hash(one, bits) for one in oaths for bits in (*seen, "", "0" * 32)}


@pytest.mark.parametrize("many", [1, 2, 5])
def test_lines_taken_out_are_missed(many: int) -> None:
    lines, fingerprint = market_lines()
    for i in range(1, len(lines) - many):
        gone = json.loads(lines[i + many - 1])["hash"]
        for instead in ([], [json.dumps({"hash": gone})], [json.dumps({"inner": "0" * 64, "hash": gone})]):
            assert is_found_out([*lines[:i], *instead, *lines[i + many :]], fingerprint), (i, instead)


def test_a_line_left_out_cannot_hide_that_one_before_it_was_altered() -> None:
    """The old form could not find this, because a new chain began at such a line."""
    lines, fingerprint = market_lines()
    for i in left_out(lines):
        for at in range(1, i):
            data = json.loads(lines[at])
            for altered in ({"bits": "f" * 32}, {"seat": "Cho"}, {"do": {"type": "wait"}}, {"inner": "0" * 64}):
                if data | altered == data:
                    continue
                assert is_found_out([*lines[:at], json.dumps(data | altered), *lines[at + 1 :]], fingerprint)


@pytest.mark.parametrize("chain", [None, 1, CHAIN])
def test_no_record_can_be_invented_from_the_letters_that_everybody_saw(chain: int | None) -> None:
    _, fingerprint = market_lines()
    hash_ = base64.b32decode(fingerprint + "AAAA").hex()[:15].ljust(64, "0")
    head: dict[str, Any] = {"game": TOY.id, "seats": ["Ana", "Ben", "Cho"], "options": {}}
    head |= {} if chain is None else {"chain": chain}
    for line in ({"hash": hash_}, {"inner": hash_, "hash": hash_}, {"seat": None, "do": {}, "bits": "0", "hash": hash_}):
        lines = [json.dumps(head), json.dumps(line)]
        assert is_found_out(lines, fingerprint) or proves_nothing(lines)


def hidden(line: str) -> str:
    """Return a line of a record after somebody removed its answer: only its hashes stay."""
    entry = json.loads(line)
    content = {name: value for name, value in entry.items() if name not in ("bits", "hash")}
    return json.dumps({"inner": inner_hash(content, entry["bits"]), "hash": entry["hash"]})


def test_hiding_a_line_that_is_no_secret_shows_as_one_more_line_left_out() -> None:
    lines, fingerprint = market_lines()
    redacted = proof_of([*lines[:-1], hidden(lines[-1])])
    assert redacted.prints[-1] == fingerprint
    assert redacted.left_out == proof_of(lines).left_out + 1


@pytest.mark.parametrize("chain", [0, 3, -1, True, "2", None, 10**30])
def test_a_form_that_this_box_does_not_know_is_a_bad_file(chain: Any) -> None:
    lines, _ = market_lines()
    with pytest.raises(BadFile, match=r"file\.line"):
        proof_of([json.dumps(json.loads(lines[0]) | {"chain": chain}), *lines[1:]])


def verified(record: str, code: str) -> str:
    """Return the words of `companion verify` about a record and this check code."""
    return CliRunner(env={"LC_ALL": "en"}).invoke(main, ["verify", "-", code], record).stdout


def test_verify_counts_missing_lines_and_warns_that_the_giver_may_have_removed_them(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house)
    head, first, *others = exported(house)
    house.journal.close()
    whole, redacted = "\n".join([head, first, *others]), "\n".join([head, first, *map(hidden, others)])
    code = verify(whole).prints[-1]
    full, less = verified(whole, code), verified(redacted, code)
    assert say(text("verify.same"), "en") in full
    assert say(text("verify.left_out", count=0, all=0), "en")[-30:] not in full
    assert say(text("verify.same"), "en") not in less
    assert say(text("verify.same_rest"), "en") in less
    assert f"{len(others)} lines of {len(others) + 1} are left out." in less
    assert "Somebody may have left out more" in less


# Records of the time before the chain had a number


def in_older_form(folder: Path) -> None:
    """Make the game that is on one of an older box: its head has no chain number, and its entries have no news."""
    house = open_house(folder)
    (number, head), entries = house.journal.current_table() or (0, TableHead("", (), {})), house.journal.read(1)
    old = msgspec.structs.replace(head, chain=1)
    hash_ = head_hash(old.fields())
    with house.journal._writing() as db:
        old_head = {"game": old.game, "seats": old.seats, "options": old.options, "rules": old.rules}
        db.execute("UPDATE tables SET head = ? WHERE number = ?", (msgspec.json.encode(old_head), number))
        for entry in entries:
            hash_ = entry_hash(1, hash_, entry.fields(), entry.bits)
            bare = msgspec.structs.replace(entry, hash=hash_, news=None)
            db.execute("UPDATE entries SET entry = ? WHERE n = ?", (msgspec.json.encode(bare), entry.n))
    house.journal.close()


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """Return the folder of an older box, switched off in mid-game after something was taken back."""
    house = playing(tmp_path, "Ana", "Ben", "Cho", oracle=True)
    play(house, most=8)
    house.take_back("back")
    play(house, seed=2, most=6)
    house.journal.close()
    in_older_form(tmp_path)
    return tmp_path


def test_a_game_of_an_older_box_goes_on_as_it_began_and_its_record_verifies(older: Path) -> None:
    house = open_house(older)
    assert house.trouble is None
    assert house.table is not None
    play(house, seed=3)
    lines = exported(house)
    assert "chain" not in json.loads(lines[0])
    assert verify("\n".join(lines)).prints[-1] == house.table.moment.fingerprint
    assert verify("\n".join(lines)).chain == 1
    house.journal.close()
    assert open_house(older).trouble is None


def test_an_older_game_shows_after_the_restart_what_a_newer_one_would(tmp_path: Path, older: Path) -> None:
    """The number of changes of each screen comes from an older journal as it was counted at the table."""
    house = playing(tmp_path / "newer", "Ana", "Ben", "Cho", oracle=True)
    play(house, most=8)
    house.take_back("back")
    play(house, seed=2, most=6)
    again = open_house(older)
    assert house.table is not None
    assert again.table is not None
    assert again.table.moment.seqs == house.table.moment.seqs
    assert again.table.moment.open_entries == house.table.moment.open_entries


def test_the_next_game_of_an_older_box_is_bound_as_today(older: Path) -> None:
    house = open_house(older)
    play(house, seed=3)
    house.again()
    assert house.table is not None
    assert house.table.head.chain == CHAIN


def test_an_older_record_with_a_line_left_out_is_reported_to_prove_nothing(older: Path) -> None:
    house = open_house(older)
    play(house, seed=3)
    lines = exported(house)
    cut = [lines[0], json.dumps({"hash": json.loads(lines[-1])["hash"]})]
    result = CliRunner(env={"LC_ALL": "en"}).invoke(
        main, ["verify", "-", verify("\n".join(lines)).prints[-1]], "\n".join(cut)
    )
    assert result.exit_code == AGAINST_THE_RULES
    assert result.stderr.startswith("verify.proves_nothing: ")


def test_an_older_record_with_all_its_lines_is_equal_and_reported_as_older(older: Path) -> None:
    house = open_house(older)
    play(house, seed=3)
    lines = exported(house)
    record = "\n".join(lines)
    result = CliRunner(env={"LC_ALL": "en"}).invoke(main, ["verify", "-", verify(record).prints[-1]], record)
    assert result.exit_code == 0
    assert say(text("verify.same"), "en") in result.stdout
    assert say(text("verify.older"), "en") in result.stdout


# Played again


@pytest.mark.parametrize("setting", settings(), ids=str, scope="module")
def test_an_exported_record_is_played_again_to_the_same_end(setting: Setting) -> None:
    """This holds also if lines are left out, and if somebody took back an answer before others' secret ones."""
    shelf = {setting.game.id: setting.game}
    for tape in restless_tapes(setting):
        lines = list(export(Box(tape), NUMBER, shelf))
        here, again = tape.table.moment, replay("\n".join(lines), shelf).moment
        assert again.score() == here.score()
        assert again.story() == here.story()
        assert verify("\n".join(lines), shelf).prints[-1] == here.fingerprint


class Box(Kept):
    """The entries of a tape, as a box keeps them."""

    def __init__(self, tape: Tape) -> None:
        self._head = tape.table.head
        self._journal = tape.journal


def test_an_entry_that_is_secret_for_ever_is_marked_on_the_disk() -> None:
    journal = MemoryJournal()
    Market(journal).post("Ana", {"type": "oath", "to": "Ben"})
    assert journal.read(7)[-1].news == Visibility(forever=True, moved=("Ana",))


def test_a_game_that_goes_on_is_exported_by_nobody() -> None:
    journal = MemoryJournal()
    with pytest.raises(Refused, match="export_unfinished"):
        next(export(Kept(Market(journal), journal), 7, SHELF))


# A game that goes on


class Broken:
    """A game that was broken off after so many entries."""

    def __init__(self, tape: Tape, entries: int) -> None:
        self._table = tape.at(entries)

    def table(self, number: int) -> TableHead | None:
        return self._table.head

    def read(self, table: int, since: int = 0) -> tuple[Entry, ...]:
        return self._table.entries[since:]


def is_known_to_all(tape: Tape, n: int) -> bool:
    """Return whether everybody knew all of entry `n` when it was written."""
    entry, before = tape.entries[n - 1], tape.moments[n - 1]
    if isinstance(entry, CorrectionEntry):
        return entry.do is None
    due = next(due for due in before.history.dues if due.id == entry.due and due.seat == entry.seat)
    return due.announces(entry.do["type"]) and known_part(entry.do, due.known_to, None) == entry.do


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_record_of_an_unfinished_game_has_only_what_the_whole_table_knows(game: AnyGame) -> None:
    count = 0
    for seed in (1, 2):
        tape = tape_of(settings_of(game)[0], seed, restless=bool(seed % 2))
        for at in (at for at in range(3, len(tape.ops), 7) if not tape.moments[at].over):
            lines = list(export(Broken(tape, at), NUMBER, {game.id: game}, unfinished=True))
            assert verify("\n".join(lines), {game.id: game}).prints[-1] == tape.moments[at].fingerprint
            shown = [n for n, line in enumerate(lines[1:], 1) if "bits" in json.loads(line)]
            assert [n for n in shown if not is_known_to_all(tape, n)] == []
            count += len(shown)
    assert count


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_record_of_an_unfinished_game_hides_answers_that_were_taken_back_or_corrected(game: AnyGame) -> None:
    """After a correction the record cannot tell who knew the old answer."""
    for seed in (1, 2, 3):
        tape = tape_of(settings_of(game)[0], seed, restless=True)
        for at in (at for at in range(3, len(tape.ops)) if not tape.moments[at].over):
            entries = tape.entries[:at]
            mended = {n for entry in entries if isinstance(entry, CorrectionEntry) for n in entry.correct}
            if isinstance(entries[-1], CorrectionEntry):
                lines = list(export(Broken(tape, at), NUMBER, {game.id: game}, unfinished=True))[1:]
                assert not mended & {n for n, line in enumerate(lines, 1) if "bits" in json.loads(line)}


def test_the_record_of_an_unfinished_game_hides_an_answer_that_was_corrected() -> None:
    journal = MemoryJournal()
    market = Market(journal).begun().answer(None, "set", seat="Ben", coins=9)
    n = market.moment.entries
    assert '"coins": 9' in list(export(Kept(market, journal), 7, SHELF, unfinished=True))[n]
    market.table.correct(Correction(of=(n,), data={"type": "set", "seat": "Ben", "coins": 5}, by=None))
    assert set(json.loads(list(export(Kept(market, journal), 7, SHELF, unfinished=True))[n])) == {"inner", "hash"}


def test_the_record_of_an_unfinished_game_is_given_only_when_asked_for(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=9)
    house.journal.close()
    assert CliRunner().invoke(main, ["export", "1", "--state", str(tmp_path)]).exit_code == AGAINST_THE_RULES
    result = CliRunner().invoke(main, ["export", "1", "--unfinished", "--state", str(tmp_path)])
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 10
