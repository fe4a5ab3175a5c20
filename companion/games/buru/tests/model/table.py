"""Everything on the table, and the secrets of people. All of it is mutable."""

from dataclasses import dataclass, field
from typing import Any

from companion.games.buru.tests.model.things import GOODS, RIVALS, TOTEM, USUAL, Goods, power

Token = int | str


class Refused(Exception):
    """A line that no rule allows."""


def insist(holds: object, why: str) -> None:
    """Raise Refused unless `holds` is true."""
    if not holds:
        raise Refused(why)


@dataclass
class Holder:
    """A person or a rival."""

    name: str
    rival: bool
    goods: Goods = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    islanders: dict[str, int] = field(default_factory=dict)
    """The number of islanders by group, or by `#` and card for those that were recruited by name."""
    tasked: dict[str, int] = field(default_factory=dict)
    tributes: dict[str, int] = field(default_factory=dict)
    counted: dict[str, list[int]] = field(default_factory=dict)
    """The values of tribute cards that were entered when they were drawn, by spirit."""
    elders: int = 0
    hand: list[Token] = field(default_factory=list)
    """The tokens that are not placed in this round. A rival's are those that it has not shown, as nobody knows which it
    placed."""
    to_lay: int = 0
    guide_now: bool = False
    guide_next: bool = False
    canoe: int = 0
    """The space of the canoe. 0 is the start."""
    plan: str | None = None
    tokoh: str | None = None
    """The ID of the Tokoh's card, if it was entered."""
    tokoh_used: bool = False
    final_values: Any = None
    """The values that were entered at the end."""


@dataclass
class PlacedToken:
    """A token in a region."""

    by: str
    region: str
    token: Token | None
    """None for a rival's token that is not shown."""
    blessed: bool = False
    """True if the region's blessing was put on it."""


@dataclass
class Turn:
    """The answers of the present turn."""

    by: str
    kind: str
    """The kind of turn: start, usual or liaison."""
    begun: bool = False
    """True if the turn has an answer."""
    space: bool = False
    canoe: bool = False
    tokoh: bool = False
    ibu: int = 0
    """The number of tributes to Ibu that are still possible."""
    cheaper: int = 0
    """The fish that the next islander costs less, because of Kuda at the shore."""
    over: bool = False


@dataclass
class Table:
    """The whole game."""

    people: list[str]
    options: dict[str, Any]
    holders: dict[str, Holder] = field(default_factory=dict)
    """The players, clockwise. Rivals come last."""
    emissary: str = ""
    round: int = 0
    region: str | None = None
    totems: dict[str, str] = field(default_factory=dict)
    decrees: list[dict[str, Any]] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    """The decrees of the box file that were shown."""
    placed: list[PlacedToken] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    """The regions of this round whose tokens were revealed."""
    acted: list[str] = field(default_factory=list)
    spaces: list[int] = field(default_factory=list)
    blessings: dict[str, str] = field(default_factory=dict)
    """The holder of each region's blessing. Without a holder it is in its field."""
    kuda: int = 0
    """Kuda's space: the index in `track()`, from the forest's first space to the lake's last."""
    marker: int | None = None
    dominances: dict[str, str] = field(default_factory=dict)
    turn: Turn | None = None

    def __post_init__(self) -> None:
        self.options = {**USUAL, **self.options}
        for name in (*self.people, *RIVALS[: self.options["lawan"]]):
            self.holders[name] = Holder(name, name not in self.people)
        if self.options["kuda_start"] == "village":
            self.kuda = self.track().index(("village", 1))

    # Options and modules of this game

    def has(self, module: str) -> bool:
        return bool(self.options[module])

    @property
    def full(self) -> bool:
        return bool(self.options["ledger"] == "full")

    @property
    def rounds(self) -> int:
        return 6 if self.has("long") else 5

    @property
    def rivals(self) -> list[str]:
        return [name for name, holder in self.holders.items() if holder.rival]

    @property
    def regions(self) -> list[str]:
        return ["forest", "shore", "village", *(["ambelau"] if self.has("ambelau") else []), "lake"]

    @property
    def spirits(self) -> list[str]:
        more = [spirit for spirit, module in (("ukum", "ukum"), ("ibu", "ambelau")) if self.has(module)]
        return ["banyu", "gunung", "manuk", *more]

    @property
    def groups(self) -> list[str]:
        return ["artisan", "gatherer", "noble", "priest", *(["outlaw"] if self.has("ukum") else [])]

    @property
    def goods(self) -> tuple[str, ...]:
        return GOODS if self.full else GOODS[:2]

    @property
    def cards(self) -> dict[str, Any]:
        box = self.options["box"]
        return box["cards"] if box else {}

    def tokens(self, holder: Holder) -> list[Token]:
        """Return the tokens with which a player begins a morning."""
        guide = self.has("ambelau") if holder.rival else holder.guide_now
        return [1, 2, 3, 4, 5, *(["guide"] if guide else []), *(["liaison"] if self.has("liaison") else [])]

    # Players

    def around(self) -> list[str]:
        """BURU-10: return all players, clockwise from the Emissary."""
        names = list(self.holders)
        at = names.index(self.emissary)
        return names[at:] + names[:at]

    @property
    def actor(self) -> Holder:
        assert self.turn is not None
        return self.holders[self.turn.by]

    # Pieces in a region

    def tokens_in(self, region: str, by: str | None = None) -> list[PlacedToken]:
        return [one for one in self.placed if one.region == region and by in (None, one.by)]

    def totals(self, region: str) -> dict[str, int]:
        """BURU-09, BURU-39: return the totals of the players with power in a region whose tokens are all shown."""
        sums: dict[str, int] = {}
        for one in self.tokens_in(region):
            assert one.token is not None
            if one.token != "liaison":
                sums[one.by] = sums.get(one.by, 0) + power(one.token) + one.blessed
        return sums

    def pair(self, region: str, by: str) -> bool:
        """BURU-29, BURU-41: return whether a rival shows two tokens, neither of them the liaison."""
        tokens = [one.token for one in self.tokens_in(region, by) if one.token != "liaison"]
        return self.holders[by].rival and len(tokens) == 2

    # Kuda

    def track(self) -> list[tuple[str, int]]:
        """BURU-42: return every space where Kuda may be."""
        few = self.has("kuda") and self.options["kuda_forest"] == "players"
        lengths = {"forest": len(self.holders) if few else 5, "shore": 5, "village": 5, "lake": 5}
        return [(region, n) for region, most in lengths.items() for n in range(1, most + 1)]

    def last_space(self, region: str) -> int:
        return max(n for where, n in self.track() if where == region)

    def piece_on(self, space: int) -> str | None:
        """Return the piece on a space of the present region: Kuda, the marker or None."""
        if not self.has("kuda"):
            return None
        at = self.track().index((self.region or "", space))
        return "kuda" if at == self.kuda else "marker" if at == self.marker else None

    def totem(self, region: str) -> str | None:
        """BURU-11, BURU-33: return the holder of a totem."""
        return TOTEM.get(region, "ukum" if self.has("ukum") else None)
