"""The story of the game, round by round: what all saw, and after the end also what was face down (BABEL-24)."""

from collections.abc import Iterator

from companion.core.blocks import Chapter, Deed, Timeline
from companion.core.caching import cached_by_identity
from companion.core.game import Tale
from companion.core.state import Seat
from companion.core.view import RevealedItem, RevealSteps
from companion.core.words import Text, listed, names, text
from companion.games.babel.cards import card_sign, card_words
from companion.games.babel.pieces import PLACE, blocks_missing, rows, sort_of
from companion.games.babel.score import won_by
from companion.games.babel.state import Deeds, Effect, Final, Given, Public, Round


@cached_by_identity
def evening(public: Public) -> tuple[Timeline, ...]:
    """Return the rounds so far. During the game the latest round comes first, because people look for it."""
    rounds = tuple(_round(public, this) for this in public.rounds)
    if public.final is not None:
        chapters = (_deal(public, public.final), *rounds, *_reversal(public))
        return (Timeline(text("babel.evening.title"), chapters),)
    chapters = (*_reversal(public), *reversed(rounds))
    return (Timeline(text("babel.evening.so_far"), chapters),) if chapters else ()


@cached_by_identity
def latest_event(public: Public) -> tuple[Text, ...]:
    """Return the last thing that all saw in the latest round: a card, or storms. Return nothing before the first one."""
    if not public.rounds:
        return ()
    this = public.rounds[-1]
    if this.effects:
        return (_took_effect(public, this.effects[-1]),)
    return (text("babel.told.storms", count=this.storms),) if this.storms else ()


def role(final: Final, place: int) -> Text:
    """Return a seat's role at the end, in words. If the box dealt the cards, add since which round a zealot is one."""
    if place == final.messenger:
        return text("babel.role.messenger")
    if place not in final.zealots:
        return text("babel.role.architect")
    since = final.zealot_since[place]
    if since is None:
        return text("babel.role.zealot")
    return text("babel.role.zealot_since", round=since) if since else text("babel.role.zealot_dealt")


def reveal_steps(public: Public) -> RevealSteps | None:
    """Return the reveal. During the game it shows the seals, one by one. At the end it shows the punishment cards, then the
    roles in a random order (BABEL-16 to 18, 24)."""
    final = public.final
    if final is None:
        seals = tuple(_pointed(public, "seals", one) for one in public.seals)
        return RevealSteps("seals", text("babel.reveal.seals"), seals) if seals else None
    given = tuple(_pointed(public, "gives", one) for one in final.given)
    roles = tuple(_role_item(final, i, seat) for i, seat in enumerate(public.seats))
    return RevealSteps("end", text("babel.reveal.end"), (*given, *roles))


def _role_item(final: Final, place: int, seat: Seat) -> RevealedItem:
    """Return the item of the reveal with a seat's role and side. It is `mixed`: its place is drawn, so the order gives no
    role away."""
    kind = "messenger" if place == final.messenger else "zealot" if place in final.zealots else "architect"
    return RevealedItem(role(final, place), seat=seat, sign=kind, mixed=True, small=text(f"babel.side.{kind}"))


def _pointed(public: Public, what: str, one: Given) -> RevealedItem:
    target = public.seats[one.to]
    return RevealedItem(text(f"babel.reveal.{what}_at", target=target, count=one.cards), seat=public.seats[one.by])


# Chapters


def _deal(public: Public, final: Final) -> Chapter:
    zealots = (_deed(public, i, "zealot") for i in _new_zealots(final, 0))
    return Chapter(text("babel.evening.deal"), (_deed(public, final.messenger, "messenger"), *zealots))


def _deed(public: Public, place: int, what: str, **words: object) -> Deed:
    """Return a line about a seat, with the text `babel.evening.WHAT`."""
    seat = public.seats[place]
    return Deed(text(f"babel.evening.{what}", seat=seat, **words), seat=seat)


def _new_zealots(final: Final | None, number: int) -> Iterator[int]:
    """Return the places of the seats that became zealots in the round `number`."""
    return (i for i, since in enumerate(final.zealot_since if final else ()) if since == number)


def _round(public: Public, this: Round) -> Chapter:
    deeds: tuple[Deed, ...] = (
        Deed(text("babel.evening.builders", seats=names(public.seats[i] for i in this.builders))),
        *_chosen(public, this),
        *((Deed(text("babel.told.storms", count=this.storms), sign="storm"),) if this.storms else ()),
        *_swapped(public, this),
        *(Deed(_took_effect(public, effect), sign=card_sign(effect.card)) for effect in this.effects),
        *((Deed(text(f"babel.told.show_{this.shown}"), sign="punishment"),) if this.shown else ()),
        *(_deed(public, i, "zealot") for i in _new_zealots(public.final, this.number)),
        *(_deed(public, i, "shows") for i in _zealots_of_the_end(public, this)),
    )
    return Chapter(text("babel.evening.round", n=this.number), deeds, note=_note(public, this))


