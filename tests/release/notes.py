"""The notes of a release, put together from the pages of its commit."""

import re
from datetime import UTC, datetime
from pathlib import Path

from tests.release.refusals import Refused
from tests.release.source import Commit

WHAT = {
    ".whl": "the program, for `pip install` on your own system",
    ".tar.gz": "its source",
    ".img.xz": "the image for a card",
    ".update": "the update for cards that trust this key; call it `companion.update`",
    ".packages": "every package on that card, with its version",
    ".rpi-imager-manifest": "the image for Raspberry Pi Imager, with its questions",
    ".cdx.json": "all packages of the program and the cards, as CycloneDX",
    ".txt": "the exact packages of one way to install it, with their hashes",
    ".pub": "the public key of this release",
    ".svg": "the sign beside the image in Raspberry Pi Imager",
}
"""The purpose of each file of a release, by the end of its name."""


def add_notes(commit: Commit, fingerprint: str, out: Path) -> None:
    """Write the notes. They list the files that are in `out`."""
    pages = {name: (commit.tree / name).read_text("utf-8") for name in PAGES}
    day = datetime.fromtimestamp(commit.seconds, UTC).date().isoformat()
    parts = [
        f"# Table Companion {commit.version}",
        f"Made from commit `{commit.id}` of {day}.",
        f"**Licence.** {part(pages['README.md'], 'Licence')}",
        f"## What is new\n\n{part(pages['CHANGELOG.md'], commit.version)}",
        f"## Files\n\n{_files(out)}",
        f"## Which board\n\n{_plain(part(pages['docs/build.md'], 'Which board'))}",
        f"## Check the files\n\nThe fingerprint of the key is `{fingerprint}`.\n\n"
        + _plain(part(pages["docs/release.md"], "Check a release")),
    ]
    (out / "NOTES.md").write_text("\n\n".join(parts) + "\n", "utf-8")


PAGES = ("README.md", "CHANGELOG.md", "docs/build.md", "docs/release.md")


def part(page: str, heading: str) -> str:
    """Return what a page says under a heading, with the headings below it. Raises Refused if it says nothing."""
    found = re.search(rf"^## {re.escape(heading)}\n+(.+?)(?=^## |\Z)", page, re.M | re.S)
    if not found:
        raise Refused(f"There is nothing under “{heading}”. CHANGELOG.md needs a part for each version.")
    return found[1].strip()


def _plain(text: str) -> str:
    """Return a text without links, as the pages that they lead to are elsewhere."""
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)


def _files(out: Path) -> str:
    rows = [f"| `{file.name}` | {_what(file.name)} |" for file in sorted(out.iterdir())]
    return "\n".join(["| file | what it is |", "|---|---|", *rows])


def _what(name: str) -> str:
    return next(what for end, what in WHAT.items() if name.endswith(end))
