"""A store on this machine, for who has no other: one etcd, whose data outlive the board that started it."""

from pathlib import Path
from typing import Final, NamedTuple

from companion.hall.line import Away
from companion.hall.node import Node, until_they_answer
from companion.hall.store import Store

PORT: Final = 2379
PEERS: Final = 2380
"""etcd's own; the second is for a cluster's other machines, of which there are none."""


class OwnStore(NamedTuple):
    """Where it is, and the process, if it is ours."""

    address: str
    node: Node | None
    """None: it ran already, and goes on when we end."""

    def close(self) -> None:
        """End what we started."""
        if self.node is not None:
            self.node.close()


def own_store(folder: Path, host: str, port: int = PORT, peers: int = PEERS) -> OwnStore:
    """A store that boxes find at `host`, with its data in `folder`. One that answers there already, as another board's
    or that of a board which was killed, is taken as it is. Raises Refused where none can be started."""
    node = Node("board", folder, f"{host}:{port}", {"board": f"127.0.0.1:{peers}"})
    if _answers(node.address):
        return OwnStore(node.address, None)
    node.start()
    try:
        until_they_answer([node])
    except BaseException:
        node.close()
        raise
    return OwnStore(node.address, node)


def _answers(address: str) -> bool:
    store = Store([address])
    try:
        store.read("/")
    except Away:
        return False
    finally:
        store.close()
    return True
