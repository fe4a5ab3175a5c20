"""What somebody gets and pays."""

from companion.core.state import put
from companion.core.words import refuse_if, text
from companion.games.buru import forbids, payout
from companion.games.buru.goods import ONE_ESTEEM, Goods, fish, plus
from companion.games.buru.pieces import FISH, GROUPS, MOST_FISH, SPIRITS, Islander, Site, Spirit
from companion.games.buru.state import BuruState, before


def gain(state: BuruState, by: int, what: Goods) -> BuruState:
    """BURU-08: of fish beyond 20 the rest is lost."""
    have = [*plus(state.public.players[by].goods, what)]
    have[FISH] = min(have[FISH], MOST_FISH)
    return before(state, by, goods=tuple(have))


def gain_fish(state: BuruState, by: int, n: int) -> BuruState:
    """So many fish more, up to the most that anybody holds."""
    return gain(state, by, fish(n))


def gain_esteem(state: BuruState, by: int) -> BuruState:
    """One place up the track."""
    return gain(state, by, ONE_ESTEEM)


def pay(state: BuruState, by: int, what: Goods) -> BuruState:
    """Raises Refused if it is not all there."""
    refuse_if(forbids.pay(state.public, by, what))
    had = state.public.players[by].goods
    return before(state, by, goods=tuple(a - b for a, b in zip(had, what, strict=True)))


def discard(state: BuruState, by: int, group: Islander) -> BuruState:
    """BURU-33: one of somebody's own islanders whose card is not known, a tasked one first."""
    player, i = state.public.players[by], GROUPS.index(group)
    tasked = put(player.tasked, i, -1 if player.unnamed(group) > player.untasked(group) else 0)
    return before(state, by, islanders=put(player.islanders, i, -1), tasked=tasked)


def decreed(state: BuruState, by: int, place: Site) -> BuruState:
    """BURU-11, BURU-17: what the decrees of a region or an altar give, where the table told it."""
    for decree in state.public.decrees:
        if decree.place == place and decree.reward:
            state = payout.because(state, gain(state, by, decree.reward), text("buru.why.decree"))
    return state


def honour(state: BuruState, spirit: Spirit) -> BuruState:
    """BURU-17: at a tribute the holder of the spirit's totem gets 1 esteem; a totem not yet taken pays nobody."""
    holder = state.public.totems[SPIRITS.index(spirit)]
    return state if holder is None else payout.because(state, gain_esteem(state, holder), text(f"buru.totem.{spirit}"))
