"""Journals: where tables are kept. Nothing outside this room knows SQL.

Each is a `companion.ports.journal.BoxJournal`: the file of `sqlite.py`, and `forgetful.py` in memory. `companion/box` opens
one and hands it to the house; the commands come in through `folder.py` and `looking.py`. Nothing here knows what an answer
or a note means.
"""
