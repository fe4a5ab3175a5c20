"""What a seat, or the table for a rival, tells in a turn: any number of actions in any order, and at last `done`."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core.actions import or_default, required
from companion.core.dues import Event
from companion.core.state import Seat, put, with_own, with_public
from companion.core.words import refuse_if, text
from companion.games.buru import afternoon, forbids, payout, purse
from companion.games.buru.actions import Done, Elder, Emissary, Gain, Pay, Recruit, Space, Task, Tribute, TurnAct
from companion.games.buru.goods import fish, goods
from companion.games.buru.named import AltarByName, TaskByName, UkumByName
from companion.games.buru.pieces import GROUPS, SPIRITS, Islander, Spirit
from companion.games.buru.state import BuruState, before

Worthy = Tribute | Task | TaskByName | AltarByName | UkumByName
"""What may say what a card is worth."""


def active(state: BuruState) -> int:
    """Whose turn it is."""
    assert state.public.active is not None
    return state.public.active


def told(state: BuruState, action: TurnAct) -> BuruState:
    """All see what was told, but for what a tribute is worth."""
    openly = replace(action, value=UNSET) if isinstance(action, Worthy) else action
    return with_public(state, told=(*state.public.told, openly))


def gain(state: BuruState, event: Event[Gain]) -> BuruState:
    """BURU-14: what a space or a card gives; BURU-08: of fish beyond 20 the rest is lost."""
    what = goods(event.action.goods)
    refuse_if(forbids.nothing(what))
    return told(purse.gain(state, active(state), what), event.action)


def pay(state: BuruState, event: Event[Pay]) -> BuruState:
    """BURU-15: all of what a trade costs, or it is refused."""
    what = goods(event.action.goods)
    refuse_if(forbids.nothing(what))
    return told(purse.pay(state, active(state), what), event.action)


def recruit(state: BuruState, event: Event[Recruit]) -> BuruState:
    """BURU-14, BURU-15: for its fish; it comes untasked."""
    return told(recruited(state, event.action.group, event.action.cost), event.action)


def recruited(state: BuruState, group: Islander, cost: int) -> BuruState:
    """One more islander before whoever acts, for so many fish. Raises Refused."""
    by = active(state)
    refuse_if(forbids.recruit(state.public, by, group, cost))
    state = purse.pay(state, by, fish(forbids.recruit_price(state.public, by, cost)))
    return before(state, by, islanders=put(state.public.players[by].islanders, GROUPS.index(group), 1))


def task(state: BuruState, event: Event[Task]) -> BuruState:
    """BURU-15; BURU-28: a rival tasks nobody, it gets 1 esteem."""
    by = active(state)
    if state.public.is_rival(by):
        return told(purse.gain_esteem(state, by), event.action)
    group: Islander = required(event.action.group)
    refuse_if(forbids.task(state.public, by, group))
    spirit = state.public.offering(group)
    if spirit is not None:
        return told(offered(purse.discard(state, by, group), event, spirit), event.action)
    tasked = put(state.public.players[by].tasked, GROUPS.index(group), 1)
    return told(before(state, by, tasked=tasked), event.action)


def tribute(state: BuruState, event: Event[Tribute]) -> BuruState:
    """BURU-16, BURU-17: the cost is paid before the totem and the altar's decrees give anything."""
    by, spirit, price = active(state), event.action.spirit, goods(or_default(event.action.pay, {}))
    refuse_if(forbids.tribute(state.public, by, spirit, price))
    refuse_if(forbids.by_modules(state.public, event.action))
    state = purse.pay(state, by, price)
    given = event.action.islander
    state = state if given is UNSET else purse.discard(state, by, given)
    return told(offered(state, event, spirit), event.action)


def offered(state: BuruState, event: Event[Worthy], spirit: Spirit) -> BuruState:
    """A card is drawn, and the totem and the altar's decrees give what they give."""
    by = active(state)
    state = before(state, by, tributes=put(state.public.players[by].tributes, SPIRITS.index(spirit), 1))
    state = _drawn(state, event.asked, spirit, event.action.value) if event.seat is not None else state
    state = purse.decreed(purse.honour(state, spirit), by, spirit)
    if state.public.players[by].plan == "esteem":  # BURU-29
        state = payout.because(state, purse.gain_esteem(state, by), text("buru.why.pair"))
    for module in state.public.modules:
        state = module.offered(state, by, spirit)
    return state


def _drawn(state: BuruState, seat: Seat, spirit: Spirit, value: int | UnsetType) -> BuruState:
    """The seat looks at its card in secret, and may tell its value now or at the end."""
    values, i = state.own[seat].values, SPIRITS.index(spirit)
    more = (*values[i], None if value is UNSET else value)
    return with_own(state, seat, values=(*values[:i], more, *values[i + 1 :]))


def elder(state: BuruState, event: Event[Elder]) -> BuruState:
    """BURU-18: two drawn, one of all put back; of a last one nothing stays. BURU-28: a rival takes one."""
    by = active(state)
    refuse_if(forbids.elder(state.public))
    held = state.public.players[by].elders
    stays = state.public.is_rival(by) or state.public.elders_left > 1
    return told(before(state, by, elders=held + stays), event.action)


def emissary(state: BuruState, event: Event[Emissary]) -> BuruState:
    """BURU-13, BURU-19: from this moment on."""
    by = active(state)
    refuse_if(forbids.emissary(state.public, by))
    return told(payout.because(state, with_public(state, emissary=by)), event.action)


def space(state: BuruState, event: Event[Space]) -> BuruState:
    """BURU-12: the one taken, which nobody has taken before in this region."""
    return told(taken(state, event.action.space), event.action)


def taken(state: BuruState, space: int) -> BuruState:
    """Whoever acts takes an action space. Raises Refused."""
    by = active(state)
    refuse_if(forbids.space(state.public, space))
    for module in state.public.modules:
        state = module.takes(state, by, space)
    return with_public(state, spaces=(*state.public.spaces, space))


def done(state: BuruState, event: Event[Done]) -> BuruState:
    """The next one acts, or the next region is revealed."""
    for module in state.public.modules:
        after = module.over(state)
        if after is not None:
            return with_public(after, told=())
    return afternoon.next_turn(with_public(state, told=()))
