"""Pads the events of a stream, and packs them for browsers.

Each screen becomes whole steps of MEASURE bytes, so that its length says nothing (docs/architecture.md). Each event is
packed by itself: none of its bytes refers to an earlier event. So its length depends on nothing but its own words, and all
phones that get the same event get the same bytes."""

import zlib
from collections.abc import Callable
from typing import Final, NamedTuple

MEASURE: Final = 2048
"""Bytes. Each screen is padded to a multiple of this."""
HEAD: Final = 5
"""Bytes of the head of a block."""
LEAST: Final = HEAD + 3
"""Bytes of a block with an empty comment."""
LONG: Final = 10_000
"""Bytes. A longer event needs more effort of zlib to fit into two steps. More effort for all would take 40 % more time."""
LEVEL: Final = 3
"""The effort for an event that is not LONG."""
LEVEL_OF_LONG: Final = 5
WINDOW: Final = 13
"""zlib looks back by 2 to this power, which is 8 KiB. A smaller window is made more quickly."""


def padded(event: bytes) -> bytes:
    """Return the event after a comment that pads it."""
    return _comment(-(len(event) + 3) % MEASURE) + event


def packed(event: bytes) -> bytes:
    """Return the event as a piece of a gzip stream, before a comment that pads it. An event that fits into one step is not
    compressed."""
    body = as_block(event) if len(event) + HEAD + LEAST <= MEASURE else _deflated(event)
    return body + as_block(_comment(-(len(body) + LEAST) % MEASURE))


def _deflated(event: bytes) -> bytes:
    level = LEVEL if len(event) < LONG else LEVEL_OF_LONG
    packer = zlib.compressobj(level, zlib.DEFLATED, -WINDOW, zlib.DEF_MEM_LEVEL - 2)
    return packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)


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
