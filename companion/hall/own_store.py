"""A store on this machine, for a hall that has no other."""

import os
import platform
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Final, NamedTuple, Self

from companion.core.words import Refused
from companion.hall import certificates, layout
from companion.hall.access import OPEN, Access, is_shut, known_by
from companion.hall.etcd import Away
from companion.hall.store import Store
from companion.hall.users import BOARD, Users, login
from companion.settings import Hall

START_SECONDS: Final = 30.0
"""Until a node answers that was just started, at the latest."""
LOOK_SECONDS: Final = 0.05
END_SECONDS: Final = 5.0
"""That it has to end in good order; then it is killed, which loses nothing."""
FORGET: Final = ("--auto-compaction-mode", "periodic", "--auto-compaction-retention", "5m")
"""What was replaced is forgotten after so long: the board has seen it by then, or reads all there is."""


BE_QUICK: Final = ("--bcrypt-cost", "4")
"""The passwords of a hall are 192 random bits, so nothing is won by making each check slow."""


class Guarded(NamedTuple):
    """The files by which a node is known to boxes, and boxes to it (`companion hall certificates`)."""

    authority: Path
    certificate: Path
    private: Path
    revoked: Path
    """The certificates that are good no more: read anew with every call."""

    def words(self) -> list[str]:
        """As etcd is told it."""
        said = {"--trusted-ca-file": self.authority, "--cert-file": self.certificate, "--key-file": self.private}
        said["--client-crl-file"] = self.revoked
        return ["--client-cert-auth", *BE_QUICK, *(str(word) for option in said.items() for word in option)]


class Node:
    """An etcd with its data in `folder`, which outlives it. It listens for boxes on `client` (HOST:PORT) and for the others
    of `cluster` (their peers' HOST:PORT by name) on its own of those."""

    def __init__(
        self, name: str, folder: Path, client: str, cluster: Mapping[str, str], guarded: Guarded | None = None
    ) -> None:
        self.address: Final = f"{'https' if guarded else 'http'}://{client}"
        self._folder = folder
        self._words = _words(name, folder, self.address, cluster) + (guarded.words() if guarded else [])
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Of the process that runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_dead(self) -> bool:
        """Whether it was started, and has ended by itself or was killed."""
        return self._process is not None and self._process.poll() is not None

    def start(self, *words: str) -> Self:
        """Start it, with these `words` for etcd besides; it may not answer yet. Raises Refused where there is no etcd."""
        program = shutil.which("etcd")
        if program is None:
            raise Refused("hall.no_etcd")
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "etcd.log").open("ab") as log:
            # A session of its own: Ctrl-C is for us, and we end it in good order.
            self._process = subprocess.Popen(
                [program, *self._words, *words], stdout=log, stderr=log, env=_environment(), start_new_session=True
            )
        return self

    def kill(self) -> None:
        """It dies at once, as by a power cut."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """It ends in good order."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()


def cluster(folder: Path, size: int) -> tuple[Node, ...]:
    """So many nodes on this machine that keep the same; none is started yet."""
    places = free_places(2 * size)
    named = {f"node{i}": peer for i, peer in enumerate(places[size:], 1)}
    return tuple(Node(name, folder / name, client, named) for name, client in zip(named, places, strict=False))


def until_they_answer(nodes: Sequence[Node], access: Access = OPEN, seconds: float = START_SECONDS) -> None:
    """Wait for every one of them. Raises Refused if one does not."""
    until = monotonic() + seconds
    for node in nodes:
        store = Store([node.address], access)
        while not answers(store):
            if monotonic() > until:
                raise Refused("hall.no_store", store=node.address)
            sleep(LOOK_SECONDS)
        store.close()


def free_places(count: int) -> list[str]:
    """So many places of this machine's own on which nobody listens just now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    places = [f"127.0.0.1:{one.getsockname()[1]}" for one in sockets]
    for one in sockets:
        one.close()
    return places


def answers(store: Store) -> bool:
    """Whether it is there, though it may want to know who asks."""
    try:
        store.read(layout.BOXES)
    except Away as why:
        return is_shut(why)
    return True


def _words(name: str, folder: Path, client: str, cluster: Mapping[str, str]) -> list[str]:
    peer = f"http://{cluster[name]}"
    all_ = ",".join(f"{one}=http://{place}" for one, place in cluster.items())
    said = {
        "--name": name,
        "--data-dir": str(folder / "data"),
        "--listen-client-urls": client,
        "--advertise-client-urls": client,
        "--listen-peer-urls": peer,
        "--initial-advertise-peer-urls": peer,
        "--initial-cluster": all_,
        "--logger": "zap",
        "--log-level": "error",
    }
    return [word for option in said.items() for word in option] + list(FORGET)


def _environment() -> dict[str, str]:
    """etcd 3.4 wants to be told that it may run on ARM."""
    here = {"aarch64": "arm64", "armv7l": "arm"}.get(platform.machine())
    return {**os.environ, **({"ETCD_UNSUPPORTED_ARCH": here} if here else {})}


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


def invited(hall: Hall, folder: Path, name: str) -> Hall:
    """What the settings of this box say. What it had before is good no more. Raises Refused where no store answers, or the
    name is none, BadFile where `folder` holds no authority of ours."""
    user = certificates.box(name)
    with managed(board_of(hall.stores, folder), folder) as users:
        login = users.admit(user)
    authority, certificate, private = certificates.invitation(folder, user)
    return replace(hall, name=name, authority=authority, certificate=certificate, private=private, login=login)


def put_out(stores: Sequence[str], folder: Path, name: str) -> None:
    """This box gets no word from the store any more. Raises Refused where it was none of the hall's, or no store answers."""
    user = certificates.box(name)
    had_one = certificates.revoke(folder, user)
    with managed(board_of(stores, folder), folder) as users:
        if not (users.put_out(user) or had_one):
            raise Refused("hall.no_box", box=name)
