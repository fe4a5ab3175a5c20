"""The games: each folder is one. CONTRIBUTING.md says how to add another, which changes nothing outside its folder.

`companion/shelf.py` imports each folder's `GAME` and hands it to the house. A game imports `companion/core` and the kits
that it names, and nothing else.
"""
