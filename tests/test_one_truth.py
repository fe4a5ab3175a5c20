"""One truth on all screens: phones, the room's screen and the display state no fact differently."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from luma.core.device import dummy

from companion.core.moment import Moment
from companion.core.view import Screen
from companion.core.words import text
from companion.house.panel_acts import HouseForPanel
from companion.house.set_up import Ticks
from companion.letters import load
from companion.promises.tapes import tapes_of
from companion.snapshot.panel import Button
from companion.speech.say import say
from hardware.device.display import Display
from hardware.pages import acts, pages
from hardware.pages.contents import layout
from hardware.pages.pages import PagePosition
from hardware.panel import BoxPanel
from tests.promises.facts import Room, contradictions
from tests.promises.settings import NAMES, SHELF, Setting, is_variation, settings_of
from tests.support import houses
from web.drawing.parts import parts_of

every_setting = pytest.mark.parametrize("setting", [s for game in SHELF for s in settings_of(game)], ids=str, scope="module")


def games(setting: Setting, folder: Path) -> Iterator[tuple[Room, list[Moment]]]:
    """Yield a game without and a game with answers taken back, each in a room of its own. A setting that changes one option
    has only the second."""
    for n, tape in enumerate(tapes_of(setting)[:2]):
        yield Room(folder / str(n), setting), tape.moments


@every_setting
def test_no_two_screens_state_a_fact_differently_at_any_moment(setting: Setting, tmp_path: Path) -> None:
    stated, expected = set(), set()
    for room, moments in games(setting, tmp_path):
        for moment in moments[:: 3 if is_variation(setting) else 2]:
            if not moment.over:
                room.turn_to(moment)
                screens = room.screens()
                assert contradictions(screens) == []
                stated |= {kind for kind, of in screens["display"] if screens["display"][kind, of]}
        expected |= {"pieces" for moment in moments if setting.game.tallies(moment.history.state.public)}
        expected |= {"turn" for moment in moments if moment.history.turn}
    assert stated >= expected


@every_setting
def test_the_display_brings_up_once_what_people_move(setting: Setting, tmp_path: Path) -> None:
    """People who read moves twice would move the pieces twice. Moves come again only after something went back in between,
    or for the player who gets the box."""
    for room, moments in games(setting, tmp_path):
        clock, seen = houses.HandClock(), set[bytes]()
        panel = BoxPanel(room.for_panel, Display(dummy(128, 64, mode="1")), load(), clock)
        for moment in moments:
            room.turn_to(moment)
            page = panel.page().page
            if page == pages.PUT_BACK:
                seen.clear()
            if page == pages.MOVES:
                assert brought(moment.screen(None)) not in seen
                seen.add(brought(moment.screen(None)))
            if page in (pages.HAND, pages.MOVES) and room.for_panel.snapshot().hand_to is not None:
                clock.pass_(2)
                panel.press(Button.OK, False)
            clock.pass_(25)
            panel.tick()


@every_setting
def test_all_screens_show_the_same_steps_of_the_set_up_as_done(setting: Setting, tmp_path: Path) -> None:
    """The display shows them one by one: each press of OK ticks the one that is shown."""
    room, ticks = Room(tmp_path, setting), Ticks(0)
    table = setting.table()
    for seat in table.head.seats:
        for step in table.set_up.of(seat):
            room.set_up(ticks)
            shown = [room.house.snapshot(who).set_up for who in (None, *table.head.seats)]
            box = room.for_panel.snapshot().set_up
            assert box is not None
            assert [one and one.done for one in shown] == [box.done] * len(shown)
            name, left = step.name, [one.name for one in box.left(seat)]
            assert step.asks or name in left or step.who == "table"
            ticks = ticks if step.asks else ticks.with_tick(step, seat, done=True)


def brought(screen: Screen) -> bytes:
    """Return the moves that are shown, with the place in the game that they belong to, as JSON."""
    assert screen.view.moves is not None
    return msgspec.json.encode((screen.view.moves.of, screen.view.moves.rows))


LOBBIES = [setting for game in SHELF for setting in settings_of(game) if "kept" not in str(setting)]


@pytest.mark.parametrize("setting", LOBBIES, ids=str)
def test_all_screens_name_the_same_numbers_of_players_of_a_game(setting: Setting, tmp_path: Path) -> None:
    """All screens name the same numbers of players for the agreed options, and each starts the game only with such a
    number."""
    house, game = houses.open_house(tmp_path), setting.game.id
    sizes = setting.game.sizes(msgspec.convert(setting.options, setting.game.options))
    for_panel = HouseForPanel(house, lambda: None)
    for seated, name in enumerate(NAMES[: sizes[-1] + 1], 1):
        houses.sit_down(house, name)
        house.pick(game)
        house.agree(game, setting.options)
        lobbies = [parts_of(house.snapshot(seat))["lobby"] for seat in NAMES[:seated]]
        shown_sizes = [card["sizes"].values for lobby in lobbies for card in lobby["games"] if card["id"] == game]
        shown_sizes += [lobby["no_fit"].values["sizes"].values for lobby in lobbies if "no_fit" in lobby]
        shown = layout(for_panel.snapshot(), PagePosition(), pages.LOBBY)
        assert all(one == bounds(sizes) for one in shown_sizes)
        key = "display.size" if len(sizes) == 1 else "display.sizes"
        assert shown.lines()[0].startswith(say(text(key, **bounds(sizes)), "en"))
        can_start = {lobby.get("ready", False) for lobby in lobbies} | {shown.act(Button.OK, False) is acts.START}
        assert can_start == {seated in sizes}


def bounds(sizes: range) -> dict[str, int]:
    """Return the blanks of the sentence on the number of players."""
    return {"least": sizes[0]} if len(sizes) == 1 else {"least": sizes[0], "most": sizes[-1]}
