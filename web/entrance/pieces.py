"""Puts together a file that a phone sends in pieces, because a request is limited in length."""

from threading import Lock

from companion.core.words import Refused


class Pieces:
    """The one file that is being sent, in memory. It has at most `most` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._size = 0
        self._got = bytearray()

    def add(self, at: int, size: int, piece: bytes) -> bytes | None:
        """Add a piece of a file of `size` bytes, from byte `at` on. A piece at 0 begins another file. Return the whole file
        after its last piece, None before. Raises Refused for a file that is too large, and for a piece that does not follow
        the one before."""
        if size > self._most:
            raise Refused("too_large")
        with self._lock:
            if at == 0:
                self._size, self._got = size, bytearray()
            if (at, size) != (len(self._got), self._size) or at + len(piece) > size or (size and not piece):
                raise Refused("saved.broke_off")
            self._got += piece
            if len(self._got) < size:
                return None
            whole, self._size, self._got = bytes(self._got), 0, bytearray()
            return whole
