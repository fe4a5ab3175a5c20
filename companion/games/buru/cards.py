"""The cards that an owner enters, as structs, and every fault in a file of them."""

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
from companion.kits.cards import Check, FieldRule, Kinds, line, one_of, only_true, several, some_of, twice, whole
from companion.kits.cards import faults as field_faults

WITH_SPACES: Final = ("shore", "village", "lake")
LANGUAGES: Final = ("en", "fr", "ja")

# Bounds of a file. The printed cards are within them.
LONGEST_NAME: Final = 40
MOST_WAYS: Final = 4
MOST_COPIES: Final = 9
MOST_GEMS: Final = 3
MOST_SPACES: Final = 5  # BURU-12
LEVELS: Final = 2  # an elder has two (BURU-21)

_HASH: Final = re.compile(r"[0-9a-fA-F]{64}")


def is_hash(value: str) -> bool:
    """Return True if the text looks like a SHA-256."""
    return bool(_HASH.fullmatch(value))


def _goods(*names: str) -> Check:
    return some_of(dict.fromkeys(names, whole(1, MOST_AT_ONCE)))


_GOODS: Final = _goods(*GOODS)
_PRICE: Final = _goods(*(name for name in GOODS if name != "esteem"))
_WAYS: Final = several(some_of({"pay": _PRICE, "gain": _GOODS, "guide": only_true}), 1, MOST_WAYS)

_NAME: Final = FieldRule(some_of(dict.fromkeys(LANGUAGES, line(LONGEST_NAME))))
_DOES: Final = FieldRule(_WAYS, needed=False)
_GEMS: Final = FieldRule(whole(0, MOST_GEMS), needed=False)

KINDS: Final[Kinds] = {
    "islander": {
        "name": _NAME,
        "group": FieldRule(one_of(*GROUPS)),
        "cost": FieldRule(whole(0, MOST_AT_ONCE), needed=False),
        "does": _DOES,
        "scroll": FieldRule(some_of(dict.fromkeys(SPIRITS, _GOODS)), needed=False),
        "copies": FieldRule(whole(1, MOST_COPIES), needed=False),
    },
    "forest": {"name": _NAME, "does": FieldRule(_WAYS), "gems": _GEMS},
    "space": {
        "name": _NAME,
        "region": FieldRule(one_of(*WITH_SPACES)),
        "space": FieldRule(whole(1, MOST_SPACES)),
        "does": _DOES,
        "gems": _GEMS,
    },
    "decree": {"name": _NAME, "place": FieldRule(one_of(*REGIONS, *SPIRITS)), "reward": FieldRule(_GOODS, needed=False)},
    "altar": {"name": _NAME, "spirit": FieldRule(one_of(*ALTARS)), "cost": FieldRule(_PRICE)},
    "plot": {
        "name": _NAME,
        "a": FieldRule(one_of(*REGIONS)),
        "b": FieldRule(one_of(*REGIONS)),
        "lake": FieldRule(one_of(*BONUSES)),
    },
    "tokoh": {"name": _NAME, "start": FieldRule(_GOODS, needed=False), "does": _DOES},
    "elder": {"name": _NAME, "esteem": FieldRule(several(whole(0, MOST_AT_ONCE), LEVELS, LEVELS))},
}
"""The kinds of cards. Each has its fields and their checks, in the order of the file."""


def faults(cards: object) -> Iterator[Fault]:
    """Yield every fault of a file. `cards` has the cards by ID, as JSON or as the structs below."""
    yield from field_faults(cards, KINDS)
    yield from twice(cards, "space", KINDS, "region", "space")


Some = dict[Good, int]
"""One or more goods, as a card names them. Treat it as immutable."""
Lang = Literal["en", "fr", "ja"]
CardId = str


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way in which a card may be used. "A | B" on a card are two ways. A way with a `pay` is a trade, "A : B"
    (BURU-15)."""

    pay: Some | UnsetType = UNSET
    gain: Some | UnsetType = UNSET
    guide: Literal[True] | UnsetType = UNSET


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """A card with its name in one language or more. A field that the file leaves out is UNSET."""

    name: dict[Lang, str]


class Doing(Card, frozen=True, kw_only=True):
    """A card that does something, in one way or several."""

    does: tuple[Way, ...] | UnsetType = UNSET

    @property
    def ways(self) -> tuple[Way, ...]:
        """Return the card's ways in the file's order, or none if the owner entered none."""
        return or_default(self.does, ())


class IslanderCard(Doing, frozen=True, tag="islander", kw_only=True):
    """An islander's card (BURU-14, BURU-15). The `does` of an outlaw is the bonus of its discard (BURU-34)."""

    group: Islander
    cost: int | UnsetType = UNSET
    scroll: dict[Spirit, Some] | UnsetType = UNSET
    """The goods that a tribute to each of these spirits gives the card's holder, while the card is tasked."""
    copies: int | UnsetType = UNSET


class ForestCard(Doing, frozen=True, tag="forest", kw_only=True):
    """A forest card (BURU-05)."""

    gems: int | UnsetType = UNSET


class SpaceCard(Doing, frozen=True, tag="space", kw_only=True):
    """An action space, counted from 1 at the left (BURU-12)."""

    region: Literal["shore", "village", "lake"]
    space: int
    gems: int | UnsetType = UNSET


class DecreeCard(Card, frozen=True, tag="decree", kw_only=True):
    """A decree (BURU-04)."""

    place: Site
    reward: Some | UnsetType = UNSET


class AltarCard(Card, frozen=True, tag="altar", kw_only=True):
    """An altar's card, with the cost of a tribute (BURU-16)."""

    spirit: Literal["banyu", "gunung", "manuk"]
    cost: Some


class PlotCard(Card, frozen=True, tag="plot", kw_only=True):
    """A plot card: the regions of both rivals' tokens, and the bonus for two tokens at the lake (BURU-24, BURU-25)."""

    a: Region
    b: Region
    lake: Bonus


class TokohCard(Doing, frozen=True, tag="tokoh", kw_only=True):
    """A Tokoh's card (BURU-38)."""

    start: Some | UnsetType = UNSET


class ElderCard(Card, frozen=True, tag="elder", kw_only=True):
    """An elder's card, with the esteem of its two levels (BURU-21)."""

    esteem: tuple[int, int]


AnyCard = IslanderCard | ForestCard | SpaceCard | DecreeCard | AltarCard | PlotCard | TokohCard | ElderCard
OfKind = TypeVar("OfKind", bound=Card)


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner's cards that a game can use, by ID, in the order of the owner's file. The head of a record has them. A wrong
    card raises BadFile with its first fault."""

    hash: str
    """The file's SHA-256 in hex digits. No rule uses it."""
    cards: dict[CardId, AnyCard]

    def __post_init__(self) -> None:
        if not is_hash(self.hash):
            raise BadFile("buru.box.hash")
        for fault in faults(self.cards):
            raise BadFile("buru.box.faulty", card=fault.row, field=fault.field, why=fault.words)
