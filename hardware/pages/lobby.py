"""Pages before a game: Wi-Fi, the way in, the lobby, options, players without a phone, saving games."""

import msgspec

from companion.core.words import Text, names, text
from companion.shelf import games
from companion.snapshot.lobby import PickedGame
from companion.snapshot.panel import PanelSnapshot
from hardware.pages import acts, pages
from hardware.pages.acts import Explain, Go, TurnOption
from hardware.pages.layouts import NO_KEY, Joining, Layout, ListRow, OnAir, Plain, SoftKey
from hardware.pages.lists import RowKind, known, list_page
from hardware.pages.pages import PagePosition
from hardware.pages.writer import Page, Writer


class Wifi(Page):
    """Show the way into the box's own Wi-Fi: a QR code, name and password. The page comes before the way in."""

    name = pages.WIFI

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return snapshot.join.wifi is not None and pages.is_public(snapshot)

    def draw(self, w: Writer) -> Layout:
        air = w.snapshot.join.wifi
        assert air is not None
        buttons = (NO_KEY, w.next_page(), _onward(w))
        return OnAir(page=pages.WIFI, url=air.url, address=air.name, code=air.password, lit=True, buttons=buttons)


def _onward(w: Writer) -> SoftKey:
    """Return the key of OK on the pages that let guests in. It leads to the lobby or to the game."""
    return w.soft_key("lobby", Go(pages.LOBBY)) if w.snapshot.screen is None else w.soft_key("to_game", Go(None))


class WayIn(Page):
    """Show the way in: the QR code, the address and the code to type, and the number of guests."""

    name = pages.JOIN

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return pages.is_public(snapshot)

    def draw(self, w: Writer) -> Layout:
        way = w.snapshot.join
        return Joining(
            page=pages.JOIN,
            url=way.url,
            address=way.address,
            code=way.code,
            guests=way.guests,
            in_words=w.words("in"),
            lit=True,
            buttons=(NO_KEY, w.next_page(), _onward(w)),
        )


class LobbyPage(Page):
    """Show the picked game: its numbers of players, how many sit here, and why it cannot start."""

    name = pages.LOBBY

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return snapshot.screen is None

    def draw(self, w: Writer) -> Layout:
        chosen = w.snapshot.lobby
        assert chosen is not None
        sizes = {"least": chosen.sizes[0], "most": chosen.sizes[1]}
        just = sizes["least"] == sizes["most"]
        needs = Explain(w.say(_lacks(chosen)) if chosen.lacking else w.words("needs_just" if just else "needs", **sizes))
        shelf = tuple(games())
        return Plain(
            page=pages.LOBBY,
            title=w.words("size" if just else "sizes", **sizes),
            right=w.words("seats", count=len(chosen.seats)),
            main=w.say(chosen.title),
            sub=_lobby_sub(w, chosen),
            centred=True,
            place=(shelf.index(chosen.game), len(shelf)),
            buttons=(
                w.page_before(),
                w.soft_key("next", acts.NEXT_GAME),
                w.soft_key("start", acts.START if chosen.ready else needs),
            ),
            hold_back=Go(pages.OPTIONS) if chosen.options else None,
        )


def _lacks(chosen: PickedGame) -> Text:
    """Return the words that name the players who need a phone for this game and have none."""
    return text("phones_only", seats=names(chosen.lacking))


def _lobby_sub(w: Writer, chosen: PickedGame) -> str:
    """Return the line below the game: news of people if there is any, else who cannot see secrets, else the changed
    options."""
    if w.snapshot.people:
        return w.people_news()
    if chosen.lacking:
        return w.words("phones_only")
    if chosen.at_box:
        return w.words("phoneless", count=chosen.at_box)
    return w.variant(chosen) or (w.words("to_options") if chosen.options else "")


class Options(Page):
    """List the options of the picked game. OK turns the marked option to its next value."""

    name = pages.OPTIONS

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        return snapshot.lobby is not None

    def draw(self, w: Writer) -> Layout:
        chosen = w.snapshot.lobby
        assert chosen is not None
        rows = known(
            (ListRow(w.option(chosen.game, picked), right=w.option_value(chosen.game, picked)), TurnOption(picked.name))
            for picked in chosen.options
        )
        layout = list_page(w, w.words("options", game=w.game_name(chosen.game)), [RowKind(rows)], Go(pages.LOBBY))
        buttons = (*layout.buttons[:2], msgspec.structs.replace(layout.buttons[2], words=w.words("change")))
        return msgspec.structs.replace(layout, hold_back=Go(pages.LOBBY), buttons=buttons)


class SitDown(Page):
    """Seat one more player without a phone, named by the colour of their piece. Back removes the last such player."""

    name = pages.SIT

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return snapshot.screen is None and bool(snapshot.newcomer or snapshot.sat)

    def draw(self, w: Writer) -> Layout:
        newcomer, last = w.snapshot.newcomer, w.snapshot.sat
        return Plain(
            page=pages.SIT,
            title=w.words("no_phone"),
            right=w.words("seats", count=len(w.snapshot.pieces)),
            main=str(newcomer.seat) if newcomer else "",
            piece=newcomer.piece if newcomer else None,
            sub=w.words("sat_last", seat=last) if last else w.words("sits_down"),
            place=w.place,
            buttons=(
                w.soft_key("get_up", acts.UNSEAT) if last else w.page_before(),
                w.next_page(),
                w.soft_key("sit_down", acts.SEAT_ONE) if newcomer else NO_KEY,
            ),
        )


class KeepGames(Page):
    """Offer to save all finished games on the part of the card that every computer reads. A notice says when it is done."""

    name = pages.KEEP

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        return snapshot.leaves_games and snapshot.screen is None

    def draw(self, w: Writer) -> Layout:
        return Plain(
            page=pages.KEEP,
            title=w.words("keep.title"),
            main=w.words("keep.games"),
            sub=w.words("keep.where"),
            centred=True,
            buttons=(w.page_before(), w.next_page(), w.soft_key("keep.save", acts.LEAVE_GAMES)),
        )
