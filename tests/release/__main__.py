"""`python -m tests.release KEY`, in an agent of its own: `make release` starts both."""

import argparse
import shutil
import sys
from pathlib import Path

from tests.release import image
from tests.release.lists import add_lists
from tests.release.notes import add_notes
from tests.release.refusals import Refused
from tests.release.signing import add_sums, unlock
from tests.release.source import Commit, add_packages

TREE = Path(__file__).parents[2]


def main() -> None:
    asked = asked_for(sys.argv[1:])
    try:
        out = make(asked, TREE)
    except Refused as why:
        sys.exit(f"make release: {why}")
    print(f"{out} has the release. Nothing was published, and no licence was chosen: both are the owner's to do.")


def asked_for(words: list[str]) -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.release", description="Make all files of a release from this commit."
    )
    parser.add_argument("key", type=Path, help="the private key that signs")
    parser.add_argument("--at", default="", help="the address of the folder where people will find the files")
    parser.add_argument("--suite", action="append", help=f"a Debian of the image, or several; else {image.SUITE}")
    parser.add_argument("--images", type=Path, help="take the images from this folder; without it they are built now")
    parser.add_argument("--no-image", action="store_true", help="no image and no update")
    return parser.parse_args(words)


def make(asked: argparse.Namespace, tree: Path) -> Path:
    """Return the folder with all files of the release. Raises Refused."""
    commit = Commit.of(tree)
    if not asked.no_image and not asked.at:
        raise Refused("Say where people will find the image: AT=https://… or make none: WITH=--no-image")
    out = tree / "build/release" / commit.version
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    fingerprint = unlock(asked.key.expanduser(), out)
    add_packages(commit, out)
    for suite in [] if asked.no_image else asked.suite or [image.SUITE]:
        if asked.images:
            image.take(asked.images, suite, commit, asked.at, out)
        else:
            image.build(commit, suite, asked.key.expanduser(), asked.at, out)
    add_lists(commit, out)
    add_notes(commit, fingerprint, out)
    add_sums(out)
    return out


if __name__ == "__main__":
    main()
