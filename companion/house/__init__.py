"""The house: one table, the people who sit there, and the one lock under which anything changes.

`house.py` is the door: front ends tell the `House`, and read its `looks`, without the lock. Start there; each other file is
one concern of it (guests, claims, the lobby, tables, the talk timer, phones as witnesses, how the box is, a table that
changes boxes). It knows its journal by `companion/journals/box_journal.py` alone.
"""
