"""Does the work of each start of a card, and reads the files that Raspberry Pi Imager left there."""

import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from companion import regular
from companion.card import games, owner_file, versions
from companion.card.applying import CLOSED, COUNTRY, HALL_FILES, NAME, SETTINGS, WIFI, apply_wishes, is_private_key
from companion.card.files import clear, overwrite, write_whole
from companion.card.owner_file import HALL_KEY, HALL_PRIVATE, LARGEST, PASSWORD, TAKEN, OwnerFile, WishedHall
from companion.card.updates import signed_by
from companion.card.uploads import (
    SENT,
    Takes,
    card_notice,
    file_notice,
    publish_takes,
    read_notices,
    update_notice,
    write_notices,
)
from companion.card.versions import VersionFolder
from companion.core.words import Refused, Text, text
from companion.snapshot.table import CardNotice

USER_DATA: Final = "user-data"
NETWORK: Final = "network-config"
NETWORK_PASSWORD: Final = re.compile(rb'^( *password: ")((?:[^"\\\n]|\\.)+)(?=")', re.MULTILINE)
ANSWERS: Final = {
    "name": re.compile(r"^hostname: (\S+)$", re.MULTILINE),
    "ssh-key": re.compile(r"^ *- ((?:ssh|ecdsa)-\S+ .+)$", re.MULTILINE),
    "country": re.compile(r'^ *regulatory-domain: "?([A-Z]{2})"?$', re.MULTILINE),
    "wifi": re.compile(r'^ *access-points:\n *"((?:[^"\\\n]|\\.)+)":$', re.MULTILINE),
    "wifi-password": re.compile(NETWORK_PASSWORD.pattern.decode(), re.MULTILINE),
}
"""Patterns that find the answers in Imager's files, by the keys of `companion.txt`."""
ESCAPE: Final = re.compile(rb"\\(?:x([0-9A-Fa-f]{2})|(.))")


def read(user_data: bytes, network: bytes) -> OwnerFile:
    """Return the wishes in Imager's two files. Other lines are ignored."""
    words = b"\n".join((user_data, network)).decode("utf-8", "replace").replace("\r\n", "\n")
    answers = ((key, found[found.re.groups]) for key, of in ANSWERS.items() for found in of.finditer(words))
    lines = [" = ".join((key, _unescaped(value))) for key, value in answers]
    return owner_file.read("\n".join(lines).encode("utf-8", "surrogateescape")).wishes


def _unescaped(value: str) -> str:
    """Return a value without its escapes. Imager 2 writes a byte that is not ASCII as a backslash, x and two digits. Bytes
    that are not UTF-8 stay marked (PEP 383), so that the line counts as a fault."""
    raw = ESCAPE.sub(lambda found: bytes([int(found[1], 16)]) if found[1] else found[2], value.encode())
    return raw.decode("utf-8", "surrogateescape")


def without_secrets(network: bytes) -> bytes:
    """Return Imager's network file with a mark in place of the Wi-Fi password. The number of bytes stays."""
    return NETWORK_PASSWORD.sub(lambda found: found[1] + TAKEN.ljust(len(found[2])).encode()[: len(found[2])], network)


OWNERS: Final = "companion.txt"
HOST_KEY: Final = "ssh/ssh_host_ed25519_key"
USUAL_NAME: Final = "table"
SILENT: Final = ("card.update.taken", "card.update.here", "card.update.failed")
"""Outcomes of an update on the card that need no notice: it is about to be tried, or was tried before."""

Run = Callable[[Sequence[str | Path]], bytes]
"""Runs a command of the system and returns its output. Raises OSError or CalledProcessError."""


def run(words: Sequence[str | Path]) -> bytes:
    """Run a command without input and return its output. Raises OSError, or CalledProcessError if it fails."""
    return subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout


