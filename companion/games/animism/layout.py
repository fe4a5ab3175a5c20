"""A sheet layout: what the printed sheet decides and the rules do not say (ANIM-01)."""

from collections.abc import Iterator

import msgspec

from companion.core.kept import Lack
from companion.core.words import BadFile
from companion.games.animism.printed import (
    Box,
    Piece,
    die_faults,
    map_faults,
    name_faults,
    piece_faults,
    track_faults,
)


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole layout. What could be none raises BadFile, with the first fault."""

    name: str
    sample: bool
    """It is no printed sheet: said wherever it is named (ANIM-02)."""
    map: tuple[str, ...]
    """Rows of `printed.SIGNS`."""
    pieces: tuple[Piece, ...]
    black: tuple[str, ...]
    """The pieces of the die's numbers, from 1."""
    white: tuple[str, ...]
    track: tuple[Box, ...]
    """All four are alike, from the left."""

    def __post_init__(self) -> None:
        for fault in self._faults():
            raise BadFile("animism.bad_layout", why=fault.words)

    def _faults(self) -> Iterator[Lack]:
        yield from name_faults(self.name)
        yield from map_faults(self.map)
        yield from piece_faults(self.pieces)
        yield from die_faults("black", self.black, self.pieces)
        yield from die_faults("white", self.white, self.pieces)
        yield from track_faults(self.track)
