"""Limits of size, number and time, each with its reason. If a request gets past one limit, the next still holds.

Requests like those of our phones reach none of them.
"""

from typing import Final

# Kept data: answers, records, files.

SETS_AT_ONCE: Final = 30
"""The number of tallies that a seat (or the panel) may set right in a row: all tallies of ten seats, and some mistakes."""

SECONDS_A_SET: Final = 3
"""The seconds until one more correction becomes free. Nobody reads a tally off the table faster. Without this limit a stuck
button or a program would fill memory, and the game would open slowly."""

ENTRIES_A_SEAT: Final = 3000
"""The number of entries that a seat (or the panel) may post in one game. Answers that were taken back count. A long evening
has about 300 for the whole table. A game in which ten seats reach this limit still opens in seconds, and takes about 100
MB."""

MOST_PLAYED_AGAIN: Final = 50_000
"""The number of answers that the corrections of one record may replay, which takes seconds. A game of 300 answers with every
third one corrected needs a few hundred."""

LONGEST_NUMBER: Final = 40
"""The most digits of a number in a file. Nothing on a table needs more, and Python refuses to print very long ones."""

TOML_LETTERS: Final = 512 * 1024
"""The most letters of a TOML file. All our texts in one language have about 150,000."""
TOML_LINE: Final = 8 * 1024
"""The most letters of a line in TOML. The longest that we know is a hall's key with about 3,500."""
TOML_DOTS: Final = 32
"""The most dots outside strings in a line of TOML. The cost of a key grows with the square of its parts, and this many are
cheap."""
TOML_MARKS: Final = 12_000
"""The most dots and opening brackets outside strings in a TOML file. Our texts in one language with full keys have about
7,000. Each one may cost a kilobyte of memory."""

THING_BYTES: Final = 64 * 1024
"""The most bytes of an owner's thing as JSON. A layout of the largest map with fifty pieces has about 5,000."""
THINGS: Final = 50
"""The most things of all games together. An owner has a sheet or a box for each, and some drafts."""
REVISIONS: Final = 20
"""The number of revisions of a thing that are kept. People see a mistake soon. THINGS of THING_BYTES with this many
revisions take 64 MB of disk."""
THING_LETTERS: Final = 32
"""The number of letters of the id that a phone makes up for a thing. An id has at least half as many, so that no two are
alike."""

SAVED_BYTES: Final = 16 * 1024 * 1024
"""The most bytes of a file with all finished games. Two hundred evenings have about 3 million."""
UNPACKED_BYTES: Final = 32 * 1024 * 1024
"""The most bytes of all records in such a file. A record has 20,000 to 90,000, so a thousand games fit. A box saves the
newest games that fit. Reading them takes three times as much memory, which the smallest Raspberry Pi can spare in the
lobby."""
NEWEST_NUMBER: Final = 1_000_000
"""The highest number of a game from another card. Nobody plays that often."""

# The network

ASKING_SECONDS: Final = 20.0
"""The seconds for a whole request, from its first byte or from connecting, to its last byte. A phone at the edge of the
network needs a few seconds. A client that sends its bytes slowly on purpose loses its connection after this time."""
ASKING: Final = 256
"""The number of requests that may arrive together. One more ends the slowest of them, which is never one of our phones."""
HEAD_BYTES: Final = 32 * 1024
"""The most bytes of a request's head. A phone's has one or two thousand."""
ANSWER_BYTES: Final = 16 * 1024
"""The most bytes of an answer's body. The longest good one has a tenth of this. The box reads one byte more, and then
refuses."""
BODY_BYTES: Final = THING_BYTES + 4 * 1024
"""The most bytes of any other request's body: a whole thing and its envelope."""
LIST_BYTES: Final = 1024 * 1024
"""The most bytes of a list that an organiser sends to the board of a hall: 10,000 lines of 100 bytes."""
UPDATE_BYTES: Final = 256 * 1024 * 1024
"""The most bytes of an update that the host sends in pieces. Ours have 22 MB."""
QUESTION_BYTES: Final = HEAD_BYTES + BODY_BYTES + 28 * 1024
"""The most bytes of a whole request: line, head, body, framing, and what follows the body. That is enough to answer that a
body is too long. ASKING requests of this size take 32 MiB, which the smallest Raspberry Pi can spare."""

CONNECTIONS: Final = 1024
"""The number of connections that may be open. A table of ten, with two browsers each and six connections for each browser,
has 120."""
CONNECTIONS_OF_ONE: Final = 256
"""The number of connections of one address. A browser opens at most six to one host, in any number of tabs. So forty
browsers behind one router (a guest network, a phone's hotspot) still fit."""
ARRIVING: Final = 256
"""The number of connections that the system holds before the box accepts them: twice a full table that returns in one
moment. Another one must try again."""
SEND_BUFFER: Final = 64 * 1024
"""The bytes that the system keeps for a phone that does not read: two full screens."""
GONE_MS: Final = 10_000
"""The milliseconds until the box gives up a phone that vanished without closing its connection."""
IDLE_SECONDS: Final = 75
"""The seconds for which a connection without requests stays open. People think between two answers."""

PLACES: Final = 8
"""The number of places, from which a seat was looked at, that the box tells apart. Two suffice to say that somebody else
looks, too."""

