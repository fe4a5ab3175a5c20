"""Faults of a store of three machines: one of them dies, or the leader, or all. Nothing that the store acknowledged is lost,
and the boxes play on."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.hall.etcd import Away
from companion.hall.layout import Owner
from companion.hall.own_store import Node, cluster, until_they_answer
from companion.hall.store import Store
from companion.house.dice import SeededDice
from tests.support.games import step
from tests.support.halls import Member, Room
from tests.support.houses import sit_down, start

BOXES = 3


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[tuple[Node, ...]]:
    if shutil.which("etcd") is None:
        pytest.skip("needs etcd: apt-get install etcd-server")
    found = cluster(tmp_path / "store", 3)
    for node in found:
        node.start()
    until_they_answer(found)
    yield found
    for node in found:
        node.close()


def settled(boxes: list[Member]) -> Room:
    """Wait until everything is copied, after the store answers again. Return the room."""
    for box in boxes:
        for _ in range(2000):
            try:
                box.copies_all()
                break
            except Away:
                continue
    return Room(boxes[0].store)


def holds(room: Room, boxes: list[Member]) -> None:
    for box in boxes:
        assert box.house.table is not None
        assert room.entries(box.table) == list(box.house.table.entries)
        assert room.owner(box.table) == Owner(box.parts.id, 1)
        assert box.fenced == []


@pytest.mark.parametrize("deaths", ["one after the other", "all at once"])
def test_nothing_is_lost_when_machines_of_the_store_die(deaths: str, nodes: tuple[Node, ...], tmp_path: Path) -> None:
    boxes = []
    for n in range(BOXES):
        addresses = [nodes[(n + at) % 3].address for at in range(3)]
        boxes.append(Member(tmp_path / f"box{n}", Store(addresses, seconds=2), f"box{n}", seed=n))
        sit_down(boxes[n].house, "Ana", "Ben")
        start(boxes[n].house, "Ana", "Ben")
    known: dict[str, bytes] = {}
    for round_ in range(6):
        victims = nodes if deaths == "all at once" else (nodes[round_ % 3],)
        for answer in range(4):
            for n, box in enumerate(boxes):
                step(box.house, SeededDice(100 * round_ + 10 * answer + n), f"key-{round_}-{answer}")
                box.clock.pass_(2)
                box.tries(3)
            if answer == 1:
                known = acknowledged(boxes)
                for victim in victims:
                    victim.kill()
        for victim in victims:
            victim.start()
        until_they_answer(nodes)
        assert known.items() <= settled(boxes).raw.items()
    holds(settled(boxes), boxes)
    for box in boxes:
        box.store.close()
        box.close()


def acknowledged(boxes: list[Member]) -> dict[str, bytes]:
    """Return the entries that the store has acknowledged."""
    return {key: value for key, value in settled(boxes).raw.items() if "/entry/" in key}


def test_a_store_without_a_majority_takes_nothing_and_the_box_goes_on(nodes: tuple[Node, ...], tmp_path: Path) -> None:
    store = Store([node.address for node in nodes], seconds=1)
    with closing(store), closing(Member(tmp_path / "box", store)) as box:
        sit_down(box.house, "Ana", "Ben")
        start(box.house, "Ana", "Ben")
        settled([box])
        for node in nodes[:2]:
            node.kill()
        for n in range(5):
            step(box.house, SeededDice(n), f"key-{n}")
            box.clock.pass_(2)
            with pytest.raises(Away):
                box.copies()
        assert box.copier.progress().to_send
        for node in nodes[:2]:
            node.start()
        until_they_answer(nodes)
        holds(settled([box]), [box])


def test_a_table_that_moved_while_its_box_was_cut_off_is_on_one_box_alone(nodes: tuple[Node, ...], tmp_path: Path) -> None:
    addresses = [node.address for node in nodes]
    here, there = Store(addresses), Store(addresses)
    with closing(here), closing(there):
        old, spare = Member(tmp_path / "old", here, "old"), Member(tmp_path / "spare", there, "spare")
        sit_down(old.house, "Ana", "Ben")
        start(old.house, "Ana", "Ben")
        for n in range(6):
            step(old.house, SeededDice(n), f"key-{n}")
        old.copies_all()
        spare.adopts(old.table)
        for n in range(6, 12):  # the old box is cut off, and does not know of the spare yet
            step(old.house, SeededDice(n), f"key-{n}")
            step(spare.house, SeededDice(n + 50), f"key-{n}")
        spare.copies_all()
        old.clock.pass_(60)
        old.copies_all()
        assert [gone.behind for gone in old.fenced] == [6]
        room = Room(here)
        assert spare.house.table is not None
        assert room.entries(spare.table) == list(spare.house.table.entries)
        assert room.owner(spare.table) == Owner("spare", 2)
        old.close()
        spare.close()