def _zealots_of_the_end(public: Public, this: Round) -> tuple[int, ...]:
    """Return the zealots that an end without a reversal asked for (BABEL-22), if this is the last round: they are listed
    there."""
    asked = public.final if public.fallen and not public.on_phones and this == public.rounds[-1] else None
    return asked.zealots if asked else ()


def _note(public: Public, this: Round) -> Text:
    master = public.seats[this.master]
    if not this.effects or public.blueprint is None:
        return text("babel.evening.master", seat=master)
    gap = blocks_missing(this.effects[-1].after, public.blueprint)
    if not gap:
        return text("babel.evening.master_complete", seat=master)
    return text("babel.evening.master_missing", seat=master, count=gap)


def _chosen(public: Public, this: Round) -> Iterator[Deed]:
    """Yield a line for each builder with the cards that it played and discarded, once the game is over. Before that, yield a
    line for each builder that discarded nothing."""
    deeds = _face_down(public, this)
    if deeds is None:
        yield from (_deed(public, i, "nothing") for i in this.nothing)
        return
    for i, choice in deeds.commits:
        discard = card_words(choice.discard) if choice.discard else text("babel.none")
        yield _deed(public, i, "did", card=card_words(choice.play), discard=discard)


def _swapped(public: Public, this: Round) -> Iterator[Deed]:
    """Yield a line with the cards that the Master took and gave, once the game is over."""
    deeds = _face_down(public, this)
    if deeds is not None and deeds.swap:
        take, give = map(card_words, deeds.swap)
        yield _deed(public, this.master, "swap", take=take, give=give)


def _face_down(public: Public, this: Round) -> Deeds | None:
    all_deeds = public.final.deeds if public.final else ()
    return next((deeds for deeds in all_deeds if deeds.number == this.number), None)


def _took_effect(public: Public, effect: Effect) -> Text:
    sort = sort_of(effect.card)
    if sort == "seal":
        return text("babel.effect.seal")
    if effect.seat is not None:
        return _deliberated(public, effect)
    if not effect.cells:
        return text(f"babel.effect.{'lightning' if sort == 'lightning' else 'built'}_nothing", card=card_words(effect.card))
    cells = listed(text("babel.cell_now", cell=cell, n=effect.after[PLACE[cell]]) for cell in effect.cells)
    if sort == "lightning":
        return text("babel.effect.lightning", cells=cells)
    return text("babel.effect.built", card=card_words(effect.card), cells=cells)


def _deliberated(public: Public, effect: Effect) -> Text:
    """Return the sentence on a deliberation, with the discard that it showed. With cards of cardboard only the people saw
    that."""
    assert effect.seat is not None
    seat = public.seats[effect.seat]
    if not public.on_phones:
        return text("babel.effect.deliberation", seat=seat)
    discard = card_words(effect.discard) if effect.discard else text("babel.none")
    return text("babel.effect.deliberation_shown", seat=seat, discard=discard)


def _reversal(public: Public) -> tuple[Chapter, ...]:
    """Return the chapter of the reversal so far (BABEL-16 to 18)."""
    final = public.final
    users = () if public.seals else public.declared
    given = final.given if final else ()
    deeds: tuple[Deed, ...] = (
        *(_deed(public, i, "uses") for i in users),
        *(_deed(public, seal.by, "seals", target=public.seats[seal.to]) for seal in public.seals),
        *(_deed(public, i, "shows") for i in public.zealots if not given),
        *(_deed(public, one.by, "gives", target=public.seats[one.to], count=one.cards) for one in given),
        *((_result(public, final),) if final and final.rule == "BABEL-18" else ()),
    )
    return (Chapter(text("babel.evening.reversal"), deeds),) if deeds else ()


def _result(public: Public, final: Final) -> Deed:
    """Return the numbers that decided the reversal (BABEL-18)."""
    return _deed(public, final.messenger, "result", seals=final.seals, punishments=final.punishments)


# The story


def tale(public: Public) -> Tale:
    """Return the story: the roles, how much was built, the numbers that decided, and the tower."""
    final = public.final
    if final is None:
        return Tale()
    seat, stacks = public.seats[final.messenger], rows(public.heights)
    return Tale((_roles(public, final), _built(public)), _decided(final, seat) or won_by(public), stacks=stacks)


def _roles(public: Public, final: Final) -> Text:
    seat, zealots = public.seats[final.messenger], names(public.seats[i] for i in final.zealots)
    if not final.zealots:
        return text("babel.tale.messenger", seat=seat)
    return text("babel.tale.zealots", seat=seat, zealots=zealots, count=len(final.zealots))


def _built(public: Public) -> Text:
    effects = (one for this in public.rounds for one in this.effects)
    changes = [after - before for one in effects for before, after in zip(one.before, one.after, strict=True)]
    built, struck = sum(n for n in changes if n > 0), -sum(n for n in changes if n < 0)
    return text("babel.tale.struck" if struck else "babel.tale.built", count=built, struck=struck)


def _decided(final: Final, seat: Seat) -> Text | None:
    """Return the seals and punishment cards that decided the reversal (BABEL-18), or None if there was none."""
    if final.rule != "BABEL-18":
        return None
    return text("babel.tale.received", seat=seat, seals=final.seals, cards=final.punishments)
