"""The box takes the settings of Raspberry Pi Imager as if they were in `companion.txt`."""

import pytest

from companion.card.owner_file import OwnerFile, merged
from companion.card.starting import read, without_secrets

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ana"
USER_DATA = f"""hostname: Salon
manage_etc_hosts: true
packages:
- avahi-daemon
timezone: Europe/Paris
enable_ssh: true
users:
- name: ana
  lock_passwd: true
  ssh_authorized_keys:
    - {KEY}
  sudo: ALL=(ALL) NOPASSWD:ALL
""".encode()
PSK = "0123456789abcdef" * 4
NETWORK = rf"""network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "FR"
      access-points:
        "Chez \"nous\"":
          password: "{PSK}"
      optional: true
""".encode()


def test_the_answers_of_imager_become_the_owner_s_settings() -> None:
    assert read(USER_DATA, NETWORK) == OwnerFile(
        country="FR", wifi='Chez "nous"', password=PSK, name="salon", keys=(KEY,)
    )  # fmt: skip


def network(name: str) -> bytes:
    return NETWORK.replace(rb'"Chez \"nous\""', name.encode())


@pytest.mark.parametrize(("written", "name"), [
    (r'"Caf\xc3\xa9"', "Café"), (r'"\xe5\xae\xb6 \xF0\x9f\x8f\xa0"', "家 🏠"), ('"Café"', "Café"), (r'"a\\xc3"', r"a\xc3"),
])  # fmt: skip
def test_a_wifi_s_name_that_it_wrote_byte_by_byte_is_read(written: str, name: str) -> None:
    assert read(b"", network(written)).wifi == name


def test_a_wifi_s_name_that_is_no_text_counts_as_missing() -> None:
    assert read(b"", network(r'"Caf\xe9"')).wifi is None


@pytest.mark.parametrize("raw", [b"", b"\xff\x00", b"#cloud-config\nruncmd:\n  - [ sh, -c, reboot ]\n", NETWORK[:110]])
def test_other_files_are_neither_read_nor_run(raw: bytes) -> None:
    assert read(raw, raw) in (OwnerFile(), OwnerFile(country="FR"))


def test_the_password_of_imager_is_removed_from_the_card_in_place() -> None:
    left = without_secrets(NETWORK)
    assert len(left) == len(NETWORK)
    assert PSK.encode() not in left
    assert read(USER_DATA, left) == OwnerFile(country="FR", wifi='Chez "nous"', name="salon", keys=(KEY,))
    assert without_secrets(left) == left


def test_companion_txt_wins_over_it() -> None:
    written = OwnerFile(language="ja", wifi="Garden", password="12345678")
    both = merged(written, read(USER_DATA, NETWORK))
    assert (both.language, both.wifi, both.password, both.name) == ("ja", "Garden", "12345678", "salon")
    assert merged(OwnerFile(wifi="Garden"), read(USER_DATA, NETWORK)).password is None, "no password of another Wi-Fi"
