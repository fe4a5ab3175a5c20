"""Each mistake in `companion.txt` gets one sentence, in every language. All other lines count."""

import base64
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from companion.card.owner_file import CHECKS, LARGEST, PASSWORD
from companion.card.starting import OWNERS
from companion.letters import load
from companion.settings import read
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from hardware.drawing.draw import wrap
from tests.support.cards import Machine

HALL_KEY = base64.urlsafe_b64encode(bytes(range(32))).decode().rstrip("=")
STORES = 'stores = ["http://10.0.0.2:2379"]'
HALL = f'[hall]\nkey = "{HALL_KEY}"\n{STORES}\n'
BAD = {
    "country": ("France", "F1", "F", "日本"),
    "wifi": ("é" * 17, "a\tb"),
    PASSWORD: ("short", "motdepassé", "x" * 64, "（taken）"),
    "name": ("le salon", "-salon", "salon.maison", "x" * 64, "サロン"),
    "panel": ("big", "simulated", "gpio!"),
    "ssh-key": ("ssh-ed25519 AAAA... me@home", "AAAA", "-----BEGIN OPENSSH PRIVATE KEY-----", "ssh-dss AAAA"),
    "hall-key": ("short", HALL_KEY[:-1], HALL_KEY + "AAAA", "geheim" * 8),
    "hall-stores": ("10.0.0.2", '["ftp://10.0.0.2:2379"]', "[]", '["http://10.0.0.2:2379", "x"]'),
    "hall-name": ("x" * 41, "a\tb"),
    "hall-authority": ("/etc/passwd", "../x", "a" * 17),
    "hall-certificate": ("/etc/passwd", "a/b"),
    "hall-private": ("~/.ssh/id", "..", "a b"),
}


def line(key: str, value: str) -> str:
    """Return this setting as a line of the file."""
    return f"{key} = {value}\n" if not key.startswith("hall-") else f"[hall]\n{key.removeprefix('hall-')} = {value}\n"


MISTAKES: dict[str, tuple[str | bytes, set[str]]] = {
    **{f"{key} {value}": (line(key, value), {f"card.bad.{key}"}) for key, values in BAD.items() for value in values},
    **{f"misspelt {key}": (line(f"{key}e", "x"), {"card.unknown"}) for key in CHECKS},
    **{f"empty {key}": (line(key, ""), {"card.empty"}) for key in CHECKS if key != "language"},
    **{f"empty in quotes {key}": (line(key, "“”"), {"card.empty"}) for key in CHECKS if key != "language"},
    "twice": ("name = one\nname = two\n", {"card.twice"}),
    "language twice": ("language = de\n", {"card.twice"}),
    "a hall's key twice": (f'{HALL}key = "{HALL_KEY}"\n', {"card.twice"}),
    "a word": ("hello\n", {"card.no_equals"}),
    "another part": ("[wifi]\n", {"card.no_equals"}),
    "a password alone": ("wifi-password = 12345678\n", {"card.password_alone"}),
    "a new Wi-Fi without password": ("wifi = Home\n", {"card.password_missing"}),
    "a new Wi-Fi, a short one": ("wifi = Home\nwifi-password = me\n", {"card.bad.wifi-password", "card.password_missing"}),
    "a password that was never said": ("wifi = Home\nwifi-password = (taken)\n", {"card.password_missing"}),
    "a hall without key": (f"[hall]\n{STORES}\n", {"card.hall_lacks"}),
    "a hall without stores": (f"[hall]\nkey = {HALL_KEY}\n", {"card.hall_lacks"}),
    "a hall's certificate without its key": (f"{HALL}certificate = box.pem\n", {"card.hall_lacks"}),
    "a hall's key without its certificate": (f"{HALL}private = box.key\n", {"card.hall_lacks"}),
    "a hall's key that was never said": (f"[hall]\nkey = (taken)\n{STORES}\n", {"card.hall_key_missing"}),
    "a hall's file that is not there": (f"{HALL}authority = a.pem\n", {"card.no_file"}),
    "letters of an old Windows": ("wifi = Été\n".encode("cp1252"), {"card.letters"}),
    "letters of Japan": ("name = サロン\n".encode("shift-jis"), {"card.letters"}),
}  # fmt: skip
NOTHING_COUNTS: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "card.blank"),
    "blank": (b" \r\n\r\n", "card.blank"),
    "of an office program": (b"PK\x03\x04" + bytes(100), "card.not_text"),
    "UTF-16 without its mark": ("language = fr\n".encode("utf-16-le"), "card.not_text"),
    "UTF-16 that breaks off": ("language = fr\n".encode("utf-16")[:-1], "card.not_text"),
    "huge": (b"# x\n" * LARGEST, "card.too_long"),
}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def as_bytes(words: str | bytes) -> bytes:
    return words if isinstance(words, bytes) else words.encode()


