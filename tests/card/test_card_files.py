"""A file is whole on the card before it gets its name. The system calls prove this, one by one."""

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
    """Run a program, and return its system calls on files of this folder, each with the names of call and file."""
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
    program = f"""
from pathlib import Path
from companion.card.files import write_whole
write_whole(Path("{tmp_path}/kept/it"), b"x" * 100)
"""
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
from companion.card.versions import VersionFolder
from companion.card.updates import signed_by
folder = VersionFolder(Path("{tmp_path}/versions"), 100, "bookworm")
folder.accept(Path("{tmp_path}/companion.update"), signed_by(Path("{key}.pub")))
"""
    assert [call for call in asked(tmp_path, program) if "versions" in call] == [
        "write versions/coming", "fsync versions/coming", "rename versions/coming versions/200.squashfs", "fsync versions",
        "write versions/slots.json.new", "fsync versions/slots.json.new",
        "rename versions/slots.json.new versions/slots.json", "fsync versions",
    ]  # fmt: skip


@traces
def test_a_secret_that_is_struck_out_is_off_the_card_before_anything_else_is_done(tmp_path: Path) -> None:
    """Otherwise a power cut could bring the password back, where any machine can read it."""
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/companion.txt").write_bytes(b"wifi-password = secret word")
    program = f"""
from pathlib import Path
from companion.card.files import overwrite
overwrite(Path("{tmp_path}/boot/companion.txt"), b"wifi-password = (taken)    ")
"""
    assert asked(tmp_path, program) == ["write boot/companion.txt", "fsync boot/companion.txt"]


@traces
def test_an_update_that_a_phone_sends_is_on_the_card_before_it_has_the_name_that_root_looks_for(tmp_path: Path) -> None:
    key = new_key(tmp_path)
    (tmp_path / "whole").write_bytes(update(key, bytes(100)))
    (tmp_path / "state").mkdir()
    program = f"""
from pathlib import Path
from companion.card.uploads import Takes, Uploads, publish_takes
state = Path("{tmp_path}/state")
publish_takes(Path("{tmp_path}"), Takes("bookworm", 100, (), (), "{key}.pub"))
Uploads(Path("{tmp_path}"), state, reserve=0).add(0, Path("{tmp_path}/whole").read_bytes())
"""
    assert [call for call in asked(tmp_path, program) if "state" in call] == [
        "write state/companion.update.coming", "fsync state/companion.update.coming",
        "rename state/companion.update.coming state/companion.update", "fsync state",
    ]  # fmt: skip
