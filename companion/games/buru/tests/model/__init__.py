"""Buru said once more, as plainly as its rules can be: one long game that asks, and dictionaries that change.

It leans on nothing of the game's own, so that where the two differ one of them is wrong. `referee.py` is where to begin.
"""

from companion.games.buru.tests.model.numbers import numbers
from companion.games.buru.tests.model.referee import Referee

__all__ = ["Referee", "numbers"]
