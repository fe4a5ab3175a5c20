"""A store of thousands of tables must not grow too fast: what an answer writes is small, and what is packed opens safely."""

import zlib
from pathlib import Path

import msgspec
import pytest

from companion.hall import layout
from companion.hall.copier import RENEWED_SECONDS
from companion.hall.etcd import Put
from companion.hall.guests import PROOF_BYTES, Last, put_last
from companion.hall.keys import Seals
from companion.hall.layout import MOST_UNPACKED, Open, packed, unpacked
from companion.house.dice import SeededDice
from companion.settings import KEY_BYTES
from tests.support.games import answers
from tests.support.games import step as answered
from tests.support.halls import Member, Unlucky, begun
from tests.support.houses import seats_of

MOST_BYTES = 1300
"""The most bytes that an answer of Buru may write, on average. 300 000 of them are then half a gigabyte."""


def test_an_answer_of_buru_writes_fewer_bytes_than_the_bound(tmp_path: Path, unlucky: Unlucky) -> None:
    box = begun(Member(tmp_path / "box", unlucky), "buru", answers=1)
    unlucky.commits.clear()
    many = 0
    for _ in answers(box.house, 3, 240):
        box.copies()
        box.clock.pass_(1)
        many += 1
    box.copies_all()
    puts = [act for acts in unlucky.commits for act in acts if isinstance(act, Put)]
    box.close()
    assert many == 240
    assert sum(len(put.key) + len(put.value) for put in puts) / many < MOST_BYTES


@pytest.mark.parametrize(("entries", "at", "epoch"), [(0, 0, 1), (127, 1_800_000_000, 2), (65_535, 4_000_000_000, 127)])
def test_the_end_of_a_copy_is_equally_long_for_any_content(entries: int, at: int, epoch: int) -> None:
    last = Last(entries, bytes(32), bytes(PROOF_BYTES), at, "0123456789abcdef", epoch)
    assert len(put_last(Seals(bytes(KEY_BYTES)), "T", last).value) == 112


def test_a_box_writes_what_changed_and_nothing_more(tmp_path: Path, unlucky: Unlucky) -> None:
    box = begun(Member(tmp_path / "box", unlucky), "bali", answers=3)
    box.clock.pass_(RENEWED_SECONDS)
    box.copies()
    unlucky.commits.clear()
    box.clock.pass_(RENEWED_SECONDS - 1)
    answered(box.house, SeededDice(1), "another")
    box.copies()
    with box.house.changing() as guests:
        guests.speak(seats_of(box.house)[0], "fr")
    box.copies()
    many = []
    for seconds in (RENEWED_SECONDS - 1, 1):
        box.clock.pass_(seconds)
        box.copies()
        many.append(len(unlucky.commits))
    written = [[named.kind for act in acts if (named := layout.parse_key(act.key))] for acts in unlucky.commits]
    box.close()
    assert written == [["entry", "last", "open"], ["guests", "last"], ["last"]]
    assert many == [2, 3], "a beat comes when nothing was written for a while"


def test_a_screen_that_is_packed_is_read_as_it_was_and_an_older_one_too() -> None:
    view = Open(box="b", game="bali", seats=(), pieces={}, began=1, since=2, parts={"now": {"line": ["x" * 5000, {}]}})
    assert layout.decode(layout.encode(view), Open) == view
    assert layout.decode(msgspec.json.encode(view), Open) == view
    assert len(layout.encode(view)) < 200


BOMB = zlib.compress(b"[" * (MOST_UNPACKED + 1))


@pytest.mark.parametrize(
    "value", [BOMB, packed(b"{}")[:-1], b"\x78", b"\x78\x9c" + b"x" * 50], ids=["bomb", "cut", "x", "junk"]
)
def test_a_value_that_does_not_unpack_is_left_out(value: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        unpacked(value)
    assert layout.decode(value, Open) is None
