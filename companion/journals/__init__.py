"""Journals: where tables are kept. Nothing outside this room knows SQL.

The house comes in through the core's `Journal`; the commands through `folder.py` and `looking.py`. Nothing here knows
what an answer means.
"""