class Card(NamedTuple):
    """The folders of a card."""

    data: Path = Path("/data")
    """The box's own data."""
    boot: Path = Path("/boot/firmware")
    """The partition that the owner writes and every machine can read."""
    share: Path = Path("/usr/share/table-companion")
    """The files that came with the card."""
    own: Path = Path("/opt/table-companion/versions/1")
    """The card's own version."""
    run: Path = Path("/run/table-companion-card")
    """Facts that are gone when the box is switched off."""
    suite: str = "bookworm"

    @property
    def version_folder(self) -> VersionFolder:
        """Return the updates that the card keeps."""
        return VersionFolder(self.data / "versions", int((self.share / "number").read_text()), self.suite)

    @property
    def key(self) -> Path:
        """Return the file with the public key that signs updates."""
        return self.share / "release.pub"


def start(card: Card, execute: Run = run) -> None:
    """Do everything that a start does before the box's own program. Raises OSError if not even the box's own data can be
    written."""
    notices: list[CardNotice] = []
    if (card.data / "lost").exists():
        notices.append(card_notice(text("card.lost")))
    _make_own(card, execute)
    notices += map(file_notice, _read_owner_files(card, execute))
    _set_name_and_country(card, execute)
    notices += map(update_notice, _look_for_update(card))
    notices += map(update_notice, _choose_version(card))
    games.bring(card.boot, card.data, execute)
    write_notices(card.run, notices)
    _publish_takes(card)


