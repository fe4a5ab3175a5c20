"""Makes records of Bali as text, for replay, export and verify."""

import json
from pathlib import Path
from typing import Any

from companion.house.house import House
from companion.records.proof import export
from tests.support.games import play
from tests.support.houses import playing

HEAD: dict[str, Any] = {"game": "bali", "seats": ["Ana", "Ben"], "options": {}}


def say(seat: str | None, type_: str, /, **rest: Any) -> dict[str, Any]:
    """Return a line of a record."""
    return {"seat": seat, "do": {"type": type_, **rest}}


TURNS = [
    say("Ana", "play", card="stonemason"),
    say(None, "scored", card="stonemason"),
    say("Ben", "buy", kind="rice"),
    say("Ben", "play", card="rice", count=1),
    say(None, "scored", card="rice"),
]
"""The lines of two turns. Ana plays a stonemason. Ben has 3 stones and cannot pay 5 for rice, so the third line is
refused."""

ANSWERS = [TURNS[0], TURNS[1], TURNS[3], TURNS[4]]


def text_of(*lines: Any, head: Any = HEAD) -> str:
    """Return a record as text. Lines that are strings stay as they are."""
    return "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in (head, *lines))


def finished(folder: Path, *names: str, seed: int = 1, **options: Any) -> House:
    house = playing(folder, *names, **options)
    play(house, seed=seed)
    return house


def exported(house: House, number: int = 1) -> list[str]:
    return list(export(house.journal, number))
