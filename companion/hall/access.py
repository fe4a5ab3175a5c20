"""How a box and the store know each other: certificates, and the box's own name and password at the store."""

import os
import ssl
from contextlib import closing
from typing import Final

import msgspec

from companion.hall import etcd
from companion.hall.etcd import Away, Line, Reply
from companion.settings import PEM, BadSettings, Hall

SHUT: Final = ("user name is empty", "permission denied")
"""What a store says to who shows it no token."""
NOT_GUARDED: Final = "authentication is not enabled"
"""What one says that asks nobody for a token."""
ANEW: Final = ("invalid auth token", "revision in header is old")
"""What a store says of a token that it does not know, or not any more: one lives for five minutes after its last use."""


class _Token(msgspec.Struct):
    token: str


class Access:
    """What one box shows the stores. Threads may share it: each may get a token for all."""

    def __init__(self, tls: ssl.SSLContext | None = None, user: str = "", password: str = "") -> None:
        self.tls: Final = tls
        self._user = user
        self._password = password
        self._token = ""
        self._is_open = user == ""
        """Whether the store asks for no login, or there is none to show."""

    @property
    def token(self) -> str:
        """The one that the store gave last; empty: none."""
        return self._token

    @property
    def lacks_token(self) -> bool:
        """Whether the store is to be asked for a first one."""
        return not self._token and not self._is_open

    def is_asked_for(self, reply: Reply) -> bool:
        """Whether the store answered nothing but that it wants another token, and one can be had."""
        return reply.status in (400, 401) and not self._is_open and any(why.encode() in reply.body for why in ANEW)

    def renew(self, line: Line, seconds: float) -> None:
        """Get a new token, if the store asks for one. Raises Away, also where it knows no such user, or not with this
        password."""
        if self._user == "":
            return
        asked = etcd.asked(name=self._user, password=self._password)
        reply = line.ask("/v3/auth/authenticate", asked, seconds)
        try:
            if NOT_GUARDED.encode() in reply.body:
                self._is_open = True
                return
            if reply.status != 200:
                raise Away(f"{line.address}: {etcd.read(reply.body, etcd.Fault).message}")
            self._token = etcd.read(reply.body, _Token).token
        except etcd.UNREADABLE as error:
            raise Away(f"{line.address}: no token of a store: {error}") from None


OPEN: Final = Access()
"""For a store that asks for nothing."""


def known_by(hall: Hall) -> Access:
    """The certificates and the login of a hall's settings. Raises BadSettings for files, or words, that are none."""
    user, _, password = hall.login.partition(":")
    return Access(_certified(hall), user, password)


def is_shut(why: Away) -> bool:
    """Whether a store answered, and wanted to know who asks."""
    return any(words in str(why) for words in SHUT)


def _certified(hall: Hall) -> ssl.SSLContext | None:
    """None: it speaks to no store by https."""
    if not any(store.startswith("https:") for store in hall.stores):
        return None
    try:
        context = _trusting(hall.authority)
        if hall.certificate.startswith(PEM):
            _show(context, f"{hall.certificate}\n{hall.private}\n")
        elif hall.certificate:
            context.load_cert_chain(hall.certificate, hall.private)
    except (OSError, ValueError, ssl.SSLError) as error:
        raise BadSettings(f"hall: the certificates cannot be read: {error}") from None
    return context


def _trusting(authority: str) -> ssl.SSLContext:
    if authority.startswith(PEM):
        return ssl.create_default_context(cadata=authority)
    return ssl.create_default_context(cafile=authority or None)


def _show(context: ssl.SSLContext, words: str) -> None:
    """A key is taken from a file alone: from one that is on no disk."""
    with closing(os.fdopen(os.memfd_create("certificate"), "w")) as file:
        file.write(words)
        file.flush()
        context.load_cert_chain(f"/proc/self/fd/{file.fileno()}")
