"""What is known of a game of Buru: open on the table, to one seat, to nobody."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from companion.core.knowledge import Data, Seat, State
from companion.core.words import BadFile
from companion.games.buru.pieces import (
    ALL_ELDERS,
    ESTEEM,
    FISH,
    GOODS,
    GROUPS,
    LONG_ROUNDS,
    POWERS,
    RIVALS,
    ROUNDS,
    SPIRITS,
    Region,
    Spirit,
)

Goods = tuple[int, ...]
"""A number for each of GOODS."""

Step = Literal["first", "decree", "place", "plot", "reveal", "show", "plan", "act", "final", "end"]
Plan = Literal["emissary", "esteem"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it begins. Modules that come later have their names here and are refused."""

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
    kuda_start: Literal["forest", "village"] = "forest"
    kuda_forest: Literal["five", "players"] = "five"

    def __post_init__(self) -> None:
        modules = (self.ukum, self.ambelau, self.tokoh, self.blessing, self.liaison, self.kuda)
        if any(modules) or self.kuda_start != "forest" or self.kuda_forest != "five":  # BURU-33 to 42: later
            raise BadFile("buru.modules_later")

    @property
    def rounds(self) -> int:
        return LONG_ROUNDS if self.long else ROUNDS

    @property
    def full(self) -> bool:
        """BURU-44: clay, palm and ebony are followed too."""
        return self.ledger == "full"


@dataclass(frozen=True, slots=True)
class Player:
    """What lies open before a person or a rival."""

    goods: Goods = (0,) * len(GOODS)
    islanders: tuple[int, ...] = (0,) * len(GROUPS)
    tasked: tuple[int, ...] = (0,) * len(GROUPS)
    """Of the islanders, those that were tasked in this round."""
    tributes: tuple[int, ...] = (0,) * len(SPIRITS)
    elders: int = 0
    kept: int | None = None
    """The power of the token that was not laid in this round, once it is shown."""
    plan: Plan | None = None
    """A rival's bonus for two tokens at the lake, as its plot card says."""

    @property
    def fish(self) -> int:
        return self.goods[FISH]

    @property
    def esteem(self) -> int:
        return self.goods[ESTEEM]

    @property
    def cards(self) -> int:
        return sum(self.tributes) + self.elders


@dataclass(frozen=True, slots=True)
class Decree:
    """A decree token, in a region or beside an altar. `reward` None: whoever earns it tells what it gives."""

    place: Region | Spirit
    reward: Goods | None


@dataclass(frozen=True, slots=True)
class Token:
    """An explorer in a region: whose, and its power once it is shown."""

    by: int
    region: Region
    power: int | None = None


@dataclass(frozen=True, slots=True)
class Dominance:
    """Who won a region, and what it gave: a totem or a point of esteem, and the decrees that lay there."""

    region: Region
    by: int
    totem: Spirit | None
    decrees: tuple[Decree, ...]
    over: tuple[int, ...]
    """Who was there with the same total, further from the Emissary."""


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of somebody's tokens in the region of the moment."""

    by: int
    power: int


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


