"""`companion check` finds what would keep a box from working, says it in one line, and leaves no trace."""

import errno
import re
import socket
import sqlite3
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion.__main__ import main
from companion.box import checking
from companion.box.checking import check_all, clock, database, disk, network, versions
from companion.commands.terminal import UNFIT
from companion.findings import Finding, Level
from companion.hall import checking as hall
from companion.settings import Settings
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue, say
from hardware.checking import ADDRESSES, Asks, buttons, check, display, letters
from hardware.device.wiring import Wiring, read
from tests.hardware.test_hardware_header import BOARDS, linux
from tests.support.disks import no_byte_more
from tests.support.houses import open_house, playing
from tests.support.phones import serving

PARTS = ["buttons", "display", "fonts", "disk", "clock", "network", "database", "versions"]


def key_and_level(finding: Finding) -> tuple[str, Level]:
    """Return a finding's key and level, after checking that it has words of one line in every language."""
    for language in LANGUAGES:
        words = say(finding.words, language)
        assert words
        assert "\n" not in words
    return finding.words.key.removeprefix("check."), finding.level


def at_home() -> str:
    return "192.168.1.20"


@pytest.fixture
def wifi(tmp_path: Path) -> str:
    return str(tmp_path / "wifi.json")


# Disk


def test_a_disk_with_room_says_how_much_and_how_fast(tmp_path: Path) -> None:
    found = disk(tmp_path)
    assert key_and_level(found) == ("disk.ok", Level.OK)
    assert int(found.words.values["free"]) > 0
    assert int(found.words.values["ms"]) > 0


def test_the_folder_of_the_games_is_looked_for_and_not_made(tmp_path: Path) -> None:
    assert disk(tmp_path / "not" / "yet").level is Level.OK
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_takes_no_byte_is_bad(tmp_path: Path) -> None:
    with no_byte_more():
        assert key_and_level(disk(tmp_path)) == ("disk.broken", Level.BAD)


@pytest.mark.parametrize(("number", "key"), [
    (errno.EROFS, "read_only"), (errno.ENOSPC, "full"), (errno.EACCES, "not_allowed"), (errno.EIO, "broken"),
])  # fmt: skip
def test_each_reason_has_its_own_words(tmp_path: Path, number: int, key: str) -> None:
    def fails(folder: Path) -> int:
        raise OSError(number, "why")

    assert key_and_level(disk(tmp_path, fails)) == (f"disk.{key}", Level.BAD)


@pytest.mark.parametrize(("took", "free", "stood"), [
    (checking.SLOW_MS, 9000, ("disk.ok", Level.OK)), (checking.SLOW_MS + 1, 9000, ("disk.slow", Level.NOTE)),
    (1, checking.LITTLE_MB - 1, ("disk.little", Level.NOTE)), (1, checking.NO_ROOM_MB - 1, ("disk.no_room", Level.BAD)),
])  # fmt: skip
def test_a_slow_disk_is_noted_and_one_without_room_is_bad(
    tmp_path: Path, took: int, free: int, stood: tuple[str, Level]
) -> None:
    assert key_and_level(disk(tmp_path, lambda _: took, lambda _: free)) == stood


# Clock


def test_a_clock_before_the_date_of_the_program_is_noted() -> None:
    assert key_and_level(clock()) == ("clock.ok", Level.OK)
    assert key_and_level(clock(lambda: 0.0)) == ("clock.behind", Level.NOTE)
    assert re.search(r"19(70|69)-", say(clock(lambda: 0.0).words, "en"))


# Network


