"""What each chair, or an onlooker, sees of a game of Babel Builders."""

from companion.core.knowledge import Seat
from companion.core.view import Block, Cell, Grid, Note, Now, Oled, Row, SeatRow, Seats, Secret, View
from companion.core.words import Text, text
from companion.games.babel import sealed
from companion.games.babel.lists import listed, names
from companion.games.babel.names import card_words
from companion.games.babel.pieces import COLUMNS, PLACE, ROWS
from companion.games.babel.score import winners
from companion.games.babel.state import Commit, Effect, Own, Public, Round
from companion.games.babel.tower import missing

SEALED = ("setup", "commit", "declare", "seal", "punish")


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    place = None if seat is None else public.seats.index(seat)
    return View(
        where=_where(public),
        now=_now(public, own, place),
        phase=public.step,
        rules=f"babel.rulesref.{public.step}",
        oled=_oled(public),
        blocks=_blocks(public, own),
        timer=_may_time(public, place),
    )


def _may_time(public: Public, place: int | None) -> bool:
    """BABEL-25: the Master's phone, and the panel, may time the talk as long as the game goes on."""
    return public.round > 0 and public.final is None and place in (public.master, None)


def _where(public: Public) -> Text:
    if public.final is not None:
        return text("babel.where_end")
    return text("babel.where", round=public.round, last=public.last) if public.round else text("babel.where_setup")


# What now


def _now(public: Public, own: Own | None, place: int | None) -> Now:
    if public.final is not None:
        return Now(text(f"babel.end.{public.final.winner}"), (_reason(public),))
    if public.step == "setup":
        return Now(text("babel.now.setup"), _setup(public), lit=place is not None)
    if public.step in SEALED:
        return _sealed(public, own, place)
    if public.master == place:
        return Now(text(f"babel.now.{public.step}"), lit=True)
    return Now(text(f"babel.now.{public.step}_other", seat=_master(public)))


def _setup(public: Public) -> tuple[Text, ...]:
    missing = {
        "roles": not public.has_roles,
        "blueprint": public.blueprint is None,
        "master": public.master is None,
    }
    return (
        text("babel.now.setup_small", what=listed(text(f"babel.now.no_{name}") for name, is_so in missing.items() if is_so)),
    )


def _sealed(public: Public, own: Own | None, place: int | None) -> Now:
    """How many are in; who is not is on no screen but its own."""
    asked = sealed.asked(public)
    count = text("babel.now.told", told=public.told, asked=len(asked))
    if own is None or place not in asked:
        return Now(text(f"babel.now.{public.step}_other"), (count,))
    return Now(text(f"babel.now.{public.step}"), (count,), lit=own.told is None)


def _reason(public: Public) -> Text:
    final = public.final
    assert final is not None
    won = winners(final, len(public.seats))
    seats = names(public.seats[i] for i in won)
    key = f"babel.end.by_{final.rule.removeprefix('BABEL-')}"
    return text(key, seats=seats, seals=final.seals, punishments=final.punishments)


def _master(public: Public) -> Seat | None:
    return None if public.master is None else public.seats[public.master]


def _oled(public: Public) -> Oled:
    right = text("babel.oled.round", round=public.round, last=public.last)
    if public.final is not None:
        sub = text(f"babel.oled.by_{public.final.rule.removeprefix('BABEL-')}")
        return Oled(right=text("babel.oled.end"), main=text(f"babel.oled.{public.final.winner}"), sub=sub)
    sub = text(f"babel.oled.{public.step}")
    asked = sealed.asked(public)
    if asked:
        return Oled(
            right=right,
            main=text("babel.oled.told", told=public.told, asked=len(asked)),
            sub=sub,
            told=public.told,
            asked=len(asked),
        )
    seat = _master(public) if public.round else None
    return Oled(right=right, seat=seat, main=None if seat else text("babel.oled.begin"), sub=sub)


# Blocks


def _blocks(public: Public, own: Own | None) -> tuple[Block, ...]:
    end = () if public.final is None else (_roles(public), *_deeds(public))
    secret = () if own is None else (_secret(public, own),)
    return (_tower(public), *end, *_seals(public), *_rounds(public), *secret)


def _tower(public: Public) -> Grid:
    """BABEL-23: heights beside the blueprint."""
    asked = public.blueprint
    gap = text("babel.no_blueprint") if asked is None else text("babel.missing", count=missing(public.heights, asked))
    heads = (gap, *(text("babel.column", column=column) for column in COLUMNS))
    return Grid(
        heads, tuple(Row(text("babel.row", row=row), tuple(_cell(public, c + row) for c in COLUMNS)) for row in ROWS)
    )


