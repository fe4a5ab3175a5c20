"""What can be answered in a game of Buru."""

from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, ActionTypes
from companion.core.state import Seat
from companion.games.buru.named import NamedAct, NamedTurn, Recruiting, Taking, UsingTokoh
from companion.games.buru.pieces import GOODS, Bonus, Explorer, Good, Islander, Region, Reward, Rival, Site, Spirit

# Once, and every dawn, morning and noon


class First(Action, frozen=True, tag="first"):
    """BURU-02: the first Emissary."""

    seat: Seat


class ShowDecree(Action, frozen=True, tag="decree"):
    """BURU-04: a decree token, and what it gives, if that is one or more of GOODS; else whoever earns it tells it then."""

    place: Site
    reward: dict[Good, int] | UnsetType = UNSET


class Place(Action, frozen=True, tag="place", kw_only=True):
    """BURU-06: an explorer face down; all see where."""

    token: Explorer | UnsetType = UNSET
    """Its power, or which one it is."""
    region: Region
    blessing: bool | UnsetType = UNSET
    """BURU-39: true: the region's blessing with it."""


class Plot(Action, frozen=True, tag="plot"):
    """BURU-24: where the rivals' explorers lie in the end, of each rival that plays."""

    a: Region
    b: Region | UnsetType = UNSET

    @property
    def regions(self) -> tuple[Region, ...]:
        """A's, and B's if there is one."""
        return (self.a,) if self.b is UNSET else (self.a, self.b)


class Reveal(Action, frozen=True, tag="reveal"):
    """BURU-08, BURU-09: at noon the tokens kept, then those of a region are turned up."""


class Show(Action, frozen=True, tag="show"):
    """BURU-23: the powers that a rival kept, or laid in the region of the moment."""

    rival: Rival
    powers: list[Explorer]


class Plan(Action, frozen=True, tag="plan"):
    """BURU-29: what two tokens at the lake bring a rival, as its open plot card says."""

    rival: Rival
    lake: Bonus


# In a turn


class OfGoods(Action, frozen=True):
    """Any of GOODS; those that are left out are not told."""

    fish: int | UnsetType = UNSET
    esteem: int | UnsetType = UNSET
    clay: int | UnsetType = UNSET
    palm: int | UnsetType = UNSET
    ebony: int | UnsetType = UNSET

    @property
    def goods(self) -> dict[Good, int]:
        """Those that are told."""
        numbers = (self.fish, self.esteem, self.clay, self.palm, self.ebony)
        return {name: n for name, n in zip(GOODS, numbers, strict=True) if n is not UNSET}


class Gain(OfGoods, frozen=True, tag="gain"):
    """What a space, a card, a task or a decree gives."""


class Pay(OfGoods, frozen=True, tag="pay"):
    """What one costs."""


class Recruit(Recruiting, frozen=True, tag="recruit"):
    """BURU-14: an islander, for its fish as printed."""

    group: Islander
    cost: int


class Task(Action, frozen=True, tag="task"):
    """BURU-15: an islander is tasked. BURU-28: a rival tasks nobody in particular."""

    group: Islander | UnsetType = UNSET
    value: int | UnsetType = UNSET
    """BURU-34: what the card of an outlaw's tribute is worth."""


class Tribute(Action, frozen=True, tag="tribute"):
    """BURU-16: a tribute card is drawn."""

    spirit: Spirit
    value: int | UnsetType = UNSET
    """What the card is worth, if its seat tells that now."""
    pay: dict[Good, int] | UnsetType = UNSET
    """BURU-44: with the full ledger, what it cost."""
    islander: Islander | UnsetType = UNSET
    """BURU-33: who is discarded for it."""


class Elder(Action, frozen=True, tag="elder"):
    """BURU-18: an elder more is held."""


class Emissary(Action, frozen=True, tag="emissary"):
    """BURU-19: the marker is taken."""


class Space(Taking, frozen=True, tag="space"):
    """BURU-12: the action space taken."""

    space: int


class Done(Action, frozen=True, tag="done"):
    """The turn is over."""


# What modules bring


class Choose(Action, frozen=True, tag="choose"):
    """BURU-39: what somebody takes who alone has power in a region."""

    take: Reward


class Canoe(Action, frozen=True, tag="canoe"):
    """BURU-35: one's canoe goes on."""

    steps: int


class Guide(Action, frozen=True, tag="guide"):
    """BURU-37: a guide that a card gave."""


class UseTokoh(UsingTokoh, frozen=True, tag="tokoh"):
    """BURU-38: the Tokoh's action in place of a space."""


# The end, and at any time


class Worth(Action, frozen=True, tag="final"):
    """BURU-45: what the cards of a seat, or (told by the table) a rival, are worth: of a seat those it has not told yet."""

    rival: Rival | UnsetType = UNSET
    tributes: dict[Spirit, list[int]] | UnsetType = UNSET
    """A spirit that is left out has none."""
    elders: list[int] | UnsetType = UNSET


class Count(Action, frozen=True, tag="count"):
    """BURU-45: what a seat counted on the table: the track, and how many cards."""

    esteem: int
    tributes: int
    elders: int


class SetRight(OfGoods, frozen=True, tag="set", kw_only=True):
    """What really lies before somebody, rivals too: one or more of GOODS."""

    seat: Seat


TurnAct = Gain | Pay | Recruit | Task | Tribute | Elder | Emissary | Space | Canoe | Guide | UseTokoh | Done | NamedTurn
"""Any number of them in any order, and at last Done."""
# A field that a module adds to one of these is UNSET in a game without it.
BuruAct = First | ShowDecree | Place | Plot | Reveal | Show | Plan | TurnAct | Choose | Worth | Count | SetRight | NamedAct
ACTIONS: Final[ActionTypes[BuruAct]] = ActionTypes(BuruAct)
