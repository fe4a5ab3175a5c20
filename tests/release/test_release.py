"""A release of a small project of the test's own, made by the real command and checked by the page that comes with it."""

import hashlib
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.release import image
from tests.release.__main__ import asked_for, make
from tests.release.image import SUITE
from tests.release.refusals import Refused
from tests.release.signing import NAMESPACE, digest
from tests.release.source import Commit, settle
from tests.support.stubs import ROOT
from tests.support.updates import new_key, update

PROJECT = """[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "table-companion"
version = "0.7.0"
[tool.setuptools]
packages = ["companion"]
"""
CARD = "deb\tlibc6\t2.41-12+deb13u3\npypi\tFlask\t3.1.0\n"
NAME = f"table-companion-{SUITE}"


def git(tree: Path, *words: str) -> None:
    person = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    subprocess.run(["git", *person, *words], cwd=tree, check=True, timeout=60)


def project(tree: Path) -> Path:
    """Make a small project with all that a release reads. The command and its page are the real ones."""
    shutil.copytree(ROOT / "tests/release", tree / "tests/release", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "lock", tree / "lock")
    files = {
        "pyproject.toml": PROJECT,
        "companion/__init__.py": '__version__ = "0.7.0"\n',
        "README.md": "# Ours\n\n## Licence\n\nNo licence has been chosen yet.\n",
        "CHANGELOG.md": "# Changelog\n\n## 0.7.0\n\n- A new game.\n\n## 0.6.0\n\n- An old game.\n",
        "docs/build.md": "# Build\n\n## Which board\n\n| board | [card](card.md) |\n|---|---|\n| Pi 9 | yes |\n",
        "docs/release.md": (ROOT / "docs/release.md").read_text("utf-8"),
        ".gitignore": "build/\n__pycache__/\n*.egg-info/\n",
    }
    for name, words in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(words, "utf-8")
    git(tree, "init", "-q")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "Begin")
    return tree


def images(folder: Path, key: Path, at: str, **options: object) -> Path:
    """Make the files that the builder of the card leaves, with a card of four bytes."""
    folder.mkdir()
    (folder / "card.img").write_bytes(b"card")
    packed = folder / f"{NAME}.img.xz"
    packed.write_bytes(lzma.compress(b"card"))
    asked = [sys.executable, ROOT / "systemd/image/manifest.py", SUITE, folder / "card.img", packed, "0", "0.7.0", at]
    (folder / f"{NAME}.rpi-imager-manifest").write_bytes(subprocess.run(asked, stdout=-1, check=True, timeout=60).stdout)
    (folder / f"{NAME}.update").write_bytes(update(key, b"packed", **{"version": "0.7.0", **options}))
    (folder / f"{NAME}.packages").write_text(CARD)
    shutil.copyfile(ROOT / "systemd/image/icon.svg", folder / "icon.svg")
    sums = folder / f"{NAME}.sha256"
    sums.write_text("".join(f"{digest(file)}  {file.name}\n" for file in sorted(folder.iterdir())))
    subprocess.run(["ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", NAMESPACE, sums], check=True, timeout=60)
    return folder