CHANGES_AT_ONCE: Final = 60
"""The number of changes beside the game (language, sign, order, options, drafts) that one phone may make in a row. A host
who seats ten people and tries all games and options needs about forty."""
SECONDS_A_CHANGE: Final = 1
"""The seconds until one more change becomes free. Each change writes about 12 KB to the card. A program that never stops
writes 170 MB in an evening of four hours."""

STREAMS_OF_SEAT: Final = 8
"""The number of streams of one seat that may be open. A browser has at most six connections to one host, and a player may
have a second phone. One more ends the oldest stream of the address that has most."""
STREAMS_AT_ONCE: Final = 30
"""The number of streams of one seat that one address may open in a row. A phone that wakes, turns and reloads all evening
opens them one at a time."""
SECONDS_A_STREAM: Final = 1
"""The seconds until one more stream becomes free. A page whose stream breaks opens it again at half this pace."""

BEAT_SECONDS: Final = 2
"""The seconds between two signs of life on a stream. Two that are late or lost do not count as silence."""
SILENT_SECONDS: Final = 5
"""The seconds without a sign of life after which a page says that it has lost the box, and asks again."""
AGED_SECONDS: Final = 12
"""The seconds without a sign of life after which a page says how old its picture is, in place of what to do."""

# People: how they come in, and under which name

WRONG_CODES: Final = 30
"""The number of wrong codes that one address may enter in a row before it must wait. At a table of ten everybody may mistype
three times."""
SECONDS_A_GUESS: Final = 2
"""The seconds until one more wrong code becomes free. At that pace all codes take about sixty years."""
CALLERS_KNOWN: Final = 1000
"""The number of addresses or phones for which a limit counts. A home has some dozens. One more replaces the one that has
been quiet longest."""
OLD_CODE_SECONDS: Final = 600
"""The seconds for which a replaced code still opens, for guests who are typing it."""

CLAIM_SECONDS: Final = 180
"""The seconds until an unanswered claim ends. People look up from their cards within that time."""
CLAIM_DENIED_SECONDS: Final = 30
"""The seconds in which the box or the host may still grant a claim that the seat's phone denied, because somebody else may
hold that phone."""
CLAIMS_WAITING: Final = 10
"""The number of claims that may wait, one for each seat. One more ends the oldest claim of the address that has most, so
nobody keeps others out."""
CLAIMS_AT_ONCE: Final = 10
"""The number of claims that one address may make in a row: a whole table returns behind one router."""
SECONDS_A_CLAIM: Final = 10
"""The seconds until one more claim becomes free. People answer a claim within that time."""
CLAIM_PAUSE: Final = 2.0
"""The seconds after an answer to a claim in which the next claim cannot be answered. Somebody who presses twice has not read
the next one."""

NEWS_ANSWERS: Final = 6
"""The number of open answers after which a new phone is no longer announced. Everybody has looked up several times by then,
and the story keeps the event. A seat is not announced any more once it has answered openly. Without this number a phone
whose seat gives only sealed answers would be announced until the end of the game."""

HOST_LOST_SECONDS: Final = 60.0
"""The seconds without a stream or a request after which the host's phone counts as lost. A phone that is locked for a moment
does not."""
ROOM_GONE_SECONDS: Final = 5.0
"""The seconds without a stream after which a room's screen counts as closed, and phones lead reveals themselves. A reloaded
page or a restarted box is back sooner."""
REVEAL_SECONDS: Final = 44.0
"""The most seconds of a reveal, from its title to the table. After that people stop to look."""
WINNER_SECONDS: Final = 4.0
"""The seconds for which the room's screen shows the winner alone: enough for a cheer, and for a picture."""
PHONES_KNOWN: Final = 1000
"""The number of phones whose last request is remembered. An evening has some dozens of tokens."""
ARRIVALS_KEPT: Final = 100
"""The number of the last new and released phones that are remembered. An evening has fewer."""

SITS_AT_ONCE: Final = 20
"""The number of seats that one address may take in a row: a whole table behind one router, twice."""
SECONDS_A_SIT: Final = 5
"""The seconds until one more seat becomes free. Each one writes about 12 KB to the card."""
SEATS_OF_ONE: Final = 5
"""The number of seats, half of all, that one address may keep at a full table. If it has more, its newest seat whose phone
is gone ends for a guest from another address."""

SEATS: Final = 10
"""The most seats at a table: there are as many wooden pieces, and the largest game takes as many."""
NAME_LETTERS: Final = 20
"""The most letters of a name, as people count them. A list has room for these."""
NAME_CHARACTERS: Final = 160
"""The most characters of a name. A family emoji is one letter of up to eleven characters."""
NAME_MARKS: Final = 3
"""The most marks on one letter. More would cover the lines beside it."""

TALK_SECONDS: Final = 3600
"""The longest timed talk in seconds."""

# Work that waits until nobody answers

QUIET_SECONDS: Final = 1.0
"""The seconds without a change after which the box counts as quiet. Quick taps, or ten phones that answer one question, are
over by then."""
PUT_OFF: Final = 60
"""The number of delays after which the work is done nevertheless. Without it a game that never rests would fill the log."""

# Files that the box keeps open

FILES: Final = 4096
"""The number of files that the box requests from the system, as systemd/companion.service does. A connection counts as a
file."""
FILES_OF_OUR_OWN: Final = 128
"""The number of files that stay reserved for the journal, the display and the pins."""

# The content of an answer

KEY_LETTERS: Final = 64
"""The most letters of an answer's key. Ours have 32. Every key is kept with its answer."""
