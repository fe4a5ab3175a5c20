"""The first half of the active seat's turn: it buys, then plays or discards. After that it takes cards."""

from typing import ClassVar

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, or_default
from companion.core.answers import Answers, Cards, Group, Option
from companion.core.blocks import Count
from companion.core.dues import Due, Event
from companion.core.state import Seat, add_at, changed, with_public
from companion.core.words import Refused, Text, refuse_if, text
from companion.games.bali import cards
from companion.games.bali.altar import begin_sacrifice
from companion.games.bali.cards import kind_name, with_card
from companion.games.bali.pieces import CARDS, COLUMNS, HAND, KINDS, PLACE, SHRINE_COST, Card, Kind, is_kind
from companion.games.bali.state import BaliState, Own, Paid, Played, Public, with_supply_card


class Buy(Action, frozen=True, tag="buy"):
    """The purchase of a sacrifice card, once a turn (BALI-06)."""

    kind: Kind
    pays: ClassVar[bool] = True

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public = state.public
        kind = self.kind
        if public.bought:
            raise Refused("bali.bought_already")
        refuse_if(why_not_buy(public, kind))
        stones = add_at(public.stones, public.active, -cards.price(public, kind))
        return with_supply_card(state, public.active, kind, stones=stones, bought=kind)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return with_card("buy", self.kind)

    def picture(self) -> Cards:
        return Cards(f"sacrifice_{self.kind}", sign=self.kind)


class Play(Action, frozen=True, tag="play"):
    """Farmers of one kind, or one other card, from hand to the table (BALI-07)."""

    card: Card
    count: int | UnsetType = UNSET
    """The number of farmers, 1 if left out."""
    pays: ClassVar[bool] = True

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public = state.public
        card, count = self.card, or_default(self.count, 1)
        refuse_if(why_not_play(public, state.own[event.asked], card, count))
        row = add_at(public.table[public.active], PLACE[card], count)
        public = changed(
            public,
            stones=add_at(public.stones, public.active, -cards.cost(card, count)),
            table=(*public.table[: public.active], row, *public.table[public.active + 1 :]),
            demon=public.demon % COLUMNS + 1 if public.demon and card == "priest" else public.demon,  # BALI-31
            **_after_play(public, Played(card, count, public.bought)),
        )
        state = cards.lay_down(changed(state, public=public), card, count)
        return begin_sacrifice(state) if card == "shrine" else state  # BALI-09

    def words(self, public: Public, seat: Seat | None) -> Text:
        card, count = self.card, or_default(self.count, 1)
        played = text(f"bali.farmers.{card}", count=count) if is_kind(card) else text(f"bali.one.{card}")
        paid = cards.cost(card, count)
        return text("bali.told.play_for", cards=played, count=paid) if paid else text("bali.told.play", cards=played)

    def picture(self) -> Cards:
        return Cards(self.card, or_default(self.count, 1))


class Discard(Action, frozen=True, tag="discard"):
    """A shrine from hand that goes back to the game box, because the seat can play nothing (BALI-08)."""

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        public = state.public
        refuse_if(why_not_discard(public, state.own[event.asked]))
        state = cards.lay_down(state, "shrine", 1)
        return with_public(state, **_after_play(public, Played(bought=public.bought)))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("bali.told.discard")

    def picture(self) -> Cards:
        return Cards("shrine")


def _after_play(public: Public, turn: Played) -> dict[str, object]:
    """Return the new values of the fields of Public that change when a seat has played or discarded. Screens no longer show
    the last payout."""
    played = (*public.played[: public.active], turn, *public.played[public.active + 1 :])
    return {"stage": "scored", "played": played, "paid": Paid(f"turn-{public.turn}")}


def why_not_buy(public: Public, kind: Kind) -> Text | None:
    """Return the refusal if no card of this kind is left or the active seat has too few stones, else None (BALI-02,
    BALI-06)."""
    return cards.none_left(public, kind) or cards.too_few_stones(public, cards.price(public, kind))


def why_not_play(public: Public, own: Own, card: Card, count: int) -> Text | None:
    """Return the refusal if the active seat has too few stones, or does not hold these cards in a tracked offer, else None
    (BALI-07)."""
    return cards.too_few_stones(public, cards.cost(card, count)) or cards.not_in_hand(public, own, card, count)


