"""What the box beside the table sees and does in a house."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from companion.core.state import Seat
from companion.core.words import BadFile, Refused, text
from companion.house.house import House
from companion.house.shared_box import Hands
from companion.house.snapshots import Looks
from companion.shelf import games
from companion.snapshot.hall import OtherTables
from companion.snapshot.lobby import Chosen
from companion.snapshot.panel import BoxMoment, BoxSide, Handing, Mine, Newcomer
from companion.snapshot.table import Claim, Heard, Talking, Told


class HouseSide(BoxSide):
    """A `companion.snapshot.panel.BoxSide`. `off` is what switching off does to this machine."""

    def __init__(self, house: House, off: Callable[[], None]) -> None:
        self._house = house
        self._hands = Hands(house)
        self._off = off

    def moment(self) -> BoxMoment:
        house, looks = self._house, self._house.looks
        common: dict[str, Any] = {
            "language": house.settings.language,
            "join": looks.join_info,
            "pieces": looks.pieces,
            "claim": house.guests.claims.first(),
            "returning": house.guests.claims.beside(),
            "claim_left": looks.claim_left,
            "trouble": looks.alarm,
            "hall": text("hall.word.apart") if looks.now.apart else house.course.hall,
            "spare": house.course.others.shown if house.course.others is not None else None,
            "elsewhere": looks.now.table.head.name if looks.now.table and looks.now.elsewhere else "",
            "told": looks.now.told,
            "people": looks.people,
            **self._hands.shown(looks),
        }
        table = looks.now.table
        if table is None:
            return BoxMoment(lobby=_chosen(looks), **common)
        moment, waits = table.moment, looks.closed_for is not None or looks.waits_for_the_room(None)
        return BoxMoment(
            screen=looks.in_public,
            asks=() if waits else moment.asks(None),
            set_up=looks.set_up,
            stage=looks.stage,
            settling=None if waits else moment.settling(),
            fingerprint=moment.fingerprint,
            number=moment.number,
            heard=_heard(looks),
            undo=moment.undo_of() if looks.closed_for is None else None,
            undo_said=None if waits else moment.undo_said(),
            timer=looks.may_talk(None),
            talk=self._talking(),
            **common,
        )

    def watch(self, listener: Callable[[], None]) -> None:
        self._house.watch(listener)

    def turn_games(self, by: int) -> None:
        ids = list(games())
        self._house.pick(ids[(ids.index(self._house.looks.lobby.picked) + by) % len(ids)])

    def turn_option(self, name: str) -> None:
        game = self._house.looks.lobby.picked
        agreed = self._house.agreed
        for option, now in zip(agreed.offered(game), agreed.picked(game), strict=True):
            if option.name == name:
                at = option.values.index(now.value) if now.value in option.values else -1  # a draft
                self._house.agree(game, {name: option.values[(at + 1) % len(option.values)]})

    def start(self, shown: Chosen) -> None:
        options = {option.name: option.value for option in shown.options if not option.usual}
        with _in_words():
            self._house.start({"game": shown.game, "seats": list(shown.seats), "options": {**options, **shown.colours}})

    def again(self, number: int) -> None:
        with _in_words():
            self._house.again(number)

    def leave_game(self, number: int) -> None:
        self._house.leave_game(number=number)

    def abandon(self, number: int) -> None:
        self._house.leave_game(unfinished=True, number=number)

    def tell(self, due: str | None, do: dict[str, Any], key: str) -> None:
        self._hands.tell(due, do, key)

    def take(self, shown: Handing) -> None:
        self._hands.take(shown)

    def hand_on(self) -> None:
        self._hands.hand_on()

    def turn_hands(self) -> None:
        self._hands.turn()

    def seat_one(self, shown: Newcomer) -> None:
        self._hands.seat_one(shown)

    def unseat(self, shown: Seat) -> None:
        self._hands.unseat(shown)

    def stage(self, of: str, step: int | None) -> None:
        self._house.guiding.stage(of, step)

    def lay(self, number: int, step: int | None) -> None:
        self._house.guiding.lay(step, number)

    def talk(self, minutes: int | None) -> None:
        self._house.guiding.talk(minutes)

    def talk_longer(self) -> None:
        self._house.guiding.talk_longer()

    def take_back(self, fingerprint: str) -> None:
        self._house.take_back("", fingerprint)

    def take_own_back(self, shown: Mine) -> None:
        self._hands.take_own_back(shown)

    def settle_claim(self, shown: Claim, yes: bool, others: Sequence[Claim] = ()) -> None:
        with self._house.changing() as guests:
            guests.settle_claim(shown, yes, others)

    def retry(self, trouble: str) -> None:
        self._house.retry(trouble)

    def play_apart(self, number: int) -> None:
        self._house.takeover.play_apart(number)

    def have_read(self, shown: Told) -> None:
        self._house.condition.have_read(shown)

    @property
    def others(self) -> OtherTables:
        if self._house.course.others is None:
            raise Refused("hall.alone")
        return self._house.course.others

    def switch_off(self) -> None:
        self._off()

    def display_lost(self, lost: bool) -> None:
        self._house.condition.lose_display(lost)

    def _talking(self) -> Talking | None:
        timer = self._house.guiding.timer
        talk = timer.on
        return Talking(timer.left(talk), talk.total) if talk else None


def _heard(looks: Looks) -> Heard | None:
    word = looks.standing_word
    return Heard(word.seat, word.due, word.do) if word is not None else None


def _chosen(looks: Looks) -> Chosen:
    lobby = looks.lobby.shown()
    return Chosen(
        game=lobby.picked,
        seats=lobby.seats,
        sizes=(lobby.game.least, lobby.game.most),
        ready=lobby.ready,
        options=lobby.options,
        phoneless=len(lobby.at_box) if lobby.game.phones == "each" else 0,
        lacking=lobby.lacking,
        colours=lobby.colours,
    )


@contextmanager
def _in_words() -> Iterator[None]:
    """What is wrong with a game's seats or options is a refusal here: the panel has no file."""
    try:
        yield
    except BadFile as why:
        raise Refused(why.text.key, **why.text.values) from None
