"""Lists of the packages in a release: the locks as they are, and all of it as CycloneDX 1.6 (JSON)."""

import json
import re
import shutil
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.release.source import Commit

NAME = "table-companion"
LOCKED = re.compile(r"^([\w.-]+)==(\S+)", re.M)


def add_lists(commit: Commit, out: Path) -> None:
    """Write the locks, and the bill of materials of the program and of each card in `out`."""
    for lock in sorted((commit.tree / "lock").glob("*.txt")):
        shutil.copyfile(lock, out / f"lock-{lock.name}")
    bom = json.dumps(bill(commit, sorted(out.glob("*.packages"))), indent=1, ensure_ascii=False)
    (out / f"{NAME}-{commit.version}.cdx.json").write_text(bom + "\n", "utf-8")


def bill(commit: Commit, cards: list[Path]) -> dict[str, Any]:
    """Return the bill of materials. It is the same for each build of a commit with the same cards."""
    packages = [*_locked(commit.tree / "lock"), *(one for card in cards for one in _installed(card))]
    parts = {part["purl"]: part for part in packages}
    number = uuid.uuid5(uuid.NAMESPACE_OID, " ".join([commit.id, *parts]))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": number.urn,
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(commit.seconds, UTC).isoformat(),
            "component": _part("application", NAME, commit.version, f"pkg:pypi/{NAME}@{commit.version}"),
        },
        "components": list(parts.values()),
    }


def _locked(folder: Path) -> list[dict[str, Any]]:
    """Return the packages that the program may use. Those that it can do without are optional."""
    needed = dict(LOCKED.findall((folder / "run.txt").read_text("utf-8")))
    return [
        _part("library", name, version, _pypi(name, version)) | {"scope": "required" if name in needed else "optional"}
        for name, version in LOCKED.findall((folder / "hall.txt").read_text("utf-8"))
    ]


def _installed(card: Path) -> list[dict[str, Any]]:
    """Return Debian's packages on a card. The name of its list ends in the name of its Debian."""
    suite = card.stem.rpartition("-")[2]
    lines = (line.split("\t") for line in card.read_text("utf-8").splitlines())
    return [
        _part("library", name, version, f"pkg:deb/debian/{quote(name)}@{quote(version)}?arch=arm64&distro={suite}")
        for kind, name, version in lines
        if kind == "deb"
    ]


def _pypi(name: str, version: str) -> str:
    return f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{quote(version)}"


def _part(kind: str, name: str, version: str, purl: str) -> dict[str, Any]:
    return {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}
