"""Notes: short texts by name that outlive a power cut, beside the tables."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

Shapes = Mapping[str, Callable[[str], object]]
"""By a note's name what its text must read as: a reader that raises ValueError, TypeError or msgspec.MsgspecError for what
it cannot read. A note that is not named may be any text."""


ANY: Final[Shapes] = {}
"""All notes may be any text."""


class Notes(Protocol):
    """Where notes are kept."""

    trouble: str | None
    """Why nothing can be kept since the start, as a key of the texts; None: all is well."""

    def note(self, name: str) -> str | None:
        """What was kept last under this name; None: nothing ever was."""

    def keep_note(self, name: str, value: str) -> None:
        """Keep it instead of what was kept before; durable when it returns. Raises Refused if the box cannot now."""
