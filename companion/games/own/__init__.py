"""Own: a game that a table described itself, in a plan. The box reads the plan and leads the evening. It runs no code from
the plan."""

from companion.games.own.game import OwnGame

GAME = OwnGame()
