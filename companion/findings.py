"""The results of `companion check`."""

from enum import Enum

import msgspec

from companion.core.words import Text


class Level(Enum):
    """The state of a part. Only `BAD` keeps the box from working."""

    OK = "ok"
    SIMULATED = "simulated"
    NOTE = "note"
    BAD = "bad"


class Finding(msgspec.Struct, frozen=True):
    """The result for one part: buttons, display, fonts, disk, clock, network, hall, database or versions."""

    part: str
    """The part's key under `check.part` in the texts."""
    level: Level
    words: Text
    """The state in words, with a remedy if it is bad."""
