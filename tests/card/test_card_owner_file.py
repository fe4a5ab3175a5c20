"""The box understands what people write into `companion.txt`, and names each wrong line."""

import base64
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.card.owner_file import CHECKS, TAKEN, OwnerFile, read, without_secrets
from companion.core.words import Text, text
from companion.letters import load
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue, say
from hardware.drawing.draw import wrap
from tests.support.stubs import ROOT

KEY = "ssh-ed25519 " + base64.b64encode(b"\0\0\0\x0bssh-ed25519" + b"\0\0\0\x20" + bytes(range(32))).decode()
WHOLE = f"""# a box
language = fr
country = fr
wifi = Chez nous
wifi-password = correct horse
name = Salon.local
panel = none
ssh-key = {KEY} ana@home
ssh-key = {KEY}
"""

OF_THE_HALL = {"hall-name", "hall-authority", "hall-certificate", "hall-private", "hall-login"}
"""Settings that `companion hall` writes, so nobody types them."""


def wanted(words: str) -> OwnerFile:
    settings = read(words.encode())
    assert settings.faults == ()
    return settings.wishes


def faults(words: str | bytes) -> tuple[Text, ...]:
    return read(words.encode() if isinstance(words, str) else words).faults


def test_everything_that_an_owner_may_want_is_read() -> None:
    assert wanted(WHOLE) == OwnerFile(
        "fr", "FR", "Chez nous", "correct horse", "salon", "none", (f"{KEY} ana@home", KEY)
    )  # fmt: skip


def test_the_file_on_a_new_card_wants_nothing_and_names_every_key() -> None:
    raw = (ROOT / "systemd/image/companion.txt").read_bytes()
    assert read(raw) == (OwnerFile(), ())
    own, hall = raw.decode().split("#[hall]\n")
    listed = [line[1:].split(" =")[0] for line in own.splitlines() if line.startswith("#") and line[1:2].isalpha()]
    listed += [f"hall-{line[1:].split(' =')[0]}" for line in hall.splitlines()]
    assert set(listed) == CHECKS.keys() - OF_THE_HALL


def test_the_examples_in_the_owner_s_file_are_valid_except_for_the_keys() -> None:
    raw = (ROOT / "systemd/image/companion.txt").read_text()
    examples = "\n".join(
        line[1:] for line in raw.splitlines() if line.startswith("#") and line[1:2] in "[" + ascii_lowercase
    )
    assert [fault.key for fault in faults(examples)] == ["card.bad.ssh-key", "card.bad.hall-key", "card.hall_lacks"]


@pytest.mark.parametrize(
    "words",
    [
        "wifi=Home\r\nwifi-password=12345678\r\n",
        "wifi=Home\rwifi-password=12345678",
        "\ufeffWIFI = Home\nWiFi_Password = 12345678",
        "  wifi :  Home  \n Wifi Password: 12345678",
        "wifi = “Home”\nwifi-password = \"12345678\"",
        "ｗｉｆｉ＝Home\nwifi-password＝12345678",
        "\n\n# wifi = Other\n; x\nwifi = Home\nwifi-password = 12345678\n\n",
    ],
)  # fmt: skip
def test_a_file_is_read_as_people_and_their_editors_write_it(words: str) -> None:
    assert wanted(words) == OwnerFile(wifi="Home", password="12345678")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_is_read_in_every_encoding_of_an_editor(encoding: str) -> None:
    raw = "wifi = Été 夏\nwifi-password = 12345678".encode(encoding)
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    assert read(mark + raw) == (OwnerFile(wifi="Été 夏", password="12345678"), ())