def _cell(public: Public, name: str) -> Cell:
    height = public.heights[PLACE[name]]
    asked = public.blueprint[PLACE[name]] if public.blueprint else 0
    if not asked:
        return Cell(text("babel.height", n=height))
    return Cell(text("babel.height_of", n=height, asked=asked), agrees=height >= asked)


def _rounds(public: Public) -> tuple[Note, ...]:
    """BABEL-24: what all saw, the last round first."""
    return tuple(_round(public, this) for this in reversed(public.rounds))


def _round(public: Public, this: Round) -> Note:
    builders = names(public.seats[i] for i in this.builders)
    words = text("babel.round", n=this.number, master=public.seats[this.master], builders=builders)
    storms = (text("babel.told.storms", count=this.storms),) if this.storms else ()
    nothing = tuple(text("babel.discarded_nothing", seat=public.seats[i]) for i in this.nothing)
    shown = (text(f"babel.told.show_{this.shown}"),) if this.shown else ()
    return Note(words, more=(*nothing, *storms, *(_effect(public, effect) for effect in this.effects), *shown))


def _effect(public: Public, effect: Effect) -> Text:
    card = card_words(effect.card)
    if effect.seat is not None:
        discard = card_words(effect.discard) if effect.discard else text("babel.none")
        key = "babel.effect_discard" if public.on_phones else "babel.effect_seat"
        return text(key, card=card, seat=public.seats[effect.seat], discard=discard)
    cells = listed(text("babel.cell_now", cell=cell, n=effect.after[PLACE[cell]]) for cell in effect.cells)
    return text("babel.effect", card=card, cells=cells) if effect.cells else text("babel.effect_none", card=card)


def _seals(public: Public) -> tuple[Note, ...]:
    given = tuple(text("babel.sealed", seat=public.seats[g.by], target=public.seats[g.to]) for g in public.seals)
    users = tuple(text("babel.declared", seat=public.seats[i]) for i in public.declared if not given)
    zealots = tuple(text("babel.is_zealot", seat=public.seats[i]) for i in public.zealots)
    return (Note(text("babel.reversal"), more=(*users, *given, *zealots)),) if users or given or zealots else ()


def _roles(public: Public) -> Seats:
    """BABEL-24: after the end all roles, and who turned when."""
    final = public.final
    assert final is not None
    return Seats(
        tuple(
            SeatRow(seat, active=i in winners(final, len(public.seats)), note=_role(public, i))
            for i, seat in enumerate(public.seats)
        )
    )


def _role(public: Public, place: int) -> Text:
    final = public.final
    assert final is not None
    if place == final.messenger:
        return text("babel.role.messenger")
    since = final.turned[place]
    if since is None:
        return text("babel.role.architect")
    return text("babel.role.zealot_since", round=since) if since else text("babel.role.zealot_dealt")


def _deeds(public: Public) -> tuple[Note, ...]:
    """BABEL-24: after the end what was played, discarded and given."""
    final = public.final
    assert final is not None
    rounds = tuple(
        Note(text("babel.deeds", n=deeds.number), more=tuple(_did(public, i, word) for i, word in deeds.commits))
        for deeds in final.deeds
    )
    given = tuple(text("babel.gave", seat=public.seats[g.by], target=public.seats[g.to], count=g.cards) for g in final.given)
    return (*((Note(text("babel.punishments"), more=given),) if given else ()), *rounds)


def _did(public: Public, place: int, word: Commit) -> Text:
    discard = card_words(word.discard) if word.discard else text("babel.none")
    return text("babel.did", seat=public.seats[place], card=card_words(word.play), discard=discard)


# Behind the cover


def _secret(public: Public, own: Own) -> Secret:
    """BABEL-20: the same rows for every role."""
    if own.role is None:
        return Secret(text("babel.secret.nothing"))
    name = "zealot" if own.is_zealot else own.role
    hand = tuple(text("babel.secret.nth", n=i + 1, card=card_words(card)) for i, card in enumerate(own.hand))
    received = tuple(map(card_words, own.received))
    more = (text("babel.secret.received", cards=listed(received)),) if received else ()
    return Secret(text(f"babel.role.{name}"), goal=(text(f"babel.goal.{name}"), *more), hand=hand)
