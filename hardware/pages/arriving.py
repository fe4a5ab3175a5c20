"""Pages of guests who come: the box's own Wi-Fi, the way in, and the lobby where the game is picked."""

from companion.core.words import Text, names, text
from companion.ports.panel import Chosen
from companion.shelf import games
from hardware.pages import pages
from hardware.pages.acts import BoxAct, Deny, Go
from hardware.pages.leaves import NOTHING, Joining, Leaf, OnAir, Plain, SoftKey
from hardware.pages.writer import Writer


def wifi(w: Writer) -> Leaf:
    """How a guest joins the box's own Wi-Fi, before the way in: by a QR code, or by name and password."""
    air = w.moment.join.wifi
    assert air is not None
    buttons = (NOTHING, w.next_page(), _onward(w))
    return OnAir(page=pages.WIFI, url=air.url, address=air.name, code=air.password, lit=True, buttons=buttons)


def _onward(w: Writer) -> SoftKey:
    """OK on the pages that let guests in."""
    return w.soft_key("lobby", Go(pages.LOBBY)) if w.moment.screen is None else w.soft_key("to_game", Go(None))


def join(w: Writer) -> Leaf:
    """The way in: the QR code, address and code as people type them, and how many are in."""
    way = w.moment.join
    return Joining(
        page=pages.JOIN,
        url=way.url,
        address=way.address,
        code=way.code,
        guests=way.guests,
        in_words=w.oled("in"),
        lit=True,
        buttons=(NOTHING, w.next_page(), _onward(w)),
    )


def lobby(w: Writer) -> Leaf:
    """The picked game: for how many it is, how many sit here, and why it cannot start, where that is so."""
    chosen = w.moment.lobby
    assert chosen is not None
    sizes = {"least": chosen.sizes[0], "most": chosen.sizes[1]}
    just = sizes["least"] == sizes["most"]
    needs = Deny(w.say(_lacks(chosen)) if chosen.lacking else w.oled("needs_just" if just else "needs", **sizes))
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
            w.page_before(),
            w.soft_key("next", BoxAct.NEXT_GAME),
            w.soft_key("start", BoxAct.START if chosen.ready else needs),
        ),
        hold_back=Go(pages.OPTIONS) if chosen.options else None,
    )


def _lacks(chosen: Chosen) -> Text:
    """Who has no phone, where nothing else will do."""
    return text("phones_only", seats=names(chosen.lacking))


def _lobby_sub(w: Writer, chosen: Chosen) -> str:
    """News of people and who cannot see secrets come before what was, or may be, agreed on."""
    if w.moment.people:
        return w.people_news()
    if chosen.lacking:
        return w.oled("phones_only")
    if chosen.phoneless:
        return w.oled("phoneless", count=chosen.phoneless)
    return w.variant(chosen) or (w.oled("to_options") if chosen.options else "")
