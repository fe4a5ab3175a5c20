"""Where phones find this box, written as QR codes and people have it."""

from functools import lru_cache

from companion.core.once import LATELY
from companion.ports.panel import Join, Wifi


@lru_cache(LATELY)
def way_in(host: str, port: int, code: str, guests: int, wifi: Wifi | None) -> Join:
    """How a guest comes in. The same one from answer to answer, so that what is made of it is made once."""
    return Join(join_url(host, port, code), place(host, port), code, guests, wifi)


def join_url(host: str, port: int, code: str) -> str:
    """Upper case, so that the QR code is alphanumeric and small; port 80 is left out."""
    return f"http://{place(host, port)}/J/{code}".upper()


def place(host: str, port: int) -> str:
    """Host and port as people type them."""
    bare = host.strip("[]")
    named = f"[{bare}]" if ":" in bare else bare
    return named if port == 80 else f"{named}:{port}"
