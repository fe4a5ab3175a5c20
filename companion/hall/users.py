"""Rights at the store. Each box is a user that reads and writes what boxes copy, and manages nothing.

The passwords of root and of the board are in the folder of the hall's authority, readable for its owner alone. A box's
password is only in its settings.
"""

import os
import secrets
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from companion.core.words import Refused
from companion.hall import etcd, layout
from companion.hall.access import Access, wants_login
from companion.hall.etcd import Away
from companion.hall.store import Store

ROOT: Final = "root"
BOARD: Final = "board"
ORGANISER: Final = "organiser"
"""The user who gives tables their numbers. Its password is the organiser's word."""
BOXES: Final = "boxes"
"""The role of every box."""
MAY: Final = {
    BOXES: (layout.BOXES, layout.TABLES),
    BOARD: (layout.BOXES, layout.TABLES),
    ORGANISER: (layout.BOXES, layout.HALL),
}
"""The beginnings of the keys that each role reads and writes."""
READS: Final = {BOXES: layout.HALL, BOARD: layout.PREFIX}
"""The beginnings of the keys that a role only reads."""
PASSWORD_BYTES: Final = 24
WORD_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The letters of the organiser's word, without those that look alike."""
WORD_PARTS: Final = 4
"""The parts of the organiser's word, of four letters each: 79 random bits."""


def login(folder: Path, name: str) -> str:
    """Return this user's login as settings have it. Its password is in `folder`. A new one is made if there is none."""
    file = folder / f"{name}.password"
    try:
        return f"{name}:{file.read_text('ascii').strip()}"
    except FileNotFoundError:
        made = _word() if name == ORGANISER else secrets.token_urlsafe(PASSWORD_BYTES)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(f"{made}\n")
        return f"{name}:{made}"


def _word() -> str:
    """Return a new password that a person can type."""
    return "-".join("".join(secrets.choice(WORD_LETTERS) for _ in range(4)) for _ in range(WORD_PARTS))


class Users:
    """The users of the stores at `stores`, as root sees them. `folder` has root's password. Every method raises Away, and
    Refused if another root guards the store."""

    def __init__(self, stores: Sequence[str], tls: ssl.SSLContext | None, folder: Path) -> None:
        self._folder = folder
        self._stores = tuple(stores)
        self._tls = tls
        self._store = Store(stores, Access(tls, *login(folder, ROOT).split(":")))

    def guard(self) -> None:
        """Make the store ask everybody for name and password. A second call changes nothing."""
        if self._is_guarded():
            return
        store = Store(self._stores, Access(self._tls))
        try:
            self._make(store)
            store.manage("auth/enable")
        finally:
            store.close()
        self._check()

    def admit(self, name: str) -> str:
        """Make the box a user with a new password, and return its login. Its old login becomes invalid."""
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        self._drop(name)
        self._store.manage("auth/user/add", name=name, password=password)
        self._store.manage("auth/user/grant", user=name, role=BOXES)
        return f"{name}:{password}"

    def put_out(self, name: str) -> bool:
        """Remove this user. Return False if there was none."""
        return self._drop(name)

    def close(self) -> None:
        """Close the connections."""
        self._store.close()

    def _drop(self, name: str) -> bool:
        names = self._store.manage("auth/user/list").get("users", [])
        if name in names:
            self._store.manage("auth/user/delete", name=name)
        return name in names

    def _make(self, store: Store) -> None:
        """Make roles and users while the store asks for no login. Those of an earlier try stay, and get these passwords."""
        passwords = {name: login(self._folder, name).split(":")[1] for name in (ROOT, BOARD, ORGANISER)}
        for role in (ROOT, *MAY):
            _once(store, "auth/role/add", name=role)
        for role, prefixes in MAY.items():
            for prefix in prefixes:
                what = {"permType": "READWRITE", **etcd.ranged(prefix)}
                store.manage("auth/role/grant", name=role, perm=what)
        for role, prefix in READS.items():
            store.manage("auth/role/grant", name=role, perm={"permType": "READ", **etcd.ranged(prefix)})
        for name, password in passwords.items():
            _once(store, "auth/user/add", name=name, password=password)
            store.manage("auth/user/changepw", name=name, password=password)
            store.manage("auth/user/grant", user=name, role=name)

    def _is_guarded(self) -> bool:
        store = Store(self._stores, Access(self._tls))
        try:
            store.all(layout.BOXES)
        except Away as why:
            if not wants_login(why):
                raise
            self._check()
            return True
        finally:
            store.close()
        return False

    def _check(self) -> None:
        """Raise Refused if this store's root has another password."""
        try:
            self._store.manage("auth/user/list")
        except Away as why:
            if "authentication failed" in str(why):
                raise Refused("hall.other_root", folder=str(self._folder)) from None
            raise


def _once(store: Store, path: str, **fields: Any) -> None:
    try:
        store.manage(path, **fields)
    except Away as why:
        if "already exists" not in str(why):
            raise
