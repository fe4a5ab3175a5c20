"""Animism, by Fudacoma: everybody draws at the same time, on sheets that are passed round the table."""

from companion.games.animism.game import Animism

GAME = Animism()
