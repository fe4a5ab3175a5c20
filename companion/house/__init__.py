"""The house: one table, the people who sit there, and the one lock under which anything changes.

Start with `store.py` (all that changes, as one value), `parts.py` (what a house is made of) and `house.py` (its acts). The
other files are one concern each. A use case is a method of `House` or a function on it.
"""
