"""A store on this machine, for who has no other: one etcd, whose data outlive the board that started it.

It listens where boxes are, so it asks whoever comes for a certificate of the hall's own: those lie beside its data.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from companion.core.words import Refused
from companion.hall import certificates
from companion.hall.access import known_by
from companion.hall.line import Away
from companion.hall.node import Guarded, Node, answers, free_places, until_they_answer
from companion.hall.store import Store
from companion.hall.users import BOARD, Users, login
from companion.settings import Hall

PORT: Final = 2379
"""etcd's own."""


class OwnStore(NamedTuple):
    """Where it is, and the process, if it is ours."""

    hall: Hall
    """How it is reached, without the hall's key."""
    certificates: Path
    """The folder with those that it is reached by."""
    node: Node | None
    """None: it ran already, and goes on when we end."""

    def close(self) -> None:
        """End what we started."""
        if self.node is not None:
            self.node.close()


def own_store(folder: Path, host: str, port: int = PORT) -> OwnStore:
    """A store that boxes find at `host`, with its data and certificates in `folder`. One that answers there already, as
    another board's or that of a board which was killed, is taken as it is. Raises Refused where none can be started, BadFile
    for a folder that cannot be written or has other certificates."""
    kept = folder / "certificates"
    certificates.make(kept, [host])
    guarded = Guarded(kept / "authority.pem", *certificates.files(kept, host), kept / certificates.REVOKED)
    # Nobody else is in its cluster, and a machine that has etcd from Debian may run that one, too.
    node = Node("board", folder, f"{host}:{port}", {"board": free_places(1)[0]}, guarded)
    hall = board_of((node.address,), kept)
    if _answers(hall):
        guard(hall, kept)
        return OwnStore(hall, kept, None)
    node.start()
    try:
        until_they_answer([node], known_by(hall))
        guard(hall, kept)
    except BaseException:
        node.close()
        raise
    return OwnStore(hall, kept, node)


def board_of(stores: Sequence[str], kept: Path) -> Hall:
    """How a board reaches these stores, by what lies in the folder of the hall's authority."""
    certificate, private = certificates.files(kept, certificates.BOARD)
    return Hall(
        stores=tuple(stores),
        authority=str(kept / f"{certificates.AUTHORITY}.pem"),
        certificate=str(certificate),
        private=str(private),
        login=login(kept, BOARD),
    )


def guard(hall: Hall, kept: Path) -> None:
    """The stores ask everybody for name and password from now on, as they may have done before. Raises Refused."""
    with managed(hall, kept) as users:
        users.guard()


@contextmanager
def managed(hall: Hall, kept: Path) -> Iterator[Users]:
    """The users of these stores, by root's password in that folder. Raises Refused where none of them answers."""
    users = Users(hall.stores, known_by(hall).tls, kept)
    try:
        yield users
    except Away as why:
        raise Refused("hall.not_managed", why=str(why)) from None
    finally:
        users.close()


def _answers(hall: Hall) -> bool:
    store = Store(hall.stores, known_by(hall))
    try:
        return answers(store)
    finally:
        store.close()
