"""A setting that cannot be played fails one test, and all other promises of it are skipped with the reason."""

from collections.abc import Sequence

import pytest

from companion.core.state import Seat
from companion.promises.tapes import play, tape_of, tapes_of
from tests.promises.settings import Setting
from tests.toy import GAME
from tests.toy.rules import Toy
from tests.toy.state import Options, ToyState


class Torn(Toy):
    """A market whose set-up fails."""

    def first_state(self, seats: Sequence[Seat], options: Options) -> ToyState:
        raise LookupError("no cards")


class Fickle(Toy):
    """A market whose set-up fails once its usual games were played."""

    is_late = False

    def first_state(self, seats: Sequence[Seat], options: Options) -> ToyState:
        if self.is_late:
            raise LookupError("too late")
        return super().first_state(seats, options)


def test_a_setting_whose_set_up_fails_is_an_error_where_it_is_played() -> None:
    with pytest.raises(LookupError, match="no cards"):
        play(Setting(Torn(), 3))


def test_promises_of_a_setting_that_cannot_be_played_are_skipped_with_the_reason() -> None:
    setting = Setting(Torn(), 3)
    for read in (tapes_of, lambda setting: tape_of(setting, 40)):
        with pytest.raises(pytest.skip.Exception, match="toy-3 cannot be played: LookupError: no cards"):
            read(setting)


def test_a_game_that_fails_where_the_setting_s_own_games_do_not_is_an_error_of_its_promise() -> None:
    game = Fickle()
    setting = Setting(game, 3)
    play(setting)
    game.is_late = True
    with pytest.raises(LookupError, match="too late"):
        tape_of(setting, 40)


def test_a_game_is_played_once_for_all_who_read_its_tape() -> None:
    setting = Setting(GAME, 3)
    assert tape_of(setting, 0) is tape_of(setting, 0, restless=False) is tapes_of(setting)[0]
