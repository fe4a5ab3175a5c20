"""What `companion check` finds."""

from enum import Enum

import msgspec

from companion.core.words import Text


class Level(Enum):
    """How a part stands. Only `BAD` keeps the box from working."""

    OK = "ok"
    SIMULATED = "simulated"
    NOTE = "note"
    BAD = "bad"


class Finding(msgspec.Struct, frozen=True):
    """What was found of one part: buttons, display, fonts, disk, clock, network, hall, database, versions."""

    part: str
    """Its key under `check.part` in the texts."""
    level: Level
    words: Text
    """What is so, and what to do where that is not well."""
