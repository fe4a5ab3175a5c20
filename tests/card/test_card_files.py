"""What is kept on a card is on it, whole, before it gets its name: seen in what the system is asked for, call by call."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.updates import new_key, update

traces = pytest.mark.skipif(not shutil.which("strace") and not os.environ.get("CI"), reason="needs strace")


def asked(folder: Path, program: str) -> list[str]:
    """What a program asks the system to do with files of this folder, by name of the call and of the file."""
    trace = folder / "trace"
    calls = "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2"
    words = ["strace", "-f", "-y", "-e", f"trace={calls}", "-o", trace, sys.executable, "-c", program]
    subprocess.run(words, check=True, capture_output=True, timeout=120)
    found = []
    for line in trace.read_text("utf-8", "replace").splitlines():
        if names := re.findall(rf"{re.escape(str(folder))}/([\w./-]*)", line):
            found.append(f"{line.split('(')[0].split()[-1]} {' '.join(names)}")
    return found


@traces
def test_a_file_is_on_the_card_before_it_gets_its_name_and_then_the_name_is(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    program = f"from pathlib import Path; from companion.card.files import put; put(Path('{tmp_path}/kept/it'), b'x' * 100)"
    assert asked(tmp_path, program) == [
        "write kept/it.new", "fsync kept/it.new", "rename kept/it.new kept/it", "fsync kept",
    ]  # fmt: skip


@traces
def test_an_update_is_on_the_card_before_it_gets_its_name_and_before_it_is_what_the_next_start_tries(tmp_path: Path) -> None:
    key = new_key(tmp_path)
    (tmp_path / "versions").mkdir()
    (tmp_path / "companion.update").write_bytes(update(key, bytes(100)))
    program = f"""
from pathlib import Path
from companion.card.shelf import Shelf
from companion.card.updates import signed_by
Shelf(Path("{tmp_path}/versions"), 100, "bookworm").take(Path("{tmp_path}/companion.update"), signed_by(Path("{key}.pub")))
"""
    assert [call for call in asked(tmp_path, program) if "versions" in call] == [
        "write versions/coming", "fsync versions/coming", "rename versions/coming versions/200.squashfs", "fsync versions",
        "write versions/slots.json.new", "fsync versions/slots.json.new",
        "rename versions/slots.json.new versions/slots.json", "fsync versions",
    ]  # fmt: skip
