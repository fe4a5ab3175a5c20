"""The promise of a game's folder, as a test: `companion check-game` finds nothing missing."""

from pathlib import Path

from companion.core.game import AnyGame
from companion.demands import missing
from companion.folders import of
from companion.promises.settings import PROMISED, each_of


def pytest_generate_tests(metafunc):  # type: ignore[no-untyped-def]
    each_of(metafunc, PROMISED)


def test_nothing_is_missing_in_the_folder_of_a_game(game: AnyGame) -> None:
    assert list(missing(Path(str(of(game.id))))) == []
