"""Journals: where tables are kept. Nothing outside this room knows SQL.

`sqlite.py` keeps the file, as `companion.ports.journal.BoxJournal` promises. `companion/box` opens it and hands it to the
house; the commands come in through `folder.py` and `looking.py`. Nothing here knows what an answer or a note means.
"""
