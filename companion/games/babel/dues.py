"""What is awaited, stage by stage."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core import dues
from companion.core.dues import Chance, Due
from companion.core.state import KnownTo, Reach
from companion.games.babel import sealed
from companion.games.babel.pile import drawers
from companion.games.babel.state import BabelState, Public, Stage, master_seat, present


def waiting(state: BabelState) -> tuple[Due, ...]:
    """What this stage of the game waits for."""
    return WAITING[state.public.stage](state)


def _setup(state: BabelState) -> tuple[Due, ...]:
    """In any order. The count of roles that are in is open, so that the deal may be gone with the first."""
    public = state.public
    deal = () if public.has_roles or public.told else (_deal(public),)
    blueprint = () if public.blueprint is not None else (dues.of_table("blueprint", "blueprint"),)
    master = () if public.master is not None else (dues.of_table("master-0", "master", chance=Chance.LOTS),)
    return (*deal, *_sealed(state, "role"), *blueprint, *master)


def _deal(public: Public) -> Due:
    """BABEL-05, BABEL-06: each seat learns its own role and cards."""
    fields = ("roles", "hands") if public.on_phones else ("roles",)
    chance = Chance.BOX if public.on_phones else Chance.LOTS
    return dues.of_table("deal", "deal", known_to=dict.fromkeys(fields, Reach.EACH), chance=chance)


def _sealed(state: BabelState, kind: str) -> tuple[Due, ...]:
    public = state.public
    asked = {i: public.seats[i] for i in sealed.asked(public)}
    return dues.sealed(f"{kind}-{public.round}-{public.tries}", kind, asked, sealed.missing(state))


def _master_does(kind: str, is_secret: bool = False) -> Callable[[BabelState], tuple[Due, ...]]:
    def due(state: BabelState) -> tuple[Due, ...]:
        public = state.public
        seat = master_seat(public)
        known_to: KnownTo = frozenset({seat}) if is_secret else Reach.EVERYONE
        return (dues.of_seat(f"{kind}-{public.round}", kind, seat, known_to=known_to),)

    return due


def _reveal(state: BabelState) -> tuple[Due, ...]:
    public = state.public
    id_ = f"reveal-{public.round}-{len(present(public).effects)}"
    return (dues.of_seat(id_, "reveal", master_seat(public)),)


def _draw(state: BabelState) -> tuple[Due, ...]:
    """Each builder learns its own cards."""
    public = state.public
    return (dues.of_table(f"draw-{public.round}", "draw", known_to={"cards": drawers(public)}, chance=Chance.BOX),)


WAITING: Final[Mapping[Stage, Callable[[BabelState], tuple[Due, ...]]]] = {
    "setup": _setup,
    "appoint": _master_does("appoint"),
    "commit": lambda state: _sealed(state, "commit"),
    "storms": _master_does("storms"),
    "swap": _master_does("swap", is_secret=True),
    "reveal": _reveal,
    "draw": _draw,
    "master": _master_does("master"),
    "declare": lambda state: _sealed(state, "declare"),
    "seal": lambda state: _sealed(state, "seal"),
    "punish": lambda state: _sealed(state, "punish"),
    "zealot": lambda state: _sealed(state, "zealot"),
    "end": lambda state: (),
}
