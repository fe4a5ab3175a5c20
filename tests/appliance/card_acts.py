"""What is rehearsed with the image of a card itself, in this order: first start, its file, power cuts, updates."""

import json
import random
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.appliance.acts import Figures
from tests.appliance.flashed import CARD, Flashed
from tests.appliance.machine import until

OWN_THINGS: Final = ("cat /etc/machine-id", "cat /etc/table-companion/wifi", "cat /data/ssh/ssh_host_ed25519_key.pub")
WISHES: Final = "language = fr\nwifi = Home\nwifi-password = correct horse\nname = salon\ncountry = FR"
MISTAKES: Final = "language = klingon\ncountry = France\nwlan = Home\nwifi-password = correct horse\nname = salon"
CUTS: Final = 20
LATEST_CUT: Final = 150.0
"""Seconds after power on: by then everything that a start writes is written."""
CURRENT: Final = "findmnt -n -o FSTYPE,SOURCE /opt/table-companion/current"


class Given(NamedTuple):
    """What the acts are given."""

    figures: Figures
    update: Path | None
    """One that this card takes."""


def starts_as_a_box_of_its_own(card: Flashed, given: Given) -> None:
    """From the image as it is: a phone gets an answer; what no other box may have is there and stays, passwords are off the
    card, the system is only read, and what the box keeps has the rest of the card."""
    card.wishes(WISHES)
    given.figures["first start to the page"] = _up(card)
    own = _own(card)
    assert all(own)
    assert int(card.run("df -B1 --output=size /data | tail -1")) > CARD // 2
    assert card.run("findmnt -n -o FSTYPE,OPTIONS /").startswith("squashfs ro")
    assert card.run("hostname") == "salon\n"
    assert "horse" in card.run("cat /etc/NetworkManager/system-connections/home.nmconnection")
    assert card.run("find /data -name '*.journal'") == ""
    assert card.run("systemctl --failed --plain --no-legend") == ""
    _off(card)
    assert b"horse" not in card.readable()
    given.figures["second start to the page"] = _up(card)
    assert _own(card) == own


def says_what_is_wrong_in_its_file(card: Flashed, given: Given) -> None:
    """Every mistake with its line, for the display; and it starts all the same."""
    _off(card)
    card.wishes(MISTAKES)
    _up(card)
    keys = [told["words"][0] for told in json.loads(card.run("cat /run/table-companion-card/said.json"))]
    assert keys == ["card.bad.language", "card.bad.country", "card.unknown", "card.password_alone"], keys


def starts_whenever_its_power_was_cut(card: Flashed, given: Given) -> None:
    """Flashed anew, and cut again and again at any moment of its first start: then it comes up with all that is its own and
    its owner's, and keeps that when it is cut once more."""
    card.flash()
    card.wishes(WISHES)
    dice = random.Random(16)
    for cut in range(CUTS):
        card.start()
        time.sleep(dice.uniform(5, LATEST_CUT))
        print(f"   cut {cut + 1}: {card.said_last()}", flush=True)
        card.cut_power()
    given.figures["start after the last power cut"] = _up(card)
    own = _own(card)
    assert all(own)
    assert b"horse" not in card.readable()
    assert "horse" in card.run("cat /etc/NetworkManager/system-connections/home.nmconnection")
    card.cut_power()
    _up(card)
    assert _own(card) == own


def takes_an_update_that_comes_up(card: Flashed, given: Given) -> None:
    """Beside companion.txt on the card: it is tried, kept, and runs after the next start, too."""
    assert given.update is not None
    _off(card)
    card.write(given.update, "companion.update")
    _up(card)
    assert card.run(CURRENT).startswith("squashfs /dev/loop")
    until("it is kept", lambda: _slots(card)["trial"] == 0)
    _off(card)
    _up(card)
    assert card.run(CURRENT).startswith("squashfs /dev/loop")


def _own(card: Flashed) -> list[str]:
    return [card.run(what) for what in OWN_THINGS]


def _slots(card: Flashed) -> Any:
    return json.loads(card.run("cat /data/versions/slots.json"))


def _up(card: Flashed) -> float:
    """Switched on, until phones get an answer; seconds."""
    began = time.monotonic()
    card.start()
    card.comes_up()
    return time.monotonic() - began


def _off(card: Flashed) -> None:
    """Switched off in good order."""
    card.run("systemctl --no-block poweroff")
    until("the machine is off", lambda: not card.is_on(), 180, 1)


ACTS_WITHOUT_UPDATE: Final = (
    starts_as_a_box_of_its_own,
    says_what_is_wrong_in_its_file,
    starts_whenever_its_power_was_cut,
)
ACTS: Final = (*ACTS_WITHOUT_UPDATE, takes_an_update_that_comes_up)
