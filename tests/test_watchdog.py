"""The box tells systemd that it lives only while table, web and display all do."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.box import watchdog
from companion.box.running import OpenBox, Shutdown
from companion.box.watchdog import BEATS, USUAL, Systemd, Watchdog, beat_seconds
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.snapshot.panel import Button
from hardware.device.buttons import HANGS
from hardware.device.wiring import read
from hardware.gpio import GpioPanel
from hardware.panel import STUCK, SimulatedPanel
from tests.hardware.rig import Chip
from tests.support.files import no_file_more
from tests.support.houses import HandClock, open_house
from tests.web.test_web_storms import connected, head, until
from web.serving.asgi import STUCK_SECONDS
from web.serving.server import THREADS, Server

Hear = Callable[[], list[str]]


@pytest.fixture
def hear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hear]:
    """Yield a function that returns the lines of the next message to systemd. Empty: there is no message."""
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.bind(str(tmp_path / "notify"))
    systemd.setblocking(False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))

    def next_message() -> list[str]:
        try:
            return systemd.recv(4096).decode().split("\n")
        except BlockingIOError:
            return []

    yield next_message
    systemd.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = open_house(tmp_path)
    yield house
    house.journal.close()


# Signs of life, and their pace


def test_every_beat_feeds_the_watchdog_while_all_live(hear: Hear) -> None:
    dog = Watchdog({"table": lambda: True, "web": lambda: True})
    dog.beat()
    dog.close()
    assert hear() == ["STATUS=open", "WATCHDOG=1"]


def test_one_part_that_does_not_answer_is_named_and_nothing_is_fed(hear: Hear) -> None:
    lives = {"table": True, "web": True, "display": True}
    dog = Watchdog({name: lambda name=name: lives[name] for name in lives})  # type: ignore[misc]
    for name in lives:
        lives[name] = False
        dog.beat()
        assert hear() == [f"STATUS=no answer: {name}"]
        lives[name] = True
    dog.beat()
    assert "WATCHDOG=1" in hear()
    dog.close()


def test_a_part_that_breaks_when_it_is_asked_does_not_live(hear: Hear) -> None:
    def broken() -> bool:
        raise RuntimeError

    dog = Watchdog({"web": broken})
    dog.beat()
    dog.close()
    assert hear() == ["STATUS=no answer: web"]


def test_systemd_hears_that_the_box_is_open_and_that_it_closes(hear: Hear) -> None:
    dog = Watchdog({"table": lambda: True}).start()
    assert hear() == ["READY=1", "STATUS=open", "WATCHDOG=1"]
    dog.close()
    assert hear() == ["STOPPING=1", "STATUS=closing"]
    assert hear() == []


def test_a_box_that_opens_with_a_dead_part_is_ready_but_not_fed(hear: Hear) -> None:
    dog = Watchdog({"display": lambda: False}).start()
    assert hear() == ["READY=1", "STATUS=no answer: display"]
    dog.close()


def test_the_watchdog_reports_as_often_as_systemd_asks(hear: Hear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "4000")
    asked, enough = [], threading.Event()

    def alive() -> bool:
        asked.append(1)
        if len(asked) > 3:
            enough.set()
        return True

    dog = Watchdog({"table": alive}).start()
    assert enough.wait(20)
    dog.close()


def test_four_beats_fit_into_the_time_that_systemd_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    assert beat_seconds() * BEATS == 20.0
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    assert beat_seconds() == 5.0
    monkeypatch.setenv("WATCHDOG_USEC", "8000000")
    assert beat_seconds() == 2.0


@pytest.mark.parametrize("limit", ["", "0", "-1", "soon"])
def test_without_a_limit_of_systemd_the_beat_is_the_usual_one(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", limit)
    assert beat_seconds() == USUAL


def test_another_process_s_watchdog_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "400")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid() + 1))
    assert beat_seconds() == USUAL


def test_an_abstract_socket_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"companion-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{name}")
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        box = Systemd()
        box.notify("READY=1")
        box.close()
        assert systemd.recv(100) == b"READY=1"


def test_a_service_manager_that_has_gone_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    for address in (str(tmp_path / "nobody"), ""):
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        box = Systemd()
        box.notify("WATCHDOG=1")
        box.close()
    assert not watchdog.service_manager_listens()


def test_a_box_without_a_free_file_still_says_that_it_lives(hear: Hear) -> None:
    """When a socket was opened for each beat, this ended the thread of the beats for good."""
    dog = Watchdog({"table": lambda: True})
    with no_file_more():
        dog.beat()
        dog.beat()
    assert hear() == ["STATUS=open", "WATCHDOG=1"]
    assert hear() == ["STATUS=open", "WATCHDOG=1"]
    dog.close()


# The parts


def test_a_table_whose_lock_is_kept_for_good_does_not_live(house: House) -> None:
    assert house.is_alive()
    locked, done = threading.Event(), threading.Event()

    def keep() -> None:
        with house.changing():
            locked.set()
            done.wait(20)

    keeper = threading.Thread(target=keep)
    keeper.start()
    locked.wait(20)
    assert not house.is_alive(seconds=0.01)
    done.set()
    keeper.join()
    assert house.is_alive()


def test_the_web_lives_while_port_loop_and_pages_answer(house: House) -> None:
    server = Server(house, None)
    assert server.is_alive()
    server.close()
    assert not server.is_alive()


def test_a_web_server_whose_pages_all_hang_does_not_live(house: House) -> None:
    """The port still takes connections and the loop still runs, but no page is made."""
    clock = HandClock()
    server = Server(house, None, clock=clock)
    let_go, asked = threading.Event(), []
    for _ in range(THREADS):
        server._pages._threads.submit(let_go.wait, 20)
    try:
        asked += [connected(server.port, head("/table")) for _ in range(3 * THREADS)]
        until(lambda: bool(server._pages._turns._waiting))
        clock.pass_(STUCK_SECONDS - 0.5)
        assert server.is_alive(), "pages may take their time"
        clock.pass_(0.5)
        assert not server.is_alive()
        let_go.set()
        until(server.is_alive)
    finally:
        let_go.set()
        server.close()
        for one in asked:
            one.close()


def test_a_display_whose_thread_is_stuck_is_not_alive(house: House) -> None:
    clock = HandClock()
    panel = SimulatedPanel(HouseForPanel(house, lambda: None), clock)
    assert not panel.is_alive(), "not started"
    panel.start()
    assert panel.is_alive()
    let_go, stuck = threading.Event(), threading.Event()

    def hangs() -> None:
        stuck.set()
        let_go.wait(20)

    panel.watch(hangs)
    panel.press(Button.OK, False)
    assert stuck.wait(20), "the display's thread is held up"
    clock.pass_(STUCK - 0.5)
    assert panel.is_alive()
    clock.pass_(0.5)
    assert not panel.is_alive()
    let_go.set()
    panel.close()


class HungPin(MockPin):
    """A pin whose library never returns once it hangs."""

    hangs = False

    def __init__(self, *which: Any) -> None:
        super().__init__(*which)
        self.asked, self.let_go = threading.Event(), threading.Event()

    def _get_state(self) -> Any:
        if self.hangs:
            self.asked.set()
            self.let_go.wait(20)
        return super()._get_state()


def test_a_panel_whose_pins_hang_does_not_live(house: House) -> None:
    """The display still works, but nobody at the table could press anything."""
    clock, pins, wiring = HandClock(), MockFactory(), read(None)
    hung = pins.pin(wiring.buttons[Button.OK], pin_class=HungPin)
    panel = GpioPanel(HouseForPanel(house, lambda: None), wiring, pins, Chip(wiring.chip).open, clock).start()
    hung.hangs = True
    assert hung.asked.wait(20), "the buttons' thread is held up"
    clock.pass_(HANGS / 1000 - 0.5)
    assert panel.fingers.is_alive()
    clock.pass_(0.5)
    assert not panel.fingers.is_alive()
    assert not panel.is_alive()
    hung.hangs = False
    hung.let_go.set()
    panel.close()


# The whole box


def test_a_box_that_systemd_starts_says_ready_when_everything_is_open_and_asks_every_part(
    tmp_path: Path, hear: Hear
) -> None:
    evening = OpenBox(open_house(tmp_path, frontends=("hardware", "web")), Shutdown())
    try:
        assert hear() == ["READY=1", "STATUS=open", "WATCHDOG=1"]
        (dog,) = [part for part in evening._running if isinstance(part, Watchdog)]
        assert set(dog._parts) == {"table", "hardware", "web"}
    finally:
        evening.close()
    assert hear() == ["STOPPING=1", "STATUS=closing"]


def test_on_a_laptop_there_is_no_watchdog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    evening = OpenBox(open_house(tmp_path), Shutdown())
    try:
        assert not [part for part in evening._running if isinstance(part, Watchdog)]
    finally:
        evening.close()


def test_switching_off_at_the_panel_stops_the_machine_too_and_stopping_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    evening = OpenBox(open_house(tmp_path), Shutdown())
    evening.run(evening._shutdown.request)
    assert not (tmp_path / "off").exists()
    evening = OpenBox(open_house(tmp_path), Shutdown())
    evening.run(evening._switch_off)
    assert (tmp_path / "off").exists()
