"""Journals: files that keep tables, notes and results. No other package has SQL.

Each journal is a `BoxJournal`. `sqlite.py` keeps a file, and tests keep a journal in memory. `companion/box` opens one and
gives it to the house. Commands use `folder.py` and `reading.py`. Nothing here knows the meaning of an answer or a note.
"""