@dataclass(frozen=True, slots=True)
class Public:
    """All that lies open. People and rivals are counted from 0, clockwise as they sit, the rivals last."""

    names: tuple[Seat, ...]
    people: int
    """How many of them are people."""
    options: Options
    players: tuple[Player, ...]
    step: Step = "first"
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
    told: tuple[Data, ...] = ()
    """What was told in the present turn, without what is its seat's own."""
    spaces: tuple[int, ...] = ()
    """The action spaces told in the region of the moment."""
    dominances: tuple[Dominance, ...] = ()
    """Of this round, by region."""
    dusks: tuple[tuple[int, ...], ...] = ()
    """Everybody's esteem at each dusk so far."""
    worth: tuple[int, ...] = ()
    """Who has told at the end what its cards are worth."""
    final: Final | None = None

    @property
    def phase(self) -> str:
        """The part of the round, a region for the afternoon."""
        phases = {"first": "first", "decree": "dawn", "place": "morning", "plot": "morning"}
        return phases.get(self.step) or (self.step if self.step in ("final", "end") else self.region or "noon")

    @property
    def rivals(self) -> range:
        return range(self.people, len(self.names))

    @property
    def elders_left(self) -> int:
        """BURU-18: how many cards the elders' deck still has."""
        return ALL_ELDERS - sum(player.elders for player in self.players)

    def is_rival(self, by: int) -> bool:
        return by >= self.people

    def seat(self, by: int) -> Seat | None:
        """Who answers for somebody: its own seat, or for a rival the table."""
        return None if self.is_rival(by) else self.names[by]

    def at(self, region: Region, by: int) -> tuple[Token, ...]:
        """Somebody's tokens in a region."""
        return tuple(token for token in self.tokens if (token.by, token.region) == (by, region))

    def away(self, by: int) -> int:
        """BURU-10: how far somebody sits from the Emissary, clockwise."""
        return (by - self.emissary) % len(self.names)

    def clockwise(self) -> tuple[int, ...]:
        """Everybody, from the Emissary on."""
        return tuple(sorted(range(len(self.names)), key=self.away))

    def waiting(self) -> tuple[Total, ...]:
        """BURU-12, BURU-13: who has still to act in this region, the next one first."""
        return by_power(self, (total for total in self.totals if total.by not in self.acted))


@dataclass(frozen=True, slots=True)
class Own:
    """What one seat alone knows."""

    hand: tuple[int, ...] = POWERS
    """The powers of the tokens that it has not laid."""
    laid: tuple[int, ...] = ()
    """Those of the tokens that it laid in this round, in that order."""
    values: tuple[tuple[int | None, ...], ...] = ((),) * len(SPIRITS)
    """By spirit, what each tribute card is worth; None: not told yet."""
    word: Word | None = None
    """What it told at the end, until all have."""


@dataclass(frozen=True, slots=True)
class Box:
    """What nobody may know yet: the worth of each rival's cards, as the table told it at the end."""

    words: tuple[Word | None, ...]


BuruState = State[Public, Own, Box]


def lay_out(seats: Sequence[Seat], options: Options) -> BuruState:
    """The table before the first Emissary is drawn. Raises BadFile if a person is called like a rival while one plays."""
    rivals = RIVALS[: options.lawan]
    if rivals and any(seat in RIVALS for seat in seats):
        raise BadFile("buru.rivals_name")
    names = (*seats, *map(Seat, rivals))
    public = Public(names, len(seats), options, players=(Player(),) * len(names))
    return State(public, {seat: Own() for seat in seats}, Box((None,) * len(rivals)))


def goods(data: Data) -> Goods:
    """GOODS of an answer as a number for each."""
    return tuple(data.get(name, 0) for name in GOODS)


def fish(n: int) -> Goods:
    """So many fish and nothing else."""
    return tuple(n if name == "fish" else 0 for name in GOODS)


def put(numbers: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """The numbers with one of them changed."""
    return (*numbers[:place], numbers[place] + change, *numbers[place + 1 :])


def by_power(public: Public, totals: Iterable[Total]) -> tuple[Total, ...]:
    """BURU-10: the highest total first, ties from the Emissary of this moment clockwise."""
    return tuple(sorted(totals, key=lambda total: (-total.power, public.away(total.by))))


def now_open(state: BuruState, **changes: Any) -> BuruState:
    """The state with some open facts changed."""
    return replace(state, public=replace(state.public, **changes))


def before(state: BuruState, by: int, **changes: Any) -> BuruState:
    """The state with something changed of what lies before somebody."""
    players = state.public.players
    player = replace(players[by], **changes)
    return now_open(state, players=(*players[:by], player, *players[by + 1 :]))


def of_seat(state: BuruState, seat: Seat, **changes: Any) -> BuruState:
    """The state with something changed of what a seat alone knows."""
    own: Mapping[Seat, Own] = {**state.own, seat: replace(state.own[seat], **changes)}
    return replace(state, own=own)
