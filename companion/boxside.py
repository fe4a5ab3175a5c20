"""The panel's side of the house: what the box beside the table sees and does. All of it is open."""

from collections.abc import Callable
from typing import Any

from companion.core.words import BadFile, Refused
from companion.house import House
from companion.lobby import choices
from companion.panel import Chosen, Moment, Picked, Talking
from companion.record import parse_options
from companion.shelf import games


class HouseSide:
    """A `companion.panel.BoxSide`. `off` is what switching off does to this machine."""

    def __init__(self, house: House, off: Callable[[], None]) -> None:
        self._house = house
        self._off = off
        self._options: dict[str, dict[str, Any]] = {}
        """What was chosen here, by game, for as long as the box is on."""
        self._listeners: list[Callable[[], None]] = []

    def moment(self) -> Moment:
        house = self._house
        common: dict[str, Any] = {
            "language": house.settings.language,
            "join": house.join_info,
            "pieces": house.guests.seating.pieces,
            "claim": house.guests.claims.first(),
            "trouble": house.trouble,
        }
        if house.table is None:
            return Moment(lobby=self._chosen(), **common)
        onlooker = house.table.onlooker()
        moment = onlooker.moment
        return Moment(
            screen=onlooker.screen(),
            asks=moment.asks(None),
            settling=moment.settling(),
            fingerprint=moment.fingerprint,
            undo=moment.undo_of(),
            timer=house.may_talk(None),
            talk=self._talking(),
            **common,
        )

    def watch(self, listener: Callable[[], None]) -> None:
        self._house.watch(listener)
        self._listeners.append(listener)

    def turn_games(self, step: int) -> None:
        ids = list(games())
        self._house.pick(ids[(ids.index(self._house.picked) + step) % len(ids)])

    def turn_option(self, name: str) -> None:
        said = self._options.setdefault(self._house.picked, {})
        for choice in choices(self._house.picked):
            if choice.name == name:
                now = choice.values.index(said.get(name, choice.usual))
                said[name] = choice.values[(now + 1) % len(choice.values)]
        for listener in self._listeners:
            listener()

    def start(self) -> None:
        if self._house.table is not None:
            self._house.again()
        else:
            self._start_picked()

    def _start_picked(self) -> None:
        try:
            seats, options = list(self._house.guests.seating.seats), self._chosen_options()
            self._house.start({"game": self._house.picked, "seats": seats, "options": options})
        except BadFile as why:
            raise Refused(why.text.key, **why.text.values) from None

    def leave_game(self) -> None:
        self._house.leave_game()

    def abandon(self) -> None:
        self._house.leave_game(unfinished=True)

    def tell(self, due: str | None, do: dict[str, Any], key: str) -> None:
        self._house.tell(due, do, key)

    def talk(self, minutes: int | None) -> None:
        self._house.talk(minutes)

    def talk_longer(self) -> None:
        self._house.talk_longer()

    def take_back(self) -> None:
        self._house.take_back("")

    def settle_claim(self, yes: bool) -> None:
        with self._house.changing() as guests:
            guests.settle_claim(yes)

    def retry(self) -> None:
        self._house.retry()

    def switch_off(self) -> None:
        self._off()

    def display_lost(self, lost: bool) -> None:
        self._house.lose_display(lost)

    def _talking(self) -> Talking | None:
        timer = self._house.timer
        talk = timer.on
        return Talking(timer.left(talk), talk.total) if talk else None

    def _chosen_options(self) -> dict[str, Any]:
        return dict(self._options.get(self._house.picked, {}))

    def _picked(self) -> tuple[Picked, ...]:
        said = self._chosen_options()
        found = []
        for choice in choices(self._house.picked):
            value = said.get(choice.name, choice.usual)
            words = choice.said[choice.values.index(value)] if choice.said else None
            found.append(Picked(choice.name, choice.words, value, words))
        return tuple(found)

    def _chosen(self) -> Chosen:
        lobby = self._house.lobby()
        card = next(card for card in lobby.games if card.id == lobby.picked)
        game = games()[card.id]
        try:
            options = parse_options(game, self._chosen_options())
        except BadFile:  # options that do not go together: starting says why
            options = parse_options(game, {})
        sizes = game.sizes(options)
        phoneless = len(lobby.phoneless) if game.phones(options) == "each" else 0
        ready = len(lobby.seats) in sizes
        return Chosen(card.id, lobby.seats, (sizes[0], sizes[-1]), ready, self._picked(), phoneless)
