"""The chain: each entry is bound to the one before, so nobody can change a bid afterwards."""

import json

import msgspec
import pytest

from companion.core.journal import (
    CHAIN,
    AnswerEntry,
    CorrectionEntry,
    Entry,
    MemoryJournal,
    Occupied,
    canonical,
    decode_entry,
    encode_entry,
    entry_hash,
    fingerprint,
    head_hash,
)
from companion.promises.tapes import tape_of
from tests.promises.settings import GAMES, settings_of

GAME_HASH = head_hash({"game": "toy", "seats": ["Ana"], "options": {}})
BITS = "0" * 32


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_entry_is_bound_to_the_one_before_and_the_first_to_the_head(game):
    tape = tape_of(settings_of(game)[0], 1, restless=True)
    before = head_hash(tape.table.head.fields())
    for n, entry in enumerate(tape.entries, 1):
        assert entry.n == n
        assert entry.hash == entry_hash(tape.table.head.chain, before, entry.fields(), entry.bits)
        before = entry.hash
    assert tape.table.moment.hash == before


@pytest.mark.parametrize(
    "other",
    [
        {"seat": "Ben", "do": {"type": "bid", "token": 1}},
        {"seat": None, "do": {"type": "bid", "token": 1}},
        {"seat": "Ana", "do": {"type": "bid", "token": 2}},
        {"seat": "Ana", "do": {"type": "bid", "token": True}},
        {"seat": "Ana", "do": {"type": "bid"}},
        {"correct": [1], "do": {"type": "bid", "token": 1}},
    ],
)
def test_changing_an_entry_changes_its_hash(other):
    line = {"seat": "Ana", "do": {"type": "bid", "token": 1}}
    assert entry_hash(CHAIN, GAME_HASH, other, BITS) != entry_hash(CHAIN, GAME_HASH, line, BITS)


def test_equal_answers_have_different_hashes_by_their_random_bits():
    line = {"seat": "Ana", "do": {"type": "bid", "token": 1}}
    assert entry_hash(CHAIN, GAME_HASH, line, BITS) != entry_hash(CHAIN, GAME_HASH, line, "1" + BITS[1:])


def test_an_entry_moved_to_another_place_changes_its_hash():
    line = {"seat": "Ana", "do": {"type": "bid", "token": 1}}
    once = entry_hash(CHAIN, GAME_HASH, line, BITS)
    assert entry_hash(CHAIN, once, line, BITS) != once


def test_the_order_in_which_fields_are_written_changes_nothing():
    data = json.loads('{"b": [1, {"d": "é", "c": null}], "a": 2}')
    assert canonical(data) == canonical(dict(reversed(data.items()))) == '{"a":2,"b":[1,{"c":null,"d":"é"}]}'.encode()


def test_a_fingerprint_is_twelve_letters_for_people():
    print_ = fingerprint(GAME_HASH)
    assert len(print_) == 12
    assert set(print_) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    assert fingerprint(head_hash({"game": "toy", "seats": ["Ben"], "options": {}})) != print_


def entry(n: int) -> Entry:
    return AnswerEntry(n=n, due="a", seat=None, do={"type": "a"}, bits=BITS, hash=str(n))


def test_a_second_writer_finds_the_place_taken():
    journal = MemoryJournal()
    journal.append(1, 0, entry(1))
    for expected, n in ((0, 1), (2, 3), (1, 3)):
        with pytest.raises(Occupied):
            journal.append(1, expected, entry(n))
    assert journal.read(1) == [entry(1)]


def test_tables_have_journals_of_their_own():
    journal = MemoryJournal()
    journal.append(1, 0, entry(1))
    journal.append(2, 0, entry(1))
    journal.append(2, 1, entry(2))
    assert [e.n for e in journal.read(2)] == [1, 2]
    assert [e.n for e in journal.read(2, since=1)] == [2]
    assert journal.read(3) == []


def test_an_entry_says_in_a_record_what_its_hash_binds_and_no_more():
    entry = AnswerEntry(n=4, due="bid", seat="Ana", do={"type": "bid"}, by="Ben", key="k", bits=BITS, hash="")
    assert entry.fields() == {"seat": "Ana", "do": {"type": "bid"}}
    corrected = CorrectionEntry(n=5, correct=(2, 3), bits=BITS, hash="")
    assert corrected.fields() == {"correct": [2, 3], "do": None}


LINES_ON_DISK = (
    b'{"n":1,"due":"0.bid.Ana.1","seat":"Ana","do":{"type":"bid","at":2},"by":"Ana","key":"k1","bits":"00","hash":"aa",'
    b'"news":{"open":true}}',
    b'{"n":2,"due":"0.draw","do":{"type":"draw","card":"x"},"posted":{"type":"draw"},"drawn":true,"bits":"00","hash":"bb",'
    b'"news":{"moved":["Ana",null],"forever":true}}',
    b'{"n":3,"due":"set","do":{"type":"set"},"bits":"00","hash":"cc"}',
    b'{"n":4,"do":{"type":"bid","at":3},"correct":[1],"by":"Ben","key":"k2","bits":"00","hash":"dd","news":{}}',
    b'{"n":5,"correct":[1,2],"bits":"00","hash":"ee"}',
    b'{"n":6,"do":{"type":"bid"},"bits":"00","hash":"ff"}',
)
"""Lines as boxes of every version have kept them. No tag says which is an answer. The last one has lost its question."""


def test_a_line_is_kept_byte_for_byte_as_it_always_was():
    entries = [decode_entry(line) for line in LINES_ON_DISK]
    assert [type(entry) for entry in entries] == [
        AnswerEntry,
        AnswerEntry,
        AnswerEntry,
        CorrectionEntry,
        CorrectionEntry,
        AnswerEntry,
    ]
    assert tuple(encode_entry(entry) for entry in entries) == LINES_ON_DISK
    assert entries[3].fields() == {"correct": [1], "do": {"type": "bid", "at": 3}}
    assert entries[4].fields() == {"correct": [1, 2], "do": None}


@pytest.mark.parametrize(
    "line",
    [
        b'{"n":1,"due":"a","bits":"00","hash":"aa"}',
        b'{"n":1,"do":{"type":"a"},"hash":"aa"}',
        b'{"n":1,"correct":"x","bits":"00","hash":"aa"}',
        b'{"do":{"type":"a"},"bits":"00","hash":"aa"}',
        b"[]",
        b"",
    ],
)
def test_a_line_that_is_neither_answer_nor_correction_is_no_entry(line: bytes):
    with pytest.raises(msgspec.MsgspecError):
        decode_entry(line)
