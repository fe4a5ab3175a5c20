#!/usr/bin/python3
"""Runs the rehearsal's commands inside the machine. They come from a serial port, with a line of JSON each way."""

import json
import subprocess
import time
from pathlib import Path

PORT = Path("/dev/virtio-ports/rehearsal")


def answer(line: bytes) -> bytes:
    asked = json.loads(line)
    try:
        done = subprocess.run(
            asked["run"], shell=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=asked["patience"], check=False
        )
        content = {"status": done.returncode, "out": done.stdout.decode(), "wrong": done.stderr.decode()}
    except subprocess.TimeoutExpired:
        content = {"status": -1, "out": "", "wrong": f"not done after {asked['patience']} s"}
    return json.dumps({"number": asked["number"], **content}).encode() + b"\n"


def main() -> None:
    with PORT.open("r+b", buffering=0) as port:
        while True:
            if line := port.readline():
                left = memoryview(answer(line))
                while left:  # the port may take only a part at a time
                    left = left[port.write(left) :]
            else:  # the rehearsal has not connected the other end
                time.sleep(0.2)


if __name__ == "__main__":
    main()
