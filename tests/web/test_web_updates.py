"""An update that the host sends from a phone: it is checked before any byte is kept, and is used only when it is whole."""

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.bounds import BODY_BYTES, UPDATE_BYTES
from companion.box.running import OpenBox, Shutdown
from companion.card.updates import read_manifest, signed_by
from companion.card.uploads import COMING, SENT, Takes, Uploads, publish_takes, update_notice, write_notices
from companion.core.state import Seat
from companion.core.words import Refused, text
from companion.house.house import House
from tests.support.houses import open_house, sit_down
from tests.support.markup import parts_in
from tests.support.phones import HttpReply, Phone
from tests.support.updates import new_key, update
from tests.web.conftest import Phones

PACKED = b"hsqs" + bytes(range(256)) * 800
"""The system of an update. It is several pieces long."""
PIECE = 64 * 1024
FAILED = 150


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_key(tmp_path_factory.mktemp("key"))


@pytest.fixture
def whole(key: Path) -> bytes:
    return update(key, PACKED)


@pytest.fixture
def notices(tmp_path: Path, key: Path) -> Path:
    """Return the folder that a start leaves: version 100 is on the card, 120 runs, and 150 failed."""
    folder = tmp_path / "run"
    folder.mkdir()
    publish_takes(folder, Takes("bookworm", 100, (120,), (FAILED,), str(key.with_suffix(".pub"))))
    return folder


@pytest.fixture
def house(tmp_path: Path, notices: Path) -> Iterator[House]:
    (tmp_path / "state").mkdir()
    house = open_house(tmp_path / "state", notices=str(notices))
    house.store.publish(takes_updates=True)  # as running.py sets it
    yield house
    house.journal.close()


@pytest.fixture
def ana(phone: Phones) -> Phone:
    """Return the host's phone."""
    return phone("Ana")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def put(phone: Phone, at: int, piece: bytes) -> HttpReply:
    return phone.ask("PUT", f"/update?at={at}", piece)


def sent(phone: Phone, raw: bytes) -> HttpReply:
    """Send the update piece by piece until a piece is refused. Return the last reply."""
    for at in range(0, len(raw), PIECE):
        reply = put(phone, at, raw[at : at + PIECE])
        if reply.status != 200:
            break
    return reply


def left(state: Path) -> set[str]:
    return {file.name for file in state.iterdir() if SENT in file.name}


def test_an_update_of_the_host_is_whole_where_root_takes_it(ana: Phone, whole: bytes, state: Path) -> None:
    reply = sent(ana, whole)
    assert reply.json["coming"] == {"version": "0.9", "at": len(whole), "size": len(whole)}
    assert (state / SENT).read_bytes() == whole
    assert left(state) == {SENT}


def test_an_update_is_written_piece_by_piece_and_taken_only_when_it_is_whole(ana: Phone, whole: bytes, state: Path) -> None:
    for at in range(0, len(whole) - PIECE, PIECE):
        assert put(ana, at, whole[at : at + PIECE]).json["coming"]["at"] == at + PIECE
        assert (state / COMING).stat().st_size == at + PIECE
        assert left(state) == {COMING}


