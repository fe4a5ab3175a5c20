"""The cards of a box file as the rules use them (BURU-01). What stands in one is right: `cardfields.py` has looked at it."""

from typing import Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import or_default
from companion.core.words import BadFile
from companion.games.buru import cardfields
from companion.games.buru.pieces import Bonus, Good, Islander, Region, Site, Spirit

Some = dict[Good, int]
"""One or more goods; never changed."""
Lang = Literal["en", "fr", "ja"]
CardId = str


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BURU-15: one of the things between which "A | B" lets one choose; with a `pay` a trade, "A : B"."""

    pay: Some | UnsetType = UNSET
    gain: Some | UnsetType = UNSET
    guide: Literal[True] | UnsetType = UNSET


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """What is called by its ID in a file, and by its name on a screen. What a file leaves out is UNSET."""

    name: dict[Lang, str]


class Doing(Card, frozen=True, kw_only=True):
    """A card with ways of what it does."""

    does: tuple[Way, ...] | UnsetType = UNSET

    @property
    def ways(self) -> tuple[Way, ...]:
        """In the file's order; none where nothing was entered."""
        return or_default(self.does, ())


class IslanderCard(Doing, frozen=True, tag="islander", kw_only=True):
    """BURU-14, BURU-15; of an outlaw `does` is what its discard gives (BURU-34)."""

    group: Islander
    cost: int | UnsetType = UNSET
    scroll: dict[Spirit, Some] | UnsetType = UNSET
    """While it is tasked: what each of its holder's tributes to a spirit gives."""
    copies: int | UnsetType = UNSET


class ForestCard(Doing, frozen=True, tag="forest", kw_only=True):
    """BURU-05."""

    gems: int | UnsetType = UNSET


class SpaceCard(Doing, frozen=True, tag="space", kw_only=True):
    """BURU-12: an action space, 1 the left-most."""

    region: Literal["shore", "village", "lake"]
    space: int
    gems: int | UnsetType = UNSET


class DecreeCard(Card, frozen=True, tag="decree", kw_only=True):
    """BURU-04."""

    place: Site
    reward: Some | UnsetType = UNSET


class AltarCard(Card, frozen=True, tag="altar", kw_only=True):
    """BURU-16: what a tribute there costs."""

    spirit: Literal["banyu", "gunung", "manuk"]
    cost: Some


class PlotCard(Card, frozen=True, tag="plot", kw_only=True):
    """BURU-24, BURU-25: where the rivals' tokens go, and what two at the lake bring."""

    a: Region
    b: Region
    lake: Bonus


class TokohCard(Doing, frozen=True, tag="tokoh", kw_only=True):
    """BURU-38."""

    start: Some | UnsetType = UNSET


class ElderCard(Card, frozen=True, tag="elder", kw_only=True):
    """BURU-21: what its two levels are worth."""

    esteem: tuple[int, int]


AnyCard = IslanderCard | ForestCard | SpaceCard | DecreeCard | AltarCard | PlotCard | TokohCard | ElderCard
OfKind = TypeVar("OfKind", bound=Card)


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As it stands in the head of a record: the cards that the game can need, by their IDs in the file's order. What could
    be none raises BadFile, with the first fault."""

    hash: str
    """The file's SHA-256, in hex digits; nothing rests on it."""
    cards: dict[CardId, AnyCard]

    def __post_init__(self) -> None:
        if not cardfields.is_hash(self.hash):
            raise BadFile("buru.box.hash")
        for fault in cardfields.faults(self.cards):
            raise BadFile("buru.box.faulty", card=fault.row, field=fault.field, why=fault.words)