def _make_own(card: Card, execute: Run) -> None:
    """Make the box's own secrets if they are missing: its Wi-Fi and its SSH host key."""
    if not (card.data / WIFI).exists():
        write_whole(card.data / WIFI, execute([card.own / "systemd" / "hotspot.sh", "new"]))
    if not (card.data / HOST_KEY).exists():
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "key"
            execute(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", made])
            write_whole(card.data / f"{HOST_KEY}.pub", made.with_suffix(".pub").read_bytes(), 0o644)
            write_whole(card.data / HOST_KEY, made.read_bytes())


def _read_owner_files(card: Card, execute: Run) -> list[Text]:
    """Carry out what the owner wrote or entered in Raspberry Pi Imager. Return the faults."""
    raw, user_data, network = (_raw(card.boot / name) for name in (OWNERS, USER_DATA, NETWORK))
    reading = owner_file.Reading(owner_file.OwnerFile(), (raw,)) if isinstance(raw, Text) else owner_file.read(raw)
    wanted = owner_file.merged(reading.wishes, read(_or_nothing(user_data), _or_nothing(network)))
    applied = apply_wishes(wanted, card.data, card.share / "settings.toml", card.boot)
    _let_box_read(card, execute)
    if wanted.game_code is not None:
        games.leave_code(card.data, wanted.game_code, execute)
    changed = _without_kept_secrets(card, _or_nothing(raw), _or_nothing(network), wanted.hall, applied.kept_secrets)
    is_struck = not changed or _strike_out(card.boot, changed, execute)
    return [*reading.faults, *applied.faults, *([] if is_struck else [text("card.locked")])]


def _without_kept_secrets(
    card: Card, owners: bytes, network: bytes, hall: WishedHall | None, kept: Sequence[str]
) -> dict[str, bytes]:
    """Return each of the owner's files that has a secret of `kept`, by its name, with a mark in place of the secret."""
    files = {OWNERS: (owners, owner_file.without_secrets(owners, kept))}
    if PASSWORD in kept:
        files[NETWORK] = (network, without_secrets(network))
    is_file = HALL_KEY in kept and HALL_PRIVATE not in kept  # the hall's private key is a file beside `companion.txt`
    if is_file and hall is not None and hall.private:
        private = _or_nothing(_raw(card.boot / hall.private))
        if is_private_key(private):
            files[hall.private] = (private, TAKEN.ljust(len(private)).encode()[: len(private)])
    return {name: new for name, (old, new) in files.items() if new != old}


def _raw(file: Path) -> bytes | Text:
    """Return a file's content up to a limit, or the reason why it cannot be read."""
    try:
        return regular.raw(file, LARGEST + 1)
    except FileNotFoundError:
        return text("card.missing")
    except IsADirectoryError:
        return text("card.folder")
    except OSError:
        return text("card.unreadable")


def _or_nothing(raw: bytes | Text) -> bytes:
    return b"" if isinstance(raw, Text) else raw


def _let_box_read(card: Card, execute: Run) -> None:
    """Let the box's own user, and no other, read settings with a hall's key."""
    files = [card.data / "settings" / name for name in (Path(SETTINGS).name, *HALL_FILES)]
    if closed := [file for file in files if file.exists() and file.stat().st_mode & 0o777 == CLOSED]:
        execute(["chgrp", "companion", *closed])


def _strike_out(boot: Path, files: Mapping[str, bytes], execute: Run) -> bool:
    """Overwrite these files, by their names, with their content without secrets, because every machine can read them.
    Return False if the card is locked."""
    try:
        execute(["mount", "-o", "remount,rw", boot])
        try:
            for name, raw in files.items():
                overwrite(boot / name, raw)
        finally:
            execute(["mount", "-o", "remount,ro", boot])
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _set_name_and_country(card: Card, execute: Run) -> None:
    """Set the machine's name and the radio's country."""
    name = card.data / NAME
    execute(["hostname", name.read_text().strip() if name.exists() else USUAL_NAME])
    country = card.data / COUNTRY
    if country.exists():
        with suppress(OSError, subprocess.CalledProcessError):  # there may be no radio
            execute(["iw", "reg", "set", country.read_text().strip()])


def _look_for_update(card: Card) -> list[Text]:
    """Take an update from beside `companion.txt`, or one that a phone sent just before the power went. Return the outcomes
    that need a notice."""
    file = card.boot / SENT
    outcomes = [_accept(card, file) if file.exists() else None, _accept_sent(card)]
    return [words for words in outcomes if words is not None and words.key not in SILENT]


def _accept_sent(card: Card) -> Text | None:
    """Take the update that a phone sent, and delete its file. Return the outcome, or None if there is none."""
    file = card.data / "state" / SENT
    outcome = _accept(card, file) if file.exists() and not file.is_symlink() else None
    with suppress(OSError):  # a start continues even if the file cannot be deleted
        clear(file)
    return outcome


def _accept(card: Card, file: Path) -> Text:
    """Take an update, and return the outcome in words."""
    try:
        manifest = card.version_folder.accept(file, signed_by(card.key))
    except Refused as no:
        return no.text
    except OSError:
        return text("card.update.broken")
    return text("card.update.taken", version=manifest.version)


def _choose_version(card: Card) -> list[Text]:
    version, given_up = card.version_folder.start()
    (card.run / "version").write_text(f"{version or card.own}\n")
    if card.version_folder.slots.trial != versions.OWN:
        (card.run / "trial").touch()
    return [text("card.update.back")] if given_up != versions.OWN else []


def accept_from(folder: Path, card: Card) -> None:
    """Take an update from a stick. The next start tries it."""
    file = folder / SENT
    _add_notice(card, _accept(card, file) if file.exists() else None)


def accept_sent(card: Card) -> None:
    """Take an update that the host's phone sent. The next start tries it."""
    _add_notice(card, _accept_sent(card))


def keep_games(card: Card, execute: Run = run) -> None:
    """Move the file of saved games to the boot partition, beside `companion.txt`. A notice says whether that worked."""
    outcome = games.keep(card.boot, card.data, execute)
    write_notices(card.run, [*read_notices(card.run), games.notice(outcome)])


def _add_notice(card: Card, outcome: Text | None) -> None:
    if outcome is not None:
        write_notices(card.run, [*read_notices(card.run), update_notice(outcome)])
        _publish_takes(card)


def _publish_takes(card: Card) -> None:
    """Publish which updates the box accepts: it may not look at the versions. A card without a key accepts none."""
    if card.key.exists():
        now = card.version_folder.slots
        publish_takes(
            card.run, Takes(card.suite, card.version_folder.own, tuple(versions.needed(now)), now.failed, str(card.key))
        )


def came_up(card: Card) -> None:
    """Keep the update that is being tried, because its box has come up and lets people in."""
    card.version_folder.keep(versions.came_up(card.version_folder.slots))
    _add_notice(card, text("card.update.runs"))


def gave_up(card: Card) -> None:
    """Give the update up. The box starts again with the version before."""
    card.version_folder.keep(versions.gave_up(card.version_folder.slots))
    version, _ = card.version_folder.start()
    (card.run / "version").write_text(f"{version or card.own}\n")
    _add_notice(card, text("card.update.back"))
