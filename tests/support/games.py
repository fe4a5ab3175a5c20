"""Plays whole games at a house, by nothing but what its screens offer."""

from collections.abc import Iterator

from companion.bots import choose
from companion.core.state import Seat
from companion.core.view import Question
from companion.house.dice import SeededDice
from companion.house.house import House

MOST_ANSWERS = 2000
"""More answers than any game needs. A test that reaches it has found a game without an end."""


def waiting(house: House) -> tuple[Seat, Question] | None:
    """Return a seat that the game waits for, and its question. None: the game is over."""
    assert house.table is not None
    moment = house.table.moment
    awaited = {moment.full_id(due.id) for due in moment.history.dues if due.waits}
    asked = ((seat, ask) for seat in house.table.head.seats for ask in moment.screen(seat).asks if ask.due in awaited)
    return next(asked, None)


def step(house: House, lots: SeededDice, key: str) -> bool:
    """Let one seat answer. Return False if nobody is asked any more."""
    found = waiting(house)
    if found is None or house.table is None:
        return False
    seat, ask = found
    view = house.table.moment.screen(seat).view
    do = choose(house.table.game, view, ask.answers, lots.pick)
    if not house.play(seat, ask.due, do, key):  # a second seat must say the same
        second = next(other for other in house.table.head.seats if other != seat)
        assert house.play(second, ask.due, do, f"{key} again")
    return True


def answers(house: House, seed: int = 1, most: int = MOST_ANSWERS) -> Iterator[int]:
    """Play on, one answer for each number that this yields, to the end or for `most` answers."""
    lots = SeededDice(seed)
    for n in range(1, most + 1):
        if not step(house, lots, f"key-{seed}-{n}"):
            return
        yield n
    assert most < MOST_ANSWERS, "this game does not end"


def play(house: House, seed: int = 1, most: int = MOST_ANSWERS) -> int:
    """Play on to the end or for `most` answers. Return how many were given."""
    return sum(1 for _ in answers(house, seed, most))
