"""Questions of every shape that an answer can have, in Bali's words, because the toy game has none."""

from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.blocks import Count, Marker
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.kits.board import Column, Columns, Ring, Space
from companion.kits.paper import Ground, Ink, Map, Placing

KINDS = ("rice", "peanut", "banana", "pepper")
TOKENS = (1, 2, 3, 4, 5)
CARDS = ("1", "2", "3")
USED = text("bali.bought_already")
PAWN = Marker(text("bali.name"), "stone")


def kind(name: str) -> Text:
    return text(f"bali.kind.{name}")


def number(n: int) -> Text:
    return text("bali.times", n=n)


def bid(used: int = 4) -> Answers:
    """Return a question with an open step (where) and a secret step (which of five tokens). One token is against the
    rules."""
    lying = {"rice": (Seat("Ben"), Seat("Cho")), "banana": (Seat("Dai"),)}
    where = tuple(Choice(kind(at), sign=at, pieces=lying.get(at, ()), panel=kind(at)) for at in KINDS)
    which = tuple(Choice(number(n)) for n in TOKENS)
    bids = tuple(
        Option({"type": "bid", "at": at, "token": n}, kind(at), why=USED if n == used else None, path=(i, j))
        for i, at in enumerate(KINDS)
        for j, n in enumerate(TOKENS)
    )
    titles = text("bali.ask.sacrifice"), text("bali.ask.keep")
    steps = (Step(where, 2, titles[0], text("bali.ask.buy_hint"), overt=True), Step(which, 5, titles[1]))
    return Answers(steps=Steps(steps, bids), secret=True)


def commit(shown: bool = True) -> Answers:
    """Return a question about three cards: play one, and discard another or none. It takes two taps in one grid."""
    backs = tuple(Choice(number(n)) for n in (1, 2, 3))
    play = Step(backs, 3, kind("rice"), overt=shown)
    off = Step((*backs, Choice(text("bali.ask.keep_none"))), 3, kind("banana"))
    pairs = [(i, j) for i in range(3) for j in range(4) if i != j]
    options = tuple(Option({"type": "commit", "play": i, "off": j}, kind("rice"), path=(i, j)) for i, j in pairs)
    return Answers(steps=Steps((play, off), options, one_grid=True), question=text("bali.ask.supply"), secret=True)


def reveal() -> Answers:
    """Return an open question: a card, and for some cards a place. One card has no possible place."""
    cards = tuple(Choice(kind(name), sign=name, panel=kind(name)) for name in ("rice", "peanut", "banana"))
    cells = tuple(Choice(number(n), panel=number(n)) for n in (1, 2, 3))
    options = (
        Option({"type": "reveal", "card": "rice", "cell": 1}, kind("rice"), path=(0, 0)),
        Option({"type": "reveal", "card": "rice", "cell": 2}, kind("rice"), path=(0, 1), why=USED),
        Option({"type": "reveal", "card": "peanut"}, kind("peanut"), path=(1,)),
        Option({"type": "reveal", "card": "banana", "cell": 3}, kind("banana"), path=(2, 2), why=USED),
    )
    titles = text("bali.ask.supply"), text("bali.ask.substitute")
    steps = Steps((Step(cards, 3, titles[0]), Step(cells, 3, titles[1])), options)
    return Answers(steps=steps, panel=text("bali.panel.scored"))


def gain() -> Answers:
    """Return a question with optional numbers, values in words, and an optional choice."""
    fields = (
        Field("fish", min=1, max=9, default=2, optional=True),
        Field("clay", min=3, max=9, optional=True),
        Field("pay", min=0, max=9, keys=("palm", "ebony"), optional=True),
        Field("as", of=("s", "p")),
        Field("of", of=("r", "b"), optional=True),
    )
    labels = tuple((text(f"bali.label.{name}"), name.removesuffix("s")) for name in ("stones", "points", "shrines"))
    words = {
        "as": (Choice(text("bali.label.stones"), sign="stone"), Choice(text("bali.label.points"), sign="point")),
        "of": (Choice(kind("rice"), panel=kind("rice")), Choice(kind("banana"), panel=kind("banana"))),
    }
    form = Form({"type": "gain"}, fields, text("bali.ask.count_done"), labels, words)
    unseen = Form({"type": "deal"}, (Field("roles", of=("r",), keys=("Ana",)),), text("bali.ask.count"), drawn=False)
    return Answers(forms=(unseen, form), panel=text("bali.panel.count_altar"))


def first() -> Answers:
    """Return a question for a seat, which people name or the box draws."""
    named = Field("seat", of=("Ana", "Ben", "Cho", "Dai"))
    form = Form({"type": "first"}, (named,), text("bali.ask.set_done"), collapsed=text("bali.ask.set_stones"))
    draw = Option({"type": "first"}, text("bali.ask.oracle"), panel=text("bali.panel.oracle"))
    return Answers(forms=(form,), question=text("bali.ask.accept"), panel=text("bali.panel.accept"), lots=draw)


