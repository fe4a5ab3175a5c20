"""Finds the owner's cards by their IDs, and returns their names and effects."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from companion.core.actions import or_default
from companion.core.words import Refused, Text, listed, refuse_if, text
from companion.games.buru.cards import (
    LANGUAGES,
    AltarCard,
    BoxFile,
    Card,
    CardId,
    DecreeCard,
    Doing,
    IslanderCard,
    OfKind,
    PlotCard,
    Some,
    SpaceCard,
    TokohCard,
    Way,
)
from companion.games.buru.naming import some
from companion.games.buru.pieces import NOTHING, RIVALS, Goods, Region, Spirit, goods, goods_of, plus
from companion.games.buru.state import Options, Player, Public


class Deal(NamedTuple):
    """The cost and gain of a card's way, in the goods that this game's ledger counts. All of `pays` is paid before `gains`
    and the guide come."""

    pays: Goods
    gains: Goods
    guide: bool


# Cards


def card(options: Options, named: CardId, of: type[OfKind]) -> OfKind:
    """Return the card with this ID, which must be of this kind. Raise Refused if it is not, or not in this game."""
    found = None if options.box is UNSET else options.box.cards.get(named)
    if not isinstance(found, of):
        raise Refused("buru.box.no_such_card")
    if not is_played(found, options):
        raise Refused("buru.box.not_played", card=title(found))
    return found


def cards(options: Options, of: type[OfKind]) -> Iterator[tuple[CardId, OfKind]]:
    """Yield all cards of a kind in this game, each with its ID, in the file's order."""
    if options.box is not UNSET:
        for named, found in options.box.cards.items():
            if isinstance(found, of) and is_played(found, options):
                yield named, found


def is_played(found: Card, options: Options) -> bool:
    """Return True if a game with these options uses this card."""
    match found:
        case IslanderCard(group="outlaw"):
            return options.ukum
        case DecreeCard(place=place):
            return {"ambelau": options.ambelau, "ibu": options.ambelau, "ukum": options.ukum}.get(place, True)
        case PlotCard(a=a, b=b):
            return options.lawan > 0 and (options.ambelau or "ambelau" not in (a, b))
        case TokohCard():
            return options.tokoh
        case _:
            return True


def space(options: Options, region: str | None, nth: int) -> SpaceCard | None:
    """Return the action space as the owner entered it, or None. `nth` counts from 1."""
    return next((found for _, found in cards(options, SpaceCard) if (found.region, found.space) == (region, nth)), None)


def gems(options: Options, region: str | None, nth: int) -> int | None:
    """Return how many gems an action space shows, or None if nobody entered it."""
    found = space(options, region, nth)
    return None if found is None else or_default(found.gems, None)


def name(options: Options, named: CardId) -> Text:
    """Return the name of a card by its ID."""
    return title(card(options, named, Card))


def altars(options: Options, spirit: str) -> Iterator[tuple[CardId, AltarCard]]:
    """Return the altars of a spirit."""
    return ((named, found) for named, found in cards(options, AltarCard) if found.spirit == spirit)


def title(found: Card) -> Text:
    """Return a card's name. In a language without one it is the first name that the owner entered."""
    first = next(iter(found.name.values()))
    return text("buru.box.named", **{lang: found.name.get(lang, first) for lang in LANGUAGES})


# Effects


def followed(options: Options, gains: Some | UnsetType) -> Goods:
    """Return the goods that this game's ledger counts out of those on a card (BURU-44)."""
    followed = goods_of(options.full)
    return goods({name: n for name, n in or_default(gains, {}).items() if name in followed})


def deal(options: Options, way: Way) -> Deal:
    """Return a way of a card in the goods that this game's ledger counts."""
    return Deal(followed(options, way.pay), followed(options, way.gain), way.guide is True)


def no_way(options: Options, found: Doing, nth: int | UnsetType) -> Text | None:
    """Return the refusal if a card has no way `nth` (from 1), or if that way gives a guide in a game without Ambelau. Else
    return None."""
    if nth is UNSET:
        return None
    if not 1 <= nth <= len(found.ways):
        return text("buru.box.no_such_way", card=title(found))
    if found.ways[nth - 1].guide is True and not options.ambelau:
        return text("buru.box.guide_needs_ambelau")
    return None


def way(options: Options, found: Doing, nth: int | UnsetType) -> Deal | None:
    """Return the way that an answer names, counted from 1, or None if it names none. Raise Refused if the card has no such
    way."""
    refuse_if(no_way(options, found, nth))
    return None if nth is UNSET else deal(options, found.ways[nth - 1])


def copies(found: IslanderCard) -> int:
    """Return how many copies of an islander the game has."""
    return or_default(found.copies, 1)


def rivals_places(options: Options, found: PlotCard) -> tuple[Region, ...]:
    """Return the region to which a plot card sends each rival that plays, A's first (BURU-24)."""
    return (found.a, found.b)[: len(RIVALS[: options.lawan])]


def scroll(options: Options, holder: Player, spirit: Spirit) -> Goods:
    """Return the goods that the scrolls of a player's tasked islanders give at a tribute to this spirit (BURU-15)."""
    total = NOTHING
    for one in holder.named:
        if one.tasked:
            by_spirit = or_default(card(options, one.card, IslanderCard).scroll, {})
            total = plus(total, followed(options, by_spirit.get(spirit, UNSET)))
    return total


def needed(box: BoxFile, options: Options) -> BoxFile:
    """Return those of the owner's cards that a game with these options can use."""
    played = {named: found for named, found in box.cards.items() if is_played(found, options)}
    return BoxFile(box.hash, {named: found for named, found in played.items() if options.ambelau or not _is_tyrant(found)})


def _is_tyrant(found: Card) -> bool:
    """Return True if this is the outlaw that gives only a guide. Without Ambelau it stays in the game box (BURU-33)."""
    return isinstance(found, IslanderCard) and found.group == "outlaw" and found.ways == (Way(guide=True),)


def printed_way(way: Way) -> Text:
    """Return a way in words, as it is printed: "2 fish : 1 palm"."""
    gains = [text("buru.box.a_guide")] if way.guide is True else []
    gains = [*([some(way.gain)] if way.gain else []), *gains]
    if not way.pay:
        return listed(gains)
    pays = some(way.pay)
    return text("buru.box.trade", pay=pays, gain=listed(gains)) if gains else text("buru.box.price", pay=pays)


def used_way(public: Public, named: str, way: int | UnsetType) -> Text:
    """Return a card's name with the way that was used."""
    found = card(public.options, named, Card)
    what = way_words(found, way) if isinstance(found, Doing) else None
    return title(found) if what is None else text("buru.box.did", card=title(found), what=what)


def way_words(found: Doing, way: int | UnsetType) -> Text | None:
    """Return a way in words, or None if the card has no such way: the rules may not have checked the answer yet."""
    return None if way is UNSET or not 1 <= way <= len(found.ways) else printed_way(found.ways[way - 1])
