"""A card takes an update if it is whole, newer, signed and for this card. It refuses all others with a reason, and changes
nothing."""

import base64
import shutil
from pathlib import Path

import msgspec
import pytest

from companion.card.updates import FIRST_LINE, NAMESPACE, read_manifest, signed_by
from companion.card.versions import OWN, ROOM_BESIDE, Slots, VersionFolder, came_up
from companion.core.words import Refused
from tests.support import updates
from tests.support.stubs import ROOT
from tests.support.updates import new_key

OWN_NUMBER = 100
PACKED = b"hsqs" + bytes(range(256)) * 5000


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_key(tmp_path_factory.mktemp("key"))


@pytest.fixture
def version_folder(tmp_path: Path) -> VersionFolder:
    (tmp_path / "versions").mkdir()
    return VersionFolder(tmp_path / "versions", OWN_NUMBER, "bookworm")


def update(folder: Path, key: Path, **fields: object) -> Path:
    file = folder / "companion.update"
    file.write_bytes(updates.update(key, PACKED, **fields))
    return file


def refused(version_folder: VersionFolder, file: Path, key: Path) -> str:
    """Return the reason of the refusal, and check that no file has changed."""
    folder = file.parent / "versions"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(Refused) as no:
        version_folder.accept(file, signed_by(key.with_suffix(".pub")))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    return no.value.key.removeprefix("card.update.")


def taken(version_folder: VersionFolder, file: Path, key: Path) -> None:
    version_folder.accept(file, signed_by(key.with_suffix(".pub")))


def test_a_good_one_is_what_the_next_start_is_with(tmp_path: Path, key: Path, version_folder: VersionFolder) -> None:
    taken(version_folder, update(tmp_path, key), key)
    packed, given_up = version_folder.start()
    assert packed is not None
    assert packed.read_bytes() == PACKED
    assert given_up == OWN


def test_once_it_came_up_it_stays_and_the_one_before_goes(tmp_path: Path, key: Path, version_folder: VersionFolder) -> None:
    for number in (200, 300):
        taken(version_folder, update(tmp_path, key, number=number), key)
        version_folder.start()
        version_folder.keep(came_up(version_folder.slots))
    version_folder.start()
    assert sorted(path.name for path in (tmp_path / "versions").iterdir()) == ["300.squashfs", "slots.json"]


