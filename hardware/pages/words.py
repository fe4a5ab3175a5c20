"""What each page says and what its buttons do, in the house's language."""

from collections.abc import Callable
from typing import Final

from companion.core.view import Oled
from companion.core.words import listed, text
from companion.ports.panel import BoxMoment, Chosen
from companion.shelf import games
from companion.speech.i18n import has_words
from hardware.pages import asking, forming, menus, pages, ranks, timing
from hardware.pages.leaves import (
    NOTHING,
    Alarm,
    Asked,
    BoxAct,
    Deny,
    Go,
    Joining,
    Leaf,
    OnAir,
    Plain,
    Press,
    Seated,
    Stamp,
)
from hardware.pages.pages import Turn
from hardware.pages.writer import Writer

# Before a game


def _wifi(w: Writer) -> Leaf:
    wifi = w.moment.join.wifi
    assert wifi is not None
    buttons = (NOTHING, w.next_page(), _onward(w))
    return OnAir(page=pages.WIFI, url=wifi.url, address=wifi.name, code=wifi.password, lit=True, buttons=buttons)


def _onward(w: Writer) -> Press:
    """OK on the pages that let guests in."""
    return w.press("lobby", Go(pages.LOBBY)) if w.moment.screen is None else w.press("to_game", Go(None))


def _join(w: Writer) -> Leaf:
    join = w.moment.join
    return Joining(
        page=pages.JOIN,
        url=join.url,
        address=join.address,
        code=join.code,
        guests=join.guests,
        in_words=w.oled("in"),
        lit=True,
        buttons=(NOTHING, w.next_page(), _onward(w)),
    )


def _lobby(w: Writer) -> Leaf:
    chosen = w.moment.lobby
    assert chosen is not None
    sizes = {"least": chosen.sizes[0], "most": chosen.sizes[1]}
    just = sizes["least"] == sizes["most"]
    needs = Deny(w.oled("needs_just" if just else "needs", **sizes))
    shelf = tuple(games())
    return Plain(
        page=pages.LOBBY,
        title=w.oled("size" if just else "sizes", **sizes),
        right=w.oled("seats", count=len(chosen.seats)),
        main=w.say(text(f"{chosen.game}.name")),
        sub=_lobby_sub(w, chosen),
        centred=True,
        place=(shelf.index(chosen.game), len(shelf)),
        buttons=(
            w.press("before", BoxAct.GAME_BEFORE),
            w.press("next", BoxAct.NEXT_GAME),
            w.press("start", BoxAct.START if chosen.ready else needs),
        ),
        hold_back=Go(pages.OPTIONS) if chosen.options else None,
    )


def _lobby_sub(w: Writer, chosen: Chosen) -> str:
    """A new phone and who cannot see secrets come before what was, or may be, agreed on."""
    if w.moment.moved:
        return w.oled("moved", seat=w.moment.moved[-1])
    if chosen.phoneless:
        return w.oled("phoneless", count=chosen.phoneless)
    return w.variant(chosen) or (w.oled("to_options") if chosen.options else "")


# A game that is on


def _phase(w: Writer) -> Leaf:
    oled = w.screen.view.oled
    return Plain(
        page="sealed" if _is_sealed(oled) else pages.PHASE,
        title=w.game_or_news(),
        right="" if w.moment.moved else w.say(oled.right),
        main=_main(w, oled),
        piece=None if oled.main else w.piece(oled.seat),
        sub=w.say(oled.sub),
        boxes=(oled.told, oled.asked) if oled.told is not None and oled.asked is not None else None,
        place=w.place,
        buttons=(w.page_before(), w.next_page(), w.onward()),
        hold_back=w.take_back(),
    )


def _is_sealed(oled: Oled) -> bool:
    return oled.asked is not None


def _main(w: Writer, oled: Oled) -> str:
    if oled.main is not None:
        return w.say(oled.main)
    if _is_sealed(oled):
        return w.oled("sealed", told=oled.told, asked=oled.asked)
    return str(oled.seat or "")


