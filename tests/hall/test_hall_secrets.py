"""A person who has the store, its disks or its network learns only what the room sees, of any game."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.journal import Entry
from companion.hall import layout
from companion.hall.keys import STEP
from companion.hall.store import Store
from companion.house.dice import SeededDice
from companion.house.guests import token_hash
from companion.shelf import games
from tests.support.games import step
from tests.support.halls import HALL, KEY, Member, Room
from tests.support.houses import playing, sit_down, start

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva", "Fay", "Gil", "Hal", "Ida", "Jo")
SEALED = ("head", "guests", "last", "entry")


def kept(key: str) -> str:
    named = layout.parse_key(key)
    assert named is not None, f"nobody knows what {key} is"
    return named.kind


def seated(box: Member, game: str) -> dict[str, str]:
    """Start a game with the fewest seats, and return the phones' tokens by name."""
    rules = games()[game]
    seats = NAMES[: rules.sizes(rules.options())[0]]
    tokens = sit_down(box.house, *seats)
    start(box.house, *seats, game=game)
    return tokens


def canaries(entries: tuple[Entry, ...], tokens: dict[str, str]) -> set[bytes]:
    """Return bytes that occur only in secrets. They must not be found in any spelling."""
    bare = {entry.bits for entry in entries} | {entry.hash for entry in entries}
    bare |= (
        {token_hash(token) for token in tokens.values()}
        | set(tokens.values())
        | {entry.key for entry in entries if entry.key}
    )
    raw = {bytes.fromhex(entry.bits) for entry in entries} | {KEY}
    return {one.encode() for one in bare} | raw | {b64encode(one) for one in raw} | {HALL.key.encode()}


@pytest.mark.parametrize("game", games())
def test_no_secret_answer_is_in_a_dump_of_the_store(game: str, tmp_path: Path, store: Store) -> None:
    with closing(Member(tmp_path, store)) as box:
        tokens = seated(box, game)
        lots, n, dump = SeededDice(4), 0, b""
        while n < 90 and step(box.house, lots, f"secret-key-{n}"):
            n += 1
            box.copies_all()
            there = Room(store).raw.items()
            dump += b"".join(layout.unpacked(value) for key, value in there if n % 10 == 0 or kept(key) == "open")
        assert box.house.table is not None
        found = [canary for canary in canaries(box.house.table.entries, tokens) if canary in dump]
        assert len(Room(store).entries(box.table)) == box.house.table.moment.entries
        assert found == []


@pytest.mark.parametrize("game", games())
def test_an_answer_hidden_from_the_room_changes_nothing_that_the_store_can_read(
    game: str, tmp_path: Path, store: Store
) -> None:
    unseen = [n for n, was in enumerate(shows(tmp_path / "first", game)) if not was]
    with closing(Member(tmp_path / "box", store)) as box:
        seated(box, game)
        lots = SeededDice(3)
        for n in range(max(unseen, default=-1) + 1):
            if n in unseen[:20]:
                box.copies_all()
                before = readable(store)
            step(box.house, lots, f"key-{n}")
            if n in unseen[:20]:
                box.copies_all()
                assert readable(store) == before


def shows(folder: Path, game: str) -> Iterator[bool]:
    """Yield for each answer of an evening whether the room saw it."""
    rules = games()[game]
    house = playing(folder, *NAMES[: rules.sizes(rules.options())[0]], game=game)
    assert house.table is not None
    lots, before = SeededDice(3), 0
    for n in range(250):
        if not step(house, lots, f"key-{n}"):
            break
        yield house.table.moment.seqs[None] > before
        before = house.table.moment.seqs[None]
    house.journal.close()


END_BYTES = 112
"""The size of the sealed end of a copy in bytes. It does not depend on the content."""


def readable(store: Store) -> dict[str, bytes]:
    return {key: value for key, value in Room(store).raw.items() if kept(key) not in SEALED}


@pytest.mark.parametrize("game", games())
def test_the_length_of_a_sealed_value_shows_only_its_full_steps(game: str, tmp_path: Path, store: Store) -> None:
    with closing(Member(tmp_path, store)) as box:
        seated(box, game)
        for n in range(12):
            step(box.house, SeededDice(n), f"key-{n}")
        box.copies_all()
        sealed = [(kept(key), len(value)) for key, value in Room(store).raw.items() if kept(key) in SEALED]
        assert {length % STEP for kind, length in sealed if kind != "last"} == {0}
        assert {length for kind, length in sealed if kind == "last"} == {END_BYTES}
