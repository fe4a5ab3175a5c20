"""Checks for the fonts with which tests measure texts. With other fonts a text may be cut, or fit by chance."""

import shutil
import subprocess
from functools import cache
from typing import Final

from companion.letters import PACKAGE, load

PACKAGES: Final = {
    "DejaVu Sans": "fonts-dejavu-core",
    "Noto Sans": "fonts-noto-core",
    "Noto Sans CJK JP": "fonts-noto-cjk",
    "Roboto": "fonts-roboto-unhinted",
}
"""Debian's package of each font family that the browser tests need."""


def missing_families(installed: str) -> list[str]:
    """Return each needed family that is missing in the output of `fc-list : family`, with its package."""
    there = {family.strip() for line in installed.splitlines() for family in line.split(",")}
    return [f"{family} ({package})" for family, package in PACKAGES.items() if family not in there]


@cache
def in_a_browser() -> list[str]:
    """Return the needed families that this machine's browser lacks, with their packages."""
    fc_list = shutil.which("fc-list")
    if fc_list is None:
        return missing_families("")
    return missing_families(subprocess.run([fc_list, ":", "family"], capture_output=True, text=True, check=True).stdout)


def on_the_display() -> list[str]:
    """Return the fonts of the display if this machine lacks them, with their package."""
    return [] if load().complete else [f"the display's letters ({PACKAGE})"]
