"""What the card does at each start, and what Raspberry Pi Imager left on it."""

import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from companion import regular
from companion.card import owner_file, versions
from companion.card.files import clear, overwrite, put
from companion.card.owner_file import HALL_KEY, HALL_PRIVATE, LARGEST, PASSWORD, TAKEN, OwnerFile
from companion.card.settling import CLOSED, COUNTRY, HALL_FILES, NAME, SETTINGS, WIFI, settle
from companion.card.updates import signed_by
from companion.card.uploads import SENT, Takes, leave, of_card, of_file, of_update, standing, tell
from companion.card.versions import Shelf
from companion.core.words import Refused, Text, text
from companion.snapshot.table import Told

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
"""By the key that `companion.txt` has for it."""


def read(user_data: bytes, network: bytes) -> OwnerFile:
    """The wishes in these two files; what is none is passed over."""
    words = b"\n".join((user_data, network)).decode("utf-8", "replace").replace("\r\n", "\n")
    answers = ((key, found[found.re.groups]) for key, of in ANSWERS.items() for found in of.finditer(words))
    lines = [" = ".join((key, re.sub(r"\\(.)", r"\1", said))) for key, said in answers]
    return owner_file.read("\n".join(lines).encode()).wishes


def without_secrets(network: bytes) -> bytes:
    """The same file, not a byte longer or shorter: where the password stood, it says that it was taken."""
    return NETWORK_PASSWORD.sub(lambda found: found[1] + TAKEN.ljust(len(found[2])).encode()[: len(found[2])], network)


OWNERS: Final = "companion.txt"
HOST_KEY: Final = "ssh/ssh_host_ed25519_key"
USUAL_NAME: Final = "table"
SILENT: Final = ("card.update.taken", "card.update.here", "card.update.failed")
"""What is not said of an update that lies on the card: it is tried at once, or was at an earlier start."""

Run = Callable[[Sequence[str | Path]], bytes]
"""Runs a command of the machine's and gives what it printed. Raises OSError or CalledProcessError."""


def run(words: Sequence[str | Path]) -> bytes:
    """A `Run` that does."""
    return subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout


class Card(NamedTuple):
    """Where things are."""

    data: Path = Path("/data")
    """What the box keeps."""
    boot: Path = Path("/boot/firmware")
    """What every machine can read, and the owner writes."""
    share: Path = Path("/usr/share/table-companion")
    """What came with the card."""
    own: Path = Path("/opt/table-companion/versions/1")
    """The card's own version."""
    run: Path = Path("/run/table-companion-card")
    """What is so until the box goes off."""
    suite: str = "bookworm"

    @property
    def shelf(self) -> Shelf:
        """The updates that it keeps."""
        return Shelf(self.data / "versions", int((self.share / "number").read_text()), self.suite)

    @property
    def key(self) -> Path:
        """Whose updates it takes."""
        return self.share / "release.pub"


def start(card: Card, bid: Run = run) -> None:
    """All of it. Raises OSError where not even what the box keeps can be written."""
    told: list[Told] = []
    if (card.data / "lost").exists():
        told.append(of_card(text("card.lost")))
    _make_own(card, bid)
    told += map(of_file, _hear(card, bid))
    _call(card, bid)
    told += map(of_update, _look_for_update(card))
    told += map(of_update, _choose(card))
    tell(card.run, told)
    _say_what_it_takes(card)


