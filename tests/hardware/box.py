"""A box for the panel in tests: snapshots and a clock that tests set, and a display that counts its frames."""

from collections.abc import Callable, Sequence
from typing import Any

from luma.core.device import dummy

from companion.core.answers import Answers, Group, Option
from companion.core.blocks import Place, Ranking, SeatRow, Seats
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now, Question, Screen, View
from companion.core.words import Refused, Text, text
from companion.kits.board import Area, Areas, Stake
from companion.letters import load
from companion.snapshot.lobby import PickedGame
from companion.snapshot.panel import Button, HolderView, NewSeat, NextHolder, PanelSnapshot
from companion.snapshot.table import CardNotice, Claim, Join, Talking
from hardware.device.display import Display
from hardware.panel import BoxPanel
from tests.hardware.shown import Shown

BACK, NEXT, OK = Button
ANA, BEN, CHO, DEA = (Seat(name) for name in ("Ana", "Ben", "Cho", "Dea"))
FOUR = {ANA: 2, BEN: 3, CHO: 4, DEA: 1}
JOIN = Join("HTTP://10.42.0.1/J/7KQ2MX", "10.42.0.1", "7KQ2MX", 4)
KINDS = ("rice", "peanut", "banana", "pepper", "stonemason", "priest")


def lobby(language: str = "en", ready: bool = True) -> PanelSnapshot:
    return PanelSnapshot(language, JOIN, FOUR, lobby=PickedGame("bali", text("bali.name"), tuple(FOUR), (2, 4), ready))


def view(display: DisplayLines, *blocks: Any) -> View:
    rows = Seats(tuple(SeatRow(seat) for seat in FOUR))
    return View(text("bali.where", turn=12), Now(text("bali.now.scored")), "turn", display, (rows, *blocks))


def awaiting(seat: Seat | None = ANA, turn: int = 12) -> DisplayLines:
    return DisplayLines(text("bali.display.number", turn=turn), text("bali.display.turn"), seat)


def playing(language: str = "en", display: DisplayLines | None = None, **fields: Any) -> PanelSnapshot:
    fields = {"fingerprint": "K7QF2MXA5PW4", "undo": (ANA,)} | fields
    return PanelSnapshot(language, JOIN, FOUR, screen=Screen(None, view(display or awaiting()), game="bali"), **fields)


def sealed(language: str = "en", entered: int = 3, asked: int = 4) -> PanelSnapshot:
    display = DisplayLines(
        text("bali.display.number", turn=12), text("bali.display.sacrifice"), answered=entered, asked=asked
    )
    return playing(language, display)


def several(language: str = "en", *seats: Seat) -> PanelSnapshot:
    """Return a table at which these seats act together and have not finished."""
    display = DisplayLines(text("bali.display.number", turn=12), text("bali.display.sacrifice"), awaited=seats or (ANA, BEN))
    return playing(language, display)


def revealed(language: str = "en", acting: int = 0) -> PanelSnapshot:
    """Return a reveal of a region's tokens. The rival A is the last in the order. `acting` is the place of the seat that
    acts."""
    names = ("Ben", "Ana", "Élodie", "A")
    order = tuple(
        Stake(Seat(name), (text("bali.display.number", turn=7 - i),), 7 - i, active=i == acting)
        for i, name in enumerate(names)
    )
    forest = Area(text("bali.kind.rice"), "rice", order=order, active=True)
    shore = Area(text("bali.kind.banana"), "banana", pieces=(ANA, BEN))
    pieces = FOUR | {Seat("Élodie"): 5}
    screen = Screen(None, view(awaiting(BEN), Areas((shore, forest))), game="bali")
    return PanelSnapshot(language, JOIN, pieces, screen=screen, fingerprint="K7QF2MXA5PW4", undo=(ANA,))


def talking(language: str = "en", left: int | None = 160) -> PanelSnapshot:
    """Return a table with a talk of four minutes, of which `left` seconds remain. None: no talk runs."""
    return playing(language, timer=True, talk=None if left is None else Talking(left, 240))


def finished(language: str = "en", seats: int = 4) -> PanelSnapshot:
    pieces = {
        Seat(f"{name}{i or ''}"): 4 * i + n for i in range(3) for n, name in enumerate(("Élodie", "Ana", "Ken", "あや"), 1)
    }
    pieces = dict(list(pieces.items())[:seats])
    points = (31, 28, 28, 9, 8, 7, 6, 5, 4, 3)
    places = (Place(1 + points.index(n), seat, n) for seat, n in zip(pieces, points, strict=False))
    display = DisplayLines(text("bali.display.end"), text("bali.display.wins", count=1, total=31), Seat("Élodie"))
    screen = Screen(None, view(display, Ranking(tuple(places))), over=True, game="bali")
    return PanelSnapshot(language, JOIN, pieces, screen=screen, fingerprint="K7QF2MXA5PW4", undo=(ANA,))


def scored(due: str = "1.scored") -> Question:
    """Return Bali's question of the table: which card is scored?"""
    options = [
        Option({"type": "scored", "card": kind}, text(f"bali.panel.{kind}"), kind, panel=text(f"bali.panel.{kind}"))
        for kind in KINDS
    ]
    options.append(Option({"type": "deck_empty"}, text("bali.panel.deck_empty"), panel=text("bali.panel.deck_empty")))
    return Question(due, "scored", Answers((Group(tuple(options), 2),), panel=text("bali.panel.scored")))