def _seats(w: Writer) -> Leaf:
    oled, sitting = w.screen.view.oled, pages.sitting(w.moment)
    names = tuple(str(seat) for seat in sitting)
    # Where several act at once, it is not whoever the game waits for that does it.
    active = names.index(oled.seat) if oled.seat in names and oled.main is None else None
    sub = w.oled("seat_does", seat=oled.seat, what=oled.sub) if active is not None else w.say(oled.sub)
    return Seated(
        page=pages.SEATS,
        title=w.game_or_news(),
        right="" if w.moment.moved else w.say(oled.right),
        names=w.say(listed(names)),
        pieces=tuple(w.moment.pieces[seat] for seat in sitting),
        active=active,
        sub=sub,
        place=w.place,
        buttons=(w.press("back", Go(None)), w.next_page(), w.onward()),
        hold_back=w.take_back(),
    )


def _fingerprint(w: Writer) -> Leaf:
    letters = "".join(c for c in w.moment.fingerprint if c.isalnum())
    return Stamp(
        page=pages.FINGERPRINT,
        title=w.oled("fingerprint"),
        main=" ".join(letters[i : i + 4] for i in range(0, len(letters), 4)),
        sub=w.oled("as_everywhere"),
        place=w.place,
        buttons=(w.page_before(), w.next_page(), NOTHING),
        hold_back=w.take_back(),
    )


# Pages that ask


def _take_back(w: Writer) -> Leaf:
    assert w.moment.undo is not None
    seat = w.moment.undo[0]
    said = w.moment.undo_said
    return Asked(
        page=pages.TAKE_BACK,
        title=w.oled("take_back"),
        who=w.oled("table") if seat is None else str(seat),
        piece=w.piece(seat),
        body=w.say(said) if said is not None else w.oled("last_answer"),
        buttons=(w.press("no", Go(None)), NOTHING, w.press("yes", BoxAct.TAKE_BACK)),
    )


def _new_phone(w: Writer) -> Leaf:
    claim = w.moment.claim
    assert claim is not None
    return Plain(
        page=pages.NEW_PHONE,
        title=w.oled("new_phone"),
        main=str(claim.seat),
        piece=w.piece(claim.seat),
        digits=claim.digits,
        sub=w.oled("same_number"),
        buttons=(w.press("no", BoxAct.NO), NOTHING, w.press("yes", BoxAct.YES)),
    )


def _error(w: Writer) -> Leaf:
    assert w.moment.trouble is not None
    key = f"oled.{w.moment.trouble.key}"
    if not has_words(key):
        key = "oled.trouble.other"
    title, safe, do = (w.say(text(key + part)) for part in ("", "_safe", "_do"))
    return Alarm(
        page=pages.TROUBLE, title=title, rows=(safe, do), buttons=(NOTHING, NOTHING, w.press("again", BoxAct.RETRY))
    )


_WRITERS: Final[dict[str, Callable[[Writer], Leaf]]] = {
    pages.WIFI: _wifi,
    pages.JOIN: _join,
    pages.LOBBY: _lobby,
    pages.PHASE: _phase,
    pages.TIMER: timing.timer,
    pages.SEATS: _seats,
    pages.REVEAL: ranks.reveal,
    pages.MOVES: ranks.moves,
    pages.BOARD: ranks.board,
    pages.SCORES: ranks.scores,
    pages.FINGERPRINT: _fingerprint,
    pages.QUESTION: asking.question,
    pages.AND_NOW: menus.and_now,
    pages.TAKE_BACK: _take_back,
    pages.NEW_PHONE: _new_phone,
    pages.TROUBLE: _error,
    pages.OPTIONS: menus.options,
    pages.MORE: menus.more,
    pages.MENU: menus.menu,
    pages.ABANDON: menus.abandon,
    pages.AGAIN: menus.again,
    pages.FORM: forming.form,
}


def leaf(moment: BoxMoment, turn: Turn, page: str) -> Leaf:
    """The page of this name."""
    return _WRITERS[page](Writer(moment, turn, page))
