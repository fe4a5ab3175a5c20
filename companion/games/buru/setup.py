"""The table before the first Emissary is drawn, with the pieces of all modules that are played with."""

from collections.abc import Sequence

from companion.core.state import Seat, State, changed
from companion.core.words import BadFile
from companion.games.buru import modules
from companion.games.buru.options import Options
from companion.games.buru.pieces import ALTARS, GROUPS, ISLAND, PEOPLE, REGIONS, RIVALS, SPIRITS
from companion.games.buru.state import Box, BuruState, Own, Player, Public


def lay_out(seats: Sequence[Seat], options: Options) -> BuruState:
    """BURU-02, and what modules add. Raises BadFile if a person is called like a rival while one plays."""
    rivals = RIVALS[: options.lawan]
    if rivals and any(seat in RIVALS for seat in seats):
        raise BadFile("buru.rivals_name")
    names = (*seats, *map(Seat, rivals))
    public = _with_modules(Public(names, len(seats), options, players=(Player(),) * len(names)))
    own = {seat: Own(public.explorers(by)) for by, seat in enumerate(seats)}
    return State(public, own, Box((None,) * len(rivals)))


def _with_modules(public: Public) -> Public:
    """Whatever a module adds stands where it stands among all."""
    played = modules.played(public.options)
    public = changed(
        public,
        modules=played,
        regions=tuple(name for name in REGIONS if name in ISLAND or any(name in m.regions for m in played)),
        spirits=tuple(name for name in SPIRITS if name in ALTARS or any(name in m.spirits for m in played)),
        groups=tuple(name for name in GROUPS if name in PEOPLE or any(name in m.groups for m in played)),
    )
    for module in played:
        public = module.laid_out(public)
    return public
