"""The box in its machine, as people have it before them: buttons to press, a display to look at, phones."""

import base64
import http.client
import random
import secrets
from typing import Any, Final, Protocol

import zxingcpp
from PIL import Image

from companion.snapshot.panel import Button
from hardware.device.wiring import read
from tests.appliance.waiting import Failed, until
from tests.hardware.oled_decoder import Oled
from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.support.texts import in_words

PINS: Final = read(None).buttons
PIN: Final = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{}/pull"
DISPLAY: Final = "/sys/kernel/debug/display"
PARAMETERS: Final = "/sys/module/display/parameters"
PRESSED: Final = 0.15
COMMANDS: Final = 0x00
"""First byte of a message of commands; pictures have another."""
SH1106_SHIFT: Final = 2
PIECE: Final = 1 << 16
"""Bytes that a phone sends at once (web/static/uploading.js)."""


class Machine(Protocol):
    """What a box runs on: a Debian's PC, or a card on its bench."""

    def start(self) -> None: ...
    def cut_power(self) -> None: ...
    def is_on(self) -> bool: ...
    def run(self, command: str, patience: float = ...) -> str: ...
    def ask(self, command: str, patience: float = ...) -> Any: ...
    def plug_cable(self, there: bool) -> None: ...


class Box:
    """One box, from its first start to its last. Phones keep their cookies whatever happens to it."""

    def __init__(self, machine: Machine, port: int) -> None:
        self.machine, self._port = machine, port
        self._cookies: dict[str, dict[str, str]] = {}
        self._dice = random.Random(4)
        self._last: tuple[str, str, dict[str, Any], str]
        self._oled, self._seen, self._told = Oled(shift=SH1106_SHIFT), 0, b""

    # Power

    def start(self) -> None:
        self._forget_glass()
        self.machine.start()

    def is_open(self) -> bool:
        """Whether a phone outside gets an answer."""
        try:
            return Phone(self._port).get("/generate_204").status == 204
        except (OSError, http.client.HTTPException):
            return False

    # Buttons and display

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.hold(button, PRESSED)

    def hold(self, button: Button, seconds: float) -> None:
        pin = PIN.format(PINS[button])
        self.machine.run(f"echo pull-down >{pin}; sleep {seconds}; echo pull-up >{pin}; sleep 0.3")

    def glass(self) -> Image.Image:
        """What the display shows, of what it was told since the machine started."""
        self._told += base64.b64decode(self.machine.run(f"cat {DISPLAY} | tail -c +{self._seen + 1} | base64 -w 0"))
        while len(self._told) >= 2 and len(self._told) >= (size := 2 + int.from_bytes(self._told[:2], "big")):
            message, self._told = self._told[2:size], self._told[size:]
            self._seen += size
            self._oled.command(*message[1:]) if message[0] == COMMANDS else self._oled.data(message[1:])
        self._told = b""
        rows = self._oled.lit()
        dots = bytes(255 * dot for row in rows for dot in row)
        return Image.frombytes("L", (len(rows[0]), len(rows)), dots)

    def turn_to_code(self, beginning: str) -> str:
        """What a phone's camera reads off the display, once Next has woken it or led to the page."""

        def look() -> str | None:
            if (found := self._code()).startswith(beginning):
                return found
            self.press(Button.NEXT)
            return None

        return until(f"a code for {beginning} is on the display", look)

    def _code(self) -> str:
        glass = self.glass()
        found = zxingcpp.read_barcodes(glass.resize((glass.width * 8, glass.height * 8), Image.Resampling.NEAREST))
        return found[0].text if found else ""

    def set_display(self, parameter: str, value: bool) -> None:
        """`there`: plugged in; `hangs`: its bus answers nobody any more."""
        self.machine.run(f"echo {'Y' if value else 'N'} >{PARAMETERS}/{parameter}")

    def _forget_glass(self) -> None:
        self._oled, self._seen, self._told = Oled(shift=SH1106_SHIFT), 0, b""

    # Phones

    def sit_down(self, *names: str) -> None:
        code = self.turn_to_code("HTTP:").rpartition("/")[2]
        for name in names:
            guest = Phone(self._port)
            guest.join(code, name)
            self._cookies[name] = guest.cookies

    def has_guests(self) -> bool:
        return bool(self._cookies)

    def pick(self, game: str) -> None:
        """The host's phone says what is played; the buttons start it."""
        said = self._phone(next(iter(self._cookies))).post("/pick", {"game": game})
        assert said.status == 204, said.body

    def send_update(self, update: bytes) -> None:
        """The host's phone sends it in pieces, as its page does."""
        phone = self._phone(next(iter(self._cookies)))
        for at in range(0, len(update), PIECE):
            said = phone.ask("PUT", f"/update?at={at}", update[at : at + PIECE])
            assert said.status == 200, said.body

    def _phone(self, name: str) -> Phone:
        """It comes back with its cookies alone, as a page that was loaded again."""
        return Phone(self._port, cookies=self._cookies[name])

    def screens(self) -> dict[str, Any]:
        """All that people at the table see, but for the way in, which is another after each start."""
        try:
            table = Phone(self._port).get("/table").json
            return {name: self._phone(name).screen() for name in self._cookies} | {"": {**table, "join": None}}
        except http.client.HTTPException as error:
            raise Failed(str(error)) from error

    def page(self, name: str) -> str:
        """What this phone's page has to say."""
        return in_words(parts_in(self._phone(name).get("/", Accept="text/html").body.decode()))

    def table_is_asked(self) -> bool:
        """Something that any phone may tell; until then the question has the display."""
        asked = [{ask["due"] for ask in self._phone(name).screen()["asks"] if ask["answers"]} for name in self._cookies]
        return bool(set.intersection(*asked))

    def answer(self) -> None:
        """Somebody who is asked says something, and is told that it counts."""
        for name in self._cookies:
            for ask in self._phone(name).screen()["asks"]:
                if ask["answers"]:
                    self._last = name, ask["due"], self._dice.choice(ask["answers"]), secrets.token_hex(16)
                    return self.answer_again()
        raise Failed("nobody was asked anything")

    def answer_again(self) -> None:
        """As a phone does that did not hear whether it counts."""
        name, due, do, key = self._last
        said = self._phone(name).play(due, do, key)
        assert said.status == 204, said.body
