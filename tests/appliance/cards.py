"""The rehearsal of a card: as flashed, on a bench for an evening, with power cuts, and in an emulated Raspberry Pi 3."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from tests.appliance import acts, bringing, card_acts, cuts
from tests.appliance.bench import OnBench, WithUsb, WithWatchdog
from tests.appliance.board import Board, Renumbered
from tests.appliance.box import Box
from tests.appliance.card_acts import Given
from tests.appliance.debian import CACHE
from tests.appliance.flashed import Flashed, free_ports, unpacked
from tests.appliance.living import live, watched

Acts = Sequence[Callable[[Any, Any], None]]
Part = Callable[[Path, Path, Given, Acts], None]
"""A function that plays acts: it gets the image, the folder for the machine's files, the arguments of the acts, and the
acts."""


def on(kind: type[Flashed]) -> Part:
    """Return the part that plays acts in a machine of this kind, with a freshly flashed card that has its owner's wishes."""

    def lives(image: Path, folder: Path, given: Given, wanted: Acts) -> None:
        card = kind(image, folder, free_ports())
        card.wishes(card_acts.WISHES)
        with watched(card):
            for act in with_needed(wanted, card_acts.UPDATES):
                live(act, card, given)

    return lives


def with_needed(wanted: Acts, series: Acts, first: int = 1) -> Acts:
    """Return these acts. The `first` acts of the series come before any other act of it, which needs their state."""
    at = next((at for at, act in enumerate(wanted) if act in series), len(wanted))
    needed = series[:first] if at < len(wanted) else ()
    return [*wanted[:at], *needed, *(act for act in wanted[at:] if act not in needed)]


def for_an_evening(image: Path, folder: Path, given: Given, wanted: Acts) -> None:
    """Play acts on a bench, with phones that stay from one act to the next."""
    card = OnBench(image, folder, free_ports())
    card.wishes(f"wifi = Home\nwifi-password = {acts.HOME_PASSWORD}")
    box = Box(card, card.port)
    with watched(card):
        box.start()
        for act in with_needed(wanted, acts.EVENING, 2):
            live(act, box, given.figures)


BOARDS: Final = ("virt", "raspi3b")


def parts(board: str | None, signs: bool) -> list[tuple[Part, Acts]]:
    """Return the acts of each machine. Acts with updates need an update and the key that signs it (`signs`)."""
    of_updates = card_acts.UPDATES if signs else ()
    virt: list[tuple[Part, Acts]] = [
        (on(Flashed), (*card_acts.BEFORE_UPDATES, *of_updates)),
        (on(WithUsb), bringing.ACTS if signs else ()),
        (for_an_evening, (*acts.EVENING, acts.goes_home_once_the_home_s_wifi_is_back)),
        (on(WithWatchdog), (card_acts.is_reset_when_even_systemd_hangs,)),
        (on(OnBench), (cuts.starts_after_each_cut_of_its_first_start,)),
        (on(OnBench), (cuts.keeps_its_game_after_each_cut_of_an_update,) if signs else ()),
    ]
    pi: list[tuple[Part, Acts]] = [
        (on(Board), (card_acts.claims_a_pi_s_pins,)),
        (on(Renumbered), (card_acts.finds_the_display_s_bus_by_its_place,)),
    ]
    return {None: virt + pi, "virt": virt, "raspi3b": pi}[board]


def names(board: str | None, signs: bool) -> list[str]:
    """Return the names of all acts for this board, with or without a key that signs updates."""
    return [act.__name__ for _, acts in parts(board, signs) for act in acts]


def rehearse(image: Path, given: Given, board: str | None, only: Sequence[str]) -> None:
    """Play all acts, or those whose names are in `only`."""
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="card-") as name:
        flashed = unpacked(image, Path(name))
        for part, all_of_it in parts(board, bool(given.update and given.key)):
            if wanted := [act for act in all_of_it if not only or act.__name__ in only]:
                part(flashed, Path(tempfile.mkdtemp(dir=name)), given, wanted)
