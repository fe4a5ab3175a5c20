"""The acts of a rehearsal, in their order. Each act's docstring is its promise. A broken promise fails the act."""

import re
import time
from collections.abc import Callable
from typing import Any

from companion.core.words import text
from companion.snapshot.panel import Button
from companion.speech.say import say
from hardware.navigator import FALLS_BACK
from tests.appliance.box import Box
from tests.appliance.waiting import until

BACK, NEXT, OK = Button
UNIT = "companion.service"
HANGS_FOR = 600.0
GUEST = "/mnt/source/tests/appliance/guest"
LOOKS = 60.0
"""A time in seconds in which the hotspot's watch looks at least twice."""
HOME_PASSWORD = "correct horse"
SECONDS_OF_A_PAGE = FALLS_BACK + 10
"""The seconds after which a page that appeared by itself has gone, and the display shows the game's page again."""
Figures = dict[str, float]
"""Measured seconds, by the name of the measurement."""


def lets_guests_in_by_the_code_on_its_display(box: Box, figures: Figures) -> None:
    """The code on the display leads a phone outside to the box, on port 80."""
    until("the box is open", box.is_open)
    box.turn_to_code("HTTP://10.0.2.15/J/")
    box.sit_down("Ana", "Ben")


def is_led_by_its_buttons(box: Box, figures: Figures) -> None:
    """Pressed pins start the game. One pin, held, takes the last answer back."""
    _start_game(box)
    for _ in range(6):
        box.answer()
    before = _words(box)
    box.answer()
    assert _words(box) != before
    box.hold(BACK, 1.2)
    box.press(OK)
    until("the answer is taken back", lambda: _words(box) == before)


def goes_on_after_a_power_cut(box: Box, figures: Figures) -> None:
    """The power is cut in mid-game. The box starts with the same game, the same screens and the same page."""
    before, glass = box.screens(), _settled_glass(box)
    box.machine.cut_power()
    began = time.monotonic()
    _up(box)
    figures["boot to the first page"] = time.monotonic() - began
    assert until("all screens are there", box.screens) == before
    figures["power cut to the same game"] = time.monotonic() - began
    until("the display shows the same page", lambda: _settled_glass(box) == glass)


def keeps_what_it_acknowledged_in_the_last_instant(box: Box, figures: Figures) -> None:
    """The power is cut when a phone has just heard that its answer counts. The box keeps the answer. Sent again, the answer
    counts once."""
    for _ in range(2):
        before = box.screens()
        box.answer()
        box.machine.cut_power()
        _up(box)
        after = until("all screens are there", box.screens)
        assert after != before, "the answer is gone"
        box.answer_again()
        assert box.screens() == after


def is_started_again_when_it_hangs(box: Box, figures: Figures) -> None:
    """The process stops, or the display's bus blocks it. Both times systemd ends the process, and the game goes on."""
    before = box.screens()
    figures["stopped to the same game"] = _restarted(box, lambda: box.machine.run(f"kill -STOP {_pid(box)}"))
    assert box.screens() == before
    box.press(NEXT)

    def hang() -> None:
        box.set_display("hangs", True)
        box.press(NEXT)

    figures["display hangs to the same game"] = _restarted(box, hang)
    assert box.screens() == before


def plays_on_without_its_display(box: Box, figures: Figures) -> None:
    """The display is unplugged. The phones say so and play on. Plugged in again, the display shows the current page."""
    words = say(text("trouble.display"), "en")
    assert words not in box.page("Ana")
    box.set_display("there", False)
    box.press(NEXT)
    until("the phones say so", lambda: words in box.page("Ana"))
    box.answer()
    box.set_display("there", True)
    until("the phones say no more of it", lambda: words not in box.page("Ana"))
    until("the display shows a page", lambda: any(_settled_glass(box)))


def opens_a_wifi_of_its_own(box: Box, figures: Figures) -> None:
    """Without a cable the box opens a Wi-Fi. A phone joins by the codes on the display, and every name leads to the box."""
    while box.table_is_asked():
        box.answer()
    _have_radios(box)
    began = time.monotonic()
    box.machine.plug_cable(False)
    until("the Wi-Fi is open", lambda: _is_on_air(box))
    wifi = box.turn_to_code("WIFI:")
    figures["no cable to the Wi-Fi's code"] = time.monotonic() - began
    began = time.monotonic()
    _join_wifi(box, wifi)
    figures["phone joins the Wi-Fi"] = time.monotonic() - began
    assert "204" in _phone(box, "wget -S -O /dev/null http://connectivitycheck.example/generate_204 2>&1")
    address = box.turn_to_code("HTTP://10.42.0.1/J/")
    assert "<html" in _phone(box, f"wget -q -O - {address.replace('HTTP', 'http')}")


def is_found_by_its_name(box: Box, figures: Figures) -> None:
    """The phone asks everybody on that Wi-Fi for the box's name and for web servers. The box answers both."""
    (name,) = re.findall(r'(?m)^names = \["(.*)"\]', box.machine.run("cat /etc/table-companion/settings.toml"))
    wanted = name, "_http._tcp.local"
    found = box.machine.run(f"ip netns exec phone python3 {GUEST}/finds.py {' '.join(wanted)}").split()
    assert tuple(found) == wanted, f"{found} of {wanted}"


def closes_its_wifi_under_no_guest(box: Box, figures: Figures) -> None:
    """The cable is plugged in again. The Wi-Fi stays for as long as a phone is on it, and no longer."""
    box.machine.plug_cable(True)
    until("the cable is up", lambda: _is_on_cable(box))
    time.sleep(LOOKS)
    assert _is_on_air(box)
    box.machine.run("kill $(cat /run/phone.pid)")
    until("the Wi-Fi is closed", lambda: not _is_on_air(box))
    until("the box is open", box.is_open)


