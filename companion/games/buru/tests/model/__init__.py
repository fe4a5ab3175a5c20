"""A second, plain program for the rules of Buru: one long generator that asks, and dictionaries that change. It uses nothing
of the game itself. If the two differ, one of them is wrong. Begin to read in `referee.py`.
"""

from companion.games.buru.tests.model.numbers import numbers
from companion.games.buru.tests.model.referee import Referee

__all__ = ["Referee", "numbers"]