@dataclass(frozen=True)
class Release:
    """A finished release, and where it can be fetched."""

    files: Path
    at: str
    asked: list[str]
    """The questions for the word of the key."""

    def text(self, end: str) -> str:
        (file,) = self.files.glob(f"*{end}")
        return file.read_text("utf-8")


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Release]:
    folder = tmp_path_factory.mktemp("release")
    tree, key = project(folder / "tree"), new_key(folder)
    files = tree / "build/release/0.7.0"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(files)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    at = f"http://127.0.0.1:{server.server_port}"
    made = images(folder / "images", key, at, number=Commit.of(tree).seconds)
    subprocess.run(["ssh-keygen", "-q", "-p", "-P", "", "-N", "a word", "-f", key], check=True, timeout=60)
    typist = folder / "types"
    typist.write_text(f'#!/bin/sh\necho "$1" >>{folder}/questions\necho "a word"\n')
    typist.chmod(0o755)
    world = {**os.environ, "SSH_ASKPASS": str(typist), "SSH_ASKPASS_REQUIRE": "force"}
    asked = ["ssh-agent", sys.executable, "-m", "tests.release", str(key), "--at", at, "--images", str(made)]
    done = subprocess.run(asked, cwd=tree, env=world, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    yield Release(files, at, (folder / "questions").read_text().splitlines())
    server.shutdown()
    server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    """The server from which people fetch the files. It logs nothing."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


def test_the_passphrase_of_the_key_is_asked_for_once(released: Release) -> None:
    assert len(released.asked) == 1


def checked(folder: Path) -> subprocess.CompletedProcess[str]:
    """Do what the notes say to check the files in a folder, on Debian."""
    notes = (folder / "NOTES.md").read_text("utf-8")
    (lines,) = re.findall(r"```sh\n(.*?)```", notes, re.S)
    return subprocess.run(["bash", "-ec", lines], cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def test_the_notes_alone_say_how_to_prove_every_file(released: Release, tmp_path: Path) -> None:
    copy = shutil.copytree(released.files, tmp_path / "fetched")
    done = checked(copy)
    assert done.returncode == 0, done.stderr
    assert 'Good "table-companion-release" signature' in done.stdout
    proved = {line.removesuffix(": OK") for line in done.stdout.splitlines() if line.endswith(": OK")}
    assert proved == {file.name for file in released.files.iterdir()} - {"SHA256SUMS", "SHA256SUMS.sig"}


@pytest.mark.parametrize("end", [".whl", ".img.xz", ".update", "NOTES.md", "SHA256SUMS", ".sig", ".pub"])
def test_one_changed_byte_is_refused(released: Release, tmp_path: Path, end: str) -> None:
    copy = shutil.copytree(released.files, tmp_path / "fetched")
    (file,) = copy.glob(f"*{end}")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert checked(copy).returncode != 0


def test_imager_fetches_the_card_by_the_manifest_as_it_was_fetched_itself(released: Release) -> None:
    def fetched(url: str) -> bytes:
        with urlopen(url, timeout=10) as reply:
            return bytes(reply.read())

    (entry,) = json.loads(fetched(f"{released.at}/{NAME}.rpi-imager-manifest"))["os_list"]
    packed = fetched(entry["url"])
    card = lzma.decompress(packed)
    assert (entry["image_download_size"], entry["image_download_sha256"]) == (
        len(packed),
        hashlib.sha256(packed).hexdigest(),
    )
    assert (entry["extract_size"], entry["extract_sha256"]) == (len(card), hashlib.sha256(card).hexdigest())
    assert fetched(entry["icon"]).startswith(b"<svg")


def test_the_notes_say_what_is_new_which_board_and_that_there_is_no_licence(released: Release) -> None:
    notes = released.text("NOTES.md")
    assert "No licence has been chosen yet." in notes
    assert "A new game." in notes
    assert "An old game." not in notes
    assert "| board | card |\n|---|---|\n| Pi 9 | yes |" in notes


def test_the_bill_of_materials_has_every_locked_package_and_every_package_of_the_card(released: Release) -> None:
    bill = json.loads(released.text(".cdx.json"))
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    parts = {part["bom-ref"]: part for part in bill["components"]}
    assert len(parts) == len(bill["components"])
    locked = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "lock/hall.txt").read_text("utf-8"), re.M)
    debian = f"pkg:deb/debian/libc6@2.41-12%2Bdeb13u3?arch=arm64&distro={SUITE}"
    assert parts.keys() == {f"pkg:pypi/{name}@{version}" for name, version in locked} | {debian}
    assert {parts[f"pkg:pypi/{name}@{version}"]["scope"] for name, version in locked if name == "cryptography"} == {
        "optional"
    }


def packed(file: Path, names: list[str], seconds: int, mode: int) -> Path:
    """Write an sdist with these files, as another machine on another day would."""
    with tarfile.open(file, "w:gz") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.mtime, member.mode, member.uid, member.uname, member.size = seconds, mode, mode, "ana", 4
            archive.addfile(member, io.BytesIO(b"text"))
    return file


def test_an_sdist_does_not_depend_on_the_day_the_machine_or_the_order(tmp_path: Path) -> None:
    one = packed(tmp_path / "one.tar.gz", ["a", "b"], 1, 0o600)
    other = packed(tmp_path / "other.tar.gz", ["b", "a"], 2, 0o664)
    for sdist in (one, other):
        settle(sdist, 1767225600)
    assert one.read_bytes() == other.read_bytes()


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(tmp_path_factory.mktemp("refused") / "tree")


@pytest.mark.parametrize(
    ("words", "why"), [([], "Say where people will find the image"), (["--no-image"], "There is no key")]
)
def test_a_release_that_cannot_be_made_says_what_is_missing(tree: Path, words: list[str], why: str) -> None:
    with pytest.raises(Refused, match=why):
        make(asked_for(["no-key", *words]), tree)


def test_files_outside_the_commit_are_in_no_release(tree: Path) -> None:
    (tree / "new.py").touch()
    with pytest.raises(Refused, match="changes that no commit has"):
        make(asked_for(["no-key", "--no-image"]), tree)
    (tree / "new.py").unlink()


def test_a_release_has_the_debian_that_the_card_s_builder_takes_by_itself() -> None:
    assert re.findall(r"^suite=(\w+)", (ROOT / image.BUILDER).read_text("utf-8"), re.M) == [SUITE]


@pytest.mark.parametrize(("options", "at", "why"), [
    ({"number": 5}, "http://here", "of another commit"),
    ({"version": "0.6.0"}, "http://here", "of another commit"),
    ({}, "http://elsewhere", "made to be fetched from http://here"),
])  # fmt: skip
def test_an_image_of_another_commit_or_address_is_not_taken(
    tree: Path, tmp_path: Path, options: dict[str, object], at: str, why: str
) -> None:
    commit, key, out = Commit.of(tree), new_key(tmp_path), tmp_path / "out"
    made = images(tmp_path / "images", key, "http://here", **{"number": commit.seconds, **options})
    out.mkdir()
    shutil.copyfile(key.with_suffix(".pub"), out / "release.pub")
    with pytest.raises(Refused, match=why):
        image.take(made, SUITE, commit, at, out)


def test_an_image_that_another_key_signed_is_not_taken(tree: Path, tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    commit = Commit.of(tree)
    made = images(tmp_path / "images", new_key(tmp_path / "one"), "http://here", number=commit.seconds)
    other = new_key(tmp_path / "other").with_suffix(".pub")
    with pytest.raises(Refused, match="did not sign it"):
        image.take(made, SUITE, commit, "http://here", other.parent)
