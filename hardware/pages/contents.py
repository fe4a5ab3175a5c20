"""All pages of the display, in one ordered list."""

from collections.abc import Callable
from typing import Final

from companion.snapshot.panel import BoxMoment
from hardware.pages import asking, hall, lobby, menus, pages, playing, shared_box
from hardware.pages.layouts import Layout
from hardware.pages.pages import PagePosition
from hardware.pages.writer import Writer

_WRITERS: Final[dict[str, Callable[[Writer], Layout]]] = {
    pages.WIFI: lobby.wifi,
    pages.JOIN: lobby.join,
    pages.SIT: lobby.sit,
    pages.LOBBY: lobby.lobby,
    pages.HAND: shared_box.hand,
    pages.YOURS: shared_box.yours,
    pages.OWN: asking.own,
    pages.PHASE: playing.phase,
    pages.TIMER: playing.timer,
    pages.SEATS: playing.seats,
    pages.REVEAL: playing.reveal,
    pages.PUT_BACK: playing.put_back,
    pages.MOVES: playing.moves,
    pages.BOARD: playing.board,
    pages.SCORES: playing.scores,
    pages.FINGERPRINT: playing.fingerprint,
    pages.QUESTION: asking.question,
    pages.AND_NOW: menus.and_now,
    pages.TAKE_BACK: menus.take_back,
    pages.TAKE_OWN_BACK: shared_box.take_own_back,
    pages.NEW_PHONE: menus.new_phone,
    pages.TROUBLE: menus.trouble,
    pages.TOLD: menus.told,
    pages.LAYING: menus.laying,
    pages.STAGE: playing.stage,
    pages.OPTIONS: lobby.options,
    pages.MORE: menus.more,
    pages.MENU: menus.menu,
    pages.ABANDON: menus.abandon,
    pages.AGAIN: menus.again,
    pages.FORM: asking.form,
    pages.HALL: hall.hall,
    pages.TABLES: hall.tables,
    pages.OFFER: hall.offer,
    pages.TAKE_OVER: hall.take_over,
    pages.LOST: hall.lost,
    pages.APART: hall.apart,
}


def layout(moment: BoxMoment, turn: PagePosition, page: str) -> Layout:
    """The page of this name, one of those in `pages`, of the moment and of what was turned to there."""
    return _WRITERS[page](Writer(moment, turn, page))