def goes_home_once_the_home_s_wifi_is_back(box: Box, figures: Figures) -> None:
    """Without a cable and without its owner's Wi-Fi, the box opens a Wi-Fi of its own. When the owner's Wi-Fi is back and
    nobody is on the box's, the box joins the owner's by itself."""
    _have_radios(box)
    box.machine.plug_cable(False)
    until("its own Wi-Fi is open", lambda: _is_on_air(box))
    began = time.monotonic()
    box.machine.run(f"ip netns exec phone {GUEST}/home.sh Home '{HOME_PASSWORD}'")
    until("it is at home", lambda: "wifi:connected:home" in _networks(box), 1800, 5)
    figures["home's Wi-Fi back to the box on it"] = time.monotonic() - began
    (address,) = box.machine.run("nmcli -g IP4.ADDRESS device show wlan0").split()
    assert "<html" in _phone(box, f"wget -q -O - http://{address.partition('/')[0]}/")
    box.machine.run("kill $(cat /run/home.pid /run/home.lease.pid)")
    box.machine.plug_cable(True)
    until("the cable is up", lambda: _is_on_cable(box))


def switches_the_machine_off(box: Box, figures: Figures) -> None:
    """OK is held for three seconds, and the machine goes off by itself. The game is there when it is on again."""
    before = box.screens()
    began = time.monotonic()
    box.hold(OK, 3.6)
    until("the machine is off", lambda: not box.machine.is_on())
    figures["OK held to power off"] = time.monotonic() - began
    _up(box)
    assert until("all screens are there", box.screens) == before


def begin(box: Box) -> None:
    """Let two people sit down by the display's code, and begin a game."""
    box.sit_down("Ana", "Ben")
    _start_game(box)


def _start_game(box: Box) -> None:
    box.pick("bali")
    until("the game has begun", lambda: _pressed(box, OK) and _asked(box))


def _up(box: Box) -> None:
    """Switch the box on, and wait until phones get an answer."""
    box.start()
    until("the box is open", box.is_open)


def _pressed(box: Box, button: Button) -> bool:
    box.press(button)
    return True


def _asked(box: Box) -> bool:
    return any(screen.get("asks") for screen in box.screens().values())


def _words(box: Box) -> dict[str, Any]:
    """Return all screens without numbers and without the advice to put pieces back.

    The numbers of screens and answers grow when an answer is taken back."""
    return {
        name: (screen["now"], [block for block in screen["blocks"] if block["block"] != "moves"])
        for name, screen in box.screens().items()
    }


def _settled_glass(box: Box) -> bytes:
    """Return the dots of the page that stays. News leaves the display after a while."""
    seen, since = box.glass().tobytes(), time.monotonic()
    while time.monotonic() < since + SECONDS_OF_A_PAGE:
        time.sleep(1.5)
        if seen != (seen := box.glass().tobytes()):
            since = time.monotonic()
    return seen


def _pid(box: Box) -> int:
    return int(box.machine.run(f"systemctl show -P MainPID {UNIT}"))


def _restarted(box: Box, hang: Callable[[], object]) -> float:
    """Call `hang`, and return the seconds until another process answers."""
    pid = _pid(box)
    began = time.monotonic()
    hang()
    until("systemd has ended it", lambda: _pid(box) not in (0, pid), HANGS_FOR)
    box.set_display("hangs", False)
    until("the box is open", box.is_open, HANGS_FOR)
    return time.monotonic() - began


def _have_radios(box: Box) -> None:
    """Make the simulated radios, which are gone after each start."""
    box.machine.run(f"ip netns list | grep -qw phone || {GUEST}/radios.sh")


def _phone(box: Box, command: str) -> str:
    return box.machine.run(f"ip netns exec phone {GUEST}/phone.sh {command}")


def _join_wifi(box: Box, wifi: str) -> None:
    """Join a Wi-Fi by its code, as a phone's camera does it. The code contains the name and the password."""
    fields = dict(part.split(":", 1) for part in wifi.removeprefix("WIFI:").rstrip(";").split(";"))
    network = f'ctrl_interface=/run/phone\\nnetwork={{\\nssid="{fields["S"]}"\\npsk="{fields["P"]}"\\n}}\\n'
    box.machine.run(f"printf '{network}' >/run/phone.conf")
    box.machine.run("ip netns exec phone wpa_supplicant -B -P /run/phone.pid -i wlan1 -c /run/phone.conf >/dev/null 2>&1")
    _phone(box, f"udhcpc -i wlan1 -n -q -t 20 -s {GUEST}/address.sh")


def _is_on_cable(box: Box) -> bool:
    return "ethernet:connected" in _networks(box)


def _is_on_air(box: Box) -> bool:
    return "wifi:connected:table-companion" in _networks(box)


def _networks(box: Box) -> str:
    return box.machine.run("nmcli -t -f TYPE,STATE,CONNECTION device")


EVENING = (
    lets_guests_in_by_the_code_on_its_display,
    is_led_by_its_buttons,
    goes_on_after_a_power_cut,
    keeps_what_it_acknowledged_in_the_last_instant,
    is_started_again_when_it_hangs,
    plays_on_without_its_display,
    opens_a_wifi_of_its_own,
    is_found_by_its_name,
    closes_its_wifi_under_no_guest,
    switches_the_machine_off,
)
