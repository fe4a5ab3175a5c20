"""A Pi has no clock of its own: nothing that the box does depends on the time of day, even if the time jumps."""

import ast
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import pytest

from tests.support.phones import Phone

ROOT = Path(__file__).parent.parent
OURS = [file for part in ("companion", "hardware", "web") for file in sorted((ROOT / part).rglob("*.py"))]
STEADY = {"monotonic", "monotonic_ns", "perf_counter", "process_time", "sleep", "thread_time"} | {
    "clock_gettime",
    "CLOCK_BOOTTIME",
}
TIMES = [
    "@1970-01-01 00:00:10", "@2026-07-01 20:00:00", "@2026-07-01 19:00:00", "@2037-12-31 23:59:59", "@1999-12-31 23:59:59",
]  # fmt: skip
"""The times of a clock that was never set, is set, goes back, and jumps."""

FOR_PEOPLE = (
    "/checking.py",  # tells people the time
    # The time when a game ended, for people who ask years later. No game, journal or screen of a game depends on it.
    *("/clock.py", "/results.py", "house/tables.py", "hall/copy.py", "hall/evening.py"),
    "hall/member.py",  # tells the organiser how far a box's clock is off
    "hall/log.py",  # tells the organiser when somebody did something
    "hall/taking_over.py",  # tells people when the last answer was given that was taken over
    "house/evenings.py",  # reads the date that the host's phone sent, and no clock
    "hall/certificates.py",  # certificates contain their first and last day
)
"""Files that may read the time of day."""


def used(file: Path) -> Iterator[str]:
    """Yield the names of the time of day that this file uses."""
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Attribute(value=ast.Name(id="time"), attr=name) if name not in STEADY:
                yield f"time.{name}"
            case ast.ImportFrom(module="time", names=names):
                yield from (f"time.{one.name}" for one in names if one.name not in STEADY)
            case ast.ImportFrom(module="datetime") | ast.Import(names=[ast.alias(name="datetime")]):
                yield "datetime"
            case ast.Constant(value=str(said)) if "datetime()" in said:
                yield said


def test_our_code_knows_no_time_but_the_one_that_only_grows() -> None:
    assert len(OURS) > 50
    ours = [file for file in OURS if "/tests/" not in str(file) and not str(file).endswith(FOR_PEOPLE)]
    found = {name for file in ours for name in used(file)}
    # For people who look into the file; whether a table was left is what is asked, never when.
    left = ("UPDATE tables SET left_at = datetime() WHERE left_at IS NULL", "INSERT INTO tables VALUES (?, ?, datetime())")
    assert found <= {*left}
    asked = [file.read_text().count("left_at") for file in OURS]
    nulls = [file.read_text().count("left_at IS NULL") + file.read_text().count("left_at = datetime()") for file in OURS]
    assert sum(asked) == sum(nulls) + 1, "the column is made, set, and asked for nothing but whether it is there"


def library() -> str:
    """Return the library of a clock that tests can set. Without it the test is skipped, but never under CI."""
    found = next((str(path) for path in Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)
    if found is None and os.environ.get("CI") != "true":
        pytest.skip("libfaketime is not on this machine: apt-get install libfaketime")
    assert found is not None, "libfaketime is not on this machine"
    return found


@contextmanager
def running(folder: Path, clock: Path) -> Iterator[tuple[int, str]]:
    """Run `companion run` under a clock that follows a file. Yield its port and its join code."""
    settings = folder / "box.toml"
    settings.write_text('frontends = ["web"]\n')
    environment = {"LD_PRELOAD": library(), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1"}
    environment |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_XRESET": "1"}
    listen = ["--listen", "127.0.0.1:0", "--panel", "none", "--state", str(folder), "--settings", str(settings)]
    command = [sys.executable, "-m", "companion", "run", *listen]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment, cwd=ROOT) as box:
        assert box.stdout is not None
        address, _, code = box.stdout.readline().split()[1].rpartition("/J/")
        try:
            yield int(address.rpartition(":")[2]), code
        finally:
            box.send_signal(signal.SIGTERM)
            assert box.wait(20) == 0


def year_by_a_guest(port: int, code: str) -> str:
    """Let a guest join and leave. Return the year in the expiry date of the cookie. Browsers use the seconds beside it."""
    with Phone(port) as guest:
        cookie = guest.join(code, "Cho").cookies[0]
        assert guest.post("/leave").status == 204
    found = re.search(r"Expires=\w+, \d+ \w+ (\d+)", cookie)
    assert found is not None
    assert "Max-Age=" in cookie
    return found[1]


def test_no_jump_of_the_clock_stops_an_evening(tmp_path: Path) -> None:
    clock, times = tmp_path / "clock", cycle(TIMES)
    clock.write_text(next(times))
    with running(tmp_path, clock) as (port, code), Phone(port) as ana, Phone(port) as ben:
        phones = {"Ana": ana, "Ben": ben}
        for name, phone in phones.items():
            phone.join(code, name)
        assert ana.post("/start", {"game": "bali", "seats": ["Ana", "Ben"], "options": {}}).status == 204
        years = set()
        with ben.stream() as stream:
            for n in range(len(TIMES) * 2):
                clock.write_text(next(times))
                before = stream.screen()
                name, ask = next((name, ask) for name, one in phones.items() for ask in one.screen()["asks"])
                reply = phones[name].play(ask["due"], ask["answers"][0], f"key-{n}")
                assert reply.status == 204
                years.add(year_by_a_guest(port, code))
                assert ben.screen()["fingerprint"] != before["fingerprint"]
        assert years == {"1970", "2026", "2038", "2000"}, "the clock did not jump"
        seen = {name: phone.screen() for name, phone in phones.items()}
    clock.write_text(TIMES[0])
    with running(tmp_path, clock) as (port, _):
        for name, phone in phones.items():
            with Phone(port, cookies=phone.cookies) as back:
                assert back.screen() == seen[name]
