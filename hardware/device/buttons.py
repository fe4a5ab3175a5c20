"""Turns the edges of buttons into presses."""

import os
import queue
import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from gpiozero import Device, DigitalInputDevice
from gpiozero.exc import GPIOZeroError

from companion.clock import Clock
from companion.settings import BadSettings
from companion.snapshot.panel import Button
from hardware.device.wiring import pins_chip

STEADY: Final = 15
"""Milliseconds that a level must last to count. Within them a contact may bounce."""
HOLDS: Final[Mapping[Button, int]] = {Button.BACK: 800, Button.OK: 3000}
"""Milliseconds that a hold takes. Next has none: a long press of it is a short one."""
SHOWN: Final = 600
"""Milliseconds after which a held OK shows how far its hold is. If OK is let go after that, it is no press."""

STUCK: Final = 15_000
"""Milliseconds after which a button that is down counts as stuck. It does nothing until it opens."""


class Press(msgspec.Struct, frozen=True):
    """One press of one button, short or held."""

    button: Button
    hold: bool = False


class _Contact(msgspec.Struct):
    raw: bool = False
    raw_since: int = 0
    down: bool = False
    down_since: int = 0
    stuck: bool = False

    @property
    def counts(self) -> bool:
        """Return whether a finger may be on the button."""
        return (self.raw or self.down) and not self.stuck


class Presses:
    """The presses of three contacts. A hand that carries the box presses two buttons together: then nothing is a press until
    both are up. All times are milliseconds."""

    def __init__(self) -> None:
        self._contacts = {button: _Contact() for button in Button}
        self._spent = False
        """True if the buttons that are down do nothing more: their hold was reported, two were down together, or they only
        woke the display."""

    def begin(self, button: Button, at: int) -> None:
        """Note a button that is down when the box starts. It does nothing until it has been let go."""
        self._contacts[button] = _Contact(raw=True, raw_since=at, down=True, down_since=at, stuck=True)

    def edge(self, button: Button, down: bool, at: int) -> list[Press]:
        """Note that a contact closed or opened, bounces included. Return the presses that were complete before."""
        presses = self.tick(at)
        contact = self._contacts[button]
        if contact.raw != down:
            contact.raw, contact.raw_since = down, at
        return presses

    def tick(self, at: int) -> list[Press]:
        """Return the presses that are complete by now, in the order in which they became so."""
        presses: list[Press] = []
        while (due := self.next_at()) is not None and due <= at:
            presses += self._advance(due)
        if not any(contact.counts for contact in self._contacts.values()):
            self._spent = False
        return presses

    def next_at(self) -> int | None:
        """Return the time of the next change that needs no other edge: a level is steady, a hold is complete, or a button
        counts as stuck. None: there is no such time."""
        times = [contact.raw_since + STEADY for contact in self._contacts.values() if contact.raw != contact.down]
        times += [c.down_since + STUCK for c in self._contacts.values() if c.raw and c.down and not c.stuck]
        hold = self._hold_at()
        return min(times if hold is None else [*times, hold[1]], default=None)

    def progress(self, at: int) -> float | None:
        """Return the share of a held OK that is done, 0 to 1. None: no hold shows yet."""
        since = self._contacts[Button.OK].down_since
        if self._held() is not Button.OK or at - since < SHOWN:
            return None
        return min(1.0, (at - since - SHOWN) / (HOLDS[Button.OK] - SHOWN))

    def is_resting(self, at: int) -> bool:
        """Return whether OK alone is down and has been for longer than a press. It may have been reported as held."""
        down = [button for button, contact in self._contacts.items() if contact.counts]
        contact = self._contacts[Button.OK]
        return down == [Button.OK] and contact.raw and contact.down and at - contact.down_since >= SHOWN

    def void(self) -> None:
        """Ignore the buttons that are down, because they only woke the display."""
        self._spent = any(contact.counts for contact in self._contacts.values())

    def _held(self) -> Button | None:
        """Return the one button that is down and may still become a press."""
        down = [button for button, contact in self._contacts.items() if contact.down and not contact.stuck]
        return down[0] if len(down) == 1 and not self._spent else None

    def _hold_at(self) -> tuple[Button, int] | None:
        """Return the button that may become a hold, and when. Return None without one, or if its contact has opened
        and may bounce."""
        held = self._held()
        if held is None or held not in HOLDS or not self._contacts[held].raw:
            return None
        return held, self._contacts[held].down_since + HOLDS[held]

    def _advance(self, now: int) -> list[Press]:
        hold = self._hold_at()
        if hold is not None and hold[1] <= now:
            self._spent = True
            return [Press(hold[0], hold=True)]
        for contact in self._contacts.values():
            contact.stuck = contact.stuck or (contact.raw and contact.down and contact.down_since + STUCK <= now)
        return [press for button in Button if (press := self._steady_press(button, now)) is not None]

    def _steady_press(self, button: Button, now: int) -> Press | None:
        contact = self._contacts[button]
        if contact.raw == contact.down or now < contact.raw_since + STEADY:
            return None
        held = self._held()
        contact.down = contact.raw
        if contact.stuck:
            contact.stuck = False
            return None
        if contact.down:
            contact.down_since = contact.raw_since
            self._spent = self._spent or sum(c.down and not c.stuck for c in self._contacts.values()) > 1
            return None
        return Press(button) if held is button and not self._is_too_long(contact) else None

    def _is_too_long(self, contact: _Contact) -> bool:
        """Return whether OK was let go after its bar showed. Such a press does nothing."""
        return contact is self._contacts[Button.OK] and contact.raw_since - contact.down_since >= SHOWN


