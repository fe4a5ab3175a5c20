"""The box in its machine, as people use it: with buttons, a display and phones."""

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
"""The first byte of a message of commands. Pictures begin with another byte."""
SH1106_SHIFT: Final = 2
PIECE: Final = 1 << 16
"""The bytes that a phone sends in one request (web/static/uploading.js)."""


class Machine(Protocol):
    """The machine of a box: a PC with Debian, or a card on its bench."""

    def start(self) -> None: ...
    def cut_power(self) -> None: ...
    def is_on(self) -> bool: ...
    def run(self, command: str, patience: float = ...) -> str: ...
    def ask(self, command: str, patience: float = ...) -> Any: ...
    def plug_cable(self, there: bool) -> None: ...


class Box:
    """A box, from its first start to its last. Its phones keep their cookies through all starts."""

    def __init__(self, machine: Machine, port: int) -> None:
        self.machine, self._port = machine, port
        self._cookies: dict[str, dict[str, str]] = {}
        self._dice = random.Random(4)
        self._last: tuple[str, str, dict[str, Any], str]
        self._oled, self._seen, self._received = Oled(shift=SH1106_SHIFT), 0, b""

    # Power

    def start(self) -> None:
        self._forget_glass()
        self.machine.start()

    def is_open(self) -> bool:
        """Return whether a phone outside gets an answer."""
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
        """Return the picture on the display, from all messages that it has received since the machine started."""
        self._received += base64.b64decode(self.machine.run(f"cat {DISPLAY} | tail -c +{self._seen + 1} | base64 -w 0"))
        while len(self._received) >= 2 and len(self._received) >= (size := 2 + int.from_bytes(self._received[:2], "big")):
            message, self._received = self._received[2:size], self._received[size:]
            self._seen += size
            self._oled.command(*message[1:]) if message[0] == COMMANDS else self._oled.data(message[1:])
        self._received = b""
        rows = self._oled.lit()
        dots = bytes(255 * dot for row in rows for dot in row)
        return Image.frombytes("L", (len(rows[0]), len(rows)), dots)

    def turn_to_code(self, beginning: str) -> str:
        """Press Next until the display shows a code with this beginning, and return the code."""

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
        """Set a parameter: there (the display is plugged in), or hangs (its bus has stopped answering)."""
        self.machine.run(f"echo {'Y' if value else 'N'} >{PARAMETERS}/{parameter}")

    def _forget_glass(self) -> None:
        self._oled, self._seen, self._received = Oled(shift=SH1106_SHIFT), 0, b""

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
        """Pick this game on the host's phone. The buttons start it."""
        reply = self._phone(next(iter(self._cookies))).post("/pick", {"game": game})
        assert reply.status == 204, reply.body

    def send_update(self, update: bytes) -> None:
        """Send the update from the host's phone in pieces, as its page does."""
        phone = self._phone(next(iter(self._cookies)))
        for at in range(0, len(update), PIECE):
            reply = phone.ask("PUT", f"/update?at={at}", update[at : at + PIECE])
            assert reply.status == 200, reply.body

    def _phone(self, name: str) -> Phone:
        """Return this person's phone. It has only its cookies, like a page that was loaded again."""
        return Phone(self._port, cookies=self._cookies[name])

    def screens(self) -> dict[str, Any]:
        """Return every screen at the table, by name; "" is the public one. The address of the way in is left out.

        Each start makes a new address. Raises Failed if the box does not answer.
        """
        try:
            table = Phone(self._port).get("/table").json
            return {name: self._phone(name).screen() for name in self._cookies} | {"": {**table, "join": None}}
        except http.client.HTTPException as error:
            raise Failed(str(error)) from error

    def page(self, name: str) -> str:
        """Return the text of this phone's page."""
        return in_words(parts_in(self._phone(name).get("/", Accept="text/html").body.decode()))

    def table_is_asked(self) -> bool:
        """Return whether any phone may answer the current question. Until then the display shows the question."""
        asked = [{ask["due"] for ask in self._phone(name).screen()["asks"] if ask["answers"]} for name in self._cookies]
        return bool(set.intersection(*asked))

    def answer(self) -> None:
        """Send an answer from one of the phones that are asked. The box acknowledges it."""
        for name in self._cookies:
            for ask in self._phone(name).screen()["asks"]:
                if ask["answers"]:
                    self._last = name, ask["due"], self._dice.choice(ask["answers"]), secrets.token_hex(16)
                    return self.answer_again()
        raise Failed("nobody was asked anything")

    def answer_again(self) -> None:
        """Send the last answer again, as a phone does that has received no acknowledgement."""
        name, due, do, key = self._last
        reply = self._phone(name).play(due, do, key)
        assert reply.status == 204, reply.body
