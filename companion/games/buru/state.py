"""What is known of a game of Buru: open on the table, to one seat, to nobody; and what a table agrees on."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import Action
from companion.core.game import FromOwnerThing, OnlyWith
from companion.core.state import Seat, State, with_item, with_public
from companion.core.words import Text
from companion.games.buru.cards import BoxFile
from companion.games.buru.lying import Blessing, Decree, Dominance, Guides, Riding, Token, Total
from companion.games.buru.module import Module
from companion.games.buru.pieces import (
    ALL_ELDERS,
    ALTARS,
    ESTEEM,
    FISH,
    GROUPS,
    ISLAND,
    LONG_ROUNDS,
    NOTHING,
    PEOPLE,
    POWERS,
    RIVALS,
    ROUNDS,
    SPACES,
    SPIRITS,
    TOTEMS,
    Bonus,
    Explorer,
    Goods,
    Islander,
    Region,
    Rival,
    Site,
    Spirit,
)


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody's cards are worth, told at the end: values by spirit, and elders."""

    tributes: tuple[tuple[int, ...], ...] = ((),) * len(SPIRITS)
    elders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """BURU-45: what a seat counted on the table."""

    esteem: int
    tributes: int
    elders: int


@dataclass(frozen=True, slots=True)
class Final:
    """What the end reveals of everybody's cards, and what people counted since."""

    words: tuple[Word, ...]
    counted: tuple[Counted | None, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rivals, the ledger, how long, and which modules (BURU-32 to BURU-42)."""

    lawan: Literal[0, 1, 2] = 0
    ledger: Literal["esteem", "full"] = "esteem"
    long: bool = False
    fifth: bool = False
    ukum: bool = False
    ambelau: bool = False
    tokoh: bool = False
    blessing: bool = False
    liaison: bool = False
    kuda: bool = False
    kuda_start: Annotated[Literal["forest", "village"], OnlyWith("kuda", True)] = "forest"
    kuda_forest: Annotated[Literal["five", "players"], OnlyWith("kuda", True)] = "five"
    box: Annotated[BoxFile, FromOwnerThing("box")] | UnsetType = UNSET
    """BURU-01: what is printed on the cards, as far as the owner entered it."""

    @property
    def modules(self) -> tuple[str, ...]:
        """The names of those that the table plays with."""
        chosen = {
            "ukum": self.ukum,
            "ambelau": self.ambelau,
            "tokoh": self.tokoh,
            "blessing": self.blessing,
            "liaison": self.liaison,
            "kuda": self.kuda,
            "box": self.box is not UNSET,
        }
        return tuple(name for name, on in chosen.items() if on)

    @property
    def rounds(self) -> int:
        """BURU-03: how many are played."""
        return LONG_ROUNDS if self.long else ROUNDS

    @property
    def full(self) -> bool:
        """BURU-44: clay, palm and ebony are followed too."""
        return self.ledger == "full"


Stage = Literal["first", "decree", "place", "plot", "reveal", "show", "plan", "choose", "act", "final", "end"]


@dataclass(frozen=True, slots=True)
class Named:
    """An islander that was recruited by name (BURU-01): it counts among the islanders, and is tasked and discarded by name
    alone."""

    card: str
    group: Islander
    tasked: bool = False


class Player(msgspec.Struct, frozen=True):
    """What lies open before a person or a rival."""

    goods: Goods = NOTHING
    islanders: tuple[int, ...] = (0,) * len(GROUPS)
    tasked: tuple[int, ...] = (0,) * len(GROUPS)
    """Of the islanders, those that were tasked in this round."""
    named: tuple[Named, ...] = ()
    """Of the islanders, those whose card is known."""
    tributes: tuple[int, ...] = (0,) * len(SPIRITS)
    elders: int = 0
    kept: Explorer | None = None
    """The token that was not laid in this round, once it is shown."""
    plan: Bonus | None = None
    """A rival's bonus for two tokens at the lake, as its plot card says."""

    tokoh: str | None = None
    """BURU-38: the card of its Tokoh, if it is known."""

    def unnamed(self, group: Islander) -> int:
        """How many islanders of a group it has whose cards are not known."""
        return self.islanders[GROUPS.index(group)] - sum(one.group == group for one in self.named)

    def untasked(self, group: Islander) -> int:
        """How many of those were not tasked in this round."""
        tasked = self.tasked[GROUPS.index(group)] - sum(one.group == group and one.tasked for one in self.named)
        return self.unnamed(group) - tasked

    @property
    def fish(self) -> int:
        """How many it has."""
        return self.goods[FISH]

    @property
    def esteem(self) -> int:
        """How far it is on the track."""
        return self.goods[ESTEEM]

    @property
    def cards(self) -> int:
        """Those whose worth the end asks for."""
        return sum(self.tributes) + self.elders


@dataclass(frozen=True, slots=True)
class Moved:
    """Pieces before somebody that nobody tapped for: how many more or fewer of each sign, and why, where it needs saying."""

    by: int
    counts: tuple[tuple[str, int], ...]
    why: Text | None = None
    said: bool = False
    """What a rival gains or pays in its turn, as the table has just told."""
    right: tuple[int, ...] = ()
    """What each of these numbers was set to; empty: pieces moved."""


@dataclass(frozen=True, slots=True)
class Payout:
    """What moved by itself at one place in the game, the last one where anything did."""

    of: str
    rows: tuple[Moved, ...]
    title: Text
    age: int = 0
    """How many answers that end a stage have come since: it is said as long as that matters."""


class Public(msgspec.Struct, frozen=True):
    """All that lies open. People and rivals are counted from 0, clockwise as they sit, the rivals last."""

    names: tuple[Seat, ...]
    people: int
    """How many of them are people."""
    options: Options
    players: tuple[Player, ...]
    modules: "tuple[Module[BuruState, Public], ...]" = ()
    """Those that are played with, in the order in which they are asked."""
    regions: tuple[Region, ...] = ISLAND
    spirits: tuple[Spirit, ...] = ALTARS
    groups: tuple[Islander, ...] = PEOPLE
    """What there is of each in this game, in the order of all; what is counted by spirit or group has a number for all."""
    stage: Stage = "first"
    round: int = 1
    region: Region | None = None
    """Where the afternoon is; None before it."""
    active: int | None = None
    """Whose answer is awaited; None: the table's, or that of several seats."""
    emissary: int = 0
    """Of no meaning before the first one was drawn."""
    totems: tuple[int | None, ...] = (None,) * len(SPIRITS)
    """Who holds the totem of each spirit."""
    decrees: tuple[Decree, ...] = ()
    tokens: tuple[Token, ...] = ()
    """As they were laid in this round; those shown stay until dusk."""
    totals: tuple[Total, ...] = ()
    """Of the region of the moment, once all is shown there, in the order of the reveal."""
    acted: tuple[int, ...] = ()
    """Who had a turn in the region of the moment, the active one included, in order."""
    again: bool = False
    """The turn is one more, after all others'."""
    told: tuple[Action, ...] = ()
    """What was told in the present turn, without what is its seat's own."""
    spaces: tuple[int, ...] = ()
    """The action spaces told in the region of the moment."""
    dominances: tuple[Dominance, ...] = ()
    """Of this round, by region."""
    dusks: tuple[tuple[int, ...], ...] = ()
    """Everybody's esteem at each dusk so far."""
    payout: Payout | None = None
    worded: tuple[int, ...] = ()
    """BURU-45: who has told at the end what the cards are worth. How much is not open; that it is told holds nobody up."""
    final: Final | None = None
    blessings: tuple[Blessing, ...] | None = None
    kuda: Riding | None = None
    guides: Guides | None = None
    canoes: tuple[int, ...] | None = None
    """BURU-35: the space of everybody's, 0 at the start."""
    decreed: tuple[str, ...] = ()
    """BURU-04: the cards of the decrees shown so far, where they are known."""
    tokoh: tuple[int, ...] | None = None
    """BURU-38: who used its Tokoh's action in this round."""

    @property
    def phase(self) -> str:
        """The part of the round, a region for the afternoon."""
        if not self.dealt:
            return "first"
        phases = {"decree": "dawn", "place": "morning", "plot": "morning"}
        return phases.get(self.stage) or (self.stage if self.stage in ("final", "end") else self.region or "noon")

    @property
    def dealt(self) -> bool:
        """Whether the first Emissary was drawn."""
        return self.stage != "first" and (self.stage, self.region) != ("act", None)

    @property
    def rivals(self) -> range:
        """The numbers of all who are none of the people."""
        return range(self.people, len(self.names))

    @property
    def elders_left(self) -> int:
        """BURU-18: how many cards the elders' deck still has."""
        deck = ALL_ELDERS + sum(module.elders for module in self.modules)
        return deck - sum(player.elders for player in self.players)

    @property
    def sites(self) -> tuple[Site, ...]:
        """BURU-04: where a decree may lie in this game."""
        return (*self.regions, *self.spirits)

    def totem(self, region: Region) -> Spirit | None:
        """BURU-11: whose totem dominance gives in a region; None: 1 esteem."""
        return next((module.totems[region] for module in self.modules if region in module.totems), TOTEMS.get(region))

    def offering(self, group: Islander) -> Spirit | None:
        """BURU-34: to which spirit a task of this group is a tribute, for which it is discarded; None: it is only tasked."""
        return next((module.offerings[group] for module in self.modules if group in module.offerings), None)

    def explorers(self, by: int) -> tuple[Explorer, ...]:
        """BURU-02: what somebody has to lay and to keep in this round."""
        return (*POWERS, *(more for module in self.modules for more in module.explorers(self, by)))

    def hidden(self, by: int) -> int:
        """How many tokens somebody has not laid in this round."""
        return len(self.explorers(by)) - sum(token.by == by for token in self.tokens)

    def spaces_in(self, region: Region) -> tuple[int, ...]:
        """BURU-12: the action spaces of a region."""
        counts = (module.spaces(self, region) for module in self.modules)
        return SPACES[: next((n for n in counts if n is not None), len(SPACES))]

    def is_rival(self, by: int) -> bool:
        """Whether the table answers for it."""
        return by >= self.people

    def seat(self, by: int) -> Seat | None:
        """Who answers for somebody: its own seat, or for a rival the table."""
        return None if self.is_rival(by) else self.names[by]

    def rival(self, by: int) -> Rival:
        """Which of the rivals somebody is."""
        return RIVALS[by - self.people]

    def at(self, region: Region, by: int) -> tuple[Token, ...]:
        """Somebody's tokens in a region."""
        return tuple(token for token in self.tokens if (token.by, token.region) == (by, region))

    def away(self, by: int) -> int:
        """BURU-10: how far somebody sits from the Emissary, clockwise."""
        return (by - self.emissary) % len(self.names)

    def one_more(self) -> int | None:
        """BURU-40: who has one more turn in this region, after all others."""
        return next((by for module in self.modules if (by := module.again(self)) is not None), None)

    def waiting(self) -> tuple[Total, ...]:
        """BURU-12, BURU-13: who has still to act in this region, the next one first."""
        return by_power(self, (total for total in self.totals if total.by not in self.acted))


class Own(msgspec.Struct, frozen=True):
    """What one seat alone knows."""

    hand: tuple[Explorer, ...] = POWERS
    """The tokens that it has not laid."""
    laid: tuple[Explorer, ...] = ()
    """Those of the tokens that it laid in this round, in that order."""
    values: tuple[tuple[int | None, ...], ...] = ((),) * len(SPIRITS)
    """By spirit, what each tribute card is worth; None: not told yet."""
    word: Word | None = None
    """What it told at the end, until all have."""


class Box(msgspec.Struct, frozen=True):
    """What nobody may know yet: the worth of each rival's cards, as the table told it at the end."""

    words: tuple[Word | None, ...]


BuruState = State[Public, Own, Box]


class Played(Module[BuruState, Public]):
    """A module of this game."""


def by_power(public: Public, totals: Iterable[Total]) -> tuple[Total, ...]:
    """BURU-10: the highest total first, ties from the Emissary of this moment clockwise."""

    def turn(total: Total) -> tuple[int, int]:
        return -total.power, public.away(total.by)

    return tuple(sorted(totals, key=turn))


def before(state: BuruState, by: int, **changes: object) -> BuruState:
    """The state with something changed of what lies before somebody."""
    return with_public(state, players=with_item(state.public.players, by, **changes))
