"""Lists all pages of the display, in order."""

from typing import Final

from companion.core.caching import cached_by_identity
from companion.snapshot.panel import PanelSnapshot
from hardware.pages.asking import FormPage, OwnAnswers, QuestionPage
from hardware.pages.hall import (
    HallNotes,
    HallPage,
    LostTable,
    Offer,
    PlayApart,
    RoundOffer,
    RoundPage,
    Tables,
    TakeOver,
    TakeWithNumber,
)
from hardware.pages.layouts import Layout
from hardware.pages.lobby import KeepGames, LobbyPage, Options, SitDown, WayIn, Wifi
from hardware.pages.menus import Abandon, AfterGame, Again, CardNews, Menu, More, NewPhone, SetUpPage, TakeBack, Trouble
from hardware.pages.pages import PagePosition, Urgent
from hardware.pages.playing import (
    Board,
    FinalScores,
    Fingerprint,
    MovesPage,
    Phase,
    PutBack,
    RevealPage,
    RevealStep,
    RunningTalk,
    Scores,
    SeatsPage,
    Timer,
)
from hardware.pages.shared_box import Cover, GiveBox, TakeOwnBack
from hardware.pages.writer import Page, Writer

URGENT: Final[tuple[Page, ...]] = (
    Trouble(),
    NewPhone(),
    CardNews(),
    HallNotes(),
    LostTable(),
    RoundOffer(),
    SetUpPage(),
    RevealStep(),
    QuestionPage(),
    GiveBox(),
)
"""Pages that take the screen by themselves, the most urgent one first."""

TURNED: Final[tuple[Page, ...]] = (
    Cover(),
    RunningTalk(),
    RevealPage(),
    Phase(),
    FinalScores(),
    PutBack(),
    MovesPage(),
    Board(),
    Timer(),
    SeatsPage(),
    Scores(),
    Fingerprint(),
    Wifi(),
    WayIn(),
    SitDown(),
    KeepGames(),
    RoundPage(),
    HallPage(),
    LobbyPage(),
    More(),
)
"""Pages that Next turns, in this order."""

LED_TO: Final[tuple[Page, ...]] = (
    OwnAnswers(),
    FormPage(),
    TakeBack(),
    TakeOwnBack(),
    Options(),
    Menu(),
    Abandon(),
    AfterGame(),
    Again(),
    Tables(),
    Offer(),
    TakeOver(),
    TakeWithNumber(),
    PlayApart(),
)
"""Pages that are reached only by a press on another page."""

PAGES: Final = (*URGENT, *TURNED, *LED_TO)
_BY_NAME: Final = {page.name: page for page in PAGES}


@cached_by_identity
def ring(snapshot: PanelSnapshot) -> tuple[str, ...]:
    """Return the names of the pages that Next turns now, in order. The first one comes by itself."""
    return tuple([page.name for page in TURNED if page.is_turned(snapshot)])


def urgent(snapshot: PanelSnapshot, postponed: tuple[str, ...] = (), later: str = "") -> Urgent | None:
    """Return the page that takes the screen by itself. None: no page does. `postponed` has the dues, and `later` the
    `pages.hand_key`, of what somebody put off."""
    for one in _urgent_pages(snapshot):
        if one.due not in postponed and one.key != later:
            return one
    return None


@cached_by_identity
def _urgent_pages(snapshot: PanelSnapshot) -> tuple[Urgent, ...]:
    """Return all pages that would take the screen. While somebody holds the box, only those that everybody must see do."""
    shown = [page for page in URGENT if snapshot.mine is None or page.is_over_cover]
    return tuple([one for page in shown for one in page.urgent(snapshot)])


def is_there(snapshot: PanelSnapshot, position: PagePosition) -> bool:
    """Return whether the page that a press or news turned to still exists. The page that comes by itself always does."""
    page = position.page
    return page is None or page in ring(snapshot) or _BY_NAME[page].is_there(snapshot, position)


def shown(snapshot: PanelSnapshot, position: PagePosition, seen: Urgent | None) -> str:
    """Return the name of the page to show. `seen` is the urgent page that took the screen last. A newer one does not show
    yet."""
    if position.page is not None:
        return position.page
    if seen is not None and seen == urgent(snapshot, position.postponed, position.later):
        return seen.page
    return ring(snapshot)[0]


def layout(snapshot: PanelSnapshot, position: PagePosition, page: str) -> Layout:
    """Return the words and keys of the page of this name."""
    return _BY_NAME[page].draw(Writer(snapshot, position, page, ring(snapshot), urgent(snapshot)))
