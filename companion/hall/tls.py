"""How a box and the store know each other."""

import os
import ssl
from contextlib import closing

from companion.settings import PEM, BadSettings, Hall


def known_by(hall: Hall) -> ssl.SSLContext | None:
    """The certificates of a hall's settings; None: it speaks to no store by https. Raises BadSettings for files, or words,
    that are none."""
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
