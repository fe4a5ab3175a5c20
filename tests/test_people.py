"""People come and go: each screen that a change concerns says it immediately, and no longer than it is true. It never
moves a screen of the game, and no answer depends on it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.bots import seat_bots
from companion.bounds import CLAIM_DENIED_SECONDS, CLAIM_SECONDS, HOST_LOST_SECONDS, NEWS_ANSWERS
from companion.core.state import Seat
from companion.house.guests import token_hash
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.snapshot.panel import PanelSnapshot
from companion.snapshot.phone import PhoneSnapshot
from tests.support.games import play, waiting
from tests.support.houses import HandClock, open_house, settle, sit_down, start
from web.drawing.pictures import snapshot_json

NAMES = ("Ana", "Ben", "Cho")
ANA, BEN, CHO = (Seat(name) for name in NAMES)
NEW = "192.168.1.99"
ROOM, BOX = "room", "box"
EVERYWHERE = ("Ana", "Ben", "Cho", ROOM, BOX)


@dataclass
class Evening:
    """A house with its people. Ana is host, and Ben begins the game, if there is one."""

    house: House
    clock: HandClock
    tokens: dict[str, str]
    folder: Path

    def __post_init__(self) -> None:
        self.box = HouseForPanel(self.house, lambda: None)
        self.secret = ""

    def restarts(self) -> None:
        self.house.journal.close()
        self.house = open_house(self.folder, clock=self.clock)
        self.box = HouseForPanel(self.house, lambda: None)

    @property
    def screens(self) -> dict[str, set[str]]:
        """Return the news of people on each screen."""
        seats = (seat for seat in NAMES if self.house.guests.has_phone(Seat(seat)))
        phones = {str(seat): of_phone(self.house.snapshot(Seat(seat))) for seat in seats}
        return {**phones, ROOM: of_phone(self.house.snapshot(None)), BOX: of_box(self.box.snapshot())}

    @property
    def keys(self) -> dict[str, object]:
        """Return the values on which each picture depends. A picture that stays as it is sends nothing."""
        return {
            name: self.house.snapshots.phone(None if name == ROOM else Seat(name)).key
            for name in self.screens
            if name != BOX
        }

    def where(self, what: str) -> set[str]:
        """Return the names of the screens with this news."""
        return {name for name, facts in self.screens.items() if what in facts}


def of_phone(snapshot: PhoneSnapshot) -> set[str]:
    facts = {f"{one.what} {one.seat}" for one in snapshot.news}
    facts |= (
        {f"sits {seat}" for seat in snapshot.lobby.seats} | {f"hosts {snapshot.lobby.host}"} if snapshot.lobby else set()
    )
    notice = snapshot.notice
    facts |= {f"claim {notice.claim.seat}"} if notice.claim else set()
    facts |= {f"asked for {notice.asked_for.seat}"} if notice.asked_for else set()
    facts |= {f"denied {notice.claim.seat}"} if notice.claim and notice.claim.denied else set()
    facts |= {f"away {one.seat}" for one in notice.people if one.words.key == "news.away"}
    return facts | {f"waits {seat}" for seat in notice.waiting}


def of_box(moment: PanelSnapshot) -> set[str]:
    facts = {f"{one.what} {one.seat}" for one in moment.people}
    facts |= {f"sits {seat}" for seat in moment.lobby.seats} if moment.lobby else set()
    facts |= {f"claim {moment.claim.seat}"} if moment.claim else set()
    facts |= {f"denied {moment.claim.seat}"} if moment.claim and moment.claim.denied else set()
    facts |= {f"give to {moment.hand_to.to}"} if moment.hand_to else set()
    return facts | ({f"in hand of {moment.mine.seat}"} if moment.mine else set())


# Acts of people

Act = Callable[[Evening], object]


def leaves(name: Seat) -> Act:
    def act(evening: Evening) -> None:
        with evening.house.changing() as guests:
            guests.leave(name)

    return act


def is_let_go(evening: Evening) -> None:
    with evening.house.changing() as guests:
        guests.let_go(BEN)


def is_made_host(name: Seat) -> Act:
    def act(evening: Evening) -> None:
        with evening.house.changing() as guests:
            guests.make_host(name)

    return act


def sits(name: str) -> Act:
    return lambda evening: evening.tokens.update(sit_down(evening.house, name))


def claims(evening: Evening) -> None:
    with evening.house.changing() as guests:
        evening.secret, _ = guests.claim(guests.door.code, "Ben", NEW)


def answers_claim(yes: bool) -> Act:
    def act(evening: Evening) -> None:
        with evening.house.changing() as guests:
            settle(guests, yes)

    return act


def fetches(evening: Evening) -> None:
    with evening.house.changing() as guests:
        guests.collect_claim(evening.secret)


def withdraws(evening: Evening) -> None:
    with evening.house.changing() as guests:
        guests.claims.withdraw(evening.secret)


def denies(evening: Evening) -> None:
    claim = evening.house.snapshots.phone(BEN).asked_for
    assert claim is not None
    with evening.house.changing() as guests:
        guests.deny_claim(BEN, claim.digits)


def comes_on_a_new_phone(evening: Evening) -> None:
    for act in (claims, answers_claim(yes=True), fetches):
        act(evening)


def answers(evening: Evening) -> None:
    found = waiting(evening.house)
    assert found is not None
    seat, ask = found
    assert seat == BEN
    evening.house.play(seat, ask.due, ask.answers.legal()[0], "one")


def takes_the_box(evening: Evening) -> None:
    handing = evening.box.snapshot().hand_to
    assert handing is not None
    evening.box.take_box(handing)


def hands_it_on(evening: Evening) -> None:
    evening.box.hand_on()


def all_answer(evening: Evening) -> None:
    play(evening.house, most=2 * NEWS_ANSWERS)


def the_game_is_left(evening: Evening) -> None:
    evening.house.leave_game(unfinished=True)


def a_game_begins(evening: Evening) -> None:
    start(evening.house, *evening.house.guests.seating.seats)


def time_passes(seconds: float) -> Act:
    return lambda evening: evening.clock.pass_(seconds)


def the_lobby_changes(evening: Evening) -> None:
    for n in range(NEWS_ANSWERS + 1):
        with evening.house.changing() as guests:
            guests.give_piece(CHO, 8 + n % 2)


@dataclass(frozen=True)
class Change:
    """A change of people: its acts, the screens that have news of it, and the acts that end the news."""

    what: str
    acts: tuple[Act, ...]
    on: Iterable[str]
    ends: tuple[tuple[Act, ...], ...]
    after: tuple[Act, ...] = ()
    """Acts before the change, which do not belong to it."""


PHONE_BACK = (comes_on_a_new_phone,)
HEARD = (all_answer,)
LEFT = (the_game_is_left,)
WITHOUT_BEN = ("Ana", "Cho", ROOM, BOX)

IN_A_GAME = (
    Change("left Ben", (leaves(BEN),), WITHOUT_BEN, (PHONE_BACK, HEARD, LEFT)),
    Change("give to Ben", (leaves(BEN),), (BOX,), (PHONE_BACK, LEFT, (takes_the_box,))),
    Change("in hand of Ben", (takes_the_box,), (BOX,), (PHONE_BACK, LEFT, (hands_it_on,)), after=(leaves(BEN),)),
    Change("let_go Ben", (is_let_go,), WITHOUT_BEN, (PHONE_BACK, HEARD, LEFT)),
    Change("host Ben", (leaves(ANA),), ("Ben", "Cho", ROOM, BOX), (HEARD, LEFT, (is_made_host(CHO),))),
    Change("host Cho", (is_made_host(CHO),), EVERYWHERE, (HEARD, LEFT, (is_made_host(ANA),))),
    Change("new_phone Ben", PHONE_BACK, WITHOUT_BEN, ((answers,), HEARD, LEFT, (leaves(BEN),))),
    Change("new_phone Ben", PHONE_BACK, WITHOUT_BEN, (LEFT,), after=(leaves(BEN),)),
    Change("waits Dai", (sits("Dai"),), ("Ana", ROOM), (LEFT, (leaves(Seat("Dai")),))),
)
IN_THE_LOBBY = (
    Change("sits Dai", (sits("Dai"),), EVERYWHERE, ((leaves(Seat("Dai")),),)),
    Change("left Ben", (leaves(BEN),), WITHOUT_BEN, ((sits("Ben"),), (a_game_begins,), (the_lobby_changes,))),
    Change("let_go Ben", (is_let_go,), WITHOUT_BEN, ((sits("Ben"),), (a_game_begins,), (the_lobby_changes,))),
    Change("host Ben", (leaves(ANA),), ("Ben", "Cho", ROOM, BOX), ((a_game_begins,), (is_made_host(CHO),))),
    Change("hosts Cho", (is_made_host(CHO),), ("Ana", "Ben", "Cho", ROOM), ((is_made_host(ANA),), (leaves(CHO),))),
    Change("host Cho", (is_made_host(CHO),), EVERYWHERE, ((is_made_host(ANA),), (a_game_begins,), (the_lobby_changes,))),
    Change("new_phone Ben", PHONE_BACK, WITHOUT_BEN, ((leaves(BEN),), (a_game_begins,), (a_game_begins, the_game_is_left))),
)
ASKING = ((withdraws,), (answers_claim(yes=True),), (answers_claim(yes=False),), (time_passes(CLAIM_SECONDS),))
ANYWHERE = (
    Change("asked for Ben", (claims,), ("Ben",), (*ASKING, (denies,), (leaves(BEN),))),
    Change("claim Ben", (claims,), ("Ana", BOX), (*ASKING, (denies, time_passes(CLAIM_DENIED_SECONDS)))),
    Change("claim Ben", (is_made_host(CHO),), ("Cho", BOX), ASKING, after=(claims,)),
    Change("denied Ben", (denies,), ("Ana", BOX), (*ASKING, (time_passes(CLAIM_DENIED_SECONDS),)), after=(claims,)),
)
CASES = [
    pytest.param(is_game, change, id=f"{'game' if is_game else 'lobby'}: {change.what} {n}")
    for is_game, changes in ((True, (*IN_A_GAME, *ANYWHERE)), (False, (*IN_THE_LOBBY, *ANYWHERE)))
    for n, change in enumerate(changes)
]


def evening_of(folder: Path, is_game: bool) -> Evening:
    clock = HandClock()
    folder.mkdir()
    house = open_house(folder, clock=clock)
    tokens = sit_down(house, *NAMES)
    if is_game:
        start(house, "Ben", "Ana", "Cho")
    return Evening(house, clock, tokens, folder)


def contract(evening: Evening) -> dict[str, object]:
    """Return the screens of a game, and the numbers of their changes."""
    shown = {}
    for seat in (*(Seat(name) for name in NAMES), None):
        snapshot = snapshot_json(evening.house.snapshot(seat), "en")
        shown[str(seat)] = {name: snapshot[name] for name in ("seq", "fingerprint", "now", "asks", "blocks")}
    return shown


@pytest.mark.bound("NEWS_ANSWERS")
@pytest.mark.parametrize(("is_game", "change"), CASES)
def test_news_about_people_shows_where_it_concerns_and_only_while_it_is_true(
    tmp_path: Path, is_game: bool, change: Change
) -> None:
    for n, end in enumerate(change.ends):
        evening = evening_of(tmp_path / str(n), is_game)
        for act in change.after:
            act(evening)
        assert change.after or evening.where(change.what) == set()
        keys = evening.keys
        for act in change.acts:
            act(evening)
        assert evening.where(change.what) == set(change.on)
        assert [name for name, key in evening.keys.items() if name in change.on and key == keys.get(name)] == [], "is sent"
        for act in end:
            act(evening)
        assert evening.where(change.what) == set(), f"end {n}"


@pytest.mark.parametrize("change", [*IN_A_GAME, *ANYWHERE], ids=lambda change: change.what)
def test_no_change_of_people_moves_a_screen_of_the_game(tmp_path: Path, change: Change) -> None:
    evening = evening_of(tmp_path / "box", is_game=True)
    before = contract(evening)
    for act in (*change.after, *change.acts):
        act(evening)
    assert contract(evening) == before


@pytest.mark.parametrize("is_game", [True, False])
@pytest.mark.parametrize(
    ("what", "act"), [("left Ben", leaves(BEN)), ("host Cho", is_made_host(CHO)), ("new_phone Ben", comes_on_a_new_phone)]
)
def test_a_restart_forgets_no_news_of_people(tmp_path: Path, is_game: bool, what: str, act: Act) -> None:
    evening = evening_of(tmp_path / "box", is_game)
    act(evening)
    places = evening.where(what)
    evening.restarts()
    assert evening.where(what) == places != set()


# Tests that need a house of their own


def test_the_loss_of_the_hosts_phone_shows_on_every_phone_that_can_be_host_until_it_is_back(tmp_path: Path) -> None:
    clock = HandClock()
    house = open_house(tmp_path, clock=clock, panel="none")
    evening = Evening(house, clock, sit_down(house, *NAMES), tmp_path)
    for token in evening.tokens.values():
        house.presence.came(token_hash(token))
    house.presence.went(token_hash(evening.tokens["Ana"]))
    assert evening.where("away Ana") == set()
    clock.pass_(HOST_LOST_SECONDS)
    assert evening.where("away Ana") == {"Ben", "Cho", ROOM}
    house.presence.came(token_hash(evening.tokens["Ana"]))
    assert evening.where("away Ana") == set()


def test_a_guest_who_takes_a_bots_seat_is_news_and_is_host(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    seat_bots(house, "bali", NAMES, {})
    evening = Evening(house, HandClock(), {}, tmp_path)
    sit_down(house, "Ben")
    assert evening.where("came Ben") == {ROOM, BOX}
    assert evening.where("host Ben") == {"Ben", ROOM, BOX}
    leaves(BEN)(evening)
    assert evening.where("came Ben") == set()


def test_a_phone_that_several_share_denies_a_claim_on_each_of_its_seats(tmp_path: Path) -> None:
    evening = evening_of(tmp_path / "box", is_game=False)
    with evening.house.changing() as guests:
        guests.sit_beside(CHO, "Eva")
        _, claim = guests.claim(guests.door.code, "Eva", NEW)
    assert evening.where("asked for Eva") == {"Cho"}
    with evening.house.changing() as guests:
        guests.deny_claim(CHO, claim.digits)
    assert evening.where("asked for Eva") == set()
