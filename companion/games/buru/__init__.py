"""Buru, by Crafty Games: explorers laid face down in the regions of an island, for the esteem of those who live there."""

from companion.games.buru.game import Buru

GAME = Buru()