LOOKS_WHILE_DOWN: Final = 0.05
"""Seconds between two looks while a button is down. The bar of a held OK grows in such steps."""
LOOKS_WHILE_UP: Final = 1.0
"""Seconds between two looks while no button is down. Such a look finds an edge that the pin library has lost."""
HANGS: Final = 5_000
"""Milliseconds without a look after which the buttons' thread counts as dead."""

Edge = tuple[Button, bool, int]
"""A button, whether its contact closed, and the time in milliseconds."""


def pin_factory(folder: Path) -> Any:
    """Return gpiozero's pin factory, which is lgpio's unless $GPIOZERO_PIN_FACTORY names another. lgpio keeps a pipe in
    `folder`, so the user must be able to write there. Raises BadSettings on a machine without pins."""
    os.environ.setdefault("LG_WD", str(folder))
    try:
        if Device.pin_factory is None and "GPIOZERO_PIN_FACTORY" not in os.environ:
            from gpiozero.pins.lgpio import LGPIOFactory

            return LGPIOFactory(pins_chip())
        Device.ensure_pin_factory()
    except Exception as error:  # the libraries behind gpiozero raise all kinds of errors
        why = " ".join(str(error).split()) or type(error).__name__
        raise BadSettings(f"panel = 'gpio': no pins can be used on this machine ({why})") from None
    return Device.pin_factory


class Contacts:
    """Three pins, each with a button to ground. Every edge goes into `edges`, bounces included."""

    def __init__(self, pins: Mapping[Button, int], factory: Any, clock: Clock) -> None:
        self.edges: queue.SimpleQueue[Edge | None] = queue.SimpleQueue()
        self._clock = clock
        self._devices: dict[Button, DigitalInputDevice] = {}
        try:
            for button, pin in pins.items():
                self._devices[button] = self._listen(button, pin, factory)
        except GPIOZeroError as error:
            self.close()
            raise BadSettings(f"buttons.{button.value}: GPIO{pin} cannot be used: {' '.join(str(error).split())}") from None

    def now(self) -> int:
        """Return the clock's time in whole milliseconds, the unit of edges."""
        return int(self._clock() * 1000)

    def is_down(self, button: Button) -> bool:
        """Return whether the contact is closed now, bouncing or not."""
        return bool(self._devices[button].is_active)

    def close(self) -> None:
        """Release the pins. No edge comes after this."""
        for device in self._devices.values():
            device.close()

    def _listen(self, button: Button, pin: int, factory: Any) -> DigitalInputDevice:
        """Listen to a pin without gpiozero's bounce and hold times. `Presses` has its own, by our clock."""
        device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        device.when_activated = partial(self._heard, button, True)
        device.when_deactivated = partial(self._heard, button, False)
        return device

    def _heard(self, button: Button, down: bool) -> None:
        """Note an edge. The pin library's own thread calls this, and must not wait for anything."""
        self.edges.put((button, down, self.now()))


class ButtonListener(Protocol):
    """The calls of a panel that the buttons make."""

    def press(self, button: Button, hold: bool) -> None:
        """Take a short press of a button, or with `hold` a press that was held for its time."""

    def holding(self, share: float | None) -> None:
        """Show the share of a hold that is done, 0 to 1. None: no button is held any more."""

    def finger(self, down: bool) -> None:
        """Note whether OK alone is down and has been for longer than a press."""


class ButtonEvents:
    """The thread that turns edges into presses of a panel. It looks at each edge, and at the latest after
    `seconds_to_wait`."""

    def __init__(self, panel: ButtonListener, contacts: Contacts) -> None:
        self._panel, self._contacts = panel, contacts
        self._presses = Presses()
        self._share: float | None = None
        self._is_resting = False
        self._looked_at = contacts.now()
        for button in Button:
            if contacts.is_down(button):
                self._presses.begin(button, contacts.now())
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)

    def start(self) -> None:
        """Start the thread. It runs until `close`."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and release the pins. The panel may still be used."""
        self._closing.set()
        self._contacts.edges.put(None)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        self._contacts.close()

    def is_alive(self) -> bool:
        """Return whether the thread still looks at the pins. It may hang in the pin library, or in a call of the panel."""
        return self._thread.is_alive() and self._contacts.now() - self._looked_at < HANGS

    def look(self) -> None:
        """Report to the panel the presses of all edges so far, in order, then those that are complete by the clock alone."""
        while (edge := self._next()) is not None:
            self._edge(*edge)
        now = self._contacts.now()
        for button in Button:  # a lost edge must not become a hold
            self._edge(button, self._contacts.is_down(button), now)
        self._report(now)
        self._looked_at = now

    def seconds_to_wait(self) -> float:
        """Return the seconds until the next look, unless an edge comes before."""
        now, due = self._contacts.now(), self._presses.next_at()
        return LOOKS_WHILE_UP if due is None else min(LOOKS_WHILE_DOWN, max(0.0, (due - now) / 1000))

    def _next(self) -> Edge | None:
        try:
            return self._contacts.edges.get_nowait()
        except queue.Empty:
            return None

    def _edge(self, button: Button, down: bool, at: int) -> None:
        for press in self._presses.edge(button, down, at):
            self._panel.press(press.button, press.hold)

    def _report(self, now: int) -> None:
        for press in self._presses.tick(now):
            self._panel.press(press.button, press.hold)
        share = self._presses.progress(now)
        if share is not None or self._share is not None:
            self._panel.holding(share)
        self._share = share
        is_resting = self._presses.is_resting(now)
        if is_resting != self._is_resting:
            self._is_resting = is_resting
            self._panel.finger(is_resting)

    def _run(self) -> None:
        while not self._closing.is_set():
            self.look()
            try:
                edge = self._contacts.edges.get(timeout=self.seconds_to_wait())
            except queue.Empty:
                continue
            if edge is not None:
                self._edge(*edge)
