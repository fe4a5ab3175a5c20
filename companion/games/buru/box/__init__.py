"""The owner's cards (BURU-01): what stands printed on them, entered once, so that a turn by name takes one tap.

What a file must say is in `fields.py`, what a card is to the rules in `cards.py`, what the rules ask of it in `lookup.py`.
"""
