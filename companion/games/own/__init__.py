"""Own: a game that a table described itself, as a plan. The box reads it and leads the evening, and runs no code from it."""

from companion.games.own.game import OwnGame

GAME = OwnGame()
