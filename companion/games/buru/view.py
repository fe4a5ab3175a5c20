"""What each chair, or an onlooker, sees of a game of Buru."""

from collections.abc import Iterator

from companion.core.knowledge import Seat
from companion.core.view import Block, Count, Note, Now, Oled, SeatRow, Seats, Secret, Tally, View
from companion.core.words import Text, text
from companion.games.buru import dusk, guide, island
from companion.games.buru.pieces import DECREES, GOODS, GROUPS, POWERS, RESOURCES, SPIRITS, forest_cards
from companion.games.buru.result import end_blocks, end_now, end_oled
from companion.games.buru.state import Own, Player, Public
from companion.games.buru.stories import listed, tell


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
    by, small = public.active, (*_round(public, place), *_small(public, place))
    if public.step == "final":
        return _final(public, place)
    kept = "_kept" if public.region is None and public.step in ("reveal", "show") else ""
    where = {} if public.region is None else {"region": text(f"buru.region.{public.region}")}
    key = f"buru.now.{public.step}{kept}"
    if by is None:
        return Now(text(key, **where), small, lit=place is not None)
    name = public.names[by]
    if public.is_rival(by):
        return Now(text(f"{key}_rival", rival=name, **where), small, lit=place is not None)
    if by == place:
        return Now(text(key, **where), small, lit=True)
    return Now(text(f"{key}_other", seat=name, **where), small)


def _final(public: Public, place: int | None) -> Now:
    """BURU-45: lit for who has something to tell; of a rival's cards all may. Everybody sees who is missing."""
    left, small = dusk.missing(public), (*_round(public, place), text("buru.phase.final"))
    mine = [by for by in left if by == place or public.is_rival(by)]
    if place in left:
        return Now(text("buru.now.final"), small, lit=True)
    names = listed([text("buru.seat", seat=public.names[by]) for by in left])
    return Now(text("buru.now.final_other", seats=names), small, lit=place is not None and bool(mine))


def _round(public: Public, place: int | None) -> tuple[Text, ...]:
    """A phone has it in its seat bar."""
    return (text("buru.now.round", round=public.round, of=public.options.rounds),) if place is None else ()


def _small(public: Public, place: int | None) -> tuple[Text, ...]:
    """One line more, so that the fullest turn still finds room under it."""
    by = public.active
    if public.step == "act" and by is not None:
        mine = by == place or public.is_rival(by)
        return (guide.hint(public, by),) if mine and place is not None else _after(public, place)
    if public.step == "place":
        if by == place:
            return (text("buru.now.face_down"),)
        return (text("buru.now.placed", n=len(public.tokens), of=(len(POWERS) - 1) * len(public.names)),)
    if public.step == "decree":
        nth = text("buru.now.nth", n=len(public.decrees) + 1, of=DECREES)
        return (nth, text("buru.now.forest", count=forest_cards(len(public.names))))  # BURU-05
    return (text(f"buru.phase.{public.phase}"),)


def _after(public: Public, place: int | None) -> tuple[Text, ...]:
    """BURU-12: who acts next here, up to the seat that waits."""
    waiting = [total.by for total in public.waiting()]
    if not waiting:
        return (text("buru.now.last_here"),)
    names = [text("buru.seat", seat=public.names[by]) for by in waiting]
    if place not in waiting:
        return (text("buru.now.then", seats=listed(names)),)
    before = names[: waiting.index(place)]
    return (text("buru.now.then_you_after", seats=listed(before)) if before else text("buru.now.then_you"),)


def _oled(public: Public) -> Oled:
    right = text("buru.oled.round", round=public.round, of=public.options.rounds)
    here = public.region if public.step == "act" else None
    sub = text(f"buru.oled.act_{here}") if here else text(f"buru.oled.{public.step}")
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
    guided = (*guide.steps(public), *_so_far(public, place))
    if place is None:
        return (*island.whole(public), _seats(public), *_so_far(public, place), *island.altars(public))
    after: tuple[Block, ...] = (*island.altars(public), _seats(public))
    # Who places sees the regions in the question itself.
    is_bidding = public.step == "place" and public.active == place
    others = () if is_bidding else island.elsewhere(public)
    strip: tuple[Block, ...] = () if public.step == "act" and _is_rivals(public) else (_strip(public, place),)
    if public.region is None:
        return (*strip, *others, *after, *secret)
    return (*strip, *guided, *island.now_here(public), *island.track(public), *after, *others, *secret)


def _is_rivals(public: Public) -> bool:
    return public.active is not None and public.is_rival(public.active)


