"""Bali, by Klaus-Jürgen Wrede: offerings on an altar of which only the top card is seen."""

from companion.games.bali.game import Bali

GAME = Bali()
