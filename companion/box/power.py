"""Switching the machine off, which only the box's service may: it finds this file when the companion has ended."""

import os
from pathlib import Path
from typing import Final

OFF: Final = "off"
"""companion.service looks for it in its runtime folder (ExecStopPost)."""


def ask_to_switch_off() -> None:
    """Say that the machine goes off with the companion. Anywhere but in the service this does nothing."""
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if folder:
        (Path(folder) / OFF).touch()
