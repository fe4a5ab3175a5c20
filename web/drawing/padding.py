"""Pads the events of a stream, and packs them for browsers.

Each screen becomes whole steps of MEASURE bytes, so that its length says nothing (docs/architecture.md). Each event is
packed by itself: none of its bytes refers to an earlier event. So its length depends on nothing but its own words, and all
phones that get the same event get the same bytes."""

import zlib
from collections.abc import Callable
from typing import Final, NamedTuple

MEASURE: Final = 2048
"""Bytes. Each screen is padded to a multiple of this."""
LEVEL: Final = 5
"""The effort of zlib. With 1 a push of Bali is a fifth longer, and takes 40 % less time. With 6 it takes a fifth more time,
and is as long."""


def padded(event: bytes) -> bytes:
    """Return the event after a comment that pads it."""
    return _comment(-(len(event) + 3) % MEASURE) + event


def packed(event: bytes) -> bytes:
    """Return the event as a piece of a gzip stream, before a comment that pads it. An event that fits into one step as it is
    stays as it is."""
    if len(event) + 13 <= MEASURE:  # the heads of two blocks, and an empty comment
        body = as_block(event)
    else:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        body = packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)
    return body + as_block(_comment(-(len(body) + 8) % MEASURE))


def as_block(event: bytes) -> bytes:
    """Return a small event as a piece of a gzip stream: a block that is not packed (RFC 1951, 3.2.4)."""
    size = len(event)
    return b"\0" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little") + event


def _comment(spaces: int) -> bytes:
    return b":" + b" " * spaces + b"\n\n"


class Coding(NamedTuple):
    """The form of a stream's events as bytes."""

    screen: Callable[[bytes], bytes]
    """The function for a screen."""
    small: Callable[[bytes], bytes]
    """The function for all other events."""
    head: bytes = b""
    """The bytes before the first event."""


PLAIN: Final = Coding(padded, bytes)
GZIP: Final = Coding(packed, as_block, b"\x1f\x8b\x08" + bytes(6) + b"\xff")
"""The coding of most browsers: one gzip stream (RFC 1952) that has no end."""
