"""The acts with the image of a card, in their order: first start, the owner's file, power cuts, updates."""

import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.card.games import FILE, LEFT
from companion.card.updates import Manifest, read_manifest
from companion.card.versions import Slots
from tests.appliance.acts import HOME_PASSWORD, Figures
from tests.appliance.bench import OnBench
from tests.appliance.board import PINS, Board, Renumbered, claimed
from tests.appliance.flashed import CARD, Flashed
from tests.appliance.waiting import until
from tests.support import updates
from tests.support.records import exported, finished

OWN_THINGS: Final = ("cat /etc/machine-id", "cat /etc/table-companion/wifi", "cat /data/ssh/ssh_host_ed25519_key.pub")
WISHES: Final = f"language = fr\nwifi = Home\nwifi-password = {HOME_PASSWORD}\nname = salon\ncountry = FR"
MISTAKES: Final = f"language = klingon\ncountry = France\nwlan = Home\nwifi-password = {HOME_PASSWORD}\nname = salon"
OF_IMAGER: Final = "systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
SLOW: Final = 300
"""The most seconds that a command may take."""
CURRENT: Final = "findmnt -n -o FSTYPE,SOURCE /opt/table-companion/current"


class Given(NamedTuple):
    """The arguments of the acts."""

    figures: Figures
    update: Path | None = None
    """An update from the same source as this card (`make image WITH="--sign KEY"`)."""
    key: Path | None = None
    """The secret half of the key that this card trusts."""

    def newer(self, by: int) -> bytes:
        """Return an update with the card's own program and a higher number."""
        manifest, packed = self._parts()
        return updates.update(self._signs, packed, **numbered(manifest, by))

    def failing(self, by: int) -> bytes:
        """Return an update that is signed and whole, but whose program ends immediately with an error."""
        manifest, _ = self._parts()
        with tempfile.TemporaryDirectory() as name:
            program = Path(name) / "version" / "bin" / "companion"
            program.parent.mkdir(parents=True)
            program.write_text("#!/bin/sh\nexit 1\n")
            program.chmod(0o755)
            subprocess.run(["mksquashfs", program.parents[1], f"{name}/packed", "-quiet", "-no-progress"], check=True)
            return updates.update(self._signs, Path(f"{name}/packed").read_bytes(), **numbered(manifest, by))

    def number(self, by: int) -> int:
        """Return the number of the update that `newer(by)` returns."""
        return self._parts()[0].number + by

    def _parts(self) -> tuple[Manifest, bytes]:
        assert self.update is not None
        with self.update.open("rb") as file:
            return read_manifest(file, lambda *_: True), file.read()

    @property
    def _signs(self) -> Path:
        assert self.key is not None
        return self.key


def numbered(manifest: Manifest, by: int) -> dict[str, object]:
    return {"number": manifest.number + by, "version": f"{manifest.version}+{by}", "suite": manifest.suite}


def starts_as_a_box_of_its_own(card: Flashed, given: Given) -> None:
    """A card starts from the image as it is, and a phone gets an answer. The box makes and keeps its own identity and keys.

    Passwords are erased from the owner's file, the system is read-only, and data has the rest of the card.
    """
    given.figures["first start to the page"] = _up(card)
    things = own(card)
    assert all(things)
    assert int(card.run("df -B1 --output=size /data | tail -1")) > CARD // 2
    assert card.run("findmnt -n -o FSTYPE,OPTIONS /").startswith("squashfs ro")
    assert card.run("hostname") == "salon\n"
    assert "horse" in card.run("cat /etc/NetworkManager/system-connections/home.nmconnection")
    assert card.run("find /data -name '*.journal'") == ""
    assert card.run("systemctl --failed --plain --no-legend") == ""
    off(card)
    assert b"horse" not in card.readable()
    given.figures["second start to the page"] = _up(card)
    assert own(card) == things


def says_what_is_wrong_in_its_file(card: Flashed, given: Given) -> None:
    """The display names every mistake in the owner's file with its line. The card starts all the same."""
    off(card)
    card.wishes(MISTAKES)
    _up(card)
    keys = [data["words"][0] for data in json.loads(card.run("cat /run/table-companion-card/said.json"))]
    assert keys == ["card.bad.language", "card.bad.country", "card.unknown", "card.password_alone"], keys


def takes_finished_games_and_leaves_them_for_the_next_card(card: Flashed, given: Given) -> None:
    """A file of another card is beside companion.txt. The box has its game after the start, with the same record.

    A file that the box leaves comes beside companion.txt.
    """
    with tempfile.TemporaryDirectory() as name:
        house = finished(Path(name), "Ana", "Ben")
        saved, record = house.saved_games(), exported(house)
        house.leave_game()
        house.journal.close()
    off(card)
    card.put(saved, FILE)
    _up(card)
    state = "/var/lib/table-companion"
    assert card.run(f"/opt/table-companion/current/bin/companion export 1 --state {state}", SLOW).splitlines() == record
    card.run(f"echo other games >/tmp/left && install -o companion -m 600 /tmp/left {state}/{LEFT}")
    until("the file is taken", lambda: card.run(f"ls {state} | grep -c {LEFT} || true") == "0\n")
    assert "card.games.kept" in card.run("cat /run/table-companion-card/said.json")
    off(card)
    assert card.read(FILE, card.disk.with_name("left")).read_bytes() == b"other games\n"
    card.put(saved, FILE)


