"""Why an answer is against the rules now: told beside a blocked answer, and by the refusal. On open facts and the
seat's own alone."""

from companion.core.words import Text, text
from companion.games.bali import hands
from companion.games.bali.pieces import HAND, LOOKS, PLACE, SHRINE_COST, Card, Kind, card_cost, farmers_cost, is_kind
from companion.games.bali.state import Own, Public


def price(public: Public, kind: Kind) -> int:
    """What the active seat pays for a sacrifice card of a kind, in stones."""
    return card_cost(public.table[public.active][PLACE[kind]])


def cost(card: Card, count: int) -> int:
    """What playing costs, in stones."""
    if is_kind(card):
        return farmers_cost(count)
    return SHRINE_COST if card == "shrine" else 0


def buy(public: Public, kind: Kind) -> Text | None:
    """BALI-02, BALI-06: a card of the kind must be left, and its price at hand."""
    return supply(public, kind) or _stones(public, price(public, kind))


def play(public: Public, own: Own, card: Card, count: int) -> Text | None:
    """BALI-07: the stones must be enough, and the cards in hand as far as that is known."""
    return _stones(public, cost(card, count)) or hands.lacks(public, own, card, count)


def discard(public: Public, own: Own) -> Text | None:
    """BALI-08: who can pay for a shrine must play it; and the hand, as far as it is known, must be nothing but shrines."""
    if public.stones[public.active] >= SHRINE_COST:
        return text("bali.shrine_can_be_paid")
    return hands.lacks(public, own, "shrine", HAND)


def _stones(public: Public, need: int) -> Text | None:
    have = public.stones[public.active]
    return text("bali.too_few_stones", need=need, have=have) if have < need else None


def supply(public: Public, kind: Kind) -> Text | None:
    """BALI-02: the supply of a kind can run out."""
    return None if public.supply[PLACE[kind]] else text("bali.supply_out", kind=text(f"bali.kind.{kind}"))


def added(public: Public, kind: Kind) -> Text | None:
    """BALI-09: to the altar one kind must go, as long as any is left."""
    return supply(public, kind) and text("bali.supply_out_must", kind=text(f"bali.kind.{kind}"))


def sacrifice(own: Own, kind: Kind) -> Text | None:
    """The sentence names no kind: it stands on a screen that neighbours can see."""
    return None if own.held[PLACE[kind]] else text("bali.not_held")


def keep(own: Own, kind: Kind | None) -> Text | None:
    """BALI-29: a card of the set-up may be any kind that is still among them."""
    look = own.look
    if kind is None or (look and (kind in look.cards or (None in look.cards and kind in look.among))):
        return None
    return text("bali.not_seen")


def oracle(public: Public) -> Text | None:
    """BALI-12, BALI-28: a seat empties at most LOOKS columns in a turn, so it looks no more often."""
    return text("bali.oracles_enough", most=LOOKS) if public.looks >= LOOKS else None