def insist_on(machine: Machine, keys: set[str]) -> None:
    """Check that the box has exactly these messages, and that each fits on the display in every language."""
    assert {notice.words.key for notice in machine.notices} == keys
    for notice, language in product(machine.notices, LANGUAGES):
        words = say(notice.words, language)
        assert words
        assert "{" not in words
        assert len(wrap(words, 126, load().b12)) <= 2, words


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_reported_in_one_sentence_and_the_rest_counts(machine: Machine, name: str) -> None:
    words, keys = MISTAKES[name]
    right = "language = fr\n"
    machine.says(words if isinstance(words, str) and right in words else right.encode() + as_bytes(words))
    machine.start()
    insist_on(machine, keys)
    assert read(machine.card.data / "settings/settings.toml").language == "fr"


@pytest.mark.parametrize("value", ["de", "fr, ja", "français"])
def test_an_unknown_language_is_reported_in_the_present_one(machine: Machine, value: str) -> None:
    machine.says(f"language = {value}\nname = salon\n")
    machine.start()
    insist_on(machine, {"card.bad.language"})
    assert read(machine.card.data / "settings/settings.toml").names == ("salon.local",)


@pytest.mark.parametrize("key", CHECKS)
def test_a_misspelt_word_gets_the_nearest_known_one(machine: Machine, key: str) -> None:
    machine.says(line(f"{key}e", "x"))
    machine.start()
    (notice,) = machine.notices
    assert notice.words.values["near"] == key.removeprefix("hall-")


@pytest.mark.parametrize("name", NOTHING_COUNTS)
def test_a_file_without_a_valid_line_is_reported_once_and_changes_nothing(machine: Machine, name: str) -> None:
    machine.says("language = fr\nname = salon\n")
    machine.start()
    before = {path: path.read_bytes() for path in machine.card.data.rglob("*") if path.is_file()}
    raw, key = NOTHING_COUNTS[name]
    machine.says(raw)
    machine.start()
    insist_on(machine, {key})
    assert {path: path.read_bytes() for path in machine.card.data.rglob("*") if path.is_file()} == before
    assert (machine.card.boot / OWNERS).read_bytes() == raw


def as_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def as_loop(file: Path) -> None:
    """Replace a file by a link to itself, which no program can read, not even one of root's."""
    file.unlink()
    file.symlink_to(file.name)


@pytest.mark.parametrize(
    ("broken", "key"), [(as_folder, "card.folder"), (Path.unlink, "card.missing"), (as_loop, "card.unreadable")]
)
def test_a_missing_file_is_reported_and_the_box_starts(machine: Machine, broken: Callable[[Path], None], key: str) -> None:
    broken(machine.card.boot / OWNERS)
    machine.start()
    insist_on(machine, {key})
    assert machine.version == str(machine.card.own)


def test_a_locked_card_keeps_its_secrets_and_leaves_a_notice(machine: Machine) -> None:
    raw = f"language = fr\nwifi = Home\nwifi-password = correct horse\n{HALL}"
    machine.says(raw)
    machine.locked = True
    machine.start()
    insist_on(machine, {"card.locked"})
    assert (machine.card.boot / OWNERS).read_bytes() == raw.encode()
    assert read(machine.card.data / "settings/settings.toml").hall is not None


EDITORS = {
    "Windows": lambda words: words.replace("\n", "\r\n").encode(),
    "Notepad": lambda words: b"\xef\xbb\xbf" + words.replace("\n", "\r\n").encode(),
    "Notepad, Unicode": lambda words: words.replace("\n", "\r\n").encode("utf-16"),
    "an old Mac": lambda words: words.replace("\n", "\r").encode(),
    "quotes": lambda words: words.replace('"', "“", 1).replace('"', "”").encode(),
    "other quotes": lambda words: words.replace('"', "”").encode(),
    "no quotes": lambda words: words.replace('"', "").encode(),
}


@pytest.mark.parametrize("editor", EDITORS)
def test_no_editor_makes_a_mistake_of_what_is_right(machine: Machine, editor: str) -> None:
    machine.says(EDITORS[editor](f'name = salon\nwifi = "Été"\nwifi-password = "correct horse"\n{HALL}name = "Table 4"\n'))
    assert machine.start() == []
    settings = read(machine.card.data / "settings/settings.toml")
    assert settings.names == ("salon.local",)
    assert settings.hall is not None
    assert (settings.hall.key, settings.hall.stores, settings.hall.name) == (HALL_KEY, ("http://10.0.0.2:2379",), "Table 4")
    left = (machine.card.boot / OWNERS).read_bytes().replace(b"\0", b"")
    assert HALL_KEY.encode() not in left
    assert b"horse" not in left
    assert machine.start() == [], "(taken) is understood"
    assert read(machine.card.data / "settings/settings.toml") == settings


@pytest.mark.parametrize(("key", "near"), [
    ("wlan", "wifi"), ("SSID", "wifi"), ("Password", "wifi-password"), ("psk", "wifi-password"), ("hostname", "name"),
    ("langue", "language"), ("pays", "country"), ("ssh", "ssh-key"),
])  # fmt: skip
def test_a_wrong_name_of_a_line_gets_the_right_one(machine: Machine, key: str, near: str) -> None:
    machine.says(f"{key} = x")
    machine.start()
    (notice,) = machine.notices
    assert notice.words.values["near"] == near
