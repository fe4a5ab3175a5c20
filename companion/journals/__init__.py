"""The room for journals: files that keep tables, notes and results. No other room knows SQL.

Each journal is a `BoxJournal`: `sqlite.py` keeps a file, tests keep one in memory. `companion/box` opens one and gives it to
the house. Commands use `folder.py` and `reading.py`. Nothing here knows what an answer or a note means.
"""