def starts_even_if_raspberry_pi_imager_asks_for_a_script(card: Flashed, given: Given) -> None:
    """Version 1 of Raspberry Pi Imager adds words to cmdline.txt: systemd would run a script instead of the box, and switch
    the machine off."""
    off(card)
    words = card.read("cmdline.txt", card.disk.with_name("words")).read_bytes()
    card.put(words.replace(b"\n", f" {OF_IMAGER}\n".encode()), "cmdline.txt")
    _up(card)
    assert card.run("systemctl is-active multi-user.target") == "active\n"
    off(card)
    card.put(words, "cmdline.txt")


def takes_an_update_that_comes_up(card: Flashed, given: Given) -> None:
    """An update is beside companion.txt on the card. The card tries it, keeps it, and runs it after the next start, too."""
    off(card)
    card.put(given.newer(1), "companion.update")
    given.figures["start with an update to the page"] = _up(card)
    assert card.run(CURRENT).startswith("squashfs /dev/loop")
    until("it is kept", lambda: slots(card) == (given.number(1), 0))
    card.cut_power()
    _up(card)
    assert card.run(CURRENT).startswith("squashfs /dev/loop")
    assert slots(card) == (given.number(1), 0)


def gives_up_an_update_that_does_not_come_up(card: Flashed, given: Given) -> None:
    """An update is signed and whole, but its program fails. The previous version runs again on the same evening.

    The display says so, and the update is not tried again.
    """
    off(card)
    card.put(given.failing(2), "companion.update")
    given.figures["start with a failing update to the page"] = _up(card)
    assert slots(card) == (given.number(1), 0)
    assert "card.update.back" in card.run("cat /run/table-companion-card/said.json")
    card.cut_power()
    _up(card)
    assert slots(card) == (given.number(1), 0)


def takes_nothing_that_is_forged_torn_or_older(card: Flashed, given: Given) -> None:
    """The display names each bad update, and the old version runs on."""
    good = given.newer(3)
    older, torn, forged = given.newer(-1), good[:-1], good.replace(b'"number":', b'"numbre":')
    for raw, key in ((older, "older"), (torn, "broken"), (forged, "forged")):
        off(card)
        card.put(raw, "companion.update")
        _up(card)
        assert f"card.update.{key}" in card.run("cat /run/table-companion-card/said.json"), key
        assert slots(card) == (given.number(1), 0)


def is_reset_when_even_systemd_hangs(card: OnBench, given: Given) -> None:
    """The machine's first process stops. The watchdog resets the machine, and the box starts."""
    _up(card)
    assert int(card.run("systemctl show -P RuntimeWatchdogUSec | tr -dc 0-9")) > 0
    began = time.monotonic()
    card.run("kill -SEGV 1")
    until("the watchdog has reset the machine", lambda: not card.is_on())
    given.figures["systemd hangs to the machine's reset"] = time.monotonic() - began
    card.cut_power()
    _up(card)


def claims_a_pi_s_pins(card: Board, given: Given) -> None:
    """An emulated Raspberry Pi 3 starts from its SD card, and a phone gets an answer. The box holds three pins.

    The display's bus is there. No display is on the bus, and the box goes on without one.
    """
    given.figures["Raspberry Pi 3 to the page"] = _up(card)
    assert claimed(card.run("cat /sys/kernel/debug/gpio", SLOW)) == PINS
    assert card.run("test -c /dev/i2c-1 && cat /proc/device-tree/model", SLOW).startswith("Raspberry Pi 3 Model B")
    assert card.run("systemctl --failed --plain --no-legend", SLOW) == ""


def finds_the_display_s_bus_by_its_place(card: Renumbered, given: Given) -> None:
    """The system gives the header's bus another number, as on a Pi 4 with Debian's own tree. The box's check uses it."""
    _up(card)
    asked = "companion check --settings /etc/table-companion/settings.toml --state /var/lib/table-companion || true"
    assert f"/dev/i2c-{Renumbered.NUMBER}" in card.run(f"/opt/table-companion/current/bin/{asked}", SLOW)


def own(card: Flashed) -> list[str]:
    return [card.run(what) for what in OWN_THINGS]


def slots(card: Flashed) -> tuple[int, int]:
    """Return the number of the running version, and of the version on trial. The second is 0 without one."""
    slots = msgspec.json.decode(card.run("cat /data/versions/slots.json").encode(), type=Slots)
    return slots.runs, slots.trial


def _up(card: Flashed) -> float:
    """Switch the card on, and return the seconds until phones get an answer."""
    began = time.monotonic()
    card.start()
    card.comes_up()
    return time.monotonic() - began


def off(card: Flashed) -> None:
    """Shut the machine down in good order, unless it is off, as it is for an act that is played alone."""
    if not card.is_on():
        return
    card.run("systemctl --no-block poweroff")
    until("the machine is off", lambda: not card.is_on(), 180, 1)


BEFORE_UPDATES: Final = (
    starts_as_a_box_of_its_own,
    says_what_is_wrong_in_its_file,
    takes_finished_games_and_leaves_them_for_the_next_card,
    starts_even_if_raspberry_pi_imager_asks_for_a_script,
)
UPDATES: Final = (
    takes_an_update_that_comes_up,
    gives_up_an_update_that_does_not_come_up,
    takes_nothing_that_is_forged_torn_or_older,
)
