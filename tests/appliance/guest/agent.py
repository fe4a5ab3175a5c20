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
        said = {"status": done.returncode, "out": done.stdout.decode(), "wrong": done.stderr.decode()}
    except subprocess.TimeoutExpired:
        said = {"status": -1, "out": "", "wrong": f"not done after {asked['patience']} s"}
    return json.dumps({"number": asked["number"], **said}).encode() + b"\n"


def main() -> None:
    with PORT.open("r+b", buffering=0) as port:
        while True:
            if line := port.readline():
                said = memoryview(answer(line))
                while said:  # the port may take only a part at a time
                    said = said[port.write(said) :]
            else:  # the rehearsal has not connected the other end
                time.sleep(0.2)


if __name__ == "__main__":
    main()
