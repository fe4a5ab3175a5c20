"""The room for records: whole games as JSON Lines, played again, exported, and proved by their hashes.

The house, the commands and `tests/` use it. Nothing here knows where games are kept.
"""
