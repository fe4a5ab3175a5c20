"""Runs a store on this machine, for a hall that has no other."""

import os
import platform
import secrets
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Final, NamedTuple, Self

from companion.core.words import Refused
from companion.hall import certificates, layout
from companion.hall.access import OPEN, Access, access_of, wants_login
from companion.hall.etcd import Away
from companion.hall.store import Store
from companion.hall.users import BOARD, ORGANISER, Users, login
from companion.settings import Hall

START_SECONDS: Final = 30.0
"""The time within which a new node must answer."""
LOOK_SECONDS: Final = 0.05
OWN_PORTS: Final = range(20_000, 32_000)
"""Each node gets a free port of these. Linux gives other programs higher ones by itself."""
END_SECONDS: Final = 5.0
"""The time that a node has to end in good order. Then it is killed, which loses nothing."""
FORGET: Final = ("--auto-compaction-mode", "periodic", "--auto-compaction-retention", "5m")
"""etcd's options to drop old revisions after five minutes. A board that has not seen them by then reads everything again."""

BE_QUICK: Final = ("--bcrypt-cost", "4")
"""etcd's options for quick checks of passwords. A hall's passwords are 192 random bits, so slow checks add nothing."""


class Guarded(NamedTuple):
    """The files by which a node and boxes know each other (`companion hall certificates`)."""

    authority: Path
    certificate: Path
    private: Path
    revoked: Path
    """The revoked certificates, which etcd reads for every connection."""

    def words(self) -> list[str]:
        """Return etcd's options for these files."""
        options = {"--trusted-ca-file": self.authority, "--cert-file": self.certificate, "--key-file": self.private}
        options["--client-crl-file"] = self.revoked
        return ["--client-cert-auth", *BE_QUICK, *(str(word) for option in options.items() for word in option)]


class Node:
    """A process of etcd. Its data are in `folder` and stay after its end. It listens for boxes on `client` (HOST:PORT).
    `cluster` has the address (HOST:PORT) at which each node listens for the others, by the nodes' names. This node is among
    them."""

    def __init__(
        self, name: str, folder: Path, client: str, cluster: Mapping[str, str], guarded: Guarded | None = None
    ) -> None:
        self.address: Final = f"{'https' if guarded else 'http'}://{client}"
        self._folder = folder
        self._words = _words(name, folder, self.address, cluster) + (guarded.words() if guarded else [])
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Return the process's id."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_dead(self) -> bool:
        """Return True if the process was started and has ended."""
        return self._process is not None and self._process.poll() is not None

    def start(self, *words: str) -> Self:
        """Start etcd with these `words` as further options. It may not answer yet. Raises Refused if there is no etcd."""
        program = shutil.which("etcd")
        if program is None:
            raise Refused("hall.no_etcd")
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "etcd.log").open("ab") as log:
            # A new session keeps Ctrl-C from etcd: we end it in good order.
            self._process = subprocess.Popen(
                [program, *self._words, *words], stdout=log, stderr=log, env=_environment(), start_new_session=True
            )
        return self

    def kill(self) -> None:
        """Kill it without warning, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """End it in good order."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()


def cluster(folder: Path, size: int) -> tuple[Node, ...]:
    """Return this many nodes on this machine that keep the same data. None is started yet."""
    places = free_places(2 * size)
    named = {f"node{i}": peer for i, peer in enumerate(places[size:], 1)}
    return tuple(Node(name, folder / name, client, named) for name, client in zip(named, places, strict=False))


def until_they_answer(nodes: Sequence[Node], access: Access = OPEN, seconds: float = START_SECONDS) -> None:
    """Wait until each node answers. Raises Refused if one does not."""
    until = monotonic() + seconds
    for node in nodes:
        store = Store([node.address], access)
        while not answers(store):
            if monotonic() > until:
                raise Refused("hall.no_store", store=node.address)
            sleep(LOOK_SECONDS)
        store.close()