def why_not_discard(public: Public, own: Own) -> Text | None:
    """Return the refusal if the active seat cannot discard, else None. It must hold only shrines, and have too few stones
    for one (BALI-08)."""
    if public.stones[public.active] >= SHRINE_COST:
        return text("bali.shrine_can_be_paid")
    return cards.not_in_hand(public, own, "shrine", HAND)


def _price(n: int) -> Count:
    return Count(n, "stone", text("bali.word.stone", count=n))


def ask_turn(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask the active seat what it buys and plays. In a tracked offer the question is secret, because blocked answers would
    show the hand."""
    assert own is not None
    farmers = tuple(_farmers_option(public, own, kind, count) for count in (1, 2, 3) for kind in KINDS)
    others = (*(_card_option(public, own, card) for card in CARDS[len(KINDS) :]), _discard_option(public, own))
    title = text("bali.ask.farmers" if public.bought else "bali.ask.then_farmers")
    groups: tuple[Group, ...] = (
        Group(farmers, 4, title=title, hint=text("bali.ask.farmers_hint"), panel=text("bali.panel.farmers")),
        Group(others, 4),
    )
    if not public.bought:  # BALI-06: once a turn
        buys = tuple(_buy_option(public, kind) for kind in KINDS)
        groups = (Group(buys, 4, title=text("bali.ask.buy"), hint=text("bali.ask.buy_hint")), *groups)
    return Answers(groups, secret=public.offer is not None, panel=text("bali.panel.turn"))


def _buy_option(public: Public, kind: Kind) -> Option:
    price, gone, name = cards.price(public, kind), cards.none_left(public, kind), kind_name(kind)
    return Option(
        do=as_data(Buy(kind)),
        words=name,
        sign=kind,
        cards=Cards(f"sacrifice_{kind}"),
        price=_price(price),
        spoken=text("bali.say.buy", kind=name, count=price) if price else text("bali.say.buy_free", kind=name),
        why=why_not_buy(public, kind),
        short=text("bali.none_left") if gone else cards.short_of(public.stones[public.active], price),
    )


def _farmers_option(public: Public, own: Own, kind: Kind, count: int) -> Option:
    cost = cards.cost(kind, count)
    words = text("bali.several", n=count, kind=kind_name(kind))
    return Option(
        do=as_data(Play(kind, count)),
        also=(as_data(Play(kind)),) if count == 1 else (),
        words=words,
        sign=kind,
        cards=Cards(kind, count, one=kind_name(kind)),
        price=_price(cost),
        spoken=_costly(words, cost),
        panel=_several(kind, count, cost),
        why=why_not_play(public, own, kind, count),
        short=cards.short_of(public.stones[public.active], cost),
    )


def _several(kind: Kind, count: int, cost: int) -> Text:
    if cost:
        return text("bali.panel.some_for", n=count, kind=kind_name(kind), cost=cost)
    return text("bali.panel.some", n=count, kind=kind_name(kind))


def _costly(what: Text, cost: int) -> Text:
    return text("bali.say.play_for", what=what, count=cost) if cost else text("bali.say.play", what=what)


def _card_option(public: Public, own: Own, card: Card) -> Option:
    cost, words = cards.cost(card, 1), text(f"bali.short.{card}")
    return Option(
        do=as_data(Play(card)),
        words=words,
        sign=card,
        cards=Cards(card),
        price=_price(cost),
        spoken=_costly(words, cost),
        why=why_not_play(public, own, card, 1),
        short=cards.short_of(public.stones[public.active], cost),
    )


def _discard_option(public: Public, own: Own) -> Option:
    """Return the option to discard a shrine that the seat cannot pay (BALI-08)."""
    return Option(
        do=as_data(Discard()),
        words=text("bali.ask.discard"),
        cards=Cards("shrine", HAND),
        spoken=text("bali.say.discard"),
        panel=text("bali.panel.discard"),
        why=why_not_discard(public, own),
        short=text("bali.pay_shrine") if public.stones[public.active] >= SHRINE_COST else None,
    )
