"""What the end asks: the worth of cards, and counts; and open tallies set right at any time."""

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.actions import as_data, form_start
from companion.core.answers import Answers, Field, Form, Option
from companion.core.dues import Due
from companion.core.words import Text, text
from companion.games.buru.actions import Count, SetRight, Worth
from companion.games.buru.forms import labels
from companion.games.buru.goods import goods_of
from companion.games.buru.pieces import GOODS, MOST_AT_ONCE, MOST_FISH, SPIRITS, Good, Spirit
from companion.games.buru.state import Own, Public

MOST = 999


def final(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-45: one number for each card that is not told yet. It stands folded, and is no question that looks the same
    for everybody: the record wants exactly the values that this seat has kept to itself."""
    by = next(by for by in range(len(public.names)) if due.id == f"final-{by}")
    rival = public.rival(by) if own is None else UNSET
    left = {spirit: _untold(public, own, by, i) for i, spirit in enumerate(SPIRITS) if spirit in public.spirits}
    elders = public.players[by].elders
    do = form_start(Worth) if rival is UNSET else form_start(Worth, rival=rival)
    written = _values({**do, **({} if elders else {"elders": []})}, left, elders, drawn=False)
    if not (elders or any(left.values())):
        told = Option(as_data(Worth(rival, {}, [])), text("buru.ask.final_told"))
        return Answers(forms=(written,), main=told)
    asked = {spirit: n for spirit, n in left.items() if n}
    blank: dict[str, object] = {**({} if asked else {"tributes": {}}), **({} if elders else {"elders": []})}
    fold = text("buru.ask.final_rival", rival=rival) if rival else text("buru.ask.final")
    panel = text("buru.panel.final_rival", rival=rival) if rival else text("buru.panel.final")
    form = replace(_values({**do, **blank}, asked, elders, drawn=True), fold=fold, panel=panel)
    return Answers(forms=(form, written), panel=panel)


def _values(do: dict[str, object], left: dict[Spirit, int], elders: int, drawn: bool) -> Form:
    """The one that is drawn asks only for what is missing. A record may name spirits of which nothing is."""
    fields = (*_value("tributes", left), *_value("elders", elders))
    cards = [(text("buru.tribute_of", spirit=text(f"buru.spirit.{s}")), s) for s, n in left.items() for _ in range(n)]
    labels = (*cards, *[(text("buru.elder"), "elder")] * elders)
    return Form(do, fields, text("buru.ask.final_done"), labels=labels, drawn=drawn)


def _value(name: str, many: dict[Spirit, int] | int) -> tuple[Field, ...]:
    """Of nothing nothing is asked."""
    return (Field(name, min=0, max=MOST_AT_ONCE, many=many, unseen=True),) if many else ()


def _untold(public: Public, own: Own | None, by: int, spirit: int) -> int:
    """How many of a spirit's cards have still to be told; of a rival's all."""
    return public.players[by].tributes[spirit] if own is None else own.values[spirit].count(None)


def count(public: Public, own: Own | None, due: Due) -> Answers:
    """BURU-45: numbers that begin at nothing, so that nobody copies."""
    names = ("esteem", "tributes", "elders")
    fields = tuple(Field(name, min=0, max=MOST, default=0) for name in names)
    words = (text("buru.label.track"), text("buru.label.tributes"), text("buru.label.elders"))
    numbers = tuple(zip(words, ("esteem", "tribute", "elder"), strict=True))
    fold, panel = text("buru.ask.count"), text("buru.panel.count")
    form = Form(form_start(Count), fields, text("buru.ask.count_done"), labels=numbers, fold=fold, panel=panel)
    return Answers(forms=(form,), panel=panel)


def set_right(public: Public, own: Own | None, due: Due) -> Answers:
    """What may be set right: fish, esteem, with the full ledger goods; of rivals too. One form each, and one for several."""
    goods = goods_of(public.options.full)
    each = tuple(_set_form(public, (name,), False) for name in goods)
    return Answers(forms=(*each, _set_form(public, goods, True)), panel=text("buru.panel.set"))


def _set_form(public: Public, goods: tuple[Good, ...], several: bool) -> Form:
    """The one for several is for records and other clients; nobody needs it at the table."""
    numbers = (Field(name, min=0, max=MOST_FISH if name == "fish" else MOST, default=0, optional=several) for name in goods)
    fold: Text | None = None if several else text(f"buru.ask.set.{goods[0]}")
    return Form(
        form_start(SetRight),
        (Field("seat", of=public.names), *numbers),
        text("buru.ask.set_done"),
        labels=labels(goods),
        fold=fold,
        starts={
            name: {good: n for good, n in zip(GOODS, player.goods, strict=True) if good in goods}
            for name, player in zip(public.names, public.players, strict=True)
        },
        panel=None if several else text(f"buru.panel.set_one.{goods[0]}"),
        drawn=not several,
    )
