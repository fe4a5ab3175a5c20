"""Journals: where tables are kept. Nothing outside this room knows SQL.

Each is a `BoxJournal`: the file of `sqlite.py`, and one in memory for tests. `companion/box` opens one and hands it to the
house; commands come in by `folder.py` and `reading.py`. Nothing here knows what an answer or a note means.
"""
