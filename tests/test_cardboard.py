"""Back to paper: all that lies open, of every game at any moment."""

from pathlib import Path

import pytest

from companion.core.blocks import Secret
from companion.core.game import AnyGame
from companion.core.moment import Moment
from companion.house.cardboard import cardboard
from tests.promises.settings import SHELF, settings_of
from tests.support.games import play
from tests.support.houses import playing

INSTANTS = (0, 7, 40)

every_game = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


def played(folder: Path, game: AnyGame, answers: int) -> Moment:
    """As the game usually is, so many answers on."""
    usual = settings_of(game)[0]
    house = playing(folder, *usual.names[: usual.seats], game=game.id)
    play(house, most=answers)
    assert house.table is not None
    return house.table.moment


@pytest.mark.parametrize("answers", INSTANTS)
@every_game
def test_every_piece_that_lies_open_stands_there_once(game: AnyGame, answers: int, tmp_path: Path) -> None:
    moment = played(tmp_path, game, answers)
    said = {one.seat: one.counts for one in cardboard(moment).before}
    for seat, tally in game.tallies(moment.history.state.public).items():
        there = [(count.sign, count.n) for count in said.get(seat, ())]
        for sign, n in tally.items():
            found = [number for key, number in there if key == sign]
            assert found in ([n], [None]) if n else found in ([], [0]), (seat, sign)


@every_game
def test_nothing_secret_lies_open(game: AnyGame, tmp_path: Path) -> None:
    assert not any(isinstance(block, Secret) for block in cardboard(played(tmp_path, game, 20)).blocks)
