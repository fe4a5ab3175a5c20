"""All pages by name: what writes each, in the house's language."""

from collections.abc import Callable
from typing import Final

from companion.ports.panel import BoxMoment
from hardware.pages import arriving, asking, confirming, forming, hall, handing, menus, pages, playing, ranks, timing
from hardware.pages.leaves import Leaf
from hardware.pages.pages import Turn
from hardware.pages.writer import Writer

_WRITERS: Final[dict[str, Callable[[Writer], Leaf]]] = {
    pages.WIFI: arriving.wifi,
    pages.JOIN: arriving.join,
    pages.SIT: handing.sit,
    pages.LOBBY: arriving.lobby,
    pages.HAND: handing.hand,
    pages.YOURS: handing.yours,
    pages.OWN: asking.own,
    pages.PHASE: playing.phase,
    pages.TIMER: timing.timer,
    pages.SEATS: playing.seats,
    pages.REVEAL: ranks.reveal,
    pages.PUT_BACK: ranks.put_back,
    pages.MOVES: ranks.moves,
    pages.BOARD: ranks.board,
    pages.SCORES: ranks.scores,
    pages.FINGERPRINT: playing.fingerprint,
    pages.QUESTION: asking.question,
    pages.AND_NOW: menus.and_now,
    pages.TAKE_BACK: confirming.take_back,
    pages.TAKE_OWN_BACK: handing.take_own_back,
    pages.NEW_PHONE: confirming.new_phone,
    pages.TROUBLE: confirming.trouble,
    pages.TOLD: confirming.told,
    pages.LAYING: confirming.laying,
    pages.STAGE: playing.stage,
    pages.OPTIONS: menus.options,
    pages.MORE: menus.more,
    pages.MENU: menus.menu,
    pages.ABANDON: menus.abandon,
    pages.AGAIN: menus.again,
    pages.FORM: forming.form,
    pages.HALL: hall.hall,
    pages.TABLES: hall.tables,
    pages.OFFER: hall.offer,
    pages.TAKE_OVER: hall.take_over,
    pages.LOST: hall.lost,
    pages.APART: hall.apart,
}


def leaf(moment: BoxMoment, turn: Turn, page: str) -> Leaf:
    """The page of this name, one of those in `pages`, of the moment and of what was turned to there."""
    return _WRITERS[page](Writer(moment, turn, page))