def asking(language: str = "en", due: str = "1.scored") -> PanelSnapshot:
    return playing(language, awaiting(None), asks=(scored(due),))


def claiming(language: str = "en", seat: Seat = ANA) -> PanelSnapshot:
    return playing(language, claim=Claim(seat, "42"))


def returning(language: str = "en", names: Sequence[str] = ("Ana", "Ben", "Cho")) -> PanelSnapshot:
    """Return a table to which these players return together, with the digits 42, 43 and so on."""
    first, *others = [Claim(Seat(name), f"{n}") for n, name in enumerate(names, 42)]
    return playing(language, claim=first, returning=tuple(others))


def troubled(language: str = "en", key: str = "trouble.disk_full") -> PanelSnapshot:
    return playing(language, trouble=Text(key))


class FakeBox:
    """A BoxForPanel that notes its calls, and refuses them if a test wants that."""

    def __init__(self, snapshot: PanelSnapshot) -> None:
        self._snapshot = snapshot
        self._listeners: list[Callable[[], None]] = []
        self.bidden: list[tuple[Any, ...]] = []
        self.keys: list[str] = []
        self.no: Refused | None = None

    def becomes(self, snapshot: PanelSnapshot) -> None:
        self._snapshot = snapshot
        for listener in self._listeners:
            listener()

    def becomes_unsaid(self, snapshot: PanelSnapshot) -> None:
        """Change the snapshot without a call to the panel, as time does."""
        self._snapshot = snapshot

    def snapshot(self) -> PanelSnapshot:
        return self._snapshot

    def watch(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def turn_games(self, by: int) -> None:
        self._bid("turn_games", by)

    def start(self, shown: PickedGame) -> None:
        self._bid("start", shown.game)

    def again(self, number: int) -> None:
        self._bid("again", number)

    def leave_game(self, number: int) -> None:
        self._bid("leave_game", number)

    def turn_option(self, name: str) -> None:
        self._bid("turn_option", name)

    def abandon(self, number: int) -> None:
        self._bid("abandon", number)

    def display_lost(self, lost: bool) -> None:
        self._bid("display_lost", lost)

    def talk(self, seconds: int | None) -> None:
        self._bid("talk", seconds)

    def talk_longer(self) -> None:
        self._bid("talk_longer")

    def answer(self, due: str | None, do: dict[str, Any], key: str) -> None:
        self.keys.append(key)
        self._bid("answer", due, do)

    def take_box(self, shown: NextHolder) -> None:
        self._bid("take", shown.to)

    def hand_on(self) -> None:
        self._bid("hand_on")

    def turn_hands(self) -> None:
        self._bid("turn_hands")

    def seat_one(self, shown: NewSeat) -> None:
        self._bid("seat_one", shown.seat)

    def unseat(self, shown: Seat) -> None:
        self._bid("unseat", shown)

    def take_back(self, fingerprint: str) -> None:
        self._bid("take_back", fingerprint)

    def take_own_back(self, shown: HolderView) -> None:
        self._bid("take_own_back", shown.seat)

    def settle_claim(self, shown: Claim, yes: bool, others: Sequence[Claim] = ()) -> None:
        self._bid("settle_claim", shown, yes, *others)

    def retry(self, trouble: str) -> None:
        self._bid("retry", trouble)

    def play_apart(self, number: int) -> None:
        self._bid("play_apart", number)

    def leave_games(self) -> None:
        self._bid("leave_games")

    def have_read(self, shown: CardNotice) -> None:
        self._bid("have_read", shown)

    def switch_off(self) -> None:
        self._bid("switch_off")

    def _bid(self, *what: Any) -> None:
        if self.no is not None:
            raise self.no
        self.bidden.append(what)


class CountingDevice(dummy):
    """A display in memory that counts the frames and notes the contrasts."""

    def __init__(self) -> None:
        self.frames = 0
        self.said: list[str | int] = []
        super().__init__(128, 64, mode="1")

    def display(self, image: Any) -> None:
        self.frames += 1
        super().display(image)

    def contrast(self, level: int) -> None:
        self.said.append(level)

    def show(self) -> None:
        self.said.append("on")

    def hide(self) -> None:
        self.said.append("off")


class Bench(Shown):
    """A panel of a box, with a clock. The panel ticks when `wait` is called, and whenever a test looks."""

    def __init__(self, snapshot: PanelSnapshot, box: type[FakeBox] = FakeBox) -> None:
        self.time = 1000.0
        self.box = box(snapshot)
        self.device = CountingDevice()
        self.panel = BoxPanel(self.box, Display(self.device), load(), lambda: self.time)
        self.panel.tick()

    def press(self, *buttons: Button) -> str:
        """Press these buttons one after the other. Return the page shown after the last."""
        for button in buttons:
            self.panel.press(button, False)
        return self.page

    def hold(self, button: Button) -> str:
        self.panel.press(button, True)
        return self.page

    def wait(self, seconds: float) -> str:
        self.time += seconds
        self.panel.tick()
        return self.page