def free_places(count: int) -> list[str]:
    """Return this many free addresses of this machine. Linux gives out no such port by itself, so no other program gets one
    before a node listens there."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(_listening()) for _ in range(count)]
        return [f"127.0.0.1:{one.getsockname()[1]}" for one in sockets]


def _listening() -> socket.socket:
    """Return a socket that listens on a random free port of OWN_PORTS, or on another one if they are taken."""
    for port in secrets.SystemRandom().sample(OWN_PORTS, 20):
        with suppress(OSError):
            return socket.create_server(("127.0.0.1", port))
    return socket.create_server(("127.0.0.1", 0))


def answers(store: Store) -> bool:
    """Return True if the store answers, even if it asks for a login."""
    try:
        store.read(layout.BOXES)
    except Away as why:
        return wants_login(why)
    return True


def _words(name: str, folder: Path, client: str, cluster: Mapping[str, str]) -> list[str]:
    peer = f"http://{cluster[name]}"
    all_ = ",".join(f"{one}=http://{place}" for one, place in cluster.items())
    options = {
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
    return [word for option in options.items() for word in option] + list(FORGET)


def _environment() -> dict[str, str]:
    """Return the environment of etcd. On ARM it has the variable without which etcd 3.4 does not start."""
    here = {"aarch64": "arm64", "armv7l": "arm"}.get(platform.machine())
    return {**os.environ, **({"ETCD_UNSUPPORTED_ARCH": here} if here else {})}


PORT: Final = 2379
"""etcd's usual port."""


class OwnStore(NamedTuple):
    """A store on this machine, and its process if this program started it."""

    hall: Hall
    """The addresses and certificates of the store, without the hall's key."""
    certificates: Path
    """The folder of those certificates."""
    node: Node | None
    """The process, or None if the store ran already. Such a store runs on after this program."""

    def close(self) -> None:
        """End the process if this program started it."""
        if self.node is not None:
            self.node.close()


def own_store(folder: Path, host: str, port: int = PORT) -> OwnStore:
    """Return a store that boxes reach at `host`, with data and certificates in `folder`. If a store answers there already,
    as after a board was killed, use it. Raises Refused if none can be started, BadFile if the folder cannot be written or
    has other certificates."""
    made = folder / "certificates"
    certificates.make(made, [host])
    guarded = Guarded(made / "authority.pem", *certificates.files(made, host), made / certificates.REVOKED)
    # It has no peers, and the machine may also run Debian's etcd.
    node = Node("board", folder, f"{host}:{port}", {"board": free_places(1)[0]}, guarded)
    hall = board_of((node.address,), made)
    if _answers(hall):
        guard(hall, made)
        return OwnStore(hall, made, None)
    node.start()
    try:
        until_they_answer([node], access_of(hall))
        guard(hall, made)
    except BaseException:
        node.close()
        raise
    return OwnStore(hall, made, node)


def board_of(stores: Sequence[str], folder: Path) -> Hall:
    """Return the settings by which a board reaches these stores. `folder` is that of the hall's authority."""
    certificate, private = certificates.files(folder, certificates.BOARD)
    return Hall(
        stores=tuple(stores),
        authority=str(folder / f"{certificates.AUTHORITY}.pem"),
        certificate=str(certificate),
        private=str(private),
        login=login(folder, BOARD),
    )


def organiser_of(hall: Hall, folder: Path) -> Hall | None:
    """Return the settings by which the organiser reaches the stores of this hall, or None if the folder lacks the
    organiser's word."""
    file = folder / f"{ORGANISER}.password"
    return replace(hall, login=login(folder, ORGANISER)) if file.is_file() else None


def guard(hall: Hall, folder: Path) -> None:
    """Make the stores ask everybody for name and password. Raises Refused."""
    with managed(hall, folder) as users:
        users.guard()


@contextmanager
def managed(hall: Hall, folder: Path) -> Iterator[Users]:
    """Yield the users of these stores. `folder` has root's password. Raises Refused if no store answers."""
    users = Users(hall.stores, access_of(hall).tls, folder)
    try:
        yield users
    except Away as why:
        raise Refused("hall.not_managed", why=str(why)) from None
    finally:
        users.close()


def _answers(hall: Hall) -> bool:
    store = Store(hall.stores, access_of(hall))
    try:
        return answers(store)
    finally:
        store.close()


def invited(hall: Hall, folder: Path, name: str) -> Hall:
    """Return a box's settings of the hall, with a new certificate and login. The old ones become invalid. Raises Refused if
    no store answers or the name is bad, BadFile if `folder` has no authority of ours."""
    user = certificates.box(name)
    with managed(board_of(hall.stores, folder), folder) as users:
        login = users.admit(user)
    authority, certificate, private = certificates.invitation(folder, user)
    return replace(hall, name=name, authority=authority, certificate=certificate, private=private, login=login)


def put_out(stores: Sequence[str], folder: Path, name: str) -> None:
    """Exclude this box from the store. Raises Refused if it is not a box of the hall, or if no store answers."""
    user = certificates.box(name)
    had_one = certificates.revoke(folder, user)
    with managed(board_of(stores, folder), folder) as users:
        if not (users.put_out(user) or had_one):
            raise Refused("hall.no_box", box=name)
