"""How a box and the store know each other."""

import ssl

from companion.settings import BadSettings, Hall


def known_by(hall: Hall) -> ssl.SSLContext | None:
    """The certificates of a hall's settings; None: it speaks to no store by https. Raises BadSettings for files that are
    none."""
    if not any(store.startswith("https:") for store in hall.stores):
        return None
    try:
        context = ssl.create_default_context(cafile=hall.authority or None)
        if hall.certificate:
            context.load_cert_chain(hall.certificate, hall.private)
    except (OSError, ssl.SSLError) as error:
        raise BadSettings(f"hall: the certificates cannot be read: {error}") from None
    return context
