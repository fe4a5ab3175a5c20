"""The owner's cards (BURU-01): what stands printed on them, entered once, so that a turn by name takes one tap.

Beside this folder `cardfields.py` has what a file must say, and `cards.py` what a card is to the rules. Here `lookup.py` has
what the rules ask of one, and `copying.py` what the editor asks of an owner.
"""
