"""Puts a file together that a phone sends in pieces, because a request is limited in length."""

from threading import Lock

from companion.core.words import Refused


class Pieces:
    """The one file that is on its way, in memory. It may have `most` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._size = 0
        self._got = bytearray()

    def add(self, at: int, size: int, piece: bytes) -> bytes | None:
        """Add the bytes from `at` on, of a file of `size` bytes. 0 begins another file. Return the file once it is whole,
        None before. Raises Refused for a file that is too large, and for a piece that does not follow."""
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
