"""Babel Builders, by the circle SBC: a tower that not everybody wants to stand, hidden roles, sealed cards."""

from companion.games.babel.game import Babel

GAME = Babel()
