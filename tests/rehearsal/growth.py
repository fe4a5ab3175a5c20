"""Writes to a real store what the boxes of thousands of tables write, and measures how large its history becomes:
`python -m tests.rehearsal.growth --tables 5000 --rate 1000 --seconds 300`.

No box runs. The transactions have the conditions, keys and sizes of those of a Buru table (docs/hall.md).
"""

import argparse
import json
import os
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import Process, Queue
from pathlib import Path

from companion.hall import layout
from companion.hall.etcd import Absent, Act, At, Put, Same
from companion.hall.layout import Owner
from companion.hall.own_store import Node, cluster, until_they_answer
from companion.hall.store import Store

ENTRY, LAST, OPEN = 512, 112, 835
"""The bytes of a sealed entry, of the sealed end and of a packed screen. One answer in two changes the room's screen."""
BEATS = 0.6
"""The beats for each answer: a table writes one after five seconds without an answer, and answers come every five seconds on
average, by chance."""
LINES = 12
"""The connections of each of the two writing processes."""
MEGABYTE = 1024 * 1024


def transactions(store: Store, first: int, tables: int, many: int, rate: float) -> Iterator[float]:
    """Write this many answers of these tables, at most `rate` a second, and the beats between them. Yield how long each
    answer took, in seconds."""
    names = [f"TABLE{n:07d}" for n in range(first, first + tables)]
    owner = layout.encode(Owner("0123456789abcdef", 1, "f" * 64))
    chance = random.Random(first)
    guests = {}
    for name in names:
        first_of_all = [
            Put(layout.table_key(name, "owner"), owner),
            Put(layout.table_key(name, "guests"), os.urandom(ENTRY)),
        ]
        guests[name] = store.commit([], first_of_all).revision
    began = time.monotonic()
    for n in range(many):
        name, number = names[n % tables], n // tables + 1
        acts: list[Act] = [Put(layout.entry_key(name, number), os.urandom(ENTRY))]
        acts.append(Put(layout.table_key(name, "last"), os.urandom(LAST)))
        if n // tables % 2 == 0:
            acts.append(Put(layout.table_key(name, "open"), os.urandom(OPEN)))
        time.sleep(max(0.0, began + n / rate - time.monotonic()))
        at = time.monotonic()
        mine = [Same(layout.table_key(name, "owner"), owner), At(layout.table_key(name, "guests"), guests[name])]
        assert store.commit([*mine, Absent(layout.entry_key(name, number))], acts).done
        yield time.monotonic() - at
        if chance.random() < BEATS:
            assert store.commit(mine, [Put(layout.table_key(name, "last"), os.urandom(LAST))]).done


def write(address: str, first: int, tables: int, many: int, rate: float, took: "Queue[list[float]]") -> None:
    """Write on LINES connections, each with its own tables."""
    found: list[float] = []

    def line(at: int) -> None:
        with closing(Store([address], seconds=60)) as store:
            found.extend(transactions(store, first + at * (tables // LINES), tables // LINES, many // LINES, rate / LINES))

    threads = [threading.Thread(target=line, args=(at,)) for at in range(LINES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took.put(found)


def measure(node: Node, tables: int, rate: float, seconds: float) -> dict[str, object]:
    """Let two processes write, and return the figures."""
    took: Queue[list[float]] = Queue()
    began, many = time.monotonic(), int(rate * seconds)
    args = [(node.address, at * tables // 2, tables // 2, many // 2, rate / 2, took) for at in (0, 1)]
    writers = [Process(target=write, args=one) for one in args]
    for writer in writers:
        writer.start()
    times = sorted(took.get() + took.get())
    for writer in writers:
        writer.join()
    lasted = time.monotonic() - began
    with closing(Store([node.address])) as store:
        done, size = store.all("/nothing").revision - 1 - tables, store.state().size
    return {
        "tables": tables,
        "answers": len(times),
        "seconds": round(lasted),
        "a second": round(len(times) / lasted),
        "p50 ms": round(1000 * times[len(times) // 2], 1),
        "p99 ms": round(1000 * times[len(times) * 99 // 100], 1),
        "history MiB": round(size / MEGABYTE),
        "transactions": done,
        "bytes a transaction": round(size / done),
    }


def main() -> None:
    """Measure, and print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--rate", type=float, default=1000.0)
    parser.add_argument("--seconds", type=float, default=300.0)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        (node,) = cluster(Path(made), 1)
        # Nothing is forgotten during the measurement: the later option counts.
        node.start("--auto-compaction-retention", "24h", "--quota-backend-bytes", str(4096 * MEGABYTE))
        try:
            until_they_answer([node])
            print(json.dumps(measure(node, wanted.tables, wanted.rate, wanted.seconds)))
        finally:
            node.close()


if __name__ == "__main__":
    main()
