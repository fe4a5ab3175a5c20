"""The image of a card and its update, for each Debian: built from the commit, or taken from an earlier build of it."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.release.refusals import Refused
from tests.release.signing import PUBLIC, check
from tests.release.source import Commit

BUILDER = "systemd/image/build.sh"
SUITE = "trixie"
"""The Debian of the image if nobody asks for another. It is the builder's own default."""
KINDS = (".img.xz", ".update", ".packages", ".rpi-imager-manifest")


def build(commit: Commit, suite: str, key: Path, at: str, out: Path) -> None:
    """Build the image with the card's own builder, and add its files to `out`. The builder continues where its last run
    ended. `at` is the address of the folder where people will find the files."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = commit.clone(Path(folder) / "source"), Path(folder) / "made"
        options = {"--suite": suite, "--out": made, "--key": out / PUBLIC, "--sign": key, "--at": at}
        asked = [str(word) for option in options.items() for word in option]
        if subprocess.run([source / BUILDER, *asked], check=False).returncode:
            raise Refused("The image was not built: see above. WITH=--no-image makes a release without it.")
        take(made, suite, commit, at, out)


def take(made: Path, suite: str, commit: Commit, at: str, out: Path) -> None:
    """Add the files of an earlier build to `out`. Raises Refused if it is not of this commit, key and address."""
    name = f"table-companion-{suite}"
    if not (made / f"{name}.sha256.sig").is_file():
        raise Refused(f"{made} has no signed image of {suite}. docs/release.md says how to make one.")
    check(made / f"{name}.sha256", out / PUBLIC)
    _of_this_commit(made / f"{name}.update", commit)
    (entry,) = json.loads((made / f"{name}.rpi-imager-manifest").read_text("utf-8"))["os_list"]
    if entry["url"] != (url := f"{at.rstrip('/')}/{name}.img.xz"):
        raise Refused(f"The image was made to be fetched from {entry['url']}, not from {url}.")
    for file in (*(f"{name}{kind}" for kind in KINDS), "icon.svg"):
        shutil.copyfile(made / file, out / file)


def _of_this_commit(update: Path, commit: Commit) -> None:
    with update.open("rb") as opened:
        opened.readline()
        data = json.loads(opened.readline())
    if (data["number"], data["version"]) != (commit.seconds, commit.version):
        raise Refused(f"{update.name} is of another commit. Build the image again from this one.")
