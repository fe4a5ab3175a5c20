#!/usr/bin/python3
"""finds.py NAME...: ask all machines on this network for these names by mDNS, as a phone does, and print the names that
answer."""

import socket
import struct
import sys
import time

EVERYBODY = ("224.0.0.251", 5353)
ADDRESS, POINTER, INTERNET = 1, 12, 1
PATIENCE = 20.0


def question(name: str) -> bytes:
    kind = POINTER if name.startswith("_") else ADDRESS
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    return struct.pack(">6H", 1, 0, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", kind, INTERNET)


def is_answered(name: str) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as phone:
        phone.settimeout(2)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            phone.sendto(question(name), EVERYBODY)
            try:
                received = phone.recv(9000)
            except TimeoutError:
                continue
            if struct.unpack(">4H", received[:8])[3]:
                return True
    return False


print("\n".join(name for name in sys.argv[1:] if is_answered(name)))
