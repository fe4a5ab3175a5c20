"""An evening continues and ends even if nobody reads what the box prints."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.journals.folder import InUse, lock_folder
from tests.support.houses import open_house, sit_down
from tests.support.phones import PATIENCE, Phone
from tests.web.test_web_storms import until


def broken() -> int:
    """Return the end of a pipe that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    return write


def full() -> int:
    return os.open("/dev/full", os.O_WRONLY)


def closed() -> int:
    """Return -1: the process begins without this stream."""
    return -1


def free_port() -> int:
    """Return a free port below those that the system gives out by itself, so that no other test can get it."""
    for port in range(20000 + os.getpid() % 8000, 32000):
        with closing(socket.socket()) as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


def is_open(port: int) -> bool:
    with Phone(port) as phone:
        try:
            return phone.get("/alive").status == 204
        except OSError:
            return False


def is_held(folder: Path) -> bool:
    try:
        with lock_folder(folder):
            return False
    except InUse:
        return True


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("printed", [broken, full, closed])
def test_a_box_whose_words_nobody_reads_opens_keeps_answers_and_ends_in_good_order(
    tmp_path: Path, printed: Callable[[], int], stream: str
) -> None:
    house = open_house(tmp_path)
    token = sit_down(house, "Ana")["Ana"]
    house.journal.close()
    port, to = free_port(), printed()
    command = [sys.executable, "-m", "companion", "run", "--state", str(tmp_path), "--listen", f"127.0.0.1:{port}"]
    shut = ["sh", "-c", f'exec "$@" {1 if stream == "stdout" else 2}>&-', "sh"] if to < 0 else []
    with subprocess.Popen([*shut, *command, "--panel", "none"], **({} if shut else {stream: to})) as box:  # type: ignore[call-overload]
        try:
            if to >= 0:
                os.close(to)
            until(lambda: is_open(port))
            with Phone(port, cookies={"seat": token}) as phone:
                assert phone.post("/language", {"language": "fr"}).status == 204
                assert phone.get("/screen").status == 200
            assert is_held(tmp_path)
            box.send_signal(signal.SIGTERM)
            assert box.wait(PATIENCE) == 0
        finally:
            box.kill()
    assert not is_held(tmp_path)
    again = open_house(tmp_path)
    assert "fr" in again.guests.book.languages.values()
    again.journal.close()
