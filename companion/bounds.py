"""How much, how many and how long at most, with the reason beside each: what one of them lets through, the next still holds.

Whoever asks as a phone does meets none of them.
"""

from typing import Final

# What comes over the network

ASKING_SECONDS: Final = 20.0
"""From the first byte of a question, or from coming in, to the question's last byte: a phone at the edge of the network
takes a few seconds, and whoever dribbles on purpose holds a connection for no longer than this."""
ASKING: Final = 256
"""So many may be asking at a time; for one more, the one that has taken longest goes. Who asks as phones do is done in
no time, so it is never that one."""
HEAD_BYTES: Final = 64 * 1024
"""Of a question's head. A phone's is one or two thousand."""
BODY_BYTES: Final = 16 * 1024
"""Of a question's body: the longest good answer is a tenth of it. Of a longer one so much and a byte more is read, and it
is told so."""
QUESTION_BYTES: Final = HEAD_BYTES + 2 * BODY_BYTES
"""Of a question with all that belongs to it: line, head, body and its framing, what follows the body. Room to be told that a
body is too long; times ASKING it is 24 MiB, which the smallest Raspberry Pi has to spare."""

CONNECTIONS: Final = 1024
"""Open at a time. A table of ten with two browsers each and six connections a browser has 120."""
CONNECTIONS_OF_ONE: Final = 256
"""Of one address. A browser opens at most six to one place, however many pages it shows, so forty browsers behind one
router (a guest network, a phone that shares its own) still fit."""
SEND_BUFFER: Final = 64 * 1024
"""Bytes that the system keeps for one phone that does not read: two full screens."""
GONE_MS: Final = 10_000
"""A phone that vanished without a word is given up after this long."""
IDLE_SECONDS: Final = 75
"""A connection on which nothing is asked stays open so long: phones think between two answers."""

PLACES: Final = 8
"""From so many places at most one seat's looks are told apart: two are enough to say that somebody else looks too."""

# What the box keeps open

FILES: Final = 4096
"""Files that the box asks the system for, as systemd/companion.service does: a connection is one."""
FILES_OF_OUR_OWN: Final = 128
"""Of these left for the journal, the display and the pins, however many connect."""

# What an answer may say

KEY_LETTERS: Final = 64
"""Of an answer's key: ours have 32. Every key is kept with its answer."""