WRONG = {
    "langauge = fr": text("card.unknown", line=1, near="language"),
    "wlan-password = x": text("card.unknown", line=1, near="wifi-password"),
    "fr": text("card.no_equals", line=1),
    "\n\nlanguage =": text("card.empty", line=3),
    "language = fr\nlanguage = ja": text("card.twice", line=2, what="language"),
    "language = de": text("card.bad.language", line=1),
    "country = France": text("card.bad.country", line=1),
    "country = F1": text("card.bad.country", line=1),
    "wifi = " + "é" * 17: text("card.bad.wifi", line=1),
    "wifi = a\tb": text("card.bad.wifi", line=1),
    "wifi = Home\nwifi-password = short": text("card.bad.wifi-password", line=2),
    "wifi = Home\nwifi-password = motdepassé": text("card.bad.wifi-password", line=2),
    "wifi = Home\nwifi-password = " + "x" * 64: text("card.bad.wifi-password", line=2),
    "wifi-password = 12345678": text("card.password_alone", line=1),
    "name = le salon": text("card.bad.name", line=1),
    "name = -salon": text("card.bad.name", line=1),
    "panel = big": text("card.bad.panel", line=1),
    "ssh-key = ssh-ed25519 AAAA... me@home": text("card.bad.ssh-key", line=1),
    "ssh-key = " + KEY.replace("ssh-ed25519", "ssh-rsa"): text("card.bad.ssh-key", line=1),
    "ssh-key = -----BEGIN OPENSSH PRIVATE KEY-----": text("card.bad.ssh-key", line=1),
}


@pytest.mark.parametrize("words", WRONG)
def test_every_mistake_is_named_with_its_line(words: str) -> None:
    assert faults(words) == (WRONG[words],)


def test_valid_lines_count_beside_invalid_ones() -> None:
    settings = read(b"language = ja\ncountry = Japan\nname = ima\n")
    assert settings == (OwnerFile(language="ja", name="ima"), (text("card.bad.country", line=2),))


def test_many_mistakes_are_reported_in_the_order_of_the_file() -> None:
    assert [fault.values["line"] for fault in faults("wifi-password = 12345678\nx = 1\ny\nlanguage = de")] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "raw", [b"\xff\xfe\x00", b"\xff\xfe\x00\xd8", b"PK\x03\x04\x00", "language = fr".encode("utf-16-le")]
)
def test_a_file_that_is_no_text_is_reported_once_and_wants_nothing(raw: bytes) -> None:
    assert read(raw) == (OwnerFile(), (text("card.not_text"),))
    assert without_secrets(raw) == raw


@given(st.binary(max_size=300))
def test_no_content_of_a_file_stops_a_start(raw: bytes) -> None:
    for fault in read(raw).faults:
        assert say(fault, "en")


# Passwords


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_password_that_was_taken_is_gone_and_nothing_else_moved(encoding: str) -> None:
    raw = "# mypassword\nwifi = mypassword\nwifi-password = mypassword\nname = salon".encode(encoding)
    left = without_secrets(raw)
    assert len(left) == len(raw)
    words = left.decode(encoding)
    assert words.splitlines()[2].rstrip() == f"wifi-password = {TAKEN}"
    assert words.replace(TAKEN.ljust(10), "mypassword") == raw.decode(encoding)
    assert read(left) == (OwnerFile(wifi="mypassword", name="salon"), ())
    assert without_secrets(left) == left


@given(st.text("abc =#:'\"", min_size=8, max_size=20), st.sampled_from(["", "“", "'"]))
def test_no_password_leaves_a_trace(password: str, quote: str) -> None:
    raw = f"wifi = x\nwifi-password = {quote}{password}{quote and {'“': '”'}.get(quote, quote)}\n".encode()
    taken = read(raw).wishes.password
    if taken is not None:
        left = without_secrets(raw)
        assert len(left) == len(raw)
        assert taken.encode() not in left
        assert read(left).wishes.password is None


# Words


KEYS_OF_A_CARD = [key for key in catalogue("en") if key.startswith("card.")]
BLANKS = {"line": 999, "near": "wifi-password", "what": "wifi-password", "version": "2026.11.22"}
BLANKS |= {"count": 120, "code": "MMMM WWWW MMMM WWWW"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS_OF_A_CARD)
def test_each_message_fits_whole_on_the_display(key: str, language: str) -> None:
    face, words = load().b12, say(Text(key, BLANKS), language)
    short = key.endswith("_head") or key in ("card.title", "card.title_card", "card.title_update", "card.line", "card.whole")
    assert len(wrap(words, 126, face)) <= (1 if short else 2), words
    assert all(face.width(line) <= 126 for line in wrap(words, 126, face)), words


def test_every_fault_has_words() -> None:
    assert {f"card.bad.{key}" for key in CHECKS} | {fault.key for fault in WRONG.values()} <= set(KEYS_OF_A_CARD)
    assert Path(ROOT / "companion/card").is_dir()
