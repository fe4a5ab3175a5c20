"""Power cuts of a card, at chosen moments of its first start and of an update. After each cut the box must start with all
its data.
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
"""A function that waits for a moment of a start. The start goes on."""


class Cut(NamedTuple):
    """A card whose power was cut."""

    card: Path
    moment: Moment
    screens: dict[str, Any]
    """The screens after the last acknowledged answer. Empty if nobody had sat down."""


def printed(words: str) -> Moment:
    """Return the moment at which the console has printed these words."""

    def wait(card: OnBench, box: Box) -> None:
        until(words, lambda: card.has_said(words), pause=0.02)

    return wait


def later(seconds: float) -> Moment:
    """Return the moment that comes this many seconds after the moment before."""

    def later(card: OnBench, box: Box) -> None:
        time.sleep(seconds)

    return later


def is_written_to(card: OnBench, box: Box) -> None:
    """Wait until something is written to the disk."""
    was = card.disk.stat().st_mtime_ns
    until("something is written", lambda: card.disk.stat().st_mtime_ns != was, pause=0.01)


def lets_people_in(card: OnBench, box: Box) -> None:
    """Wait until a phone gets an answer."""
    until("the box is open", box.is_open, pause=0.02)


def has_kept_the_update(card: OnBench, box: Box) -> None:
    """Wait until the box keeps the update that it tried."""
    until("the update is kept", lambda: slots(card)[1] == 0, pause=0.02)


def has_acknowledged(card: OnBench, box: Box) -> None:
    """Send an answer, and wait until the box acknowledges it."""
    box.answer()


CARD: Final = printed("Starting companion-car")
FIRST_START: Final[Sequence[Moment]] = (
    printed("Running /scripts/local-bottom"), is_written_to, is_written_to, printed("Starting companion-gro"), is_written_to,
    CARD, *[is_written_to] * 6, printed("Finished companion-car"), lets_people_in,
)  # fmt: skip
"""The service companion-card makes the box's identity and keys in its last seconds, so most cuts are there."""
UPDATE: Final[Sequence[Moment]] = (
    CARD, is_written_to, *[later(0.5)] * 4, is_written_to, is_written_to,
    printed("Finished companion-car"), lets_people_in, has_acknowledged, has_kept_the_update,
)  # fmt: skip


def starts_after_each_cut_of_its_first_start(card: OnBench, given: Given) -> None:
    """After each cut the box comes up with its own identity and keys, its owner's wishes and every acknowledged answer."""
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
    """The box starts in mid-game with an update on its card. After each cut it comes up with the same game and screens.

    In the end it has taken the update.
    """
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
    """Yield a cut at each of these moments of one start. The start goes on after each."""
    for moment in moments:
        moment(card, box)
        copy = card.disk.with_name(f"cut-{time.monotonic_ns()}")
        card.cut_power_in_a_copy(copy)
        print(f"   cut when its console said: {card.said_last()[:100]}", flush=True)
        screens = box.screens() if moment is has_acknowledged else screens
        yield Cut(copy, moment, screens)


def _comes_up(card: OnBench, box: Box, cut: Cut) -> None:
    """Switch the box on after a cut, wait until phones get an answer, and check that all screens are as before."""
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
