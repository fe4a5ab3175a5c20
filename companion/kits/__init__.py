"""Kits: parts that only some games need, such as blocks of a board, printed sheets, and an owner's cards. A game names the
kits that it imports."""
