"""Babel Builders, by the circle SBC: a tower that somebody wants to fall, hidden roles, sealed cards."""

from companion.games.babel.game import Babel

GAME = Babel()
