"""A store of thousands of tables must not grow too fast: what an answer writes is small, and what is packed opens safely."""

import zlib
from pathlib import Path

import msgspec
import pytest

from companion.hall import layout
from companion.hall.etcd import Put
from companion.hall.layout import MOST_UNPACKED, Open, packed, unpacked
from tests.support.games import answers
from tests.support.halls import Member, Unlucky, begun

MOST_BYTES = 1500
"""The most bytes that an answer of Buru may write, on average: 5,000 tables then write half a gigabyte in five minutes."""


def test_an_answer_of_buru_writes_less_than_so_many_bytes(tmp_path: Path, unlucky: Unlucky) -> None:
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