@pytest.mark.parametrize("cut", [0, 10, len(FIRST_LINE), 150, 400, -1, -len(PACKED), -len(PACKED) // 2])
def test_an_incomplete_update_is_refused(tmp_path: Path, key: Path, version_folder: VersionFolder, cut: int) -> None:
    file = update(tmp_path, key)
    file.write_bytes(file.read_bytes()[:cut])
    assert refused(version_folder, file, key) in ("not_one", "forged", "broken")


@pytest.mark.parametrize("at", [3, len(FIRST_LINE) + 15, 250, -len(PACKED) - 40, -len(PACKED), -len(PACKED) // 2, -1])
def test_a_flipped_bit_is_noticed_at_any_place(tmp_path: Path, key: Path, version_folder: VersionFolder, at: int) -> None:
    file = update(tmp_path, key)
    raw = bytearray(file.read_bytes())
    raw[at] ^= 1
    file.write_bytes(raw)
    assert refused(version_folder, file, key) in ("not_one", "forged", "broken")


def test_appended_bytes_are_noticed(tmp_path: Path, key: Path, version_folder: VersionFolder) -> None:
    file = update(tmp_path, key)
    file.write_bytes(file.read_bytes() + b"x")
    assert refused(version_folder, file, key) == "broken"


def test_an_update_with_another_key_s_signature_is_refused_as_forged(
    tmp_path: Path, key: Path, version_folder: VersionFolder
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    assert refused(version_folder, update(tmp_path, new_key(other)), key) == "forged"


OTHER_NAMESPACES = ("file", "git", "table-companion", f"{NAMESPACE}-2", NAMESPACE[:-1], NAMESPACE.upper(), "*")


@pytest.mark.parametrize("namespace", OTHER_NAMESPACES)
def test_a_signature_for_something_else_does_not_count(
    tmp_path: Path, key: Path, version_folder: VersionFolder, namespace: str
) -> None:
    """The same key has signed the same bytes, but not as an update."""
    encoded = msgspec.json.encode(updates.manifest(PACKED)) + b"\n"
    (tmp_path / "companion.update").write_bytes(updates.signed(key, encoded, namespace) + PACKED)
    assert refused(version_folder, tmp_path / "companion.update", key) == "forged"


def test_updates_are_signed_as_what_a_box_takes_them_for() -> None:
    assert f"sign_file {NAMESPACE} " in (ROOT / "systemd/image/parts.sh").read_text("utf-8")


def unsigned(key: Path, other: Path) -> dict[str, bytes]:
    """Return bad signatures, each by its fault. None of them claims to be this key's signature for an update."""
    encoded = msgspec.json.encode(updates.manifest(PACKED)) + b"\n"
    good, foreign, elsewhere = (
        updates.signed(of, encoded, namespace).removeprefix(FIRST_LINE + encoded)
        for of, namespace in ((key, NAMESPACE), (other, NAMESPACE), (key, "file"))
    )
    first, *body, last = good.splitlines(keepends=True)
    return {
        "none": b"",
        "another key's": foreign,
        "for something else": elsewhere,
        "no base64": first + b"*" * 70 + b"\n" + last,
        "no signature": first + base64.b64encode(b"x" * 100) + b"\n" + last,
        "without a frame": b"".join(body),
        "without an end": first + b"".join(body),
        "words before it": b"x\n" + good,
    }


def test_for_what_does_not_even_say_who_signed_it_no_program_is_started(
    tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("other", "bin"):
        (tmp_path / name).mkdir()
    heads, asked = unsigned(key, new_key(tmp_path / "other")), tmp_path / "asked"
    good = updates.signed(key, b"{}\n").removeprefix(FIRST_LINE + b"{}\n")
    believing = tmp_path / "bin" / "ssh-keygen"  # a program that confirms every signature
    believing.write_text(f"#!/bin/sh\n: >{asked}\n")
    believing.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    signed = signed_by(key.with_suffix(".pub"))
    assert {name: signed(b"{}\n", read_manifest) for name, read_manifest in heads.items()} == dict.fromkeys(heads, False)
    assert not asked.exists()
    assert signed(b"{}\n", good)
    assert asked.exists()


def test_a_card_without_a_key_takes_no_update(tmp_path: Path, key: Path, version_folder: VersionFolder) -> None:
    assert refused(version_folder, update(tmp_path, key), tmp_path / "nowhere") == "forged"


@pytest.mark.parametrize(("number", "why"), [(99, "older"), (OWN_NUMBER, "here"), (0, "older"), (-5, "older")])
def test_an_update_older_than_the_card_s_own_version_is_refused(
    tmp_path: Path, key: Path, version_folder: VersionFolder, number: int, why: str
) -> None:
    assert refused(version_folder, update(tmp_path, key, number=number), key) == why


def test_an_update_older_than_the_running_version_is_refused(
    tmp_path: Path, key: Path, version_folder: VersionFolder
) -> None:
    taken(version_folder, update(tmp_path, key, number=300), key)
    version_folder.start()
    version_folder.keep(came_up(version_folder.slots))
    assert refused(version_folder, update(tmp_path, key, number=200), key) == "older"
    assert refused(version_folder, update(tmp_path, key, number=300), key) == "here"


def test_an_update_that_did_not_start_is_not_taken_again(tmp_path: Path, key: Path, version_folder: VersionFolder) -> None:
    version_folder.keep(Slots(failed=(200,)))
    assert refused(version_folder, update(tmp_path, key), key) == "failed"


@pytest.mark.parametrize("fields", [{"suite": "trixie"}, {"card": 2}])
def test_one_for_another_card_is_not_taken(
    tmp_path: Path, key: Path, version_folder: VersionFolder, fields: dict[str, object]
) -> None:
    assert refused(version_folder, update(tmp_path, key, **fields), key) == "other"


def test_a_signed_update_of_another_kind_of_system_is_refused(
    tmp_path: Path, key: Path, version_folder: VersionFolder
) -> None:
    raw = b'{"number": 200, "needs": "more"}\n'
    (tmp_path / "companion.update").write_bytes(updates.signed(key, raw) + PACKED)
    assert refused(version_folder, tmp_path / "companion.update", key) == "other"


def test_an_update_that_leaves_no_room_for_the_games_is_refused(
    tmp_path: Path, key: Path, version_folder: VersionFolder
) -> None:
    large = shutil.disk_usage(tmp_path).free - ROOM_BESIDE // 2
    assert refused(version_folder, update(tmp_path, key, size=large), key) == "no_room"


@pytest.mark.parametrize("raw", [b"", b"\0" * 10_000, b"table-companion update 2\n{}\n", FIRST_LINE * 1000, b"x" * 100_000])
def test_any_other_file_is_no_update(tmp_path: Path, key: Path, version_folder: VersionFolder, raw: bytes) -> None:
    (tmp_path / "companion.update").write_bytes(raw)
    assert refused(version_folder, tmp_path / "companion.update", key) in ("not_one", "forged")


def test_a_copy_that_the_power_cut_off_is_forgotten(tmp_path: Path, key: Path, version_folder: VersionFolder) -> None:
    (tmp_path / "versions" / "coming").write_bytes(PACKED[:1000])
    assert version_folder.start() == (None, OWN)
    assert [path.name for path in (tmp_path / "versions").iterdir()] == ["slots.json"]
    taken(version_folder, update(tmp_path, key), key)


def test_a_copy_that_is_whole_but_was_not_yet_offered_is_taken_again(
    tmp_path: Path, key: Path, version_folder: VersionFolder
) -> None:
    """The power was cut between the two writes."""
    (tmp_path / "versions" / "200.squashfs").write_bytes(PACKED)
    assert version_folder.start() == (None, OWN)
    taken(version_folder, update(tmp_path, key), key)
    assert version_folder.start()[0] == tmp_path / "versions" / "200.squashfs"


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'{"runs": "x"}', b"\0" * 100])
def test_a_list_of_versions_that_cannot_be_read_leaves_the_card_s_own(
    tmp_path: Path, version_folder: VersionFolder, raw: bytes
) -> None:
    (tmp_path / "versions" / "slots.json").write_bytes(raw)
    assert version_folder.start() == (None, OWN)


def test_the_file_is_at_the_packed_version_once_its_head_is_read(tmp_path: Path, key: Path) -> None:
    with update(tmp_path, key).open("rb") as file:
        assert read_manifest(file, signed_by(key.with_suffix(".pub"))) == updates.manifest(PACKED)
        assert file.read() == PACKED
