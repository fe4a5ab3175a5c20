"""A confirmation names the thing that was shown. A confirmation of anything else does nothing."""

from pathlib import Path

import pytest

from companion.core.words import Refused
from companion.house.panel_acts import HouseForPanel
from companion.shelf import games
from tests.support.games import play
from tests.support.houses import open_house, playing, sit_down, start


def test_an_act_for_a_game_that_is_on_no_screen_any_more_does_nothing(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house)
    assert house.table is not None
    old = house.table.number
    house.again()
    number, for_panel = house.table.number, HouseForPanel(house, lambda: None)
    for act in (for_panel.again, for_panel.leave_game, for_panel.abandon):
        with pytest.raises(Refused, match="other_shown"):
            act(old)
    assert house.table is not None
    assert house.table.number == number


def test_taking_back_takes_what_was_shown_and_nothing_newer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=2)
    for_panel = HouseForPanel(house, lambda: None)
    shown = for_panel.snapshot().fingerprint
    play(house, seed=2, most=1)
    assert house.table is not None
    entries = house.table.moment.entries
    with pytest.raises(Refused, match="other_shown"):
        for_panel.take_back(shown)
    assert house.table.moment.entries == entries


@pytest.mark.parametrize("game", games())
def test_every_answer_that_can_be_taken_back_is_named_or_is_a_sealed_question(tmp_path: Path, game: str) -> None:
    house = open_house(tmp_path)
    names = ("Ana", "Ben", "Cho", "Dai", "Eva")[: max(3, games()[game].sizes(games()[game].options())[0])]
    sit_down(house, *names)
    start(house, *names, game=game)
    for_panel, named, asked = HouseForPanel(house, lambda: None), 0, False
    for seed in range(1, 25):
        assert house.table is not None
        asked = asked or any(due.seat and due.waits and not due.sealed for due in house.table.moment.history.dues)
        play(house, seed=seed, most=1)
        snapshot = for_panel.snapshot()
        if snapshot.undo not in (None, (None,)):
            assert snapshot.undo_words is not None
            named += 1
    assert named or not asked
