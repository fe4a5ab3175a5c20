"""From the contacts of three buttons to presses: debounce, click, hold. Pure: times are given, in whole milliseconds."""

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.ports.panel import Button

SETTLED: Final = 15
"""A contact bounces for some milliseconds; a level counts once it has stood for this long."""
HOLDS: Final[Mapping[Button, int]] = {Button.BACK: 800, Button.OK: 3000}
"""How long a hold takes. Next has none: held long it is a press like any other."""
SHOWN: Final = 600
"""From here on a held OK shows how far it is, and let go it is no press any more."""

STUCK: Final = 15_000
"""No finger rests this long: a button that does is stuck, and until it opens it is as if it were not there."""


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
        """Whether a finger may be on it."""
        return (self.raw or self.down) and not self.stuck


class Presses:
    """The three contacts. Two buttons down at once are no press at all until both are up: a hand that carries the box."""

    def __init__(self) -> None:
        self._contacts = {button: _Contact() for button in Button}
        self._spent = False
        """What is down now has been reported, or was a chord: nothing more comes of it."""

    def begin(self, button: Button, at: int) -> None:
        """A button that is down when the box starts: nothing comes of it before it was let go."""
        self._contacts[button] = _Contact(raw=True, raw_since=at, down=True, down_since=at, stuck=True)

    def edge(self, button: Button, down: bool, at: int) -> list[Press]:
        """A contact closed or opened, bounces included; the presses that were complete before."""
        presses = self.tick(at)
        contact = self._contacts[button]
        if contact.raw != down:
            contact.raw, contact.raw_since = down, at
        return presses

    def tick(self, at: int) -> list[Press]:
        """The presses that are complete by now, in the order in which they became so."""
        presses: list[Press] = []
        while (due := self.next_at()) is not None and due <= at:
            presses += self._advance(due)
        if not any(contact.counts for contact in self._contacts.values()):
            self._spent = False
        return presses

    def next_at(self) -> int | None:
        """When something next comes of what the contacts are now, without another edge."""
        times = [contact.raw_since + SETTLED for contact in self._contacts.values() if contact.raw != contact.down]
        times += [c.down_since + STUCK for c in self._contacts.values() if c.raw and c.down and not c.stuck]
        hold = self._hold_at()
        return min(times if hold is None else [*times, hold[1]], default=None)

    def progress(self, at: int) -> float | None:
        """How far a held OK is, 0 to 1, once it shows."""
        since = self._contacts[Button.OK].down_since
        if self._held() is not Button.OK or at - since < SHOWN:
            return None
        return min(1.0, (at - since - SHOWN) / (HOLDS[Button.OK] - SHOWN))

    def is_resting(self, at: int) -> bool:
        """Whether OK alone is down, longer than for a press: also when all of its hold was reported."""
        down = [button for button, contact in self._contacts.items() if contact.counts]
        contact = self._contacts[Button.OK]
        return down == [Button.OK] and contact.raw and contact.down and at - contact.down_since >= SHOWN

    def void(self) -> None:
        """Nothing comes of what is down now: it only woke the display."""
        self._spent = any(contact.counts for contact in self._contacts.values())

    def _held(self) -> Button | None:
        """The one button that is down and may still become a press."""
        down = [button for button, contact in self._contacts.items() if contact.down and not contact.stuck]
        return down[0] if len(down) == 1 and not self._spent else None

    def _hold_at(self) -> tuple[Button, int] | None:
        """Which button is being held, and when that becomes a hold; not while it may have been let go."""
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
        return [press for button in Button if (press := self._settle(button, now)) is not None]

    def _settle(self, button: Button, now: int) -> Press | None:
        contact = self._contacts[button]
        if contact.raw == contact.down or now < contact.raw_since + SETTLED:
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
        """An OK that was held until its bar showed, and let go: nothing happened, not even the press."""
        return contact is self._contacts[Button.OK] and contact.raw_since - contact.down_since >= SHOWN
