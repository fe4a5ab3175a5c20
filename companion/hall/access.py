"""Certificates, names and passwords by which a box and the store know each other."""

import os
import ssl
from contextlib import closing
from typing import Final

import msgspec

from companion.hall import etcd
from companion.hall.etcd import Away, Connection, Reply
from companion.settings import PEM, BadSettings, Hall

LOGIN_WANTED: Final = ("user name is empty", "permission denied")
"""The store's words to a client without a token."""
NOT_GUARDED: Final = "authentication is not enabled"
"""The words of a store that asks nobody for a token."""
STALE_TOKEN: Final = ("invalid auth token", "revision in header is old")
"""The store's words for a token that it does not know or has dropped: a token lives for five minutes after its last use."""


WRONG_LOGIN: Final = "authentication failed"
"""The store's words to a user that it does not know, or for a wrong password."""


class _Token(msgspec.Struct):
    token: str


class Access:
    """The certificates and the login that a box shows to the stores. Threads may share it: a token that one gets serves
    all."""

    def __init__(self, tls: ssl.SSLContext | None = None, user: str = "", password: str = "") -> None:
        self.tls: Final = tls
        self._user = user
        self._password = password
        self._token = ""
        self._is_open = user == ""
        """True if the store asks for no login, or the box has none."""

    @property
    def token(self) -> str:
        """Return the token that the store gave last. It is empty if there is none."""
        return self._token

    @property
    def lacks_token(self) -> bool:
        """Return True if the store should be asked for a first token."""
        return not self._token and not self._is_open

    def forget(self) -> None:
        """Ask for a new token before the next call. A store put back from a copy does not answer calls with an older
        token."""
        self._token = ""

    def is_asked_for(self, reply: Reply) -> bool:
        """Return True if the store refused the request because of its stale token, and this box can get a new one."""
        return reply.status in (400, 401) and not self._is_open and any(why.encode() in reply.body for why in STALE_TOKEN)

    def renew(self, connection: Connection, seconds: float) -> None:
        """Get a new token. Do nothing if the box has no login. Raises Away, also for an unknown user or a wrong password."""
        if self._user == "":
            return
        body = etcd.request(name=self._user, password=self._password)
        reply = connection.ask("/v3/auth/authenticate", body, seconds)
        try:
            if NOT_GUARDED.encode() in reply.body:
                self._is_open = True
                return
            if reply.status != 200:
                raise Away(f"{connection.address}: {etcd.read(reply.body, etcd.FailedReply).message}")
            self._token = etcd.read(reply.body, _Token).token
        except etcd.UNREADABLE as error:
            raise Away(f"{connection.address}: no token of a store: {error}") from None


OPEN: Final = Access()
"""The access to a store that asks for neither certificate nor login."""


def access_of(hall: Hall) -> Access:
    """Return the certificates and the login of a hall's settings. Raises BadSettings if the certificates cannot be read."""
    user, _, password = hall.login.partition(":")
    return Access(_certified(hall), user, password)


def wants_login(why: Away) -> bool:
    """Return True if a store answered and asked for a login."""
    return any(words in str(why) for words in LOGIN_WANTED)


def is_refusal(why: Away) -> bool:
    """Return True if a store answered and does not accept this box's login."""
    return wants_login(why) or WRONG_LOGIN in str(why)


def _certified(hall: Hall) -> ssl.SSLContext | None:
    """Return None if no store uses https."""
    if not any(store.startswith("https:") for store in hall.stores):
        return None
    try:
        context = _trusting(hall.authority)
        if hall.certificate.startswith(PEM):
            _load(context, f"{hall.certificate}\n{hall.private}\n")
        elif hall.certificate:
            context.load_cert_chain(hall.certificate, hall.private)
    except (OSError, ValueError, ssl.SSLError) as error:
        raise BadSettings(f"hall: the certificates cannot be read: {error}") from None
    return context


def _trusting(authority: str) -> ssl.SSLContext:
    if authority.startswith(PEM):
        return ssl.create_default_context(cadata=authority)
    return ssl.create_default_context(cafile=authority or None)


def _load(context: ssl.SSLContext, words: str) -> None:
    """Load a certificate and its key through a file in memory: OpenSSL reads them from files alone."""
    with closing(os.fdopen(os.memfd_create("certificate"), "w")) as file:
        file.write(words)
        file.flush()
        context.load_cert_chain(f"/proc/self/fd/{file.fileno()}")
