"""Buru, by Crafty Games: explorers face down in the regions of an island, for the esteem of its islanders."""

from companion.games.buru.game import Buru

GAME = Buru()
