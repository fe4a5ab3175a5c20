"""Every bound of the box, each with its reason: what one phone, one file or one evening may take."""

from typing import Final

# What is kept: answers, records, files.

SETS_AT_ONCE: Final = 30
"""How often one seat (or the panel) may set tallies right in a row: all tallies of ten seats at once, and some mistakes."""

SECONDS_A_SET: Final = 3
"""One more becomes free after so long: nobody reads a tally off the cardboard faster. A finger that is stuck on a button,
or a program, would otherwise fill memory and make the game slow to open again."""

ENTRIES_A_SEAT: Final = 3000
"""How many entries of one game one seat (or the panel) may tell, taken back ones included: a long evening has some 300 at
the whole table. A game in which all ten seats reach it still opens again in seconds, and takes some 100 MB."""

MOST_PLAYED_AGAIN: Final = 50_000
"""How many answers the corrections of one record may have played again: some seconds. A game of 300 answers in which every
third was corrected at once takes a few hundred."""

LONGEST_NUMBER: Final = 40
"""Digits of a number in a file. Longer ones count nothing on a table, and Python refuses to print what becomes of them."""