def _make_own(card: Card, bid: Run) -> None:
    """What no other box may have."""
    if not (card.data / WIFI).exists():
        put(card.data / WIFI, bid([card.own / "systemd" / "hotspot.sh", "new"]))
    if not (card.data / HOST_KEY).exists():
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "key"
            bid(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", made])
            put(card.data / f"{HOST_KEY}.pub", made.with_suffix(".pub").read_bytes(), 0o644)
            put(card.data / HOST_KEY, made.read_bytes())


def _hear(card: Card, bid: Run) -> list[Text]:
    """What the owner wrote, or told Raspberry Pi Imager, and what is the matter with it."""
    raw, user_data, network = (_raw(card.boot / name) for name in (OWNERS, USER_DATA, NETWORK))
    said = owner_file.Reading(owner_file.OwnerFile(), (raw,)) if isinstance(raw, Text) else owner_file.read(raw)
    wanted = owner_file.together(said.wishes, read(_or_nothing(user_data), _or_nothing(network)))
    settled = settle(wanted, card.data, card.share / "settings.toml", card.boot)
    _let_box_read(card, bid)
    left = {OWNERS: (_or_nothing(raw), owner_file.without_secrets(_or_nothing(raw), settled.has))}
    if PASSWORD in settled.has:
        left[NETWORK] = (_or_nothing(network), without_secrets(_or_nothing(network)))
    if HALL_KEY in settled.has and HALL_PRIVATE not in settled.has and wanted.hall is not None and wanted.hall.private:
        private = _or_nothing(_raw(card.boot / wanted.hall.private))
        if owner_file.is_private_key(private):
            left[wanted.hall.private] = (private, TAKEN.ljust(len(private)).encode()[: len(private)])
    to_strike = {name: new for name, (old, new) in left.items() if new != old}
    is_off = not to_strike or _struck_out(card.boot, to_strike, bid)
    return [*said.faults, *settled.faults, *([] if is_off else [text("card.locked")])]


def _raw(file: Path) -> bytes | Text:
    """What stands in a file, as far as it may be long; or why that cannot be told."""
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


def _let_box_read(card: Card, bid: Run) -> None:
    """Settings with a hall's key in them are for root and the box alone, which runs as somebody else."""
    files = [card.data / "settings" / name for name in (Path(SETTINGS).name, *HALL_FILES)]
    if closed := [file for file in files if file.exists() and file.stat().st_mode & 0o777 == CLOSED]:
        bid(["chgrp", "companion", *closed])


def _struck_out(boot: Path, left: Mapping[str, bytes], bid: Run) -> bool:
    """Secrets are where they belong by now, and are taken off what any machine can read. A locked card keeps them."""
    try:
        bid(["mount", "-o", "remount,rw", boot])
        try:
            for name, raw in left.items():
                overwrite(boot / name, raw)
        finally:
            bid(["mount", "-o", "remount,ro", boot])
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _call(card: Card, bid: Run) -> None:
    """The machine by its name, and the radio's country."""
    name = card.data / NAME
    bid(["hostname", name.read_text().strip() if name.exists() else USUAL_NAME])
    country = card.data / COUNTRY
    if country.exists():
        with suppress(OSError, subprocess.CalledProcessError):  # no radio here
            bid(["iw", "reg", "set", country.read_text().strip()])


def _look_for_update(card: Card) -> list[Text]:
    """One that the owner put onto the card, beside `companion.txt`, or that a phone sent just before the power went."""
    file = card.boot / SENT
    said = [_take(card, file) if file.exists() else None, _take_sent(card)]
    return [words for words in said if words is not None and words.key not in SILENT]


def _take_sent(card: Card) -> Text | None:
    """What became of the update that a phone sent; it is gone from where the box left it."""
    file = card.data / "state" / SENT
    said = _take(card, file) if file.exists() and not file.is_symlink() else None
    with suppress(OSError):  # a start goes on beside what it cannot remove
        clear(file)
    return said


def _take(card: Card, file: Path) -> Text:
    """What became of it."""
    try:
        manifest = card.shelf.take(file, signed_by(card.key))
    except Refused as no:
        return no.text
    except OSError:
        return text("card.update.broken")
    return text("card.update.taken", version=manifest.version)


def _choose(card: Card) -> list[Text]:
    version, given_up = card.shelf.start()
    (card.run / "version").write_text(f"{version or card.own}\n")
    if card.shelf.slots.trial != versions.OWN:
        (card.run / "trial").touch()
    return [text("card.update.back")] if given_up != versions.OWN else []


def take_from(folder: Path, card: Card) -> None:
    """An update on a stick: it is tried at the next start."""
    file = folder / SENT
    _tell_besides(card, _take(card, file) if file.exists() else None)


def take_sent(card: Card) -> None:
    """An update that the host's phone sent: it is tried at the next start."""
    _tell_besides(card, _take_sent(card))


def _tell_besides(card: Card, said: Text | None) -> None:
    if said is not None:
        tell(card.run, [*standing(card.run), of_update(said)])
        _say_what_it_takes(card)


def _say_what_it_takes(card: Card) -> None:
    """For the box, which may not look where versions lie. A card without a key takes none."""
    if card.key.exists():
        now = card.shelf.slots
        leave(card.run, Takes(card.suite, card.shelf.own, tuple(versions.needed(now)), now.failed, str(card.key)))


def came_up(card: Card) -> None:
    """The update that is being tried lets people in."""
    card.shelf.keep(versions.came_up(card.shelf.slots))
    _tell_besides(card, text("card.update.runs"))


def gave_up(card: Card) -> None:
    """It does not: this very evening goes on with the version before."""
    card.shelf.keep(versions.gave_up(card.shelf.slots))
    version, _ = card.shelf.start()
    (card.run / "version").write_text(f"{version or card.own}\n")
    _tell_besides(card, text("card.update.back"))