GROUND = Map(
    rows=("aaab", "a+Ab", "aaab"),
    grounds={
        "a": Ground(kind("rice"), "area1"),
        "b": Ground(kind("peanut"), "area2"),
        "A": Ground(kind("banana"), "altar1"),
        "+": Ground(kind("pepper"), "centre"),
    },
    paint=("....", "....", "..g."),
    inks={"b": Ink(1, text("piece.1"), Seat("Ana")), "g": Ink(2, text("piece.2"), Seat("Ben"))},
)


def drawing() -> Answers:
    """Return a question for the place of a corner of three cells on a small map. The piece can be turned four ways."""
    turns = (
        ((0, 0), (0, 1), (1, 0)),
        ((0, 0), (0, 1), (1, 1)),
        ((0, 1), (1, 0), (1, 1)),
        ((0, 0), (1, 0), (1, 1)),
    )
    placing = Placing(
        {"type": "draw"},
        GROUND,
        "b",
        turns,
        spots=((0, 0, 0, 0), (3, 1, 0, 1)),
        says=(kind("rice"), kind("peanut")),
        words=text("bali.ask.supply"),
        apart=USED,
        closed=("....", ".00.", "..1."),
        whys=(text("bali.too_few_stones", need=3, have=1), text("bali.none_left")),
    )
    return Answers(placing=placing, question=text("bali.ask.sacrifice"))


OFFER = Columns(
    tuple(
        Column(number(n), tuple(Count(None, one, kind(one)) for one in cards), marks=(PAWN,) if n == 3 else ())
        for n, cards in ((1, KINDS), (2, KINDS[:2]), (3, KINDS[1:]), (4, ()))
    ),
    size=4,
)


def take() -> Answers:
    """Return a question for the last card of each column, one of which may not be taken, and one answer without a place."""
    at = ((0, "pepper"), (1, "peanut"), (2, "pepper"))
    cards = tuple(
        Option({"type": "take", "column": n + 1}, kind(last), panel=kind(last), why=USED if n == 2 else None, at=n)
        for n, last in at
    )
    none = Option({"type": "none"}, text("bali.ask.keep_none"), panel=text("bali.ask.keep_none"))
    return Answers(
        (Group((*cards, none), 3),), question=text("bali.ask.sacrifice"), panel=text("bali.panel.scored"), on=OFFER
    )


CIRCLE = Ring(
    text("bali.name"),
    tuple(
        Space(kind(KINDS[n % 4]), (Count(n, KINDS[n % 4], kind(KINDS[n % 4])),), pieces=(Seat("Ben"),) if n == 11 else ())
        for n in range(12)
    ),
    start=text("bali.ask.supply"),
    waiting=(Seat("Ana"),),
)


def refill(many: int | tuple[int, int] = 4, secret: bool = False, bananas: int = 2) -> Answers:
    """Return a question for cards in the order of their draw, of which some are equal. `bananas` is the number of bananas
    that are left."""
    cards = tuple(
        Choice(kind(name), sign=name, panel=kind(name), left=bananas if name == "banana" else None, gone=USED)
        for name in KINDS
    )
    field = Field("cards", of=KINDS, many=many, again=True)
    named = text("bali.panel.scored")
    form = Form({"type": "refill"}, (field,), text("bali.ask.count_done"), choices={"cards": cards}, panel=named)
    return Answers(forms=(form,), question=text("bali.ask.sacrifice"), panel=named, secret=secret)


def swap() -> Answers:
    """Return a question with two choices of the same values. Their titles distinguish them."""
    fields = tuple(Field(name, of=KINDS) for name in ("card", "is"))
    called = tuple(Choice(kind(name), sign=name, panel=kind(name)) for name in KINDS)
    heads = {"card": text("bali.ask.sacrifice"), "is": text("bali.ask.keep")}
    form = Form({"type": "swap"}, fields, text("bali.ask.set_done"), choices={"card": called, "is": called}, heads=heads)
    return Answers(forms=(form,), panel=text("bali.panel.scored"))


def sail() -> Answers:
    """Return a question for one to three steps around a ring. The last two answers lead to the same space."""
    leads = ((1, 10), (2, 0), (3, 0))
    steps = tuple(
        Option({"type": "sail", "steps": n}, number(n), panel=number(n), small=kind("rice") if at == 0 else None, at=at)
        for n, at in leads
    )
    return Answers((Group(steps, 1),), question=text("bali.ask.sacrifice"), panel=text("bali.panel.scored"), on=CIRCLE)
