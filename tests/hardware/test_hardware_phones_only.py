"""A game that is played only on phones says so before it begins. All other games can begin with the box alone."""

from typing import Any

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.lobby import is_on_phones_only
from companion.snapshot.panel import Button
from tests.hardware.alone import Alone
from tests.promises.settings import SHELF, Setting, settings_of
from tests.support import houses
from web.drawing.parts import parts_of

OK = Button.OK
ALL = [setting for game in SHELF for setting in settings_of(game)]


def drawn_on_phones(alone: Alone) -> None:
    """Show Animism's lobby, with the option of sheets on phones."""
    alone.house.pick("animism")
    alone.house.agree("animism", {"sheets": "twin"})
    alone.rig.turn_to("lobby")


def test_the_box_says_in_the_lobby_that_it_goes_on_phones_only_and_who_has_none(alone: Alone) -> None:
    houses.sit_down(alone.house, "Ana", "Ben")
    alone.sit(1)
    drawn_on_phones(alone)
    assert alone.rig.lines[-1] == "on phones only"
    alone.rig.wait(1.1)
    alone.rig.press(OK)
    assert alone.rig.lines[-1] == "Everyone needs a phone for this game. Without one: Red."
    assert alone.house.table is None
    lobby = alone.house.snapshot(None).lobby
    assert lobby is not None
    assert (lobby.lacking, lobby.ready) == (("Red",), False), "phones say the same, and cannot start it"


def test_with_a_phone_for_each_it_begins(alone: Alone) -> None:
    houses.sit_down(alone.house, "Ana", "Ben", "Cho")
    drawn_on_phones(alone)
    alone.rig.wait(1.1)
    alone.rig.press(OK)
    assert alone.house.table is not None


def test_nobody_can_start_it_past_the_lobby(alone: Alone) -> None:
    houses.sit_down(alone.house, "Ana", "Ben")
    alone.sit(1)
    with pytest.raises(Refused) as why:
        houses.start(alone.house, "Ana", "Ben", "Red", game="animism", sheets="twin")
    assert why.value.key == "phones_only"
    assert alone.house.table is None


@pytest.mark.parametrize("setting", [s for s in ALL if not is_on_phones_only(s.table().head)], ids=str)
def test_before_a_game_without_phones_the_box_can_ask_every_question_of_a_seat(setting: Setting) -> None:
    """The box cannot ask for a place on a map."""
    moment = setting.table().moment
    assert all(ask.answers.placing is None for seat in moment.seqs for ask in moment.asks(seat))


def test_phones_name_the_players_without_a_phone_and_say_nothing_of_a_shared_box(alone: Alone) -> None:
    houses.sit_down(alone.house, "Ana", "Ben")
    alone.sit(1)
    drawn_on_phones(alone)
    lobby: Any = parts_of(alone.house.snapshot(Seat("Ana")))["lobby"]
    assert lobby["no_fit"].key == "phones_only"
    assert not {"ready", "phoneless"} & lobby.keys()
