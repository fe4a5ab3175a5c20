"""The state of a game of Buru: what everybody, one seat and nobody knows, and the options of a table."""

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
from companion.games.buru.island_pieces import Blessing, Decree, Dominance, Guides, Riding, Token, Total
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
class CardValues:
    """The worth of a player's cards as entered at the end: of tributes by spirit, and of elders."""

    tributes: tuple[tuple[int, ...], ...] = ((),) * len(SPIRITS)
    elders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """The count of a seat on the table (BURU-45)."""

    esteem: int
    tributes: int
    elders: int


@dataclass(frozen=True, slots=True)
class Final:
    """The facts of the end: the worth of each player's cards, and what people have counted since."""

    values: tuple[CardValues, ...]
    counted: tuple[Counted | None, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rivals, the ledger, the length, and the modules (BURU-32 to 42)."""

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
    """The cards that the owner entered (BURU-01)."""

    @property
    def modules(self) -> tuple[str, ...]:
        """Return the names of the modules in play."""
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
        """Return how many rounds are played (BURU-03)."""
        return LONG_ROUNDS if self.long else ROUNDS

    @property
    def full(self) -> bool:
        """Return True if the ledger counts clay, palm and ebony, too (BURU-44)."""
        return self.ledger == "full"


Stage = Literal["first", "decree", "place", "plot", "reveal", "show", "plan", "choose", "act", "final", "end"]


@dataclass(frozen=True, slots=True)
class Named:
    """An islander that was recruited by name (BURU-01). `Player.islanders` counts it, too. It is only tasked and discarded
    by its name."""

    card: str
    group: Islander
    tasked: bool = False


class Player(msgspec.Struct, frozen=True):
    """The part of a person or a rival that everybody sees."""

    goods: Goods = NOTHING
    islanders: tuple[int, ...] = (0,) * len(GROUPS)
    tasked: tuple[int, ...] = (0,) * len(GROUPS)
    """The number of islanders that were tasked in this round, by group."""
    named: tuple[Named, ...] = ()
    """The islanders whose card is known."""
    tributes: tuple[int, ...] = (0,) * len(SPIRITS)
    elders: int = 0
    kept: Explorer | None = None
    """The token that was kept in this round, or None until it is shown."""
    plan: Bonus | None = None
    """A rival's bonus for two tokens at the lake, as its plot card says, or None."""

    tokoh: str | None = None
    """The ID of its Tokoh's card, if it was entered (BURU-38)."""

    def unnamed(self, group: Islander) -> int:
        """Return how many islanders of a group have no known card."""
        return self.islanders[GROUPS.index(group)] - sum(one.group == group for one in self.named)

    def untasked(self, group: Islander) -> int:
        """Return how many islanders of a group without a known card were not tasked in this round."""
        tasked = self.tasked[GROUPS.index(group)] - sum(one.group == group and one.tasked for one in self.named)
        return self.unnamed(group) - tasked

    @property
    def fish(self) -> int:
        """Return the number of fish."""
        return self.goods[FISH]

    @property
    def esteem(self) -> int:
        """Return the place on the esteem track."""
        return self.goods[ESTEEM]

    @property
    def cards(self) -> int:
        """Return how many cards have a worth that the end asks for."""
        return sum(self.tributes) + self.elders


@dataclass(frozen=True, slots=True)
class Moved:
    """The pieces of a player that an answer moved: the change of each sign, and the reason if it needs one."""

    by: int
    counts: tuple[tuple[str, int], ...]
    why: Text | None = None
    is_stated: bool = False
    """True if the table just entered this for a rival in its turn."""
    right: tuple[int, ...] = ()
    """The new numbers of a correction. It is empty if pieces moved."""


@dataclass(frozen=True, slots=True)
class Payout:
    """The rows of moved pieces that screens show. All are of one place in the game, the latest with any."""

    of: str
    rows: tuple[Moved, ...]
    title: Text
    age: int = 0
    """The number of later answers that ended a stage. After two of them the rows are dropped."""


class Public(msgspec.Struct, frozen=True):
    """The part of the state that everybody may see. People and rivals are counted from 0, clockwise as they
    sit, the rivals last."""

    names: tuple[Seat, ...]
    people: int
    """The number of people among them."""
    options: Options
    players: tuple[Player, ...]
    modules: "tuple[Module[BuruState, Public], ...]" = ()
    """The modules in play, in the order in which rules ask them."""
    regions: tuple[Region, ...] = ISLAND
    spirits: tuple[Spirit, ...] = ALTARS
    groups: tuple[Islander, ...] = PEOPLE
    """The groups in this game. Tuples by spirit or group have an item for all SPIRITS or GROUPS, also for those that are not
    in this game."""
    stage: Stage = "first"
    round: int = 1
    region: Region | None = None
    """The present region, in the afternoon. None at other times."""
    active: int | None = None
    """The player whose answer the game waits for. None if it waits for the table or for several seats."""
    emissary: int = 0
    """The number of the Emissary. It means nothing before the first one was drawn."""
    totems: tuple[int | None, ...] = (None,) * len(SPIRITS)
    """The number of the player that holds each spirit's totem, or None."""
    decrees: tuple[Decree, ...] = ()
    tokens: tuple[Token, ...] = ()
    """The tokens of this round, in the order in which they were placed. They stay until dusk."""
    totals: tuple[Total, ...] = ()
    """The totals of the present region once all its tokens are shown, in the order of action at that moment."""
    acted: tuple[int, ...] = ()
    """The players that have had a turn in the present region, in order, also the active one."""
    again: bool = False
    """True if this turn is an additional one after all others' (BURU-40)."""
    turn_answers: tuple[Action, ...] = ()
    """The answers of the present turn, without the worth of cards, which only the seat knows."""
    spaces: tuple[int, ...] = ()
    """The action spaces that were taken in the present region."""
    dominances: tuple[Dominance, ...] = ()
    """The winners of this round's regions, in order."""
    dusks: tuple[tuple[int, ...], ...] = ()
    """Each player's esteem, at each dusk so far."""
    payout: Payout | None = None
    entered: tuple[int, ...] = ()
    """The players whose cards were entered at the end (BURU-45). The values are secret."""
    final: Final | None = None
    blessings: tuple[Blessing, ...] | None = None
    kuda: Riding | None = None
    guides: Guides | None = None
    canoes: tuple[int, ...] | None = None
    """The space of each canoe, 0 at the start (BURU-35)."""
    decreed: tuple[str, ...] = ()
    """The IDs of the decree cards that were shown by name so far (BURU-04)."""
    tokoh: tuple[int, ...] | None = None
    """The players whose Tokoh has acted in this round (BURU-38)."""

    @property
    def phase(self) -> str:
        """Return the name of the present part of a round. In the afternoon it is the region."""
        if not self.dealt:
            return "first"
        phases = {"decree": "dawn", "place": "morning", "plot": "morning"}
        return phases.get(self.stage) or (self.stage if self.stage in ("final", "end") else self.region or "noon")

    @property
    def dealt(self) -> bool:
        """Return True if the first Emissary was drawn."""
        return self.stage != "first" and (self.stage, self.region) != ("act", None)

    @property
    def rivals(self) -> range:
        """Return the numbers of the rivals."""
        return range(self.people, len(self.names))

    @property
    def elders_left(self) -> int:
        """Return how many cards the elders' deck still has (BURU-18)."""
        deck = ALL_ELDERS + sum(module.elders for module in self.modules)
        return deck - sum(player.elders for player in self.players)

    @property
    def sites(self) -> tuple[Site, ...]:
        """Return the places of decrees in this game (BURU-04)."""
        return (*self.regions, *self.spirits)

    def totem(self, region: Region) -> Spirit | None:
        """Return the spirit whose totem dominance gives in a region (BURU-11). Return None if it gives 1 esteem."""
        return next((module.totems[region] for module in self.modules if region in module.totems), TOTEMS.get(region))

    def offering(self, group: Islander) -> Spirit | None:
        """Return the spirit to which this group's task is a tribute (BURU-34), or None for a usual task."""
        return next((module.offerings[group] for module in self.modules if group in module.offerings), None)

    def explorers(self, by: int) -> tuple[Explorer, ...]:
        """Return all tokens that a player has in this round, placed or not (BURU-02)."""
        return (*POWERS, *(more for module in self.modules for more in module.explorers(self, by)))

    def hidden(self, by: int) -> int:
        """Return how many tokens a player has not placed in this round."""
        return len(self.explorers(by)) - sum(token.by == by for token in self.tokens)

    def spaces_in(self, region: Region) -> tuple[int, ...]:
        """Return the action spaces of a region (BURU-12)."""
        counts = (module.spaces(self, region) for module in self.modules)
        return SPACES[: next((n for n in counts if n is not None), len(SPACES))]

    def is_rival(self, by: int) -> bool:
        """Return True if this player is a rival, for which the table answers."""
        return by >= self.people

    def seat(self, by: int) -> Seat | None:
        """Return the seat that answers for a player. Return None for a rival, for which the table answers."""
        return None if self.is_rival(by) else self.names[by]

    def rival(self, by: int) -> Rival:
        """Return the letter of a rival."""
        return RIVALS[by - self.people]

    def at(self, region: Region, by: int) -> tuple[Token, ...]:
        """Return a player's tokens in a region."""
        return tuple(token for token in self.tokens if (token.by, token.region) == (by, region))

    def away(self, by: int) -> int:
        """Return how many places clockwise from the Emissary a player sits (BURU-10)."""
        return (by - self.emissary) % len(self.names)

    def one_more(self) -> int | None:
        """Return the number of the player that has one more turn in this region after all others, or None (BURU-40)."""
        return next((by for module in self.modules if (by := module.again(self)) is not None), None)

    def waiting(self) -> tuple[Total, ...]:
        """Return the totals of the players that have still to act in this region, the next one first (BURU-12, BURU-13)."""
        return by_power(self, (total for total in self.totals if total.by not in self.acted))


class Own(msgspec.Struct, frozen=True):
    """The part of the state that one seat alone knows."""

    hand: tuple[Explorer, ...] = POWERS
    """The tokens that it has not placed."""
    placed: tuple[Explorer, ...] = ()
    """The tokens that it placed in this round, in order."""
    values: tuple[tuple[int | None, ...], ...] = ((),) * len(SPIRITS)
    """The worth of each tribute card by spirit, in the order in which they were drawn. None if it was not entered yet."""
    final_values: CardValues | None = None
    """The values that it entered at the end, until everybody has entered theirs."""


class Box(msgspec.Struct, frozen=True):
    """The part of the state that nobody may know yet: the worth of each rival's cards, as the table entered
    it at the end."""

    values: tuple[CardValues | None, ...]


BuruState = State[Public, Own, Box]


class Played(Module[BuruState, Public]):
    """A module of this game."""


def by_power(public: Public, totals: Iterable[Total]) -> tuple[Total, ...]:
    """Return the totals, the highest first. Ties go to the Emissary, then clockwise (BURU-10)."""

    def turn(total: Total) -> tuple[int, int]:
        return -total.power, public.away(total.by)

    return tuple(sorted(totals, key=turn))


def before(state: BuruState, by: int, **changes: object) -> BuruState:
    """Return the state with these changes of one player's public part."""
    return with_public(state, players=with_item(state.public.players, by, **changes))
