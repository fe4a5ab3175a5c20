"""Updates that people bring to a running card by the host's phone or a USB stick. Each is tried at the next start."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.appliance.bench import WithUsb
from tests.appliance.box import Box
from tests.appliance.card_acts import CURRENT, WISHES, Given, off, slots
from tests.appliance.waiting import until

STICK_AT: Final = 1 << 20
"""The byte at which the only partition of a new stick begins."""
ROOM: Final = 64 << 20
"""The free bytes of the stick beyond the update."""


def takes_an_update_from_its_host_s_phone(card: WithUsb, given: Given) -> None:
    """The host's phone sends an update in pieces. The old version runs on, and the new one runs after the next start."""
    _is_brought(card, given, lambda box: box.send_update(given.newer(1)))


def takes_an_update_from_a_stick(card: WithUsb, given: Given) -> None:
    """A stick with one FAT partition brings an update in the same way. Nothing is written to the stick."""
    stick = card.disk.with_name("stick")
    _put_on_stick(stick, given.newer(1))
    before = stick.read_bytes()
    _is_brought(card, given, lambda box: card.plug_stick(stick))
    assert stick.read_bytes() == before


def _is_brought(card: WithUsb, given: Given, bring: Callable[[Box], None]) -> None:
    card.flash()
    card.wishes(WISHES)
    box = Box(card, card.port)
    box.start()
    until("the box is open", box.is_open)
    box.sit_down("Ana")
    bring(box)
    until("it is said", lambda: "card.update.taken" in card.run("cat /run/table-companion-card/said.json"))
    assert not card.run(CURRENT).startswith("squashfs /dev/loop"), "what ran runs on"
    off(card)
    card.cut_power()
    box.start()
    until("the box is open", box.is_open)
    assert card.run(CURRENT).startswith("squashfs /dev/loop")
    until("it is kept", lambda: slots(card) == (given.number(1), 0))


def _put_on_stick(stick: Path, update: bytes) -> None:
    with stick.open("wb") as made:
        made.truncate(STICK_AT + len(update) + ROOM)
    subprocess.run(["sfdisk", "-q", stick], input=b"start=2048, type=c\n", check=True)
    subprocess.run(["mkfs.vfat", "--offset", str(STICK_AT // 512), stick], check=True, stdout=subprocess.DEVNULL)
    copied = stick.with_name("companion.update")
    copied.write_bytes(update)
    subprocess.run(["mcopy", "-i", f"{stick}@@{STICK_AT}", copied, "::companion.update"], check=True)


ACTS: Final = takes_an_update_from_its_host_s_phone, takes_an_update_from_a_stick
