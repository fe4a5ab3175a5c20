"""Power cuts of a card, at chosen moments of its first start and of an update. From each it must come up, with all that was
there.

One start serves for all: at each moment the machine is held still, and its card copied as a cut would leave it. Each copy
is then switched on.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.appliance.acts import begin
from tests.appliance.bench import OnBench
from tests.appliance.box import Box
from tests.appliance.card_acts import WISHES, Given, off, own, slots
from tests.appliance.waiting import until

Moment = Callable[[OnBench, Box], object]
"""Waits until it is there, in a start that goes on."""


class Cut(NamedTuple):
    """A card whose power was cut."""

    card: Path
    moment: Moment
    screens: dict[str, Any]
    """What people saw, after the last answer that counts; nothing, where nobody was there."""


def said(words: str) -> Moment:
    """Its console has just said so."""

    def said(card: OnBench, box: Box) -> None:
        until(words, lambda: card.has_said(words), pause=0.02)

    return said


def later(seconds: float) -> Moment:
    """So long after the moment before."""

    def later(card: OnBench, box: Box) -> None:
        time.sleep(seconds)

    return later


def is_written_to(card: OnBench, box: Box) -> None:
    """Something has just come to its disk."""
    was = card.disk.stat().st_mtime_ns
    until("something is written", lambda: card.disk.stat().st_mtime_ns != was, pause=0.01)


def lets_people_in(card: OnBench, box: Box) -> None:
    """A phone has just got an answer."""
    until("the box is open", box.is_open, pause=0.02)


def has_kept_the_update(card: OnBench, box: Box) -> None:
    """The update that it tried is what runs from now on."""
    until("the update is kept", lambda: slots(card)[1] == 0, pause=0.02)


def has_acknowledged(card: OnBench, box: Box) -> None:
    """A phone was just told that its answer counts."""
    box.answer()


CARD: Final = said("Starting companion-car")
FIRST_START: Final[Sequence[Moment]] = (
    said("Running /scripts/local-bottom"), is_written_to, is_written_to, said("Starting companion-gro"), is_written_to,
    CARD, *[is_written_to] * 6, said("Finished companion-car"), lets_people_in,
)  # fmt: skip
"""What is its own is made by companion-card.service, and that in its last seconds."""
UPDATE: Final[Sequence[Moment]] = (
    CARD, is_written_to, *[later(0.5)] * 4, is_written_to, is_written_to,
    said("Finished companion-car"), lets_people_in, has_acknowledged, has_kept_the_update,
)  # fmt: skip


def starts_after_each_cut_of_its_first_start(card: OnBench, given: Given) -> None:
    """From each it comes up with all that is its own and its owner's, and with every answer that it had told a phone
    counts."""
    card.flash()
    card.wishes(WISHES)
    box = Box(card, card.port)
    box.start()
    cuts = [*_cuts(card, box, FIRST_START, {})]
    begin(box)
    cuts += _cuts(card, box, [has_acknowledged] * 2, box.screens())
    for cut in cuts:
        _comes_up(card, box, cut)
        assert all(own(card))
        assert "horse" in card.run("cat /etc/NetworkManager/system-connections/home.nmconnection")
        assert b"horse" not in card.readable()
        assert card.run("systemctl --failed --plain --no-legend") == ""


def keeps_its_game_after_each_cut_of_an_update(card: OnBench, given: Given) -> None:
    """Switched on in mid-game with an update on its card: from each cut it comes up with the same game on the same screens,
    and the update is taken in the end."""
    card.flash()
    card.wishes(WISHES)
    box = Box(card, card.port)
    box.start()
    lets_people_in(card, box)
    begin(box)
    for _ in range(6):
        box.answer()
    before = box.screens()
    off(card)
    card.put(given.newer(1), "companion.update")
    box.start()
    for cut in [*_cuts(card, box, UPDATE, before)]:
        _comes_up(card, box, cut)
        until("the update is kept", lambda: slots(card) == (given.number(1), 0))


def _cuts(card: OnBench, box: Box, moments: Sequence[Moment], screens: dict[str, Any]) -> Iterator[Cut]:
    """Of a start that goes on."""
    for moment in moments:
        moment(card, box)
        copy = card.disk.with_name(f"cut-{time.monotonic_ns()}")
        card.cut_power_in_a_copy(copy)
        print(f"   cut when its console said: {card.said_last()[:100]}", flush=True)
        screens = box.screens() if moment is has_acknowledged else screens
        yield Cut(copy, moment, screens)


def _comes_up(card: OnBench, box: Box, cut: Cut) -> None:
    """Switched on after it, until phones get an answer; then all is there that was."""
    card.becomes(cut.card)
    cut.card.unlink()
    print(
        f"   {getattr(cut.moment, '__name__', '').replace('_', ' ')}; of updates it keeps: {card.versions() or 'nothing'}",
        flush=True,
    )
    began = time.monotonic()
    box.start()
    lets_people_in(card, box)
    print(f"   comes up after {time.monotonic() - began:.0f} s", flush=True)
    assert not cut.screens or until("all screens are there", box.screens) == cut.screens
