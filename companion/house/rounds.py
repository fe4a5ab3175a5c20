"""The organiser's round at this table: its game in the lobby with one press, and which game began in it."""

from contextlib import suppress

from companion.core.words import Refused
from companion.house.house import House
from companion.house.lobby import round_options
from companion.house.moved import read_rounds
from companion.house.store import ROUNDS


def round_of(house: House, table: str) -> str:
    """Return the number of the round in which the game at the table of this name began, or ""."""
    return read_rounds(house.journal.note(ROUNDS) or "{}").get(table, "")


def play_round(house: House, number: str) -> None:
    """Pick the game and the options of the round that was shown. The game starts if exactly the people of the round's plan
    for this table sit here. If something is missing, it does not start, and the lobby says why. Raise Refused, and change
    nothing, in three cases: another round is open now, its game has no such options here, or a game is on."""
    with house.store.lock:
        here = house.snapshots.round_offer
        if here is None or here.number != number:
            raise Refused("other_shown")
        options = round_options(here.game, here.options)
        house.agreed.check(here.game, options)
        if house.table is not None:
            house.leave_game(number=house.table.number)
        house.pick(here.game)
        house.agree(here.game, options)
        lobby = house.snapshots.lobby.shown()
        if here.people and {*here.people} == {*lobby.seats} and lobby.ready:
            with suppress(Refused):
                house.start({"game": here.game, "seats": list(lobby.seats)})
