"""The one error of a release: a sentence for the maintainer."""

import subprocess
from pathlib import Path


class Refused(Exception):
    """There is no release. The sentence says why, and what to do."""


def printed(*command: object, at: Path, refusal: str = "") -> str:
    """Return what a command prints. Raises Refused with its own words, or with `refusal`."""
    done = subprocess.run([str(word) for word in command], cwd=at, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(refusal or f"{command[0]} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout.strip()
