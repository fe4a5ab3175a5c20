"""One folder, one game. CONTRIBUTING.md says how to add another. Nothing outside its folder changes.

`companion/shelf.py` comes in, takes each folder's `GAME` and hands it to the house. A game leans on `companion/core` alone.
"""