@pytest.fixture
def taken() -> Iterator[int]:
    """Yield the port of another program, which says nothing that we know."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_an_address_and_a_free_port_are_fine(wifi: str) -> None:
    finding = network(Settings(listen="0.0.0.0:0", wifi_file=wifi), at_home)
    assert key_and_level(finding) == ("network.free", Level.OK)
    assert finding.words.values["at"].startswith("192.168.1.20")


def test_no_network_is_bad_as_no_phone_gets_in(wifi: str) -> None:
    assert key_and_level(network(Settings(wifi_file=wifi), lambda: "127.0.0.1")) == ("network.none", Level.BAD)


def test_a_box_for_this_machine_alone_is_noted(wifi: str) -> None:
    assert key_and_level(network(Settings(listen="127.0.0.1:0", wifi_file=wifi))) == ("network.only_here", Level.NOTE)


def test_on_its_own_wifi_the_box_names_it(tmp_path: Path, wifi: str) -> None:
    Path(wifi).write_text('{"name": "TABLE7", "password": "KRWMTXAP", "address": "10.42.0.1"}')
    found = network(Settings(listen="0.0.0.0:0", wifi_file=wifi), lambda: "127.0.0.1")
    assert key_and_level(found) == ("network.wifi", Level.OK)
    assert "TABLE7" in say(found.words, "en")
    assert "KRWMTXAP" not in say(found.words, "en")


def test_a_port_that_another_program_holds_is_bad(taken: int, wifi: str) -> None:
    assert key_and_level(network(Settings(listen=f"127.0.0.1:{taken}", wifi_file=wifi))) == ("network.taken", Level.BAD)


def test_a_port_where_the_companion_answers_already_is_fine(tmp_path: Path, wifi: str) -> None:
    with serving(open_house(tmp_path)) as port:
        found = network(Settings(listen=f"127.0.0.1:{port}", address="10.0.0.9", wifi_file=wifi))
    assert key_and_level(found) == ("network.open", Level.OK)


def test_an_address_of_another_machine_cannot_be_listened_at(wifi: str) -> None:
    assert key_and_level(network(Settings(listen="203.0.113.7:0", wifi_file=wifi))) == ("network.no_address", Level.BAD)


# Database


def test_a_box_without_games_is_fine(tmp_path: Path) -> None:
    assert key_and_level(database(tmp_path / "companion.db")) == ("database.none", Level.OK)
    (tmp_path / "companion.db").touch()
    assert key_and_level(database(tmp_path / "companion.db")) == ("database.ok", Level.OK)


def test_games_are_counted_while_the_box_runs_and_after(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    assert database(tmp_path / "companion.db").words.values == {"count": 1}
    house.journal.close()
    assert database(tmp_path / "companion.db").words.values == {"count": 1}


def test_looking_at_the_games_leaves_nothing_beside_them(tmp_path: Path) -> None:
    """A log that root left there would lock the box's own user out."""
    playing(tmp_path, "Ana", "Ben").journal.close()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert set(before) == {"companion.db"}
    database(tmp_path / "companion.db")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_damaged_file_is_bad(tmp_path: Path) -> None:
    playing(tmp_path, "Ana", "Ben").journal.close()
    file = tmp_path / "companion.db"
    whole = file.read_bytes()
    for damaged in (b"x" * 5000, whole[:4096] + b"\xff" * 4096 + whole[8192:], whole[: len(whole) // 2]):
        file.write_bytes(damaged)
        assert key_and_level(database(file)) == ("database.damaged", Level.BAD)


def test_a_file_with_strange_letters_in_its_path_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "a?b#c%20 é"
    folder.mkdir()
    playing(folder, "Ana", "Ben").journal.close()
    assert database(folder / "companion.db").words.values == {"count": 1}


# Versions


def test_versions_are_listed_and_a_missing_package_is_bad() -> None:
    assert key_and_level(versions()) == ("versions.ok", Level.OK)
    assert sqlite3.sqlite_version in say(versions().words, "en")
    found = versions(("flask", "no-such-package"))
    assert key_and_level(found) == ("versions.missing", Level.BAD)
    assert "no-such-package" in say(found.words, "en")


def test_a_front_end_that_is_not_there_is_bad() -> None:
    found = next(check_all(Settings(frontends=("no_such_module",))))
    assert key_and_level(found) == ("no_frontend", Level.BAD)


# The panel


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    for name in ("gpiochip0", "i2c-1"):
        (tmp_path / name).touch()
    return tmp_path


def test_the_check_says_on_a_laptop_what_is_simulated() -> None:
    found = {finding.part: key_and_level(finding) for finding in check(Settings(panel="simulated"))}
    assert found["buttons"] == ("buttons.simulated", Level.SIMULATED)
    assert found["display"] == ("display.simulated", Level.SIMULATED)


def test_a_box_that_is_to_have_no_panel_lacks_nothing() -> None:
    found = {finding.part: key_and_level(finding) for finding in check(Settings(panel="none"))}
    assert found["buttons"] == ("buttons.none", Level.OK)
    assert found["display"] == ("display.none", Level.OK)


def test_pins_that_may_be_used_are_fine(devices: Path) -> None:
    assert key_and_level(buttons(devices, has_library=True)) == ("buttons.ok", Level.OK)
    assert key_and_level(buttons(devices, has_library=False)) == ("buttons.no_library", Level.BAD)


def test_a_machine_without_pins_is_no_box_with_buttons(tmp_path: Path) -> None:
    found = list(check(Settings(panel="gpio"), tmp_path))
    assert [key_and_level(one) for one in found[:2]] == [("buttons.no_pins", Level.BAD), ("display.no_bus", Level.BAD)]


def answering(port: int, address: int, acknowledges: int = 0x40) -> Asks:
    """Return a bus on which one device answers."""
    return lambda asked, at: acknowledges if (asked, at) == (port, address) else None


def wired(bus: str = "i2c", chip: str = "sh1106", **wires: int) -> Wiring:
    usual = read(None)
    return replace(usual, bus=bus, chip=chip, **{bus: {**getattr(usual, bus), **wires}})


def test_a_display_is_found_if_something_answers_where_it_is_wired(devices: Path) -> None:
    (devices / "i2c-3").touch()
    found = display(wired(port=3, address=0x3D), devices, answering(3, 0x3D))
    assert key_and_level(found) == ("display.ok", Level.OK)
    assert f"0x3D on {devices}/i2c-3" in say(found.words, "en")


def test_a_display_is_looked_for_on_the_header_whichever_number_that_has(tmp_path: Path, devices: Path) -> None:
    (devices / "i2c-3").touch()
    machine = linux(tmp_path / "pi", BOARDS["Pi 400"])
    found = display(wired(), devices, answering(3, 0x3C), machine)
    assert key_and_level(found) == ("display.ok", Level.OK)
    assert f"0x3C on {devices}/i2c-3" in say(found.words, "en")


def test_a_header_whose_bus_is_off_gets_the_advice_to_switch_it_on(tmp_path: Path, devices: Path) -> None:
    (devices / "i2c-1").touch()
    machine = linux(tmp_path / "pi", BOARDS["Pi 400"]._replace(i2c={1: "soc/i2c@7ef09500"}))
    assert key_and_level(display(wired(), devices, answering(1, 0x3C), machine)) == ("display.off", Level.BAD)


def test_a_display_that_nobody_hears_is_bad(devices: Path) -> None:
    assert key_and_level(display(wired(), devices, lambda *_: None)) == ("display.silent", Level.BAD)


def test_a_display_at_the_other_address_is_named_with_the_line_to_change(devices: Path) -> None:
    found = display(wired(address=0x3C), devices, answering(1, 0x3D))
    assert key_and_level(found) == ("display.elsewhere", Level.BAD)
    assert "0x3D" in say(found.words, "en")
    assert "[i2c] address" in say(found.words, "en")


@pytest.mark.parametrize(("chip", "printed", "stood"), [
    ("sh1106", 0x08, ("display.ok", Level.OK)), ("ssd1306", 0x43, ("display.ok", Level.OK)),
    ("ssd1306", 0x48, ("display.other_chip", Level.NOTE)), ("sh1106", 0x06, ("display.other_chip", Level.NOTE)),
    ("sh1106", 0x47, ("display.ok", Level.OK)),
])  # fmt: skip
def test_a_display_that_looks_like_the_other_chip_is_noted(
    devices: Path, chip: str, printed: int, stood: tuple[str, Level]
) -> None:
    assert key_and_level(display(wired(chip=chip), devices, answering(1, 0x3C, printed))) == stood


def test_a_display_on_spi_is_looked_for_where_it_is_wired_and_not_asked(devices: Path) -> None:
    on_spi = wired("spi", device=1)
    assert key_and_level(display(on_spi, devices)) == ("display.no_bus", Level.BAD)
    (devices / "spidev0.1").touch()
    found = display(on_spi, devices)
    assert key_and_level(found) == ("display.spi", Level.OK)
    assert "spidev0.1" in say(found.words, "en")


def test_the_wiring_that_is_checked_is_the_one_that_the_settings_name(tmp_path: Path, devices: Path) -> None:
    file = tmp_path / "wiring.toml"
    file.write_text("[i2c]\nport = 5\n")
    found = list(check(Settings(panel="gpio", wiring=str(file)), devices))
    assert "i2c-5" in say(found[1].words, "en")


def test_a_wiring_that_cannot_be_is_one_line_and_exit_2(tmp_path: Path) -> None:
    file = tmp_path / "wiring.toml"
    file.write_text("[buttons]\nback = 99\n")
    result = companion_check("--settings", settings(tmp_path, panel="gpio", wiring=str(file)))
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert "buttons.back = 99" in result.stderr


def test_a_bus_that_is_none_answers_nothing(devices: Path) -> None:
    """No bus of this machine is an ordinary file."""
    from hardware.checking import _says

    assert _says(99, ADDRESSES[0]) is None


def test_without_fonts_latin_is_still_drawn_but_a_japanese_box_is_mute() -> None:
    nowhere = (Path("/nowhere"),)
    assert key_and_level(letters(Settings(), nowhere)) == ("fonts.plain", Level.NOTE)
    assert key_and_level(letters(Settings(language="ja"), nowhere)) == ("fonts.plain", Level.BAD)
    assert key_and_level(letters(Settings(language="ja", panel="none"), nowhere)) == ("fonts.plain", Level.NOTE)


# The command


def companion_check(*words: str, language: str = "en") -> Result:
    return CliRunner(env={"LC_ALL": language, "STATE_DIRECTORY": ""}).invoke(main, ["check", *words])


def settings(folder: Path, **fields: str) -> str:
    lines = {
        "wifi_file": str(folder / "wifi.json"),
        "state": str(folder),
        "listen": "0.0.0.0:0",
        "address": "10.0.0.9",
    } | fields
    file = folder / "box.toml"
    file.write_text("".join(f'{key} = "{value}"\n' for key, value in lines.items()))
    return str(file)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_part_has_one_line_in_the_terminal_s_language(tmp_path: Path, language: str) -> None:
    result = companion_check("--settings", settings(tmp_path), language=language)
    lines = result.stdout.splitlines()
    names = [catalogue(language)[f"check.part.{part}"] for part in PARTS]
    assert [name for name, line in zip(names, lines, strict=True) if name not in line] == []
    assert result.exit_code == 0, result.output


def test_a_machine_that_is_not_fit_ends_with_1_and_still_says_the_rest(tmp_path: Path) -> None:
    (tmp_path / "companion.db").write_bytes(b"x" * 5000)
    result = companion_check("--settings", settings(tmp_path))
    assert result.exit_code == UNFIT == 1
    assert len(result.stdout.splitlines()) == len(PARTS)
    assert len([line for line in result.stdout.splitlines() if line.startswith("[BAD]")]) == 1


def test_a_note_does_not_make_the_machine_unfit(tmp_path: Path) -> None:
    result = companion_check("--settings", settings(tmp_path, listen="127.0.0.1:0", address=""))
    assert "[note] network" in result.stdout
    assert result.exit_code == 0


def test_bad_settings_are_one_line_and_exit_2(tmp_path: Path) -> None:
    result = companion_check("--settings", settings(tmp_path, panel="big"))
    assert result.exit_code == 2
    assert result.stdout == ""


def test_every_word_of_the_check_is_used(tmp_path: Path) -> None:
    """The code has each message of `[check]`, whole or as the end of its part's."""
    source = "".join(Path(file).read_text() for file in (checking.__file__, hall.__file__, buttons.__code__.co_filename))
    for key in catalogue("en"):
        if key.startswith("check.") and not key.startswith("check.part.") and key.count(".") == 2:
            last = key.rpartition(".")[2]
            assert f'"{last}"' in source or f'{key}"' in source, key


def test_the_listed_versions_are_those_of_the_dependencies() -> None:
    wanted = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert sorted(checking.PACKAGES) == sorted(re.split(r"[<>=,]", line)[0] for line in wanted)
