"""What each chair, or an onlooker, sees of a game of Buru."""

from companion.core.knowledge import Seat
from companion.core.view import Block, Cell, Count, Grid, Note, Now, Oled, Row, SeatRow, Seats, Secret, View
from companion.core.words import Text, text
from companion.games.buru.pieces import GOODS, REGIONS, RESOURCES, SPIRITS, forest_cards
from companion.games.buru.result import end_blocks, end_now, end_oled
from companion.games.buru.state import Dominance, Own, Public
from companion.games.buru.stories import listed, place_name, some


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    place = None if seat is None else public.names.index(seat)
    over = public.final is not None
    return View(
        where=_where(public),
        now=end_now(public, place) if over else _now(public, place),
        phase=public.phase,
        rules=f"buru.rulesref.{public.phase}",
        oled=end_oled(public) if over else _oled(public),
        blocks=_blocks(public, own, place),
    )


def _where(public: Public) -> Text:
    if public.step in ("final", "end"):
        return text("buru.where_end")
    return text("buru.where", round=public.round, of=public.options.rounds)


# What now


def _now(public: Public, place: int | None) -> Now:
    """Lit for the seat that is awaited; what is the table's waits for everybody."""
    small = (text(f"buru.phase.{public.phase}"), *_forest(public))
    if public.active is None:
        return Now(text(f"buru.now.{public.step}"), small, lit=place is not None)
    name = public.names[public.active]
    if public.is_rival(public.active):
        return Now(text(f"buru.now.{public.step}_rival", rival=name), small, lit=place is not None)
    if public.active == place:
        return Now(text(f"buru.now.{public.step}"), small, lit=True)
    return Now(text(f"buru.now.{public.step}_other", seat=name), small)


def _forest(public: Public) -> tuple[Text, ...]:
    """BURU-05: what the table lays out besides, while decrees are told."""
    return (text("buru.now.forest", count=forest_cards(len(public.names))),) if public.step == "decree" else ()


def _oled(public: Public) -> Oled:
    right = text("buru.oled.round", round=public.round, of=public.options.rounds)
    sub = text(f"buru.oled.{public.step}")
    if public.active is None:
        return Oled(right=right, main=text(f"buru.oled.phase.{public.phase}"), sub=sub)
    name = public.names[public.active]
    if public.is_rival(public.active):
        return Oled(right=right, main=text("buru.oled.rival", rival=name), sub=sub)
    return Oled(right=right, seat=name, sub=sub)


# Blocks


def _blocks(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    secret = () if own is None else (_secret(public, own, place),)
    if public.final is not None:
        return (*end_blocks(public, place), *secret)
    return (*_revealed(public), *_decrees(public), *_laid(public), _seats(public), *secret)


def _revealed(public: Public) -> tuple[Block, ...]:
    """BURU-10: the region of the moment in the order of action, and who dominates it."""
    if not public.totals:
        return ()
    rows = (
        Row(
            text("buru.seat", seat=public.names[total.by]),
            (Cell(_powers(public, total.by)), Cell(text("buru.power", n=total.power)), Cell(_turn(public, total.by))),
        )
        for total in public.totals
    )
    heads = tuple(text(f"buru.head.{name}") for name in ("seat", "tokens", "total", "turn"))
    return (Grid(heads, tuple(rows)), *(_dominance(public, won) for won in public.dominances[-1:]))


def _powers(public: Public, by: int) -> Text:
    assert public.region is not None
    return listed([text("buru.power", n=token.power) for token in public.at(public.region, by)])


def _turn(public: Public, by: int) -> Text:
    return text("buru.head.acted" if by in public.acted else "buru.head.waits")


def _dominance(public: Public, won: Dominance) -> Note:
    seat, region = public.names[won.by], place_name(won.region)
    totem = text(f"buru.totem.{won.totem}") if won.totem else text("buru.some.esteem", count=1)
    more = [text("buru.dominance.gets", what=totem)]
    more += [text("buru.dominance.tie", seat=seat, other=public.names[other]) for other in won.over]
    more += [text("buru.dominance.gets", what=some_reward(decree.reward)) for decree in won.decrees]
    return Note(text("buru.dominance.won", seat=seat, region=region), more=tuple(more))


def some_reward(reward: tuple[int, ...] | None) -> Text:
    """What a decree gives, where the table told it."""
    if reward is None:
        return text("buru.decree_untold")
    return some({name: n for name, n in zip(GOODS, reward, strict=True) if n})


def _decrees(public: Public) -> tuple[Note, ...]:
    lines = tuple(
        text("buru.decree_at", where=place_name(decree.place), what=some_reward(decree.reward)) for decree in public.decrees
    )
    return (Note(text("buru.decrees"), more=lines),) if lines else ()


def _laid(public: Public) -> tuple[Grid, ...]:
    """BURU-06: where tokens lie, in the order in which they were laid."""
    if not public.tokens:
        return ()
    rows = tuple(Row(place_name(region), (Cell(_names(public, region)),), sign=region) for region in REGIONS)
    return (Grid((text("buru.head.region"), text("buru.head.tokens")), rows),)


def _names(public: Public, region: str) -> Text:
    names = [text("buru.seat", seat=public.names[token.by]) for token in public.tokens if token.region == region]
    return listed(names) if names else text("buru.none")


def _seats(public: Public) -> Seats:
    return Seats(tuple(_row(public, by) for by in range(len(public.names))))


def _row(public: Public, by: int) -> SeatRow:
    player = public.players[by]
    goods = [(name, n) for name, n in zip(GOODS, player.goods, strict=True) if public.options.full or name not in RESOURCES]
    cards = [("tribute", sum(player.tributes)), ("elder", player.elders), ("islander", sum(player.islanders))]
    counts = tuple(Count(n, name, text(f"buru.word.{name}", count=n)) for name, n in (*goods, *cards))
    return SeatRow(public.names[by], counts, active=by == public.active, note=_note(public, by))


def _note(public: Public, by: int) -> Text | None:
    """Who is the Emissary, and who holds which totem."""
    marker = [text("buru.emissary")] if by == public.emissary and public.step != "first" else []
    totems = zip(SPIRITS, public.totems, strict=True)
    held = [text(f"buru.totem.{spirit}") for spirit, holder in totems if holder == by]
    return listed([*marker, *held]) if marker or held else None


# Behind the cover


def _secret(public: Public, own: Own, place: int | None) -> Secret:
    """The tokens in hand, each laid one with its region, and what tribute cards are known to be worth."""
    tokens = [token for token in public.tokens if token.by == place]
    laid = [
        text("buru.secret.laid", n=power, region=place_name(token.region))
        for power, token in zip(own.laid, tokens, strict=True)
    ]
    lines = tuple(listed(laid[i : i + 2]) for i in range(0, len(laid), 2))
    hand = text("buru.secret.hand", powers=listed([text("buru.power", n=power) for power in own.hand]))
    return Secret(text("buru.secret.name"), goal=_values(own), hand=(hand, *lines))


def _values(own: Own) -> tuple[Text, ...]:
    return tuple(
        text("buru.secret.values", spirit=text(f"buru.spirit.{spirit}"), values=listed([_value(n) for n in values]))
        for spirit, values in zip(SPIRITS, own.values, strict=True)
        if values
    )


def _value(n: int | None) -> Text:
    return text("buru.unknown") if n is None else text("buru.power", n=n)