REFUSED: dict[str, tuple[Callable[[Path, Path], bytes], str]] = {
    "of somebody else": (lambda key, other: update(other, PACKED), "forged"),
    "changed": (lambda key, other: update(key, PACKED).replace(b"200", b"201"), "forged"),
    "older": (lambda key, other: update(key, PACKED, number=99), "older"),
    "older than what runs": (lambda key, other: update(key, PACKED, number=119), "older"),
    "here": (lambda key, other: update(key, PACKED, number=120), "here"),
    "tried": (lambda key, other: update(key, PACKED, number=FAILED), "failed"),
    "for another Debian": (lambda key, other: update(key, PACKED, suite="trixie"), "other"),
    "for another card": (lambda key, other: update(key, PACKED, card=2), "other"),
    "another file": (lambda key, other: b"PK" + bytes(1000), "not_one"),
    "nothing": (lambda key, other: b"", "not_one"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_forbidden_update_is_refused_at_its_first_piece_and_no_byte_of_it_is_kept(
    ana: Phone, tmp_path: Path, key: Path, state: Path, why: str
) -> None:
    (tmp_path / "other").mkdir()
    made, reason = REFUSED[why]
    piece = made(key, new_key(tmp_path / "other"))[:PIECE]
    os.utime(state, (0, 0))  # its time changes whenever a file comes or goes
    reply = put(ana, 0, piece)
    assert (reply.status, reply.refused) == (409, f"card.update.{reason}")
    assert state.stat().st_mtime == 0
    assert left(state) == set()


@pytest.mark.parametrize("at", [-1, -PIECE, -len(PACKED)])
def test_a_damaged_update_is_refused_and_deleted_once_it_is_whole(ana: Phone, whole: bytes, state: Path, at: int) -> None:
    raw = bytearray(whole)
    raw[at] ^= 1
    assert sent(ana, bytes(raw)).refused == "card.update.broken"
    assert left(state) == set()
    assert sent(ana, whole).status == 200, "and the next one is taken"


def test_an_update_that_is_longer_than_it_says_is_refused(ana: Phone, whole: bytes, state: Path) -> None:
    assert sent(ana, whole + b"x").refused == "card.update.broken"
    assert left(state) == set()


def test_an_update_that_breaks_off_continues_from_the_same_byte(ana: Phone, whole: bytes, state: Path) -> None:
    put(ana, 0, whole[:PIECE])
    for at in (PIECE + 1, 2 * PIECE):
        assert put(ana, at, whole[at : at + PIECE]).refused == "card.update.broke_off"
    put(ana, PIECE, whole[PIECE : 2 * PIECE])
    assert put(ana, PIECE, whole[PIECE : 2 * PIECE]).refused == "card.update.broke_off", "counted once"
    assert ana.get("/update").json["coming"]["at"] == 2 * PIECE
    for at in range(2 * PIECE, len(whole), PIECE):
        put(ana, at, whole[at : at + PIECE])
    assert (state / SENT).read_bytes() == whole


def test_an_update_can_begin_again(ana: Phone, whole: bytes, state: Path) -> None:
    put(ana, 0, whole[:PIECE])
    sent(ana, whole)
    assert (state / SENT).read_bytes() == whole


@pytest.mark.parametrize("at", ["", "x", "-1", "1e9", "9" * 41, "٣"])
def test_an_impossible_place_is_malformed(ana: Phone, whole: bytes, state: Path, at: str) -> None:
    asked = at.encode().decode("latin-1") if at.isascii() else "%D9%A3"
    assert ana.ask("PUT", f"/update?at={asked}", whole[:PIECE]).status == 400
    assert left(state) == set()


def test_a_piece_that_is_too_long_is_refused_in_words(ana: Phone, whole: bytes, state: Path) -> None:
    assert put(ana, 0, whole[: BODY_BYTES + 1]).status == 413
    assert left(state) == set()


@pytest.mark.bound("UPDATE_BYTES")
def test_a_file_that_is_larger_than_any_update_is_refused(ana: Phone, key: Path, state: Path) -> None:
    """Both sizes have equally many digits, so that the heads are equally long."""
    raw = update(key, b"", size=UPDATE_BYTES)
    opened = io.BytesIO(raw)
    read_manifest(opened, signed_by(key.with_suffix(".pub")))
    most = UPDATE_BYTES - opened.tell()
    assert put(ana, 0, update(key, b"", size=most)).json["coming"]["size"] == UPDATE_BYTES
    assert put(ana, 0, update(key, b"", size=most + 1)).status == 413
    assert left(state) == set()


def test_a_full_disk_refuses_an_update_so_that_games_keep_their_room(
    notices: Path, state: Path, house: House, whole: bytes
) -> None:
    with pytest.raises(Refused) as no:
        Uploads(notices, state, reserve=10**18).add(0, whole[:PIECE])
    assert no.value.key == "card.update.no_room"
    uploads = Uploads(notices, state)
    uploads.add(0, whole[:PIECE])
    (state / COMING).unlink()
    (state / COMING).symlink_to("/dev/full")
    with pytest.raises(Refused) as no:
        uploads.add(PIECE, whole[PIECE : 2 * PIECE])
    assert no.value.key == "card.update.no_room"
    assert left(state) == set()


@pytest.mark.parametrize("odd", [Path.mkdir, os.mkfifo])
def test_a_folder_in_place_of_an_update_holds_up_nobody(
    state: Path, ana: Phone, whole: bytes, odd: Callable[[Path], None]
) -> None:
    odd(state / COMING)
    assert sent(ana, whole).status == 200
    assert left(state) == {SENT}


# Rights


def test_only_the_host_reads_the_page_of_updates_or_sends_one(ana: Phone, phone: Phones, whole: bytes, state: Path) -> None:
    for other, why in ((phone("Ben"), "not_host"), (phone(), "no_seat")):
        assert other.get("/update").refused == why
        assert put(other, 0, whole[:PIECE]).refused == why
    assert ana.ask("PUT", "/update?at=0", whole[:PIECE], Origin="http://elsewhere.example").refused == "foreign_origin"
    assert left(state) == set()


def test_only_the_host_s_phone_has_a_link_to_the_page_of_updates(ana: Phone, phone: Phones) -> None:
    place = parts_in(ana.get("/", Accept="text/html").body.decode())["place"]
    assert place["updates"]
    for other in (phone("Ben").get("/", Accept="text/html"), phone().get("/table", Accept="text/html")):
        assert "updates" not in parts_in(other.body.decode())["place"]


def test_an_update_that_is_sent_changes_no_screen(ana: Phone, phone: Phones, whole: bytes) -> None:
    ben = phone("Ben")
    before = [one.get("/screen").json for one in (ana, ben)]
    sent(ana, whole)
    assert [one.get("/screen").json for one in (ana, ben)] == before


def test_a_box_without_a_card_has_no_page_of_updates(
    tmp_path: Path, notices: Path, ana: Phone, whole: bytes, state: Path
) -> None:
    (notices / "takes.json").unlink()
    assert ana.get("/update").status == 404
    assert ana.get("/update", Accept="text/html").status == 404
    assert put(ana, 0, whole[:PIECE]).status == 404
    assert left(state) == set()


@pytest.mark.parametrize("from_card", [True, False])
def test_a_box_finds_out_at_its_start_whether_it_takes_updates(tmp_path: Path, notices: Path, from_card: bool) -> None:
    if not from_card:
        (notices / "takes.json").unlink()
    house = open_house(tmp_path, notices=str(notices), frontends=())
    sit_down(house, "Ana")
    evening = OpenBox(house, Shutdown())
    try:
        assert house.snapshot(Seat("Ana")).place.updates == from_card
    finally:
        evening.close()


# Words


def test_the_page_shows_the_version_the_progress_and_the_notices_of_the_card(
    ana: Phone, whole: bytes, notices: Path
) -> None:
    put(ana, 0, whole[:PIECE])
    write_notices(notices, [update_notice(text("card.update.taken", version="0.9"))])
    part = parts_in(ana.get("/update", Accept="text/html").body.decode())["update"]
    assert part["coming"] == {"version": "0.9", "at": PIECE, "size": len(whole)}
    assert part["told"][0]["words"] == ["card.update.taken", {"version": "0.9"}]
