"""Back to paper: all that lies open, of every game at any moment."""

from pathlib import Path

import pytest

from companion.core.blocks import Secret
from companion.house.cardboard import Cardboard, cardboard
from companion.shelf import games
from tests.support.games import play
from tests.support.houses import playing

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
SEATS = {"bali": 3, "babel": 5, "buru": 4, "animism": 3}
INSTANTS = (0, 7, 40)


def laid_out(folder: Path, game: str, answers: int) -> Cardboard:
    house = playing(folder, *NAMES[: SEATS[game]], game=game)
    play(house, most=answers)
    assert house.table is not None
    return cardboard(house.table.moment)


@pytest.mark.parametrize("answers", INSTANTS)
@pytest.mark.parametrize("game", games())
def test_every_piece_that_lies_open_stands_there_once(game: str, answers: int, tmp_path: Path) -> None:
    house = playing(tmp_path, *NAMES[: SEATS[game]], game=game)
    play(house, most=answers)
    assert house.table is not None
    public = house.table.moment.history.state.public
    said = {one.seat: one.counts for one in cardboard(house.table.moment).before}
    for seat, tally in games()[game].tallies(public).items():
        there = [(count.sign, count.n) for count in said.get(seat, ())]
        for sign, n in tally.items():
            found = [number for key, number in there if key == sign]
            assert found in ([n], [None]) if n else found in ([], [0]), (seat, sign)


@pytest.mark.parametrize("game", games())
def test_nothing_secret_lies_open(game: str, tmp_path: Path) -> None:
    assert not any(isinstance(block, Secret) for block in laid_out(tmp_path, game, 20).blocks)
