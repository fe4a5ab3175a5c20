"""What may be answered to each due, and how the question is laid out."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.actions import HOLDS, Accept, begun, said
from companion.core.answers import Answers, Field, Form, Group, Option
from companion.core.dues import Due
from companion.core.words import Text, text
from companion.games.bali import forbids
from companion.games.bali.actions import (
    BaliAct,
    Buy,
    Choose,
    Count,
    DeckEmpty,
    Discard,
    Keep,
    Oracle,
    Play,
    Reward,
    Sacrifice,
    Scored,
    SetRight,
    Substitute,
    Supply,
)
from companion.games.bali.check import disagree
from companion.games.bali.pieces import CARDS, EACH, KINDS, SHRINE, Card, Kind, is_kind
from companion.games.bali.scoring import gains
from companion.games.bali.state import Own, Public
from companion.games.bali.tracked import asks as tracked

MOST: Final = 999
MOST_SHRINES: Final = 12
TALLIES: Final[tuple[Reward, ...]] = ("stones", "points")
SETS: Final[tuple[tuple[Reward, ...], ...]] = (("stones",), ("points",), TALLIES)


def _kind(kind: Kind) -> Text:
    return text(f"bali.kind.{kind}")


def _price(n: int) -> Text:
    return text("bali.price", n=n) if n else text("bali.free")


def _turn(public: Public, own: Own | None, due: Due) -> Answers:
    """Where the hand is known, what is legal would tell of it."""
    assert own is not None
    farmers = tuple(_farmers(public, own, kind, count) for count in (1, 2, 3) for kind in KINDS)
    cards = (*(_card(public, own, card) for card in CARDS[len(KINDS) :]), _discard(public, own))
    groups: tuple[Group, ...] = (
        Group(farmers, 4, title=text("bali.ask.farmers"), panel=text("bali.panel.farmers")),
        Group(cards, 4),
    )
    if not public.bought:  # BALI-06: once a turn
        buys = tuple(_buy(public, kind) for kind in KINDS)
        groups = (Group(buys, 4, title=text("bali.ask.buy"), hint=text("bali.ask.buy_hint")), *groups)
    return Answers(groups, secret=public.offer is not None, panel=text("bali.panel.turn"))


def _buy(public: Public, kind: Kind) -> Option:
    price, gone = forbids.price(public, kind), forbids.supply(public, kind)
    card = text(f"bali.offering.{kind}")
    return Option(
        do=said(Buy(kind)),
        words=_kind(kind),
        sign=kind,
        small=text("bali.none_left") if gone else _price(price),
        small_sign=None if gone or not price else "stone",
        spoken=text("bali.say.buy", card=card, count=price) if price else text("bali.say.buy_free", card=card),
        why=forbids.buy(public, kind),
    )


def _farmers(public: Public, own: Own, kind: Kind, count: int) -> Option:
    """The buy row over them names the columns; without it the first row does."""
    cost = forbids.cost(kind, count)
    farmers = text(f"bali.farmers.{kind}", count=count)
    return Option(
        do=said(Play(kind, count)),
        also=(said(Play(kind)),) if count == 1 else (),
        words=text("bali.times", n=count),
        sign=kind if count == 1 and public.bought else None,
        small=_price(cost) if cost else None,
        small_sign="stone" if cost else None,
        spoken=_costly(farmers, cost),
        panel=_several(kind, count, cost),
        why=forbids.play(public, own, kind, count),
    )


def _several(kind: Kind, count: int, cost: int) -> Text:
    if cost:
        return text("bali.panel.some_for", n=count, kind=_kind(kind), cost=cost)
    return text("bali.panel.some", n=count, kind=_kind(kind))


def _costly(cards: Text, cost: int) -> Text:
    return text("bali.say.play_for", cards=cards, count=cost) if cost else text("bali.say.play", cards=cards)


def _card(public: Public, own: Own, card: Card) -> Option:
    cost = forbids.cost(card, 1)
    return Option(
        do=said(Play(card)),
        words=text(f"bali.short.{card}"),
        sign=card,
        small=_price(cost) if cost else None,
        small_sign="stone" if cost else None,
        spoken=_costly(text(f"bali.one.{card}"), cost),
        why=forbids.play(public, own, card, 1),
    )


def _discard(public: Public, own: Own) -> Option:
    """BALI-08: three shrines in hand and too few stones for one."""
    return Option(
        do=said(Discard()),
        words=text("bali.ask.discard"),
        small=text("bali.ask.discard_small"),
        spoken=text("bali.say.discard"),
        panel=text("bali.panel.discard"),
        why=forbids.discard(public, own),
    )


def _four(of: Callable[[Kind], BaliAct], spoken: str, why: Callable[[Kind], Text | None]) -> Group:
    """All four kinds, always, in one place each; those against the rules say why."""
    return Group(
        tuple(
            Option(
                do=said(of(kind)),
                words=_kind(kind),
                sign=kind,
                spoken=text(f"bali.say.{spoken}", card=text(f"bali.offering.{kind}")),
                why=why(kind),
            )
            for kind in KINDS
        ),
        2,
    )


def _sacrifice(public: Public, own: Own | None, due: Due) -> Answers:
    assert own is not None
    down = public.queue[0].seat == public.active
    four = _four(Sacrifice, "sacrifice_down" if down else "sacrifice", lambda kind: forbids.sacrifice(own, kind))
    return Answers((four,), question=text("bali.ask.sacrifice"), secret=True, panel=text("bali.panel.sacrifice"))


def _supply(public: Public, own: Own | None, due: Due) -> Answers:
    four = _four(Supply, "supply", lambda kind: forbids.added(public, kind))
    return Answers((four,), question=text("bali.ask.supply"), panel=text("bali.panel.supply"))


def _keep(public: Public, own: Own | None, due: Due) -> Answers:
    assert own is not None
    back = Option(do=said(Keep(None)), words=text("bali.ask.keep_none"), spoken=text("bali.say.keep_none"))
    groups = (_four(Keep, "keep", lambda kind: forbids.keep(own, kind)), Group((back,), 1))
    return Answers(groups, question=text("bali.ask.keep"), secret=True, panel=text("bali.panel.keep"))


def _substitute(public: Public, own: Own | None, due: Due) -> Answers:
    none = Option(do=said(Substitute(None)), words=text("bali.ask.none"), spoken=text("bali.say.substitute_none"))
    groups = (_four(Substitute, "substitute", lambda kind: forbids.supply(public, kind)), Group((none,), 1))
    return Answers(groups, question=text("bali.ask.substitute"), panel=text("bali.panel.substitute"))


def _reward(public: Public, own: Own | None, due: Due) -> Answers:
    n = gains(public, SHRINE)[public.queue[0].seat]
    options = tuple(
        Option(
            do=said(Choose(tally)),
            words=text(f"bali.plus.{tally}", count=n),
            sign=tally.removesuffix("s"),
            spoken=text(f"bali.say.reward_{tally}", count=n),
        )
        for tally in TALLIES
    )
    return Answers((Group(options, 2),), question=text("bali.ask.reward"), panel=text("bali.panel.reward"))


def _scored(public: Public, own: Own | None, due: Due) -> Answers:
    cards = tuple(
        Option(
            do=said(Scored(card)),
            words=text(f"bali.kind.{card}") if is_kind(card) else text(f"bali.card_name.{card}"),
            sign=card,
            spoken=text("bali.say.scored", card=text(f"bali.card_name.{card}")),
            panel=text(f"bali.panel.{card}"),
        )
        for card in CARDS
    )
    last = Option(
        do=said(DeckEmpty()),
        words=text("bali.ask.deck_empty"),
        spoken=text("bali.say.deck_empty"),
        confirm=text("bali.ask.deck_empty_sure"),
        panel=text("bali.panel.deck_empty"),
    )
    ends = (_oracle(public), last) if public.options.oracle else (last,)
    farmers = Group(cards[:4], 4, panel=text("bali.panel.a_farmer"))
    groups = (farmers, Group(cards[4:], 3), Group(ends, len(ends)))
    return Answers(groups, question=text("bali.ask.scored"), panel=text("bali.panel.scored"))


def _oracle(public: Public) -> Option:
    return Option(
        do=said(Oracle()),
        words=text("bali.ask.oracle"),
        spoken=text("bali.say.oracle"),
        confirm=text("bali.ask.oracle_sure"),
        panel=text("bali.panel.oracle"),
        why=forbids.oracle(public),
    )


def _count(public: Public, own: Own | None, due: Due) -> Answers:
    """BALI-37: numbers that begin at nothing, so that nobody copies."""
    cards = tuple((text(f"bali.offerings.{kind}"), kind) for kind in KINDS)
    if due.seat is None:
        altar = (_number("altar", EACH, KINDS),)
        words = text("bali.ask.count_altar")
        form = Form(begun(Count), altar, text("bali.ask.count_done"), labels=cards, fold=words)
        return Answers(forms=(form,), panel=text("bali.panel.count_altar"))
    fields = (
        _number("sacrifices", EACH, KINDS),
        _number("stones", MOST),
        _number("points", MOST),
        _number("shrines", MOST_SHRINES),
    )
    labels = (*cards, *((text(f"bali.label.{tally}s"), tally) for tally in ("stone", "point", "shrine")))
    fold = text("bali.ask.count")
    form = Form(begun(Count), fields, text("bali.ask.count_done"), labels=labels, fold=fold)
    return Answers(forms=(form,), panel=text("bali.panel.count"))


def _number(name: str, most: int, keys: tuple[str, ...] | None = None) -> Field:
    return Field(name, min=0, max=most, default=0, keys=keys)


def _accept(public: Public, own: Own | None, due: Due) -> Answers:
    """Where all agrees there is nothing to choose: a record may say so, nobody is asked. Once the table has chosen the
    question is folded away, for who changes its mind."""
    if not disagree(public):
        field = Field("of", of=HOLDS)
        return Answers(forms=(Form(begun(Accept), (field,), text("bali.ask.accept"), drawn=False),))
    options = tuple(
        Option(
            do=said(Accept(of)),
            words=text(f"bali.ask.accept_{of}"),
            spoken=text(f"bali.say.accept_{of}"),
            panel=text(f"bali.panel.accept_{of}"),
        )
        for of in HOLDS
    )
    chosen = public.final is not None and public.final.accepted is not None
    question = text("bali.ask.accept")
    return Answers(
        (Group(options, 2),), question=question, fold=question if chosen else None, panel=text("bali.panel.accept")
    )


def _set(public: Public, own: Own | None, due: Due) -> Answers:
    tallies = tuple(_set_form(public, tallies) for tallies in SETS)
    return Answers(forms=(*tallies, *tracked.settings(public)), panel=text("bali.panel.set"))


def _set_form(public: Public, tallies: tuple[Reward, ...]) -> Form:
    fields = (Field("seat", of=tuple(public.seats)), *(_number(tally, MOST) for tally in tallies))
    standing: Mapping[Reward, tuple[int, ...]] = {"stones": public.stones, "points": public.points}
    return Form(
        begun(SetRight),
        fields,
        text("bali.ask.set_done"),
        labels=tuple((text(f"bali.label.{tally}"), tally.removesuffix("s")) for tally in tallies),
        fold=text(f"bali.ask.set_{'_'.join(tallies)}"),
        panel=text(f"bali.panel.set_{'_'.join(tallies)}"),
        starts={seat: {tally: standing[tally][i] for tally in tallies} for i, seat in enumerate(public.seats)},
    )


Ask = Callable[[Public, Own | None, Due], Answers]

ASKS: Final[Mapping[str, Ask]] = {
    **tracked.ASKS,
    "turn": _turn,
    "sacrifice": _sacrifice,
    "supply": _supply,
    "keep": _keep,
    "substitute": _substitute,
    "reward": _reward,
    "scored": _scored,
    "count": _count,
    "accept": _accept,
    "set": _set,
}
