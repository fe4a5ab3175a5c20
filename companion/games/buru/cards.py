"""The owner's cards as structs, and every fault in what somebody entered for them."""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.actions import or_default
from companion.core.owner_things import Fault
from companion.core.words import BadFile
from companion.games.buru.pieces import (
    ALTARS,
    BONUSES,
    GOODS,
    GROUPS,
    MOST_AT_ONCE,
    REGIONS,
    SPIRITS,
    Bonus,
    Good,
    Islander,
    Region,
    Site,
    Spirit,
)
from companion.kits.cards import Check, Entry, Kinds, line, one_of, only_true, several, some_of, twice, whole
from companion.kits.cards import faults as field_faults

WITH_SPACES: Final = ("shore", "village", "lake")
LANGUAGES: Final = ("en", "fr", "ja")

LONGEST_NAME: Final = 40
MOST_WAYS: Final = 4
MOST_COPIES: Final = 9
MOST_GEMS: Final = 3
MOST_SPACES: Final = 5
LEVELS: Final = 2

_HASH: Final = re.compile(r"[0-9a-fA-F]{64}")


def is_hash(said: str) -> bool:
    """Whether it is written as a SHA-256 is."""
    return bool(_HASH.fullmatch(said))


def _goods(*names: str) -> Check:
    return some_of(dict.fromkeys(names, whole(1, MOST_AT_ONCE)))


_GOODS: Final = _goods(*GOODS)
_PRICE: Final = _goods(*(name for name in GOODS if name != "esteem"))
_WAYS: Final = several(some_of({"pay": _PRICE, "gain": _GOODS, "guide": only_true}), 1, MOST_WAYS)

_NAME: Final = Entry(some_of(dict.fromkeys(LANGUAGES, line(LONGEST_NAME))))
_DOES: Final = Entry(_WAYS, needed=False)
_GEMS: Final = Entry(whole(0, MOST_GEMS), needed=False)

KINDS: Final[Kinds] = {
    "islander": {
        "name": _NAME,
        "group": Entry(one_of(*GROUPS)),
        "cost": Entry(whole(0, MOST_AT_ONCE), needed=False),
        "does": _DOES,
        "scroll": Entry(some_of(dict.fromkeys(SPIRITS, _GOODS)), needed=False),
        "copies": Entry(whole(1, MOST_COPIES), needed=False),
    },
    "forest": {"name": _NAME, "does": Entry(_WAYS), "gems": _GEMS},
    "space": {
        "name": _NAME,
        "region": Entry(one_of(*WITH_SPACES)),
        "space": Entry(whole(1, MOST_SPACES)),
        "does": _DOES,
        "gems": _GEMS,
    },
    "decree": {"name": _NAME, "place": Entry(one_of(*REGIONS, *SPIRITS)), "reward": Entry(_GOODS, needed=False)},
    "altar": {"name": _NAME, "spirit": Entry(one_of(*ALTARS)), "cost": Entry(_PRICE)},
    "plot": {
        "name": _NAME,
        "a": Entry(one_of(*REGIONS)),
        "b": Entry(one_of(*REGIONS)),
        "lake": Entry(one_of(*BONUSES)),
    },
    "tokoh": {"name": _NAME, "start": Entry(_GOODS, needed=False), "does": _DOES},
    "elder": {"name": _NAME, "esteem": Entry(several(whole(0, MOST_AT_ONCE), LEVELS, LEVELS))},
}
"""The kinds of cards, each with its fields in the order in which a file is written."""


def faults(cards: object) -> Iterator[Fault]:
    """Everything that is wrong in a file. `cards` by their IDs, as JSON, or as the structs of `cards.py`."""
    yield from field_faults(cards, KINDS)
    yield from twice(cards, "space", KINDS, "region", "space")


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
        if not is_hash(self.hash):
            raise BadFile("buru.box.hash")
        for fault in faults(self.cards):
            raise BadFile("buru.box.faulty", card=fault.row, field=fault.field, why=fault.words)
