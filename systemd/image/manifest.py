"""Prints the manifest with which Raspberry Pi Imager offers the image and asks for language, Wi-Fi and name, as JSON.

    manifest.py SUITE IMAGE PACKED EPOCH VERSION [AT]

AT is the address of the folder with PACKED and `icon.svg`. Imager fetches whole addresses alone: without AT somebody
must write it into `url` first.

`init_format` cloudinit: Imager then writes its answers as files beside `companion.txt`, and starts nothing.
"""

import hashlib
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

BOARDS = ("pi3-64bit", "pi4-64bit")
"""The boards that should work (docs/build.md)."""


def main() -> None:
    suite, image, packed, epoch, version = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
    at = "".join(f"{place.rstrip('/')}/" for place in sys.argv[6:] if place)
    entry = {
        "name": f"Table Companion {version} ({suite})",
        "description": "A box beside a real board game: phones are private screens, the pieces stay on the table.",
        "icon": at and f"{at}icon.svg",
        "url": at + packed.name,
        "extract_size": image.stat().st_size,
        "extract_sha256": _sum(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": _sum(packed),
        "release_date": datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%d"),
        "init_format": "cloudinit",
        "devices": list(BOARDS),
    }
    print(json.dumps({"os_list": [entry]}, indent=2))


def _sum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


main()
