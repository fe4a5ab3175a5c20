"""A seat's turn, or a rival's: any number of answers in any order, and at last `done`."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core.actions import or_default, required
from companion.core.dues import Event
from companion.core.state import Seat, put, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.buru import payout, refusals, reveals
from companion.games.buru.actions import Done, Elder, Emissary, Gain, Pay, Recruit, Space, Task, Tribute, TurnAct
from companion.games.buru.named import AltarByName, Taking, TaskByName, UkumByName
from companion.games.buru.naming import called
from companion.games.buru.pieces import EACH_GROUP, EACH_SPIRIT, GROUPS, SPIRITS, Goods, Islander, Spirit, fish, goods
from companion.games.buru.refusals import is_pair, why_not_by_modules, why_not_pay
from companion.games.buru.state import BuruState, Public, before

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
    refuse_if(refusals.why_not_nothing(what))
    return told(payout.gain(state, active(state), what), event.action)


def pay(state: BuruState, event: Event[Pay]) -> BuruState:
    """BURU-15: all of what a trade costs, or it is refused."""
    what = goods(event.action.goods)
    refuse_if(refusals.why_not_nothing(what))
    return told(payout.pay(state, active(state), what), event.action)


def recruit(state: BuruState, event: Event[Recruit]) -> BuruState:
    """BURU-14, BURU-15: for its fish; it comes untasked."""
    return told(recruited(state, event.action.group, event.action.cost), event.action)


def recruited(state: BuruState, group: Islander, cost: int) -> BuruState:
    """One more islander before whoever acts, for so many fish. Raises Refused."""
    by = active(state)
    refuse_if(why_not_recruit(state.public, by, group, cost))
    state = payout.pay(state, by, fish(recruit_price(state.public, by, cost)))
    return before(state, by, islanders=put(state.public.players[by].islanders, GROUPS.index(group), 1))


def task(state: BuruState, event: Event[Task]) -> BuruState:
    """BURU-15; BURU-28: a rival tasks nobody, it gets 1 esteem."""
    by = active(state)
    if state.public.is_rival(by):
        return told(payout.gain_esteem(state, by), event.action)
    group: Islander = required(event.action.group)
    refuse_if(why_not_task(state.public, by, group))
    spirit = state.public.offering(group)
    if spirit is not None:
        return told(offered(payout.discard(state, by, group), event, spirit), event.action)
    tasked = put(state.public.players[by].tasked, GROUPS.index(group), 1)
    return told(before(state, by, tasked=tasked), event.action)


def tribute(state: BuruState, event: Event[Tribute]) -> BuruState:
    """BURU-16, BURU-17: the cost is paid before the totem and the altar's decrees give anything."""
    by, spirit, price = active(state), event.action.spirit, goods(or_default(event.action.pay, {}))
    refuse_if(why_not_tribute(state.public, by, spirit, price))
    refuse_if(refusals.why_not_by_modules(state.public, event.action))
    state = payout.pay(state, by, price)
    given = event.action.islander
    state = state if given is UNSET else payout.discard(state, by, given)
    return told(offered(state, event, spirit), event.action)


def offered(state: BuruState, event: Event[Worthy], spirit: Spirit) -> BuruState:
    """A card is drawn, and the totem and the altar's decrees give what they give."""
    by = active(state)
    state = before(state, by, tributes=put(state.public.players[by].tributes, SPIRITS.index(spirit), 1))
    state = _drawn(state, event.asked, spirit, event.action.value) if event.seat is not None else state
    state = payout.decreed(payout.honour(state, spirit), by, spirit)
    if state.public.players[by].plan == "esteem":  # BURU-29
        state = payout.because(state, payout.gain_esteem(state, by), text("buru.why.pair"))
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
    refuse_if(why_not_elder(state.public))
    held = state.public.players[by].elders
    stays = state.public.is_rival(by) or state.public.elders_left > 1
    return told(before(state, by, elders=held + stays), event.action)


def emissary(state: BuruState, event: Event[Emissary]) -> BuruState:
    """BURU-13, BURU-19: from this moment on."""
    by = active(state)
    refuse_if(why_not_emissary(state.public, by))
    return told(payout.because(state, with_public(state, emissary=by)), event.action)


def space(state: BuruState, event: Event[Space]) -> BuruState:
    """BURU-12: the one taken, which nobody has taken before in this region."""
    return told(taken(state, event.action.space), event.action)


def taken(state: BuruState, space: int) -> BuruState:
    """Whoever acts takes an action space. Raises Refused."""
    by = active(state)
    refuse_if(why_not_space(state.public, space))
    for module in state.public.modules:
        state = module.takes(state, by, space)
    return with_public(state, spaces=(*state.public.spaces, space))


def done(state: BuruState, event: Event[Done]) -> BuruState:
    """The next one acts, or the next region is revealed."""
    for module in state.public.modules:
        after = module.over(state)
        if after is not None:
            return with_public(after, told=())
    return reveals.next_turn(with_public(state, told=()))


def recruit_price(public: Public, by: int, cost: int) -> int:
    """BURU-29: with two tokens at the shore a rival recruits there for 1 fish less."""
    pair = public.region == "shore" and is_pair(public, by)
    return max(0, cost - pair - sum(module.saved(public, by) for module in public.modules))


def why_not_recruit(public: Public, by: int, group: Islander, cost: int) -> Text | None:
    """BURU-14: there are so many islanders of a group, and the fish must be there."""
    recruited = sum(player.islanders[GROUPS.index(group)] for player in public.players)
    if recruited >= EACH_GROUP:
        return text("buru.group_gone", group=text(f"buru.group.{group}"), most=EACH_GROUP)
    return why_not_by_modules(public, Recruit(group, cost)) or why_not_pay(public, by, fish(recruit_price(public, by, cost)))


def why_not_task(public: Public, by: int, group: Islander) -> Text | None:
    """BURU-15: an islander is tasked once until dusk."""
    if public.players[by].untasked(group):
        return why_not_by_modules(public, Task(group))
    return text("buru.none_untasked", group=text(f"buru.group.{group}"))


def why_not_tribute(public: Public, by: int, spirit: Spirit, price: Goods) -> Text | None:
    """BURU-16: the spirit's cards can be gone, and the cost must be paid."""
    if sum(player.tributes[SPIRITS.index(spirit)] for player in public.players) >= EACH_SPIRIT:
        return text("buru.spirit_gone", spirit=text(f"buru.spirit.{spirit}"), most=EACH_SPIRIT)
    return why_not_pay(public, by, price)


def why_not_elder(public: Public) -> Text | None:
    """BURU-18: none left, none to draw."""
    return None if public.elders_left else text("buru.elders_gone")


def why_not_emissary(public: Public, by: int) -> Text | None:
    """BURU-19: the marker is taken at the lake, and nobody takes what it has."""
    if public.region != "lake":
        return text("buru.only_at_the_lake")
    return text("buru.is_emissary", seat=called(public, by)) if public.emissary == by else None


def why_not_space(public: Public, space: int) -> Text | None:
    """BURU-12: one space a turn, and each once in a region. BURU-40: the right-most once more, when all are taken."""
    if any(isinstance(told, Taking) for told in public.told):
        return text("buru.space_once")
    if space in public.spaces and not is_right_most(public, space):
        return text("buru.space_taken", space=space)
    return why_not_by_modules(public, Space(space))


def is_right_most(public: Public, space: int) -> bool:
    """BURU-40: whether it is the last space in a turn after all others', and none is free."""
    assert public.region is not None
    every = public.spaces_in(public.region)
    return public.again and space == every[-1] and set(every) <= set(public.spaces)
