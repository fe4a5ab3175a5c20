"""Records: a whole game as JSON Lines, played again, exported, and proved by its hashes.

The house, the commands and `tests/` come in. Nothing here knows where games are kept.
"""
