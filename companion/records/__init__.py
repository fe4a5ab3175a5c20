"""Records: whole games as JSON Lines, which this package exports, plays again, and proves by their hashes.

The house, the commands and `tests/` use it. Nothing here knows where games are kept.
"""
