"""The house: one table, its people, and the one lock under which anything changes.

Start with `store.py` (all that changes, as one value), `parts.py` (the parts of a house) and `house.py` (its acts). Each of
the other files has one concern. A use case is a method of `House` or a function on it.
"""
