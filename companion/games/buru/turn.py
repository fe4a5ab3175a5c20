"""A turn of a seat or a rival: any number of answers in any order, and at last `done`."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core.actions import Action, or_default, required
from companion.core.answers import Cards
from companion.core.dues import Event
from companion.core.state import Seat, add_at, with_own, with_public
from companion.core.words import Text, refuse_if, text
from companion.games.buru import payout, refusals, reveals
from companion.games.buru.answers import EndsStage, OfGoods, Recruiting, Taking, Worthy
from companion.games.buru.naming import called, some, worthy
from companion.games.buru.pieces import (
    ALTARS,
    EACH_GROUP,
    EACH_SPIRIT,
    GROUPS,
    SPIRITS,
    Good,
    Goods,
    Islander,
    Spirit,
    fish,
    goods,
)
from companion.games.buru.refusals import is_pair, why_not_by_modules, why_not_pay
from companion.games.buru.state import BuruState, Public, before


def active(state: BuruState) -> int:
    """Return the number of the active player."""
    assert state.public.active is not None
    return state.public.active


def with_answer(state: BuruState, action: Action) -> BuruState:
    """Return the state with this answer added to those of the turn, which all see. The worth of a tribute's card is left
    out."""
    openly = replace(action, value=UNSET) if isinstance(action, Worthy) else action
    return with_public(state, turn_answers=(*state.public.turn_answers, openly))


class Gain(OfGoods, frozen=True, tag="gain"):
    """The goods that a space, a card, a task or a decree gives."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with these goods. Fish beyond 20 are lost (BURU-08, BURU-14)."""
        what = goods(self.goods)
        refuse_if(refusals.why_not_nothing(what))
        return with_answer(payout.gain(state, active(state), what), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.gain", what=some(self.goods))


class Pay(OfGoods, frozen=True, tag="pay"):
    """The goods that something costs."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state without these goods. Raise Refused if some are missing (BURU-15)."""
        what = goods(self.goods)
        refuse_if(refusals.why_not_nothing(what))
        return with_answer(payout.pay(state, active(state), what), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.pay", what=some(self.goods))


class Recruit(Recruiting, frozen=True, tag="recruit"):
    """An islander that is recruited, for its printed price in fish (BURU-14)."""

    group: Islander
    cost: int

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with one more untasked islander (BURU-14, BURU-15)."""
        return with_answer(recruited(state, self.group, self.cost), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.recruit", group=text(f"buru.group.{self.group}"), count=self.cost)

    def picture(self) -> Cards:
        return Cards(self.group)


def recruited(state: BuruState, group: Islander, cost: int) -> BuruState:
    """Return the state after the active player recruited an islander for `cost` fish, less what it saves. Raise Refused if
    the rules forbid it."""
    by = active(state)
    refuse_if(why_not_recruit(state.public, by, group, cost))
    state = payout.pay(state, by, fish(recruit_price(state.public, by, cost)))
    return before(state, by, islanders=add_at(state.public.players[by].islanders, GROUPS.index(group), 1))


class Task(Worthy, frozen=True, tag="task"):
    """An islander that is tasked (BURU-15). A rival names no group (BURU-28)."""

    group: Islander | UnsetType = UNSET
    value: int | UnsetType = UNSET
    """The worth of the card that an outlaw's tribute brings (BURU-34)."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the task. A rival only gets 1 esteem (BURU-15, BURU-28)."""
        by = active(state)
        if state.public.is_rival(by):
            return with_answer(payout.gain_esteem(state, by), self)
        group: Islander = required(self.group)
        refuse_if(why_not_task(state.public, by, group))
        spirit = state.public.offering(group)
        if spirit is not None:
            return with_answer(offered(payout.discard(state, by, group), event, spirit, self.value), self)
        tasked = add_at(state.public.players[by].tasked, GROUPS.index(group), 1)
        return with_answer(before(state, by, tasked=tasked), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.group is UNSET:
            return text("buru.told.task_rival")
        if public.offering(self.group) is not None:
            return worthy(text("buru.told.task_outlaw"), self.value)
        return text("buru.told.task", group=text(f"buru.group.{self.group}"))

    def picture(self) -> Cards | None:
        return None if self.group is UNSET else Cards(self.group)


class Tribute(Worthy, frozen=True, tag="tribute"):
    """A tribute, for which a card is drawn (BURU-16)."""

    spirit: Spirit
    value: int | UnsetType = UNSET
    """The worth of the card, if its seat enters it now."""
    pay: dict[Good, int] | UnsetType = UNSET
    """The cost, with the full ledger (BURU-44)."""
    islander: Islander | UnsetType = UNSET
    """The islander that is discarded for it (BURU-33)."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state after the tribute. Its cost is paid before totem and decrees give anything (BURU-16, BURU-17)."""
        by, spirit, price = active(state), self.spirit, goods(or_default(self.pay, {}))
        refuse_if(why_not_tribute(state.public, by, spirit, price))
        refuse_if(refusals.why_not_by_modules(state.public, self))
        state = payout.pay(state, by, price)
        given = self.islander
        state = state if given is UNSET else payout.discard(state, by, given)
        asks = spirit in ALTARS and not state.public.options.full
        why = text("buru.why.tribute") if asks else None  # only people see what the altar asks for
        return with_answer(offered(state, event, spirit, self.value, why), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        spirit = text(f"buru.spirit.{self.spirit}")
        words = text("buru.told.tribute", spirit=spirit)
        if self.pay:
            words = text("buru.told.tribute_for", spirit=spirit, what=some(self.pay))
        if self.islander is not UNSET:
            words = text("buru.told.tribute_ukum", group=text(f"buru.group.{self.islander}"))
        return worthy(words, self.value)

    def picture(self) -> Cards:
        return Cards(self.spirit)


def offered(
    state: BuruState, event: Event[Action], spirit: Spirit, value: int | UnsetType, why: Text | None = None
) -> BuruState:
    """Return the state after a tribute that is paid: a card is drawn, and totem, decrees and modules give their goods.
    `value` is the card's worth, if its seat entered it. `why` is a remark beside the card."""
    by = active(state)
    drawn = before(state, by, tributes=add_at(state.public.players[by].tributes, SPIRITS.index(spirit), 1))
    state = drawn if event.seat is None else payout.because(state, drawn, why)
    state = _drawn(state, event.asked, spirit, value) if event.seat is not None else state
    state = payout.decreed(payout.honour(state, spirit), by, spirit)
    if state.public.players[by].plan == "esteem":  # BURU-29
        state = payout.because(state, payout.gain_esteem(state, by), text("buru.why.pair"))
    for module in state.public.modules:
        state = module.offered(state, by, spirit)
    return state


def _drawn(state: BuruState, seat: Seat, spirit: Spirit, value: int | UnsetType) -> BuruState:
    """Return the state with one more card in a seat's secret values. If the seat did not enter its worth now, the end asks
    for it."""
    values, i = state.own[seat].values, SPIRITS.index(spirit)
    more = (*values[i], None if value is UNSET else value)
    return with_own(state, seat, values=(*values[:i], more, *values[i + 1 :]))


class Elder(Action, frozen=True, tag="elder"):
    """One more elder (BURU-18)."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with one more elder: a person draws two and keeps one, so the last card of the deck is not kept.
        A rival takes one (BURU-18, BURU-28)."""
        by = active(state)
        refuse_if(why_not_elder(state.public))
        held = state.public.players[by].elders
        stays = state.public.is_rival(by) or state.public.elders_left > 1
        return with_answer(before(state, by, elders=held + stays), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.elder")

    def picture(self) -> Cards:
        return Cards("elder")


class Emissary(Action, frozen=True, tag="emissary"):
    """The marker of the Emissary, which the active player takes (BURU-19)."""

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state in which the active player is the Emissary, from now on (BURU-13, BURU-19)."""
        by = active(state)
        refuse_if(why_not_emissary(state.public, by))
        return with_answer(payout.because(state, with_public(state, emissary=by)), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.emissary")


class Space(Taking, frozen=True, tag="space"):
    """The action space that was taken (BURU-12)."""

    space: int

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state with this space taken. Nobody may take it again in this region (BURU-12)."""
        return with_answer(taken(state, self.space), self)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.space", n=self.space)


def taken(state: BuruState, space: int) -> BuruState:
    """Return the state after the active player took an action space. Raise Refused if it cannot."""
    by = active(state)
    refuse_if(why_not_space(state.public, space))
    for module in state.public.modules:
        state = module.takes(state, by, space)
    return with_public(state, spaces=(*state.public.spaces, space))


class Done(EndsStage, frozen=True, tag="done"):
    """The end of the turn."""

    is_move = False

    def play(self, state: BuruState, event: Event[Action]) -> BuruState:
        """Return the state in the next turn, or in the next region."""
        for module in state.public.modules:
            after = module.over(state)
            if after is not None:
                return with_public(after, turn_answers=())
        return reveals.next_turn(with_public(state, turn_answers=()))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("buru.told.done")


def recruit_price(public: Public, by: int, cost: int) -> int:
    """Return the price in fish that a player pays for an islander that costs `cost`. A rival with two tokens at the shore
    pays 1 less there (BURU-29), and modules may save more."""
    pair = public.region == "shore" and is_pair(public, by)
    return max(0, cost - pair - sum(module.saved(public, by) for module in public.modules))


def why_not_recruit(public: Public, by: int, group: Islander, cost: int) -> Text | None:
    """Return the refusal if no islander of the group is left or fish are missing, else None (BURU-14)."""
    recruited = sum(player.islanders[GROUPS.index(group)] for player in public.players)
    if recruited >= EACH_GROUP:
        return text("buru.group_gone", group=text(f"buru.group.{group}"), most=EACH_GROUP)
    return why_not_by_modules(public, Recruit(group, cost)) or why_not_pay(public, by, fish(recruit_price(public, by, cost)))


def why_not_task(public: Public, by: int, group: Islander) -> Text | None:
    """Return the refusal if a player has no untasked islander of this group, else None (BURU-15)."""
    if public.players[by].untasked(group):
        return why_not_by_modules(public, Task(group))
    return text("buru.none_untasked", group=text(f"buru.group.{group}"))


def why_not_tribute(public: Public, by: int, spirit: Spirit, price: Goods) -> Text | None:
    """Return the refusal if no card of the spirit is left or goods are missing, else None (BURU-16)."""
    if sum(player.tributes[SPIRITS.index(spirit)] for player in public.players) >= EACH_SPIRIT:
        return text("buru.spirit_gone", spirit=text(f"buru.spirit.{spirit}"), most=EACH_SPIRIT)
    return why_not_pay(public, by, price)


def why_not_elder(public: Public) -> Text | None:
    """Return the refusal if no elder is left, else None (BURU-18)."""
    return None if public.elders_left else text("buru.elders_gone")


def why_not_emissary(public: Public, by: int) -> Text | None:
    """Return the refusal if a player cannot become the Emissary, else None. Players do so at the lake (BURU-19)."""
    if public.region != "lake":
        return text("buru.only_at_the_lake")
    return text("buru.is_emissary", seat=called(public, by)) if public.emissary == by else None


def why_not_space(public: Public, space: int) -> Text | None:
    """Return the refusal if a space cannot be taken, else None. A turn takes one, and each is taken once (BURU-12). If all
    are taken, a liaison's turn takes the right-most one again (BURU-40)."""
    if any(isinstance(one, Taking) for one in public.turn_answers):
        return text("buru.space_once")
    if space in public.spaces and not is_right_most(public, space):
        return text("buru.space_taken", space=space)
    return why_not_by_modules(public, Space(space))


def is_right_most(public: Public, space: int) -> bool:
    """Return True if this is a liaison's turn, all spaces are taken, and this is the right-most one (BURU-40)."""
    assert public.region is not None
    every = public.spaces_in(public.region)
    return public.again and space == every[-1] and set(every) <= set(public.spaces)