def _strip(public: Public, place: int) -> Tally:
    """What a seat counts with, and who the Emissary is."""
    player = public.players[place]
    counts = [Count(player.fish, "fish", text("buru.word.fish", count=player.fish))]
    counts.append(Count(player.esteem, "esteem", text("buru.word.esteem", count=player.esteem)))
    if public.step != "first":
        counts.append(Count(None, "emissary", text("buru.seat", seat=public.names[public.emissary])))
    return Tally((*counts, *_goods(public, player)))


def _goods(public: Public, player: Player) -> Iterator[Count]:
    """BURU-44: what lies on a mat, where the ledger follows it."""
    if public.options.full:
        for name, n in zip(GOODS, player.goods, strict=True):
            if name in RESOURCES:
                yield Count(n, name, text(f"buru.word.{name}", count=n))


def _so_far(public: Public, place: int | None) -> tuple[Note, ...]:
    """What was told in this turn. Who told one thing alone has it on the card that takes it back."""
    if not public.told or (place == public.active and len(public.told) == 1):
        return ()
    said = [tell(None, do) for do in public.told]
    return (Note(text("buru.so_far", what=listed(said))),)


def _seats(public: Public) -> Seats:
    return Seats(tuple(_row(public, by) for by in range(len(public.names))))


def _row(public: Public, by: int) -> SeatRow:
    player = public.players[by]
    flag = [Count(None, "emissary", text("buru.emissary"))] if by == public.emissary and public.step != "first" else []
    totems = [
        Count(None, f"totem_{s}", text(f"buru.totem.{s}"))
        for s, held in zip(SPIRITS, public.totems, strict=True)
        if held == by
    ]
    counts = [
        Count(n, sign, text(f"buru.word.{sign}", count=n)) for sign, n in (("fish", player.fish), ("esteem", player.esteem))
    ]
    return SeatRow(public.names[by], (*flag, *totems, *counts), active=by == public.active, note=_note(public, player))


def _note(public: Public, player: Player) -> Text | None:
    """What else lies open before somebody: goods, islanders by group, numbers of cards, the token kept."""
    parts = [text(f"buru.some.{count.sign}", count=count.n) for count in _goods(public, player) if count.n]
    groups = zip(GROUPS, player.islanders, player.tasked, strict=True)
    parts += [_islanders(group, n, tasked) for group, n, tasked in groups if n]
    spirits = zip(SPIRITS, player.tributes, strict=True)
    parts += [text("buru.tributes_to", spirit=text(f"buru.spirit.{s}"), n=n) for s, n in spirits if n]
    if player.elders:
        parts.append(text("buru.some.elder", count=player.elders))
    if player.kept is not None:
        parts.append(text("buru.kept", n=player.kept))
    return listed(parts) if parts else None


def _islanders(group: str, n: int, tasked: int) -> Text:
    name = text(f"buru.group.{group}")
    return (
        text("buru.islanders_tasked", group=name, n=n, tasked=tasked) if tasked else text("buru.islanders", group=name, n=n)
    )


# Behind the cover


def _secret(public: Public, own: Own, place: int | None) -> Secret:
    """The tokens in hand, each laid one with its region until that is revealed, and what tribute cards are worth."""
    assert place is not None
    hand = text("buru.secret.hand", powers=listed([text("buru.power", n=power) for power in own.hand]))
    cards = public.players[place]
    counts = (("tribute", sum(cards.tributes)), ("elder", cards.elders))
    return Secret(
        hand,
        goal=_laid(public, own, place),
        hand=_values(own),
        counts=tuple(Count(n, sign, text(f"buru.word.{sign}", count=n)) for sign, n in counts),
    )


def _laid(public: Public, own: Own, place: int) -> tuple[Text, ...]:
    """Region by region, two on a line."""
    tokens = [token for token in public.tokens if token.by == place]
    hidden = [(token.region, power) for token, power in zip(tokens, own.laid, strict=True) if token.power is None]
    regions = dict.fromkeys(region for region, _ in hidden)
    laid = [
        text(
            "buru.secret.laid",
            region=text(f"buru.region.{region}"),
            powers=listed([text("buru.power", n=power) for where, power in hidden if where == region]),
        )
        for region in regions
    ]
    return tuple(
        text("buru.secret.two", a=laid[i], b=laid[i + 1]) if i + 1 < len(laid) else laid[i] for i in range(0, len(laid), 2)
    )


def _values(own: Own) -> tuple[Text, ...]:
    return tuple(
        text("buru.secret.values", spirit=text(f"buru.spirit.{spirit}"), values=listed([_value(n) for n in values]))
        for spirit, values in zip(SPIRITS, own.values, strict=True)
        if values
    )


def _value(n: int | None) -> Text:
    return text("buru.unknown") if n is None else text("buru.power", n=n)
