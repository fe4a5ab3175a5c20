"""Reasons why a card cannot be used now, for blocked options and for refusals."""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from companion.core.state import changed, with_item
from companion.core.words import Malformed, Refused, Text, text
from companion.games.buru import lookup, refusals
from companion.games.buru.cards import Doing, IslanderCard, PlotCard, SpaceCard, TokohCard
from companion.games.buru.modules.ukum import outlaw_first
from companion.games.buru.pieces import NOTHING, PAIR, Goods, Region, Spirit, fish, plus
from companion.games.buru.state import Public


def why_not_decree(public: Public, card: str) -> Text | None:
    """Return the refusal if this decree was shown before, else None (BURU-04)."""
    return text("buru.box.shown") if card in public.decreed else None


def why_not_plots(public: Public, cards: Sequence[str]) -> Text | None:
    """Return the refusal if these plot cards are too few or too many, else None. The last of them must place the last token
    (BURU-24)."""
    if len(plotted(public, cards[:-1])) == len(public.rivals):
        return text("buru.box.all_lie")
    return None if len(plotted(public, cards)) == len(public.rivals) else text("buru.box.draw_again")


def plotted(public: Public, cards: Sequence[str]) -> dict[int, Region]:
    """Return the regions where these plot cards place the rivals' tokens, by rival (BURU-24). A card places each token that
    waits, unless its rival has two there. Raise Refused for an ID that is no plot card of this game."""
    placed: dict[int, Region] = {}
    for card in cards:
        found = lookup.card(public.options, card, PlotCard)
        places = zip(public.rivals, lookup.rivals_places(public.options, found), strict=True)
        placed |= {by: to for by, to in places if by not in placed and len(public.at(to, by)) < PAIR}
    return placed


def price(found: IslanderCard, given: int | UnsetType) -> int:
    """Return the price that was entered, or the printed one. Raise Refused if there is neither."""
    if given is not UNSET:
        return given
    if found.cost is UNSET:
        raise Refused("buru.box.no_price", card=lookup.title(found))
    return found.cost


def why_not_another(public: Public, card: str, found: IslanderCard) -> Text | None:
    """Return the refusal if players have all copies of this islander, else None."""
    lying = sum(one.card == card for player in public.players for one in player.named)
    return text("buru.box.copies_gone", card=lookup.title(found)) if lying >= lookup.copies(found) else None


def why_not_tasked(public: Public, by: int, card: str, found: IslanderCard) -> Text | None:
    """Return the refusal if a player has no untasked copy of this islander, or is a rival, which tasks nobody, else None
    (BURU-15, BURU-28)."""
    if not public.is_rival(by) and any(one.card == card and not one.tasked for one in public.players[by].named):
        return None
    return text("buru.none_untasked", group=lookup.title(found))


def why_not_given(public: Public, by: int, card: str, found: IslanderCard) -> Text | None:
    """Return the refusal if a player cannot give this islander, else None. A rival gives its outlaw first (BURU-33,
    BURU-41)."""
    if not any(one.card == card for one in public.players[by].named):
        return text("buru.none_to_give", group=lookup.title(found))
    return outlaw_first(public, by, found.group)


def space(public: Public, nth: int) -> SpaceCard:
    """Return what is printed on an action space. Raise Refused if nobody entered it, or if something covers it."""
    found = lookup.space(public.options, public.region, nth)
    if found is None or is_covered(public, nth):
        raise Refused("buru.box.no_space", space=nth)
    return found


def is_covered(public: Public, nth: int) -> bool:
    """Return True if a piece covers an action space. Its module then says how many gems count."""
    return any(module.gems(public, nth) is not None for module in public.modules if module.option != "box")


def entry(public: Public, gems: int | UnsetType) -> Goods:
    """Return the price of a space or card with this number of gems in the turn of a liaison (BURU-40). In other turns, or if
    the gems are unknown, it is nothing."""
    return fish(gems) if public.again and gems is not UNSET else NOTHING


def why_not_tokoh(public: Public, by: int, card: str) -> Text | None:
    """Return the refusal if a player cannot have this Tokoh, else None. Each has a different one, and enters it before all
    else (BURU-38)."""
    if public.region is not None or public.players[by].tokoh is not None:
        return text("buru.box.tokoh_told")
    return text("buru.box.tokoh_others") if card in (player.tokoh for player in public.players) else None


def own_tokoh(public: Public, by: int) -> TokohCard:
    """Return the card of a player's Tokoh. Raise Refused if nobody entered it."""
    named = public.players[by].tokoh
    if named is None:
        raise Refused("buru.box.tokoh_unknown")
    return lookup.card(public.options, named, TokohCard)


def why_not_way(public: Public, found: Doing, nth: int | UnsetType, first: Goods = NOTHING) -> Text | None:
    """Return the refusal if a card has no such way, or the active player cannot pay for it and `first` together, else
    None."""
    why = lookup.no_way(public.options, found, nth)
    if why is not None or nth is UNSET:
        return why
    return why_not_afford(public, plus(first, lookup.deal(public.options, found.ways[nth - 1]).pays))


def why_not_bonus(public: Public, by: int, card: str, found: IslanderCard, nth: int | UnsetType) -> Text | None:
    """Return the refusal if this way of a card cannot be used, else None. An outlaw's bonus comes after its tribute, so the
    goods that the tribute brings may pay for it (BURU-34)."""
    spirit = public.offering(found.group)
    if spirit is None:
        return why_not_way(public, found, nth)
    after = changed(public, players=with_item(public.players, by, goods=_offered(public, by, card, spirit)))
    return why_not_way(after, found, nth)


def _offered(public: Public, by: int, card: str, spirit: Spirit) -> Goods:
    """Return a player's goods after this islander was discarded for a tribute, with the goods from decrees and scrolls."""
    player = public.players[by]
    gone = next((one for one in player.named if one.card == card and one.tasked), None)
    left = changed(player, named=tuple(one for one in player.named if one is not gone))
    goods = plus(player.goods, lookup.scroll(public.options, left, spirit))
    for decree in public.decrees:
        if decree.place == spirit and decree.reward:
            goods = plus(goods, decree.reward)
    return goods


def why_not_afford(public: Public, what: Goods) -> Text | None:
    """Return the refusal that names the goods which the active player lacks for this price, or None."""
    if public.active is None:
        raise Malformed
    return refusals.why_not_pay(public, public.active, what)
