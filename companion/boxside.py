"""The panel's side of the house: what the box beside the table sees and does. All of it is open."""

from collections.abc import Callable
from typing import Any

from companion.core.words import BadFile, Refused
from companion.house import House
from companion.panel import Chosen, Moment
from companion.shelf import games


class HouseSide:
    """A `companion.panel.BoxSide`. `off` is what switching off does to this machine."""

    def __init__(self, house: House, off: Callable[[], None]) -> None:
        self._house = house
        self._off = off

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
            fingerprint=moment.fingerprint,
            undo=moment.undo_of(),
            **common,
        )

    def watch(self, listener: Callable[[], None]) -> None:
        self._house.watch(listener)

    def turn_games(self, step: int) -> None:
        ids = list(games())
        self._house.pick(ids[(ids.index(self._house.picked) + step) % len(ids)])

    def start(self) -> None:
        if self._house.table is not None:
            self._house.again()
        else:
            self._start_picked()

    def _start_picked(self) -> None:
        try:
            self._house.start({"game": self._house.picked, "seats": list(self._house.guests.seating.seats)})
        except BadFile as why:
            raise Refused(why.text.key, **why.text.values) from None

    def leave_game(self) -> None:
        self._house.leave_game()

    def tell(self, due: str, do: dict[str, Any], key: str) -> None:
        self._house.tell(due, do, key)

    def take_back(self) -> None:
        self._house.take_back("")

    def settle_claim(self, yes: bool) -> None:
        with self._house.changing() as guests:
            guests.settle_claim(yes)

    def retry(self) -> None:
        self._house.retry()

    def switch_off(self) -> None:
        self._off()

    def _chosen(self) -> Chosen:
        lobby = self._house.lobby()
        card = next(card for card in lobby.games if card.id == lobby.picked)
        return Chosen(card.id, lobby.seats, (card.least, card.most), card.fits)
